//! `seichi-corpus generate`: engines that work, engines that misbehave, and GNU Go if it is
//! installed.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::gnugo::gnugo;
use crate::sandbox::{Row, RunOutput, Sandbox, project};

/// An engine that builds a wall for Black and one for White on a 5x5 board, and then passes: 10
/// points for Black, 5 for White. The first argument is its fault, the second the seconds that it
/// sleeps if it hangs.
const FAKE: &str = r#"
ok() { printf '=%s %s\n\n' "$id" "$*"; }
no() { printf '?%s %s\n\n' "$id" "$*"; }
b=0; w=0; moves=; level=0
while read -r id name rest; do case $name in
    name) ok "Fake [1]";;
    version) ok 1.0;;
    level) level=$rest; ok;;
    boardsize | clear_board | komi | play | hello | undo | set_free_handicap) moves="$moves $rest"; ok;;
    fixed_handicap) ok C1 C2;;
    top_moves) ok "D$w 0.5 A1 0.1";;
    genmove)
        if [ "$rest" = black ]; then b=$((b + 1)); n=$b; column=C; else w=$((w + 1)); n=$w; column=D; fi
        if [ $n = 3 ]; then case $1 in
            resigns) ok resign; continue;;
            illegal) ok C1; continue;;
            joker) ok E77; continue;;
            dies) echo out of memory >&2; exit 3;;
            hangs) sleep $2;;
            refuses) no cannot; continue;;
        esac; fi
        if [ $n -le 5 ]; then ok $column$n; else ok PASS; fi;;
    final_score) case $1 in otherwise) ok W+0.5;; scoreless) no cannot score;; *) ok B+4.5;; esac;;
    final_status_list) case "$1 $rest" in
        "otherwise dead") ok C1 C2 C3 C4 C5;;
        "deadonly black_territory" | "deadonly white_territory" | "deadonly seki") no unknown status;;
        "otherwise white_territory") ok A1 A2 A3 A4 A5 B1 B2 B3 B4 B5 E1 E2 E3 E4 E5;;
        "otherwise black_territory") ok;;
        *black_territory) ok A1 A2 A3 A4 A5 B1 B2 B3 B4 B5;;
        *white_territory) ok "E1 E2 E3
E4 E5";;
        *) ok;;
    esac;;
    *) no unknown command;;
esac; done
"#;

const GAME: &str = "\n;B[ce];W[de];B[cd];W[dd];B[cc];W[dc];B[cb];W[db];B[ca];W[da]\n;B[];W[]\n";

fn sandbox() -> Sandbox {
    Sandbox::new(&[("fake.sh", FAKE)])
}

/// Runs the command on 5x5 boards, with words that may contain blanks.
fn generate(sandbox: &Sandbox, words: &[&str]) -> RunOutput {
    RunOutput::of(
        sandbox
            .program()
            .args(["generate", "--size", "5", "--komi", "0.5"])
            .args(words),
    )
}

fn files(sandbox: &Sandbox, folder: &str) -> Vec<(String, String)> {
    sandbox
        .names(folder)
        .into_iter()
        .map(|name| (name.clone(), sandbox.read(&format!("{folder}/{name}"))))
        .collect()
}

#[test]
fn same_seed_same_games_for_any_number_of_jobs() {
    let sandbox = sandbox();
    for (folder, jobs) in [("a", "1"), ("b", "4"), ("c", "0")] {
        let output = generate(
            &sandbox,
            &[
                "--engine",
                "sh fake.sh well {seed}",
                "--games",
                "7",
                "-o",
                folder,
                "-j",
                jobs,
            ],
        );
        let output = output.exits(0);
        assert!(
            output
                .out
                .contains("7 games: 7 played, 0 already there, 0 left out\n        7  counted\n"),
            "{}",
            output.out
        );
        assert_eq!(output.err, "");
    }
    let games = files(&sandbox, "a");
    assert_eq!(games.len(), 7);
    assert_eq!(
        (&games, &games),
        (&files(&sandbox, "b"), &files(&sandbox, "c"))
    );
    let (name, text) = &games[2];
    assert_eq!(name, "5x5-japanese-3.sgf");
    let expected = format!(
        "(;GM[1]FF[4]CA[UTF-8]AP[Fake [1\\]:1.0]SZ[5]RU[Japanese]KM[0.5]PB[Fake [1\\] 1.0]PW[Fake [1\\] 1.0]RE[B+4.5]\
         GC[seed 3]{GAME};TB[aa][ab][ac][ad][ae][ba][bb][bc][bd][be]TW[ea][eb][ec][ed][ee])\n"
    );
    assert_eq!(*text, expected);
    sandbox.seichi("eval a -s linked -q").exits(0);
    let rows = sandbox.rows("reports/games.csv");
    let good = |row: &&Row| row["label_check"] == "consistent" && row["outcome"] == "exact";
    assert_eq!(rows.iter().filter(good).count(), 7);
}

