//! Records as people and servers write them.

use crate::sandbox::Sandbox;

/// The moves and marks of an even game: Black has ten points of territory and five stones, White
/// five and five.
const EVEN: &str =
    "B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[]TB[aa:be]TW[ea:ee]";

/// The same board after handicaps of two and three stones.
const TWO: &str =
    "B[ca];B[cb];W[da];B[cc];W[db];B[cd];W[dc];B[ce];W[dd];B[];W[de];B[];W[]TB[aa:be]TW[ea:ee]";
const THREE: &str =
    "B[ca];B[cb];B[cc];W[da];B[cd];W[db];B[ce];W[dc];B[];W[dd];B[];W[de];B[];W[]TB[aa:be]TW[ea:ee]";

/// The same board without marks.
const UNMARKED: &str = "B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[]";

/// A seki: the dead stone B9 is in an eye of Black, which is not territory.
const SEKI: &str = "TB[ea:ge][bi]TW[aa:be]";
const SEKI_BOARD: &str = "SZ[7:9]AB[da][db][dc][dd][de][df][ef][ff][gf][ag][bg][cg][gg][ah][ch][gh][ai][ci][gi]\
                          AW[ca][cb][cc][cd][ce][af][bf][cf][dg][eg][fg][dh][fh][bi][ei][fi]";

/// Evaluates records with `flags`, each in its own folder. Returns a line for each: rules,
/// komi, label, its check, margin, handicap and remarks, or the reason why it is skipped.
fn evaluated(records: &[(String, &str)], flags: &str) -> Vec<String> {
    let name = |index: usize| format!("{index:02}/x.sgf");
    let text = |(headers, game): &(String, &str)| format!("(;{headers};{game})");
    let files: Vec<(String, String)> = records
        .iter()
        .enumerate()
        .map(|(index, record)| (format!("g/{}", name(index)), text(record)))
        .collect();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let sandbox = Sandbox::new(&files);
    sandbox.run(&format!("eval g -s linked {flags}")).exits(0);
    let (games, skipped) = (
        sandbox.rows("reports/games.csv"),
        sandbox.rows("reports/skipped.csv"),
    );
    let line = |index: usize| {
        let name = name(index) + "#1";
        if let Some(row) = games.iter().find(|row| row["game"] == *name) {
            let columns = [
                "rules",
                "komi",
                "label_margin",
                "label_check",
                "margin",
                "handicap",
                "flags",
            ];
            return columns
                .map(|column| row[column].to_owned())
                .join(" ")
                .trim_end()
                .to_owned();
        }
        skipped
            .iter()
            .find(|row| row["game"] == *name)
            .map_or("no row", |row| &row["reason"])
            .to_owned()
    };
    (0..records.len()).map(line).collect()
}

/// Checks that each record has the expected line of [`evaluated`].
fn check(records: &[(&str, &str, &str)]) {
    let games: Vec<(String, &str)> = records
        .iter()
        .map(|&(headers, game, _)| {
            (
                if game == SEKI {
                    headers.to_owned()
                } else {
                    format!("SZ[5]{headers}")
                },
                game,
            )
        })
        .collect();
    for (found, (headers, _, expected)) in evaluated(&games, "").iter().zip(records) {
        assert_eq!(found, expected, "{headers}");
    }
}

