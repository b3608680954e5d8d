//! Commands that run inside another program: flags as words, functions as scorers, and calls to an
//! observer.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use seichi::Stop;
use seichi::cli::embed::{EvalCommand, Value, score_options, words};
use seichi::cli::{Failure, Observer};
use seichi::external::{NoAnswer, Question, ScoringFunction, Spec, Territory};
use seichi::game::GameOutcome;
use seichi::run::Figures;

/// A scorer that gives no territory, and refuses boards with dead stones.
struct Nothing;

impl ScoringFunction for Nothing {
    fn score(&self, boards: &[&Question]) -> Result<Vec<Territory>, NoAnswer> {
        if boards.iter().any(|board| !board.dead.is_empty()) {
            return Err(NoAnswer::Refused("dead stones".to_owned()));
        }
        Ok(boards.iter().map(|_| Territory::default()).collect())
    }
}

/// An observer that counts its calls, and keeps the messages.
#[derive(Default)]
struct Counts {
    files: usize,
    done: usize,
    games: usize,
    messages: Vec<String>,
}

impl Observer for Counts {
    fn begin(&mut self, files: usize) {
        self.files = files;
    }

    fn add(&mut self, files: usize, games: &[GameOutcome]) {
        self.done += files;
        self.games += games.len();
    }

    fn note(&mut self, message: &str) {
        self.messages.push(message.to_owned());
    }

    fn warn(&mut self, message: &str) {
        self.messages.push(format!("warning: {message}"));
    }
}

fn flags(flags: &[(&str, &[&str])]) -> Vec<(String, Value)> {
    let value = |words: &[&str]| Value::Words(words.iter().map(OsString::from).collect());
    flags
        .iter()
        .map(|(name, words)| ((*name).to_owned(), value(words)))
        .collect()
}

fn parse(
    given: &[(&str, &[&str])],
    out: &Path,
    functions: Vec<Spec>,
) -> Result<EvalCommand, Failure> {
    let mut words = words("eval", flags(given))?;
    words.extend([
        "--out".into(),
        out.into(),
        "--".into(),
        "corpus/article".into(),
    ]);
    EvalCommand::parse(&words, functions)
}

#[test]
fn flags_become_words() {
    let given = flags(&[
        ("strategy", &["linked", "grey"]),
        ("dead", &["auto", "estimate"]),
        ("size", &["19"]),
    ]);
    let expected = [
        "seichi",
        "eval",
        "--strategy=linked",
        "--strategy=grey",
        "--dead=auto",
        "--dead=estimate",
        "--size=19",
    ];
    assert_eq!(words("eval", given).unwrap(), expected);
    let switches = vec![
        ("unique".to_owned(), Value::Switch(true)),
        ("finished".to_owned(), Value::Switch(false)),
    ];
    assert_eq!(
        words("eval", switches).unwrap(),
        ["seichi", "eval", "--unique"]
    );
    let unknown = words("eval", flags(&[("ded", &["marks"])])).unwrap_err();
    assert_eq!(
        (unknown.code(), unknown.to_string().as_str()),
        (2, "seichi eval has no flag ded")
    );
}

#[test]
fn function_scorer_failures_reach_the_observer() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let nothing = || vec![Spec::function("nothing", Arc::new(Nothing)).unwrap()];
    let run = |jobs: &str| -> (Figures, Counts) {
        let given: &[(&str, &[&str])] = &[("strategy", &["linked", "nothing"]), ("jobs", &[jobs])];
        let command = parse(given, &out, nothing()).unwrap();
        let mut counts = Counts::default();
        (command.run(&Stop::default(), &mut counts).unwrap(), counts)
    };
    let (figures, counts) = run("1");
    assert_eq!(figures.strategies, ["linked", "nothing"]);
    assert_eq!((counts.files, counts.done, counts.games), (43, 43, 43));
    assert!(
        counts.messages[0].starts_with("nothing has no answer for "),
        "{:?}",
        counts.messages
    );
    assert!(
        counts.messages[0].ends_with("it reported: dead stones"),
        "{:?}",
        counts.messages
    );
    assert_eq!(run("3").0, figures);
}

/// A compressed record of many games is read in pieces.
#[cfg(feature = "archives")]
#[test]
fn progress_counts_files_of_the_walk() {
    let folder = tempfile::tempdir().unwrap();
    let record = std::fs::read("corpus/article/corner-seki.sgf").unwrap();
    let packed = zstd::encode_all(&*record.repeat(1000), 1).unwrap();
    let path = folder.path().join("many.sgf.zst");
    std::fs::write(&path, packed).unwrap();
    let mut words = words("eval", flags(&[("strategy", &["flood"])])).unwrap();
    words.extend(["--dead=none".into(), path.into(), "--out".into()]);
    words.push(folder.path().join("out").into());
    let mut counts = Counts::default();
    let command = EvalCommand::parse(&words, Vec::new()).unwrap();
    command.run(&Stop::default(), &mut counts).unwrap();
    assert_eq!((counts.files, counts.done, counts.games), (1, 1, 1000));
}

#[test]
fn interrupted_evaluation_leaves_no_files() {
    let folder = tempfile::tempdir().unwrap();
    let command = parse(&[], &folder.path().join("out"), Vec::new()).unwrap();
    let stop = Stop::default();
    stop.set();
    let stopped = command.run(&stop, &mut Counts::default()).unwrap_err();
    assert_eq!(stopped.code(), 130);
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
}

#[test]
fn errors_have_the_program_message_and_exit_code() {
    let out = Path::new("/nowhere");
    for (given, start) in [
        (
            [("dead", &["mark"][..])],
            "invalid value 'mark' for '--dead <SOURCE>'\n  [possible values: auto, marks, ",
        ),
        (
            [("strategy", &["lnked"])],
            "invalid value 'lnked' for '--strategy <NAME>': unknown strategy; ",
        ),
    ] {
        let error = parse(&given, out, Vec::new())
            .and_then(|command| command.run(&Stop::default(), &mut Counts::default()))
            .unwrap_err();
        assert!(
            error.code() == 2 && error.to_string().starts_with(start),
            "{error}"
        );
        assert!(
            !error.to_string().contains("--help"),
            "the advice only helps on a command line: {error}"
        );
    }
    let score = |given: &[(&str, &[&str])]| words("score", flags(given)).and_then(score_options);
    assert!(score(&[("strategy", &["linked"]), ("dead", &["estimate"])]).is_ok());
    let error = score(&[("scorer", &["x=y"])]).err().expect("an error");
    assert_eq!(error.to_string(), "only an evaluation runs scorers");
    for source in ["engine", "ownership"] {
        let error = score(&[("dead", &["marks", source])])
            .err()
            .expect("an error");
        assert_eq!(
            error.to_string(),
            format!("only an evaluation takes dead stones from {source}")
        );
    }
}
