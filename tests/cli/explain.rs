//! `seichi explain`, as a user sees it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::sandbox::{
    RunOutput, Sandbox, baseline_strategies, points_of, renew_or_compare, seichi,
};
use crate::score::CORNER;

const TOP: &str = env!("CARGO_MANIFEST_DIR");

/// The article's positions.
fn positions() -> Vec<PathBuf> {
    let entries = fs::read_dir(Path::new(TOP).join("corpus/article")).expect("the positions");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "sgf"));
    paths.sort();
    assert!(paths.len() > 40);
    paths
}

fn explain(position: &Path, words: &[&str]) -> String {
    let mut command = Command::new(seichi());
    command
        .arg("explain")
        .arg(position)
        .args(["--labels", "corpus/article/labels.jsonl"])
        .args(words)
        .current_dir(TOP);
    RunOutput::of(&mut command).exits(0).out
}

/// The positions with a golden text. Each is the smallest position with the features that
/// `tests/README.md` lists for it.
const GOLDEN: [&str; 10] = [
    "bamboo-joint",
    "bamboo-joints-around-a-seki",
    "corner-seki",
    "dead-stones-inside-a-seki",
    "eye-table-8-square-four",
    "false-eye-beside-a-dame",
    "false-eyes-filled-in-turn",
    "one-dame-decides-life",
    "snapback",
    "two-headed-dragon",
];

/// The position whose golden text also compares two strategies: one fills dame, and the other does
/// not.
const TWO_STRATEGIES: &str = "bamboo-joint";

#[test]
fn explanations_of_positions_are_up_to_date() {
    let folder = Path::new(TOP).join("tests/golden");
    let strategies = baseline_strategies();
    let strategies: Vec<&str> = strategies.iter().map(String::as_str).collect();
    for name in GOLDEN {
        let position = Path::new(TOP).join(format!("corpus/article/{name}.sgf"));
        let mut shown = Vec::new();
        for words in ["", " --all"] {
            let options: Vec<&str> = strategies
                .iter()
                .copied()
                .chain(words.split_whitespace())
                .collect();
            shown.push(format!(
                "$ seichi explain {name}.sgf{words}\n{}",
                explain(&position, &options)
            ));
        }
        if name == TWO_STRATEGIES {
            let words = " -s checkered -s linked --all";
            let options: Vec<&str> = words.split_whitespace().collect();
            shown.push(format!(
                "$ seichi explain {name}.sgf{words}\n{}",
                explain(&position, &options)
            ));
        }
        let shown = shown.join("\n");
        renew_or_compare(&format!("tests/golden/{name}.txt"), &shown);
    }
    assert_eq!(
        fs::read_dir(folder).expect("golden texts").count(),
        GOLDEN.len()
    );
}

/// The paragraphs of an explanation, each with its lines, unfolded: facts, board, legend, margins,
/// and then the regions.
fn paragraphs(text: &str) -> Vec<Vec<String>> {
    let lines = |paragraph: &str| {
        let unfolded = paragraph.replace("\n      ", " ").replace("\n    ", " ");
        unfolded.lines().map(str::to_owned).collect()
    };
    text.split("\n\n").map(lines).collect()
}

/// The margin in points: `W+2.5` is -2.5.
fn points(result: &str) -> f64 {
    let sign = if result.starts_with('W') { -1.0 } else { 1.0 };
    sign * result
        .trim_start_matches(['B', 'W', '+'])
        .parse::<f64>()
        .expect("a margin")
}

#[test]
fn explain_and_score_give_the_same_margins() {
    for position in positions() {
        let strategies = baseline_strategies();
        let strategies: Vec<&str> = strategies.iter().map(String::as_str).collect();
        let mut command = Command::new(seichi());
        command.arg("score").arg(&position).args([
            "--labels",
            "corpus/article/labels.jsonl",
            "--format",
            "ndjson",
        ]);
        let scored = RunOutput::of(command.args(&strategies).current_dir(TOP))
            .exits(0)
            .out;
        let text = explain(&position, &[&strategies[..], &["--all"]].concat());
        let mut found: Vec<(String, f64)> = Vec::new();
        let margins = paragraphs(&text)[3].clone();
        let is_margin = |line: &&String| line.starts_with(['B', 'W', '0']);
        for (words, names) in margins
            .iter()
            .filter(is_margin)
            .filter_map(|line| line.rsplit_once(": "))
        {
            let margin = points(words.split([',', ' ']).next().expect("a margin"));
            found.extend(names.split(", ").map(|name| (name.to_owned(), margin)));
        }
        // the sum behind a margin: `linked: Black: … = 9, White: … = 0`
        let (name, sum) = margins
            .iter()
            .find_map(|line| line.split_once(": Black: "))
            .expect("a sum");
        let sides: Vec<f64> = sum
            .split(", White: ")
            .map(|side| {
                side.split(" = ")
                    .nth(1)
                    .expect("a sum")
                    .parse()
                    .expect("points")
            })
            .collect();
        assert!(
            found.contains(&(name.to_owned(), sides[0] - sides[1])),
            "{}: {text}",
            position.display()
        );
        found.sort_by(|one, other| one.0.cmp(&other.0));
        let mut expected: Vec<(String, f64)> = scored
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"))
            .map(|row| {
                (
                    row["strategy"].as_str().expect("a name").to_owned(),
                    row["margin"].as_f64().expect("a margin"),
                )
            })
            .collect();
        expected.sort_by(|one, other| one.0.cmp(&other.0));
        assert!(
            expected.len() > 10 && found == expected,
            "{}: {found:?}\n{expected:?}\n{text}",
            position.display()
        );
    }
}

