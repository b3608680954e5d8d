//! Writes a game as SGF, in the layout of this project's corpus.

use std::fmt::Write as _;

use seichi::board::Action;

use super::game::PlannedGame;
use super::label::GeneratedLabel;
use crate::sgf::{escape, escape_part, point_list, rules_name};

/// The number of moves per line.
const MOVES_A_LINE: usize = 10;

/// Returns the SGF of a game. `judge` is the name and version of the engine that gave the label, `players` are the
/// names of Black and White, and `actions` are the setup stones and the moves; the label's marks go into the last node.
pub(super) fn sgf(
    game: &PlannedGame,
    judge: &(String, String),
    players: &[String; 2],
    label: &GeneratedLabel,
    actions: &[Action],
) -> String {
    let (name, version) = judge;
    let application =
        if version.is_empty() { escape_part(name) } else { escape_part(name) + ":" + &escape_part(version) };
    let comment = std::iter::once(format!("seed {}", game.seed)).chain(label.remarks.iter().cloned());
    let comment = comment.collect::<Vec<_>>().join("\n");
    let properties = [
        ("GM", "1".to_owned()),
        ("FF", "4".to_owned()),
        ("CA", "UTF-8".to_owned()),
        ("AP", application),
        ("SZ", game.size.to_string()),
        ("RU", rules_name(game.rules).into_owned()),
        ("KM", game.komi.to_string()),
        ("PB", escape(&players[0])),
        ("PW", escape(&players[1])),
        ("RE", label.result.clone()),
        ("GC", escape(&comment)),
    ];
    let mut text = "(;".to_owned();
    for (name, value) in properties {
        let _ = write!(text, "{name}[{value}]");
    }
    if game.handicap > 0 {
        let _ = write!(text, "HA[{}]", game.handicap);
    }
    let set_up = actions.iter().filter_map(|action| match action {
        Action::Setup(point, _) => Some(*point),
        Action::Move(..) => None,
    });
    text += &point_list("AB", set_up);
    let moves: Vec<String> = actions.iter().copied().filter_map(move_node).collect();
    for line in moves.chunks(MOVES_A_LINE) {
        text += "\n";
        text += &line.concat();
    }
    if let Some([black, white]) = &label.marks {
        text += "\n;";
        text += &point_list("TB", black.iter().copied());
        text += &point_list("TW", white.iter().copied());
    }
    text + ")\n"
}

/// Returns the node of a move; `None` for a setup stone.
fn move_node(action: Action) -> Option<String> {
    let Action::Move(color, point) = action else { return None };
    Some(format!(";{}[{}]", color.letter(), point.map_or_else(String::new, |point| point.to_string())))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use seichi::board::{Color, Point, Size};
    use seichi::rules::{Points, Rules};
    use seichi::sgf::{Encoding, read, result_text};

    use super::*;
    use crate::generate::game::LabelFrom;
    use crate::generate::game::Player;

    #[test]
    fn written_record_reads_back() {
        let player = || Player { name: None, before_move: Vec::new() };
        let game = PlannedGame {
            file: "x.sgf".to_owned(),
            size: Size::new(9, 9).unwrap(),
            rules: Rules::NEW_ZEALAND,
            komi: Points::parse("0.5").unwrap(),
            handicap: 2,
            seed: 14,
            engines: Vec::new(),
            players: [player(), player()],
            pass_below: None,
            move_limit: 100,
            label: LabelFrom::Agreed,
        };
        let point = |x, y| Point::new(x, y);
        let actions = [
            Action::Setup(point(6, 2), Some(Color::Black)),
            Action::Setup(point(2, 6), Some(Color::Black)),
            Action::Move(Color::White, Some(point(4, 4))),
            Action::Move(Color::Black, None),
            Action::Move(Color::White, None),
        ];
        let judge = ("My: Engine]".to_owned(), "1\\2".to_owned());
        let players = ["[a]".to_owned(), "b\\".to_owned()];
        let mut label = GeneratedLabel {
            result: result_text(Points::parse("-3.5").unwrap()),
            remarks: vec!["one: [D4]".to_owned()],
            marks: Some([BTreeSet::from([point(0, 1), point(1, 0)]), BTreeSet::new()]),
            ..GeneratedLabel::default()
        };
        let text = sgf(&game, &judge, &players, &label, &actions);
        let expected = "(;GM[1]FF[4]CA[UTF-8]AP[My\\: Engine\\]:1\\\\2]SZ[9]RU[NZ]KM[0.5]PB[[a\\]]PW[b\\\\]RE[W+3.5]\
                        GC[seed 14\none: [D4\\]]HA[2]AB[cg][gc]\n;W[ee];B[];W[]\n;TB[ab][ba])\n";
        assert_eq!(text, expected);
        let (_, games) = read(text.as_bytes(), Encoding::default()).unwrap();
        let record = games[0].record.as_ref().unwrap();
        assert_eq!((record.size, record.actions.len()), (game.size, actions.len()));
        label.marks = None;
        let bare = sgf(&game, &judge, &players, &label, &actions);
        assert!(bare.ends_with(";W[])\n"), "{bare}");
    }
}
