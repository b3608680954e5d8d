//! `seichi audit`: recorded results that may be wrong.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::process::Stdio;

use sha2::{Digest as _, Sha256};

use crate::sandbox::{RunOutput, Sandbox, rows};

/// A finished game with marks: Black wins by 4.5 points. It is too short to be recognized as a
/// copy.
fn game(headers: &str) -> String {
    format!(
        "(;SZ[5]RU[Japanese]KM[0.5]{headers};B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[]\
         TB[aa][ab][ac][ad][ae][ba][bb][bc][bd][be]TW[ea][eb][ec][ed][ee])"
    )
}

/// A game that was not counted, with enough moves to be identified.
fn long_game(headers: &str) -> String {
    let moves = ('a'..='s')
        .map(|x| format!(";B[{x}d];W[{x}p]"))
        .collect::<Vec<_>>()
        .concat();
    format!("(;SZ[19]RU[Japanese]KM[6.5]{headers}{moves})")
}

/// Returns the game and the verdict of each row, in the order of the audit.
fn verdicts(sandbox: &Sandbox, line: &str) -> Vec<(String, String)> {
    let csv = sandbox.run(&format!("{line} --format csv")).exits(0).out;
    sandbox.write("audit.csv", csv.as_bytes());
    let rows = rows(&sandbox.path("audit.csv"));
    rows.iter()
        .map(|row| (row["game"].to_owned(), row["verdict"].to_owned()))
        .collect()
}

/// Returns the first columns of the log of changes, a line per game.
fn changes(sandbox: &Sandbox) -> Vec<String> {
    let rows = sandbox.rows("fixed/changes.csv");
    let columns = ["game", "verdict", "old", "new", "not_changed"];
    rows.iter()
        .map(|row| columns.map(|name| &row[name]).join(","))
        .collect()
}

#[test]
fn suspects_are_listed_the_most_certain_first() {
    let sandbox = Sandbox::new(&[
        (
            "g/agrees.sgf",
            &game("RE[B+4.5]PB[Cho]PW[Rin]EV[Cup]DT[1985-03-04]"),
        ),
        (
            "g/komi.sgf",
            &game("RE[W+7]").replace("TB[", "C[").replace("TW[", "C["),
        ),
        ("g/resigned.sgf", &game("RE[W+R]")),
        ("g/unread.sgf", &game("RE[1985-03-04]")),
        (
            "g/wrong.sgf",
            &game("RE[W+4.5]PB[Cho]PW[Rin]DT[1985-03-04]"),
        ),
    ]);
    let found = verdicts(&sandbox, "audit g");
    let expected = [
        ("wrong", "contradicts-itself"),
        ("unread", "unreadable-result"),
        ("komi", "impossible-komi"),
        ("agrees", "agrees"),
        ("resigned", "not-counted"),
    ];
    assert_eq!(
        found,
        expected.map(|(game, verdict)| (format!("{game}.sgf#1"), verdict.to_owned()))
    );
    let text = sandbox.run("audit g").exits(0).out;
    assert!(
        text.starts_with("recorded   counted    game\nThe record contradicts itself (1 game"),
        "{text}"
    );
    assert!(
        text.contains("\nW+4.5      B+4.5      wrong.sgf#1\n    Cho – Rin, 1985-03-04, "),
        "{text}"
    );
    assert!(
        text.ends_with(
            "\n5 games: agrees 1, contradicts-itself 1, impossible-komi 1, not-counted 1,\n    \
             unreadable-result 1; 0 duplicates\n\
             The result was not checked in 2 of 5 games: resign 1, unreadable_result 1\n"
        ),
        "{text}"
    );
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    let json: serde_json::Value =
        serde_json::from_str(&sandbox.run("audit g --format json").exits(0).out).expect("JSON");
    assert_eq!(
        (&json[3]["black"], &json[3]["event"], &json[3]["komi"]),
        (&"Cho".into(), &"Cup".into(), &0.5.into())
    );
    let only = sandbox
        .run("audit g --only impossible-komi -q")
        .exits(0)
        .out;
    assert!(
        only.contains("komi.sgf#1") && !only.contains("wrong.sgf#1") && !only.contains("5 games"),
        "{only}"
    );
}

/// The count of a record that breaks off differs the most, but says the least about the result.
#[test]
fn records_that_break_off_are_the_last_in_doubt() {
    let unsure = "(;SZ[5]KM[7.5]RU[Chinese]RE[W+13.5];B[ca];W[aa];B[cb];W[da];B[cc];W[db];B[cd];\
                  W[dc];B[ce];W[dd];B[];W[de];B[];W[])";
    let rows: Vec<_> = ('a'..='s').map(|x| format!(";B[{x}j];W[{x}k]")).collect();
    let rows = rows.concat();
    let open = format!("(;SZ[19]RU[Japanese]KM[6.5]RE[W+8.5]{rows};B[cq];W[cc])");
    let sandbox = Sandbox::new(&[
        ("g/empty.sgf", "(;SZ[19]RU[Japanese]KM[6.5]RE[B+40.5])"),
        ("g/open.sgf", &open),
        ("g/unsure.sgf", unsure),
    ]);
    let expected = ["unsure", "open", "empty"];
    assert_eq!(
        verdicts(&sandbox, "audit g"),
        expected.map(|game| (format!("{game}.sgf#1"), "in-doubt".to_owned()))
    );
}