#[test]
fn every_disputed_point_has_a_star_and_is_named_or_counted() {
    let strategies = ["-s", "fixed-black,checkered,linked,teire"];
    let mut disputed = 0;
    for position in positions() {
        let shown = explain(&position, &strategies);
        let json = explain(
            &position,
            &[&strategies[..], &["--format", "json"]].concat(),
        );
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        let differ = json["differences"].as_array().expect("a list").iter();
        let differ: usize = differ
            .map(|one| one["points"].as_array().expect("points").len())
            .sum();
        let paragraphs = paragraphs(&shown);
        assert_eq!(
            paragraphs[1].concat().matches('*').count(),
            differ,
            "{shown}"
        );
        // a title has the first points, and their number if there are more
        let counted = |line: &String| {
            let further = line
                .strip_prefix("Answers also differ on ")
                .and_then(|line| line.split(' ').next());
            let title = line.split_once(": ").map_or("", |(title, _)| title);
            let more = title
                .split_once("… (")
                .map(|(_, number)| number.trim_end_matches(')'));
            further.or(more).map_or_else(
                || title.split_whitespace().count(),
                |number| number.parse().expect("a number"),
            )
        };
        let titles = paragraphs[4..]
            .iter()
            .flatten()
            .filter(|line| !line.starts_with(' '));
        assert_eq!(titles.map(counted).sum::<usize>(), differ, "{shown}");
        disputed += differ;
    }
    assert!(disputed > 20, "{disputed}");
}

#[test]
fn two_strategies_are_shown_side_by_side() {
    let sandbox = Sandbox::new(&[("corner.sgf", CORNER)]);
    let shown = sandbox
        .run("explain corner.sgf -s flood -s linked")
        .exits(0)
        .out;
    assert!(
        shown.contains("\n  7 b b X O w w w     b b X O w w w\n"),
        "{shown}"
    );
    assert!(!shown.contains('\u{1b}'));
    let colored = sandbox
        .run("explain corner.sgf --color always")
        .exits(0)
        .out;
    assert!(colored.contains("\u{1b}[32m b\u{1b}[0m"), "{colored}");
}

