//! `seichi eval`: evaluates games and writes the reports of a run.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context as _;
use clap::{Args, ValueEnum};

use super::args::{GamesArgs, OutputArgs, ScoringArgs, parse_share, report_format};
use super::exit::Failure;
use super::observer::Observer;
use super::output::{print, step_summary};
use super::progress::Progress;
use super::run_output::{enough_games, every_scorer_answers, report_faults};
use super::warnings::{ScorerWarnings, cache_warning, effect_warnings, warn_of_labels, warn_of_skipped};
use crate::input::{Entry, Labels, Walk};
use crate::pipeline::{
    Context, Effects, EvaluatedFile, Figures, Maps, MixedFolders, Options, Summary, Survey, Timings, evaluate,
};
use crate::render::{ReportFormat, RunReport};
use crate::run::{RowFormatter, RunFacts, RunFolder, RunWriter, SavedRun};
use crate::skip::Skip;

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
    /// Also say whether each game is safe to score, that is, can be counted without asking the players
    #[arg(long)]
    pub(crate) safety: bool,
    /// Use one record of each game: if several share their first fifty moves (allowing for symmetry), use only the longest,
    /// or none if their results differ
    #[arg(long)]
    pub(crate) unique: bool,
    /// Use only this share of the games, e.g. 0.05 or 5%, chosen by their names; a larger share includes any smaller one
    #[arg(long, value_name = "SHARE", value_parser = parse_share)]
    pub(crate) sample: Option<f64>,
    /// How to write boards.ndjson, used for the HTML pages
    #[arg(long, hide_short_help = true, value_enum, value_name = "HOW", default_value_t = BoardsNdjson::Plain)]
    pub(crate) boards_ndjson: BoardsNdjson,
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

/// How to write `boards.ndjson`, which the HTML pages are made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BoardsNdjson {
    /// Write boards.ndjson, with a line for each game where strategies differ from each other or from the label
    Plain,
    /// Write boards.ndjson, with a line for every game
    All,
    /// Do not write it; HTML pages and `seichi-corpus labels make` need it
    None,
}

pub(super) fn run(args: &EvalArgs, line: &CommandLine, stop: &AtomicBool) -> Result<(), Failure> {
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
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<SavedRun, Failure> {
    let started = SystemTime::now();
    let args = evaluation.args;
    let options = evaluation.options(stop)?;
    let (walk, labels) = args.games.walk(&options)?;
    let unsurveyed = Context { options: &options, labels: &labels, survey: None, stop };
    let mut survey = Survey::if_needed(&walk.entries, args.games.jobs(), &unsurveyed)?;
    let Pass { run, effects, timings } = loop {
        let context = Context { survey: survey.as_ref(), ..unsurveyed };
        if let Some(pass) = evaluation.pass(&walk, &context, observer)? {
            break pass;
        }
        survey = Some(Survey::read(&walk.entries, args.games.jobs(), &unsurveyed)?);
    };
    warn_of_labels(&labels, run.names(), observer);
    for warning in effect_warnings(&effects, &options) {
        observer.warn(&warning);
    }
    if let Some(warning) = cache_warning(&options) {
        observer.note(&warning);
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
    effects: Effects,
    timings: Timings,
}

impl Evaluation<'_> {
    /// Returns the options of the evaluation.
    pub(super) fn options(&self, stop: &AtomicBool) -> anyhow::Result<Options> {
        let args = self.args;
        let mut options = Options::default();
        args.games.apply(&mut options);
        args.scoring.apply(&mut options, stop)?;
        options.unique = args.unique;
        options.share = args.sample.unwrap_or(options.share);
        options.end.finished_only = args.finished;
        options.safety = args.safety;
        options.maps = match args.boards_ndjson {
            BoardsNdjson::Plain => Maps::Differing,
            BoardsNdjson::All => Maps::All,
            BoardsNdjson::None => Maps::None,
        };
        Ok(options)
    }

    /// Creates the folder of the run, and returns its writer. `not_walked` has the paths that the walk had to skip, sorted
    /// by name.
    pub(super) fn writer(
        &self,
        not_walked: Vec<(String, Skip)>,
        options: &Options,
        labels: &Labels,
    ) -> anyhow::Result<RunWriter> {
        let args = self.args;
        let has_boards = options.maps != Maps::None;
        let create = || {
            let folder = RunFolder::create(&args.out, &args.games.paths)?;
            RunWriter::create(folder, has_boards, Summary::new(options), not_walked, args.games.limit)
        };
        let mut writer = create().with_context(|| failed(&args.out))?;
        // with a limit or a sample, labels of games that are left out would look unused
        if !labels.is_empty() && args.games.limit.is_none() && args.sample.is_none() {
            writer.keep_names();
        }
        Ok(writer)
    }

    /// Evaluates the files of `walk`, and writes the rows of their games. Returns `None` if a folder has both area games and
    /// games without rules, so a survey is needed first; such folders are rare.
    fn pass(&self, walk: &Walk, context: &Context<'_>, observer: &mut dyn Observer) -> Result<Option<Pass>, Failure> {
        let args = self.args;
        let (names, explain_options, labels) = (&context.options.names(), &self.line.game_flags, context.labels);
        let formatter = RowFormatter { names, explain_options, labels };
        let mut run = self.writer(walk.skipped.clone(), context.options, labels)?;
        let mut effects = Effects::default();
        let mut warnings = ScorerWarnings::default();
        let mut folders = MixedFolders::new(context);
        observer.begin(walk.entries.len());
        let format = |entry: &Entry, games| formatter.games(entry, games);
        evaluate(&walk.entries, args.games.jobs(), context, format, |files| {
            for file in files.by_ref() {
                let EvaluatedFile { entry, rules, kept: games } = file?;
                if folders.add(&entry.name, &rules) {
                    return Ok(None);
                }
                observer.file(&games);
                for game in &games {
                    effects.add(&game.effects);
                    warnings.report_failures(names, game, observer);
                }
                run.file(&entry.name, games).with_context(|| failed(&args.out))?;
                if run.is_full() {
                    break;
                }
            }
            // the games after --limit might make a folder mixed
            let is_in_doubt = run.is_full() && folders.may_be_mixed();
            Ok((!is_in_doubt).then(|| Pass { run, effects, timings: files.timings() }))
        })
    }

    /// Writes the remaining files of a run that began at `started`, and moves the run to its folder.
    pub(super) fn finish(
        &self,
        mut writer: RunWriter,
        started: SystemTime,
        timings: Timings,
    ) -> Result<SavedRun, Failure> {
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

pub(super) fn failed(out: &Path) -> String {
    format!("failed to write the run to {out:?}")
}
