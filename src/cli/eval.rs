//! `seichi eval`: evaluates games and writes the reports of a run.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use anyhow::Context as _;
use clap::{Args, ValueEnum};

use super::args::{GamesArgs, OutputArgs, ScoringArgs, report_format};
use super::command_line::CommandLine;
use super::exit::Failure;
use super::observer::{Observer, Terminal};
use super::run_output::{enough_games, every_scorer_answers, print_run, report_faults};
use super::warnings::{ScorerWarnings, cache_warning, warn_of_labels};
use crate::input::{Entry, Walk};
use crate::pipeline::{Context, Figures, Maps, MixedFolders, Options, Summary, Timings, evaluate_all};
use crate::render::ReportFormat;
use crate::report::{FileForm, RowFormatter, RunFacts, RunFolder, RunWriter, SavedRun};
use crate::skip::Skip;

#[derive(Debug, Args)]
pub(crate) struct EvalArgs {
    /// Also compare every two strategies
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
    /// The folder to write the run to; it replaces an earlier run
    #[arg(short, long, value_name = "DIR", default_value = "reports")]
    pub(crate) out: PathBuf,
    /// Use only finished games: every border is closed, and no comment says that moves are missing
    #[arg(long)]
    pub(crate) finished: bool,
    /// Also say whether each game is safe to score, that is, can be counted without asking the players
    #[arg(long)]
    pub(crate) safety: bool,
    /// Use one record of each game: of records with the same first fifty moves, up to symmetry, only the longest, or
    /// none if their results differ
    #[arg(long)]
    pub(crate) unique: bool,
    /// How to write games.csv, by far the largest file of a run
    #[arg(long, hide_short_help = true, value_enum, value_name = "HOW", default_value_t = GamesCsv::Plain)]
    pub(crate) games_csv: GamesCsv,
    /// How to write boards.ndjson, the source of the pages
    #[arg(long, hide_short_help = true, value_enum, value_name = "HOW", default_value_t = BoardsNdjson::Plain)]
    pub(crate) boards_ndjson: BoardsNdjson,
    /// Exit with 3 if fewer than N games are evaluated
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) min_games: u64,
    #[command(flatten)]
    pub(crate) scoring: ScoringArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) games: GamesArgs,
}

/// How to write `games.csv`, which has a row for each game and strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GamesCsv {
    /// Write games.csv
    Plain,
    /// Write games.csv.gz
    Gzip,
    /// Write no file: `compare` and JUnit XML need it
    None,
}

/// How to write `boards.ndjson`, which has a line for each game where a strategy differs from the label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BoardsNdjson {
    /// Write boards.ndjson
    Plain,
    /// Write boards.ndjson, with a line for every game
    All,
    /// Write no file: pages and drafts of labels need it
    None,
}

pub(super) fn run(args: &EvalArgs, line: &CommandLine, stop: &AtomicBool) -> Result<(), Failure> {
    let evaluation = Evaluation { args: &args.run, line };
    let run = evaluate(&evaluation, stop, &mut Terminal::new(&args.run.output))?;
    print_run(args, &run)?;
    evaluation.check(&run.figures)
}

/// An evaluation with the settings of a command line.
#[derive(Clone, Copy)]
pub(super) struct Evaluation<'a> {
    pub(super) args: &'a RunArgs,
    pub(super) line: &'a CommandLine,
}

/// Evaluates the games and writes the run.
pub(super) fn evaluate(
    evaluation: &Evaluation<'_>,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<SavedRun, Failure> {
    let start = (SystemTime::now(), Instant::now());
    let args = evaluation.args;
    let options = evaluation.options(stop)?;
    let (walk, labels) = args.games.walk(&options)?;
    let context = Context { options: &options, labels: &labels, survey: None, stop };
    let mut written = if args.unique { None } else { evaluation.walk(&walk, &context, observer)? };
    if written.is_none() {
        // to know which records were counted by area, all of them are needed: survey them and begin again
        let survey = args.games.survey(&walk, &context, args.unique)?;
        written = evaluation.walk(&walk, &Context { survey: Some(&survey), ..context }, observer)?;
    }
    let (mut writer, timings) = written.expect("a survey knows all folders");
    warn_of_labels(&labels, &writer, args, observer);
    if let Some(warning) = cache_warning(&options) {
        observer.note(&warning);
    }
    let figures = writer.figures(args.scoring.seed).with_context(|| failed(&args.out))?;
    enough_games(&figures, args.min_games)?;
    let facts = evaluation.facts(start.0, start.1.elapsed().as_secs_f64(), timings);
    let mut run = writer.finish(figures, facts).with_context(|| failed(&args.out))?;
    // the name that the user gave
    run.folder.clone_from(&args.out);
    Ok(run)
}

