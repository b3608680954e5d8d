//! Real games, if there are any, in archives that are not part of the project: at `SEICHI_GAMES` or
//! in a folder next to the repository.
//!
//! Without them, these tests pass and print on standard error that they were skipped.
#![cfg(all(feature = "cli", feature = "archives"))]

#[path = "common/answers.rs"]
mod answers;
#[path = "common/fast.rs"]
#[expect(dead_code, reason = "maps have more letters here")]
mod fast;
#[path = "common/readers.rs"]
mod readers;
#[path = "common/symmetry.rs"]
mod symmetry;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::Command;

use readers::compared_games;
use seichi::Stop;
use seichi::dead::{DeadFrom, Playouts};
use seichi::game::{Context, Evaluated, Options};
use seichi::input::{Labels, WalkOptions, walk};
use seichi::rules::{Method, Rules};
use seichi::run::evaluate;
use seichi::skip::Reason;
use seichi::territory::{AREA, Evaluator, STRATEGIES, TerritoryMap};
use walkdir::WalkDir;

fn games(folder: &str) -> Option<PathBuf> {
    let top = std::env::var_os("SEICHI_GAMES").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/corpus")),
        PathBuf::from,
    );
    let path = top.join(folder);
    if path.exists() {
        return Some(path);
    }
    let _ = writeln!(
        std::io::stderr(),
        "SKIPPED: no real games at {}: set SEICHI_GAMES",
        path.display()
    );
    None
}

/// The rows of a run's file, by column.
fn rows(path: PathBuf) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(path).expect("a report");
    reader
        .deserialize()
        .map(|row| row.expect("a row"))
        .collect()
}

/// Evaluates `paths` with more arguments, and returns the folder of the reports.
fn eval(paths: &[PathBuf], more: &[&str]) -> tempfile::TempDir {
    let out = tempfile::tempdir().expect("a folder");
    let run = Command::new(env!("CARGO_BIN_EXE_seichi"))
        .arg("eval")
        .args(paths)
        .args(more)
        .arg("-o")
        .arg(out.path().join("run"))
        .output()
        .expect("the program starts");
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    out
}

/// For each strategy, the number of territory games with a consistent label in which its margin
/// equals the label's.
fn exact(games: &[BTreeMap<String, String>]) -> BTreeMap<&str, u32> {
    let mut counts = BTreeMap::new();
    for row in games
        .iter()
        .filter(|row| row["method"] == "territory" && row["label_check"] == "consistent")
    {
        *counts.entry(row["strategy"].as_str()).or_default() +=
            u32::from(row["outcome"] == "exact");
    }
    counts
}

#[test]
fn kgs_games_have_the_figures_of_an_independent_implementation() {
    let (Some(year_2016), Some(year_2018)) =
        (games("kgs/kgs-2016.tar.zst"), games("kgs/kgs-2018.tar.bz2"))
    else {
        return;
    };
    let out = eval(&[year_2016, year_2018], &["-s", "all"]);
    let games = rows(out.path().join("run/games.csv"));
    let expected = [
        ("flood", 1281),
        // the independent implementation has 394, with dead stones in seki counted as prisoners
        ("strict", 398),
        ("fixed-black", 1355),
        ("fixed-white", 1356),
        ("grey", 1407),
        ("alternating", 1373),
        ("alternating-transposed", 1372),
        ("checkered", 1375),
        ("checkered-white", 1370),
        ("linked", 1398),
        ("independent", 1396),
    ];
    let exact = exact(&games);
    for (strategy, games) in expected {
        assert_eq!(exact[strategy], games, "{strategy}");
    }
    let mut checks: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    for row in games.iter().filter(|row| row["strategy"] == "flood") {
        *checks
            .entry((&row["rules"], &row["label_check"]))
            .or_default() += 1;
    }
    let expected = [
        (("aga", "consistent"), 81),
        (("chinese", "consistent"), 2255),
        (("japanese", "area"), 1),
        (("japanese", "consistent"), 1407),
        (("new-zealand", "consistent"), 1),
    ];
    assert_eq!(checks, BTreeMap::from(expected));
}

/// Boards that are hard by design: dead stones in eyes, cuts, false eyes of several points.
#[test]
fn strategies_have_known_map_counts_on_hard_positions() {
    let Some(positions) = games("positions") else {
        return;
    };
    let out = eval(&[positions], &[]);
    let games = rows(out.path().join("run/games.csv"));
    let whole = |name: &str| {
        games
            .iter()
            .filter(|row| row["strategy"] == name && row["map_diff"] == "0")
            .count()
    };
    assert_eq!((whole("linked"), whole("independent")), (23, 47));
}

