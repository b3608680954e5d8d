//! Labels a finished game: asks the engines how the game ended, checks their answers, and compares
//! them.

use std::collections::BTreeSet;

use seichi::board::{Color, Point, Position, Replayed, Size};
use seichi::dead::take_off;
use seichi::external::surrounded;
use seichi::labels::LabelMap;
use seichi::rules::{Count, Points, Tax};
use seichi::sgf::{Recorded, parse_result, result_text};

use super::engine::{GameEngine, Unplayed};
use super::plan::PlannedGame;

/// The territory of Black and of White as in `TB` and `TW`, including the points under dead stones.
pub(super) type TerritoryMarks = [BTreeSet<Point>; 2];

/// The label of a game, as in its record.
#[derive(Default)]
pub(super) struct GeneratedLabel {
    /// The result, in the syntax of `RE`; `?` if no engine gives a result, or if the engines
    /// disagree.
    pub(super) result: String,
    pub(super) marks: Option<TerritoryMarks>,
    /// The index of the engine whose opinion is the label.
    pub(super) judge: usize,
    pub(super) remarks: Vec<String>,
    /// The disagreement of the engines, if any.
    pub(super) disagreement: Option<String>,
}

/// The answers of an engine about the end of a game.
#[derive(Default)]
struct Answers {
    /// Black's score minus White's.
    margin: Option<Points>,
    /// The dead stones.
    dead: Option<Vec<Point>>,
    /// The stones in seki, if the engine lists them.
    seki: Vec<Point>,
    /// The empty points of Black's and White's territory, if the engine lists them.
    territory: Option<[Vec<Point>; 2]>,
}

/// The opinion of an engine about the end of a game, checked against the position.
#[derive(Default)]
struct Opinion {
    margin: Option<Points>,
    dead: Option<BTreeSet<Point>>,
    marks: Option<TerritoryMarks>,
    /// A remark about the marks, or the reason why they are missing.
    remark: Option<String>,
}