#[test]
fn copies_that_contradict_each_other_are_suspects_even_if_not_counted() {
    let sandbox = Sandbox::new(&[
        ("g/a.sgf", &long_game("RE[B+R]")),
        ("g/b.sgf", &long_game("RE[W+R]")),
        ("h/a.sgf", &long_game("RE[B+R]")),
        ("h/b.sgf", &long_game("RE[B+T]")),
        ("h/c.sgf", &long_game("")),
    ]);
    let found = verdicts(&sandbox, "audit g");
    assert!(
        found.iter().all(|(_, verdict)| verdict == "copies-differ") && found.len() == 2,
        "{found:?}"
    );
    let json = sandbox.run("audit g --format json").exits(0).out;
    assert!(
        json.contains(r#""duplicate_of": "a.sgf#1""#) && json.contains("B+R in the copy a.sgf#1"),
        "{json}"
    );
    // the same winner, or no result, is not a contradiction
    assert!(
        verdicts(&sandbox, "audit h")
            .iter()
            .all(|(_, verdict)| verdict == "not-counted")
    );
}

#[test]
fn record_that_its_file_cuts_off_is_unreadable() {
    let cut = game("RE[B+4.5]").replace(')', "");
    let sandbox = Sandbox::new(&[("cut.sgf", &cut)]);
    let text = sandbox.run("audit cut.sgf -q").exits(0).out;
    assert!(
        text.contains("is cut off (1 game)")
            && text.contains("    the file ends before the record does\n"),
        "{text}"
    );
    let scored = sandbox
        .run("score cut.sgf -s linked --require-safe")
        .exits(1);
    assert_eq!(
        scored.err,
        "seichi: cut.sgf#1 is not safe to score: the file ends before the record does\n\
         seichi: not safe to score, or skipped: 1 game\n"
    );
}

#[test]
fn audit_accepts_only_sources_that_need_no_other_flag() {
    let sandbox = Sandbox::new(&[("x.sgf", &game("RE[B+4.5]"))]);
    sandbox.run("audit x.sgf --dead marks,none").exits(0);
    let output = sandbox.run("audit x.sgf --dead engine").exits(2);
    assert_eq!(
        output.err,
        "seichi: --dead: audit has no flags for engines and ownership files; use seichi eval\n"
    );
}

/// The recipe for a nightly audit in docs/audit.md.
#[test]
fn only_new_suspects_are_reported_every_night() {
    let sandbox = Sandbox::new(&[
        ("g/a.sgf", &game("RE[B+4.5]")),
        ("g/old.sgf", &game("RE[B+5.5]")),
    ]);
    let night = || sandbox.run("audit g --known known.txt --remember -q");
    night().exits(1);
    sandbox.write("g/new.sgf", game("RE[B+4.5]").as_bytes());
    let clean = night().exits(0);
    assert_eq!(
        (clean.out.as_str(), clean.err.as_str()),
        ("", ""),
        "a clean night is silent"
    );
    sandbox.write("g/wrong.sgf", game("RE[W+4.5]").as_bytes());
    let found = night().exits(1);
    assert!(
        found.out.contains("wrong.sgf#1") && !found.out.contains("old.sgf#1"),
        "{}",
        found.out
    );
    let next = night().exits(0);
    assert_eq!(
        (next.out.as_str(), next.err.as_str()),
        ("", ""),
        "nothing is reported twice"
    );
    // a different wrong result of the same game is new
    sandbox.write("g/wrong.sgf", game("RE[W+9.5]").as_bytes());
    night().exits(1);
    sandbox.write("names.txt", b"old.sgf#1\nwrong.sgf#1\n");
    sandbox.run("audit g --known names.txt -q").exits(0);
}

#[test]
fn known_suspect_is_new_with_a_more_certain_verdict() {
    let sandbox = Sandbox::new(&[("g/wrong.sgf", &game("RE[W+4.5]"))]);
    sandbox
        .run("audit g --known known.txt --remember -q")
        .exits(1);
    let remembered = sandbox.read("known.txt");
    let (hash, rest) = remembered.split_once('\t').expect("a line");
    let seen = "W+4.5\tcontradicts-itself\twrong.sgf#1\t\t";
    assert!(rest.starts_with(seen), "{rest}");
    let doubtful = game("RE[W+4.5]").replace("TB[", "C[").replace("TW[", "C[");
    for (record, known, code) in [
        (game("RE[W+4.5]"), "in-doubt", 1),
        (doubtful.clone(), "in-doubt", 1),
        (doubtful.clone(), "other-winner", 0),
        (doubtful, "contradicts-itself", 0),
        (game("RE[W+4.5]"), "other-winner", 1),
        // a line with only a name stands for each verdict
        (game("RE[W+4.5]"), "in-doubt\tx\nwrong.sgf#1\nother", 0),
        (game("RE[W+9.5]"), "contradicts-itself", 1),
    ] {
        sandbox.write("g/wrong.sgf", record.as_bytes());
        sandbox.write(
            "known.txt",
            format!("\u{feff}{hash}\tW+4.5\t{known}\told name").as_bytes(),
        );
        let output = sandbox.run("audit g --known known.txt -q");
        assert_eq!(output.code, code, "{known}: {}", output.out);
    }
}

#[test]
fn record_that_cannot_be_counted_is_reported_once() {
    let sandbox = Sandbox::new(&[
        ("g/a.sgf", &game("RE[B+4.5]")),
        ("g/broken.sgf", "(;SZ[5"),
        (
            "g/a-komi.sgf",
            &game("RE[B+9]")
                .replace("KM[0.5]", "")
                .replace("TB[", "C[")
                .replace("TW[", "C["),
        ),
        ("g/resigned.sgf", &game("RE[W+R]")),
    ]);
    sandbox.write("g/picture.sgf", b"\x89PNG\r\n\x1a\n\0(;\x01\x02)(;\x03)");
    let night = || sandbox.run("audit g --known known.txt --remember -q");
    let found = night().exits(1);
    assert!(
        found.out.contains("\nCannot be counted (1 game):\n")
            && found.out.contains("cut off (2 games):\n"),
        "{}",
        found.out
    );
    assert!(
        found.out.contains("broken.sgf")
            && found.out.contains("no_komi")
            && !found.out.contains("resigned")
    );
    assert_eq!(
        found.err,
        "seichi: new results that may be wrong or can't be counted: 3\n"
    );
    assert_eq!(night().exits(0).out, "");
    let csv = sandbox
        .run("audit g --only unreadable-file,cannot-be-counted --format csv")
        .exits(0)
        .out;
    let games: Vec<&str> = csv
        .lines()
        .skip(1)
        .filter_map(|line| line.split(',').next())
        .collect();
    assert_eq!(
        games,
        ["broken.sgf#1", "picture.sgf", "a-komi.sgf#1"],
        "broken files come first"
    );
}

#[test]
fn first_listed_game_has_its_command() {
    let sandbox = Sandbox::new(&[
        ("g/wrong.sgf", &game("RE[W+4.5]")),
        ("g/broken.sgf", "(;SZ[5"),
    ]);
    let command = |flags: &str| {
        let text = sandbox.run(&format!("audit g {flags}")).exits(0).out;
        let (_, rest) = text.split_once(":\n    seichi ").expect("a command");
        rest.lines().next().expect("a line").to_owned()
    };
    // as audited, not with the default of `explain`
    assert_eq!(
        command("--rules chinese --komi 6.5"),
        "explain -s teire --dead auto,estimate --rules chinese --komi 6.5 g/wrong.sgf#1"
    );
    let command = command("");
    assert_eq!(
        command,
        "explain -s teire --dead auto,estimate g/wrong.sgf#1"
    );
    sandbox.run(&command).exits(0);
    std::fs::remove_file(sandbox.path("g/wrong.sgf")).expect("it exists");
    assert!(
        !sandbox.run("audit g").exits(0).out.contains("To see"),
        "nothing can be shown"
    );
}

/// White owes a protective move, which costs a point everywhere except on KGS.
#[test]
fn kgs_counts_the_board_as_it_stands() {
    let rows = [
        "........ox.x.",
        "oooooooooxxxx",
        "oooo.oooox.x.",
        "oxxxxooxoxxxx",
        "oox..xxxox.x.",
        ".oox..x.xxxxx",
    ];
    let points = |stone: char| -> String {
        let of_row = |(row, y): (&&str, char)| -> String {
            let wanted = row
                .chars()
                .zip('a'..)
                .filter(|&(letter, _)| letter == stone);
            wanted
                .map(|(_, x)| format!("[{x}{y}]"))
                .collect::<Vec<_>>()
                .concat()
        };
        rows.iter().zip('a'..).map(of_row).collect()
    };
    let board = |headers: &str| {
        format!(
            "(;SZ[13:6]RU[Japanese]KM[0]{headers}AB{}AW{})",
            points('x'),
            points('o')
        )
    };
    let sandbox = Sandbox::new(&[
        (
            "g/kgs.sgf",
            &board("RE[B+2]PC[The KGS Go Server at http://www.gokgs.com/]"),
        ),
        ("g/club.sgf", &board("RE[B+1]")),
        ("g/wrong.sgf", &board("RE[B+2]")),
    ]);
    let found = verdicts(&sandbox, "audit g --dead none");
    let verdict = |game: &str| {
        &found
            .iter()
            .find(|(name, _)| name == game)
            .expect("a row")
            .1
    };
    assert_eq!(
        [verdict("kgs.sgf#1"), verdict("club.sgf#1")],
        ["agrees", "agrees"]
    );
    assert_ne!(verdict("wrong.sgf#1"), "agrees");
}

/// Black has three columns of territory, White four.
fn wide_game(headers: &str) -> String {
    let lines = |of: &dyn Fn(char) -> String| ('a'..='i').map(of).collect::<Vec<_>>().concat();
    let column = |x: char| lines(&|y| format!("[{x}{y}]"));
    let [black, white] =
        ["abc", "fghi"].map(|columns| columns.chars().map(column).collect::<Vec<_>>().concat());
    let moves = lines(&|y| format!(";B[d{y}];W[e{y}]"));
    format!("(;SZ[9]{headers}{moves};B[];W[]TB{black}TW{white})")
}

/// Different rules or a different komi give the same moves a different result.
#[test]
fn copies_with_another_komi_may_have_other_results() {
    let sandbox = Sandbox::new(&[
        ("g/a.sgf", &wide_game("RU[Japanese]KM[0.5]RE[W+9.5]")),
        ("g/b.sgf", &wide_game("RU[Japanese]KM[6.5]RE[W+15.5]")),
    ]);
    assert!(
        verdicts(&sandbox, "audit g")
            .iter()
            .all(|(_, verdict)| verdict == "agrees")
    );
    sandbox.write(
        "g/b.sgf",
        wide_game("RU[Japanese]KM[6.5]RE[W+9.5]").as_bytes(),
    );
    assert!(
        verdicts(&sandbox, "audit g")
            .iter()
            .any(|(_, verdict)| verdict != "agrees")
    );
}

/// Marks that agree with the count leave the komi or the result as the error.
#[test]
fn right_map_names_the_usual_komi_that_gives_the_result() {
    let other_komi = |komi: &str| game("RE[B+4.5]").replace("KM[0.5]", &format!("KM[{komi}]"));
    let sandbox = Sandbox::new(&[
        ("g/usual.sgf", &other_komi("6.5")),
        ("g/rare.sgf", &game("RE[B+1.5]")),
    ]);
    let why = |verdict: &str| {
        let text = sandbox
            .run(&format!("audit g --only {verdict} --format csv"))
            .exits(0)
            .out;
        sandbox.write("audit.csv", text.as_bytes());
        rows(&sandbox.path("audit.csv"))
            .iter()
            .map(|row| row["why"].to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        why("contradicts-itself"),
        [
            "the record has 6 points too many for Black, wrong winner, but the map is right; as recorded with komi 0.5",
            "the record has 3 points too many for White, but the map is right",
        ]
    );
}

#[test]
fn copy_without_rules_is_counted_by_itself_next_to_an_area_game() {
    let sandbox = Sandbox::new(&[
        ("g/original.sgf", &wide_game("RU[Japanese]KM[0.5]RE[W+9.5]")),
        ("h/copy.sgf", &wide_game("KM[0.5]RE[W+19.5]")),
        ("h/area.sgf", "(;SZ[5]RU[Chinese]RE[B+R])"),
    ]);
    sandbox
        .run("audit g h --only contradicts-itself --fix fixed -q")
        .exits(0);
    assert_eq!(
        changes(&sandbox),
        ["h/copy.sgf#1,contradicts-itself,W+19.5,W+9.5,"]
    );
    assert_eq!(
        sandbox.read("fixed/h/copy.sgf"),
        wide_game("KM[0.5]RE[W+9.5]")
    );
}

#[test]
fn fixed_records_change_only_in_the_value_of_the_result() {
    let wrong = game("RE[W+4.5]C[\u{4e2d}]\r\n");
    let resigned = long_game("RE[W+Resign]");
    let pair = format!("x {}\n{}\n", game("RE[W+4.5]"), game("RE[W+R]"));
    let sandbox = Sandbox::new(&[
        ("g/a/wrong.sgf", &wrong),
        ("g/pair.sgf", &pair),
        ("g/resigned.sgf", &resigned),
        ("g/other.sgf", &long_game("RE[B+Resign]")),
    ]);
    sandbox
        .run("audit g --fix fixed --only contradicts-itself,copies-differ -q")
        .exits(0);
    assert_eq!(sandbox.names("fixed"), ["a", "changes.csv", "pair.sgf"]);
    assert_eq!(
        sandbox.read("fixed/a/wrong.sgf"),
        wrong.replace("W+4.5", "B+4.5")
    );
    assert_eq!(
        sandbox.read("fixed/pair.sgf"),
        pair.replace("W+4.5", "B+4.5")
    );
    assert_eq!(
        changes(&sandbox),
        [
            "a/wrong.sgf#1,contradicts-itself,W+4.5,B+4.5,",
            "pair.sgf#1,contradicts-itself,W+4.5,B+4.5,",
            "other.sgf#1,copies-differ,B+Resign,,the result is not a count",
            "resigned.sgf#1,copies-differ,W+Resign,,the result is not a count",
        ]
    );
    assert!(
        sandbox.read("fixed/changes.csv").starts_with(
            "game,verdict,old,new,not_changed,counted,why,explain\n\
             a/wrong.sgf#1,contradicts-itself,W+4.5,B+4.5,,B+4.5,\"the same margin, but "
        ),
        "the evidence of an audit"
    );
    let command = "seichi explain -s teire --dead auto,estimate g/a/wrong.sgf#1";
    assert_eq!(&sandbox.rows("fixed/changes.csv")[0]["explain"], command);
    assert_eq!(
        (sandbox.read("g/a/wrong.sgf"), sandbox.read("g/pair.sgf")),
        (wrong, pair),
        "inputs are untouched"
    );
    let again = sandbox
        .run("audit g --fix fixed --only contradicts-itself -q")
        .exits(2);
    assert_eq!(
        again.err,
        "seichi: --fix fixed: the folder already exists; name a new one\n"
    );
    assert!(
        fs::read_dir(sandbox.path(".")).expect("a folder").count() == 2,
        "nothing is left behind"
    );
}

/// The log has only results that were written.
#[test]
fn decisions_that_cannot_be_written_are_logged_or_refused() {
    let wrong = game("RE[W+4.5]");
    let cut = "(;SZ[9]KM[0.5]RE[B+1.5]C[x] y (;z)];B[aa];W[bb])";
    let sandbox = Sandbox::new(&[("g/a.sgf", &wrong), ("g/b.sgf", &wrong), ("g/cut.sgf", cut)]);
    sandbox.write("g/bad.sgf.gz", b"\x1f\x8b");
    let packed = zstd::encode_all(wrong.as_bytes(), 1).expect("a stream");
    sandbox.write("g/a.sgf.zst", &packed);
    let audit = |decisions: &str| {
        let _ = fs::remove_dir_all(sandbox.path("fixed"));
        sandbox.write("d.csv", format!("game,new\n{decisions}").as_bytes());
        sandbox.run("audit g --fix fixed --decisions d.csv")
    };
    let fixed = audit(
        "a.sgf#1,B+4.5\na.sgf.zst#1,B+4.5\nb.sgf#1,W+2\nb.sgf#1,W+2\nb.sgf,W+3\n\
         bad.sgf.gz,W+7.5\ncut.sgf#1,W+7.5\nnowhere.sgf#1,B+1\n",
    );
    let notes = "seichi: 2 changed results in fixed\n\
         seichi: --decisions: found no game for 2 results, such as b.sgf; \
         could not apply 3 results: see the log in \"fixed\"\n";
    let fixed = fixed.exits(2);
    assert!(fixed.err.ends_with(notes), "{}", fixed.err);
    let (name, unread) = (
        "another record has the same name in the folder",
        "the record can't be read",
    );
    let mut log: Vec<_> = sandbox.rows("fixed/changes.csv");
    log.sort_by(|one, other| one["game"].cmp(&other["game"]));
    let log: Vec<_> = log
        .iter()
        .map(|row| [&row["game"], &row["new"], &row["not_changed"]])
        .collect();
    assert_eq!(
        log,
        [
            ["a.sgf#1", "B+4.5", ""],
            ["a.sgf.zst#1", "", name],
            ["b.sgf#1", "W+2", ""],
            ["bad.sgf.gz", "", unread],
            ["cut.sgf#1", "", unread],
        ]
    );
    assert_eq!(sandbox.names("fixed"), ["a.sgf", "b.sgf", "changes.csv"]);
    // a decision about a result that differs from the one in the record
    let _ = fs::remove_dir_all(sandbox.path("fixed"));
    sandbox.write(
        "d.csv",
        b"game,old,new\na.sgf#1,B+1.5,B+4.5\nb.sgf#1,W+4.5,B+4.5\n",
    );
    let stale = sandbox.run("audit g --fix fixed --decisions d.csv --known known --remember -q");
    assert_eq!(
        stale.exits(2).err,
        "seichi: --decisions: could not apply 1 result: see the log in \"fixed\"\n"
    );
    assert!(sandbox.path("known").exists(), "everything else is written");
    let rows: Vec<_> = sandbox.rows("fixed/changes.csv");
    let log: BTreeMap<_, _> = rows
        .iter()
        .map(|row| {
            let [game, new, kept] = ["game", "new", "not_changed"].map(|name| &row[name]);
            (game, (new, kept))
        })
        .collect();
    let stale = "the recorded result is not the one in the column `old`";
    assert_eq!(log["a.sgf#1"], ("", stale));
    assert_eq!(log["b.sgf#1"], ("B+4.5", ""));
    for (decisions, why) in [
        ("a.sgf#1,B+4.5\na.sgf#1,W+4.5\n", "a.sgf#1 has two results"),
        ("a.sgf#1,W+1000000\n", "W+1000000 is not a result"),
    ] {
        let refused = audit(decisions).exits(2).err;
        assert!(refused.contains(why), "{refused}");
    }
}

#[test]
fn log_of_changes_replaces_no_record() {
    let wrong = game("RE[W+4.5]");
    let sandbox = Sandbox::new(&[("changes.csv", &wrong), ("b.sgf", &wrong)]);
    sandbox
        .run("audit changes.csv b.sgf --fix fixed --only contradicts-itself -q")
        .exits(0);
    let names = ["b.sgf", "changes-2.csv", "changes.csv"];
    assert_eq!(sandbox.names("fixed"), names);
    assert!(sandbox.read("fixed/changes.csv").contains("RE[B+4.5]"));
}

/// Returns the lines of a `--known` file as an earlier version of the program wrote them.
fn without_judgements(known: &str) -> String {
    let lines = known.split_inclusive('\n').map(|line| {
        let line = line.split_once("\t\t").map_or(line, |(seen, _)| seen);
        format!("{}\n", line.trim_end_matches('\n'))
    });
    lines.collect()
}

/// Returns a `--known` file in which no game was listed.
fn without_verdicts(known: &str) -> String {
    let lines = known.lines().map(|line| {
        let mut fields: Vec<&str> = line.split('\t').collect();
        fields[2] = "-";
        fields.join("\t") + "\n"
    });
    lines.collect()
}

/// Returns a remembered judgement with `from` replaced by `to`, for a game with the same digest.
fn forged(judgement: &str, from: &str, to: &str) -> String {
    let half = |json: &str| {
        let digest = Sha256::digest(json);
        u128::from_be_bytes(digest[..16].try_into().expect("a digest is longer"))
    };
    let (number, json) = judgement.split_at(32);
    let other = json.replace(from, to);
    assert_ne!(json, other);
    let number = u128::from_str_radix(number, 16).expect("a number");
    format!("{:032x}{other}", number ^ half(json) ^ half(&other))
}

#[test]
fn remembered_judgements_give_the_same_audit() {
    let twice = game("RE[B+4.5]RE[B+5.5]");
    let sandbox = Sandbox::new(&[
        ("g/agrees.sgf", &game("RE[B+4.5]")),
        ("g/wrong.sgf", &game("RE[W+4.5]")),
        ("g/twice.sgf", &twice),
        ("g/marks.sgf", &game("RE[B+4.5]").replace("TB[aa]", "TB")),
        ("g/broken.sgf", &game("RE[B+6.5]").replace(";W[da]", "")),
        (
            "g/doubtful.sgf",
            &game("RE[B+2.5]").replace("TB[", "C[").replace("TW[", "C["),
        ),
        ("g/copy.sgf", &wide_game("KM[0.5]RE[W+9.5]")),
        ("g/other.sgf", &wide_game("KM[6.5]RE[B+9.5]PB[x]")),
        ("g/resigned.sgf", &long_game("RE[B+R]")),
        ("g/label.sgf", &game("RE[B+4.5]")),
        (
            "g/labels.jsonl",
            "{\"game\": \"label.sgf#1\", \"dead\": [\"aa\"]}\n",
        ),
    ]);
    let mut known = String::new();
    for flags in ["", "--rules chinese", "--komi 7.5", "--dead marks", ""] {
        let audit = || sandbox.run(&format!("audit g --format csv --known known {flags}"));
        fs::remove_file(sandbox.path("known")).ok();
        let first = audit().exits(1);
        assert!(first.out.lines().count() > 4, "{}", first.out);
        // judgements under other flags are not used
        sandbox.write("known", without_verdicts(&known).as_bytes());
        for remembers in [false, true] {
            let again = audit();
            assert_eq!(
                (again.code, again.out, again.err),
                (first.code, first.out.clone(), first.err.clone()),
                "{flags} {remembers}"
            );
            sandbox.run(&format!("audit g --known known --remember {flags} -q"));
            known = sandbox.read("known");
            assert!(known.matches("margin").count() > 5, "{known}");
            sandbox.write("known", without_verdicts(&known).as_bytes());
        }
    }
}

#[test]
fn unchanged_game_keeps_its_remembered_judgement() {
    let right = game("RE[W+4.5]");
    let sandbox = Sandbox::new(&[("g/a.sgf", &right)]);
    sandbox.run("audit g --known known --remember -q").exits(1);
    let known = without_verdicts(&sandbox.read("known"));
    let (seen, judgement) = known.trim_end().rsplit_once('\t').expect("a judgement");
    let other = forged(judgement, "\"margin\":4.5", "\"margin\":1.5");
    let counted = |line: &str, flags: &str| {
        sandbox.write("known", line.as_bytes());
        let audit = sandbox.run(&format!("audit g --known known --format csv {flags}"));
        sandbox.write("audit.csv", audit.exits(1).out.as_bytes());
        rows(&sandbox.path("audit.csv"))[0]["counted"].to_owned()
    };
    let line = format!("\u{feff}{seen}\t{other}");
    assert_eq!(counted(&line, ""), "B+1.5");
    assert_eq!(counted(&line, "--dead marks"), "B+4.5");
    assert_eq!(counted(&line, "--rules aga"), "B+4.5");
    for damaged in [
        line.replace("1.5", "2.5"),
        line.replace("\t\t", "\t\t0"),
        line[..line.len() - 1].to_owned(),
        format!("{line}{seen}"),
        seen.to_owned(),
    ] {
        assert_eq!(counted(&damaged, ""), "B+4.5", "{damaged}");
    }
    fs::rename(sandbox.path("g/a.sgf"), sandbox.path("g/b.sgf")).expect("a file");
    assert_eq!(counted(&line, ""), "B+1.5");
    sandbox.write("g/b.sgf", format!("(;SZ[5]){right}").as_bytes());
    let rows = sandbox.run("audit g --known known --format csv").out;
    assert!(rows.contains("b.sgf#2") && rows.contains("B+1.5"), "{rows}");
    sandbox.write("g/b.sgf", right.replace("KM[0.5]", "KM[-0.5]").as_bytes());
    assert_eq!(counted(&line, ""), "B+5.5");
}

/// Lines that a person adds are kept byte for byte.
#[test]
fn remembered_lines_do_not_join_a_line_without_an_end() {
    let sandbox = Sandbox::new(&[
        ("g/a.sgf", &game("RE[W+4.5]")),
        ("g/b.sgf", &game("RE[W+9.5]")),
    ]);
    let night = || sandbox.run("audit g --known known --remember -q");
    night().exits(1);
    let seen = sandbox.read("known");
    let own = "mine\r\n\r\n# a\tb\tc\td\nb.sgf#1\tW+9.5\tno-verdict\tb.sgf#1\na.sgf#1";
    sandbox.write("known", (seen.clone() + own).as_bytes());
    sandbox.write("g/a.sgf", game("RE[W+3.5]").as_bytes());
    night().exits(0);
    let known = without_judgements(&sandbox.read("known"));
    let seen = without_judgements(&seen);
    assert_eq!(
        (known.strip_prefix(own), known.lines().count()),
        (
            Some(&*format!(
                "\n{}",
                seen.replace("W+4.5\tcontradicts-itself", "W+3.5\t-")
            )),
            7
        ),
        "{known}"
    );
}

/// `--remember` replaces no files of other programs.
#[test]
fn only_a_file_with_remembered_games_is_replaced() {
    let sandbox = Sandbox::new(&[
        ("g/a.sgf", &game("RE[W+4.5]")),
        (
            "mine.tsv",
            "name\tcolour\tsize\tnote\nalpha\tred\t-\tmine\n",
        ),
        ("a.sgf", &game("RE[W+4.5]")),
        ("empty", ""),
        ("names", "a.sgf#1\n"),
    ]);
    sandbox.write("latin1", b"caf\xe9\r\n");
    for foreign in ["mine.tsv", "a.sgf", "latin1"] {
        let before = fs::read(sandbox.path(foreign)).expect("a file");
        let refused = sandbox.run(&format!("audit g --known {foreign} --remember -q"));
        refused.exits(2);
        assert_eq!(fs::read(sandbox.path(foreign)).expect("a file"), before);
    }
    sandbox.run("audit g --known empty --remember -q").exits(1);
    sandbox.run("audit g --known empty --remember -q").exits(0);
    sandbox.run("audit g --known names --remember -q").exits(0);
    assert!(sandbox.read("names").contains("a.sgf#1\n"));
}

/// `--only` and `--limit` leave out games that the next audit lists.
#[test]
fn a_game_that_is_gone_is_remembered_until_it_is_listed() {
    let sandbox = Sandbox::new(&[
        ("g/a.sgf", &game("RE[W+4.5]")),
        ("g/b.sgf", &long_game("RE[B+R]")),
        ("g/c.sgf", &long_game("RE[W+R]")),
    ]);
    let night = |flags: &str| sandbox.run(&format!("audit g --known known {flags}"));
    night("--remember").exits(1);
    let all = sandbox.read("known");
    let first = night("--limit 1 --remember").exits(0).out;
    assert!(!first.contains("lost"), "{first}");
    assert_eq!(sandbox.read("known"), all);
    fs::remove_file(sandbox.path("g/a.sgf")).expect("a file");
    night("--remember --only in-doubt").exits(0);
    assert_eq!(sandbox.read("known"), all);
    assert!(
        night("--remember")
            .exits(1)
            .out
            .contains("Gone or changed since")
    );
    night("--remember").exits(0);
}

#[test]
fn record_with_two_results_or_komi_is_contradictory() {
    let twice = |headers: &str| game("HERE").replace("KM[0.5]", "").replace("HERE", headers);
    let sandbox = Sandbox::new(&[
        ("g/a.sgf", &twice("KM[0.5]RE[B+4.5]")),
        ("g/komi.sgf", &twice("KM[0.5]KM[6.5]RE[B+4.5]")),
        ("g/result.sgf", &twice("KM[0.5]RE[B+4.5][W+2.5]")),
        ("g/same.sgf", &twice("KM[0.5]KM[0.50]RE[B+4.5][B+4.50]")),
        (
            "g/rules.sgf",
            &twice("KM[0.5]RE[B+4.5]RU[Chinese]DT[1999]DT[2000]"),
        ),
        ("g/winners.sgf", &long_game("RE[黑中盘胜][白中盘胜]")),
        (
            "g/spelling.sgf",
            &long_game("RE[Black resigns][W+R]").replace("d]", "e]"),
        ),
    ]);
    let list = sandbox
        .run("audit g --only two-results --fix f")
        .exits(0)
        .out;
    for (game, values) in [
        ("komi.sgf#1", "the record has KM[0.5][6.5]"),
        ("result.sgf#1", "the record has RE[B+4.5][W+2.5]"),
        ("winners.sgf#1", "the record has RE[黑中盘胜][白中盘胜]"),
    ] {
        assert!(list.contains(game) && list.contains(values), "{list}");
    }
    for game in ["same.sgf", "rules.sgf", "spelling.sgf"] {
        assert!(!list.contains(game), "{list}");
    }
    assert!(
        sandbox
            .read("f/changes.csv")
            .contains("result.sgf#1,two-results,B+4.5,,the record gives two results")
    );
    sandbox.run("eval g -s flood").exits(0);
    let checks: Vec<(String, String)> = sandbox
        .rows("reports/games.csv")
        .iter()
        .map(|row| (row["label_check"].to_owned(), row["flags"].to_owned()))
        .collect();
    let flags = |number: usize| checks[number].1.as_str();
    assert_eq!(checks[1].0, "contradictory");
    assert_eq!(checks[2].0, "contradictory");
    assert_ne!(checks[4].0, "contradictory");
    assert_eq!(flags(1), "header_twice=KM[0.5][6.5]");
    assert!(
        flags(3).contains("header_twice=DT[1999][2000]"),
        "{checks:?}"
    );
    let figures = sandbox.rows("reports/summary.csv");
    assert_eq!(
        &figures[0]["games"], "3",
        "contradictory labels are left out"
    );
}

/// The count may depend on the header, so the result may not be the only error.
#[test]
fn result_is_kept_if_another_header_is_in_doubt() {
    let headers = [
        "HA[x]",
        "HA[0]HA[1]",
        "HA[0][1]",
        "RU[Chinese]",
        "DT[2001]DT[2002]",
    ];
    let names: Vec<String> = (0..)
        .map(|number| format!("g/{number}.sgf"))
        .take(headers.len())
        .collect();
    let sandbox = Sandbox::new(&[]);
    for (name, header) in names.iter().zip(headers) {
        sandbox.write(name, game(&format!("RE[W+4.5]{header}")).as_bytes());
    }
    sandbox.run("audit g --fix fixed -q").exits(0);
    assert_eq!(sandbox.names("fixed"), ["4.sgf", "changes.csv"]);
    let log = sandbox.rows("fixed/changes.csv");
    let why = |row: &crate::sandbox::Row| row["not_changed"].to_owned();
    let kept = log
        .iter()
        .map(why)
        .filter(|why| why == "the result may not be the only error");
    assert_eq!((log.len(), kept.count()), (5, 4));
    let csv = sandbox.run("audit g --format csv").exits(0).out;
    assert_eq!(csv.matches(",header\n").count(), 4, "{csv}");
}

/// Runs a line that prints so much that the program waits for its reader, changes files, and lets
/// the program continue.
fn run_and_change(sandbox: &Sandbox, line: &str, change: impl FnOnce()) -> RunOutput {
    let mut child = sandbox.program();
    child
        .args(line.split(' '))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = child.spawn().expect("the program starts");
    let mut out = child.stdout.take().expect("a pipe");
    let mut first = [0];
    out.read_exact(&mut first).expect("the audit has ended");
    change();
    std::io::copy(&mut out, &mut std::io::sink()).expect("the rest");
    let output = child.wait_with_output().expect("the program ends");
    RunOutput {
        code: output.status.code().unwrap_or(-1),
        out: String::new(),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

#[test]
fn file_that_changes_before_it_is_fixed_is_left_out() {
    let wrong = game("RE[W+4.5]");
    let sandbox = Sandbox::new(&[
        ("g/a.sgf", &wrong),
        ("g/b.sgf", &wrong),
        ("g/gone.sgf", &wrong),
    ]);
    // this file is read in pieces
    let many = wrong.repeat(2000);
    sandbox.write("g/many.sgf", many.as_bytes());
    let output = run_and_change(&sandbox, "audit g --format csv --fix fixed", || {
        let other = wrong.replace("KM[0.5]", "KM[1.5]");
        sandbox.write("g/a.sgf", other.as_bytes());
        sandbox.write("g/many.sgf", (many.clone() + &other).as_bytes());
        fs::remove_file(sandbox.path("g/gone.sgf")).expect("a file");
    });
    let changed = "seichi: warning: a.sgf: not corrected, because the file has changed since its \
                   games were counted\nseichi: warning: gone.sgf: not corrected, because the record \
                   can't be read\nseichi: warning: many.sgf: not corrected, because the file has \
                   changed since its games were counted\nseichi: 1 changed result in fixed\n";
    let output = output.exits(0);
    assert!(output.err.ends_with(changed), "{}", output.err);
    assert_eq!(sandbox.names("fixed"), ["b.sgf", "changes.csv"]);
    let log = sandbox.read("fixed/changes.csv");
    let why = ",the file has changed since its games were counted,";
    assert_eq!(log.matches(why).count(), 2001);
    assert!(log.contains("gone.sgf#1,contradicts-itself,W+4.5,,the record can't be read,"));
}

#[test]
fn lines_that_others_add_during_an_audit_are_kept() {
    let sandbox = Sandbox::new(&[]);
    sandbox.write("g/many.sgf", game("RE[W+4.5]").repeat(2000).as_bytes());
    sandbox.write("other/a.sgf", game("RE[W+9.5]").as_bytes());
    let limit = if cfg!(windows) { "" } else { " --limit 1999" };
    for line in ["", limit] {
        sandbox.write("known", b"");
        let line = format!("audit g --format csv --known known --remember{line}");
        run_and_change(&sandbox, &line, || {
            sandbox
                .run("audit other --known known --remember -q")
                .exits(1);
            let known = sandbox.read("known") + "b.sgf#1\n";
            sandbox.write("known", known.as_bytes());
        })
        .exits(1);
        let known = sandbox.read("known");
        assert!(known.starts_with("b.sgf#1\n"), "{known:.200}");
        assert!(
            known.contains("\tW+9.5\tcontradicts-itself\ta.sgf#1\t"),
            "{line}"
        );
        sandbox.run("audit g --known known -q").exits(0);
    }
}

/// In reports, each byte that is not UTF-8 takes four bytes, so the name becomes too long.
#[cfg(target_os = "linux")]
#[test]
fn record_whose_name_can_not_be_written_is_logged() {
    use std::os::unix::ffi::OsStrExt as _;
    let wrong = game("RE[W+4.5]");
    let sandbox = Sandbox::new(&[("g/a.sgf", &wrong)]);
    let name = [&[0xff; 100][..], b".sgf"].concat();
    let path = sandbox.path("g").join(std::ffi::OsStr::from_bytes(&name));
    fs::write(path, &wrong).expect("a file");
    sandbox.run("audit g --fix fixed -q").exits(0);
    assert_eq!(sandbox.names("fixed"), ["a.sgf", "changes.csv"]);
    let log = sandbox.read("fixed/changes.csv");
    assert!(
        log.contains(".sgf#1,contradicts-itself,W+4.5,,no file can have this name"),
        "{log}"
    );
}

/// The next list of these files could also contain the corrected copies.
#[test]
fn folder_next_to_listed_files_is_refused() {
    let wrong = game("RE[W+4.5]");
    let sandbox = Sandbox::new(&[
        ("g/a/x.sgf", &wrong),
        ("y.sgf", &wrong),
        ("list", "y.sgf\ng/a/x.sgf\n"),
    ]);
    for inside in ["g/a/fixed", "g/a/new/fixed"] {
        let line = format!("audit --files-from list --fix {inside} -q");
        let refused = sandbox.run(&line).exits(2).err;
        assert!(
            refused.contains("the folder is inside g/a, which is being audited"),
            "{refused}"
        );
    }
    sandbox
        .run("audit --files-from list --fix g/fixed -q")
        .exits(0);
    sandbox
        .run("audit --files-from list --fix fixed -q")
        .exits(0);
}

/// On some systems, a folder does not distinguish names that an archive distinguishes.
#[cfg(feature = "archives")]
#[test]
fn records_whose_names_differ_by_case_are_not_mixed() {
    let sandbox = Sandbox::new(&[("case", "")]);
    let wrong = game("RE[W+4.5]");
    sandbox.write(
        "g.tar",
        &crate::pack::pack("tar", &[("A.sgf", &*wrong), ("a.sgf", &*wrong)]),
    );
    let output = sandbox.run("audit g.tar --fix fixed --only contradicts-itself -q");
    if sandbox.path("CASE").exists() {
        output.exits(0);
        assert_eq!(sandbox.names("fixed/g.tar!"), ["A.sgf"]);
        let log = sandbox.read("fixed/changes.csv");
        assert!(
            log.contains("g.tar!/a.sgf#1,contradicts-itself,W+4.5,,no file"),
            "{log}"
        );
    } else {
        output.exits(0);
        let fixed = wrong.replace("W+4.5", "B+4.5");
        assert_eq!(
            ["A", "a"].map(|name| sandbox.read(&format!("fixed/g.tar!/{name}.sgf"))),
            [&*fixed, &*fixed]
        );
    }
}

#[cfg(feature = "archives")]
#[test]
fn corrected_record_of_a_compressed_one_is_unpacked() {
    let wrong = game("RE[W+4.5]");
    let sandbox = Sandbox::new(&[]);
    let packed = zstd::encode_all(wrong.as_bytes(), 1).expect("a stream");
    sandbox.write("g/x.sgf.zst", &packed);
    sandbox
        .run("audit g --fix fixed --only contradicts-itself -q")
        .exits(0);
    assert_eq!(sandbox.names("fixed"), ["changes.csv", "x.sgf"]);
    assert_eq!(sandbox.read("fixed/x.sgf"), wrong.replace("W+4.5", "B+4.5"));
}

#[test]
fn unfinished_game_is_not_corrected() {
    let open = game("RE[W+4.5]").replace(";B[ce];W[de]", "");
    let sandbox = Sandbox::new(&[("g/open.sgf", &open)]);
    assert_eq!(verdicts(&sandbox, "audit g")[0].1, "contradicts-itself");
    sandbox
        .run("audit g --only contradicts-itself --fix fixed -q")
        .exits(0);
    assert_eq!(sandbox.names("fixed"), ["changes.csv"]);
    assert!(
        sandbox
            .read("fixed/changes.csv")
            .contains("W+4.5,,\"a border is open, or moves are missing\",")
    );
}

#[test]
fn results_under_rules_that_remove_no_stones_are_kept() {
    // under the rules, the white stone at A5 is alive, and Black's area is neutral
    let record = |headers: &str| {
        format!(
            "(;SZ[5]KM[7.5]{headers};B[ca];W[aa];B[cb];W[da];B[cc];W[db];B[cd];W[dc];B[ce];W[dd];\
             B[];W[de];B[];W[])"
        )
    };
    let sandbox = Sandbox::new(&[
        ("g/alive.sgf", &record("RU[Tromp-Taylor]RE[W+13.5]")),
        ("g/removed.sgf", &record("RU[Tromp-Taylor]RE[W+2.5]")),
        ("g/chinese.sgf", &record("RU[Chinese]RE[W+13.5]")),
        (
            "g/katago.sgf",
            &record("RU[koPOSITIONALscoreAREAtaxNONEsui1]RE[W+9.5]"),
        ),
    ]);
    let table = sandbox.run("audit g --format csv").exits(0).out;
    for (game, verdict) in [
        ("alive", "agrees"),
        ("removed", "in-doubt"),
        ("chinese", "in-doubt"),
        ("katago", "in-doubt"),
    ] {
        let line = table
            .lines()
            .find(|line| line.starts_with(game))
            .expect("a row");
        assert!(line.contains(verdict), "{line}");
        let why = "alive under tromp-taylor rules: A5; without them, the count would be the \
                   recorded result";
        assert_eq!(line.contains(why), game == "removed", "{line}");
        assert!(!line.contains("should be dead"), "{line}");
    }
    let fixed = sandbox
        .run("audit g --only counted-differently,in-doubt --fix fixed")
        .exits(0);
    assert!(fixed.err.contains("0 changed results"), "{}", fixed.err);
    let text = sandbox.run("explain g/removed.sgf").exits(0).out;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let why = "under tromp-taylor rules, these stones are alive: A5; without them, the margin is \
               the label's";
    assert!(text.contains(why), "{text}");
}

/// Returns the column of each game.
fn column(sandbox: &Sandbox, line: &str, name: &str) -> Vec<(String, String)> {
    let csv = sandbox.run(&format!("{line} --format csv")).exits(0).out;
    sandbox.write("audit.csv", csv.as_bytes());
    let rows = rows(&sandbox.path("audit.csv"));
    rows.iter()
        .map(|row| (row["game"].to_owned(), row[name].to_owned()))
        .collect()
}

#[test]
fn broken_moves_have_their_number_even_if_the_game_was_not_counted() {
    let played = "B[ca];W[da];B[cb];W[db]";
    let broken = [
        (
            "board",
            "B[ca];W[da];B[cz];W[db]",
            "move 3 (Black) is outside the board",
        ),
        (
            "colour",
            "B[ca];W[da];W[cb];W[db]",
            "move 3 (White C4) is out of turn",
        ),
        (
            "stone",
            "B[ca];W[da];B[ca];W[db]",
            "move 3 (Black C5) is on a stone",
        ),
        (
            "suicide",
            "B[ab];W[da];B[ba];W[aa]",
            "move 4 (White A5) captures its own stones",
        ),
    ];
    let record = |moves: &str| game("RE[B+R]").replace(played, moves);
    let mut files: Vec<(String, String)> = broken
        .iter()
        .map(|(name, moves, _)| (format!("g/{name}.sgf"), record(moves)))
        .collect();
    files.push(("g/fine.sgf".to_owned(), record(played)));
    files.push(("g/handicap.sgf".to_owned(), game("RE[B+R]HA[2]")));
    let more = record(played).replace("KM", "HA[2]AB[ae][be][ad]KM");
    files.push(("g/none.sgf".to_owned(), more.replace("HA[2]", "HA[0]")));
    // Fox writes this for any handicap
    let of_fox = more.replace("HA[2]", "HA[0]AP[foxwq]");
    files.push(("g/fox.sgf".to_owned(), of_fox));
    files.push(("g/more.sgf".to_owned(), more));
    files.push(("g/even.sgf".to_owned(), record("W[da];B[ca]")));
    let allowed = record("B[ab];W[da];B[ba];W[aa]").replace("Japanese", "NZ");
    files.push(("g/allowed.sgf".to_owned(), allowed));
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (&**name, &**text))
        .collect();
    let sandbox = Sandbox::new(&files);
    let why = column(&sandbox, "audit g --only broken-moves", "why");
    let mut expected: Vec<(String, String)> = broken
        .iter()
        .map(|(name, _, why)| (format!("{name}.sgf#1"), (*why).to_owned()))
        .collect();
    let stones = "handicap of 2, but fewer black stones are on the board when White first plays";
    expected.push(("handicap.sgf#1".to_owned(), stones.to_owned()));
    let more = "handicap of 2, but 3 black stones are set up";
    expected.push(("more.sgf#1".to_owned(), more.to_owned()));
    let none = "handicap of 0, but 3 black stones are set up";
    expected.push(("none.sgf#1".to_owned(), none.to_owned()));
    let even = "White begins, but there is no handicap";
    expected.push(("even.sgf#1".to_owned(), even.to_owned()));
    expected.sort();
    assert_eq!(why, expected);
}

#[test]
fn result_that_cannot_be_read_is_listed_and_remembered() {
    let sandbox = Sandbox::new(&[
        ("g/date.sgf", &game("RE[2010-03-04]")),
        (
            "g/two.sgf",
            &game("RE[B+R]").replace("KM[0.5]", "KM[0.5]RE[W+R]"),
        ),
        ("g/both.sgf", &game("RE[B+4.5W]")),
    ]);
    let night = || sandbox.run("audit g --known known --remember -q");
    let text = night().exits(1).out;
    for name in ["date", "two", "both"] {
        assert!(text.contains(&format!("{name}.sgf#1")), "{text}");
    }
    assert!(
        text.contains("header: the record has RE[W+R][B+R]"),
        "{text}"
    );
    assert_eq!(night().exits(0).out, "");
}

/// A question mark says no more than a missing result, and rules that the record does not name
/// can't be wrong in it.
#[test]
fn unknown_results_of_ended_games_and_guessed_rules() {
    let board = "AB[ba:be]AW[ca:ce][da]TB[aa:ae]TW[db:ee][ea]B[];W[]";
    let record = |headers: &str| format!("(;SZ[5]{headers}KM[0.5]{board})");
    let sandbox = Sandbox::new(&[
        ("g/unknown.sgf", &record("RE[?]RU[Japanese]")),
        ("g/named.sgf", &record("RE[W+5.5]RU[Japanese]")),
        ("g/guessed.sgf", &record("RE[W+5.5]")),
    ]);
    let listed = |column_name: &str| column(&sandbox, "audit g", column_name);
    for (game, verdict, field) in [
        ("unknown.sgf#1", "unreadable-result", "result"),
        ("named.sgf#1", "counted-differently", "header"),
        ("guessed.sgf#1", "counted-differently", ""),
    ] {
        for (column_name, expected) in [("verdict", verdict), ("field", field)] {
            let all = listed(column_name);
            assert!(
                all.contains(&(game.to_owned(), expected.to_owned())),
                "{game}: {all:?}"
            );
        }
    }
}

/// In ten nights, each change is reported once.
#[test]
fn memory_follows_the_moves_and_reports_what_is_gone() {
    let marks = "TB[aa][ab][ac][ad][ae][ba][bb][bc][bd][be]";
    let right = game("RE[B+4.5]");
    let sandbox = Sandbox::new(&[
        ("g/wrong.sgf", &game("RE[W+4.5]")),
        ("g/long.sgf", &long_game("RE[B+R]")),
        (
            "g/deleted.sgf",
            &long_game("RE[B+R]SO[x]").replace("B[ad]", "B[ss]"),
        ),
    ]);
    let night = || sandbox.run("audit g --known known --remember -q");
    let folder = sandbox.path("g");
    let rename =
        |from: &str, to: &str| fs::rename(folder.join(from), folder.join(to)).expect("a file");
    assert!(night().exits(1).out.contains("wrong.sgf#1"));
    night().exits(0);
    rename("wrong.sgf", "renamed.sgf");
    assert_eq!(night().exits(0).out, "", "a renamed record is not new");
    fs::remove_file(folder.join("deleted.sgf")).expect("a file");
    let gone = night().exits(1).out;
    assert!(
        gone.contains("deleted.sgf#1") && gone.contains("Gone or changed since"),
        "{gone}"
    );
    night().exits(0);
    sandbox.write("g/long.sgf", long_game("").as_bytes());
    let gone = night().exits(1).out;
    assert!(
        gone.contains("the record no longer gives a result"),
        "{gone}"
    );
    night().exits(0);
    sandbox.write("g/long.sgf", long_game("RE[B+R]").as_bytes());
    night().exits(0);
    sandbox.write("g/long.sgf", long_game("RE[?]").as_bytes());
    assert!(night().exits(1).out.contains("no longer gives a result"));
    // changes that no count confirms are also reported
    sandbox.write("g/long.sgf", long_game("RE[B+R]").as_bytes());
    night().exits(0);
    for (text, reported) in [
        (long_game("RE[W+R]"), "the result is now W+R"),
        (
            long_game("RE[W+R]").replace("B[ad]", "B[ss]"),
            "the record now has different moves",
        ),
    ] {
        sandbox.write("g/long.sgf", text.as_bytes());
        assert!(night().exits(1).out.contains(reported));
        night().exits(0);
    }
    sandbox.write("g/renamed.sgf", right.as_bytes());
    assert_eq!(night().exits(0).out, "", "a corrected result is not a loss");
    sandbox.write("g/renamed.sgf", right.replace(marks, "TB[aa]").as_bytes());
    assert!(
        night()
            .exits(1)
            .out
            .contains("marks: the marks do not give")
    );
    night().exits(0);
}

/// If a komi that most games of the folder have would explain the result, the komi is wrong. Any
/// margin may come from a wrong komi, handicap or move.
#[test]
fn only_a_wrong_result_is_corrected() {
    let six = |komi: &str| game("RE[B+4.5]").replace("KM[0.5]", &format!("KM[{komi}]"));
    let usual: Vec<String> = (0..6)
        .map(|number| format!("g/usual{number}.sgf"))
        .collect();
    let (right, komi) = (game("RE[B+4.5]"), six("2.5"));
    let mut files: Vec<(&str, &str)> = usual.iter().map(|name| (&**name, &*right)).collect();
    let result = game("RE[W+4.50]");
    let margin = game("RE[B+7.5]");
    files.extend([
        ("g/komi.sgf", &*komi),
        ("g/margin.sgf", &*margin),
        ("g/result.sgf", &*result),
    ]);
    let sandbox = Sandbox::new(&files);
    sandbox.run("audit g --fix fixed -q").exits(0);
    assert_eq!(
        changes(&sandbox),
        [
            "result.sgf#1,contradicts-itself,W+4.50,B+4.50,",
            "komi.sgf#1,contradicts-itself,B+4.5,,the result may not be the only error",
            "margin.sgf#1,contradicts-itself,B+7.5,,the result may not be the only error",
        ]
    );
    let text = sandbox.run("audit g -q").exits(0).out;
    assert!(
        text.contains("komi: fits komi 0.5, which 8 of 9 games here have"),
        "{text}"
    );
    let inside = sandbox.run("audit g --fix g/fixed -q").exits(2).err;
    assert!(inside.contains("the folder is inside g"), "{inside}");
    sandbox.write(
        "decided.csv",
        b"game,new\nkomi.sgf#1,B+2.5\nresult.sgf#1,\n",
    );
    sandbox
        .run("audit g --fix decided --decisions decided.csv -q")
        .exits(0);
    assert_eq!(sandbox.names("decided"), ["changes.csv", "komi.sgf"]);
    assert_eq!(
        sandbox.read("decided/komi.sgf"),
        komi.replace("B+4.5", "B+2.5")
    );
}

/// Programs that play each other repeat openings.
#[test]
fn games_with_one_opening_are_no_copies() {
    let moves = |shift: usize| {
        let point = |number: usize| {
            let number = if number < 60 { number } else { number + shift };
            let [x, y] =
                [number % 19, number / 19].map(|value| ('a'..='s').nth(value).expect("a column"));
            format!(";{}[{x}{y}]", ["B", "W"][number % 2])
        };
        (0..120).map(point).collect::<String>()
    };
    let record = |result: &str, shift| format!("(;SZ[19]KM[6.5]RE[{result}]{})", moves(shift));
    let sandbox = Sandbox::new(&[
        ("g/a.sgf", &record("B+R", 0)),
        ("g/b.sgf", &record("W+R", 100)),
    ]);
    let found = verdicts(&sandbox, "audit g");
    assert!(
        found.iter().all(|(_, verdict)| verdict == "not-counted"),
        "{found:?}"
    );
}

/// A result that says less, a result with question marks, and an emptied file are each reported
/// once, and nothing is reported when the file is back.
#[test]
fn memory_reports_damage_once() {
    let other = |text: String| text.replace("B[ad]", "B[ss]");
    let right = game("RE[B+4.5]");
    let sandbox = Sandbox::new(&[
        ("g/resigned.sgf", &long_game("RE[B+3.5]")),
        ("g/doubted.sgf", &other(long_game("RE[B+28.50]"))),
        ("g/empty.sgf", &right),
    ]);
    let night = || {
        let command = "audit g --known known --remember --format csv";
        sandbox.write("audit.csv", sandbox.run(command).out.as_bytes());
        let rows = rows(&sandbox.path("audit.csv"));
        rows.iter()
            .map(|row| format!("{}: {}", &row["verdict"], &row["why"]))
            .collect::<Vec<_>>()
    };
    night();
    for (name, text, reported) in [
        (
            "resigned",
            long_game("RE[B+R]"),
            "lost: the result is now B+R",
        ),
        (
            "doubted",
            other(long_game("RE[B+??]")),
            "unreadable-result: RE[B+??] cannot be understood",
        ),
        ("empty", String::new(), "unreadable-file: the file is empty"),
    ] {
        sandbox.write(&format!("g/{name}.sgf"), text.as_bytes());
        assert_eq!(night(), [reported]);
        assert!(night().is_empty(), "{name}");
    }
    sandbox.write("g/empty.sgf", right.as_bytes());
    assert!(night().is_empty());
}

/// No count reveals a changed komi in a game that ended by resignation.
#[test]
fn changed_terms_of_uncounted_games_are_reported_once() {
    let record = |terms: &str| {
        let game = long_game("RE[B+R]");
        game.replace("RU[Japanese]KM[6.5]", terms)
    };
    let sandbox = Sandbox::new(&[
        ("g/resigned.sgf", &record("RU[Japanese]KM[6.5]")),
        ("h/agrees.sgf", &game("RE[B+4.5]")),
    ]);
    let night = |flags: &str| {
        let command = format!("audit g h --known known --format csv {flags}");
        sandbox.write("audit.csv", sandbox.run(&command).out.as_bytes());
        let rows = rows(&sandbox.path("audit.csv"));
        rows.iter()
            .map(|row| format!("{} {}: {}", &row["game"], &row["verdict"], &row["why"]))
            .collect::<Vec<_>>()
    };
    assert!(night("--remember").is_empty());
    let lines = sandbox.read("known");
    assert_eq!(
        lines.matches("RU[").count(),
        1,
        "a count notices changes: {lines}"
    );
    // an earlier version did not write them
    let old = lines.replace("\tRU[Japanese]KM[6.5]HA[]", "");
    assert_ne!(lines, old);
    sandbox.write("known", old.as_bytes());
    assert!(night("--remember").is_empty());
    assert_eq!(sandbox.read("known"), lines);
    let mut before = "RU[Japanese]KM[6.5]";
    for now in [
        "RU[Japanese]KM[0.5]",
        "RU[Chinese]KM[0.5]",
        "RU[Chinese]KM[0.5]HA[0]",
        "",
    ] {
        sandbox.write("g/resigned.sgf", record(now).as_bytes());
        for flags in [
            "--remember --limit 9",
            "--remember --only contradicts-itself",
        ] {
            assert!(night(flags).is_empty(), "{flags}");
        }
        let rows = night("--remember");
        let whole = |terms: &str| match terms {
            "" => "RU[]KM[]HA[]".to_owned(),
            terms if terms.contains("HA") => terms.to_owned(),
            terms => format!("{terms}HA[]"),
        };
        let why = format!("the record now has {}, not {}", whole(now), whole(before));
        assert_eq!(rows, [format!("g/resigned.sgf#1 lost: {why}")]);
        assert!(night("--remember").is_empty());
        before = now;
    }
}

/// Different games may have the same few moves, so they are identified by their names.
#[test]
fn short_games_with_the_same_moves_are_told_apart() {
    let game = "(;GM[1]SZ[9]RE[B+R];B[ee];W[ce])";
    let sandbox = Sandbox::new(&[("g/a.sgf", game), ("g/b.sgf", game), ("g/c.sgf", game)]);
    let night = || {
        let command = "audit g --known known --remember --format csv";
        sandbox.write("audit.csv", sandbox.run(command).out.as_bytes());
        let rows = rows(&sandbox.path("audit.csv"));
        rows.iter()
            .filter(|row| &row["verdict"] == "lost")
            .map(|row| format!("{}: {}", &row["game"], &row["why"]))
            .collect::<Vec<_>>()
    };
    assert!(night().is_empty());
    fs::remove_file(sandbox.path("g/a.sgf")).expect("a file");
    sandbox.write("g/b.sgf", game.replace("B+R", "W+R").as_bytes());
    assert_eq!(
        night(),
        [
            "a.sgf#1: there is no longer a record with the moves of this game",
            "b.sgf#1: the result is now W+R",
        ]
    );
    assert!(night().is_empty());
}

/// If nearly all games of a folder have a header, a game without it certainly has an error.
#[test]
fn result_that_other_rules_give_is_not_corrected() {
    let board = "AB[ba:be]AW[ca:ce][da]TB[aa:ae]TW[db:ee][ea]B[];W[]";
    let game = |rules: &str, result: &str| format!("(;SZ[5]RU[{rules}]KM[0.5]RE[{result}]{board})");
    // only the result or the rules can be wrong
    let mut files: Vec<(String, String)> = (0..8)
        .map(|number| (format!("g/{number}.sgf"), game("Chinese", "W+5.5")))
        .collect();
    files.push(("g/other.sgf".to_owned(), game("Chinese", "W+4.5")));
    files.push(("g/wrong.sgf".to_owned(), game("Chinese", "B+5.5")));
    // under AGA rules, White gets one point for two stones, not two
    let aga = game("AGA", "W+7.5").replace("KM", "HA[2]KM");
    files.push(("g/handicap.sgf".to_owned(), aga));
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (&**name, &**text))
        .collect();
    let sandbox = Sandbox::new(&files);
    let whys = column(&sandbox, "audit g --only contradicts-itself", "why");
    let (_, why) = whys
        .iter()
        .find(|(game, _)| game == "other.sgf#1")
        .expect("a row");
    assert!(why.starts_with("as recorded under japanese rules"), "{why}");
    let (_, why) = whys
        .iter()
        .find(|(game, _)| game == "handicap.sgf#1")
        .expect("a row");
    assert!(
        why.starts_with("as recorded with a different handicap"),
        "{why}"
    );
    sandbox
        .run("audit g --only contradicts-itself --fix fixed")
        .exits(0);
    let log = sandbox.read("fixed/changes.csv");
    assert!(
        log.contains("wrong.sgf#1,contradicts-itself,B+5.5,W+5.5,"),
        "{log}"
    );
    assert!(
        log.contains("other.sgf#1,contradicts-itself,W+4.5,,"),
        "{log}"
    );
    assert!(
        log.contains("handicap.sgf#1,contradicts-itself,W+7.5,,"),
        "{log}"
    );
}

#[test]
fn result_that_only_a_labels_file_removes_is_not_missing() {
    let sandbox = Sandbox::new(&[("g/a.sgf", &game("RE[B+3.5]"))]);
    let label = r#"{"game": "a.sgf#1", "result": ""}"#;
    sandbox.write("g/labels.jsonl", label.as_bytes());
    let output = sandbox.run("audit g --format csv").exits(0);
    let verdict = "cannot-be-counted,,no_result: RE[]";
    assert!(output.out.contains(verdict), "{}", output.out);
}

#[test]
fn missing_results_and_absurd_komi_are_certain() {
    let resigned = |text: &str| game("RE[B+R]").replace("KM[0.5]", text);
    let mut files: Vec<(String, String)> = (0..24)
        .map(|number| {
            let result = ["RE[B+R]", "RE[W+4.5]"][usize::from(number > 2)];
            (format!("g/{number}.sgf"), game(result))
        })
        .collect();
    let unmarked = long_game("").replace("SZ[19]RU[Japanese]KM[6.5]", "SZ[19]KM[0.5]");
    files.extend([
        ("g/ended.sgf".to_owned(), game("")),
        ("g/ended-alone/x.sgf".to_owned(), game("")),
        ("g/lacks-result.sgf".to_owned(), unmarked.clone()),
        ("g/alone/x.sgf".to_owned(), unmarked),
        ("g/lacks-komi.sgf".to_owned(), resigned("")),
        ("g/absurd.sgf".to_owned(), resigned("KM[99.5]")),
    ]);
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (&**name, &**text))
        .collect();
    let sandbox = Sandbox::new(&files);
    let only = "audit g --only unreadable-result,impossible-komi";
    let why = column(&sandbox, only, "why");
    let ended = "no result is recorded, but the game ended with two passes, or has marks";
    let expected = [
        ("ended-alone/x", ended),
        ("ended", ended),
        (
            "lacks-result",
            "no result is recorded, but 26 of 27 other games here have one",
        ),
        ("absurd", "no other game here has a komi as large as 99.5"),
        (
            "lacks-komi",
            "no komi is recorded, but 27 of 27 other games here have one",
        ),
    ];
    let mut sorted = why.clone();
    sorted.sort();
    let mut expected: Vec<(String, String)> = expected
        .map(|(game, why)| (format!("{game}.sgf#1"), why.to_owned()))
        .into();
    expected.sort();
    assert_eq!(sorted, expected);
    // certain suspects are all shown
    let text = sandbox.run("audit g -q").exits(0).out;
    assert!(
        text.contains("contradicts itself (21 games") && !text.contains(" more: see"),
        "{text}"
    );
}

/// The komi of one period says nothing about games of another period.
#[test]
fn usual_komi_is_that_of_the_same_years() {
    let of = |year: u32, komi: &str, result: &str| {
        game(&format!("RE[{result}]DT[{year}]")).replace("KM[0.5]", &format!("KM[{komi}]"))
    };
    let mut files: Vec<(String, String)> = (0..8)
        .map(|number| (format!("g/old{number}.sgf"), of(1970, "4.5", "B+0.5")))
        .collect();
    // the count fits the komi of the old games
    files.push(("g/late.sgf".to_owned(), of(2005, "6.5", "B+0.5")));
    files.push(("g/early.sgf".to_owned(), of(1971, "6.5", "B+0.5")));
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (&**name, &**text))
        .collect();
    let sandbox = Sandbox::new(&files);
    let fields = column(&sandbox, "audit g --only contradicts-itself", "field");
    let expected = [("early.sgf#1", "komi"), ("late.sgf#1", "")];
    assert_eq!(
        fields,
        expected.map(|(game, field)| (game.to_owned(), field.to_owned()))
    );
    let text = sandbox.run("audit g -q").exits(0).out;
    assert!(
        text.contains("fits komi 4.5, which 8 of 9 games here from 1966 to 1976"),
        "{text}"
    );
}

