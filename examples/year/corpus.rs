//! The games of a year: the games on which the gate runs, and the games that decide whether a change is harmful (the
//! truth).

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::slice;

use seichi::input::{Walk, WalkOptions, walk};
use seichi::rules::Method;
use seichi::run::SavedRun;

use crate::Done;
use crate::program::Program;

/// Two folders of games.
#[derive(Debug)]
pub(crate) struct Corpora {
    /// The games of the gate.
    pub(crate) gate: PathBuf,
    /// The games that decide whether a change is harmful.
    pub(crate) truth: PathBuf,
    /// The number of counted territory games in each.
    pub(crate) games: [usize; 2],
}

impl Corpora {
    /// Copies the games below `gate` and `truth` to the program's folder. Without `truth`, every second file of `gate`
    /// becomes the truth. Files without a counted game are left out, which keeps two thousand runs down to minutes.
    pub(crate) fn new(gate: &[PathBuf], truth: &[PathBuf], program: &Program) -> Done<Self> {
        let [gate_copy, truth_copy] = ["gate-games", "truth-games"].map(|name| program.folder.join(name));
        if truth.is_empty() {
            copy(gate, &gate_copy, program, |number| number % 2 == 0)?;
            copy(gate, &truth_copy, program, |number| number % 2 == 1)?;
        } else {
            copy(gate, &gate_copy, program, |_| true)?;
            copy(truth, &truth_copy, program, |_| true)?;
        }
        let number = |corpus: &PathBuf| Ok::<_, String>(counted(slice::from_ref(corpus), program)?.len());
        Ok(Self { games: [number(&gate_copy)?, number(&truth_copy)?], gate: gate_copy, truth: truth_copy })
    }
}

/// Copies the files with counted territory games whose index satisfies `wanted`. Area games are left out, since all
/// strategies score them alike.
fn copy(paths: &[PathBuf], to: &Path, program: &Program, wanted: impl Fn(usize) -> bool) -> Done<()> {
    let found = walk(paths, &WalkOptions::default()).map_err(|error| error.to_string())?;
    let games = counted(paths, program)?;
    let files: BTreeSet<&str> = games.iter().map(|game| file_of(game)).collect();
    let entries = found.entries.iter().filter(|entry| files.contains(entry.name.as_str()));
    for (_, entry) in entries.enumerate().filter(|&(number, _)| wanted(number)) {
        copy_file(&entry.path, &to.join(&entry.name))?;
    }
    copy_labels(&found, to)
}

fn copy_labels(found: &Walk, to: &Path) -> Done<()> {
    found.labels.iter().try_for_each(|file| copy_file(&file.path, &to.join(format!("{}labels.jsonl", file.below))))
}

fn copy_file(from: &Path, to: &Path) -> Done<()> {
    let parent = to.parent().expect("a file is in a folder");
    fs::create_dir_all(parent)
        .and_then(|()| fs::copy(from, to))
        .map_err(|error| format!("{}: {error}", from.display()))?;
    Ok(())
}

/// Returns the names of the counted territory games.
fn counted(paths: &[PathBuf], program: &Program) -> Done<BTreeSet<String>> {
    let mut words: Vec<&Path> = ["eval", "-qoeval"].map(Path::new).to_vec();
    words.extend(paths.iter().map(PathBuf::as_path));
    program.run(&words)?;
    let rows = SavedRun::read(&program.folder.join("eval")).and_then(|run| run.games());
    let rows = rows.map_err(|error| error.to_string())?;
    let wanted = rows.into_iter().filter(|row| row.is_counted() && row.method == Method::Territory.name());
    Ok(wanted.map(|row| row.game).collect())
}

/// Returns the file or archive that contains a game.
fn file_of(game: &str) -> &str {
    let file = game.rsplit_once('#').map_or(game, |(file, _)| file);
    file.split_once("!/").map_or(file, |(archive, _)| archive)
}