#[test]
fn explain_shows_filled_dame_on_the_board_of_a_fill() {
    let position = Path::new(TOP).join("corpus/article/bamboo-joint.sgf");
    let shown = explain(&position, &["-s", "checkered", "-s", "linked"]);
    for words in [
        "\n  4 O w O # O w O     O w O . O w O\n",
        "\n  3 O O O @ O O O ",
        "# @ filled dame\n",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
}

/// The text shows which answers differ, by how much and why. It does not compare control strategies
/// unless requested.
#[test]
fn short_explanation_has_differences_and_reasons() {
    let strategies = baseline_strategies();
    let strategies: Vec<&str> = strategies.iter().map(String::as_str).collect();
    let position = Path::new(TOP).join("corpus/article/bamboo-joint.sgf");
    let shown = explain(&position, &strategies);
    for words in [
        "\nB+6, 2 points too many for Black (seki): fixed-black\n\
         alternating: Black: territory 6 + prisoners 0 = 6,\n    White: territory 2 + prisoners 0 = 2\n",
        // two regions with the same answers
        "\n\nB4: surrounded by White's stones at A4 (5)\nF4: surrounded by White's stones at E4 (5)\n  label: White's\n",
        "\n  fixed-black: an eye in seki: once Black has D4 and D3, the group has 1 eye,\n      too few for territory\n",
        "\n  grey, independent, linked, teire: White's: the stones at C4 (5) and E4 (5) are\n      joined at D4 or D3; the group has 2 eyes: 1 at B4 and 1 at F4\n",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let all = explain(&position, &[&strategies[..], &["--all"]].concat());
    assert!(
        all.contains("B4: surrounded by White's stones at A4 (5); boundary length 4 → 1 eye\n"),
        "{all}"
    );
    assert!(all.contains("  strict: an eye in seki\n"), "{all}");
    assert!(
        !all.contains("*b"),
        "points where only controls differ have no star: {all}"
    );
}

#[test]
fn protective_move_is_explained() {
    // once the dame are filled, White at E2 cuts four stones off
    let board =
        "........ox.x. oooooooooxxxx oooo.oooox.x. oxxxxooxoxxxx oox..xxxox.x. .oox..x.xxxxx";
    let record = format!(
        "(;SZ[13:6]RU[Japanese]KM[0]AB{}AW{};B[];W[])",
        points_of(board, 'x'),
        points_of(board, 'o')
    );
    let sandbox = Sandbox::new(&[("x.sgf", record.as_str())]);
    for flags in ["", " --all"] {
        let shown = sandbox
            .run(&format!("explain x.sgf -s teire -s independent{flags}"))
            .exits(0)
            .out;
        let words = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("Black owes a move at D2"), "{shown}");
        assert!(
            words.contains(
                "Black must play D2 once the dame are filled, or else W E2, B D2, W E1 captures"
            ),
            "{shown}"
        );
    }
}

#[test]
fn unfinished_board_is_reported() {
    let open = "(;SZ[6:4]RU[Japanese]KM[0]AB[ca][cb][cd]AW[da][db][dd];B[];W[])";
    let sandbox = Sandbox::new(&[("o.sgf", open)]);
    let shown = sandbox.run("explain o.sgf -s linked").exits(0).out;
    let words = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("(16); still to play: C2 D2"), "{shown}");
    let json: serde_json::Value = serde_json::from_str(
        &sandbox
            .run("explain o.sgf -s linked --format json")
            .exits(0)
            .out,
    )
    .expect("JSON");
    assert_eq!(
        json["unclosed"][0]["seals"],
        serde_json::json!(["C2", "D2"])
    );
    assert_eq!(json["unsafe"][0]["kind"], "open-border");
    assert_eq!(json["protective_moves"], serde_json::json!([]));
}

#[test]
fn explain_lists_the_points_where_answers_differ() {
    let sandbox = Sandbox::new(&[
        ("g/corner.sgf", CORNER),
        (
            "labels.jsonl",
            r#"{"game": "g/corner.sgf#1", "result": "W+29", "dead": [], "black_territory": ["aa"]}"#,
        ),
    ]);
    let shown = sandbox
        .run("explain g/corner.sgf#1 --labels labels.jsonl --all")
        .exits(0);
    for words in [
        "7×7 board, japanese rules, komi 0",
        "label: W+29, from the labels file (origin unknown); it contradicts itself",
        "linked",
        "\n  label: A7 Black's, the rest neutral\n",
    ] {
        assert!(shown.out.contains(words), "{words}: {}", shown.out);
    }
    assert!(
        sandbox
            .run("explain g/corner.sgf")
            .exits(0)
            .out
            .contains("\nAll answers agree on every point.\n")
    );
    assert!(
        sandbox
            .run("explain g/corner.sgf#2")
            .exits(2)
            .err
            .contains("no such game")
    );
    assert!(
        sandbox
            .run("explain g")
            .exits(0)
            .out
            .contains("corner.sgf#1"),
        "a folder of one game is that game"
    );
    let shown = sandbox.run("explain g/corner.sfg#1").exits(2).err;
    assert_eq!(
        shown,
        "seichi: no such file: g/corner.sfg; names in a report are relative to the path given \
         to eval, so put that path before the name\n"
    );
    let shown = sandbox.run("explain nowhere.sgf#1").exits(2).err;
    assert_eq!(
        shown,
        "seichi: no such file: nowhere.sgf; names in a report are relative to the path given to \
         eval, so put that path before the name\n"
    );
    assert!(
        !sandbox
            .run("explain nowhere.sgf")
            .exits(2)
            .err
            .contains("names in a report")
    );
    sandbox.write("g/more.sgf", CORNER.as_bytes());
    assert!(
        sandbox
            .run("explain g")
            .exits(2)
            .err
            .contains("to list the games: seichi audit g --format csv")
    );
}

