//! `seichi eval`, as a user sees it.

use crate::sandbox::{RunOutput, Sandbox, program, project, seichi};

/// Ten points and a prisoner for Black against five points and half a point of komi; tests replace
/// the result.
const GAME: &str =
    "(;GM[1]FF[4]SZ[5]RU[Japanese]KM[0.5]RE[B+1.5]PC[The KGS Go Server at http://www.gokgs.com/]
AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][aa];B[];W[]TB[aa][ab][ac][ad][ae][ba][bb][bc][bd][be]
TW[ea][eb][ec][ed][ee])";

/// Returns [`GAME`] with a result that its marks contradict.
fn wrong() -> String {
    GAME.replace("B+1.5", "B+9.5")
}

fn true_game() -> String {
    // ten points and a prisoner against five and komi
    GAME.replace("B+1.5", "B+5.5")
}

#[test]
fn eval_of_a_folder_writes_reports() {
    let game = true_game().replace("SZ[5]", "SZ[5]DT[2016-01-02]");
    let sandbox = Sandbox::new(&[
        ("games/a.sgf", &game),
        ("games/b/resigned.SGF", "(;SZ[9]RE[W+R];B[aa])"),
        ("games/x.txt", ""),
    ]);
    let output = sandbox.run("eval games -s all").exits(0);
    assert!(
        output
            .out
            .contains("2 games, 1 evaluated, 1 skipped: resign 1"),
        "{}",
        output.out
    );
    assert!(output.err.is_empty(), "{}", output.err);
    let is_narrow = |line: &str| line.chars().count() <= 80 || line.starts_with("strategy:*");
    assert!(output.out.lines().all(is_narrow), "{}", output.out);
    let games = sandbox.rows("reports/games.csv");
    assert_eq!(games.len(), seichi::territory::STRATEGIES.len());
    let flood = &games[0];
    for (column, value) in [
        ("game", "a.sgf#1"),
        ("size", "5"),
        ("rules", "japanese"),
        ("method", "territory"),
        ("komi", "0.5"),
        ("moves", "2"),
        ("encoding", "UTF-8"),
        ("origin", "KGS"),
        ("label", "B+5.5"),
        ("label_margin", "5.5"),
        ("label_check", "consistent"),
        ("strategy", "flood"),
        ("margin", "5.5"),
        ("margin_lo", "5.5"),
        ("margin_hi", "5.5"),
        ("delta", "0"),
        ("outcome", "exact"),
        ("map_diff", "0"),
        ("black_territory", "10"),
        ("white_territory", "5"),
        ("black_prisoners", "1"),
        ("white_prisoners", "0"),
        ("dead", "1"),
        ("dame", "0"),
        ("flags", ""),
        ("neutral", "0"),
        ("largest_neutral", "0"),
        ("ko_shapes", "0"),
        ("open_borders", "0"),
        ("finished", "yes"),
        ("date", "2016-01-02"),
    ] {
        assert_eq!(&flood[column], value, "{column}");
    }
    let skipped = sandbox.rows("reports/skipped.csv");
    assert_eq!(skipped.len(), 1);
    assert_eq!(
        (
            &skipped[0]["game"],
            &skipped[0]["stage"],
            &skipped[0]["reason"]
        ),
        ("b/resigned.SGF#1", "header", "resign")
    );
    let run: serde_json::Value =
        serde_json::from_str(&sandbox.read("reports/run.json")).expect("JSON");
    assert_eq!(run["evaluated"], 1);
    assert!(run["stage_seconds"]["score"].is_number());
}

