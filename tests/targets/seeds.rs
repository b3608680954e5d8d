//! The first inputs of each fuzz target, made from the project's corpus.

#[path = "inside/seeds.rs"]
mod inside;

use std::fs;

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

/// Returns inputs for a target.
pub(crate) fn seeds(target: &str) -> Vec<Vec<u8>> {
    match target {
        "archives" => archives(),
        "baseline" | "gtp" | "protocol" => inside::seeds(target),
        "headers" | "values" => VALUES.map(Vec::from).to_vec(),
        "labels" => inside::lines("article/labels.jsonl"),
        "reader" => records(),
        "replay" => records().into_iter().chain(moves()).collect(),
        "strategies" => boards(13).take(100).collect(),
        _ => panic!("no seeds for {target}"),
    }
}

fn records() -> Vec<Vec<u8>> {
    let mut paths = Vec::new();
    for folder in ["article", "gnugo", "rulings"] {
        let entries = fs::read_dir(inside::corpus(folder)).expect("a folder of the corpus");
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
