//! The JSON lines between `seichi` and an external scorer.
//!
//! ```text
//! → {"id": 7, "size": [19, 19], "rows": ["..XO…", …], "dead": ["aa", …], "method": "territory"}
//! ← {"id": 7, "black": ["bb", …], "white": […]}
//! ```
//!
//! An answer may have `"dead"`: more dead stones. Other answers are `{"id": 7, "score": 12.5}`,
//! Black's points on the board minus White's without prisoners, and `{"id": 7, "error": "…"}`. An
//! answer with any other key, or with keys that contradict each other, is no answer.
//!
//! If the rules tax other points than is usual for the method, the question also has a `"tax"`:
//! `"none"`, `"seki"` or `"all"`. `X` is a black stone and `O` a white one, dead stones included.
//! Points are in SGF notation.

use serde::{Deserialize, Serialize};
use serde_json::error::Category;

use super::question::{Given, Question, Territory};
use crate::board::{Cell, Point, Position};
use crate::external::gtp::check_dead;
use crate::external::process::NoAnswer;
use crate::rules::{Method, Points, Tax};

#[derive(Serialize)]
struct Request {
    id: u64,
    size: [u8; 2],
    rows: Vec<String>,
    dead: Vec<String>,
    method: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    tax: Option<&'static str>,
}

/// An answer as a scorer writes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reply {
    /// The number of the question.
    pub(crate) id: u64,
    black: Option<Vec<Point>>,
    white: Option<Vec<Point>>,
    dead: Option<Vec<Point>>,
    score: Option<serde_json::Number>,
    error: Option<String>,
}

impl Reply {
    /// Returns the answer to `question` in terms of its position.
    ///
    /// # Errors
    /// If the scorer has no answer, or the answer is incomplete or impossible.
    pub(crate) fn given(self, question: &Question) -> Result<Given, NoAnswer> {
        let (position, known) = (&question.position, &question.dead);
        match (self.error, self.black, self.white, self.score) {
            (Some(why), None, None, None) if self.dead.is_none() => Err(NoAnswer::Refused(why)),
            (None, Some(black), Some(white), score) => {
                let dead = self.dead.unwrap_or_default();
                let given = with_dead(position, known, [black, white], dead)?;
                match score {
                    Some(score) => agreeing(given, points(&score)?, question),
                    None => Ok(given),
                }
            }
            (None, None, None, Some(score)) => {
                let dead = self.dead.unwrap_or_default();
                let given = with_dead(position, known, Territory::default(), dead)?;
                let score = points(&score)? + prisoners(&given, question);
                question.margin(score).map(Given::Margin)
            }
            _ => Err(NoAnswer::Nonsense(
                "expected black and white, or score, or error".to_owned(),
            )),
        }
    }
}

fn points(score: &serde_json::Number) -> Result<Points, NoAnswer> {
    let points = Points::parse(&score.to_string());
    points.ok_or_else(|| NoAnswer::Nonsense("its score is not a number of points".to_owned()))
}

/// Returns Black's prisoners minus White's among the stones that only the answer considers dead.
/// Under area rules, prisoners do not count.
fn prisoners(given: &Given, question: &Question) -> Points {
    let stones = match given {
        Given::Territory { also_dead, .. } if question.method == Method::Territory => also_dead,
        _ => return Points::ZERO,
    };
    let colors = stones.iter().map(|&stone| question.position.get(stone));
    let prisoner = |cell| if cell == Cell::White { 1 } else { -1 };
    Points::whole(colors.map(prisoner).sum())
}

/// Checks that a map agrees with the `score` in the same answer, and returns the map. The map does
/// not show a tax on groups.
fn agreeing(given: Given, score: Points, question: &Question) -> Result<Given, NoAnswer> {
    let Given::Territory {
        territory,
        also_dead,
    } = &given
    else {
        return Ok(given);
    };
    let mut points = territory
        .each_ref()
        .map(|points| i64::try_from(points.len()).expect("at most 52 · 52 points"));
    for point in question.position.size().iter() {
        let is_dead = question.dead.contains(&point) || also_dead.binary_search(&point).is_ok();
        if let Some(color) = question.position.get(point).color()
            && question.method == Method::Area
            && !is_dead
        {
            points[color.index()] += 1;
        }
    }
    let sum = points[0] - points[1];
    if score != Points::whole(sum) && question.tax != Some(Tax::All) {
        return Err(NoAnswer::Nonsense(format!(
            "its map gives the score {sum}, but its score is {score}"
        )));
    }
    Ok(given)
}