#[test]
fn rules_are_read_or_reported() {
    let territory = "6.5 -1.5 consistent -1.5 0";
    let unknown =
        |name: &str| format!("japanese {territory} rules_source=default;rules_unknown={name}");
    let read = |rules: &str| format!("{rules} {territory}");
    let partly = |rules: &str, name: &str| format!("{rules} {territory} rules_unknown={name}");
    let texts = [
        ("japanische Regeln", read("japanese")),
        ("reglas japonesas", read("japanese")),
        ("Giapponese", read("japanese")),
        ("японские правила", read("japanese")),
        ("zasady japońskie", read("japanese")),
        ("日韓規則", read("japanese")),
        ("Coreano", read("korean")),
        ("корейські правила", read("korean")),
        ("한국 룰", read("korean")),
        ("Kínai szabály", partly("chinese", "Kínai szabály")),
        ("китайські", read("chinese")),
        ("règles chinoises", read("chinese")),
        ("中國圍棋規則", read("chinese")),
        ("Règles FFG", read("french")),
        ("Американские", read("aga")),
        ("reglas neozelandesas", read("new-zealand")),
        ("Pandanet", read("koSIMPLEscoreTERRITORYtaxNONEsui0")),
        ("cgos rules", read("tromp-taylor")),
        ("Old Chinese", read("stone-scoring")),
        ("WMSG 2008", unknown("WMSG 2008")),
        ("simple;\n rules", unknown("simple rules")),
        ("European", unknown("European")),
        ("Chinese, territory", unknown("Chinese, territory")),
        (
            "Korean [no pass stones\\]",
            partly("korean", "Korean [no pass stones]"),
        ),
        ("Chinese (Taiwan)", partly("chinese", "Chinese (Taiwan)")),
    ];
    let games: Vec<(String, &str)> = texts
        .iter()
        .map(|(text, _)| (format!("SZ[5]KM[6.5]RE[W+1.5]RU[{text}]"), EVEN))
        .collect();
    for (found, (text, expected)) in evaluated(&games, "").iter().zip(&texts) {
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn handicap_of_servers_counts_where_the_label_fits() {
    check(&[
        (
            "HA[0]KM[0.5]RU[Chinese]RE[B+2.5]AP[foxwq]",
            TWO,
            "chinese 0.5 2.5 consistent 2.5 2 handicap_counted",
        ),
        (
            "HA[0]KM[0]RU[Chinese]RE[B+2]AP[foxwq]",
            THREE,
            "chinese 0 2 consistent 2 3 handicap_counted",
        ),
        (
            "HA[0]KM[0]RU[AGA]RE[B+3]",
            THREE,
            "aga 0 3 consistent 3 3 handicap_counted",
        ),
        (
            "HA[0]KM[0]RU[Chinese]RE[B+5]AP[foxwq]",
            THREE,
            "chinese 0 5 consistent 5 0",
        ),
        (
            "HA[0]KM[0]RU[Chinese]RE[B+4]AP[foxwq]",
            THREE,
            "chinese 0 4 inconsistent 5 0",
        ),
        (
            "HA[0]KM[0]RU[Japanese]RE[B+5]AP[foxwq]",
            THREE,
            "japanese 0 5 consistent 5 0",
        ),
        (
            "HA[1]KM[0.5]RU[Chinese]RE[B+3.5]PC[OGS: https://online-go.com/game/1]",
            EVEN,
            "chinese 0.5 3.5 consistent 3.5 1 handicap_of_ogs",
        ),
        (
            "HA[1]KM[0.5]RU[Chinese]RE[B+4.5]PC[OGS: https://online-go.com/game/1]",
            EVEN,
            "chinese 0.5 4.5 consistent 4.5 1",
        ),
        (
            "HA[1]KM[0.5]RU[AGA]RE[B+3.5]PC[OGS: https://online-go.com/game/1]",
            EVEN,
            "aga 0.5 3.5 inconsistent 4.5 1",
        ),
        (
            "HA[1]KM[0.5]RU[Chinese]RE[B+3.5]",
            EVEN,
            "chinese 0.5 3.5 inconsistent 4.5 1",
        ),
        (
            "HA[2]KM[0]RU[Ing]RE[B+3]PC[OGS: https://online-go.com/game/1]",
            TWO,
            "ing 0 3 consistent 3 2 handicap_of_ogs",
        ),
        (
            "HA[2]KM[0]RU[Ing]RE[B+5]PC[OGS: https://online-go.com/game/1]",
            TWO,
            "ing 0 5 consistent 5 2",
        ),
        (
            "HA[2]KM[0]RU[Japanese]RE[B+5]",
            EVEN,
            "japanese 0 5 consistent 5 2 handicap_missing",
        ),
        (
            "HA[4]KM[0]RU[Japanese]RE[B+5]",
            THREE,
            "japanese 0 5 consistent 5 4 handicap_missing",
        ),
    ]);
}

#[test]
fn doubts_name_unknown_rules_and_missing_handicap() {
    let record = format!("(;SZ[5]HA[3]KM[0]RU[Chinese (Taiwan)]RE[B+5];{EVEN})");
    let sandbox = Sandbox::new(&[("x.sgf", &record)]);
    let json = sandbox.run("explain x.sgf#1 --format json").exits(0).out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let kinds: Vec<&str> = json["unsafe"]
        .as_array()
        .expect("doubts")
        .iter()
        .filter_map(|doubt| doubt["kind"].as_str())
        .collect();
    assert!(
        kinds.ends_with(&["unknown-rules", "missing-handicap"]),
        "{kinds:?}"
    );
    let text = sandbox.run("explain x.sgf#1").exits(0).out;
    assert!(
        text.contains("flags: rules_unknown=Chinese (Taiwan), handicap_missing"),
        "{text}"
    );
    let text = sandbox.run("score x.sgf -s linked --safety").exits(0).out;
    assert!(
        text.contains(
            "the record's rules are not understood; stones of the recorded handicap are not on"
        ),
        "{text}"
    );
    assert!(
        sandbox
            .run("inspect x.sgf")
            .exits(0)
            .out
            .contains("rules_unknown=Chinese (Taiwan)")
    );
}

#[test]
fn marked_dead_stone_in_a_seki_is_no_territory() {
    let game = |result: &str, komi: &str| format!("KM[{komi}]RU[Japanese]RE[{result}]{SEKI_BOARD}");
    check(&[
        (
            &game("B+6", "0"),
            SEKI,
            "japanese 0 6 consistent 6 0 dead_in_seki=prisoners",
        ),
        (
            &game("W+0.5", "6.5"),
            SEKI,
            "japanese 6.5 -0.5 consistent -0.5 0 dead_in_seki=prisoners",
        ),
        (
            &game("B+7", "0"),
            SEKI,
            "japanese 0 7 consistent 6 0 dead_in_seki=prisoners",
        ),
        (
            &game("B+5", "0"),
            SEKI,
            "japanese 0 5 consistent 5 0 dead_in_seki=left",
        ),
        (&game("B+4", "0"), SEKI, "japanese 0 4 inconsistent 5 0"),
    ]);
}

#[test]
fn stones_of_cgos_are_alive() {
    let cgos = "PC[(CGOS) 13x13 Computer Go Server]";
    check(&[
        (
            &format!("{cgos}RU[Chinese]KM[7.5]RE[W+2.5]"),
            UNMARKED,
            "chinese 7.5 -2.5 unchecked -2.5 0",
        ),
        (
            &format!("{cgos}KM[6.5]RE[W+1.5]"),
            UNMARKED,
            "chinese 6.5 -1.5 unchecked -1.5 0 rules_source=server",
        ),
        (
            &format!("{cgos}RU[Chinese]KM[7.5]RE[B+Resign]"),
            UNMARKED,
            "resign",
        ),
        ("RU[Chinese]KM[7.5]RE[W+2.5]", UNMARKED, "no_dead_info"),
        // a run needs a game that it can show
        (
            "RU[Chinese]KM[7.5]RE[W+2.5]",
            EVEN,
            "chinese 7.5 -2.5 consistent -2.5 0",
        ),
    ]);
}

#[test]
fn stones_are_alive_under_rules_that_remove_none() {
    check(&[
        (
            "RU[Logical Rules]KM[7.5]RE[W+2.5]",
            UNMARKED,
            "tromp-taylor 7.5 -2.5 unchecked -2.5 0",
        ),
        (
            "RU[Tromp-Taylor]KM[7.5]RE[W+2.5]",
            UNMARKED,
            "tromp-taylor 7.5 -2.5 unchecked -2.5 0",
        ),
        (
            "RU[Chinese]KM[7.5]RE[W+2.5]PB[Leela Zero 0.16 1e2b8a29]PW[Human]",
            UNMARKED,
            "chinese 7.5 -2.5 unchecked -2.5 0",
        ),
        (
            "RU[Ｃｈｉｎｅｓｅ]KM[7.5]RE[W+2.5]",
            EVEN,
            "chinese 7.5 -2.5 consistent -2.5 0",
        ),
        (
            "RU[Chinese]KM[7.5]RE[W+2.5]AB[aa]AW[aa]",
            EVEN,
            "chinese 7.5 -2.5 consistent -2.5 0 two_colors",
        ),
    ]);
}

#[test]
fn results_komi_and_passes_are_read_in_more_forms() {
    let off = |pass: &str| EVEN.replacen("B[]", &format!("B[{pass}]"), 1);
    let (next, beyond) = (off("ff"), off("gg"));
    check(&[
        (
            "KM[4]RU[NZ]RE[B&#43;1]",
            EVEN,
            "new-zealand 4 1 consistent 1 0",
        ),
        (
            "KM[Reverse, 7p]RU[NZ]RE[B+12]",
            EVEN,
            "new-zealand -7 12 consistent 12 0",
        ),
        ("KM[5]RU[NZ]RE[Draw (triple ko)]", EVEN, "void"),
        ("KM[5]RU[NZ]RE[W+Forfait]", EVEN, "forfeit"),
        ("KM[5]RU[NZ]RE[W+Offline]", EVEN, "forfeit"),
        ("KM[5]RU[NZ]RE[+R]", EVEN, "resign"),
        ("KM[5]RU[NZ]RE[0]", &next, "new-zealand 5 0 consistent 0 0"),
        ("KM[5]RU[NZ]RE[0]", &beyond, "off_board"),
    ]);
}

#[test]
fn metadata_of_macos_is_no_record() {
    let game = format!("(;SZ[5]RU[NZ]KM[5]RE[0];{EVEN})");
    let fork = "\0\u{5}\u{16}\u{7}Mac OS X";
    let sandbox = Sandbox::new(&[
        ("g/x.sgf", &game),
        ("g/._x.sgf", fork),
        ("g/__MACOSX/._x.sgf", fork),
        ("g/._old.gib", fork),
        ("g/._more.zip", fork),
        ("g/.x.sgf", &game),
    ]);
    sandbox.run("eval g -s linked").exits(0);
    assert_eq!(
        sandbox.rows("reports/games.csv").len(),
        2,
        "a hidden record counts"
    );
    assert_eq!(sandbox.rows("reports/skipped.csv").len(), 0);
}
