//! Compares a run whose files are evaluated by independent workers with `seichi eval` on one machine.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use seichi::cli::Observer;
use seichi::cli::embed::{ClusterRow, ClusterRun, ClusterWorker, EvalCommand, LabelFiles};
use seichi::input::{Content, FoundFile};
use seichi::report::FormattedGame;

/// An observer that ignores everything.
struct Silent;

impl Observer for Silent {
    fn begin(&mut self, _: usize) {}

    fn file(&mut self, _: &[FormattedGame]) {}

    fn note(&mut self, _: &str) {}

    fn warn(&mut self, _: &str) {}
}

fn command(words: &[&str], out: &Path) -> EvalCommand {
    let words = ["seichi", "eval"].iter().chain(words).map(OsString::from);
    EvalCommand::parse(&words.chain(["-o".into(), out.into()]).collect::<Vec<_>>(), Vec::new()).unwrap()
}

/// Returns all files below a folder.
fn files(folder: &Path, base: &Path) -> Vec<FoundFile> {
    let below = |path: PathBuf| {
        let name = FoundFile::name_of(path.strip_prefix(base).unwrap().to_str().unwrap());
        FoundFile { name, content: Content::new(fs::read(&path).unwrap()), path }
    };
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path, base) } else { vec![below(path)] }).collect()
}

/// Returns the rows of all files, evaluated `at_once` at a time.
fn rows(words: &[&str], folder: &Path, labels: &LabelFiles, at_once: usize) -> Vec<ClusterRow> {
    let worker = ClusterWorker::new(command(words, Path::new("reports")), labels, true).unwrap();
    let mut rows = Vec::new();
    let mut files = files(folder, folder);
    files.reverse();
    for batch in files.chunks(at_once) {
        let mut take = |row| {
            rows.push(row);
            true
        };
        worker.evaluate(batch.to_vec(), &AtomicBool::new(false), &mut take).unwrap();
    }
    rows
}

/// Writes a run from unsorted rows.
fn write(words: &[&str], out: &Path, labels: &LabelFiles, rows: Vec<ClusterRow>) {
    let (mut games, notes): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.key.is_some());
    games.sort_by(|a, b| (&a.key, a.part).cmp(&(&b.key, b.part)));
    let notes = notes.iter().map(|note| note.json.as_str());
    let mut run = ClusterRun::new(command(words, out), labels, notes, SystemTime::now()).unwrap();
    for row in games {
        if !run.add(row).unwrap() {
            break;
        }
    }
    run.finish(&mut Silent).unwrap();
}

/// Returns the tables of a run.
fn tables(run: &Path) -> Vec<(String, String)> {
    let mut tables: Vec<(String, String)> = fs::read_dir(run)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| !path.ends_with("run.json"))
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(&path).unwrap()))
        .collect();
    tables.sort();
    tables
}

/// Writes a folder of games. Some depend on the rules of other games in their folder.
fn corpus(folder: &Path) {
    let area = "(;SZ[5]RU[Chinese]KM[0]RE[B+25];B[cc];W[];B[])";
    let no_rules = "(;SZ[5]KM[0]RE[B+24];B[cc];W[];B[])";
    let many = [no_rules, area].concat().repeat(200);
    let mut archive = tar::Builder::new(Vec::new());
    for (name, text) in [("b/2.sgf", no_rules), ("a/1.sgf", area), ("a/3.sgf", no_rules), ("b/2.sgf", "(;SZ[99])")] {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        archive.append_data(&mut header, name, text.as_bytes()).unwrap();
    }
    let archive = archive.into_inner().unwrap();
    for (name, bytes) in [
        ("area/0.sgf", area.as_bytes()),
        ("area/1.sgf", no_rules.as_bytes()),
        ("plain/0.sgf", no_rules.as_bytes()),
        ("plain/area/many.sgf", many.as_bytes()),
        ("games.tar", &archive),
        ("damaged.tar", &archive[..600]),
        ("old.gib", b"\\HS"),
        ("labels.jsonl", br#"{"game": "plain/0.sgf#1", "result": "B+25", "dead": []}"#),
        ("corpus.toml", b"[folder.\"plain/area\"]\nkomi = 0.5\n"),
    ] {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

#[test]
fn cluster_run_equals_run_on_one_machine() {
    let top = tempfile::tempdir().unwrap();
    let folder = top.path().join("games");
    corpus(&folder);
    let path = folder.to_str().unwrap();
    for flags in
        [&["--dead", "none"][..], &["--dead", "none", "--limit", "30"], &["--dead", "none", "--exclude", "area"]]
    {
        let words = [&[path], flags].concat();
        let here = top.path().join("here");
        command(&words, &here).run(&AtomicBool::new(false), &mut Silent).unwrap();
        let labels = command(&words, &here).label_files(files(&folder, &folder)).unwrap();
        for at_once in [1, 2, 100] {
            let there = top.path().join("there");
            write(&words, &there, &labels, rows(&words, &folder, &labels, at_once));
            assert_eq!(tables(&here), tables(&there), "{flags:?}, {at_once} at once");
        }
        let skipped = &tables(&here)[tables(&here).iter().position(|(name, _)| name == "skipped.csv").unwrap()].1;
        let is_plain = flags.contains(&"--exclude");
        assert_eq!(skipped.contains("area/1.sgf#1"), !is_plain, "{skipped}");
        assert!(skipped.contains("unknown_rules") && !skipped.contains("plain/0.sgf"), "{skipped}");
    }
}

#[test]
fn invalid_cluster_rows_and_flags_are_errors() {
    let top = tempfile::tempdir().unwrap();
    let folder = top.path().join("games");
    corpus(&folder);
    let (out, words, labels) = (top.path().join("out"), ["games", "--dead", "none"], LabelFiles::default());
    let rows = rows(&words, &folder, &labels, 3);
    let games: Vec<&ClusterRow> = rows.iter().filter(|row| row.key.is_some()).collect();
    let run = || ClusterRun::new(command(&words, &out), &labels, [], SystemTime::now()).unwrap();
    let last = games.iter().max_by_key(|row| row.key.clone()).unwrap();
    let first = games.iter().min_by_key(|row| row.key.clone()).unwrap();
    for (second, message) in [(last, "two files have the name"), (first, "not sorted")] {
        let mut run = run();
        run.add((*last).clone()).unwrap();
        let error = run.add((*second).clone()).unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
    }
    let row = |key: &str| ClusterRow { key: Some(key.into()), part: 0, json: format!("[{key:?},[]]") };
    let mut run = run();
    for key in ["a.zip!", "a.zip!/", "a.zip!b/x.sgf"] {
        run.add(row(key)).unwrap();
    }
    run.add(row("b.zip!/")).unwrap();
    let error = run.add(row("b.zip!/x.sgf")).unwrap_err();
    assert!(error.to_string().contains("may have the name of a member"), "{error}");
    for (flag, value) in [("--unique", None), ("--jobs", Some("2"))] {
        let words: Vec<&str> = words.into_iter().chain([flag]).chain(value).collect();
        let error = command(&words, &out).check_cluster().unwrap_err();
        assert!(error.to_string().starts_with(flag) && error.code() == 2, "{error}");
    }
    let words = ["games", "--dead", "ownership", "--ownership", "ownership.jsonl"];
    let error = command(&words, &out).check_cluster().unwrap_err();
    assert!(error.to_string().starts_with("--ownership is not available in a run on several machines"), "{error}");
    assert!(!out.exists());
}
