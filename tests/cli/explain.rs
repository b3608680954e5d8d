//! `seichi explain`, as a user sees it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::score::CORNER;
use crate::shop::{Said, Shop, seichi};

const TOP: &str = env!("CARGO_MANIFEST_DIR");

/// The article's positions.
fn positions() -> Vec<PathBuf> {
    let entries = fs::read_dir(Path::new(TOP).join("corpus/article")).expect("the positions");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "sgf"));
    paths.sort();
    assert!(paths.len() > 40);
    paths
}

fn explain(position: &Path, words: &[&str]) -> String {
    let mut command = Command::new(seichi());
    command.arg("explain").arg(position).args(["--labels", "corpus/article/labels.jsonl"]).args(words).current_dir(TOP);
    Said::of(&mut command).exits(0).out
}

/// What is said of each position of the article is in `tests/golden`. To renew it, when it is meant to change:
/// `RENEW_GOLDEN=1 cargo test --test cli golden`, and look at the difference.
#[test]
fn positions_are_explained_as_in_the_golden_text() {
    let folder = Path::new(TOP).join("tests/golden");
    for position in positions() {
        let name = position.file_stem().expect("a name").to_string_lossy().into_owned();
        // one strategy that fills, one that does not, and the steps of both
        let said =
            explain(&position, &[]) + "\n" + &explain(&position, &["-s", "checkered", "-s", "linked", "--steps"]);
        let golden = folder.join(name + ".txt");
        if std::env::var_os("RENEW_GOLDEN").is_some() {
            fs::create_dir_all(&folder).expect("a folder");
            fs::write(&golden, &said).expect("a file");
        }
        let kept = fs::read_to_string(&golden).expect("the golden text");
        assert!(said == kept, "{} is not what is said now:\n{said}", golden.display());
    }
}

/// The points that the picture gives to Black and White.
fn drawn(svg: &str, color: &str) -> Vec<String> {
    let start = format!("<rect class=\"territory {color}\" data-point=\"");
    let mut points: Vec<String> =
        svg.lines().filter_map(|line| Some(line.strip_prefix(&start)?.split('"').next()?.to_owned())).collect();
    points.sort();
    points
}

/// The points that have a letter on a map.
fn mapped(map: &serde_json::Value, letter: char) -> Vec<String> {
    let rows: Vec<&str> = map.as_array().expect("rows").iter().map(|row| row.as_str().expect("a row")).collect();
    let name = |x: usize| "ABCDEFGHJKLMNOPQRST".chars().nth(x).expect("a column");
    let row = |(y, row): (usize, &&str)| {
        let points = row.chars().enumerate().filter(|&(_, other)| other == letter);
        points.map(|(x, _)| format!("{}{}", name(x), rows.len() - y)).collect::<Vec<_>>()
    };
    let mut points: Vec<String> = rows.iter().enumerate().flat_map(row).collect();
    points.sort();
    points
}

#[test]
fn the_picture_is_the_map() {
    let shop = Shop::new(&[]);
    for position in positions() {
        let path = shop.path("x.svg");
        let said = explain(&position, &["-s", "linked", "--format", "json", "--svg", &path.display().to_string()]);
        let svg = shop.read("x.svg");
        let json: serde_json::Value = serde_json::from_str(&said).expect("JSON");
        let map = &json["board"]["answers"][0]["map"];
        for (letter, color) in [('b', "black"), ('w', "white")] {
            assert_eq!(drawn(&svg, color), mapped(map, letter), "{}", position.display());
        }
        let reasons = svg.lines().filter(|line| line.starts_with("<text class=\"reason\"")).count();
        assert_eq!(reasons, mapped(map, 's').len() + mapped(map, 'f').len(), "{}", position.display());
        let stones = svg.matches("<circle class=\"stone ").count();
        assert_eq!(stones, mapped(map, 'X').len() + mapped(map, 'O').len(), "{}", position.display());
        let differ: usize = json["differences"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|one| one["points"].as_array().unwrap().len())
            .sum();
        assert_eq!(svg.matches("class=\"differs\"").count(), differ, "{}", position.display());
    }
}

#[test]
fn two_strategies_stand_beside_each_other() {
    let shop = Shop::new(&[("corner.sgf", CORNER)]);
    let said = shop.run("explain corner.sgf -s flood -s linked").exits(0).out;
    assert!(said.contains("\n  7 b b X O w w w      7 b b X O w w w\n"), "{said}");
    assert!(!said.contains('\u{1b}'));
    let colored = shop.run("explain corner.sgf --color always").exits(0).out;
    assert!(colored.contains("\u{1b}[32m b\u{1b}[0m"), "{colored}");
    let steps = shop.run("explain corner.sgf -s flood -s linked --steps").exits(0).out;
    assert!(steps.contains("Step by step: flood\n\nNothing is filled, and no eyes are counted."), "{steps}");
}

#[test]
fn explain_says_where_answers_differ() {
    let shop = Shop::new(&[
        ("g/corner.sgf", CORNER),
        ("labels.jsonl", r#"{"game": "g/corner.sgf#1", "result": "W+29", "dead": [], "black_territory": ["aa"]}"#),
    ]);
    let said = shop.run("explain g/corner.sgf#1 --labels labels.jsonl").exits(0);
    for words in
        ["7 board, japanese rules, komi 0", "label: W+29 by unknown (RE+file, inconsistent)", "flood", "Black's: flood"]
    {
        let words = words.replace("RE+file", "file");
        assert!(said.out.contains(&words), "{words}: {}", said.out);
    }
    assert!(shop.run("explain g/corner.sgf").exits(0).out.contains("All answers give every point to the same side."));
    assert!(shop.run("explain g/corner.sgf#2").exits(2).err.contains("the file has 1 games"));
    assert!(shop.run("explain g").exits(0).out.contains("corner.sgf#1"), "a folder of one game is that game");
    shop.run("explain nowhere.sgf#1").exits(2);
}
