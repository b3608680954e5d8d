//! `seichi gtp`: the commands, and the same answers as `seichi score`.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use fastrand::Rng;
use serde_json::Value;

use crate::gnugo::gnugo;
use crate::sandbox::{RunOutput, Sandbox, program, project};

/// Returns the answers to commands, one for each line, without `=` and `?`.
fn answers(flags: &str, commands: &str) -> Vec<Result<String, String>> {
    let mut engine = program();
    engine
        .arg("gtp")
        .args(flags.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut engine = engine.spawn().expect("the program starts");
    let mut input = engine.stdin.take().expect("an input");
    let commands = commands.to_owned();
    let writer = std::thread::spawn(move || {
        input
            .write_all(commands.as_bytes())
            .expect("the program reads");
    });
    let output = engine.wait_with_output().expect("the program ends");
    writer.join().expect("the commands were sent");
    assert!(output.status.success(), "{}", output.status);
    let text = String::from_utf8(output.stdout).expect("text");
    let answer = |text: &str| match text.split_at(1) {
        ("=", rest) => Ok(rest.trim_start_matches(' ').to_owned()),
        ("?", rest) => Err(rest.trim_start_matches(' ').to_owned()),
        _ => panic!("no answer: {text:?}"),
    };
    let end = text.strip_suffix("\n\n").unwrap_or_default();
    end.split("\n\n")
        .filter(|text| !text.is_empty())
        .map(answer)
        .collect()
}

#[test]
fn large_komi_is_in_points() {
    let commands = "boardsize 5\nkata-set-rules japanese\nkomi 100\nfinal_score\n\
        komi -200\nfinal_score\nkomi 6.5\nfinal_score\nkomi 100000\nquit\n";
    let answers = answers("", commands);
    let scores = [&answers[3], &answers[5], &answers[7]];
    let expected = ["W+100", "B+200", "W+6.5"].map(|score| Ok(score.to_owned()));
    assert_eq!(scores, expected.each_ref());
    assert!(answers[8].is_err(), "no board can give so many points");
}

#[test]
fn default_strategy_is_independent() {
    let record = project("corpus/article/bamboo-joint.sgf");
    let commands = format!("loadsgf {}\nfinal_score\nquit\n", record.display());
    let score = |flags: &str| answers(flags, &commands)[1].clone();
    assert_eq!(score(""), score("-s independent"));
    assert_ne!(score(""), score("-s fixed-black"));
}

/// Each move replays the game, so the length of a game is limited, like the length of a line.
#[test]
fn long_session_has_limits() {
    let passes = "play b pass\n".repeat(4001);
    let blanks = " ".repeat(70_000);
    let commands = format!(
        "boardsize 25\n{passes}undo\n{blanks}\n7 name{blanks}\n8{blanks}play b a1\n\
         #{blanks}\nquit{blanks}\n9 name\nquit\n"
    );
    let answers = answers("", &commands);
    let full = Err("the game already has 4000 moves".to_owned());
    assert_eq!(
        answers[4000..4003],
        [Ok(String::new()), full, Ok(String::new())]
    );
    let too_long = |id: &str| Err(format!("{id}the line has more than 65536 bytes"));
    let expected = ["", "7 ", "8 ", ""].map(too_long);
    assert_eq!(
        answers[4003..4007],
        expected,
        "only the comment has no answer"
    );
    let last = [Ok("9 seichi".to_owned()), Ok(String::new())];
    assert_eq!(answers[4007..], last);
}

/// A record may contain any text, and a program that reads the answers takes a line that begins
/// with `=` for an answer.
#[test]
fn error_is_one_line_without_control_characters() {
    let sandbox = Sandbox::new(&[
        ("size.sgf", "(;SZ[x\n\n=9 B+9\u{1b}[31m])"),
        ("komi.sgf", "(;SZ[5]KM[x\n\n=9 B+9\u{202e}];B[aa])"),
    ]);
    let load = |name: &str| format!("loadsgf {}\n", sandbox.path(name).display());
    let commands = format!(
        "{}{}final_score\nquit\n",
        load("size.sgf"),
        load("komi.sgf")
    );
    let answers = answers("", &commands);
    assert_eq!(answers.len(), 4, "{answers:?}");
    for at in [0, 2] {
        let error = answers[at].as_ref().expect_err("an error");
        let is_plain = |letter: char| !letter.is_control() && !"\u{202e}\u{2028}".contains(letter);
        assert!(
            error.contains("=9") && error.chars().all(is_plain),
            "{error}"
        );
    }
}

#[test]
fn undone_and_illegal_moves_leave_the_game_as_it_was() {
    let answers = answers(
        "",
        "boardsize 5\nplay w a5\nplay b a4\nshowboard\nplay b b5\nshowboard\nundo\nplay b a4\n\
         showboard\nplay b b5\nshowboard\nquit\n",
    );
    let board = |number: usize| answers[number].as_deref().expect("a board");
    assert!(board(5).contains(" 5 . X . . .") && board(5).ends_with("Black 1, White 0"));
    assert_eq!(answers[7], Err("illegal move".to_owned()));
    assert_eq!((board(8), board(10)), (board(3), board(5)));
}

#[test]
fn commands_are_answered() {
    let sandbox = Sandbox::new(&[(
        "won game.sgf",
        "(;SZ[5]KM[0.5]RU[Chinese];B[ca];W[da];B[cb];W[db])",
    )]);
    let loaded = format!("loadsgf {}", sandbox.path("won game.sgf").display());
    let transcript: &[(&str, Result<&str, &str>)] = &[
        ("7 protocol_version", Ok("7 2")),
        ("name # the program", Ok("seichi")),
        ("known_command final_score", Ok("true")),
        ("known_command fly", Ok("false")),
        ("8 fly", Err("8 unknown command")),
        ("boardsize 26", Err("unacceptable size")),
        ("boardsize x", Err("expected an integer")),
        ("boardsize 5", Ok("")),
        ("komi 0.5", Ok("")),
        ("play\tB C5", Ok("")),
        ("play w c5", Err("illegal move")),
        ("play green c5", Err("invalid color")),
        ("play w j1", Err("invalid vertex")),
        ("play w", Err("expected a color and a vertex")),
        ("undo", Ok("")),
        ("undo", Err("cannot undo")),
        ("genmove b", Ok("pass")),
        ("clear_board", Ok("")),
        ("set_free_handicap A1 B2 C3", Ok("")),
        ("set_free_handicap A1 B2", Err("board not empty")),
        (
            "showboard",
            Ok(
                "\n   A B C D E\n 5 . . . . .\n 4 . . . . .\n 3 . . X . .\n 2 . X . . .\n 1 X . . . .\nPrisoners: Black 0, White 0",
            ),
        ),
        ("final_score", Ok("B+21.5")),
        ("kgs-rules chinese", Ok("")),
        ("final_score", Ok("B+21.5")),
        (
            "kata-set-rules {\"scoring\":\"AREA\",\"whiteHandicapBonus\":\"N\"}",
            Ok(""),
        ),
        (
            "kata-set-rules made-up",
            Err("expected KataGo's rules as a string or JSON, or one of japanese"),
        ),
        ("boardsize 9", Ok("")),
        ("set_free_handicap C3 G7 C7 G3", Ok("")),
        ("loadsgf no-such.sgf", Err("cannot load file")),
        (&loaded, Ok("")),
        ("final_status_list black_territory", Ok("")),
        (
            "final_status_list fun",
            Err("expected one of dead, alive, seki"),
        ),
        ("quit", Ok("")),
    ];
    let commands: Vec<&str> = transcript.iter().map(|(command, _)| *command).collect();
    let answers = answers("--dead none", &(commands.join("\n") + "\nname\n"));
    assert_eq!(answers.len(), transcript.len(), "quit ends the program");
    for ((command, expected), answer) in transcript.iter().zip(answers) {
        match (expected, &answer) {
            (Ok(expected), Ok(answer)) => assert_eq!(answer, expected, "{command}"),
            (Err(expected), Err(answer)) => {
                assert!(answer.starts_with(expected), "{command}: {answer}");
            }
            _ => panic!("{command}: {answer:?}"),
        }
    }
}

#[test]
fn captures_kos_and_suicides_follow_the_rules() {
    let ko = "boardsize 5\nplay b b5\nplay b a4\nplay b b3\nplay w c5\nplay w d4\nplay w c3\nplay w b4\nplay b c4\n";
    let retaken = answers("", &format!("{ko}play w b4\nshowboard\n"));
    assert_eq!(retaken[9], Err("illegal move".to_owned()));
    assert!(
        retaken[10]
            .as_ref()
            .is_ok_and(|board| board.ends_with("Prisoners: Black 1, White 0"))
    );
    let suicide = "boardsize 3\nplay b a2\nplay b b3\nplay w a3\n";
    for (rules, is_legal) in [("japanese", false), ("new_zealand", true)] {
        let answers = answers("", &format!("kgs-rules {rules}\n{suicide}"));
        assert_eq!(answers[4].is_ok(), is_legal, "{rules}");
    }
}

/// Returns the map that `score` prints for a file.
fn map(file: &Path) -> (f64, Vec<String>) {
    let flags = [
        "--format",
        "ndjson",
        "-s",
        "teire",
        "--dead",
        "marks,estimate",
        "-q",
    ];
    let output = RunOutput::of(program().arg("score").arg(file).args(flags)).exits(0);
    let line: Value =
        serde_json::from_str(output.out.lines().next().expect("a line")).expect("JSON");
    let rows = line["map"]
        .as_array()
        .expect("a map")
        .iter()
        .map(|row| row.as_str().expect("a row").to_owned());
    (line["margin"].as_f64().expect("a margin"), rows.collect())
}

/// Checks that every point has exactly one status, which is its status on the map of `score`.
fn check_statuses(file: &Path) {
    let statuses = [
        "dead",
        "alive",
        "seki",
        "black_territory",
        "white_territory",
        "dame",
    ];
    let lists = statuses
        .map(|status| format!("final_status_list {status}\n"))
        .concat();
    let commands = format!("loadsgf {}\nfinal_score\n{lists}", file.display());
    let mut answers = answers("-s teire --dead marks,estimate", &commands)
        .into_iter()
        .map(|answer| answer.expect("an answer"));
    let (margin, rows) = map(file);
    let winner = if margin > 0.0 { "B+" } else { "W+" };
    let score = if margin == 0.0 {
        "0".to_owned()
    } else {
        format!("{winner}{}", margin.abs())
    };
    assert_eq!(
        answers.nth(1).expect("a score"),
        score,
        "{}",
        file.display()
    );
    let mut listed: Vec<Vec<String>> = vec![Vec::new(); rows.len()];
    for (status, points) in statuses.into_iter().zip(answers) {
        for point in points.split_whitespace() {
            let column = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
                .find(&point[..1])
                .expect("a column");
            let row = rows.len() - point[1..].parse::<usize>().expect("a row");
            let letter = char::from(rows[row].as_bytes()[column]);
            let is_same = match status {
                "alive" | "seki" => "XO".contains(letter),
                "black_territory" => letter == 'b',
                "white_territory" => letter == 'w',
                "dame" => letter == '.',
                _ => "bw.".contains(letter),
            };
            assert!(
                is_same,
                "{}: {point} is {status}, but {letter}",
                file.display()
            );
            assert!(
                !listed[row].contains(&point.to_owned()),
                "{}: {point} is listed twice",
                file.display()
            );
            listed[row].push(point.to_owned());
        }
    }
    for (row, points) in rows.iter().zip(&listed) {
        assert_eq!(
            points.len(),
            row.len(),
            "{}: a point has no status",
            file.display()
        );
    }
}

/// Returns every nth record of the project's corpus.
fn records(step: usize) -> Vec<std::path::PathBuf> {
    let folders = ["corpus/article", "corpus/rulings", "corpus/gnugo"].map(project);
    let files = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).expect("a folder"));
    let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "sgf"));
    files.sort();
    files.into_iter().step_by(step).collect()
}