impl Evaluation<'_> {
    /// Returns the options of the evaluation.
    pub(super) fn options(&self, stop: &AtomicBool) -> anyhow::Result<Options> {
        let args = self.args;
        let mut options = Options::default();
        args.games.apply(&mut options);
        args.scoring.apply(&mut options, stop)?;
        options.end.finished_only = args.finished;
        options.safety = args.safety.then(|| args.scoring.safety_check());
        options.maps = match args.boards_ndjson {
            BoardsNdjson::Plain => Maps::Differing,
            BoardsNdjson::All => Maps::All,
            BoardsNdjson::None => Maps::None,
        };
        Ok(options)
    }

    /// Returns the writer of the run in `folder`. `not_walked` has the paths that the walk had to skip, sorted by name.
    pub(super) fn writer(
        &self,
        folder: RunFolder,
        not_walked: Vec<(String, Skip)>,
        options: &Options,
    ) -> anyhow::Result<RunWriter> {
        let args = self.args;
        let games = match args.games_csv {
            GamesCsv::Plain => FileForm::Plain,
            GamesCsv::Gzip => FileForm::Gzip,
            GamesCsv::None => FileForm::LeftOut,
        };
        let boards = match args.boards_ndjson {
            BoardsNdjson::Plain | BoardsNdjson::All => FileForm::Plain,
            BoardsNdjson::None => FileForm::LeftOut,
        };
        RunWriter::create(folder, games, boards, Summary::new(options), not_walked, args.games.limit)
            .with_context(|| failed(&args.out))
    }

    /// Returns whether only rows of mismatches are written.
    pub(super) fn mismatches_only(&self) -> bool {
        self.args.games_csv == GamesCsv::None
    }

    /// Returns the facts of a run that began at `started` and took `seconds`.
    pub(super) fn facts(&self, started: SystemTime, seconds: f64, timings: Timings) -> RunFacts {
        let started = started.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        RunFacts { arguments: self.line.words.clone(), jobs: self.args.games.jobs(), started, seconds, timings }
    }

    /// Evaluates the files of `walk` and writes their games. Returns the writer of the run, and the time that each stage took;
    /// `None` if the run needs a survey that `context` does not have.
    fn walk(
        &self,
        walk: &Walk,
        context: &Context<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Option<(RunWriter, Timings)>, Failure> {
        let args = self.args;
        let folder = RunFolder::create(&args.out, &args.games.paths).with_context(|| failed(&args.out))?;
        let mut writer = self.writer(folder, walk.skipped.clone(), context.options)?;
        if !context.labels.is_empty() {
            writer.keep_names();
        }
        let (names, explain_options) = (&context.options.names(), &self.line.game_flags);
        let (mut warnings, mut mixed, mut is_cut) = (ScorerWarnings::default(), MixedFolders::default(), false);
        let labels = context.labels;
        let formatter = RowFormatter { names, mismatches_only: self.mismatches_only(), explain_options, labels };
        let format = |entry: &Entry, outcomes| formatter.games(entry, outcomes);
        observer.begin(walk.entries.len());
        let timings = evaluate_all(&walk.entries, args.games.jobs(), context, format, |entry, games| {
            if context.survey.is_none() {
                for game in &games {
                    mixed.add(&game.name, game.rules);
                }
            }
            if mixed.needs_survey(false) {
                return Ok(false);
            }
            observer.file(&games);
            for game in &games {
                warnings.pass(names, game, observer);
            }
            is_cut = !writer.file(&entry.name, games).with_context(|| failed(&args.out))?;
            Ok::<_, Failure>(!is_cut)
        });
        observer.end();
        let timings = timings?;
        Ok((!mixed.needs_survey(is_cut)).then_some((writer, timings)))
    }

    /// Returns an error if the program itself failed on a game of the run, or if a scorer has no answer at all.
    pub(super) fn check(&self, figures: &Figures) -> Result<(), Failure> {
        report_faults(figures, &self.args.out)?;
        every_scorer_answers(figures)
    }
}

pub(super) fn failed(out: &Path) -> String {
    format!("failed to write the reports to {}", out.display())
}
