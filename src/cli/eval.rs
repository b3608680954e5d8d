//! `seichi eval`: evaluates games and writes the reports of a run.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, anyhow, bail};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::args::{GamesArgs, OutputArgs, ScoringArgs, parse_share, report_format};
use super::each::{GamesSoFar, surveyed};
use super::exit::Failure;
use super::observer::Observer;
use super::output::{print, step_summary};
use super::progress::Progress;
use super::run_output::{enough_games, every_scorer_answers, report_faults};
use super::warnings::{ScorerWarnings, cache_notes, warn_of_skipped};
use crate::Stop;
use crate::input::Walk;
use crate::pipeline::{Context, EvaluatedFile, Figures, Maps, Options, Timings, evaluate};
use crate::render::{ReportFormat, RunReport};
use crate::run::{RowFormatter, RunFacts, RunWriter, SavedRun};

#[derive(Debug, Args)]
pub(crate) struct EvalArgs {
    /// Also compare every pair of strategies
    #[arg(long)]
    pub(crate) pairs: bool,
    /// The output format
    #[arg(long, default_value = "text", value_parser = report_format(|_| true))]
    pub(crate) format: &'static dyn ReportFormat,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// The arguments of an evaluation.
#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// The folder to write the run to; an earlier run there is replaced
    #[arg(short, long, value_name = "DIR", default_value = "reports")]
    pub(crate) out: PathBuf,
    /// Use only finished games: all borders between Black and White are closed, and no comment mentions missing moves
    #[arg(long)]
    pub(crate) finished: bool,
    /// Also say whether each game is safe to score, that is, whether it can be counted without asking the players
    #[arg(long)]
    pub(crate) safety: bool,
    /// Use one record of each game: if several records share their first fifty moves (allowing for symmetry), use only
    /// the longest, or none if their results differ
    #[arg(long)]
    pub(crate) unique: bool,
    /// Use only this share of the games, e.g. 0.05 or 5%, chosen by their names; a larger share includes every smaller
    /// share
    #[arg(long, value_name = "SHARE", value_parser = parse_share)]
    pub(crate) sample: Option<f64>,
    /// A planned comparison of two strategies, such as majority:linked (repeatable); it is tested alone, without correction
    /// for the other pairs
    #[arg(long, value_name = "A:B", value_parser = parse_pair)]
    pub(crate) compare: Vec<[String; 2]>,
    /// How to write boards.ndjson, used for the HTML pages
    #[arg(long, hide_short_help = true, value_enum, value_name = "HOW", default_value_t = Maps::Differing)]
    pub(crate) boards_ndjson: Maps,
    /// Exit with code 3 if fewer than N games are evaluated
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) min_games: u64,
    #[command(flatten)]
    pub(crate) scoring: ScoringArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) games: GamesArgs,
}

/// Reads the names of two strategies, such as `majority:linked`.
fn parse_pair(text: &str) -> anyhow::Result<[String; 2]> {
    let pair = text.split_once(':').filter(|(one, other)| one != other);
    pair.map(|(one, other)| [one.to_owned(), other.to_owned()])
        .ok_or_else(|| anyhow!("expected two strategies, such as majority:linked"))
}

/// How to write `boards.ndjson`, the source of the HTML pages: a line for each game whose maps are kept.
impl ValueEnum for Maps {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Differing, Self::All, Self::None]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self {
            Self::Differing => (
                "plain",
                "Write boards.ndjson, with a line for each game where strategies differ from each other or from the label",
            ),
            Self::All => ("all", "Write boards.ndjson, with a line for every game"),
            Self::None => ("none", "Do not write boards.ndjson; HTML pages and `seichi-corpus labels make` need it"),
        };
        Some(PossibleValue::new(name).help(help))
    }
}

pub(super) fn run(args: &EvalArgs, line: &CommandLine, stop: &Stop) -> Result<(), Failure> {
    let evaluation = Evaluation { args: &args.run, line };
    let run = write_run(&evaluation, stop, &mut Progress::new(0, &args.run.output))?;
    print_run(args, &run)?;
    evaluation.check(&run.figures)
}

/// Prints a new run in the format that the user chose.
fn print_run(args: &EvalArgs, run: &SavedRun) -> Result<(), Failure> {
    let output = &args.run.output;
    if output.quiet {
        return Ok(());
    }
    let report = RunReport { run, is_new: true, pairs: args.pairs, style: output.style() };
    if let Some(format) = args.format.step_summary() {
        step_summary(&format.run(&report)?)?;
    }
    print(args.format.run(&report)?)
}

/// A parsed command line.
#[derive(Clone, Debug)]
pub(super) struct CommandLine {
    /// The words that the user typed.
    pub(super) words: Vec<String>,
    /// The flags that make `explain` show a game the way this command evaluates it.
    pub(super) game_flags: Vec<String>,
}

