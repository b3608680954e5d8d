//! The JSON lines between `seichi` and an external scorer.
//!
//! ```text
//! → {"id": 7, "size": [19, 19], "rows": ["..XO…", …], "dead": ["aa", …], "method": "territory",
//!    "rules": "japanese", "komi": 6.5, "handicap": 0, "prisoners": {"black": 3, "white": 1},
//!    "to_play": "black", "first_pass": "white"}
//! ← {"id": 7, "black": ["bb", …], "white": […]}
//! ← {"id": 7, "margin": 6.5}
//! ```
//!
//! The prisoners are the stones captured in play. `null` means unknown. The `margin` is the whole
//! result: Black's score minus White's. An answer may have both territory and a margin, and also
//! `"dead"`, a list of more dead stones. Other answers are `{"id": 7, "score": 12.5}` (Black's
//! points on the board minus White's, without prisoners), `{"id": 7, "unsupported": "…"}` and
//! `{"id": 7, "error": "…"}`. `"winner"` is `"black"`, `"white"` or `"draw"`. It may be the whole
//! answer; otherwise, it must agree with the other keys. An answer with any other key, or with keys
//! that contradict each other, is invalid.
//!
//! If the rules have a tax that is unusual for the method, the question also has a `"tax"`:
//! `"none"`, `"seki"` or `"all"`. In `rows`, `X` is a black stone and `O` a white one, and dead
//! stones are included. Points are in SGF notation.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Number;
use serde_json::error::Category;

use super::question::{Contradiction, Given, GivenBoard, Question, Territory, Winner};
use crate::board::{Cell, Point, Position};
use crate::dead::take_off;
use crate::external::gtp::{check_dead, color_name};
use crate::external::process::{MAX_QUOTE, NoAnswer};
use crate::rules::{Points, Tax};

#[derive(Serialize)]
struct Request {
    id: u64,
    size: [u8; 2],
    rows: Vec<String>,
    dead: Vec<String>,
    method: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    tax: Option<&'static str>,
    rules: Cow<'static, str>,
    komi: Option<Points>,
    handicap: u32,
    prisoners: BTreeMap<&'static str, u32>,
    to_play: Option<&'static str>,
    first_pass: Option<&'static str>,
}

/// An answer as a scorer writes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a JSON object")]
pub(crate) struct Reply {
    /// The number of the question.
    pub(crate) id: u64,
    #[serde(default, deserialize_with = "strict_points")]
    black: Option<Vec<Point>>,
    #[serde(default, deserialize_with = "strict_points")]
    white: Option<Vec<Point>>,
    #[serde(default, deserialize_with = "strict_points")]
    dead: Option<Vec<Point>>,
    #[serde(default, deserialize_with = "strict_number")]
    score: Option<Number>,
    #[serde(default, deserialize_with = "strict_number")]
    margin: Option<Number>,
    #[serde(default, deserialize_with = "strict_winner")]
    winner: Option<Winner>,
    unsupported: Option<String>,
    error: Option<String>,
}

/// The error for a text that is not a point.
const NO_POINT: &str = "is not an SGF point (two letters from a to z, then A to Z)";

/// Reads points in the letters of SGF. In answers, unlike in records, the characters that follow
/// `z` in Unicode, such as `{`, are not coordinates.
fn strict_points<'de, D: Deserializer<'de>>(reader: D) -> Result<Option<Vec<Point>>, D::Error> {
    let Some(texts) = Option::<Vec<String>>::deserialize(reader)? else {
        return Ok(None);
    };
    let points = texts.into_iter().map(|text| {
        let point = Point::from_sgf(&text).filter(|point| point.to_sgf() == text.as_bytes());
        point.ok_or_else(|| D::Error::custom(format_args!("{text:?} {NO_POINT}")))
    });
    points.collect::<Result<_, _>>().map(Some)
}