/// Handicap games have their own usual komi.
#[test]
fn usual_komi_is_that_of_games_with_or_without_a_handicap() {
    let even = |komi: &str, result: &str| {
        game(&format!("RE[{result}]")).replace("KM[0.5]", &format!("KM[{komi}]"))
    };
    let handicap = |komi: &str| {
        even(komi, "B+4.5")
            .replace(";B[ca];W[da];B[cb];W[db]", "HA[2]AB[ca][cb];W[da]")
            .replace(";B[];W[]", ";B[];W[db];B[];W[]")
    };
    let mut files = Vec::new();
    for number in 0..5 {
        files.push((format!("g/even{number}.sgf"), even("2.5", "B+2.5")));
        files.push((format!("g/handicap{number}.sgf"), handicap("0.5")));
    }
    // both fit the usual komi of handicap games
    files.push(("g/wrong0.sgf".to_owned(), even("2.5", "B+4.5")));
    files.push(("g/wrong2.sgf".to_owned(), handicap("2.5")));
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (&**name, &**text))
        .collect();
    let sandbox = Sandbox::new(&files);
    let why = column(&sandbox, "audit g", "why");
    for (game, expected) in [("wrong0.sgf#1", false), ("wrong2.sgf#1", true)] {
        let (_, why) = why.iter().find(|(name, _)| name == game).expect("a row");
        let has_komi = why.contains("fits komi 0.5, which 5 of 6 games here have");
        assert_eq!(has_komi, expected, "{game}: {why}");
    }
}