/// Checks the answers of all strategies for a game, and on its board with a different orientation
/// or swapped colours.
fn check_answers(evaluator: &mut Evaluator, number: usize, game: &Evaluated) {
    let mut map = TerritoryMap::default();
    for (&strategy, answer) in STRATEGIES.iter().zip(&game.answers) {
        let mut scoring = evaluator.on(&game.labelled.position, &game.labelled.dead);
        let is_area = game.labelled.count.rules.method() == Method::Area;
        answers::checked(
            &mut scoring,
            if is_area { AREA } else { strategy },
            &mut map,
        );
        // the rules determine taxes and the treatment of dead stones in seki
        let labelled = &game.labelled;
        scoring.decide_under(&labelled.end.position, &labelled.count, strategy, &mut map);
        answers::check_margin(&game.labelled.count, &map, answer.margin.expect("a margin"));
        assert_eq!(
            answer.counts.as_ref(),
            Some(map.counts()),
            "{}",
            strategy.name
        );
        assert_eq!(answer.map.as_deref(), Some(&map), "a map of every game");
    }
    answers::check_all(
        evaluator,
        &answers::rows(&game.labelled.position, &game.labelled.dead),
        1 + number % 15,
    );
}

/// Evaluates every `step`-th file of the folder of games after the first `before`, and checks all
/// answers. Archives, with thousands of games each, are included only if every file is evaluated.
/// Returns the number of games, and of skipped games.
fn check_games(options: &Options, before: usize, step: usize) -> Option<[usize; 2]> {
    let mut walk = walk(&[games("")?], &WalkOptions::default()).expect("a folder of games");
    let labels = Labels::read(&walk, &[]).expect("labels, if any");
    walk.entries
        .retain(|entry| step == 1 || !entry.is_archive());
    let entries = walk.entries.into_iter();
    walk.entries = entries.skip(before % step).step_by(step).collect();
    let mut evaluator = Evaluator::new();
    let mut counts = [0; 2];
    let context = Context::new(options.clone(), labels, &Stop::default());
    for batch in evaluate(&walk, 0, &context) {
        for outcome in batch.expect("the evaluation is not interrupted").games {
            let game = match outcome.result {
                Ok(game) => game,
                Err(skip) => {
                    let name = outcome.name;
                    assert!(skip.reason != Reason::Internal, "{name}: {}", skip.detail);
                    counts[1] += 1;
                    continue;
                }
            };
            let number = outcome.name.bytes().map(usize::from).sum();
            let check = || check_answers(&mut evaluator, number, &game);
            let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(check));
            found.unwrap_or_else(|_| panic!("{}", outcome.name));
            counts[0] += 1;
        }
    }
    Some(counts)
}

#[test]
fn figures_of_every_answer_match_its_map() {
    check_sample(60);
}

#[test]
#[ignore = "takes minutes"]
fn figures_of_every_answer_match_its_map_in_many_games() {
    check_sample(4);
}

/// Checks the answers of every `step`-th file with different options.
fn check_sample(step: usize) {
    // few playouts are enough, because the dead stones need not be right
    let playouts = Playouts {
        count: 10,
        ..Playouts::default()
    };
    let of = |dead: &[DeadFrom]| Options {
        dead: dead.to_vec(),
        playouts,
        ..Options::default()
    };
    let all = |dead: &[DeadFrom]| Options {
        rules: Some(Rules::JAPANESE),
        needs_label: false,
        ..of(dead)
    };
    let runs = [
        ("as marked", of(&[DeadFrom::Auto])),
        ("no dead stones", of(&[DeadFrom::None])),
        ("estimated dead stones", of(&[DeadFrom::Estimate])),
        (
            "all games under Japanese rules, estimated dead stones",
            all(&[DeadFrom::Estimate]),
        ),
        (
            "all games under Japanese rules, no dead stones",
            all(&[DeadFrom::None]),
        ),
    ];
    // each run is on other files; the first run skips most games
    for (number, (name, options)) in runs.into_iter().enumerate() {
        let step = if number == 0 { step.div_ceil(4) } else { step };
        let Some([checked, skipped]) = check_games(&options, 4 * number, step) else {
            return;
        };
        println!("{name}: {checked} games; {skipped} skipped");
        assert!(checked > 20, "{name}: {checked} games");
    }
}