/// Asks every engine how the game ended, and returns the label: the opinion of the first engine
/// with a result, unless the other engine disagrees.
pub(super) fn label(
    game: &PlannedGame<'_>,
    engines: &mut [GameEngine<'_>],
    end: &Replayed,
) -> Result<GeneratedLabel, Unplayed> {
    let count = Count {
        rules: game.settings.rules,
        komi: game.komi,
        handicap: game.handicap.into(),
        stones: [0; 2],
        prisoners: end.prisoners,
        first_pass: end.first_pass,
        to_move: None,
    };
    let mut opinions = Vec::new();
    for (engine, color) in engines.iter_mut().zip(Color::BOTH) {
        for command in &game.settings.before_status {
            engine.ask(&game.fill(command, color))?;
        }
        opinions.push(Opinion::new(
            &Answers::of(engine, game.size)?,
            &end.position,
            &count,
        ));
    }
    let disagreement = match opinions.as_slice() {
        [black, white] => disagreement([black, white], game.size),
        _ => None,
    };
    let mut remarks = Vec::new();
    remarks.extend(
        disagreement
            .as_ref()
            .map(|disagreement| format!("the engines disagree: {disagreement}")),
    );
    for (engine, _) in engines
        .iter()
        .zip(&opinions)
        .filter(|(_, opinion)| opinion.margin.is_none())
    {
        remarks.push(format!("{} gives no result", engine.who));
    }
    let judge = opinions
        .iter()
        .position(|opinion| opinion.margin.is_some())
        .unwrap_or(0);
    let Opinion {
        margin,
        marks,
        remark,
        ..
    } = opinions.swap_remove(judge);
    remarks.extend(remark.map(|remark| format!("{}: {remark}", engines[judge].who)));
    let (result, marks) = match (margin, &disagreement) {
        (Some(margin), None) => (result_text(margin), marks),
        _ => ("?".to_owned(), None),
    };
    Ok(GeneratedLabel {
        result,
        marks,
        judge,
        remarks,
        disagreement,
    })
}

impl Answers {
    /// Asks an engine for its result, dead stones, territory and seki.
    fn of(engine: &mut GameEngine<'_>, size: Size) -> Result<Self, Unplayed> {
        let score = engine.ask_optional("final_score")?.unwrap_or_default();
        let margin = match score.split_whitespace().next().map(parse_result) {
            Some(Recorded::Margin(margin)) => Some(margin),
            _ => None,
        };
        let mut list = |status: &str| engine.points(&format!("final_status_list {status}"), size);
        let black = list("black_territory")?;
        let white = list("white_territory")?;
        let dead = list("dead")?;
        let territory = black.zip(white).map(|(black, white)| [black, white]);
        let seki = if territory.is_some() {
            None
        } else {
            list("seki")?
        };
        Ok(Self {
            margin,
            dead,
            seki: seki.unwrap_or_default(),
            territory,
        })
    }
}

impl Opinion {
    /// Checks an engine's answers about `position`. `count` contains the numbers from which the
    /// margin is computed.
    fn new(answers: &Answers, position: &Position, count: &Count) -> Self {
        let margin = answers.margin;
        let without_dead = |remark: String| Self {
            margin,
            remark: Some(remark),
            ..Self::default()
        };
        let Some(dead) = &answers.dead else {
            return without_dead("it lists no dead stones".to_owned());
        };
        if let Some(point) = dead
            .iter()
            .find(|&&point| position.get(point).color().is_none())
        {
            let name = point.name(position.size());
            return without_dead(format!("{name} is listed as dead, but has no stone"));
        }
        let (marks, remark) = match marks(answers, dead, position, count) {
            Ok((marks, remark)) => (Some(marks), remark),
            Err(remark) => (None, Some(remark)),
        };
        Self {
            margin,
            dead: Some(dead.iter().copied().collect()),
            marks,
            remark,
        }
    }
}

/// Returns the marks of the territory, sometimes with a remark, or the reason why they are missing.
fn marks(
    answers: &Answers,
    dead: &[Point],
    position: &Position,
    count: &Count,
) -> Result<(TerritoryMarks, Option<String>), String> {
    let (living, _) = take_off(position, dead);
    // some engines answer with an empty list if they do not know the territory
    let listed = answers
        .territory
        .clone()
        .filter(|lists| lists.iter().any(|list| !list.is_empty()));
    let is_listed = listed.is_some();
    let territory = listed.unwrap_or_else(|| {
        // only rules with a tax on seki leave out the points next to stones in seki
        let seki = if count.rules.tax() == Tax::None {
            &[]
        } else {
            answers.seki.as_slice()
        };
        surrounded(&living, seki)
    });
    let mut marks = territory.map(BTreeSet::from_iter);
    // engines list only empty points
    for &point in dead {
        if let Some(color) = position.get(point).color() {
            marks[color.opponent().index()].insert(point);
        }
    }
    if let Some(point) = marks[0].intersection(&marks[1]).next() {
        return Err(format!(
            "{} is listed as territory of both players",
            point.name(position.size())
        ));
    }
    if let Some(point) = marks
        .iter()
        .flatten()
        .find(|&&point| living.get(point).color().is_some())
    {
        return Err(format!(
            "{} is territory but has a living stone",
            point.name(position.size())
        ));
    }
    if is_listed {
        return Ok((marks, None));
    }
    let counted = margin_of(&marks, position, dead, count);
    if answers.margin != Some(counted) {
        let counted = result_text(counted);
        return Err(format!(
            "it lists no territory, and the surrounded points give {counted}"
        ));
    }
    let remark = "it lists no territory; the surrounded points give its result".to_owned();
    Ok((marks, Some(remark)))
}

/// Returns the margin that results from `marks`; `count` contains the prisoners taken in play.
fn margin_of(marks: &TerritoryMarks, position: &Position, dead: &[Point], count: &Count) -> Points {
    let (living, taken) = take_off(position, dead);
    let stones = Color::BOTH.map(|color| living.stones(color));
    let prisoners = [count.prisoners[0] + taken[0], count.prisoners[1] + taken[1]];
    let mut map = LabelMap::new(living.grid());
    for (points, color) in marks.iter().zip(Color::BOTH) {
        for &point in points {
            map.set(living.grid().index(point), Some(color));
        }
    }
    Count {
        stones,
        prisoners,
        ..*count
    }
    .margin(map.scored(&living, count.rules))
}

/// Returns the differences between the opinions of Black's engine and White's, such as `B+3.5
/// against B+5.5; dead: D4 D5; territory: E5`, or `None` if the opinions do not contradict each
/// other. Only values that both opinions contain are compared.
fn disagreement([black, white]: [&Opinion; 2], size: Size) -> Option<String> {
    let mut parts = Vec::new();
    if let (Some(a), Some(b)) = (black.margin, white.margin)
        && a != b
    {
        parts.push(format!("{} against {}", result_text(a), result_text(b)));
    }
    let mut dead = BTreeSet::new();
    if let (Some(a), Some(b)) = (&black.dead, &white.dead) {
        dead.extend(a.symmetric_difference(b).copied());
    }
    let mut territory = BTreeSet::new();
    if let (Some(a), Some(b)) = (&black.marks, &white.marks) {
        for side in Color::BOTH.map(Color::index) {
            territory.extend(
                a[side]
                    .symmetric_difference(&b[side])
                    .filter(|point| !dead.contains(point)),
            );
        }
    }
    for (what, points) in [("dead", dead), ("territory", territory)] {
        if !points.is_empty() {
            let names: Vec<String> = points.iter().map(|point| point.name(size)).collect();
            parts.push(format!("{what}: {}", names.join(" ")));
        }
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

#[cfg(test)]
mod tests {
    use seichi::rules::Rules;

    use super::*;

    fn board() -> Position {
        Position::from_diagram(".x.o.\nxx.oo\n.x.o.\nxo.oo\n.x.o.").unwrap()
    }

    fn count(rules: Rules) -> Count {
        Count {
            rules,
            komi: Points::parse("0.5").unwrap(),
            handicap: 0,
            stones: [0; 2],
            prisoners: [1, 0],
            first_pass: None,
            to_move: None,
        }
    }

    fn points(text: &str) -> Vec<Point> {
        text.split_whitespace()
            .map(|name| Point::from_sgf(name).unwrap())
            .collect()
    }

    fn answers(margin: &str, dead: &str) -> Answers {
        Answers {
            margin: Points::parse(margin),
            dead: Some(points(dead)),
            ..Answers::default()
        }
    }

    fn opinion(answers: &Answers) -> Opinion {
        Opinion::new(answers, &board(), &count(Rules::JAPANESE))
    }

    #[test]
    fn territory_lists_become_marks() {
        let lists = [points("aa ac"), points("ea ec ee")];
        let opinion = opinion(&Answers {
            territory: Some(lists),
            ..answers("2.5", "bd")
        });
        let marks = opinion.marks.unwrap();
        assert_eq!(
            marks[0],
            points("aa ac bd").into_iter().collect(),
            "with the dead stone"
        );
        assert_eq!((marks[1].len(), opinion.remark), (3, None));
    }

    #[test]
    fn surrounded_points_that_give_the_result_become_marks() {
        // Black: aa, ac, ae, the point under the dead stone, a prisoner and that stone; White: ea,
        // ec, ee and half a point
        let found = opinion(&answers("2.5", "bd"));
        assert_eq!(
            found.marks.as_ref().unwrap()[0],
            points("aa ac ae bd").into_iter().collect()
        );
        assert!(
            found
                .remark
                .unwrap()
                .contains("the surrounded points give its result")
        );
        let other = opinion(&answers("3.5", "bd"));
        assert_eq!((other.marks, other.margin), (None, Points::parse("3.5")));
        assert!(other.remark.unwrap().ends_with("give B+2.5"));
        let empty_lists = opinion(&Answers {
            territory: Some([vec![], vec![]]),
            ..answers("2.5", "bd")
        });
        assert!(
            empty_lists.marks.is_some(),
            "empty lists of territory are ignored"
        );
    }

    #[test]
    fn margin_counts_stones_or_prisoners_by_the_rules() {
        let marks = ["aa ac ae bd", "ea ec"].map(|text| points(text).into_iter().collect());
        let margin =
            |rules, dead| margin_of(&marks, &board(), &points(dead), &count(rules)).to_string();
        // 4 points, a prisoner and the dead stone against 2 and komi
        assert_eq!(margin(Rules::JAPANESE, "bd"), "3.5");
        // 4 points and 6 stones, regardless of prisoners, against 2, 7 and komi
        assert_eq!(margin(Rules::CHINESE, "bd"), "0.5");
        // 4 points, a prisoner and a dead stone against 2, two prisoners and a dead stone, and komi
        let both = Count {
            prisoners: [1, 2],
            ..count(Rules::JAPANESE)
        };
        assert_eq!(
            margin_of(&marks, &board(), &points("bd ad"), &both).to_string(),
            "0.5"
        );
    }

    #[test]
    fn eyes_in_seki_count_in_area_scoring_only() {
        // the stones adjacent to ea and ec are in seki, so these eyes are too
        let in_seki = || Answers {
            seki: points("da db eb"),
            ..answers("4.5", "bd")
        };
        assert_eq!(
            opinion(&in_seki()).marks.unwrap()[1],
            points("ee").into_iter().collect()
        );
        let area = Opinion::new(&in_seki(), &board(), &count(Rules::CHINESE));
        assert_eq!(
            area.marks, None,
            "under area rules they count, which gives a different result"
        );
    }

    #[test]
    fn contradictory_answers_give_no_marks() {
        let remark = |answers: &Answers| {
            let opinion = opinion(answers);
            assert_eq!(opinion.marks, None);
            opinion.remark.unwrap()
        };
        assert_eq!(
            remark(&answers("2.5", "aa")),
            "A5 is listed as dead, but has no stone"
        );
        let lists = |black: &str, white: &str| Answers {
            territory: Some([points(black), points(white)]),
            ..answers("0", "")
        };
        assert_eq!(
            remark(&lists("aa", "aa")),
            "A5 is listed as territory of both players"
        );
        assert_eq!(
            remark(&lists("ba", "")),
            "B5 is territory but has a living stone"
        );
        assert_eq!(
            remark(&Answers {
                dead: None,
                ..answers("2.5", "")
            }),
            "it lists no dead stones"
        );
    }

    #[test]
    fn disagreement_names_stones_and_points() {
        let lists = |black: &str, white: &str| Some([points(black), points(white)]);
        let one = opinion(&Answers {
            territory: lists("aa ac ae", "ea"),
            ..answers("2.5", "bd")
        });
        let other = opinion(&Answers {
            territory: lists("aa", "ea ec"),
            ..answers("-1.5", "")
        });
        let between = |a, b| disagreement([a, b], board().size());
        assert_eq!(between(&one, &one), None);
        assert_eq!(
            between(&one, &other).unwrap(),
            "B+2.5 against W+1.5; dead: B2; territory: A3 E3 A1"
        );
        let silent = Opinion {
            margin: one.margin,
            ..Opinion::default()
        };
        assert_eq!(
            between(&one, &silent),
            None,
            "an opinion without lists contradicts nothing"
        );
    }
}
