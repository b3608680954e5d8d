//! Rows of an archive's members that wait in a file.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use allocation_counter::measure;

use super::{CheckpointError, CheckpointFile, Head, RunCheckpoint};
use crate::dead::DeadFrom;
use crate::input::{Content, Entry, Labels};
use crate::pipeline::{Maps, Options, Pipeline};
use crate::report::run::{FormattedGame, RowFormatter};

/// Returns a tar of games whose names are in no order.
fn tar(members: usize) -> Entry {
    let game = "(;SZ[5]RU[Japanese]KM[0.5]RE[B+1.5]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][aa];B[];W[]\
                TB[aa][ab][ac][ad][ae][ba][bb][bc][bd][be]TW[ea][eb][ec][ed][ee])";
    let mut tar = tar::Builder::new(Vec::new());
    for number in 0..members {
        let mut header = tar::Header::new_gnu();
        header.set_size(game.len() as u64);
        tar.append_data(&mut header, format!("{}.sgf", number * 7919 % 10007), game.as_bytes()).unwrap();
    }
    Entry::new("x.tar".to_owned(), "x.tar".into()).with_content(Content::new(tar.into_inner().unwrap()))
}

/// Evaluates an archive with a checkpoint whose rows take at most 64 KiB of memory, on `jobs` threads, and passes each game
/// to `take`.
fn evaluate(
    archive: &Entry,
    checkpoint: RunCheckpoint<'_>,
    jobs: usize,
    mut take: impl FnMut(FormattedGame),
) -> anyhow::Result<()> {
    let checkpoint = &RunCheckpoint { most_in_memory: 64 << 10, ..checkpoint };
    let options = Options { maps: Maps::All, dead: vec![DeadFrom::Marks], ..Options::default() };
    let (names, labels) = (&options.names(), &Labels::default());
    let formatter = RowFormatter { names, mismatches_only: false, explain_options: &[], labels, checkpoint };
    let entries = std::slice::from_ref(archive);
    Pipeline { entries, labels, options: &options, jobs, stop: checkpoint.stop }.run(&formatter, |entry, games| {
        checkpoint.games(entry, games)?.into_iter().for_each(&mut take);
        Ok::<_, anyhow::Error>(true)
    })?;
    assert_eq!(checkpoint.in_memory.load(Ordering::Relaxed), 0, "what waits in memory is counted");
    assert!(checkpoint.waiting.as_ref().is_none_or(|file| file.len() == 0), "no row waits in the file");
    Ok(())
}

fn in_folder<'a>(folder: &Path, stop: &'a AtomicBool) -> RunCheckpoint<'a> {
    RunCheckpoint::new(None, None, Some(folder), stop).unwrap()
}

fn json(game: &FormattedGame) -> String {
    serde_json::to_string(game).unwrap()
}

#[test]
fn rows_are_the_same_whether_they_wait_in_a_file_or_in_memory() {
    let (folder, stop) = (tempfile::tempdir().unwrap(), AtomicBool::new(false));
    let archive = tar(300);
    let (mut in_memory, mut rows) = (Vec::new(), 0);
    evaluate(&archive, RunCheckpoint::in_memory(&stop), 1, |game| {
        rows += game.memory();
        in_memory.push(json(&game));
    })
    .unwrap();
    assert!(in_memory.len() == 300 && rows > 10 * (64 << 10), "{rows} bytes");
    for jobs in [1, 3] {
        let mut in_file = Vec::new();
        evaluate(&archive, in_folder(folder.path(), &stop), jobs, |game| in_file.push(json(&game))).unwrap();
        assert!(in_file == in_memory, "{jobs} jobs");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "the file has no name");
    let head = Head {
        version: String::new(),
        settings: Vec::new(),
        shard: None,
        strategies: Vec::new(),
        dead_sources: BTreeMap::new(),
        seed: 0,
        has_games: true,
        has_boards: false,
    };
    for run in ["a new checkpoint", "one of an interrupted run"] {
        let file = CheckpointFile::open(&folder.path().join("checkpoint"), &head).unwrap();
        let mut in_checkpoint = Vec::new();
        let checkpoint = RunCheckpoint::new(Some(file), None, Some(folder.path()), &stop).unwrap();
        evaluate(&archive, checkpoint, 1, |game| in_checkpoint.push(json(&game))).unwrap();
        assert!(in_checkpoint == in_memory, "{run}");
    }
}

#[test]
fn memory_does_not_grow_with_the_rows_of_an_archive() {
    let (folder, stop) = (tempfile::tempdir().unwrap(), AtomicBool::new(false));
    let bytes = |members: usize| {
        let archive = tar(members);
        let (mut games, mut rows) = (0, 0);
        let measured = measure(|| {
            evaluate(&archive, in_folder(folder.path(), &stop), 1, |game| {
                games += 1;
                rows += game.memory();
            })
            .unwrap();
        });
        assert_eq!(games, members);
        (measured.bytes_max, rows as u64)
    };
    let ((few, few_rows), (many, many_rows)) = (bytes(500), bytes(1500));
    // a name and a position wait for each member
    assert!(many < few + 1000 * 256, "{few} bytes for 500 members, {many} for 1500");
    assert!(many_rows - few_rows > 1000 * 2048, "{few_rows} and {many_rows} bytes of rows");
}

/// Returns a checkpoint whose rows wait in a file on a full disk.
#[cfg(target_os = "linux")]
fn on_a_full_disk(stop: &AtomicBool) -> RunCheckpoint<'_> {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let checkpoint = in_folder(&std::env::temp_dir(), stop);
    checkpoint.waiting.as_ref().unwrap().write_to(full);
    checkpoint
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let stop = AtomicBool::new(false);
    let mut taken = 0;
    let error = evaluate(&tar(3000), on_a_full_disk(&stop), 2, |_| taken += 1).unwrap_err();
    assert!(error.to_string().contains("No space left"), "{error}");
    assert!(matches!(error.downcast(), Ok(CheckpointError::Io { .. })));
    assert_eq!(taken, 0, "no row is taken for one that was lost");
}

#[cfg(target_os = "linux")]
#[test]
fn rows_for_which_memory_is_left_are_not_written() {
    let stop = AtomicBool::new(false);
    let mut taken = 0;
    evaluate(&tar(3), on_a_full_disk(&stop), 2, |_| taken += 1).unwrap();
    assert_eq!(taken, 3);
}
