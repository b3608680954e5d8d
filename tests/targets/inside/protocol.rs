//! Fuzzes the scorer protocol: reads any bytes as the output of an external scorer, one answer per
//! line.

use crate::board::{Cell, Color, Point, Position};
use crate::external::NoAnswer;
use crate::external::scorer::protocol::{reply, request};
use crate::external::{GivenBoard, Question, Spec};
use crate::rules::{Count, Rules};

/// Checks that an answer is a JSON object whose territory is either refused or on the board, and
/// that quotations are short. Each line is also tried as the name and command of a scorer.
pub fn check(data: &[u8]) {
    let position = Position::from_diagram("x.o.\nxxoo\n....").expect("a board");
    let dead = vec![Point::new(2, 0)];
    let question = Question::new(position, dead, Count::new(Rules::JAPANESE));
    for line in data.split(|&byte| byte == b'\n') {
        match reply(line) {
            Ok(reply) => {
                assert!(
                    line.trim_ascii_start().starts_with(b"{") && std::str::from_utf8(line).is_ok()
                );
                // a number or nesting that serde_json can't represent is accepted under a key that
                // the reader ignores
                let Ok(json) = serde_json::from_slice::<serde_json::Value>(line) else {
                    continue;
                };
                assert_eq!(
                    json.get("id").and_then(serde_json::Value::as_u64),
                    Some(reply.id),
                    "an object with an id"
                );
                match reply.given(&question) {
                    Ok(given) => {
                        assert_eq!(given.is_whole, json["margin"].is_number(), "{json}");
                        match given.board {
                            GivenBoard::Territory {
                                territory,
                                also_dead,
                            } => check_answer(&question, &territory, &also_dead),
                            GivenBoard::Margin(_) => assert!(
                                json["score"].is_number() || json["margin"].is_number(),
                                "{json}"
                            ),
                            GivenBoard::Winner(_) => assert!(json["winner"].is_string(), "{json}"),
                        }
                    }
                    Err(NoAnswer::Unsupported(why)) => {
                        assert_eq!(json["unsupported"].as_str(), Some(why.as_str()));
                    }
                    Err(NoAnswer::Refused(why)) => {
                        assert_eq!(json["error"].as_str(), Some(why.as_str()));
                    }
                    Err(NoAnswer::Nonsense(_) | NoAnswer::Contradictory(..)) => {}
                    Err(other) => panic!("{other:?}"),
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

/// Checks that each point of the territory is on the board, has no living stone, and is listed
/// once, and that the stones that only the answer calls dead are stones in the opponent's
/// territory.
fn check_answer(question: &Question, territory: &[Vec<Point>; 2], also_dead: &[Point]) {
    let Question { position, dead, .. } = question;
    let mut points = territory.concat();
    for point in &points {
        let is_dead = dead.contains(point) || also_dead.contains(point);
        assert!(
            position.size().contains(*point) && (position.get(*point) == Cell::Empty || is_dead),
            "{point}"
        );
    }
    let count = points.len();
    points.sort_unstable();
    points.dedup();
    assert_eq!(points.len(), count);
    for point in also_dead {
        let color = position.get(*point).color().expect("a stone");
        assert!(!dead.contains(point) && territory[color.opponent().index()].contains(point));
    }
}

fn check_spec(text: &str) {
    if let Ok(spec) = Spec::parse(text) {
        assert!(!spec.command.is_empty() && !spec.name.is_empty());
    }
}

/// Checks that a question about a board made of these bytes contains its stones.
fn check_question(data: &[u8]) {
    let width = 1 + usize::from(data.first().map_or(0, |byte| byte % 5));
    let mut rows: Vec<String> = data
        .chunks_exact(width)
        .take(5)
        .map(|row| {
            let cell = |byte: &u8| ['x', 'o', '.'][usize::from(byte % 3)];
            row.iter().map(cell).collect()
        })
        .collect();
    if rows.is_empty() {
        rows.push(".".repeat(width));
    }
    let position = Position::from_diagram(&rows.join("\n")).expect("a board");
    let question = Question {
        number: u64::MAX,
        ..Question::new(position, Vec::new(), Count::new(Rules::CHINESE))
    };
    let line = request(&question);
    assert_eq!(
        line.iter().position(|&byte| byte == b'\n'),
        Some(line.len() - 1),
        "a line"
    );
    let json: serde_json::Value = serde_json::from_slice(&line).expect("JSON");
    let rows: Vec<&str> = json["rows"]
        .as_array()
        .expect("rows")
        .iter()
        .filter_map(|row| row.as_str())
        .collect();
    let again = Position::from_diagram(&rows.join("\n")).expect("rows of a diagram");
    assert_eq!(
        Color::BOTH.map(|color| again.stones(color)),
        Color::BOTH.map(|color| question.position.stones(color))
    );
    assert_eq!(
        (again, json["id"].as_u64()),
        (question.position, Some(u64::MAX))
    );
}
