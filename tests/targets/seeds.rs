//! The first inputs of each fuzz target, made from the project's corpus.

use std::fs;
use std::path::{Path, PathBuf};

use seichi_oracle::boards::random;

use crate::pack;

/// Results, komi and names of rules in forms that few records of the corpus have.
const VALUES: [&str; 24] = [
    "B+3.5",
    "W+R",
    "0",
    "Draw",
    "White resigns.",
    "黑胜3/4子",
    "白胜2又1/4子",
    "共257手 白胜10目",
    "黑胜1目半",
    "半目",
    "백 불계승",
    "W+3.5 points",
    "Ｂ＋２．５",
    "B+0.75",
    "Void",
    "19:13",
    "375",
    "-0.5",
    "gbk",
    "Chinese",
    "Japanese",
    "AGA",
    "koSIMPLEscoreAREAtaxALLsui0",
    "6,5",
];

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
        "archives" => archives(),
        "baseline" => baselines(),
        "gtp" => GTP_ANSWERS.map(Vec::from).to_vec(),
        "headers" | "values" => VALUES.map(Vec::from).to_vec(),
        "labels" => lines("article/labels.jsonl"),
        "protocol" => SCORER_ANSWERS.map(Vec::from).to_vec(),
        "reader" => records(),
        "replay" => records().into_iter().chain(moves()).collect(),
        "strategies" => boards(13).take(100).collect(),
        _ => panic!("no seeds for {target}"),
    }
}

/// Returns the path of a file of the corpus. The crate of the fuzzer includes this code, too.
fn corpus(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|folder| folder.join("corpus").join(file))
        .find(|path| path.exists())
        .expect("the corpus")
}

fn lines(file: &str) -> Vec<Vec<u8>> {
    let text = fs::read_to_string(corpus(file)).expect("a file of the corpus");
    text.lines().map(Vec::from).collect()
}

fn records() -> Vec<Vec<u8>> {
    let mut paths = Vec::new();
    for folder in ["article", "gnugo", "rulings"] {
        let entries = fs::read_dir(corpus(folder)).expect("a folder of the corpus");
        paths.extend(entries.map(|entry| entry.expect("an entry").path()));
    }
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "sgf"));
    paths.sort_unstable();
    paths
        .iter()
        .map(|path| fs::read(path).expect("a record"))
        .collect()
}

/// Returns random moves and set-up, as pairs of bytes after a byte for the size.
fn moves() -> impl Iterator<Item = Vec<u8>> {
    (0..20).map(|seed| {
        let mut rng = fastrand::Rng::with_seed(seed);
        (0..=2 * rng.usize(..100)).map(|_| rng.u8(..)).collect()
    })
}

/// Returns random boards in the form that `super::board` reads.
fn boards(longest: u8) -> impl Iterator<Item = Vec<u8>> {
    (0..200).filter_map(move |number| {
        let rows = random(number).rows();
        let width = u8::try_from(rows[0].len()).expect("a small board");
        let is_small = width <= longest && rows.len() <= usize::from(longest);
        is_small.then(|| [vec![width - 1], rows.concat().into_bytes()].concat())
    })
}

/// Returns the head of the project's baseline with each line that a baseline may have.
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

/// Returns an archive of each kind, also with checksums that the target corrects, and a tar that
/// the target packs.
fn archives() -> Vec<Vec<u8>> {
    let files = [
        ("a.sgf", "(;SZ[9]RE[B+3]TB[aa][bb])".to_owned()),
        ("b/c.SGF", "(;RE[W+R])".to_owned()),
        ("notes.txt", "not a game".to_owned()),
        ("long.sgf", "(;".to_owned() + &"a".repeat(2100)),
    ];
    let mut archives = Vec::new();
    for (number, kind) in (0..).zip(pack::KINDS) {
        for (flags, kind) in [(0, kind), (0x40, kind), (0x80, "tar"), (0xc0, "tar")] {
            archives.push([vec![flags + number], pack::pack(kind, &files)].concat());
        }
    }
    archives
}