/// No line is longer than the 80 columns of a terminal.
#[test]
fn no_line_is_too_long() {
    let mut texts: Vec<String> = positions()
        .iter()
        .flat_map(|path| {
            [
                explain(path, &["--all"]),
                explain(path, &["-s", "alternating-transposed", "-s", "flood"]),
            ]
        })
        .collect();
    let sandbox = Sandbox::new(&[
        ("large.sgf", &CORNER.replace("SZ[7]", "SZ[19]")),
        ("small.sgf", "(;SZ[2]AB[aa])"),
    ]);
    let scorer = sandbox
        .program()
        .args(["explain", "large.sgf", "-s", "linked", "--scorer"])
        .arg(
            "a-long-name=exit 7 # \
        the scorer is a program in any language, started with a long command",
        )
        .output()
        .expect("the program runs");
    texts.push(String::from_utf8(scorer.stdout).expect("UTF-8"));
    let two = sandbox
        .run("explain large.sgf -s alternating-transposed -s linked --all")
        .exits(0)
        .out;
    assert!(
        two.contains("\n   alternating-transposed                 linked\n"),
        "{two}"
    );
    assert!(
        two.contains(
            "\n  7 w w w w w w w w w w w w w w w w w w w  w w w w w w w w w w w w w w w w w w w\n"
        ),
        "{two}"
    );
    texts.push(two);
    let small = sandbox
        .run("explain small.sgf -s alternating-transposed -s linked")
        .exits(0)
        .out;
    assert!(
        small.contains("\n   alternating-transposed    linked\n"),
        "{small}"
    );
    for text in texts {
        for line in text.lines() {
            assert!(line.chars().count() <= 80, "{line}\n{text}");
        }
    }
}

#[test]
fn excluded_game_is_explained_with_the_reason() {
    let walls = "AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de]";
    let sandbox = Sandbox::new(&[
        (
            "resigned.sgf",
            &format!("(;SZ[5]KM[0]RU[Japanese]RE[B+R]{walls})"),
        ),
        (
            "unmarked.sgf",
            &format!("(;SZ[5]KM[0]RU[Japanese]RE[B+5]{walls})"),
        ),
        ("broken.sgf", "(;SZ[5"),
    ]);
    for (game, reason) in [("resigned", "resign"), ("unmarked", "no_dead_info")] {
        let shown = sandbox.run(&format!("explain {game}.sgf")).exits(0).out;
        assert!(
            shown.contains(&format!("\nskipped by eval: {reason}")),
            "{shown}"
        );
        let json = sandbox
            .run(&format!("explain {game}.sgf --format json"))
            .exits(0)
            .out;
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(json["left_out"], reason);
    }
    // an evaluation of the folder uses the labels file next to the game
    sandbox.write(
        "labels.jsonl",
        br#"{"game": "unmarked.sgf#1", "result": "B+4", "dead": []}"#,
    );
    let shown = sandbox.run("explain unmarked.sgf").exits(0).out;
    assert!(
        shown.contains("\nlabel: B+4, from the labels file (origin unknown)\n"),
        "{shown}"
    );
    assert!(!shown.contains("left out"), "{shown}");
    fs::remove_file(sandbox.path("labels.jsonl")).expect("the file exists");
    let shown = sandbox.run("explain unmarked.sgf --dead none").exits(0).out;
    assert!(!shown.contains("left out"), "{shown}");
    let shown = sandbox.run("explain broken.sgf").exits(2).err;
    assert_eq!(
        shown,
        "seichi: failed to explain broken.sgf#1: truncated: the file ends inside the value that \
         starts at byte 4\n"
    );
}

/// `explain` shows a member of an archive like a file, and suggests similar names for a missing
/// member.
#[cfg(feature = "archives")]
#[test]
fn archive_member_is_explained() {
    let sandbox = Sandbox::new(&[("x.sgf", CORNER)]);
    let mut archive = tar::Builder::new(Vec::new());
    archive
        .append_path_with_name(sandbox.path("x.sgf"), "in/corner.sgf")
        .expect("a member");
    sandbox.write("a.tar", &archive.into_inner().expect("an archive"));
    let file = sandbox.run("explain x.sgf --all -s grey").exits(0).out;
    let member = sandbox
        .run("explain a.tar!/in/corner.sgf#1 --all -s grey")
        .exits(0)
        .out;
    assert_eq!(
        member.lines().skip(1).collect::<Vec<_>>(),
        file.lines().skip(1).collect::<Vec<_>>()
    );
    assert!(member.starts_with("a.tar!/in/corner.sgf#1\n"), "{member}");
    let json = sandbox
        .run("explain a.tar!/in/corner.sgf#1 --format json")
        .exits(0)
        .out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["board"]["game"], "a.tar!/in/corner.sgf#1");
    let shown = sandbox.run("explain a.tar!/in/korner.sgf").exits(2).err;
    assert!(shown.contains("no such game"), "{shown}");
    assert!(
        sandbox
            .run("explain a.tar")
            .exits(2)
            .err
            .contains("seichi audit a.tar --format csv")
    );
}