/// An evaluation with the settings of a command line.
#[derive(Clone, Copy)]
pub(super) struct Evaluation<'a> {
    pub(super) args: &'a RunArgs,
    pub(super) line: &'a CommandLine,
}

/// The main job: walks the paths, evaluates the games of every file on several threads, and writes the run.
pub(super) fn write_run(
    evaluation: &Evaluation<'_>,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Result<SavedRun, Failure> {
    let started = SystemTime::now();
    let args = evaluation.args;
    let options = evaluation.options(stop)?;
    let (walk, labels) = args.games.walk(&options)?;
    let context = Context { options: &options, labels: &labels, survey: None, stop };
    let Pass { run, games, timings } =
        surveyed(&walk, args.games.jobs(), &context, |context| evaluation.pass(&walk, context, observer))?;
    games.warn(&context, observer);
    for note in cache_notes(&options) {
        observer.note(&note);
    }
    let mut run = evaluation.finish(run, started, timings)?;
    warn_of_skipped(&run.figures, observer);
    // the name that the user gave
    run.folder.clone_from(&args.out);
    Ok(run)
}

/// The rows of all games are written.
struct Pass {
    run: RunWriter,
    games: GamesSoFar,
    timings: Timings,
}

impl Evaluation<'_> {
    /// Returns the options of the evaluation.
    pub(super) fn options(&self, stop: &Stop) -> anyhow::Result<Options> {
        let args = self.args;
        let mut options = Options::default();
        args.games.apply(&mut options);
        args.scoring.apply(&mut options, stop)?;
        options.unique = args.unique;
        options.share = args.sample.unwrap_or(options.share);
        options.end.finished_only = args.finished;
        options.safety = args.safety;
        options.maps = args.boards_ndjson;
        let names = options.names();
        if let Some(name) = args.compare.iter().flatten().find(|name| !names.contains(name)) {
            bail!("--compare: {name} is not a strategy of this run: add it to --strategy");
        }
        options.planned.clone_from(&args.compare);
        Ok(options)
    }

    /// Evaluates the files of `walk`, and writes the rows of their games. Returns `None` if a survey is needed first.
    fn pass(&self, walk: &Walk, context: &Context<'_>, observer: &mut dyn Observer) -> Result<Option<Pass>, Failure> {
        let args = self.args;
        let (names, explain_options, labels) = (&context.options.names(), &self.line.game_flags, context.labels);
        let formatter = RowFormatter { names, explain_options, labels };
        let run = RunWriter::create(&args.out, &args.games.paths, context.options, walk.skipped.clone());
        let mut run = run.with_context(|| failed(&args.out))?;
        let mut so_far = GamesSoFar::new(args.games.limit, context);
        let mut warnings = ScorerWarnings::default();
        observer.begin(walk.entries.len());
        let format = |entry: &_, outcomes| formatter.games(entry, outcomes);
        evaluate(&walk.entries, args.games.jobs(), context, format, |files| {
            for file in files.by_ref() {
                let EvaluatedFile { entry, kept: mut games } = file?;
                if games.iter().any(|game| so_far.finds_mixed_folder(&game.name, game.rules)) {
                    return Ok(None);
                }
                observer.file(&games);
                games.retain(|game| so_far.add(&game.name, &game.effects));
                for game in &games {
                    warnings.report_failures(names, game, observer);
                }
                run.file(&entry.name, &games).with_context(|| failed(&args.out))?;
                if so_far.is_full() {
                    break;
                }
            }
            let timings = files.timings();
            Ok((!so_far.is_in_doubt()).then_some(Pass { run, games: so_far, timings }))
        })
    }

    /// Writes the remaining files of a run that began at `started`, and moves the run to its folder.
    fn finish(&self, mut writer: RunWriter, started: SystemTime, timings: Timings) -> Result<SavedRun, Failure> {
        let args = self.args;
        let figures = writer.figures(args.scoring.seed, args.games.jobs()).with_context(|| failed(&args.out))?;
        enough_games(&figures, args)?;
        let facts = RunFacts {
            arguments: self.line.words.clone(),
            commit: option_env!("SEICHI_COMMIT"),
            jobs: args.games.jobs(),
            started: started.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()),
            seconds: started.elapsed().unwrap_or_default().as_secs_f64(),
            timings,
        };
        Ok(writer.finish(figures, facts).with_context(|| failed(&args.out))?)
    }

    /// Returns an error if the program itself failed on a game of the run, or if a scorer has no answer at all.
    pub(super) fn check(&self, figures: &Figures) -> Result<(), Failure> {
        report_faults(figures, &self.args.out)?;
        every_scorer_answers(figures)
    }
}

fn failed(out: &Path) -> String {
    format!("failed to write the run to {out:?}")
}