#[test]
fn statuses_equal_the_map_of_score() {
    for file in records(12) {
        check_statuses(&file);
    }
}

#[test]
#[ignore = "takes minutes"]
fn statuses_equal_the_map_of_score_in_the_whole_corpus() {
    for file in records(1) {
        check_statuses(&file);
    }
}

/// Sends random commands, most of them nearly right. Every line with a command gets one answer.
#[test]
fn random_commands_get_answers() {
    let words = [
        "boardsize",
        "clear_board",
        "komi",
        "play",
        "undo",
        "loadsgf",
        "set_free_handicap",
        "kgs-rules",
        "kata-set-rules",
        "final_score",
        "final_status_list",
        "showboard",
        "genmove",
        "known_command",
        "list_commands",
        "b",
        "w",
        "A1",
        "a2",
        "B1",
        "B2",
        "c3",
        "pass",
        "2",
        "3",
        "4",
        "5",
        "-1",
        "1e9",
        "6.5",
        "dead",
        "seki",
        "dame",
        "japanese",
        "chinese",
        "{}",
        "é",
        "\u{7f}",
        "99999999999999999999",
        "",
        "#",
        "\t",
    ];
    let record = project("corpus/article/corner-seki.sgf");
    let mut rng = Rng::with_seed(1979);
    for _ in 0..20 {
        let mut commands = String::from("boardsize 4\n");
        for _ in 0..150 {
            let line: Vec<&str> = (0..rng.usize(1..5))
                .map(|_| words[rng.usize(..words.len())])
                .collect();
            let plays = ["play b", "play w", "final_status_list"];
            let line = match rng.u8(..8) {
                0..=3 => format!("{} {}\n", plays[rng.usize(..3)], words[rng.usize(19..35)]),
                4 => format!("loadsgf {} {}\n", record.display(), rng.usize(..3)),
                _ => line.join(" ") + "\n",
            };
            commands.push_str(&line);
        }
        let is_command = |line: &&str| {
            let words: Vec<&str> = line
                .split('#')
                .next()
                .unwrap_or_default()
                .split_whitespace()
                .collect();
            let words: Vec<&str> = words.into_iter().filter(|word| *word != "\u{7f}").collect();
            let has_number = words
                .first()
                .is_some_and(|word| word.bytes().all(|letter| letter.is_ascii_digit()));
            words.len() > usize::from(has_number)
        };
        let expected = commands.lines().filter(is_command).count();
        let flags = "--dead auto,estimate";
        assert_eq!(answers(flags, &commands).len(), expected, "{commands}");
    }
}