#[test]
fn records_match_sgf_parse() {
    for (folder, least) in [
        ("gnugo", 1_000),
        ("wild", 1_000),
        ("positions", 10),
        ("ogs-corrected", 100),
    ] {
        let Some(folder) = games(folder) else { return };
        let files = WalkDir::new(&folder)
            .into_iter()
            .map(|entry| entry.expect("an entry").into_path());
        let records = files.filter(|path| path.extension().is_some_and(|ending| ending == "sgf"));
        let bytes = records.map(|path| fs::read(path).expect("a record"));
        let compared: usize = bytes.map(|bytes| compared_games(&bytes).1).sum();
        assert!(compared >= least, "{}: {compared}", folder.display());
    }
}

#[test]
fn odd_files_are_evaluated_or_skipped_with_a_reason() {
    let (Some(gnugo), Some(wild)) = (games("gnugo"), games("wild")) else {
        return;
    };
    let out = eval(&[gnugo, wild], &["--dead", "none", "-s", "flood,teire"]);
    let skipped = rows(out.path().join("run/skipped.csv"));
    assert!(
        skipped.iter().all(|row| row["reason"] != "internal"),
        "the program failed on a game"
    );
    let games = rows(out.path().join("run/games.csv")).len() / 2;
    assert_eq!((games, skipped.len()), (1025, 2707));
}

#[test]
fn unreliable_labels_of_counted_games_are_skipped() {
    let Some(people) = games("human") else { return };
    let out = eval(&[people], &["--dead", "none", "-s", "flood", "--unique"]);
    let mut reasons: BTreeMap<String, u32> = BTreeMap::new();
    for row in rows(out.path().join("run/skipped.csv")) {
        *reasons.entry(row["reason"].clone()).or_default() += 1;
    }
    // 287 of the games without komi have a half-point result; nothing shows that the others had no
    // komi
    let expected = [("no_komi", 600), ("unknown_rules", 110)];
    assert_eq!(
        reasons,
        expected
            .map(|(reason, games)| (reason.to_owned(), games))
            .into()
    );
    let games = rows(out.path().join("run/games.csv"));
    let count = |column: &str, value: &str| games.iter().filter(|row| row[column] == value).count();
    assert_eq!(count("label_check", "inconsistent"), 5);
    assert_eq!(
        games
            .iter()
            .filter(|row| row["flags"].contains("moves_missing"))
            .count(),
        9
    );
}

#[test]
fn origins_follow_from_records() {
    let expected: [(&str, &[(&str, u64)]); 5] = [
        (
            "gnugo",
            &[
                ("CGOS", 15),
                ("KGS", 106),
                ("NNGS", 41),
                ("TwoGtp", 2),
                ("WING", 1),
                ("gnugo", 5),
                ("unknown", 1621),
            ],
        ),
        (
            "wild",
            &[
                ("CGOS", 26),
                ("Fox", 400),
                ("IGS", 2),
                ("KGS", 26),
                ("KataGo", 156),
                ("LGS", 3),
                ("NNGS", 12),
                ("TwoGtp", 9),
                ("unknown", 1302),
            ],
        ),
        ("ogs-corrected", &[("KGS", 1), ("OGS", 358)]),
        ("human", &[("unknown", 12679)]),
        ("adjudicated", &[("KGS", 5)]),
    ];
    for (folder, origins) in expected {
        let Some(path) = games(folder) else { return };
        let run = Command::new(env!("CARGO_BIN_EXE_seichi"))
            .args(["inspect", "--format", "json", "--no-progress"])
            .arg(path)
            .output()
            .expect("the program starts");
        let census: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
        let origins: serde_json::Map<_, _> = origins
            .iter()
            .map(|&(name, games)| (name.to_owned(), games.into()))
            .collect();
        assert_eq!(
            census["label_origins"].as_object(),
            Some(&origins),
            "{folder}"
        );
    }
}

#[test]
fn dead_stones_of_ogs_boards_are_found() {
    let (Some(autoscore), Some(estimator)) =
        (games("ogs-autoscore-sgf"), games("ogs-test-games-sgf"))
    else {
        return;
    };
    let ownership = autoscore.join("ownership.jsonl").display().to_string();
    let by_network = eval(
        &[autoscore],
        &[
            "-s",
            "linked",
            "--dead",
            "ownership",
            "--ownership",
            &ownership,
        ],
    );
    let by_playouts = eval(&[estimator], &["-s", "linked", "--dead", "estimate"]);
    // on one board, the seed decides whether two stones are dead
    let expected = [
        (by_network, "method=area", "21", "21"),
        (by_playouts, "method=territory", "31", "30"),
    ];
    for (out, stratum, boards, same) in expected {
        let rows = rows(out.path().join("run/dead.csv"));
        let row = rows
            .iter()
            .find(|row| row["stratum"] == stratum)
            .expect("a row");
        assert_eq!(
            (row["games"].as_str(), row["same"].as_str()),
            (boards, same),
            "{stratum}"
        );
    }
}
