//! Boards with expert labels, which stand in files of two test suites: `.json` and `.game`.

use crate::sandbox::Sandbox;

/// Black's left side is open at the bottom, where `s` has to be played; White's stone in it is dead. Of Black's stone on
/// the right, either answer is right, and so of the points beside it.
pub(crate) const AUTOSCORE: &str = r#"{
    "board": ["  bW ", "W bWb", "  bW ", "   W "],
    "black": [[1, 1, 1, -1, -1], [1, 1, 1, -1, -1], [1, 1, 1, -1, -1], [1, 1, 0.1, -1, -1]],
    "white": [[1, 1, 1, -1, -1], [1, 1, 1, -1, -1], [1, 1, 1, -1, -1], [0.9, 0.9, -0.5, -1, -1]],
    "correct_ownership": ["  BW*", "  BW*", "  BW*", "  sW*"],
    "sealed_ownership": ["BBBW*", "BBBW*", "BBBW*", "BBsW*"]
}"#;

/// Black's two points at the top left were marked as nobody's, as eyes in seki are, and White's stone on the left as dead.
pub(crate) const GAME: &str = "# 1=black -1=white 0=open\nheight 3\nwidth 5\nplayer_to_move 1\n\
    0 1 0 -1 0\n1 1 1 -1 0\n-1 1 0 -1 0\n\n1 0 0 0 0\n0 0 0 0 0\n1 0 0 0 0\n";

