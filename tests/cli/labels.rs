//! Labels files that an evaluation reads.

use crate::sandbox::Sandbox;

/// Ten points and a prisoner for Black against five and half a point of komi.
const GAME: &str = "(;SZ[5]RU[Japanese]KM[0.5]RE[B+5.5]PC[KGS]
AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][aa];B[];W[]TB[aa][ab][ac][ad][ae][ba][bb][bc][bd][be]
TW[ea][eb][ec][ed][ee])";

/// A corpus of nine games.
fn corpus() -> Sandbox {
    let names: Vec<String> = (0..9).map(|number| format!("g/{number}.sgf")).collect();
    Sandbox::new(&names.iter().map(|name| (name.as_str(), GAME)).collect::<Vec<_>>())
}

#[test]
fn two_labels_of_one_game_are_a_warning() {
    let sandbox = corpus();
    sandbox.write(
        "l.jsonl",
        b"{\"game\": \"0.sgf#1\", \"origin\": \"a\"}\n\n{\"game\": \"0.sgf#1\", \"origin\": \"b\"}\n",
    );
    let output = sandbox.run("eval g -s flood --labels l.jsonl").exits(0);
    assert!(
        output
            .err
            .contains("warning: two labels for one game; the later one is used: l.jsonl:3: 0.sgf#1, as in line 1"),
        "{}",
        output.err
    );
    assert_eq!(&sandbox.rows("reports/games.csv")[0]["origin"], "b");
    assert!(!sandbox.run("eval g -q -s flood --labels l.jsonl").exits(0).err.contains("warning"));
}

#[test]
fn only_five_wrong_labels_are_named() {
    let sandbox = corpus();
    for count in [5, 7] {
        let lines: Vec<String> = (0..count).map(|number| format!("{{\"game\": \"none{number}.sgf#1\"}}\n")).collect();
        sandbox.write("l.jsonl", lines.concat().repeat(2).as_bytes());
        let err = sandbox.run("eval g -s flood --labels l.jsonl").exits(0).err;
        for said in ["two labels for one game", "a label matches no game here"] {
            assert_eq!(err.matches(said).count(), 5, "{err}");
        }
        for more in ["games have two labels: 2 more", "labels match no game here: 2 more"] {
            assert_eq!(err.contains(more), count == 7, "{err}");
        }
        assert_eq!(err.matches("more").count(), if count == 7 { 2 } else { 0 }, "{err}");
    }
}
