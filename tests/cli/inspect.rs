//! `seichi inspect`, as a user sees it.

use crate::sandbox::Sandbox;

#[test]
fn inspect_counts_games_by_their_properties() {
    let sandbox = Sandbox::new(&[
        (
            "a.sgf",
            "(;SZ[9]RU[AGA]KM[7.5]RE[B+0.5])(;SZ[19:13]RE[W+T])",
        ),
        ("b.sgf", "\u{feff}(;SZ[9]RE[0]KM[0]RU[Japanese])"),
        ("c.sgf", "no game"),
    ]);
    let output = sandbox.run("inspect .").exits(0);
    for words in [
        "4 games, 0 to be evaluated, 4 to be skipped",
        "2  9",
        "1  19x13",
        "1  drawn",
        "2  no_dead_info",
        "1  no_game",
    ] {
        assert!(output.out.contains(words), "{words}: {}", output.out);
    }
    let reasons = sandbox.run("inspect . --verbose").exits(0).err;
    assert!(
        reasons.contains("a.sgf#2: time: RE[W+T]\n") && reasons.contains("c.sgf"),
        "{reasons}"
    );
    let advice =
        "\nskipped 2 of 4 games (no_dead_info): the records do not mark dead stones; to\n    find";
    assert!(output.out.contains(advice), "{}", output.out);
    let value: serde_json::Value =
        serde_json::from_str(&sandbox.run("inspect . --format json").exits(0).out).expect("JSON");
    assert_eq!(
        (value["games"].as_u64(), value["sizes"]["9"].as_u64()),
        (Some(4), Some(2))
    );
}