#[test]
fn columns_have_the_fixed_names_and_order() {
    let game = true_game();
    let sandbox = Sandbox::new(&[("a.sgf", &game)]);
    sandbox.run("eval a.sgf -o out").exits(0);
    let header = |name: &str| {
        sandbox
            .read(&format!("out/{name}"))
            .lines()
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    let games = "game,hash,size,rules,method,komi,handicap,moves,encoding,origin,label,label_margin,label_check,strategy,\
                 margin,margin_lo,margin_hi,delta,outcome,map_diff,black_territory,white_territory,black_prisoners,\
                 white_prisoners,dead,dame,seki_points,false_eyes,flags";
    let completeness =
        "neutral,largest_neutral,ko_shapes,open_borders,finished,safety,doubts,certainty,date";
    // new columns come at the end
    let begins = |name: &str, columns: &str| {
        let header = header(name);
        assert!(
            header
                .strip_prefix(columns)
                .is_some_and(|new| new.is_empty() || new.starts_with(',')),
            "{header}"
        );
    };
    begins("games.csv", &format!("{games},{completeness}"));
    begins(
        "mismatches.csv",
        &format!("{games},category,explain,{completeness}"),
    );
    begins(
        "summary.csv",
        "strategy,stratum,games,exact,exact_rate,exact_lo,exact_hi,winner,winner_rate,winner_lo,winner_hi,mae,bias,maps,\
         maps_exact,points_wrong,seki_precision,seki_recall,seki_f1,signature",
    );
    begins("skipped.csv", "game,stage,reason,detail,byte");
    assert!(!sandbox.read("out/games.csv").contains('\r'));
}

#[test]
fn mismatches_name_the_command_that_explains_them() {
    let corner = "(;SZ[7]RU[Japanese]KM[0]RE[B+2]AB[ca][bb][cb][ac][bc]AW[da][db][cc][dc][ad][bd][cd][dd];TB[aa][ba]\
                  TW[ea][fa][ga][eb][fb][gb][ec][fc][gc][ed][fd][gd][ae][be][ce][de][ee][fe][ge][af][bf][cf][df][ef][ff]\
                  [gf][ag][bg][cg][dg][eg][fg][gg])";
    let sandbox = Sandbox::new(&[("it is/x.sgf", corner)]);
    let path = sandbox.path("it is");
    let output = RunOutput::of(
        std::process::Command::new(seichi())
            .arg("eval")
            .arg(&path)
            .args(["-o"])
            .arg(sandbox.path("out")),
    );
    output.exits(0);
    let mismatches = sandbox.rows("out/mismatches.csv");
    assert!(!mismatches.is_empty());
    let command = &mismatches[0]["explain"];
    // relative to the argument, which is an absolute path
    assert_eq!(command, "seichi explain x.sgf#1");
    let shell = RunOutput::of(
        std::process::Command::new("sh")
            .current_dir(&path)
            .arg("-c")
            .arg(command.replacen("seichi", &seichi().display().to_string(), 1)),
    );
    let shown = shell.exits(0).out;
    assert!(
        shown.contains("in a region of") && shown.contains("\n  label: "),
        "{shown}"
    );
}

#[test]
fn inconsistent_labels_are_in_no_figure() {
    let (right, wrong) = (true_game(), wrong());
    let sandbox = Sandbox::new(&[("g/a.sgf", &right), ("g/b.sgf", &wrong)]);
    let output = sandbox.run("eval g -s linked").exits(0);
    assert!(
        output
            .out
            .contains("Labels that contradict themselves, left out of the figures: 1 "),
        "{}",
        output.out
    );
    let all = sandbox
        .rows("reports/summary.csv")
        .into_iter()
        .next()
        .expect("a row");
    assert_eq!(
        (&all["stratum"], &all["games"], &all["exact"]),
        ("all", "1", "1")
    );
    assert!(
        all["signature"].starts_with("strategy:linked|dead:marks|label:RE+TBTW|corpus:"),
        "{}",
        &all["signature"]
    );
    assert_eq!(
        &sandbox.rows("reports/games.csv")[1]["label_check"],
        "inconsistent"
    );
    assert_eq!(
        &sandbox.rows("reports/mismatches.csv")[0]["category"],
        "label"
    );
}

#[test]
fn labels_files_come_before_the_record() {
    let game = wrong();
    let line = r#"{"game": "a.sgf#1", "result": "B+5.5", "origin": "hand"}"#;
    let sandbox = Sandbox::new(&[("g/a.sgf", &game), ("g/labels.jsonl", line)]);
    sandbox.run("eval g -s flood").exits(0);
    let row = &sandbox.rows("reports/games.csv")[0];
    assert_eq!(
        (&row["label_check"], &row["origin"], &row["outcome"]),
        ("consistent", "hand", "exact")
    );
    sandbox.write("typo.jsonl", br#"{"game": "z.sgf#1"}"#);
    let output = sandbox.run("eval g -s flood --labels typo.jsonl").exits(0);
    assert_eq!(
        output.err,
        "seichi: warning: a label matches no game here: typo.jsonl:1: z.sgf#1\n"
    );
    sandbox.write("broken.jsonl", b"{\"game\": \"a.sgf#1\"}\n{nonsense");
    let output = sandbox.run("eval g --labels broken.jsonl").exits(2);
    assert_eq!(
        output.err,
        "seichi: failed to read the labels file \"broken.jsonl\", line 2: key must be a string \
         at column 2\n"
    );
}

#[test]
fn explain_command_names_the_labels_file_below_an_absolute_path() {
    let line = r#"{"game": "a.sgf#1", "result": "B+9.5"}"#;
    let sandbox = Sandbox::new(&[
        ("g/below/a.sgf", &true_game()),
        ("g/below/labels.jsonl", line),
    ]);
    sandbox
        .run(&format!(
            "eval {} -s flood -o out",
            sandbox.path("g").display()
        ))
        .exits(0);
    let command = &sandbox.rows("out/mismatches.csv")[0]["explain"];
    assert_eq!(
        command,
        "seichi explain -s flood --labels below/labels.jsonl below/a.sgf#1"
    );
}

#[test]
fn jobs_do_not_change_any_byte() {
    let game = true_game();
    let files: Vec<(String, String)> = (0..300)
        .map(|number| match number % 4 {
            0 => (format!("g/{number}.sgf"), wrong()),
            1 => (format!("g/sub/{number}.sgf"), "(;RE[B+R])".to_owned()),
            2 => (format!("g/{number}.sgf"), "nothing".to_owned()),
            _ => (format!("g/{number}.sgf"), format!("{game}{game}")),
        })
        .collect();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let sandbox = Sandbox::new(&files);
    for (number, jobs) in [1, 2, 7, 1].into_iter().enumerate() {
        let output = sandbox
            .run(&format!("eval g -o out{number} --jobs {jobs}"))
            .exits(0);
        assert!(output.out.contains("375 games"), "{}", output.out);
        for name in [
            "games.csv",
            "mismatches.csv",
            "summary.csv",
            "pairwise.csv",
            "skipped.csv",
            "boards.ndjson",
        ] {
            assert_eq!(
                sandbox.read(&format!("out{number}/{name}")),
                sandbox.read(&format!("out0/{name}")),
                "{name}"
            );
        }
    }
}

#[test]
fn games_without_dead_stones_are_skipped() {
    let bare = "(;SZ[5]RU[Chinese]KM[0.5]RE[B+4.5]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de])";
    let sandbox = Sandbox::new(&[("a.sgf", bare)]);
    let output = sandbox.run("eval a.sgf").exits(3);
    assert_eq!(
        output.err,
        "seichi: 0 of 1 games could be evaluated, so nothing was written; skipped games: \
         no_dead_info 1\n\
         skipped 1 of 1 games (no_dead_info): the records do not mark dead stones; to find \
         them by playouts, add --dead auto,estimate\n"
    );
    assert!(
        !sandbox.path("reports").exists(),
        "without evaluated games, nothing is written"
    );
    let output = sandbox.run("eval a.sgf --dead none").exits(0);
    assert!(
        output.out.contains("Area games, against their labels:\n"),
        "{}",
        output.out
    );
    assert!(
        sandbox
            .read("reports/summary.csv")
            .contains("|dead:none|label:RE|")
    );
    let output = sandbox.run("eval a.sgf --dead none -s linked").exits(0);
    assert!(
        output.out.contains("Area games, against their labels:\n"),
        "{}",
        output.out
    );
    let output = sandbox
        .run("eval a.sgf --dead none --rules japanese -s linked")
        .exits(0);
    assert!(output.out.contains("linked"), "{}", output.out);
}

#[test]
fn skipping_many_games_warns_and_names_the_flag_that_helps() {
    let unmarked = GAME.split("TB[").next().expect("a record").to_owned() + ")";
    let marked = true_game();
    let sandbox = Sandbox::new(&[
        ("g/a.sgf", &marked),
        ("g/b.sgf", &marked),
        ("g/c.sgf", &unmarked),
    ]);
    let warning = "seichi: warning: skipped 1 of 3 games (no_dead_info): the records do not mark dead stones; to \
                   find them by playouts, add --dead auto,estimate\n";
    let output = sandbox.run("eval g").exits(0);
    assert_eq!(output.err, warning);
    assert!(
        output.out.contains("agreement, not accuracy"),
        "{}",
        output.out
    );
    assert_eq!(sandbox.run("eval g --dead auto,estimate").exits(0).err, "");
    // fewer than a quarter
    for copy in ["g/d.sgf", "g/e.sgf"] {
        sandbox.write(copy, marked.as_bytes());
    }
    assert_eq!(sandbox.run("eval g").exits(0).err, "");
    // fewer than a quarter, but more than are evaluated
    for number in 0..20 {
        sandbox.write(&format!("h/{number}.sgf"), b"(;SZ[19]KM[0]RE[B+R])");
    }
    for (name, record) in [
        ("h/a.sgf", &marked),
        ("h/b.sgf", &unmarked),
        ("h/c.sgf", &unmarked),
    ] {
        sandbox.write(name, record.as_bytes());
    }
    let output = sandbox.run("eval h").exits(0);
    assert_eq!(
        output.err,
        "seichi: warning: skipped 2 of 23 games (no_dead_info): the records do not mark \
         dead stones; to find them by playouts, add --dead auto,estimate\n"
    );
}

#[test]
fn area_games_whose_labels_contradict_themselves_have_no_figures() {
    let area = wrong().replace("Japanese", "Chinese");
    let sandbox = Sandbox::new(&[("g/a.sgf", &true_game()), ("g/b.sgf", &area)]);
    let output = sandbox.run("eval g").exits(0).out;
    assert!(
        output.contains("2 evaluated") && !output.contains("Area games"),
        "{output}"
    );
}

#[test]
fn mistakes_are_reported_with_exit_codes() {
    let sandbox = Sandbox::new(&[
        ("empty/x.txt", ""),
        ("one/g/a.sgf", ""),
        ("two/g/b.sgf", ""),
    ]);
    for (line, code, words) in [
        ("eval", 2, "required"),
        ("eval nowhere", 2, "failed to open \"nowhere\""),
        (
            "eval empty",
            3,
            "no records (.sgf, or an archive of them) found in \"empty\"",
        ),
        (
            "eval one",
            3,
            "0 of 1 games could be evaluated, so nothing was written; skipped games: empty 1",
        ),
        ("eval one/g two/g", 2, "two arguments end in \"g\""),
        (
            "eval one -s nonsense",
            2,
            "unknown strategy; a scorer of your own needs --scorer nonsense=COMMAND; the strategies are flood, strict",
        ),
        (
            "eval one --dead maybe",
            2,
            "possible values: auto, marks, labels, ownership, engine, estimate, none",
        ),
        ("eval one --include [", 2, "invalid glob \"[\""),
        ("eval one -o .", 2, "the current folder is inside it"),
        (
            "eval one -o one",
            2,
            "one is inside it and would be replaced",
        ),
        ("eval one -o empty/x.txt", 2, "it is a file; name a folder"),
        ("eval one --files-from list", 2, "cannot be used with"),
        ("eval one -j 100000", 2, "100000 is not in 0..=1024"),
        (
            "eval one --limit x",
            2,
            "invalid value 'x' for '--limit <N>'",
        ),
        (
            "eval one --size 99",
            2,
            "99x99 is not a valid board size; each side must be 1 to 52",
        ),
        (
            "eval --files-from list",
            2,
            "failed to read the --files-from list \"list\"",
        ),
    ] {
        let output = sandbox.run(line).exits(code);
        assert!(output.err.contains(words), "{line}: {}", output.err);
        assert!(!output.err.contains("panicked"), "{line}: {}", output.err);
    }
}

#[test]
fn files_from_limit_and_size_select_games() {
    let game = true_game();
    let sandbox = Sandbox::new(&[
        ("g/a.sgf", &game),
        ("g/b.sgf", &game),
        ("g/c.sgf", "(;SZ[9])"),
        ("list", "g/b.sgf\ng/a.sgf\n"),
    ]);
    sandbox.run("eval --files-from list -s flood").exits(0);
    let names: Vec<String> = sandbox
        .rows("reports/games.csv")
        .iter()
        .map(|row| row["game"].to_owned())
        .collect();
    assert_eq!(names, ["g/a.sgf#1", "g/b.sgf#1"]);
    let output = sandbox.run("eval g --limit 1").exits(0);
    assert!(
        output.out.contains("1 game, 1 evaluated, 0 skipped\n"),
        "{}",
        output.out
    );
    let output = sandbox.run("eval g --size 5").exits(0);
    assert!(output.out.contains("other_size 1"), "{}", output.out);
    let output = sandbox.run("eval g --size 9,5x5").exits(0);
    assert!(!output.out.contains("other_size"), "{}", output.out);
    sandbox.run("eval g --size 9,13").exits(3);
    sandbox.run("eval g --min-games 3").exits(3);
    sandbox.run("eval g --size 9,13 --min-games 0").exits(0);
}

#[test]
fn missing_file_listed_under_several_paths_is_skipped_once() {
    let sandbox = Sandbox::new(&[
        ("a/x.sgf", &true_game()),
        (
            "list",
            "a/x.sgf\na/no.sgf\n./a/no.sgf\na/../a/no.sgf\nb/no.sgf\n./b/no.sgf\n",
        ),
    ]);
    sandbox.run("eval --files-from list -s flood").exits(0);
    assert_eq!(sandbox.rows("reports/skipped.csv").len(), 2);
}

#[cfg(unix)]
#[test]
fn listed_paths_may_have_any_bytes() {
    use std::os::unix::ffi::OsStrExt;
    let game = true_game();
    let sandbox = Sandbox::new(&[("g/b.sgf", &game)]);
    let odd = std::ffi::OsStr::from_bytes(b"g/a\xff.sgf");
    if std::fs::write(sandbox.path(".").join(odd), &game).is_err() {
        return; // some file systems accept only names in UTF-8
    }
    sandbox.write("list", b"g/b.sgf\r\ng/a\xff.sgf\n");
    sandbox.run("eval --files-from list -s flood").exits(0);
    let names: Vec<String> = sandbox
        .rows("reports/games.csv")
        .iter()
        .map(|row| row["game"].to_owned())
        .collect();
    assert_eq!(names, ["g/a\\xff.sgf#1", "g/b.sgf#1"]);
}

#[cfg(unix)]
#[test]
fn unwritable_out_folder_is_reported_before_evaluation() {
    let sandbox = Sandbox::new(&[("g/a.sgf", &true_game())]);
    std::os::unix::fs::symlink(sandbox.path("nowhere"), sandbox.path("link")).expect("a link");
    // the scorer makes a file when it is asked
    sandbox.write(
        "scorer.sh",
        b"read -r question && echo asked > asked; exec cat",
    );
    let output = RunOutput::of(sandbox.program().args([
        "eval",
        "g",
        "-o",
        "link",
        "--scorer",
        "mine=sh scorer.sh",
    ]))
    .exits(2);
    assert_eq!(
        output.err,
        "seichi: failed to write the run to \"link\": it is a symbolic link; name the folder \
         itself\n"
    );
    assert!(!sandbox.path("asked").exists(), "no game was evaluated");
}

#[test]
fn json_has_the_figures_of_strategies() {
    let game = true_game();
    let sandbox = Sandbox::new(&[("a.sgf", &game)]);
    let output = sandbox
        .run("eval a.sgf --format json -s linked -s flood")
        .exits(0);
    let value: serde_json::Value = serde_json::from_str(&output.out).expect("JSON");
    let figures = &value["strata"]["all"]["strategies"];
    assert_eq!(
        (
            figures[0]["strategy"].as_str(),
            figures[0]["exact"].as_u64()
        ),
        (Some("linked"), Some(1))
    );
    assert_eq!(figures[1]["strategy"], "flood");
}

#[test]
fn failed_run_leaves_no_new_folders() {
    let sandbox = Sandbox::new(&[]);
    std::fs::create_dir(sandbox.path("empty")).expect("a folder");
    sandbox.run("eval empty -o litter/deep/run").exits(3);
    assert_eq!(sandbox.names("."), ["empty"]);
}

#[test]
fn closed_pipe_ends_score_with_code_0() {
    let game = true_game();
    let sandbox = Sandbox::new(&[("a.sgf", &game.repeat(2000))]);
    sandbox.run_into_closed_pipe("score a.sgf --format ndjson");
}

#[test]
fn closed_pipe_does_not_hide_a_failure() {
    let open = "(;SZ[5]RU[Chinese]KM[0]AB[ba][bb][bc][bd][be]AW[ea][eb][ec][ed][ee];B[];W[])";
    // several buffers of output
    let sandbox = Sandbox::new(&[("a.sgf", &true_game()), ("open.sgf", &open.repeat(200))]);
    for (line, code) in [
        ("eval a.sgf --scorer mine=false", 3),
        ("score open.sgf -s linked --require-safe", 1),
        ("score open.sgf -s linked --require-safe --format sgf", 1),
    ] {
        let output = sandbox.closed_pipe(line);
        assert_eq!(output.code, code, "{line}: {}", output.err);
    }
    let all = sandbox.closed_pipe("score open.sgf -s linked --require-safe");
    assert!(all.err.contains("200 games"), "{}", all.err);
}

#[test]
fn game_with_too_many_marks_is_skipped() {
    let marks = format!("(;SZ[52]KM[0]RE[0]{};B[aa])", "TB[aa:ZZ]".repeat(20_000));
    let set_up = format!("(;SZ[52]KM[0]RE[0]{};B[aa])", ";AB[aa:ZZ]".repeat(20_000));
    let one_list = format!("(;SZ[52]KM[0]RE[0]AB{};B[aa])", "[aa:ZZ]".repeat(20_000));
    let users = format!("(;SZ[9]KM[0]RE[0]{};B[aa])", "US[x]".repeat(200_000));
    let sandbox = Sandbox::new(&[
        ("a.sgf", &marks),
        ("b.sgf", &set_up),
        ("c.sgf", &one_list),
        ("d.sgf", &users),
    ]);
    sandbox.run("eval . -o out --dead none").exits(0);
    let skipped = sandbox.rows("out/skipped.csv");
    let too_long: Vec<&str> = skipped
        .iter()
        .filter(|row| row["reason"] == *"too_long")
        .map(|row| &row["game"])
        .collect();
    assert_eq!(too_long, ["a.sgf#1", "b.sgf#1", "c.sgf#1"]);
}

#[test]
fn many_games_in_an_old_encoding_are_read_in_one_go() {
    let sandbox = Sandbox::new(&[]);
    // 黑棋 in GBK; the last game is different
    let game = b"(;CA[GBK]SZ[9]KM[0]RE[B+81]PB[\xba\xda\xc6\xe5];B[aa])";
    let mut bytes = game.repeat(20_000);
    bytes.extend(b"(;GM[2])");
    sandbox.write("a.sgf", &bytes);
    sandbox.run("eval a.sgf -s flood --dead none").exits(0);
    let skipped = &sandbox.rows("reports/skipped.csv")[0];
    let place = (game.len() * 20_000).to_string();
    assert_eq!(
        (&skipped["game"], &skipped["reason"], &skipped["byte"]),
        ("a.sgf#20001", "not_go", place.as_str())
    );
}

#[test]
fn living_stone_on_label_territory_is_a_difference() {
    let game =
        "(;SZ[3]RU[Japanese]KM[0]RE[B+9]AB[ba]AW[bb];B[];W[]TB[aa][ca][ab][bb][cb][ac][bc][cc])";
    let sandbox = Sandbox::new(&[("a.sgf", game)]);
    sandbox.run("eval a.sgf -s flood --dead none").exits(0);
    assert_eq!(
        &sandbox.rows("reports/games.csv")[0]["map_diff"],
        "8",
        "seven empty points and a stone"
    );
    sandbox.run("eval a.sgf -s flood").exits(0);
    assert_eq!(&sandbox.rows("reports/games.csv")[0]["map_diff"], "0");
}

#[test]
fn signature_names_the_source_of_the_label() {
    let game = true_game();
    let line = r#"{"game": "a.sgf#1", "result": "B+5.5"}"#;
    let sandbox = Sandbox::new(&[("g/a.sgf", &game), ("g/labels.jsonl", line)]);
    sandbox.run("eval g -s flood").exits(0);
    assert!(
        sandbox
            .read("reports/summary.csv")
            .contains("|label:TBTW+file|")
    );
    sandbox.write(
        "g/labels.jsonl",
        br#"{"game": "a.sgf#1", "result": "W+21474836"}"#,
    );
    assert!(
        sandbox
            .run("eval g -s flood")
            .exits(3)
            .err
            .contains("result_overflow 1")
    );
}

#[test]
fn margin_larger_than_the_board_allows_is_a_remark() {
    // four points, a prisoner for each of two stones and two passes, two handicap stones, the komi
    for (result, is_remark) in [("B+12.5", false), ("W+12.5", false), ("W+13.5", true)] {
        let record = format!("(;SZ[2]RU[Japanese]KM[2.5]HA[2]RE[{result}]AB[aa][bb];W[];B[])");
        let sandbox = Sandbox::new(&[("g/a.sgf", &record)]);
        sandbox.run("eval g -s flood --dead none").exits(0);
        let flags = sandbox.rows("reports/games.csv")[0]["flags"].to_owned();
        assert_eq!(
            flags.contains("margin_too_large"),
            is_remark,
            "{result}: {flags}"
        );
        let audit = sandbox.run("audit g").out;
        assert_eq!(
            audit.contains("no count of this board can give"),
            is_remark,
            "{result}: {audit}"
        );
    }
}

#[cfg(unix)]
#[test]
fn standard_error_may_be_closed() {
    use std::process::Stdio;
    let sandbox = Sandbox::new(&[("a.sgf", "(;KM[x];B[aa])"), ("b.sgf", "(;KM[0];B[aa])")]);
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .map_or_else(|_| Stdio::null(), Stdio::from);
    let mut child = program()
        .args(["score", "."])
        .current_dir(sandbox.path("."))
        .stdout(Stdio::null())
        .stderr(full)
        .spawn()
        .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn out_folder_with_other_files_is_refused() {
    let sandbox = Sandbox::new(&[("mine/notes.txt", "mine")]);
    sandbox.copy(&project("corpus/article"), "article");
    std::fs::create_dir(sandbox.path("empty")).expect("a folder");
    for line in ["eval article -s linked -o mine", "gate article -o mine"] {
        let output = sandbox.run(line).exits(2);
        assert_eq!(
            output.err,
            "seichi: failed to write the run to \"mine\": the folder holds notes.txt, which \
             seichi did not write; choose an empty or new folder\n"
        );
    }
    assert_eq!(
        std::fs::read_dir(sandbox.path("mine"))
            .expect("a folder")
            .count(),
        1,
        "nothing is written"
    );
    // an empty folder, then the run in it
    for _ in 0..2 {
        sandbox.run("eval article -s linked -q -o empty").exits(0);
    }
}

#[test]
fn misspelt_name_is_answered_with_the_names() {
    let sandbox = Sandbox::new(&[]);
    for (line, words) in [
        ("eval . -s grey,likned", "unknown strategy; "),
        ("eval . -s likned", "the strategies are flood, "),
        (
            "eval . --dead auto,estimte",
            "a similar value exists: 'estimate'",
        ),
        ("eval . --rules japanse", "japanese"),
    ] {
        let output = sandbox.run(line).exits(2);
        assert!(output.err.contains(words), "{line}: {}", output.err);
    }
}

#[test]
fn strategies_are_separated_by_commas_or_repeated() {
    let sandbox = Sandbox::new(&[]);
    sandbox.copy(&project("corpus/article"), "article");
    sandbox
        .run("eval article -s grey,linked -s strict -o a -q")
        .exits(0);
    sandbox
        .run("eval article -s grey -s linked -s strict -o b -q")
        .exits(0);
    for file in ["games.csv", "summary.csv", "pairwise.csv"] {
        assert_eq!(
            sandbox.read(&format!("a/{file}")),
            sandbox.read(&format!("b/{file}"))
        );
    }
}

#[test]
fn verbose_run_says_why_a_record_is_skipped() {
    let cut = "(;SZ[5]RU[Japanese]KM[0]RE[B+5]AB[ca";
    let sandbox = Sandbox::new(&[("g/a.sgf", &true_game()), ("g/cut.sgf", cut)]);
    let output = sandbox.run("eval g -s linked -v").exits(0);
    let at = format!(
        "cut.sgf#1: truncated: the file ends inside the value that starts at byte {}\n",
        cut.len() - 3
    );
    assert_eq!(output.err, at);
}

#[test]
fn run_reports_which_games_are_safe_to_score() {
    // the first game has an open border; in the second White's stone at B4 is marked as dead, in
    // the third it is not
    let game = |white: &str, end: &str| {
        format!("(;SZ[5]RU[Japanese]KM[0]RE[B+1]AB[ca][cb][cc][cd][ce]AW{white};B[];W[]{end})")
    };
    let open = game("[da][db]", "TB[aa]");
    let safe = game("[da][db][dc][dd][de][ab]", "TB[ab]");
    let unmarked = game("[da][db][dc][dd][de][ab]", "TB[aa]");
    let right = safe
        .replace("B+1", "B+6")
        .replace("TB[ab]", "TB[aa:be]TW[ea:ee]");
    let sandbox = Sandbox::new(&[
        ("o.sgf", &open),
        ("s.sgf", &safe),
        ("u.sgf", &unmarked),
        ("right.sgf", right.as_str()),
    ]);
    let output = sandbox
        .run("eval o.sgf s.sgf u.sgf right.sgf -s linked -q -o all")
        .exits(0);
    assert!(
        !output.out.contains("Safe to score"),
        "not requested: {}",
        output.out
    );
    let output = sandbox
        .run("eval o.sgf s.sgf u.sgf right.sgf -s linked -o all --safety")
        .exits(0);
    let note = "Safe to score without asking the players: 2 of 4 games. The margin of linked\n    \
                differs from the label's in 1 of these, and in 2 of the others.";
    assert!(output.out.contains(note), "{}", output.out);
    sandbox
        .run("eval o.sgf s.sgf u.sgf -s linked -s flood --safety -o out -q")
        .exits(0);
    let rows = sandbox.rows("out/games.csv");
    let judged: Vec<[&str; 3]> = rows
        .iter()
        .step_by(2)
        .map(|row| ["game", "safety", "doubts"].map(|name| &row[name]))
        .collect();
    assert_eq!(judged[0][..2], ["o.sgf#1", "unsure"]);
    assert!(judged[0][2].starts_with("open-border"), "{judged:?}");
    assert_eq!(
        judged[1..],
        [
            ["s.sgf#1", "safe", ""],
            ["u.sgf#1", "unsure", "open-border;dead-stones"]
        ]
    );
    let certainty: f64 = rows[2]["certainty"].parse().expect("a number");
    assert!((0.334..=1.0).contains(&certainty), "{certainty}");
    let strata = sandbox.rows("out/summary.csv");
    let games = |name: &str| {
        let own = strata
            .iter()
            .find(|row| &row["stratum"] == name && &row["strategy"] == "flood");
        own.map(|row| row["games"].to_owned())
    };
    assert_eq!(
        (games("safety=safe"), games("safety=unsure")),
        (Some("1".into()), Some("2".into()))
    );
    let boards = sandbox.read("out/boards.ndjson");
    assert!(boards.contains("\"safety\":\"unsure\""), "{boards}");
    sandbox
        .run("eval o.sgf s.sgf u.sgf -s linked -s flood -o out -q")
        .exits(0);
    let rows = sandbox.rows("out/games.csv");
    assert!(rows.iter().all(|row| {
        ["safety", "doubts", "certainty"]
            .iter()
            .all(|name| row[*name].is_empty())
    }));
    assert!(!sandbox.read("out/summary.csv").contains("safety="));
    assert!(!sandbox.read("out/boards.ndjson").contains("\"safety\""));
}