/// Reads a number. `null` is an error, because JavaScript writes `NaN` as `null`.
fn strict_number<'de, D: Deserializer<'de>>(reader: D) -> Result<Option<Number>, D::Error> {
    let number = Option::<Number>::deserialize(reader)?;
    number.map(Some).ok_or_else(|| {
        D::Error::custom(
            "a score or margin is null (if it stands for NaN, correct the calculation; if there is \
             no value, leave the key out)",
        )
    })
}

/// Reads a winner. `null` is an error here, too.
fn strict_winner<'de, D: Deserializer<'de>>(reader: D) -> Result<Option<Winner>, D::Error> {
    Winner::deserialize(reader).map(Some)
}

impl Reply {
    /// Returns the answer to `question`, based on its position.
    ///
    /// # Errors
    /// If the scorer has no answer, or the answer is incomplete, impossible or contradictory.
    pub(crate) fn given(self, question: &Question) -> Result<Given, NoAnswer> {
        let score = self.score.as_ref().map(points).transpose()?;
        let margin = self.margin.as_ref().map(points).transpose()?;
        let territory = match (self.black, self.white) {
            (Some(black), Some(white)) => Some([black, white]),
            (None, None) => None,
            _ => return Err(nonsense("expected both black and white")),
        };
        let has_map = territory.is_some();
        let is_answered = has_map || score.or(margin).is_some() || self.winner.is_some();
        match (self.error, self.unsupported) {
            (None, None) if is_answered => {}
            (Some(why), None) if !is_answered && self.dead.is_none() => {
                return Err(NoAnswer::Refused(why));
            }
            (None, Some(why)) if !is_answered && self.dead.is_none() => {
                return Err(NoAnswer::Unsupported(why));
            }
            (None, None) => return Err(nonsense(EXPECTED)),
            _ => return Err(nonsense("error or unsupported must be the only answer")),
        }
        if self.dead.is_some() && !has_map && score.is_none() {
            return Err(nonsense(
                "dead needs black and white, or a score, in the same answer",
            ));
        }
        let (position, dead) = (&question.position, &question.dead);
        let also_dead = self.dead.unwrap_or_default();
        let territory = territory.unwrap_or_default();
        let (territory, also_dead) = with_dead(position, dead, territory, also_dead)?;
        let (_, captured) = take_off(position, &also_dead);
        let count = question.count.after_captures(captured);
        let points = territory
            .each_ref()
            .map(|points| i32::try_from(points.len()).expect("at most 52 · 52 points"));
        // a map does not show a group tax
        let is_compared = score.or(margin).is_some() || self.winner.is_some();
        let is_counted = has_map && is_compared && question.tax() != Some(Tax::All);
        let of_map = is_counted.then(|| question.readings(count, points, &territory));
        let of_score = score
            .map(|score| question.margin(score, count))
            .transpose()?;
        let most = question.most() + question.komi().abs();
        if let Some(margin) = margin.filter(|margin| margin.abs() > most) {
            let why = format!("the margin {margin} is impossible on this board");
            return Err(NoAnswer::Nonsense(why));
        }
        // a whole result may follow the other reading of the rules
        let of_map = of_map.map(|readings| match margin {
            Some(margin) if readings.contains(&margin) => margin,
            _ => readings[0],
        });
        let results = [("map", of_map), ("score", of_score), ("margin", margin)];
        let mut results = results
            .iter()
            .filter_map(|&(key, margin)| Some((key, margin?)));
        let first = results.next();
        let mut contradiction = None;
        if let Some((key, first)) = first
            && let Some((other, result)) = results.find(|&(_, other)| other != first)
        {
            if (key, other) != ("map", "margin") {
                return Err(NoAnswer::Contradictory(format!(
                    "its {key} and its {other} give different results: {first} and {result}"
                )));
            }
            contradiction = Some(Contradiction {
                of_map: first,
                margin: result,
            });
        }
        let result = margin.or(first.map(|(_, margin)| margin));
        if let (Some(winner), Some(margin)) = (self.winner, result)
            && winner as i32 != margin.sign()
        {
            return Err(NoAnswer::Contradictory(format!(
                "its winner contradicts the margin {margin}"
            )));
        }
        Ok(Given {
            board: match (result, self.winner) {
                (Some(margin), _) if !has_map => GivenBoard::Margin(margin),
                (None, Some(winner)) if !has_map => GivenBoard::Winner(winner),
                _ => GivenBoard::Territory {
                    territory,
                    also_dead,
                },
            },
            is_whole: margin.is_some(),
            contradiction,
        })
    }
}

