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

/// The points of the picture's elements that begin so.
fn drawn(svg: &str, start: &str) -> Vec<String> {
    let start = format!("{start}\" data-point=\"");
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
        for (letter, start) in [
            ('b', "<rect class=\"territory black"),
            ('w', "<rect class=\"territory white"),
            ('X', "<circle class=\"stone black"),
            ('O', "<circle class=\"stone white"),
            ('s', "<g class=\"reason\" data-reason=\"s"),
            ('f', "<g class=\"reason\" data-reason=\"f"),
        ] {
            assert_eq!(drawn(&svg, start), mapped(map, letter), "{letter}: {}", position.display());
        }
        let stones = &json["board"]["position"];
        for (letter, color) in [('x', "black"), ('o', "white")] {
            let start = format!("<circle class=\"dead stone {color}");
            assert_eq!(drawn(&svg, &start), mapped(stones, letter), "{letter}: {}", position.display());
        }
        let differences = json["differences"].as_array().expect("a list").iter();
        let mut differ: Vec<String> = differences
            .flat_map(|one| one["points"].as_array().expect("points").iter())
            .map(|point| point.as_str().expect("a point").to_owned())
            .collect();
        differ.sort();
        assert_eq!(drawn(&svg, "<rect class=\"differs"), differ, "{}", position.display());
        assert!(!svg.contains("<text"), "letters are strokes, for fonts are not the same everywhere");
    }
}

#[test]
fn a_png_picture_has_the_stones_and_marks_of_the_board() {
    let shop = Shop::new(&[("corner.sgf", CORNER), ("odd & <1>.sgf", CORNER)]);
    let text = shop.run("explain corner.sgf -s linked").exits(0).out;
    assert_eq!(shop.run("explain corner.sgf -s linked --png a/x.png").exits(0).out, text, "the text is there, too");
    let bytes = fs::read(shop.path("a/x.png")).expect("a picture");
    let picture = resvg::tiny_skia::Pixmap::decode_png(&bytes).expect("PNG");
    assert_eq!((picture.width(), picture.height()), (360, 390));
    // the lines of the board are 40 pixels apart, and A7 is at (76, 68)
    let color = |x: u32, y: u32| {
        let color = picture.pixel(x, y).expect("a pixel").demultiply();
        (color.red(), color.green(), color.blue())
    };
    let at = |column: u32, row: u32| color(76 + 40 * column, 68 + 40 * row);
    let (black, white, wood) = ((17, 17, 17), (253, 253, 251), (233, 203, 147));
    assert_eq!([at(2, 0), at(0, 2), at(3, 0), at(0, 3)], [black, black, white, white], "stones");
    assert_eq!([at(0, 0), at(1, 0), at(4, 0), at(6, 6)], [black, black, white, white], "territory");
    // beside a territory mark there is wood, where a stone would be
    let beside = |column: u32, row: u32| color(76 + 40 * column + 12, 68 + 40 * row + 12);
    assert_eq!([beside(0, 0), beside(4, 0), beside(2, 0), beside(3, 0)], [wood, wood, black, white]);
    assert_eq!(color(1, 1), (250, 247, 240), "the picture has no holes");

    // again, by another name, and instead of the text
    let printed =
        shop.program().args(["explain", "corner.sgf", "-s", "linked", "--png", "-"]).output().expect("it runs");
    assert!(printed.status.success() && printed.stdout == bytes, "the same to the byte");
    let odd =
        shop.program().args(["explain", "odd & <1>.sgf", "-s", "linked", "--png", "-"]).output().expect("it runs");
    assert!(odd.status.success() && odd.stdout == bytes);
    assert!(shop.run("explain corner.sgf --svg -").exits(0).out.starts_with("<svg "));
    assert!(shop.run("explain corner.sgf --svg - --png -").exits(2).err.contains("one of the two"));
    for flag in ["--svg", "--png"] {
        let said = shop.run(&format!("explain corner.sgf {flag} corner.sgf/x")).exits(2);
        assert!(said.err.contains("failed to write corner.sgf/x"), "{}", said.err);
    }
}

/// Pictures of boards of every size have all letters, and are no smaller than their captions.
#[test]
fn the_smallest_and_the_largest_board_are_drawn() {
    let shop = Shop::new(&[("1.sgf", "(;SZ[1])"), ("52.sgf", "(;SZ[52]AB[aa])"), ("wide.sgf", "(;SZ[30:2]AW[ab])")]);
    for (name, size) in [("1", (112, 150)), ("52", (2160, 2190)), ("wide", (1280, 190))] {
        shop.run(&format!("explain {name}.sgf -s linked --png {name}.png")).exits(0);
        let bytes = fs::read(shop.path(&format!("{name}.png"))).expect("a picture");
        let picture = resvg::tiny_skia::Pixmap::decode_png(&bytes).expect("PNG");
        assert!(picture.width() >= size.0 && picture.height() >= size.1, "{name}");
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