/// Returns the line that asks `question`, with its `\n`.
pub(crate) fn request(id: u64, question: &Question) -> Vec<u8> {
    let size = question.position.size();
    let request = Request {
        id,
        size: [size.width(), size.height()],
        rows: question
            .position
            .to_string()
            .lines()
            .map(str::to_owned)
            .collect(),
        dead: question.dead.iter().map(|&point| text(point)).collect(),
        method: question.method.name(),
        tax: question.tax.map(Tax::name),
    };
    let mut line = serde_json::to_vec(&request).expect("keys are strings");
    line.push(b'\n');
    line
}

/// The error for a line that is not JSON. Usually the program prints messages to the wrong stream.
const NOT_JSON: &str =
    "the answer is not JSON (only answers may go to standard output; send logs to standard error)";

/// Reads an answer.
///
/// # Errors
/// If the line is not an answer. The error quotes the line, and says why.
pub(crate) fn reply(line: &[u8]) -> Result<Reply, NoAnswer> {
    // serde would accept an array of the values in the order of the fields
    if line.trim_ascii_start().starts_with(b"[") {
        return Err(NoAnswer::nonsense(
            line,
            "the answer is a list instead of an object",
        ));
    }
    // serde does not check the encoding of values that it ignores
    let text = std::str::from_utf8(line)
        .map_err(|_| NoAnswer::nonsense(line, "the answer is not UTF-8"))?;
    serde_json::from_str(text).map_err(|error| match error.classify() {
        Category::Data => NoAnswer::nonsense(line, &error.to_string()),
        _ => NoAnswer::nonsense(line, NOT_JSON),
    })
}

/// Returns the number of the question that a line answers, even if the rest of the answer makes no
/// sense.
pub(super) fn id(line: &[u8]) -> Option<u64> {
    #[derive(Deserialize)]
    struct Id {
        id: u64,
    }
    serde_json::from_slice(line).ok().map(|Id { id }| id)
}

/// Completes an answer about a `position` with the stones `dead`: stones that only the answer
/// considers dead become the opponent's territory, even if it does not list their points.
///
/// # Errors
/// If the territory is impossible (see [`check`]), or a listed dead stone does not exist.
pub(crate) fn with_dead(
    position: &Position,
    dead: &[Point],
    mut territory: Territory,
    mut also_dead: Vec<Point>,
) -> Result<Given, NoAnswer> {
    if let Some(off) = also_dead
        .iter()
        .find(|&&point| !position.size().contains(point))
    {
        return Err(NoAnswer::Nonsense(format!(
            "{} is off the board",
            text(*off)
        )));
    }
    check_dead(position, &also_dead)?;
    let is_own = |point: &&Point| {
        let color = position.get(**point).color();
        color.is_some_and(|color| territory[color.index()].contains(point))
    };
    if let Some(&point) = also_dead.iter().find(is_own) {
        let why = format!("{} is dead, but its own side's territory", text(point));
        return Err(NoAnswer::Nonsense(why));
    }
    also_dead.retain(|point| !dead.contains(point));
    also_dead.sort_unstable();
    also_dead.dedup();
    for points in &mut territory {
        points.retain(|point| also_dead.binary_search(point).is_err());
    }
    check(position, dead, &territory)?;
    for &point in &also_dead {
        if let Some(color) = position.get(point).color() {
            territory[color.opponent().index()].push(point);
        }
    }
    Ok(Given::Territory {
        territory,
        also_dead,
    })
}

/// Checks that `territory` is possible for `position` with the stones `dead`.
///
/// # Errors
/// If a point is off the board, has a living stone, or occurs twice.
pub(crate) fn check(
    position: &Position,
    dead: &[Point],
    territory: &Territory,
) -> Result<(), NoAnswer> {
    let grid = position.grid();
    let mut seen = vec![false; grid.cells()];
    for &point in territory.iter().flatten() {
        let what = if !position.size().contains(point) {
            "is off the board"
        } else if position.get(point) != Cell::Empty && !dead.contains(&point) {
            "is territory but has a living stone"
        } else if std::mem::replace(&mut seen[grid.index(point)], true) {
            "is listed twice as territory"
        } else {
            continue;
        };
        return Err(NoAnswer::Nonsense(format!("{} {what}", text(point))));
    }
    Ok(())
}

