//! `seichi eval`: evaluates games and writes the reports of a run.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use anyhow::Context;

use super::args::{BoardsNdjson, EvalArgs, GamesCsv, RunArgs};
use super::checkpoint::{interrupted, open};
use super::command_line::CommandLine;
use super::exit::Failure;
use super::observer::{Observer, Terminal};
use super::run_output::{WrittenRun, enough_games, every_scorer_answers, print_run, report_faults};
use super::warnings::{ScorerWarnings, cache_warning, warn_of_labels};
use crate::input::{Labels, Shard, Walk};
use crate::pipeline::{Figures, Maps, Options, Pipeline, Summary, Timings};
use crate::report::{CHECKPOINT, FileForm, RowFormatter, RunCheckpoint, RunFacts, RunFolder, RunWriter};
use crate::skip::Skip;

pub(super) fn run(args: &EvalArgs, line: &CommandLine, stop: &AtomicBool) -> Result<(), Failure> {
    let evaluation = Evaluation { args: &args.run, shard: args.shard, line };
    let figures = evaluate(&evaluation, stop, &mut Terminal::new(&args.run.output))?;
    let RunArgs { out, output, .. } = &args.run;
    print_run(&WrittenRun { out, format: args.format, output, pairs: args.pairs, shard: args.shard }, &figures)?;
    evaluation.check(&figures)
}

/// An evaluation as a command line asks for it.
#[derive(Clone, Copy)]
pub(super) struct Evaluation<'a> {
    pub(super) args: &'a RunArgs,
    /// The share of the files that is evaluated; all files if `None`.
    pub(super) shard: Option<Shard>,
    pub(super) line: &'a CommandLine,
}

/// Evaluates the games, or a share of them, and writes the reports.
pub(super) fn evaluate(
    evaluation: &Evaluation<'_>,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<Figures, Failure> {
    let start = (SystemTime::now(), Instant::now());
    let Evaluation { args, shard, line } = *evaluation;
    let (mut walk, labels) = args.games.walk(args.scoring.ownership())?;
    let labels = Arc::new(labels);
    let survey = args.games.survey(&walk, &labels, args.unique);
    let options = Options { survey: Some(survey), ..evaluation.options(stop)? };
    if let Some(shard) = shard {
        walk.keep(shard);
    }
    let folder = create_folder(args)?;
    let partial = folder.path("");
    let checkpoint = open(evaluation, &options, &labels, &folder, stop)?;
    if let Some(line) = checkpoint.damaged() {
        let path = partial.join(CHECKPOINT);
        let text = "is damaged: the files on it and on the lines behind it are evaluated again";
        observer.warn(&format!("line {line} of {} {text}", path.display()));
    }
    let mut writer = evaluation.writer(folder, walk.skipped.clone(), &options)?;
    // a share does not know which games the other shares have
    if !labels.is_empty() && shard.is_none() {
        writer.keep_names();
    }
    let timings = evaluation
        .walk(&walk, &labels, &options, &checkpoint, &mut writer, observer)
        .map_err(|failure| interrupted(failure, args, line, &partial))?;
    warn_of_labels(&labels, &writer, args, observer);
    if let Some(warning) = cache_warning(&options) {
        observer.note(&warning);
    }
    let figures = writer.figures(args.scoring.seed).with_context(|| failed(&args.out))?;
    // one share may have too few games: the minimum is for the merged run
    if let (Err(failure), None) = (enough_games(&figures, args.min_games), shard) {
        writer.give_up();
        return Err(failure);
    }
    let seconds = start.1.elapsed().as_secs_f64();
    let facts = evaluation.facts(start.0, seconds, timings);
    finish(args, &walk, checkpoint, writer, &figures, &facts)?;
    Ok(figures)
}

/// Writes the remaining files of a run and puts it in its folder.
fn finish(
    args: &RunArgs,
    walk: &Walk,
    checkpoint: RunCheckpoint<'_>,
    writer: RunWriter,
    figures: &Figures,
    facts: &RunFacts,
) -> Result<(), Failure> {
    let is_share = checkpoint.shard.is_some();
    // the lock of the checkpoint is held until the run is in its folder
    let lock = checkpoint.finish(writer.files_read(), &walk.skipped, facts)?;
    let folder = writer.finish(figures, facts, is_share).with_context(|| failed(&args.out))?;
    // only a share keeps its checkpoint, for `merge`
    if lock.is_some() && !is_share {
        std::fs::remove_file(folder.join(CHECKPOINT)).with_context(|| failed(&args.out))?;
    }
    Ok(())
}

fn create_folder(args: &RunArgs) -> anyhow::Result<RunFolder> {
    let create = if args.resume { RunFolder::resume } else { RunFolder::create };
    create(&args.out, &args.games.paths).with_context(|| failed(&args.out))
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
        let (games, boards) = (games_form(args.games_csv), boards_form(args.boards_ndjson));
        RunWriter::create(folder, games, boards, Summary::new(options), not_walked, args.games.limit)
            .with_context(|| format!("failed to write beside {}", args.out.display()))
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
        checkpoint: &RunCheckpoint<'_>,
        writer: &mut RunWriter,
        observer: &mut dyn Observer,
    ) -> Result<Timings, Failure> {
        let args = self.args;
        let (names, explain_options) = (&options.names(), &args.games.explain_options(&args.scoring));
        observer.begin(walk.entries.len(), checkpoint.known());
        let mut warnings = ScorerWarnings::default();
        let (entries, jobs, stop) = (&walk.entries, args.games.jobs(), checkpoint.stop);
        let formatter =
            RowFormatter { names, mismatches_only: self.mismatches_only(), explain_options, labels, checkpoint };
        let result = Pipeline { entries, labels, options, jobs, stop }.run(&formatter, |entry, games| {
            let games = checkpoint.games(entry, games)?;
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
        // the answers of a share say nothing of the whole run
        if self.shard.is_none() { every_scorer_answers(figures) } else { Ok(()) }
    }
}

pub(super) fn games_form(choice: GamesCsv) -> FileForm {
    match choice {
        GamesCsv::Plain => FileForm::Plain,
        GamesCsv::Gzip => FileForm::Gzip,
        GamesCsv::None => FileForm::LeftOut,
    }
}

pub(super) fn boards_form(choice: BoardsNdjson) -> FileForm {
    match choice {
        BoardsNdjson::Plain | BoardsNdjson::All => FileForm::Plain,
        BoardsNdjson::None => FileForm::LeftOut,
    }
}

pub(super) fn failed(out: &Path) -> String {
    format!("failed to write the reports to {}", out.display())
}
