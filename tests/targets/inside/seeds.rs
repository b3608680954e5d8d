//! The first inputs of the targets inside the crate.

use std::fs;
use std::path::{Path, PathBuf};

const GTP_ANSWERS: [&str; 6] = [
    "banner\n=7 B+3.5\n\n",
    "?7 unknown command\n\n",
    "=8\n\n",
    "=7 A1 B2\nC3\tpass\n\n",
    "=7 D4 Q16 T19 J10\n\n",
    "= true\n\n",
];

const SCORER_ANSWERS: [&str; 6] = [
    "{\"id\": 7, \"error\": \"too hard\"}\n{\"id\": 8, \"black\": [\"aa\"], \"white\": null}",
    "{\"id\": 1, \"black\": [\"ba\"], \"white\": [\"da\", \"ca\"]}",
    "{\"id\": 1, \"black\": [\"ac\", \"bc\"], \"white\": []}",
    "{\"id\": 1, \"score\": -2.5}",
    "name=gtp:gnugo --mode gtp 'a b'",
    "name=python3 scorer.py \"a b\"",
];

/// Returns inputs for a target.
pub(crate) fn seeds(target: &str) -> Vec<Vec<u8>> {
    match target {
        "baseline" => baselines(),
        "gtp" => GTP_ANSWERS.map(Vec::from).to_vec(),
        "protocol" => SCORER_ANSWERS.map(Vec::from).to_vec(),
        _ => panic!("no seeds for {target}"),
    }
}

/// Returns the path of a file of the corpus. The fuzzer's crate also includes this code.
pub(crate) fn corpus(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|folder| folder.join("corpus").join(file))
        .find(|path| path.exists())
        .expect("the corpus")
}

pub(crate) fn lines(file: &str) -> Vec<Vec<u8>> {
    let text = fs::read_to_string(corpus(file)).expect("a file of the corpus");
    text.lines().map(Vec::from).collect()
}

/// Returns the head of the project's baseline, followed by each line that a baseline may have.
fn baselines() -> Vec<Vec<u8>> {
    let lines = lines("baseline.txt");
    let (head, rest) = lines.split_at(lines.len() - 500);
    let mut texts = vec![head.join(&b'\n')];
    texts.extend(
        rest.chunks(50)
            .map(|part| [head, part].concat().join(&b'\n')),
    );
    texts
}