#[test]
fn second_run_plays_missing_games() {
    let sandbox = sandbox();
    let run = |games: &str| {
        generate(
            &sandbox,
            &[
                "--engine",
                "sh fake.sh well {seed}",
                "--games",
                games,
                "-o",
                "a",
            ],
        )
        .exits(0)
    };
    run("3");
    sandbox.write("a/5x5-japanese-2.sgf", b"mine");
    fs::remove_file(sandbox.path("a/5x5-japanese-1.sgf")).expect("a file");
    let output = run("4");
    assert!(
        output
            .out
            .starts_with("4 games: 2 played, 2 already there, 0 left out\n"),
        "{}",
        output.out
    );
    assert_eq!(sandbox.read("a/5x5-japanese-2.sgf"), "mine");
    assert_eq!(files(&sandbox, "a").len(), 4);
    let output = run("4");
    assert!(
        output
            .out
            .starts_with("4 games: 0 played, 4 already there, 0 left out\nTo play other games, "),
        "{}",
        output.out
    );
}

#[test]
fn engine_fault_leaves_out_only_that_game() {
    let sandbox = sandbox();
    for (fault, words) in [
        (
            "illegal",
            "the engine plays black C1 on a stone, which is illegal",
        ),
        (
            "joker",
            "the engine answers genmove with \"E77\", which is not a move",
        ),
        (
            "dies",
            "the engine has no answer to genmove black: it ended: exit status: 3\n    out of memory\n",
        ),
        (
            "hangs",
            "the engine has no answer to genmove black: no answer within 0.5 s",
        ),
        (
            "refuses",
            "the engine has no answer to genmove black: it reported: cannot",
        ),
    ] {
        let engine = format!("sh fake.sh {fault} 1000");
        let words_of = [
            "--engine",
            &engine,
            "--games",
            "2",
            "-o",
            fault,
            "--engine-timeout",
            "0.5",
        ];
        let output = generate(&sandbox, &words_of).exits(3);
        assert!(
            output
                .err
                .contains(&format!("left out 5x5-japanese-2.sgf: {words}")),
            "{fault}: {}",
            output.err
        );
        assert!(
            output.err.ends_with("seichi-corpus: no game was played\n"),
            "{}",
            output.err
        );
        assert_eq!(files(&sandbox, fault), [], "{fault}");
    }
    let output = generate(
        &sandbox,
        &[
            "--engine",
            "sh fake.sh",
            "--move-limit",
            "5",
            "--games",
            "1",
        ],
    )
    .exits(3);
    assert!(
        output.err.contains("it did not end within 5 moves"),
        "{}",
        output.err
    );
    // the third game fails, and the others are played
    sandbox.write(
        "third.sh",
        b"[ $1 = 3 ] && exec sh fake.sh dies\nexec sh fake.sh well\n",
    );
    let output = generate(
        &sandbox,
        &["--engine", "sh third.sh {seed}", "--games", "4"],
    )
    .exits(0);
    assert!(
        output
            .out
            .starts_with("4 games: 3 played, 0 already there, 1 left out\n"),
        "{}",
        output.out
    );
    assert!(
        output.err.contains("left out 5x5-japanese-3.sgf: "),
        "{}",
        output.err
    );
    assert_eq!(files(&sandbox, "games").len(), 3);
}

#[test]
fn resigned_game_has_winner_without_margin() {
    let sandbox = sandbox();
    let engines = [
        "--black",
        "sh fake.sh",
        "--white",
        "sh fake.sh resigns",
        "--games",
        "1",
        "-o",
        "a",
        "-v",
    ];
    let output = generate(&sandbox, &engines).exits(0);
    assert!(
        output.err.contains("5x5-japanese-1.sgf: B+R"),
        "{}",
        output.err
    );
    assert!(
        output.out.contains("        1  resigned\n"),
        "{}",
        output.out
    );
    let game = sandbox.read("a/5x5-japanese-1.sgf");
    assert!(
        game.contains("RE[B+R]") && game.ends_with(";B[cc])\n"),
        "{game}"
    );
}

