//! `seichi eval`: evaluates games and writes the reports of a run.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use anyhow::Context;

use super::args::{BoardsNdjson, EvalArgs, GamesCsv, RunArgs};
use super::command_line::CommandLine;
use super::exit::Failure;
use super::observer::{Observer, Terminal};
use super::run_output::{enough_games, every_scorer_answers, print_run, report_faults};
use super::warnings::{ScorerWarnings, cache_warning, warn_of_labels};
use crate::input::{Entry, Labels, Walk};
use crate::pipeline::{Figures, GameOutcome, Maps, Options, Pipeline, Summary, Timings};
use crate::report::{FileForm, RowFormatter, RunFacts, RunFolder, RunWriter, SavedRun};
use crate::skip::Skip;

pub(super) fn run(args: &EvalArgs, line: &CommandLine, stop: &AtomicBool) -> Result<(), Failure> {
    let evaluation = Evaluation { args: &args.run, line };
    let run = evaluate(&evaluation, stop, &mut Terminal::new(&args.run.output))?;
    print_run(args, &run)?;
    evaluation.check(&run.figures)
}

/// An evaluation as a command line asks for it.
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
    let (walk, labels) = args.games.walk(args.scoring.ownership())?;
    let labels = Arc::new(labels);
    let survey = args.games.survey(&walk, &labels, args.unique);
    let options = Options { survey: Some(survey), ..evaluation.options(stop)? };
    let folder = RunFolder::create(&args.out, &args.games.paths).with_context(|| failed(&args.out))?;
    let mut writer = evaluation.writer(folder, walk.skipped.clone(), &options)?;
    if !labels.is_empty() {
        writer.keep_names();
    }
    let timings = evaluation.walk(&walk, &labels, &options, stop, &mut writer, observer)?;
    warn_of_labels(&labels, &writer, args, observer);
    if let Some(warning) = cache_warning(&options) {
        observer.note(&warning);
    }
    let figures = writer.figures(args.scoring.seed).with_context(|| failed(&args.out))?;
    enough_games(&figures, args.min_games)?;
    let facts = evaluation.facts(start.0, start.1.elapsed().as_secs_f64(), timings);
    let mut run = writer.finish(figures, facts).with_context(|| failed(&args.out))?;
    // as the user names it
    run.folder.clone_from(&args.out);
    Ok(run)
}

impl Evaluation<'_> {
    /// Returns the options of the evaluation, without a survey of all records.
    pub(super) fn options(&self, stop: &AtomicBool) -> anyhow::Result<Options> {
        let maps = match self.args.boards_ndjson {
            BoardsNdjson::Plain => Maps::Differing,
            BoardsNdjson::All => Maps::All,
            BoardsNdjson::None => Maps::None,
        };
        let options = self.args.games.options(&self.args.scoring, stop)?;
        let safety = self.args.safety.then(|| self.args.scoring.safety_check());
        Ok(Options { maps, finished_only: self.args.finished, safety, ..options })
    }

    /// Returns the writer of the run in `folder`. `not_walked` are the paths that the walk had to skip, sorted by name.
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

    /// Returns whether rows are written of mismatches only.
    pub(super) fn mismatches_only(&self) -> bool {
        self.args.games_csv == GamesCsv::None
    }

    /// Returns the facts of a run that began at `started` and took `seconds`.
    pub(super) fn facts(&self, started: SystemTime, seconds: f64, timings: Timings) -> RunFacts {
        let started = started.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        RunFacts { arguments: self.line.words.clone(), jobs: self.args.games.jobs(), started, seconds, timings }
    }

    /// Evaluates the files of `walk` and writes their games with `writer`.
    fn walk(
        &self,
        walk: &Walk,
        labels: &Labels,
        options: &Options,
        stop: &AtomicBool,
        writer: &mut RunWriter,
        observer: &mut dyn Observer,
    ) -> Result<Timings, Failure> {
        let args = self.args;
        let (names, explain_options) = (&options.names(), &args.games.explain_options(&args.scoring));
        observer.begin(walk.entries.len());
        let mut warnings = ScorerWarnings::default();
        let (entries, jobs) = (&walk.entries, args.games.jobs());
        let formatter = RowFormatter { names, mismatches_only: self.mismatches_only(), explain_options, labels };
        let format = |entry: &Entry, outcomes: Vec<GameOutcome>| formatter.games(entry, outcomes);
        let result = Pipeline { entries, labels, options, jobs, stop }.run(&format, |entry, games| {
            observer.file(&games);
            for game in &games {
                warnings.pass(names, game, observer);
            }
            Ok(writer.file(&entry.name, games).with_context(|| failed(&args.out))?)
        });
        observer.end();
        result
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
