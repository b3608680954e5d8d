//! `seichi eval`: evaluates games and writes the reports of a run.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context as _, anyhow};
use clap::Args;

use super::args::{GamesArgs, OutputArgs, ScoringArgs};
use super::exit::Failure;
use super::output::{print, step_summary};
use super::progress::{Observer, Progress};
use super::warnings::{GameNotes, cache_warning, no_faults, skip_advice};
use crate::Stop;
use crate::compare::{Baseline, no_answer_text};
use crate::game::{Context, Options, Part, Timings};
use crate::render::{ReportFormat, RunReport, reasons};
use crate::run::{
    Commands, Figures, RunFacts, RunWriter, SavedGame, SavedRun, SummaryOptions, evaluate,
    superfluous_copies,
};
use crate::skip::Reason;

#[derive(Debug, Args)]
pub(crate) struct EvalArgs {
    /// The output format
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(crate) format: ReportFormat,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// The arguments of an evaluation.
#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// The folder to write the run to; an earlier run there is replaced
    #[arg(short, long, value_name = "DIR", default_value = "reports")]
    pub(crate) out: PathBuf,
    /// Use only finished games: all borders between Black and White are closed, and no comment
    /// mentions missing moves
    #[arg(long)]
    pub(crate) finished: bool,
    /// Also say whether each game is safe to score, that is, whether it can be counted without
    /// asking the players
    #[arg(long)]
    pub(crate) safety: bool,
    /// Use only one record of each game: if several records share their first fifty moves (allowing
    /// for symmetry), use the longest, or none if their results differ
    #[arg(long)]
    pub(crate) unique: bool,
    /// Use only the Ith of N parts of the games, such as 2/16: a game's name decides which part it
    /// belongs to. `seichi merge` joins the runs of all parts
    #[arg(long, value_name = "I/N", value_parser = parse_part, conflicts_with = "limit")]
    pub(crate) part: Option<Part>,
    /// Compare eyes in seki with the owners of the points in an ownership file, such as one made
    /// with a neural network
    #[arg(long, value_name = "FILE")]
    pub(crate) owners: Option<PathBuf>,
    /// Exit with code 3 if fewer than N games are evaluated; the default is 1, or 0 with --part
    #[arg(long, value_name = "N")]
    pub(crate) min_games: Option<u64>,
    #[command(flatten)]
    pub(crate) scoring: ScoringArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) games: GamesArgs,
}

/// Parses a part of the games, such as `2/16`.
fn parse_part(text: &str) -> anyhow::Result<Part> {
    let numbers = text.split_once('/');
    let numbers = numbers.and_then(|(number, of)| number.parse().ok().zip(of.parse().ok()));
    match numbers {
        Some((number, of)) if (1..=of).contains(&number) => Ok(Part { number, of }),
        _ => Err(anyhow!(
            "expected a part and the number of parts, such as 2/16 for the second of 16"
        )),
    }
}

pub(super) fn run(args: &EvalArgs, line: &CommandLine, stop: &Stop) -> Result<(), Failure> {
    let mut progress = Progress::new(0, &args.run.output);
    let run = write_run(&args.run, None, line, stop, &mut progress)?;
    let games_in = args.run.games.folder_of_commands();
    print_run(args.format, &args.run.output, &run, games_in)?;
    check(&run.figures)
}

/// Prints a new run in the format that the user chose. `games_in` is the folder in which the run's
/// commands work, or `None` if they work in the current folder.
pub(super) fn print_run(
    format: ReportFormat,
    output: &OutputArgs,
    run: &SavedRun,
    games_in: Option<&Path>,
) -> Result<(), Failure> {
    if output.quiet {
        return Ok(());
    }
    let report = RunReport {
        run,
        is_new: true,
        games_in,
        style: output.style(),
        verdict: None,
    };
    if let Some(summary) = format.step_summary() {
        step_summary(&summary.render(&report)?)?;
    }
    print(format.render(&report)?)
}

/// A parsed command line.
#[derive(Clone, Debug)]
pub(super) struct CommandLine {
    /// The words that the user typed.
    pub(super) words: Vec<String>,
    /// The flags that make `explain` show a game as this command evaluates it.
    pub(super) game_flags: Vec<String>,
}

