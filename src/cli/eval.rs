//! `seichi eval`: evaluates games and writes the reports of a run.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use anyhow::Context;

use super::args::{BoardsNdjson, EvalArgs, GamesCsv, RunArgs};
use super::checkpoint::{interrupted, open};
use super::config::words;
use super::exit::Failure;
use super::progress::Progress;
use super::run_output::{WrittenRun, enough_games, every_scorer_answers, print_run, report_faults};
use super::warnings::{ScorerWarnings, warn_of_cache, warn_of_labels};
use crate::input::{Labels, Shard, Walk};
use crate::pipeline::{Figures, Maps, Options, Pipeline, Summary, Timings};
use crate::report::{CHECKPOINT, FileForm, RowFormatter, RunCheckpoint, RunFacts, RunFolder, RunWriter};

pub(super) fn run(args: &EvalArgs, stop: &AtomicBool) -> Result<(), Failure> {
    let figures = evaluate(&args.run, args.shard, stop)?;
    let RunArgs { out, output, .. } = &args.run;
    print_run(&WrittenRun { out, format: args.format, output, pairs: args.pairs, shard: args.shard }, &figures)?;
    report_faults(&figures, out)?;
    // the answers of a share say nothing of the whole run
    if args.shard.is_none() { every_scorer_answers(&figures) } else { Ok(()) }
}

/// Evaluates the games, or a share of them, and writes the reports.
pub(super) fn evaluate(args: &RunArgs, shard: Option<Shard>, stop: &AtomicBool) -> Result<Figures, Failure> {
    let start = (SystemTime::now(), Instant::now());
    let (mut walk, labels) = args.games.walk()?;
    let labels = Arc::new(labels);
    let options = options(args, &walk, &labels, stop)?;
    if let Some(shard) = shard {
        walk.keep(shard);
    }
    let folder = create_folder(args)?;
    let partial = folder.path("");
    let checkpoint = open(args, shard, &options, &labels, &folder, stop)?;
    let mut writer = create_writer(args, folder, &walk, &options)?;
    // a share does not know which games the other shares have
    if !labels.is_empty() && shard.is_none() {
        writer.keep_names();
    }
    let timings = evaluate_walk(args, &walk, &labels, &options, &checkpoint, &mut writer)
        .map_err(|failure| interrupted(failure, args, &partial))?;
    warn_of_labels(&labels, &writer, args);
    warn_of_cache(&options);
    let figures = writer.figures(args.scoring.seed).with_context(|| failed(&args.out))?;
    // one share may have too few games: the minimum is for the merged run
    if let (Err(failure), None) = (enough_games(&figures, args.min_games), shard) {
        writer.give_up();
        return Err(failure);
    }
    let seconds = start.1.elapsed().as_secs_f64();
    let facts =
        RunFacts { arguments: words(), jobs: args.games.jobs(), started: unix_seconds(start.0), seconds, timings };
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
    let folder = writer.finish(figures, facts).with_context(|| failed(&args.out))?;
    // only a share keeps its checkpoint, for `merge`
    if lock.is_some() && !is_share {
        std::fs::remove_file(folder.join(CHECKPOINT)).with_context(|| failed(&args.out))?;
    }
    Ok(())
}

fn unix_seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Returns the options of the evaluation. `walk` has the files of all shares.
fn options(args: &RunArgs, walk: &Walk, labels: &Arc<Labels>, stop: &AtomicBool) -> Result<Options, Failure> {
    let maps = match args.boards_ndjson {
        BoardsNdjson::Plain => Maps::Differing,
        BoardsNdjson::All => Maps::All,
        BoardsNdjson::None => Maps::None,
    };
    let survey = args.games.survey(walk, labels, args.unique);
    let options = args.games.options(&args.scoring, stop)?;
    Ok(Options { maps, finished_only: args.finished, survey: Some(survey), ..options })
}

fn create_folder(args: &RunArgs) -> anyhow::Result<RunFolder> {
    let create = if args.resume { RunFolder::resume } else { RunFolder::create };
    create(&args.out, &args.games.paths).with_context(|| failed(&args.out))
}

fn create_writer(args: &RunArgs, folder: RunFolder, walk: &Walk, options: &Options) -> anyhow::Result<RunWriter> {
    let (games, boards) = (games_form(args.games_csv), boards_form(args.boards_ndjson));
    RunWriter::create(folder, games, boards, Summary::new(options), walk.skipped.clone(), args.games.limit)
        .with_context(|| format!("failed to write beside {}", args.out.display()))
}

/// Evaluates the files of `walk` and writes their games with `writer`.
fn evaluate_walk(
    args: &RunArgs,
    walk: &Walk,
    labels: &Labels,
    options: &Options,
    checkpoint: &RunCheckpoint<'_>,
    writer: &mut RunWriter,
) -> Result<Timings, Failure> {
    let (names, explain_options) = (&options.names(), &args.games.explain_options(&args.scoring));
    let mut progress = Progress::new(walk.entries.len(), &args.output);
    if checkpoint.known() > 0 && !args.output.quiet {
        progress
            .say(&format!("seichi: going on with a run that was interrupted: {} files are done", checkpoint.known()));
    }
    let mut warnings = ScorerWarnings::default();
    let (entries, jobs, stop) = (&walk.entries, args.games.jobs(), checkpoint.stop);
    let mismatches_only = args.games_csv == GamesCsv::None;
    let formatter = RowFormatter { names, mismatches_only, explain_options, labels, checkpoint };
    Pipeline { entries, labels, options, jobs, stop }.run(&formatter, |entry, games| {
        let games = checkpoint.games(entry, games)?;
        progress.file(games.len());
        for game in &games {
            progress.skipped(game, &args.output);
            warnings.print(names, game, &progress);
        }
        Ok(writer.file(&entry.name, games).with_context(|| failed(&args.out))?)
    })
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
