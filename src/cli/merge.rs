//! `seichi merge`: merges the shares of a run into the whole run.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, anyhow};

use super::args::{BoardsNdjson, GamesCsv, MergeArgs};
use super::eval::{Said, enough_games, failed, report_faults, say};
use super::exit::Failure;
use super::progress::Progress;
use super::reports::{Files, Reports};
use crate::pipeline::{Figures, Summary};
use crate::report::{CheckpointError, Checkpoints, RunFacts, RunFolder};

pub(super) fn run(options: &MergeArgs, stop: &AtomicBool) -> Result<(), Failure> {
    let figures = merge(options, stop)?;
    let MergeArgs { out, format, output, .. } = options;
    say(&Said { out, format: *format, output, shard: None }, &figures)?;
    report_faults(&figures, out)
}

fn merge(options: &MergeArgs, stop: &AtomicBool) -> Result<Figures, Failure> {
    let out = &options.out;
    let parts = Checkpoints::open(&options.runs)?;
    if parts.head.version != env!("CARGO_PKG_VERSION") {
        let ours = env!("CARGO_PKG_VERSION");
        return Err(anyhow!("the runs are of version {}, and this is {ours}", parts.head.version).into());
    }
    let is_out = |run: &Path| run.canonicalize().ok().is_some_and(|run| out.canonicalize().is_ok_and(|out| out == run));
    if options.runs.iter().any(|run| is_out(run)) {
        return Err(anyhow!("{} is one of the runs, and would be replaced: name another --out", out.display()).into());
    }
    let folder = RunFolder::create(out, &[]).with_context(|| failed(out))?;
    let how = if parts.head.has_games { options.games_csv } else { GamesCsv::None };
    let summary = Summary::of(parts.head.strategies.clone(), parts.head.finders.clone());
    let boards = if parts.head.has_boards { options.boards_ndjson } else { BoardsNdjson::None };
    let files = Files::create(&folder, how, boards).with_context(|| failed(out))?;
    let mut reports = Reports::new(files, summary, parts.not_walked.clone(), None);
    let mut progress = Progress::new(parts.len(), &options.output);
    for file in parts.files() {
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted);
        }
        let (name, games) = file?;
        progress.file(games.len());
        for game in &games {
            progress.skipped(game, &options.output);
        }
        reports.file(&name, games).with_context(|| failed(out))?;
    }
    drop(progress);
    let figures = reports.figures(parts.head.seed).with_context(|| failed(out))?;
    enough_games(&figures, options.min_games)?;
    reports.finish(folder, &figures, &facts(&parts)?).with_context(|| failed(out))?;
    Ok(figures)
}

/// Returns the facts of the whole run: the first share's arguments, the earliest start, the most threads, and the
/// summed times.
fn facts(parts: &Checkpoints) -> Result<RunFacts, CheckpointError> {
    let first = parts.facts.first().ok_or_else(|| CheckpointError::Shares("there are no runs".to_owned()))?;
    let mut whole = RunFacts { arguments: without_shard(&first.arguments), ..first.clone() };
    for other in &parts.facts[1..] {
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