/// The error for an answer without any of these keys.
const EXPECTED: &str = "expected black and white, or margin, score, winner, unsupported or error";

fn nonsense(why: &str) -> NoAnswer {
    NoAnswer::Nonsense(why.to_owned())
}

fn points(number: &Number) -> Result<Points, NoAnswer> {
    let points = Points::parse(&number.to_string());
    points.ok_or_else(|| NoAnswer::Nonsense(format!("{number} is not a number of points")))
}

/// Returns the line that asks `question`, with its `\n`.
pub(crate) fn request(question: &Question) -> Vec<u8> {
    let size = question.position.size();
    let [black, white] = question.captured;
    let request = Request {
        id: question.number,
        size: [size.width(), size.height()],
        rows: question
            .position
            .to_string()
            .lines()
            .map(str::to_owned)
            .collect(),
        dead: question.dead.iter().map(|&point| text(point)).collect(),
        method: question.method().name(),
        tax: question.tax().map(Tax::name),
        rules: question.count.rules.name(),
        komi: question.has_komi.then_some(question.count.komi),
        handicap: question.count.handicap,
        prisoners: BTreeMap::from([("black", black), ("white", white)]),
        to_play: question.to_play.map(color_name),
        first_pass: question.first_pass.map(color_name),
    };
    let mut line = serde_json::to_vec(&request).expect("keys are strings");
    line.push(b'\n');
    line
}

/// The error for a line that is not JSON. Usually, the program has printed a message to the wrong
/// stream.
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
        // a long answer would hide the reason, which names the wrong value
        Category::Data if line.len() > MAX_QUOTE => NoAnswer::Nonsense(error.to_string()),
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

/// Completes an answer about `position` and its dead stones `dead`. Stones that only the answer
/// considers dead become the opponent's territory, even if the answer does not list their points.
///
/// # Errors
/// If the territory is impossible (see [`check`]), or a listed dead stone does not exist.
pub(crate) fn with_dead(
    position: &Position,
    dead: &[Point],
    mut territory: Territory,
    mut also_dead: Vec<Point>,
) -> Result<(Territory, Vec<Point>), NoAnswer> {
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
    for &point in &also_dead {
        if let Some(color) = position.get(point).color()
            && territory[color.index()].contains(&point)
        {
            let why = format!(
                "{} is a dead stone, but is listed as territory of its own colour",
                text(point)
            );
            return Err(NoAnswer::Nonsense(why));
        }
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
    Ok((territory, also_dead))
}

/// Checks that `territory` is possible for `position` with the dead stones `dead`.
///
/// # Errors
/// If a point is off the board, has a living stone, or occurs twice. If the territory would be
/// possible with columns and rows swapped, the error says so.
pub(crate) fn check(
    position: &Position,
    dead: &[Point],
    territory: &Territory,
) -> Result<(), NoAnswer> {
    let Some(mut why) = flaw(position, dead, territory) else {
        return Ok(());
    };
    let mut turned = territory.clone();
    for point in turned.iter_mut().flatten() {
        *point = Point::new(point.y, point.x);
    }
    if flaw(position, dead, &turned).is_none() {
        why += " (does the scorer swap columns and rows?)";
    }
    Err(NoAnswer::Nonsense(why))
}

/// Returns why `territory` is impossible, if it is.
fn flaw(position: &Position, dead: &[Point], territory: &Territory) -> Option<String> {
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
        return Some(format!("{} {what}", text(point)));
    }
    None
}