#[test]
fn decisions_are_any_results_in_any_spreadsheet() {
    let twice = game("RE[B+9.5]\nRE[W+9.5]");
    let sandbox = Sandbox::new(&[
        ("g/a.sgf", &game("RE[W+4.5]")),
        ("g/b.sgf", &game("RE[W+9.5]")),
        ("g/c.sgf", &long_game("RE[B+R]")),
        ("g/twice.sgf", &twice),
    ]);
    sandbox.write(
        "decided.csv",
        "\u{feff}game;new\r\na.sgf#1;W+R\r\nb.sgf#1;Void\r\nc.sgf#1;B+3.5\r\ntwice.sgf#1;B+4.50\r\n"
            .as_bytes(),
    );
    let fix = |folder: &str| {
        sandbox.run(&format!(
            "audit g --fix {folder} --decisions decided.csv -q"
        ))
    };
    fix("fixed").exits(2);
    assert_eq!(sandbox.read("fixed/a.sgf"), game("RE[W+R]"));
    assert_eq!(sandbox.read("fixed/b.sgf"), game("RE[Void]"));
    assert_eq!(sandbox.read("fixed/twice.sgf"), game("RE[B+4.5]\n"));
    assert!(
        sandbox
            .read("fixed/changes.csv")
            .contains("c.sgf#1,not-counted,B+R,,the result is not a count")
    );
    for (text, message) in [
        (
            "game,new\na.sgf#1,B+4.5\nb.sgf#1,B+4.5W\n",
            "line 3: B+4.5W is not a result\n",
        ),
        (
            "game,new\na.sgf#1,B+R]C[x\n",
            "line 2: B+R]C[x is not a result\n",
        ),
        (
            "name;new\na.sgf#1;B+4.5\n",
            ": the first line must have one column `game` and one column `new`\n",
        ),
        (
            "game,new,new\na.sgf#1,B+4.5,W+R\n",
            ": the first line must have one column `game` and one column `new`\n",
        ),
        (
            "game,new\na.sgf#1,B+R W+R\n",
            "line 2: B+R W+R is not a result\n",
        ),
    ] {
        sandbox.write("decided.csv", text.as_bytes());
        let failed = fix("bad").exits(2).err;
        assert!(failed.ends_with(message), "{failed}");
    }
}