#[test]
fn disagreeing_engines_give_no_label() {
    let sandbox = sandbox();
    let engines = [
        "--black",
        "sh fake.sh",
        "--white",
        "sh fake.sh otherwise",
        "--games",
        "1",
        "-o",
        "a",
    ];
    let output = generate(&sandbox, &engines).exits(0);
    let disagreement =
        "B+4.5 against W+0.5; dead: C5 C4 C3 C2 C1; territory: A5 B5 A4 B4 A3 B3 A2 B2 A1 B1";
    assert!(
        output
            .out
            .contains(&format!("  5x5-japanese-1.sgf: {disagreement}\n")),
        "{}",
        output.out
    );
    let game = sandbox.read("a/5x5-japanese-1.sgf");
    let remark = format!("the engines disagree: {disagreement}").replace(':', "\\:");
    assert!(
        game.contains(&format!("RE[?]GC[seed 1\n{remark}]")),
        "{game}"
    );
    assert!(game.ends_with(";B[];W[])\n"), "{game}");
    // engines that agree, and an engine without a result
    let agree = [
        "--black",
        "sh fake.sh",
        "--white",
        "sh fake.sh well",
        "--games",
        "1",
        "-o",
        "c",
    ];
    generate(&sandbox, &agree).exits(0);
    assert!(
        sandbox
            .read("c/5x5-japanese-1.sgf")
            .contains("RE[B+4.5]GC[seed 1]")
    );
    let silent = [
        "--black",
        "sh fake.sh scoreless",
        "--white",
        "sh fake.sh",
        "--games",
        "1",
        "-o",
        "d",
    ];
    generate(&sandbox, &silent).exits(0);
    assert!(
        sandbox
            .read("d/5x5-japanese-1.sgf")
            .contains("RE[B+4.5]GC[seed 1\nBlack's engine gives no result]")
    );
}

#[test]
fn dead_list_without_territory_lists_gives_territory() {
    let sandbox = sandbox();
    generate(
        &sandbox,
        &["--engine", "sh fake.sh deadonly", "--games", "1", "-o", "a"],
    )
    .exits(0);
    let game = sandbox.read("a/5x5-japanese-1.sgf");
    assert!(game.contains(
        "GC[seed 1\nthe engine\\: it lists no territory; the surrounded points give its result]"
    ));
    assert!(
        game.contains(";TB[aa][ab]") && game.contains("TW[ea]"),
        "{game}"
    );
    let engine = [
        "--engine",
        "sh fake.sh deadonly",
        "--games",
        "1",
        "-o",
        "b",
        "--komi",
        "1.5",
    ];
    let output = RunOutput::of(
        sandbox
            .program()
            .args(["generate", "--size", "5"])
            .args(engine),
    )
    .exits(0);
    let game = sandbox.read("b/5x5-japanese-1.sgf");
    assert!(
        game.contains("RE[B+4.5]")
            && game.contains("surrounded points give B+3.5]")
            && !game.contains("TB"),
        "{game}"
    );
    assert!(output.out.contains("1  counted"), "{}", output.out);
}

#[test]
fn engines_get_commands_handicap_and_early_passes() {
    let sandbox = sandbox();
    // the engine logs the commands that it receives
    sandbox.write("log.sh", b"exec tee -a log.txt | sh fake.sh well\n");
    let words = "--engine|sh log.sh|--games|1|--levels|3,4|--handicap|2|--before-game|hello {seed}|--before-move|level \
                 {level}|--before-status|level 10|--pass-below|0.6|--name|level {level}|-o|a";
    generate(&sandbox, &words.split('|').collect::<Vec<_>>()).exits(0);
    let log: Vec<String> = sandbox
        .read("log.txt")
        .lines()
        .map(|line| line[line.find(' ').unwrap_or(0)..].trim().to_owned())
        .collect();
    let received = |command: &str| log.iter().filter(|line| *line == command).count();
    assert_eq!(
        (
            received("hello 1"),
            received("level 3"),
            received("level 10"),
            received("fixed_handicap 2")
        ),
        (1, 2, 1, 1)
    );
    // every move is worth 0.5, so both pass at once
    assert_eq!(
        (
            received("undo"),
            received("play white pass"),
            received("play black pass")
        ),
        (2, 1, 1)
    );
    let game = sandbox.read("a/5x5-japanese-1.sgf");
    assert!(
        game.contains("PB[level 3]PW[level 3]") && game.contains("HA[2]AB[cd][ce]\n;W[];B[]\n"),
        "{game}"
    );
}

#[test]
fn missing_or_broken_engine_is_an_error() {
    let sandbox = sandbox();
    assert!(
        sandbox
            .run("generate")
            .exits(2)
            .err
            .contains("--engine <COMMAND>")
    );
    let output = sandbox.run("generate --engine ./none --games 50").exits(2);
    assert_eq!(output.err.matches("./none").count(), 1, "{}", output.err);
    assert!(
        output.err.contains("can't start the engine ./none: "),
        "{}",
        output.err
    );
    let output = sandbox
        .run("generate --engine true --games 9 -o x -j 1")
        .exits(2);
    for part in [
        "the engine has no answer to name: it ended: exit status: 0",
        "check that the command starts a GTP engine",
    ] {
        assert_eq!(output.err.matches(part).count(), 1, "{}", output.err);
    }
    let output = sandbox.run("generate --engine true -o fake.sh").exits(2);
    assert!(
        output
            .err
            .contains("failed to write to the folder for the games, fake.sh: "),
        "{}",
        output.err
    );
    sandbox.run("generate --black sh --games 1").exits(2);
}

