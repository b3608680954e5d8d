//! Fuzzes the scorer protocol: reads any bytes as the output of an external scorer, one answer per line.

use seichi::board::{Cell, Color, Point, Position};
use seichi::external::process::NoAnswer;
use seichi::external::scorer::protocol::{Answer, check as check_territory, reply, request, with_dead};
use seichi::external::scorer::{Given, Question, Spec};
use seichi::rules::{Method, Points};

/// Checks that an answer is a JSON object whose territory is either refused or on the board, and that quotations are
/// short. Each line is also tried as the name and command of a scorer.
pub(crate) fn check(data: &[u8]) {
    let position = Position::from_diagram("x.o.\nxxoo\n....").expect("a board");
    let dead = vec![Point::new(2, 0)];
    for line in data.split(|&byte| byte == b'\n') {
        match reply(line) {
            Ok((id, answer)) => {
                assert!(line.trim_ascii_start().starts_with(b"{") && std::str::from_utf8(line).is_ok());
                // a number or nesting that serde_json can't represent is accepted under a key that the reader ignores
                let Ok(json) = serde_json::from_slice::<serde_json::Value>(line) else { continue };
                assert_eq!(json.get("id").and_then(serde_json::Value::as_u64), Some(id), "an object with an id");
                match answer {
                    Answer::Territory { territory, dead: own } => {
                        check_answer(&position, &dead, &json, &territory);
                        check_own_dead(&position, &dead, territory, own);
                    }
                    Answer::Score(_) => assert!(json["score"].is_number(), "{json}"),
                    Answer::Refused(why) => assert_eq!(json["error"].as_str(), Some(why.as_str())),
                }
            }
            Err(NoAnswer::Nonsense(why)) => {
                assert!(why.chars().count() < 3000 && !why.contains('\n'), "{why}");
            }
            Err(other) => panic!("{other:?}"),
        }
        if let Ok(text) = std::str::from_utf8(line) {
            check_spec(text);
        }
    }
    if !data.starts_with(b"{") {
        check_question(data);
    }
}

fn check_answer(position: &Position, dead: &[Point], json: &serde_json::Value, territory: &[Vec<Point>; 2]) {
    let listed = |key: &str| json[key].as_array().map(Vec::len);
    assert_eq!([listed("black"), listed("white")], [Some(territory[0].len()), Some(territory[1].len())]);
    let mut points = territory.concat();
    let can_be = |&point: &Point| {
        position.size().contains(point) && (position.get(point) == Cell::Empty || dead.contains(&point))
    };
    let all_can_be = points.iter().all(can_be);
    let count = points.len();
    points.sort_unstable();
    points.dedup();
    let expected = all_can_be && points.len() == count;
    assert_eq!(check_territory(position, dead, territory).is_ok(), expected, "{territory:?}");
}

/// Checks that the stones that only the answer calls dead are stones, and become the opponent's territory.
fn check_own_dead(position: &Position, dead: &[Point], territory: [Vec<Point>; 2], own: Vec<Point>) {
    if let Ok(Given::Territory { territory, also_dead }) = with_dead(position, dead, territory, own) {
        for point in also_dead {
            let color = position.get(point).color().expect("a stone");
            assert!(!dead.contains(&point) && territory[color.opponent().index()].contains(&point));
        }
    }
}

fn check_spec(text: &str) {
    if let Ok(spec) = Spec::parse(text) {
        assert!(!spec.command.is_empty() && !spec.name.is_empty());
    }
}

/// Checks that a question about a board made of these bytes contains its stones.
fn check_question(data: &[u8]) {
    let (board, _) = super::board(data, 5);
    let position = crate::fast::position(&board.rows());
    let question = Question { position, dead: Vec::new(), method: Method::Area, tax: None, komi: Points::ZERO };
    let line = request(u64::MAX, &question);
    assert_eq!(line.iter().position(|&byte| byte == b'\n'), Some(line.len() - 1), "a line");
    let json: serde_json::Value = serde_json::from_slice(&line).expect("JSON");
    let rows: Vec<&str> = json["rows"].as_array().expect("rows").iter().filter_map(|row| row.as_str()).collect();
    let again = Position::from_diagram(&rows.join("\n")).expect("rows of a diagram");
    assert_eq!(Color::BOTH.map(|color| again.stones(color)), Color::BOTH.map(|color| question.position.stones(color)));
    assert_eq!((again, json["id"].as_u64()), (question.position, Some(u64::MAX)));
}
