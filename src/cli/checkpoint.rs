//! Opens the checkpoint of `--resume` and `--shard`, and says what the user can do about its errors.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::anyhow;

use super::args::{BoardsNdjson, GamesCsv, RunArgs};
use super::command_line::CommandLine;
use super::eval::Evaluation;
use super::exit::Failure;
use crate::input::Labels;
use crate::pipeline::Options;
use crate::report::{CHECKPOINT, CheckpointError, CheckpointFile, Head, RunCheckpoint, RunFolder, shell_word};

/// The settings that may differ between a run and its continuation: those of the terminal, the machine, the output and
/// the gate.
const FREE: [&str; 20] = [
    "jobs",
    "out",
    "resume",
    "shard",
    "games-csv",
    "boards-ndjson",
    "limit",
    "min-games",
    "format",
    "color",
    "no-progress",
    "quiet",
    "verbose",
    "baseline",
    "max-new-mismatches",
    "max-drop",
    "alpha",
    "max-skip-rate",
    "junit",
    "markdown",
];

/// Opens the checkpoint of a run in `folder`. Without `--resume` and `--shard` it has no file, and nothing is kept.
pub(super) fn open<'a>(
    evaluation: &Evaluation<'_>,
    options: &Options,
    labels: &Labels,
    folder: &RunFolder,
    stop: &'a AtomicBool,
) -> anyhow::Result<RunCheckpoint<'a>> {
    let Evaluation { args, shard, .. } = *evaluation;
    let path = folder.path(CHECKPOINT);
    let file = if args.resume || shard.is_some() {
        let head = head(evaluation, options, labels);
        Some(CheckpointFile::open(&path, &head).map_err(|error| advised(error, &path))?)
    } else {
        None
    };
    Ok(RunCheckpoint::new(file, shard, Some(&folder.path("")), stop)?)
}

fn head(evaluation: &Evaluation<'_>, options: &Options, labels: &Labels) -> Head {
    let Evaluation { args, shard, line } = *evaluation;
    let decides = line.settings.iter().filter(|(key, _)| !FREE.contains(&key.as_str())).map(|(_, line)| line.clone());
    let digest = format!("the labels files' digest = {:016x}", labels.digest());
    // the lines of boards.ndjson are kept, and only this setting has more of them
    let all_boards = (args.boards_ndjson == BoardsNdjson::All).then(|| "boards-ndjson = \"all\"".to_owned());
    Head {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        settings: decides.chain([digest]).chain(all_boards).collect(),
        shard,
        strategies: options.names(),
        dead_sources: options.dead_sources(),
        seed: args.scoring.seed,
        has_games: args.games_csv != GamesCsv::None,
        has_boards: args.boards_ndjson != BoardsNdjson::None,
    }
}

/// Adds advice to the error of a run that can't be continued.
fn advised(error: CheckpointError, path: &Path) -> anyhow::Error {
    let folder = path.parent().unwrap_or(path).display();
    match error {
        CheckpointError::Other { .. } | CheckpointError::Damaged { .. } => {
            anyhow!("{error}; to begin anew, remove {folder}")
        }
        other => other.into(),
    }
}

/// Adds to the message of an interruption the command that continues the run, or, without `--resume`, how to be able to.
/// `folder` is the temporary folder of the run.
pub(super) fn interrupted(failure: Failure, args: &RunArgs, line: &CommandLine, folder: &Path) -> Failure {
    match failure {
        Failure::Interrupted => Failure::Stopped(if args.resume {
            let words: Vec<String> = line.words.iter().map(|word| shell_word(word)).collect();
            format!("interrupted: what is done is kept in {}; to go on: {}", folder.display(), words.join(" "))
        } else {
            "interrupted: nothing was written; with --resume, a run keeps what is done and can go on".to_owned()
        }),
        other => other,
    }
}
