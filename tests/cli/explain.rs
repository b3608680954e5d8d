//! `seichi explain`, as a user sees it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::sandbox::{RunOutput, Sandbox, points_of, sample_strategies, seichi};
use crate::score::CORNER;

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
    RunOutput::of(&mut command).exits(0).out
}

/// `tests/golden` has the output for each position of the article. After an intended change renew it with
/// `RENEW_GOLDEN=1 cargo test --test cli golden`, and look at the differences.
#[test]
fn positions_are_explained_as_in_the_golden_text() {
    let folder = Path::new(TOP).join("tests/golden");
    let strategies = sample_strategies();
    let strategies: Vec<&str> = strategies.iter().map(String::as_str).collect();
    for position in positions() {
        let name = position.file_stem().expect("a name").to_string_lossy().into_owned();
        // one strategy that fills, one that does not, and the steps of both
        let shown = format!(
            "$ seichi explain {name}.sgf\n{}\n$ seichi explain {name}.sgf --all\n{}\n\
             $ seichi explain {name}.sgf -s checkered -s linked --all --steps\n{}",
            explain(&position, &strategies),
            explain(&position, &[&strategies[..], &["--all"]].concat()),
            explain(&position, &["-s", "checkered", "-s", "linked", "--all", "--steps"]),
        );
        let golden = folder.join(name + ".txt");
        if std::env::var_os("RENEW_GOLDEN").is_some() {
            fs::create_dir_all(&folder).expect("a folder");
            fs::write(&golden, &shown).expect("a file");
        }
        let kept = fs::read_to_string(&golden).expect("the golden text");
        assert!(shown == kept, "{} is not what is said now:\n{shown}", golden.display());
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
    let sandbox = Sandbox::new(&[]);
    for position in positions() {
        let path = sandbox.path("x.svg");
        let shown = explain(&position, &["-s", "linked", "--format", "json", "--svg", &path.display().to_string()]);
        let svg = sandbox.read("x.svg");
        let json: serde_json::Value = serde_json::from_str(&shown).expect("JSON");
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
fn svg_is_written_to_a_file_or_printed_instead_of_the_text() {
    let sandbox = Sandbox::new(&[("corner.sgf", CORNER), ("odd & <1>.sgf", CORNER)]);
    let text = sandbox.run("explain corner.sgf -s linked").exits(0).out;
    assert_eq!(
        sandbox.run("explain corner.sgf -s linked --svg a/x.svg").exits(0).out,
        text,
        "the text is printed, too"
    );
    let picture = sandbox.read("a/x.svg");
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"), "{picture}");
    assert_eq!(sandbox.run("explain corner.sgf -s linked --svg -").exits(0).out, picture);
    let odd =
        RunOutput::of(sandbox.program().args(["explain", "odd & <1>.sgf", "-s", "linked", "--svg", "-"])).exits(0);
    assert_eq!(odd.out.replace("odd &amp; &lt;1&gt;", "corner"), picture);
    let shown = sandbox.run("explain corner.sgf --svg corner.sgf/x").exits(2);
    assert!(shown.err.contains("failed to write corner.sgf/x"), "{}", shown.err);
}

/// Pictures of boards of every size are no smaller than their captions.
#[test]
fn svg_of_the_smallest_and_the_largest_board_has_room_for_its_caption() {
    let sandbox =
        Sandbox::new(&[("1.sgf", "(;SZ[1])"), ("52.sgf", "(;SZ[52]AB[aa])"), ("wide.sgf", "(;SZ[30:2]AW[ab])")]);
    for (name, least) in [("1", [112, 150]), ("52", [2160, 2190]), ("wide", [1280, 190])] {
        let svg = sandbox.run(&format!("explain {name}.sgf -s linked --svg -")).exits(0).out;
        let side = |key: &str| -> u32 {
            let text = svg.split_once(&format!(" {key}=\"")).expect("a side").1;
            text.split('"').next().expect("a number").parse().expect("a number")
        };
        let sides = ["width", "height"].map(side);
        assert!(sides[0] >= least[0] && sides[1] >= least[1], "{name}: {sides:?}");
    }
}

#[test]
fn two_strategies_stand_beside_each_other() {
    let sandbox = Sandbox::new(&[("corner.sgf", CORNER)]);
    let shown = sandbox.run("explain corner.sgf -s flood -s linked").exits(0).out;
    assert!(shown.contains("\n  7 b b X O w w w      7 b b X O w w w\n"), "{shown}");
    assert!(!shown.contains('\u{1b}'));
    let colored = sandbox.run("explain corner.sgf --color always").exits(0).out;
    assert!(colored.contains("\u{1b}[32m b\u{1b}[0m"), "{colored}");
    let steps = sandbox.run("explain corner.sgf -s flood -s linked --steps").exits(0).out;
    assert!(steps.contains("Step by step: flood\n\nNothing is filled, and no eyes are counted."), "{steps}");
}

/// A reader sees who differs by how much, and why, and no control among those who differ, unless asked for.
#[test]
fn the_short_explanation_has_the_differences_and_their_reasons() {
    let strategies = sample_strategies();
    let strategies: Vec<&str> = strategies.iter().map(String::as_str).collect();
    let position = Path::new(TOP).join("corpus/article/bamboo-joint.sgf");
    let shown = explain(&position, &strategies);
    assert!(shown.contains("\nB+6, 2 points too many for Black: fixed-black\n"), "{shown}");
    assert!(shown.contains("\nB+4, as recorded: the other 10 strategies\n"), "{shown}");
    for words in [
        "\nB4: White's by the label, surrounded by White's A4 (5 stones)\n  fixed-black: an eye in seki: once Black has D4 \
         and D3, the group has 1 eye,\n      too few for territory\n",
        "White's, by grey and 3 more: A4 (5) is joined at D4 or D3 with\n      E4 (5); the group has 2 eyes, here and at F4; \
         reading: by play\n",
        // an equal answer in another region, with the blocks around that one
        "\nF4: White's by the label, surrounded by White's E4 (5 stones)\n",
        "\nNot shown: the control strategies strict, unfilled (see --all)\n",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let all = explain(&position, &[&strategies[..], &["--all"]].concat());
    assert!(all.contains("Region by region:") && all.contains("   strict: an eye in seki\n"), "{all}");
    assert!(
        all.contains("    fixed-black: an eye in seki: once Black has D4 and D3, ") && !all.contains("*b"),
        "controls have no star: {all}"
    );
    assert!(all.contains("\nNot compared: the control strategies strict, unfilled\n"), "{all}");
    assert!(!shown.contains("Region by region:"), "{shown}");
}

#[test]
fn a_protective_move_is_explained() {
    // once the dame are filled, White at E2 cuts four stones off
    let board = "........ox.x. oooooooooxxxx oooo.oooox.x. oxxxxooxoxxxx oox..xxxox.x. .oox..x.xxxxx";
    let record = format!("(;SZ[13:6]RU[Japanese]KM[0]AB{}AW{};B[];W[])", points_of(board, 'x'), points_of(board, 'o'));
    let sandbox = Sandbox::new(&[("x.sgf", record.as_str())]);
    for flags in ["", " --all"] {
        let shown = sandbox.run(&format!("explain x.sgf -s teire -s independent{flags}")).exits(0).out;
        let words = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("Black owes a move at E2: without it the stones at"), "{shown}");
        assert!(
            words.contains("Black has to play E2 once the dame are filled, or W E2, B E1, W D2 captures"),
            "{shown}"
        );
    }
}

#[test]
fn a_board_that_is_not_finished_is_called_so() {
    let open = "(;SZ[6:4]RU[Japanese]KM[0]AB[ca][cb][cd]AW[da][db][dd];B[];W[])";
    let sandbox = Sandbox::new(&[("o.sgf", open)]);
    let shown = sandbox.run("explain o.sgf -s linked").exits(0).out;
    let words = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("not finished: C2 D2 have to be played before the 16 points"), "{shown}");
    let json: serde_json::Value =
        serde_json::from_str(&sandbox.run("explain o.sgf -s linked --format json").exits(0).out).expect("JSON");
    assert_eq!(json["unclosed"][0]["seals"], serde_json::json!(["C2", "D2"]));
    assert_eq!(json["unsafe"][0]["kind"], "open-border");
    assert_eq!(json["protective_moves"], serde_json::json!([]));
}

#[test]
fn explain_says_where_answers_differ() {
    let sandbox = Sandbox::new(&[
        ("g/corner.sgf", CORNER),
        ("labels.jsonl", r#"{"game": "g/corner.sgf#1", "result": "W+29", "dead": [], "black_territory": ["aa"]}"#),
    ]);
    let shown = sandbox.run("explain g/corner.sgf#1 --labels labels.jsonl --all").exits(0);
    for words in [
        "7×7 board, japanese rules, komi 0",
        "label: W+29 (origin: unknown; source: labels file; check: inconsistent)",
        "flood",
        "\n    fixed-black, fixed-white, grey, ",
    ] {
        assert!(shown.out.contains(words), "{words}: {}", shown.out);
    }
    assert!(
        sandbox.run("explain g/corner.sgf").exits(0).out.contains("All answers give every point to the same side.")
    );
    assert!(sandbox.run("explain g/corner.sgf#2").exits(2).err.contains("the file has 1 game\n"));
    assert!(sandbox.run("explain g").exits(0).out.contains("corner.sgf#1"), "a folder of one game is that game");
    let shown = sandbox.run("explain g/corner.sfg#1").exits(2).err;
    assert!(shown.contains("there is no such file; is it g/corner.sgf?"), "{shown}");
    let shown = sandbox.run("explain nowhere.sgf#1").exits(2).err;
    assert!(shown.contains("no such file; a name from a report begins below the path that was evaluated"), "{shown}");
    sandbox.write("g/more.sgf", CORNER.as_bytes());
    assert!(sandbox.run("explain g").exits(2).err.contains("seichi inspect g --list counted lists games"));
}

/// No line is longer than the 80 columns of a terminal.
#[test]
fn no_line_is_too_long() {
    let mut texts: Vec<String> = positions()
        .iter()
        .flat_map(|path| [explain(path, &["--steps"]), explain(path, &["-s", "alternating-transposed", "-s", "flood"])])
        .collect();
    let sandbox = Sandbox::new(&[("large.sgf", &CORNER.replace("SZ[7]", "SZ[19]")), ("small.sgf", "(;SZ[2]AB[aa])")]);
    let scorer = sandbox
        .program()
        .args(["explain", "large.sgf", "-s", "linked", "--scorer"])
        .arg(
            "a-long-name=exit 7 # \
        the scorer is a program of any language, started with a long command",
        )
        .output()
        .expect("it runs");
    texts.push(String::from_utf8(scorer.stdout).expect("UTF-8"));
    let two = sandbox.run("explain large.sgf -s alternating-transposed -s linked --steps").exits(0).out;
    assert!(two.contains("\n   alternating-transposed                 linked\n"), "{two}");
    assert!(
        two.contains("\n  7 w w w w w w w w w w w w w w w w w w w  w w w w w w w w w w w w w w w w w w w\n"),
        "{two}"
    );
    texts.push(two);
    let small = sandbox.run("explain small.sgf -s alternating-transposed -s linked").exits(0).out;
    assert!(small.contains("\n   alternating-transposed  linked\n"), "{small}");
    for text in texts {
        for line in text.lines() {
            assert!(line.chars().count() <= 80, "{line}\n{text}");
        }
    }
}

#[test]
fn a_game_that_is_in_no_figure_says_why() {
    let walls = "AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de]";
    let sandbox = Sandbox::new(&[
        ("resigned.sgf", &format!("(;SZ[5]KM[0]RU[Japanese]RE[B+R]{walls})")),
        ("unmarked.sgf", &format!("(;SZ[5]KM[0]RU[Japanese]RE[B+5]{walls})")),
        ("broken.sgf", "(;SZ[5"),
    ]);
    for (game, reason) in [("resigned", "resign"), ("unmarked", "no_dead_info")] {
        let shown = sandbox.run(&format!("explain {game}.sgf")).exits(0).out;
        assert!(shown.contains(&format!("\nleft out by eval: {reason}")), "{shown}");
        let json = sandbox.run(&format!("explain {game}.sgf --format json")).exits(0).out;
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(json["left_out"], reason);
    }
    // an evaluation of the folder uses the labels file beside the game
    sandbox.write("labels.jsonl", br#"{"game": "unmarked.sgf#1", "result": "B+4", "dead": []}"#);
    let shown = sandbox.run("explain unmarked.sgf").exits(0).out;
    assert!(shown.contains("\nlabel: B+4, from the labels file (origin unknown)\n"), "{shown}");
    assert!(!shown.contains("left out"), "{shown}");
    fs::remove_file(sandbox.path("labels.jsonl")).expect("it is there");
    let shown = sandbox.run("explain unmarked.sgf --dead none").exits(0).out;
    assert!(!shown.contains("left out"), "{shown}");
    let shown = sandbox.run("explain broken.sgf").exits(2).err;
    let meaning = seichi::skip::Reason::Truncated.meaning();
    assert!(shown.contains("failed to evaluate broken.sgf#1: truncated") && shown.contains(&meaning), "{shown}");
}

/// `explain` takes a member of an archive like a file, and suggests similar names for one that does not exist.
#[cfg(feature = "archives")]
#[test]
fn a_member_of_an_archive_is_explained() {
    let sandbox = Sandbox::new(&[("x.sgf", CORNER)]);
    let mut archive = tar::Builder::new(Vec::new());
    archive.append_path_with_name(sandbox.path("x.sgf"), "in/corner.sgf").expect("a member");
    sandbox.write("a.tar", &archive.into_inner().expect("an archive"));
    let file = sandbox.run("explain x.sgf --steps -s grey").exits(0).out;
    let member = sandbox.run("explain a.tar!/in/corner.sgf#1 --steps -s grey").exits(0).out;
    assert_eq!(member.lines().skip(1).collect::<Vec<_>>(), file.lines().skip(1).collect::<Vec<_>>());
    assert!(member.starts_with("a.tar!/in/corner.sgf#1\n"), "{member}");
    let json = sandbox.run("explain a.tar!/in/corner.sgf#1 --format json").exits(0).out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["board"]["game"], "a.tar!/in/corner.sgf#1");
    let shown = sandbox.run("explain a.tar!/in/korner.sgf").exits(2).err;
    assert!(shown.contains("has no member in/korner.sgf; is it in/corner.sgf?"), "{shown}");
    assert!(sandbox.run("explain a.tar").exits(2).err.contains("seichi inspect a.tar --list counted"));
}

/// Every position has a golden text, and every golden text has a position.
#[test]
fn the_golden_texts_are_whole() {
    let stem = |path: &PathBuf| path.file_stem().expect("a name").to_string_lossy().into_owned();
    let golden = fs::read_dir(Path::new(TOP).join("tests/golden")).expect("golden texts");
    let mut golden: Vec<PathBuf> = golden.map(|entry| entry.expect("an entry").path()).collect();
    golden.sort();
    assert_eq!(golden.iter().map(stem).collect::<Vec<_>>(), positions().iter().map(stem).collect::<Vec<_>>());
    for path in golden {
        let text = fs::read_to_string(&path).expect("text");
        for part in ["strategy  ", "Region by region:\n\nA block is named", "\n\n1. ", "Step by step: "] {
            assert!(text.contains(part), "{} has no {part}", path.display());
        }
        assert_eq!(text.matches("Region by region:").count(), 2, "{}", path.display());
    }
}
