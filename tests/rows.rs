//! Rows from files that another program reads, in any batches, give the figures of `seichi eval` on one machine.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use seichi::Stop;
use seichi::cli::Observer;
use seichi::cli::embed::{EvalCommand, Rows, summarize};
use seichi::input::Content;
use seichi::run::json;

/// An observer that ignores everything.
struct Silent;

impl Observer for Silent {}

fn command(words: &[&str], out: &Path) -> EvalCommand {
    let words = ["seichi", "eval"].iter().chain(words).map(OsString::from);
    EvalCommand::parse(&words.chain(["-o".into(), out.into()]).collect::<Vec<_>>(), Vec::new()).unwrap()
}

/// Returns the names and contents of all files below a folder.
fn files(folder: &Path, base: &Path) -> Vec<(String, Content)> {
    let below = |path: PathBuf| {
        let name = path.strip_prefix(base).unwrap().to_str().unwrap().to_owned();
        (name, Content::new(fs::read(&path).unwrap()))
    };
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path, base) } else { vec![below(path)] }).collect()
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
        // two reasons to skip a game: the run and the sum of rows must give the same
        ("area/2.sgf", b"(;SZ[5]KM[0]RE[B+R];B[cc];W[];B[])"),
        ("area/3.sgf", b"(;SZ[5]KM[0]RE[B+24];B[zz];W[];B[])"),
        ("plain/0.sgf", no_rules.as_bytes()),
        ("plain/area/many.sgf", many.as_bytes()),
        ("games.tar", &archive),
        ("damaged.tar", &archive[..600]),
        ("old.gib", b"\\HS"),
    ] {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

/// Returns the rows of all files, evaluated `at_once` at a time, in the reverse order.
fn rows(words: &[&str], folder: &Path, at_once: usize) -> Vec<Rows> {
    let mut files = files(folder, folder);
    files.sort_by(|a, b| b.0.cmp(&a.0));
    let rows = |batch: &[(String, Content)]| {
        command(words, Path::new("reports")).rows(batch.to_vec(), &Stop::default()).unwrap()
    };
    files.chunks(at_once).map(rows).collect()
}

fn samples(rows: &[Rows]) -> impl Iterator<Item = &str> {
    rows.iter().flat_map(|rows| rows.samples.iter().chain(&rows.skipped_samples)).map(String::as_str)
}

/// Returns the lines of CSV files without their headers, sorted.
fn lines<'a>(files: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut lines: Vec<&str> = files.into_iter().flat_map(|file| file.lines().skip(1)).collect();
    lines.sort_unstable();
    lines
}

#[test]
fn summarized_rows_equal_run_on_one_machine() {
    let top = tempfile::tempdir().unwrap();
    let folder = top.path().join("games");
    corpus(&folder);
    let labels = top.path().join("labels.jsonl");
    fs::write(&labels, r#"{"game": "plain/0.sgf#1", "result": "B+25", "dead": []}"#).unwrap();
    let (path, labels, here) = (folder.to_str().unwrap(), labels.to_str().unwrap(), top.path().join("here"));
    for flags in [&["--dead", "none"][..], &["--dead", "none", "--labels", labels, "--exclude", "area", "-s", "linked"]]
    {
        let words = [&[path], flags].concat();
        let figures = command(&words, &here).run(&Stop::default(), &mut Silent).unwrap();
        let read = |file: &str| fs::read_to_string(here.join(file)).unwrap();
        let (games, skipped) = (read("games.csv"), read("skipped.csv"));
        for at_once in [1, 2, 100] {
            let rows = rows(&words, &folder, at_once);
            let summed = summarize(samples(&rows), 1).unwrap();
            assert!(json(&summed.figures) == json(&figures), "{flags:?}, {at_once} at once");
            for rows in &rows {
                let lines = rows.games.lines().count() - 1;
                assert_eq!(rows.samples.len() * rows.rows_of_a_game, lines);
                assert_eq!(rows.skipped_samples.len(), rows.skipped.lines().count() - 1);
            }
            // games left out afterwards have rows
            let is_left_out = |line: &&str| summed.left_out.iter().any(|name| line.starts_with(&format!("{name},")));
            let mut own = lines(rows.iter().map(|rows| rows.games.as_str()));
            own.retain(|line| !is_left_out(line));
            assert_eq!(own, lines([games.as_str()]));
            let mut own = lines([skipped.as_str()]);
            own.retain(|line| !is_left_out(line));
            let mut before = lines(rows.iter().map(|rows| rows.skipped.as_str()));
            before.retain(|line| !is_left_out(line));
            assert_eq!(before, own);
            let is_plain = flags.len() == 2;
            assert_eq!(summed.left_out.contains(&"area/1.sgf#1".to_owned()), is_plain, "{:?}", summed.left_out);
        }
    }
}

#[test]
fn samples_that_do_not_belong_together_are_errors() {
    let top = tempfile::tempdir().unwrap();
    corpus(top.path());
    let all = |flags: &[&str]| rows(&[&["games", "--dead", "none"], flags].concat(), top.path(), 100);
    let [linked, flood] = ["linked", "flood"].map(|name| all(&["-s", name]));
    let error = |samples: Vec<&str>| summarize(samples, 1).unwrap_err().to_string();
    let both = samples(&linked).chain(samples(&flood)).collect();
    assert!(error(both).contains("and area/0.sgf#1 were evaluated with different flags"));
    let twice = samples(&linked).chain(samples(&linked)).collect();
    assert_eq!(error(twice), "two games have the name \"area/0.sgf#1\"");
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    let old: Vec<String> = samples(&linked).map(|sample| sample.replace(&version, "\"version\":\"0.0.1\"")).collect();
    assert_eq!(error(old.iter().map(String::as_str).collect()), "the rows come from version 0.0.1 of seichi");
    assert!(error(vec!["{}"]).starts_with("the rows come from another version of seichi"));
    assert_eq!(error(Vec::new()), "the table has no rows");
}

#[test]
fn flags_that_need_all_records_are_errors() {
    for flags in [&["--unique"][..], &["--limit", "2"], &["--sample", "0.5"]] {
        let words = [&["games"], flags].concat();
        let error = command(&words, Path::new("out")).rows([], &Stop::default()).unwrap_err();
        assert!(error.to_string().starts_with(flags[0]) && error.code() == 2, "{error}");
    }
}