/// The main job: walks the paths, evaluates every game on several threads, and writes the run.
pub(super) fn write_run(
    args: &RunArgs,
    baseline: Option<&Baseline>,
    line: &CommandLine,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Result<SavedRun, Failure> {
    let started = SystemTime::now();
    let failed = || format!("failed to write the run to {:?}", args.out);
    let options = args.options(stop)?;
    let (walk, labels) = args.games.walk(&options)?;
    let mut context = Context::new(options, labels, stop);
    let summary = SummaryOptions::new(&context);
    let mut run = RunWriter::create(&args.out, &args.games.paths, summary).with_context(failed)?;
    if context.options.unique {
        context.left_out = superfluous_copies(&walk, args.games.jobs(), &context)?.into();
    }
    let (options, names) = (context.options.clone(), context.options.names());
    let commands = Commands {
        options: line.game_flags.clone(),
        labels: context.labels.clone(),
        is_portable: true,
    };
    let mut notes = GameNotes::new(&walk, &context);
    notes.known = baseline;
    let mut timings = Timings::default();
    observer.begin(walk.entries.len());
    for batch in evaluate(&walk, args.games.jobs(), &context) {
        let batch = batch?;
        for game in &batch.games {
            let saved = SavedGame::of(game, &names, &commands);
            notes.add(game, &saved.rows, &options, observer);
            run.write(saved).with_context(failed)?;
        }
        timings.add_all(&batch.timings);
        observer.add(batch.files, &batch.games);
    }
    notes.warn(&context, observer);
    if let Some(note) = cache_warning(&options) {
        observer.note(&note);
    }
    let mut figures = run.figures();
    notes.complete(&mut figures, &options);
    // unless the user sets a minimum, a part may be empty, and all games may not
    if args.min_games.unwrap_or(args.part.is_none().into()) > 0 {
        enough_games(&figures, args)?;
    }
    let arguments = line.words.clone();
    let mut facts = RunFacts::new(arguments, args.games.jobs(), started, timings.seconds());
    facts.mistakes = notes.mistakes(&options);
    let mut run = run.finish(figures, facts).with_context(failed)?;
    for advice in skip_advice(run.figures.games, &run.figures.skipped) {
        observer.warn(&advice);
    }
    // keep the path that the user gave
    run.folder.clone_from(&args.out);
    Ok(run)
}

impl RunArgs {
    /// Returns the options of the evaluation.
    fn options(&self, stop: &Stop) -> anyhow::Result<Options> {
        let mut options = Options::default();
        self.games.apply(&mut options);
        self.scoring.apply(&mut options, stop)?;
        options.part = self.part;
        options.finished_only = self.finished;
        options.unique = self.unique;
        options.safety = self.safety;
        options.reference_owners.clone_from(&self.owners);
        Ok(options)
    }
}

/// Returns an error if the program itself failed on a game in the run, or if a scorer has no
/// answers at all.
pub(super) fn check(figures: &Figures) -> Result<(), Failure> {
    report_faults(figures)?;
    if figures.evaluated == 0 {
        return Ok(());
    }
    every_scorer_answers(figures)
}

/// Returns an error if the program itself failed on a game, even if all other games succeeded.
pub(super) fn report_faults(figures: &Figures) -> Result<(), Failure> {
    let faults = figures.skipped.get(Reason::Internal.name());
    no_faults(faults.copied().unwrap_or_default())
}

/// Checks that at least one game, and at least [`RunArgs::min_games`] games, were evaluated.
pub(super) fn enough_games(figures: &Figures, args: &RunArgs) -> Result<(), Failure> {
    let min_games = args.min_games.unwrap_or(1);
    if figures.evaluated >= min_games.max(1) {
        return Ok(());
    }
    if figures.games == 0 {
        return Err(Failure::Nothing(args.games.no_games()));
    }
    let least = if min_games > 1 {
        format!(", fewer than --min-games {min_games}")
    } else {
        String::new()
    };
    let mut text = format!(
        "{} of {} games could be evaluated{least}, so nothing was written",
        figures.evaluated, figures.games
    );
    let reasons = reasons(figures);
    if !reasons.is_empty() {
        let _ = writeln!(
            text,
            "; skipped games: {}",
            reasons[..reasons.len().min(5)].join(", ")
        );
        let advice = skip_advice(figures.games, &figures.skipped).join("\n");
        text += if advice.is_empty() {
            "for the meanings of the reasons, run: seichi list reasons"
        } else {
            &advice
        };
    }
    Err(Failure::Nothing(text))
}

/// Checks that every scorer has an answer for at least one game. The run has no figures for a
/// scorer without answers. Usually, such a scorer's command is wrong.
pub(super) fn every_scorer_answers(figures: &Figures) -> Result<(), Failure> {
    let games = figures.counted();
    let mut silent = Vec::new();
    for (scorer, without) in figures.unanswered() {
        if games > 0 && without == games {
            let first = figures.first_no_answers.get(scorer);
            silent.push(no_answer_text(scorer, games, games, first));
        }
    }
    if silent.is_empty() {
        Ok(())
    } else {
        Err(Failure::Nothing(silent.join("\n")))
    }
}