/// GNU Go plays against itself on 9x9, and both programs score the games. Differences are rare.
#[test]
#[ignore = "takes minutes, and needs GNU Go"]
fn games_of_gnugo_have_the_score_of_gnugo() {
    let Some(gnugo) = gnugo() else { return };
    let sandbox = Sandbox::new(&[]);
    let mut different = Vec::new();
    for seed in 0..100 {
        let file = sandbox.path(&format!("{seed}.sgf"));
        let mut commands = String::from("boardsize 9\nkomi 6.5\n");
        (0..120).for_each(|turn| {
            commands += if turn % 2 == 0 {
                "genmove b\n"
            } else {
                "genmove w\n"
            }
        });
        let mut engine = std::process::Command::new(&gnugo);
        engine.args(["--mode", "gtp", "--level", "1", "--seed", &seed.to_string()]);
        let played = ask(&mut engine, &commands);
        let moves: Vec<String> = played[2..]
            .iter()
            .map(|text| text.trim_start_matches("= ").to_owned())
            .collect();
        let end = moves
            .windows(2)
            .position(|pair| pair == ["PASS", "PASS"])
            .map_or(moves.len(), |at| at + 2);
        if moves[..end].iter().any(|text| text == "resign") {
            continue;
        }
        let plays = moves[..end]
            .iter()
            .enumerate()
            .map(|(turn, at)| format!("play {} {at}\n", ["b", "w"][turn % 2]));
        let commands = format!(
            "boardsize 9\nkomi 6.5\n{}final_score\n",
            plays.collect::<String>()
        );
        let of_gnugo = ask(
            std::process::Command::new(&gnugo).args(["--mode", "gtp", "--seed", "1"]),
            &commands,
        );
        let of_seichi = answers("--rules japanese", &commands);
        let gnugo_says = of_gnugo
            .last()
            .expect("an answer")
            .trim_start_matches("= ")
            .replace(".0", "");
        let seichi_says = of_seichi
            .last()
            .expect("an answer")
            .clone()
            .expect("a score");
        if gnugo_says != seichi_says {
            different.push(format!(
                "{}: GNU Go {gnugo_says}, seichi {seichi_says}",
                file.display()
            ));
        }
    }
    println!("{}", different.join("\n"));
    assert!(different.len() <= 10, "{} games differ", different.len());
}

/// Returns the answers of a GTP engine.
fn ask(engine: &mut std::process::Command, commands: &str) -> Vec<String> {
    let mut engine = engine
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("an engine");
    let mut input = engine.stdin.take().expect("an input");
    let commands = commands.to_owned();
    let writer = std::thread::spawn(move || {
        input
            .write_all(commands.as_bytes())
            .and(input.write_all(b"quit\n"))
    });
    let output = engine.wait_with_output().expect("the engine ends");
    writer
        .join()
        .expect("the commands were sent")
        .expect("the engine reads");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut answers: Vec<String> = text
        .split("\n\n")
        .map(|text| text.trim().to_owned())
        .collect();
    answers.retain(|text| !text.is_empty());
    answers.pop(); // the answer to `quit`
    answers
}