fn text(point: Point) -> String {
    String::from_utf8_lossy(&point.to_sgf()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Method, Points};

    fn question() -> Question {
        let position = Position::from_diagram("x.o\nxx.\n..o").unwrap();
        Question {
            position,
            dead: vec![Point::new(2, 0)],
            method: Method::Territory,
            tax: None,
            komi: Points::ZERO,
        }
    }

    #[test]
    fn question_is_written_on_one_line() {
        let line = String::from_utf8(request(7, &question())).unwrap();
        let expected = concat!(
            r#"{"id":7,"size":[3,3],"rows":["X.O","XX.","..O"],"#,
            r#""dead":["ca"],"method":"territory"}"#,
            "\n"
        );
        assert_eq!(line, expected);
        let tax = Some(Tax::Seki);
        let taxed = request(7, &Question { tax, ..question() });
        assert!(taxed.ends_with(b"\"tax\":\"seki\"}\n"));
    }

    fn given(line: &[u8]) -> Result<Given, NoAnswer> {
        reply(line).unwrap().given(&question())
    }

    #[test]
    fn answers_are_read_and_nonsense_is_quoted() {
        let territory = [vec![Point::new(1, 0), Point::new(2, 0)], vec![]];
        assert_eq!(
            given(br#"{"id": 7, "black": ["ba", "ca"], "white": []}"#),
            Ok(territory.into())
        );
        assert_eq!(
            given(br#"{"id": 8, "score": 12.5}"#),
            Ok(Given::Margin(Points::parse("12.5").unwrap()))
        );
        assert_eq!(
            given(br#"{"id": 8, "error": "too hard"}"#),
            Err(NoAnswer::Refused("too hard".to_owned()))
        );
        let agreeing = br#"{"id": 1, "black": ["ba", "ca"], "white": ["ac"], "score": 1}"#;
        assert!(given(agreeing).is_ok());
        let other = br#"{"id": 1, "black": ["ba", "ca"], "white": ["ac"], "score": 2}"#;
        let why = "its map gives the score 1, but its score is 2";
        assert_eq!(given(other), Err(NoAnswer::Nonsense(why.to_owned())));
        // the point of the dead stone is on the board, but the prisoner is not
        let dead = br#"{"id": 1, "black": ["ba", "ca"], "white": [], "dead": ["cc"], "score": 3}"#;
        assert!(given(dead).is_ok());
        let score = br#"{"id": 1, "score": 3, "dead": ["cc"]}"#;
        assert_eq!(given(score), Ok(Given::Margin(Points::whole(4))));
        let area = Question {
            method: Method::Area,
            ..question()
        };
        let stones = br#"{"id": 1, "black": ["ba", "ca"], "white": ["bc"], "score": 3}"#;
        assert!(reply(stones).unwrap().given(&area).is_ok());
        for line in [
            "{\"id\": 1}",
            r#"{"id": 1, "black": ["aa"]}"#,
            r#"{"id": 1, "black": ["aa"], "score": 1}"#,
            r#"{"id": 1, "score": 0.125}"#,
            r#"{"id": 1, "score": 1, "error": "x"}"#,
            r#"{"id": 1, "dead": ["cc"], "error": "x"}"#,
            r#"{"id": 1, "dead": ["cc"]}"#,
            r#"{"id": 1, "score": 1, "dead": ["bc"]}"#,
            r#"{"id": 1, "black": ["ba"], "white": ["cc"], "dead": ["cc"]}"#,
        ] {
            assert!(
                matches!(given(line.as_bytes()), Err(NoAnswer::Nonsense(_))),
                "{line}"
            );
        }
        for line in [
            "hello",
            "{}",
            r#"[1, ["aa"], []]"#,
            r#"{"id": 1, "black": ["a1"], "white": []}"#,
            r#"{"id": 1, "score": 1, "komi": 6.5}"#,
            r#"{"id": 1, "score": 1, "score": 2}"#,
        ] {
            let Err(NoAnswer::Nonsense(what)) = reply(line.as_bytes()) else {
                panic!("{line} is an answer")
            };
            assert!(what.contains(&format!("it wrote {line:?}")), "{what}");
        }
        let Err(NoAnswer::Nonsense(what)) = reply(b"hello debug\n") else {
            panic!("no answer")
        };
        assert_eq!(what, format!("{NOT_JSON}: it wrote \"hello debug\""));
        let Err(NoAnswer::Nonsense(what)) =
            reply(b"{\"id\": 1, \"error\": \"x\", \"more\": \"\xff\"}")
        else {
            panic!("it is not UTF-8")
        };
        assert!(what.starts_with("the answer is not UTF-8: "), "{what}");
        let Err(NoAnswer::Nonsense(what)) = reply("x".repeat(10_000).as_bytes()) else {
            panic!("no answer")
        };
        assert!(what.len() < 400 && what.ends_with('…'));
    }

    #[test]
    fn impossible_territory_is_an_error() {
        let Question { position, dead, .. } = question();
        let [aa, ba, ca, da] = [0, 1, 2, 3].map(|x| Point::new(x, 0));
        let possible = [vec![ba, ca], vec![Point::new(0, 2)]];
        assert_eq!(check(&position, &dead, &possible), Ok(()));
        for (territory, what) in [
            ([vec![aa], vec![]], "aa is territory but has a living stone"),
            ([vec![ba], vec![ba]], "ba is listed twice as territory"),
            ([vec![da], vec![]], "da is off the board"),
        ] {
            let why = NoAnswer::Nonsense(what.to_owned());
            assert_eq!(check(&position, &dead, &territory), Err(why));
        }
    }
}