fn text(point: Point) -> String {
    String::from_utf8_lossy(&point.to_sgf()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::rules::{Count, Rules};

    fn question() -> Question {
        let position = Position::from_diagram("x.o\nxx.\n..o").unwrap();
        let count = Count {
            komi: Points::parse("6.5").unwrap(),
            handicap: 2,
            prisoners: [0, 2],
            ..Count::new(Rules::JAPANESE)
        };
        Question {
            number: 7,
            ..Question::new(position, vec![Point::new(2, 0)], count)
        }
    }

    #[test]
    fn wrong_point_is_named_without_the_rest_of_a_long_answer() {
        let many = r#""aa", "#.repeat(50);
        let line = format!(r#"{{"id": 1, "black": [{many}"a{{"], "white": []}}"#);
        let Err(NoAnswer::Nonsense(why)) = reply(line.as_bytes()) else {
            panic!("{line}");
        };
        let expected =
            r#""a{" is not an SGF point (two letters from a to z, then A to Z) at line 1"#;
        assert!(why.starts_with(expected) && why.len() < 100, "{why}");
    }

    #[test]
    fn question_is_written_on_one_line() {
        let line = String::from_utf8(request(&question())).unwrap();
        let expected = concat!(
            r#"{"id":7,"size":[3,3],"rows":["X.O","XX.","..O"],"#,
            r#""dead":["ca"],"method":"territory","rules":"japanese","komi":6.5,"handicap":2,"#,
            r#""prisoners":{"black":0,"white":2},"to_play":null,"first_pass":null}"#,
            "\n"
        );
        assert_eq!(line, expected);
        let mut other = question();
        other.count.rules = Rules::parse("koSIMPLEscoreAREAtaxSEKIsui0").unwrap();
        other.has_komi = false;
        other.to_play = Some(Color::Black);
        other.first_pass = Some(Color::White);
        let line = String::from_utf8(request(&other)).unwrap();
        for part in [
            r#","tax":"seki","#,
            r#","komi":null,"#,
            r#","to_play":"black","first_pass":"white"}"#,
        ] {
            assert!(line.contains(part), "{line}");
        }
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
            Ok(GivenBoard::Margin(Points::parse("5").unwrap()).into())
        );
        assert_eq!(
            given(br#"{"id": 8, "error": "too hard"}"#),
            Err(NoAnswer::Refused("too hard".to_owned()))
        );
        let agreeing = br#"{"id": 1, "black": ["ba", "ca"], "white": ["ac"], "score": 1}"#;
        assert!(given(agreeing).is_ok());
        let other = br#"{"id": 1, "black": ["ba", "ca"], "white": ["ac"], "score": 2}"#;
        let why = "its map and its score give different results: -6.5 and -5.5";
        assert_eq!(given(other), Err(NoAnswer::Contradictory(why.to_owned())));
        // the dead stone's point counts on the board, but the prisoner does not
        let dead = br#"{"id": 1, "black": ["ba", "ca"], "white": [], "dead": ["cc"], "score": 3}"#;
        assert!(given(dead).is_ok());
        let score = br#"{"id": 1, "score": 3, "dead": ["cc"]}"#;
        let after = Points::parse("-3.5").unwrap();
        assert_eq!(given(score), Ok(GivenBoard::Margin(after).into()));
        let mut area = question();
        area.count.rules = Rules::CHINESE;
        let stones = br#"{"id": 1, "black": ["ba", "ca"], "white": ["bc"], "score": 3}"#;
        assert!(reply(stones).unwrap().given(&area).is_ok());
        for line in [
            "{\"id\": 1}",
            r#"{"id": 1, "black": ["aa"]}"#,
            r#"{"id": 1, "black": ["aa"], "score": 1}"#,
            r#"{"id": 1, "score": 0.125}"#,
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
            r#"{"id": 1, "score": 1, "x": 1}"#,
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
    fn whole_result_may_leave_dead_stones_in_seki() {
        // the dead stone is on a surrounded point without an owner, so it is a prisoner on servers,
        // but not under Article 10
        let mut question = question();
        question.position.set(Point::new(2, 2), None);
        let answer = |margin| {
            let line = format!(r#"{{"id": 1, "black": [], "white": [], "margin": {margin}}}"#);
            let given = reply(line.as_bytes()).and_then(|reply| reply.given(&question));
            given.unwrap().contradiction.is_none()
        };
        assert_eq!([-7.5, -8.5, -9.5].map(answer), [true, true, false]);
    }

    #[test]
    fn whole_result_is_read_and_must_agree_with_the_rest() {
        let margin = |text| GivenBoard::Margin(Points::parse(text).unwrap());
        let whole = |board| Given {
            board,
            is_whole: true,
            contradiction: None,
        };
        let read = given(br#"{"id": 1, "margin": -6.5, "winner": "white"}"#);
        assert_eq!(read, Ok(whole(margin("-6.5"))));
        // two points, a dead stone, White's two prisoners, and the komi
        let map_with = |margin| {
            format!(r#"{{"id": 1, "black": ["ba", "ca"], "white": [], "margin": {margin}}}"#)
        };
        let territory = [vec![Point::new(1, 0), Point::new(2, 0)], vec![]];
        assert_eq!(
            given(map_with("-5.5").as_bytes()),
            Ok(whole(Given::from(territory).board))
        );
        for other in ["1", "-3.5"] {
            let line = map_with(other);
            let contradiction = given(line.as_bytes()).unwrap().contradiction;
            let margins = [contradiction.unwrap().of_map, contradiction.unwrap().margin];
            assert_eq!(margins.map(Some), ["-5.5", other].map(Points::parse));
        }
        for (answer, why) in [
            (
                r#""score": 2, "margin": 0"#,
                "its score and its margin give different results: -5.5 and 0",
            ),
            (
                r#""margin": 3, "winner": "white""#,
                "its winner contradicts the margin 3",
            ),
            (
                r#""score": 2, "winner": "draw""#,
                "its winner contradicts the margin -5.5",
            ),
        ] {
            let read = given(format!("{{\"id\": 1, {answer}}}").as_bytes());
            assert_eq!(read, Err(NoAnswer::Contradictory(why.to_owned())));
        }
        let draw = given(br#"{"id": 1, "winner": "draw"}"#);
        assert_eq!(draw, Ok(GivenBoard::Winner(Winner::Draw).into()));
        assert_eq!(
            given(br#"{"id": 1, "unsupported": "no rectangles"}"#),
            Err(NoAnswer::Unsupported("no rectangles".to_owned()))
        );
        for line in [
            r#"{"id": 1, "margin": 3, "unsupported": "no"}"#,
            r#"{"id": 1, "error": "no", "unsupported": "no"}"#,
            r#"{"id": 1, "winner": "black", "error": "no"}"#,
            r#"{"id": 1, "margin": 1e9}"#,
            r#"{"id": 1, "margin": 40}"#,
            r#"{"id": 1, "margin": 3, "dead": []}"#,
            r#"{"id": 1, "winner": "black", "dead": ["aa"]}"#,
        ] {
            let read = given(line.as_bytes());
            assert!(matches!(read, Err(NoAnswer::Nonsense(_))), "{line}");
        }
        for line in [
            r#"{"id": 1, "margin": NaN}"#,
            r#"{"id": 1, "margin": "3"}"#,
            r#"{"id": 1, "margin": null}"#,
            r#"{"id": 1, "black": [], "white": [], "margin": null}"#,
            r#"{"id": 1, "margin": 3, "winner": "B"}"#,
            r#"{"id": 1, "margin": 3, "winner": null}"#,
            r#"{"id": 1, "black": ["{a"], "white": []}"#,
        ] {
            assert!(reply(line.as_bytes()).is_err(), "{line}");
        }
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
        let [ac, bc] = [0, 1].map(|x| Point::new(x, 2));
        let turned = [vec![Point::new(0, 1), ca], vec![bc, ac]];
        let Err(NoAnswer::Nonsense(why)) = check(&position, &dead, &turned) else {
            panic!("it is impossible")
        };
        assert_eq!(
            why,
            "ab is territory but has a living stone (does the scorer swap columns and rows?)"
        );
    }
}