/// A result may contain notes on its game.
#[test]
fn draw_is_written_with_the_archives_word_and_without_notes() {
    let sandbox = Sandbox::new(&[
        ("g/wrong.sgf", &game("RE[W+4.5]")),
        ("decided.csv", "game,new\nwrong.sgf#1,0\n"),
    ]);
    for (number, (drawn, new)) in [
        ("Jigo", "Jigo"),
        ("和棋", "和棋"),
        ("Jigo (agreed, Mei Lin and Bo Li)", "0"),
        ("共250手 和棋", "0"),
    ]
    .into_iter()
    .enumerate()
    {
        let record = long_game(&format!("RE[{drawn}]"));
        sandbox.write("g/drawn.sgf", record.as_bytes());
        sandbox
            .run(&format!(
                "audit g --fix {number} --decisions decided.csv -q"
            ))
            .exits(0);
        assert_eq!(
            sandbox.read(&format!("{number}/wrong.sgf")),
            game(&format!("RE[{new}]"))
        );
    }
}

/// The words about a suspect name no winner if a draw is recorded, and write results as records do.
#[test]
fn reasons_are_in_the_words_of_records() {
    let sandbox = Sandbox::new(&[
        ("g/draw.sgf", &game("RE[Jigo]").replace("KM[0.5]", "KM[0]")),
        ("g/komi.sgf", &game("RE[W+14.5]").replace("KM[0.5]", "")),
    ]);
    let text = sandbox.run("audit g -q").exits(0).out;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.contains("the record has 5 points too many for White")
            && !text.contains("wrong winner"),
        "{text}"
    );
    assert!(
        text.contains("the result W+14.5 has a half point"),
        "{text}"
    );
}

#[test]
fn closed_pipe_does_not_keep_the_audit_from_writing() {
    let sandbox = Sandbox::new(&[("k.sgf", &game("RE[W+4.5]"))]);
    let output = sandbox.closed_pipe("audit k.sgf --fix fixed --known known --remember");
    assert_eq!(output.code, 1, "{}", output.err);
    assert!(sandbox.read("fixed/k.sgf").contains("RE[B+4.5]"));
    assert!(sandbox.read("known").contains("k.sgf#1"));
}

#[test]
fn doubted_margin_in_words_is_a_result_that_cannot_be_understood() {
    let game = |result: &str| format!("(;SZ[5]KM[0.5]RE[{result}];B[cc];W[cd])");
    let sandbox = Sandbox::new(&[("m.sgf", &game("White by 3.5??")), ("q.sgf", &game("??"))]);
    sandbox.write(
        "audit.csv",
        sandbox.run("audit m.sgf q.sgf --format csv").out.as_bytes(),
    );
    let rows = rows(&sandbox.path("audit.csv"));
    let verdicts: Vec<&str> = rows.iter().map(|row| &row["verdict"]).collect();
    assert_eq!(verdicts, ["unreadable-result", "not-counted"]);
}