fn sandbox() -> Sandbox {
    Sandbox::new(&[
        ("g/a.json", AUTOSCORE),
        ("g/b.GAME", GAME),
        ("g/package.json", r#"{"board": 1}"#),
        ("g/chess.game", "e2e4"),
    ])
}

#[test]
fn boards_are_games_and_other_files_of_their_endings_are_not() {
    let sandbox = sandbox();
    let output = sandbox.run("eval g -s linked,flood").exits(0);
    assert!(output.out.contains("2 games, 2 evaluated, 0 skipped."), "{}", output.out);
    assert!(output.out.contains("Area games, the same for every strategy: 1 of 1 exact"), "{}", output.out);
    assert!(output.out.contains("hand: labels by people."), "{}", output.out);
    let games = sandbox.rows("reports/games.csv");
    let row = |number: usize| {
        ["game", "rules", "label", "label_check", "margin", "map_diff", "dead"].map(|c| &games[number][c])
    };
    // the stone and the points of which either answer is right count as the strategies have them
    assert_eq!(row(0), ["a.json#1", "chinese", "0", "consistent", "0", "0", "1"]);
    // nine points of Black's and White's stones are left: one dead stone, three points of White's, two of Black's
    assert_eq!(row(2), ["b.GAME#1", "japanese", "W+1", "consistent", "0", "1", "1"]);
    assert_eq!([&games[0]["encoding"], &games[2]["encoding"]], ["UTF-8"; 2]);
    for argument in ["g/package.json", "g/chess.game"] {
        assert!(sandbox.run(&format!("eval {argument}")).exits(2).err.contains("is no SGF record"));
    }
    sandbox.write("list", b"g/b.GAME\ng/chess.game\n");
    let output = sandbox.run("eval --files-from list -s linked").exits(0);
    assert!(output.out.contains("2 games, 1 evaluated, 1 skipped: no_game 1"), "{}", output.out);
}

#[test]
fn points_of_which_either_owner_is_right_are_whose_area_scoring_gives_them_to() {
    // without Black's stone on the right, the four points are surrounded by White's
    let sandbox = Sandbox::new(&[("g/a.json", &AUTOSCORE.replace("W bWb", "W bW "))]);
    sandbox.run("eval g -s linked,flood -q").exits(0);
    for row in sandbox.rows("reports/games.csv") {
        assert_eq!(["label", "margin", "map_diff"].map(|column| &row[column]), ["W+5", "-5", "0"]);
    }
}

#[test]
fn what_is_not_clear_on_a_board_is_said() {
    // it is hardly more likely that White's stone on the left is dead than that it lives
    let unclear = ["black", "white"].iter().fold(AUTOSCORE.to_owned(), |text, player| {
        text.replacen(
            &format!("\"{player}\": [[1, 1, 1, -1, -1], [1"),
            &format!("\"{player}\": [[1, 1, 1, -1, -1], [0.1"),
            1,
        )
    });
    let sandbox = Sandbox::new(&[("a.json", AUTOSCORE), ("u.json", &unclear)]);
    let score = |line: &str| sandbox.run(&format!("score {line} --safety -s linked")).exits(0).out;
    assert!(!score("a.json --dead ownership").contains("it is not clear"));
    let out = score("u.json --dead ownership");
    assert!(out.contains("it is not clear whether these stones live: A3 (ownership -0.10)"), "{out}");
    let out = score("a.json");
    assert!(out.contains("\nnot finished: the 9 points around B2 are not closed off\n"), "{out}");
}

#[test]
fn dead_stones_and_owners_are_compared_with_the_expected_ones() {
    let sandbox = sandbox();
    let output = sandbox.run("eval g -s linked --dead ownership,labels").exits(0);
    assert_eq!(&sandbox.rows("reports/games.csv")[0]["flags"], "", "no point differs");
    for part in [
        "Dead stones by ownership(boards; 0.5), against the labels of area games:\nthe same in 1 of 1 game",
        "owners and seals as expected on 1 of 1 board, 100.0 %; elsewhere 0 points differ.",
    ] {
        assert!(output.out.contains(part), "{part}\n{}", output.out);
    }
    let columns = |stratum: &str| {
        let rows = sandbox.rows("reports/dead.csv");
        let row = rows.iter().find(|row| &row["stratum"] == stratum).expect("a row");
        ["same", "owners", "owners_same", "owners_differ"].map(|column| row[column].to_owned())
    };
    assert_eq!(columns("method=area"), ["1", "1", "1", "0"]);
    // with the dead stone alive, its point and the three beside it
    let alive = AUTOSCORE.replace(
        "[1, 1, 1, -1, -1], [1, 1, 1, -1, -1], [1, 1, 0.1",
        "[-1, -1, 1, -1, -1], [1, 1, 1, -1, -1], [1, 1, 0.1",
    );
    let alive =
        alive.replace("[1, 1, 1, -1, -1], [1, 1, 1, -1, -1], [0.9", "[-1, -1, 1, -1, -1], [1, 1, 1, -1, -1], [0.9");
    assert_ne!(alive, AUTOSCORE);
    sandbox.write("g/a.json", alive.as_bytes());
    let output = sandbox.run("eval g/a.json -s linked --dead ownership").exits(0);
    let [same, owners, owners_same, owners_differ] = columns("method=area");
    assert_eq!([same, owners, owners_same], ["0", "1", "0"]);
    assert!(owners_differ.parse::<u32>().expect("a number") > 0);
    let flags = &sandbox.rows("reports/games.csv")[0]["flags"];
    assert_eq!(*flags, format!("owners_differ={owners_differ}"), "{}", output.out);
    sandbox.run("eval g/b.GAME -s linked --dead estimate").exits(0);
    assert_eq!(columns("method=territory")[1..], ["0", "0", "0"], "nothing is expected of its owners");
    let output = sandbox.run("eval g/b.GAME -s linked --dead ownership").exits(3);
    assert!(output.err.contains("no_dead_info 1"), "{}", output.err);
}

#[test]
fn a_labels_file_and_an_ownership_file_replace_what_a_board_has() {
    let sandbox = sandbox();
    sandbox.write("g/labels.jsonl", br#"{"game": "b.GAME#1", "result": "B+3", "dead": []}"#);
    sandbox.run("eval g -s linked").exits(0);
    let games = sandbox.rows("reports/games.csv");
    assert_eq!((&games[1]["label"], &games[1]["dead"], &games[0]["label"]), ("B+3", "0", "0"));
    let white = format!("[{}]", ["-1"; 20].join(", "));
    sandbox.write("own.jsonl", format!("{{\"game\": \"g/a.json#1\", \"ownership\": {white}}}").as_bytes());
    sandbox.run("eval g/a.json -s linked --dead ownership --ownership own.jsonl").exits(0);
    assert_eq!(&sandbox.rows("reports/games.csv")[0]["dead"], "4", "all of Black's");
}

#[test]
fn boards_are_scored_explained_and_written_as_records() {
    let sandbox = sandbox();
    let output = sandbox.run("score g -s linked --format sgf").exits(0);
    assert_eq!(
        output.out,
        "(;GM[1]FF[4]SZ[5:4]RU[Chinese]KM[0]HA[0]AB[ca][cb][eb][cc]AW[da][ab][db][dc][dd]RE[0]TB[ab])\n\
         (;GM[1]FF[4]SZ[5:3]RU[Japanese]KM[0]HA[0]AB[ba][ab][bb][cb][bc]AW[da][db][ac][dc]RE[0]TB[aa][ac]TW[ea][eb][ec])\n"
    );
    // the record that was written gives the same result again
    sandbox.write("again.sgf", output.out.as_bytes());
    let again = sandbox.run("score again.sgf -s linked --format ndjson").exits(0);
    let first = sandbox.run("score g -s linked --format ndjson").exits(0);
    let maps = |text: &str| {
        text.lines().map(|line| line.split_once("\"margin\"").expect("a margin").1.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(maps(&again.out), maps(&first.out));
    let output = sandbox.run("explain g/b.GAME#1 -s linked").exits(0);
    assert!(output.out.contains("label: W+1, from board (hand)"), "{}", output.out);
    let output = sandbox.run("inspect g").exits(0);
    assert!(output.out.starts_with("2 games, 2 to be evaluated, 0 to be skipped"), "{}", output.out);
}

#[test]
fn boards_are_read_in_archives() {
    let sandbox = sandbox();
    let mut tar = tar::Builder::new(Vec::new());
    for name in ["a.json", "b.GAME", "package.json"] {
        tar.append_path_with_name(sandbox.path(&format!("g/{name}")), name).expect("a member");
    }
    sandbox.write("g.tar", &tar.into_inner().expect("a tar"));
    sandbox.run("eval g -s linked -o folder").exits(0);
    sandbox.run("eval g.tar -s linked -o archive").exits(0);
    let margins = |run: &str| {
        let rows = sandbox.rows(&format!("{run}/games.csv"));
        rows.iter().map(|row| ["label", "margin", "flags"].map(|column| row[column].to_owned())).collect::<Vec<_>>()
    };
    assert_eq!(margins("archive"), margins("folder"));
    assert_eq!(&sandbox.rows("archive/games.csv")[1]["game"], "g.tar!/b.GAME#1");
}
