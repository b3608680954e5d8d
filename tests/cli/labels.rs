//! Labels files that an evaluation reads.

use crate::sandbox::Sandbox;

/// Ten points and a prisoner for Black against five and half a point of komi.
const GAME: &str = "(;SZ[5]RU[Japanese]KM[0.5]RE[B+5.5]PC[KGS]
AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][aa];B[];W[]TB[aa][ab][ac][ad][ae][ba][bb][bc][bd][be]
TW[ea][eb][ec][ed][ee])";

/// A corpus of nine games.
fn corpus() -> Sandbox {
    let names: Vec<String> = (0..9).map(|number| format!("g/{number}.sgf")).collect();
    Sandbox::new(
        &names
            .iter()
            .map(|name| (name.as_str(), GAME))
            .collect::<Vec<_>>(),
    )
}

#[test]
fn last_label_of_a_game_counts() {
    let sandbox = corpus();
    sandbox.write(
        "l.jsonl",
        b"{\"game\": \"0.sgf#1\", \"origin\": \"a\"}\n\n{\"game\": \"0.sgf#1\", \"origin\": \"b\"}\n",
    );
    sandbox.run("eval g -s flood --labels l.jsonl").exits(0);
    assert_eq!(&sandbox.rows("reports/games.csv")[0]["origin"], "b");
}

#[test]
fn only_five_wrong_labels_are_named() {
    let sandbox = corpus();
    for count in [5, 7] {
        let lines: Vec<String> = (0..count)
            .map(|number| format!("{{\"game\": \"none{number}.sgf#1\"}}\n"))
            .collect();
        sandbox.write("l.jsonl", lines.concat().as_bytes());
        let err = sandbox.run("eval g -s flood --labels l.jsonl").exits(0).err;
        assert_eq!(
            err.matches("a label matches no game here").count(),
            5,
            "{err}"
        );
        assert_eq!(
            err.contains("labels match no game here: 2 more"),
            count == 7,
            "{err}"
        );
        assert_eq!(
            err.matches("more").count(),
            usize::from(count == 7),
            "{err}"
        );
    }
}