#[cfg(unix)]
#[test]
fn interrupt_keeps_whole_games_and_ends_engines() {
    use std::process::Stdio;
    use std::time::{Duration, Instant};
    let sandbox = sandbox();
    let mark = format!("{}.75", 300_000 + std::process::id());
    let running = || {
        let list = Command::new("ps").args(["-eo", "args"]).output().ok()?;
        let list = String::from_utf8_lossy(&list.stdout).into_owned();
        Some(
            list.lines()
                .any(|line| line.starts_with(&format!("sleep {mark}"))),
        )
    };
    if running().is_none() {
        return eprintln!("SKIPPED: ps is not installed, so processes can't be listed");
    }
    sandbox.write(
        "second.sh",
        format!("[ $1 = 2 ] && exec sh fake.sh hangs {mark}\nexec sh fake.sh well\n").as_bytes(),
    );
    let mut command = sandbox.program();
    command.args([
        "generate",
        "--size",
        "5",
        "--engine",
        "sh second.sh {seed}",
        "-j",
        "1",
    ]);
    let child = command
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let start = Instant::now();
    while running() != Some(true) {
        assert!(
            start.elapsed() < Duration::from_mins(1),
            "the engine does not start"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(
        Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .expect("kill")
            .success()
    );
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(130));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        message
            .contains("interrupted: 1 of 10 games are in games; run the same command to continue"),
        "{message}"
    );
    assert_eq!(running(), Some(false));
    let names: Vec<String> = files(&sandbox, "games")
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(names, ["5x5-japanese-1.sgf"]);
}

/// Runs the script that plays the games of the corpus, into the folder `gnugo`.
fn play_corpus(sandbox: &Sandbox, path: &[PathBuf]) -> RunOutput {
    let own = PathBuf::from(sandbox.program().get_program())
        .parent()
        .expect("a folder")
        .to_owned();
    let system = std::env::var_os("PATH").unwrap_or_default();
    let folders = path
        .iter()
        .cloned()
        .chain([own])
        .chain(std::env::split_paths(&system));
    let path = std::env::join_paths(folders).expect("a path");
    let mut sh = Command::new("sh");
    sh.arg(project("corpus/gnugo.sh"))
        .arg("gnugo")
        .env("PATH", path)
        .current_dir(sandbox.path("."));
    RunOutput::of(&mut sh).exits(0)
}

#[test]
fn corpus_script_names_its_games() {
    let sandbox = Sandbox::new(&[]);
    sandbox.copy(&project("corpus/gnugo"), "gnugo");
    let output = play_corpus(&sandbox, &[]);
    let games = [60, 60, 34, 34, 16, 16, 20, 16, 10];
    assert_eq!(games.iter().sum::<usize>(), files(&sandbox, "gnugo").len());
    for number in games {
        let line = format!("{number} games: 0 played, {number} already there, 0 left out\n");
        assert!(output.out.contains(&line), "{line}{}", output.out);
    }
}

#[test]
fn gnu_go_repeats_games_of_the_corpus() {
    let Some(gnugo) = gnugo() else { return };
    let version = Command::new(&gnugo)
        .arg("--version")
        .output()
        .expect("GNU Go starts")
        .stdout;
    if !String::from_utf8_lossy(&version).contains("GNU Go 3.8") {
        return eprintln!(
            "SKIPPED: the games of the corpus were played by GNU Go 3.8, and this is another version"
        );
    }
    let sandbox = Sandbox::new(&[]);
    sandbox.copy(&project("corpus/gnugo"), "gnugo");
    let names = [
        "9x9-chinese-9002.sgf",
        "9x9-japanese-9501-early.sgf",
        "13x13-japanese-13009.sgf",
    ];
    for name in names {
        fs::remove_file(sandbox.path(&format!("gnugo/{name}"))).expect("a game of the corpus");
    }
    play_corpus(&sandbox, &[gnugo.parent().expect("a folder").to_owned()]);
    for name in names {
        let kept =
            fs::read_to_string(project("corpus/gnugo").join(name)).expect("a game of the corpus");
        assert_eq!(sandbox.read(&format!("gnugo/{name}")), kept, "{name}");
    }
}
