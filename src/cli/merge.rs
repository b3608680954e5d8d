//! `seichi merge`: merges the shares of a run into the whole run.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, anyhow};

use super::args::MergeArgs;
use super::eval::{boards_form, failed, games_form};
use super::exit::Failure;
use super::progress::Progress;
use super::run_output::{WrittenRun, enough_games, every_scorer_answers, print_run, report_faults};
use crate::pipeline::{Figures, Summary};
use crate::report::{CheckpointError, Checkpoints, FileForm, RunFacts, RunFolder, RunWriter, SavedRun};

pub(super) fn run(options: &MergeArgs, stop: &AtomicBool) -> Result<(), Failure> {
    let figures = merge(options, stop)?;
    let MergeArgs { out, format, output, .. } = options;
    print_run(&WrittenRun { out, format: *format, output, pairs: false, shard: None }, &figures)?;
    report_faults(&figures, out)?;
    every_scorer_answers(&figures)
}

fn merge(options: &MergeArgs, stop: &AtomicBool) -> Result<Figures, Failure> {
    let out = &options.out;
    let shares = Checkpoints::open(&options.runs)?;
    if shares.head.version != env!("CARGO_PKG_VERSION") {
        let ours = env!("CARGO_PKG_VERSION");
        return Err(anyhow!("the runs are of version {}, and this is {ours}", shares.head.version).into());
    }
    for run in &options.runs {
        SavedRun::read(run)?;
    }
    let is_out = |run: &Path| run.canonicalize().ok().is_some_and(|run| out.canonicalize().is_ok_and(|out| out == run));
    if options.runs.iter().any(|run| is_out(run)) {
        return Err(anyhow!("{} is one of the runs, and would be replaced: name another --out", out.display()).into());
    }
    let folder = RunFolder::create(out, &[]).with_context(|| failed(out))?;
    let head = &shares.head;
    let games = if head.has_games { games_form(options.games_csv) } else { FileForm::LeftOut };
    let boards = if head.has_boards { boards_form(options.boards_ndjson) } else { FileForm::LeftOut };
    let summary = Summary::of(head.strategies.clone(), head.dead_sources.clone());
    let mut writer = RunWriter::create(folder, games, boards, summary, shares.not_walked.clone(), None)
        .with_context(|| failed(out))?;
    let mut progress = Progress::new(shares.len(), &options.output);
    for file in shares.files() {
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted);
        }
        let (name, games) = file?;
        progress.file(games.len());
        for game in &games {
            progress.skipped(game, &options.output);
        }
        writer.file(&name, games).with_context(|| failed(out))?;
    }
    drop(progress);
    let figures = writer.figures(shares.head.seed).with_context(|| failed(out))?;
    enough_games(&figures, options.min_games)?;
    writer.finish(&figures, &facts(&shares)?, false).with_context(|| failed(out))?;
    Ok(figures)
}

/// Returns the facts of the whole run: the first share's arguments, the earliest start, the most threads, and the
/// summed times.
fn facts(shares: &Checkpoints) -> Result<RunFacts, CheckpointError> {
    let first = shares.facts.first().ok_or_else(|| CheckpointError::Shares("there are no runs".to_owned()))?;
    let mut whole = RunFacts { arguments: without_shard(&first.arguments), ..first.clone() };
    for other in &shares.facts[1..] {
        whole.jobs = whole.jobs.max(other.jobs);
        whole.started = whole.started.min(other.started);
        whole.seconds += other.seconds;
        whole.timings.add(&other.timings);
    }
    Ok(whole)
}

/// Returns the words of a command line without `--shard` and its value.
fn without_shard(words: &[String]) -> Vec<String> {
    let mut words = words.iter();
    let mut left = Vec::new();
    while let Some(word) = words.next() {
        if word == "--shard" {
            words.next();
        } else if !word.starts_with("--shard=") {
            left.push(word.clone());
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_no_part_of_the_whole_command() {
        let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(without_shard(&words("seichi eval --shard 1/2 x --shard=2/2 -o y")), words("seichi eval x -o y"));
    }
}
