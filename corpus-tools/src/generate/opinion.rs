//! Checks an engine's answers about the end of a game, and derives the territory marks of its label.

use std::collections::BTreeSet;

use seichi::board::{Color, Point, Position};
use seichi::dead::take_off;
use seichi::external::gtp::surrounded;
use seichi::labels::LabelMap;
use seichi::rules::{Count, Points, Tax};
use seichi::sgf::result_text;

/// The territory of Black and of White as in `TB` and `TW`, including the points under dead stones.
pub(super) type TerritoryMarks = [BTreeSet<Point>; 2];

/// The answers of an engine about the end of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct EngineAnswers {
    /// Black's score minus White's.
    pub(super) margin: Option<Points>,
    /// The dead stones.
    pub(super) dead: Option<Vec<Point>>,
    /// The stones in seki, if the engine lists them.
    pub(super) seki: Vec<Point>,
    /// The empty points of Black's and White's territory, if the engine lists them.
    pub(super) territory: Option<[Vec<Point>; 2]>,
}

/// The opinion of an engine about the end of a game, checked against the position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Opinion {
    pub(super) margin: Option<Points>,
    pub(super) dead: Option<BTreeSet<Point>>,
    pub(super) marks: Option<TerritoryMarks>,
    /// A remark about the marks, or the reason why they are missing.
    pub(super) remark: Option<String>,
}

impl Opinion {
    /// Checks an engine's answers about `position`. `count` has the inputs of its margin.
    pub(super) fn of(answers: &EngineAnswers, position: &Position, count: &Count) -> Self {
        let margin = answers.margin;
        let without_dead = |remark: String| Self { margin, remark: Some(remark), ..Self::default() };
        let Some(dead) = &answers.dead else { return without_dead("it lists no dead stones".to_owned()) };
        if let Some(&point) = dead.iter().find(|&&point| position.get(point).color().is_none()) {
            return without_dead(format!("{} is listed as dead, but has no stone", name(point, position)));
        }
        let (marks, remark) = match marks(answers, dead, position, count) {
            Ok((marks, remark)) => (Some(marks), remark),
            Err(remark) => (None, Some(remark)),
        };
        Self { margin, dead: Some(dead.iter().copied().collect()), marks, remark }
    }
}

/// Returns the marks of the territory, sometimes with a remark, or the reason why they are missing.
fn marks(
    answers: &EngineAnswers,
    dead: &[Point],
    position: &Position,
    count: &Count,
) -> Result<(TerritoryMarks, Option<String>), String> {
    // some engines answer with an empty list if they do not know the territory
    let listed = answers.territory.as_ref().filter(|lists| lists.iter().any(|list| !list.is_empty()));
    let marks = match listed {
        Some(lists) => lists.each_ref().map(|list| list.iter().copied().collect()),
        None => all_surrounded(position, dead, &answers.seki, count),
    };
    let marks = with_dead(marks, position, dead);
    if let Some(&point) = marks[0].intersection(&marks[1]).next() {
        return Err(format!("{} is listed as territory of both", name(point, position)));
    }
    let is_alive = |point: &&Point| position.get(**point).color().is_some() && !dead.contains(point);
    if let Some(&point) = marks.iter().flatten().find(is_alive) {
        return Err(format!("{} is territory, with a living stone on it", name(point, position)));
    }
    if listed.is_some() {
        return Ok((marks, None));
    }
    let counted = margin_of(&marks, position, dead, count);
    if answers.margin != Some(counted) {
        let counted = result_text(counted);
        return Err(format!("it lists no territory, and what living stones surround makes {counted}"));
    }
    let remark = "it lists no territory; what living stones surround makes its result".to_owned();
    Ok((marks, Some(remark)))
}

fn name(point: Point, position: &Position) -> String {
    point.label(position.size())
}

/// Adds each dead stone's point to its opponent's territory, because engines list only empty points as territory.
fn with_dead(mut marks: TerritoryMarks, position: &Position, dead: &[Point]) -> TerritoryMarks {
    for &point in dead {
        if let Some(color) = position.get(point).color() {
            marks[color.opponent().index()].insert(point);
        }
    }
    marks
}

/// Returns the points that the living stones of each colour surround, including the points under dead stones. Under
/// rules with a tax on seki, points adjacent to stones in seki are left out.
fn all_surrounded(position: &Position, dead: &[Point], seki: &[Point], count: &Count) -> TerritoryMarks {
    let (rest, _) = take_off(position, dead);
    let seki = if count.rules.tax() == Tax::None { &[] } else { seki };
    surrounded(&rest, seki).map(|points| points.into_iter().collect())
}

/// Returns the margin that results from `marks`; `count` has the prisoners taken in play.
fn margin_of(marks: &TerritoryMarks, position: &Position, dead: &[Point], count: &Count) -> Points {
    let (rest, taken) = take_off(position, dead);
    let [black, white] = Color::BOTH.map(|color| rest.stones(color));
    let prisoners = [count.prisoners[0] + taken[0], count.prisoners[1] + taken[1]];
    let mut map = LabelMap::new(rest.grid());
    for (points, color) in marks.iter().zip(Color::BOTH) {
        for &point in points {
            map.set(rest.grid().index(point), Some(color));
        }
    }
    Count { stones: [black, white], prisoners, ..*count }.margin(map.scored(&rest, count.rules))
}

#[cfg(test)]
mod tests {
    use seichi::rules::Rules;

    use super::*;
    use crate::generate::disagreement::Disagreement;

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
        }
    }

    fn points(text: &str) -> Vec<Point> {
        text.split_whitespace().map(|name| Point::from_sgf(name).unwrap()).collect()
    }

    fn answers(margin: &str, dead: &str) -> EngineAnswers {
        EngineAnswers { margin: Points::parse(margin), dead: Some(points(dead)), ..EngineAnswers::default() }
    }

    fn opinion(answers: &EngineAnswers) -> Opinion {
        Opinion::of(answers, &board(), &count(Rules::JAPANESE))
    }

    #[test]
    fn territory_lists_become_marks() {
        let lists = [points("aa ac"), points("ea ec ee")];
        let opinion = opinion(&EngineAnswers { territory: Some(lists), ..answers("2.5", "bd") });
        let marks = opinion.marks.unwrap();
        assert_eq!(marks[0], points("aa ac bd").into_iter().collect(), "with the dead stone");
        assert_eq!((marks[1].len(), opinion.remark), (3, None));
    }

    #[test]
    fn surrounded_points_that_give_the_result_become_marks() {
        // Black: aa, ac, ae, the point under the dead stone, a prisoner and that stone; White: ea, ec, ee and half a
        // point
        let found = opinion(&answers("2.5", "bd"));
        assert_eq!(found.marks.as_ref().unwrap()[0], points("aa ac ae bd").into_iter().collect());
        assert!(found.remark.unwrap().contains("surround makes its result"));
        let other = opinion(&answers("3.5", "bd"));
        assert_eq!((other.marks, other.margin), (None, Points::parse("3.5")));
        assert!(other.remark.unwrap().ends_with("makes B+2.5"));
        let empty_lists = opinion(&EngineAnswers { territory: Some([vec![], vec![]]), ..answers("2.5", "bd") });
        assert!(empty_lists.marks.is_some(), "empty lists of territory are ignored");
    }

    #[test]
    fn margin_counts_stones_or_prisoners_by_the_rules() {
        let marks = ["aa ac ae bd", "ea ec"].map(|text| points(text).into_iter().collect());
        let margin = |rules, dead| margin_of(&marks, &board(), &points(dead), &count(rules)).to_string();
        // 4 points, a prisoner and the dead stone against 2 and komi
        assert_eq!(margin(Rules::JAPANESE, "bd"), "3.5");
        // 4 points and 6 stones, regardless of prisoners, against 2, 7 and komi
        assert_eq!(margin(Rules::CHINESE, "bd"), "0.5");
        // 4 points, a prisoner and a dead stone against 2, two prisoners and a dead stone, and komi
        let both = Count { prisoners: [1, 2], ..count(Rules::JAPANESE) };
        assert_eq!(margin_of(&marks, &board(), &points("bd ad"), &both).to_string(), "0.5");
    }

    #[test]
    fn eyes_in_seki_count_in_area_scoring_only() {
        // the stones adjacent to ea and ec are in seki, so these eyes are too
        let in_seki = || EngineAnswers { seki: points("da db eb"), ..answers("4.5", "bd") };
        assert_eq!(opinion(&in_seki()).marks.unwrap()[1], points("ee").into_iter().collect());
        let area = Opinion::of(&in_seki(), &board(), &count(Rules::CHINESE));
        assert_eq!(area.marks, None, "under area rules they count, which gives another result");
    }

    #[test]
    fn contradictory_answers_give_no_marks() {
        let remark = |answers: EngineAnswers| {
            let opinion = opinion(&answers);
            assert_eq!(opinion.marks, None);
            opinion.remark.unwrap()
        };
        assert_eq!(remark(answers("2.5", "aa")), "A5 is listed as dead, but has no stone");
        let lists = |black: &str, white: &str| EngineAnswers {
            territory: Some([points(black), points(white)]),
            ..answers("0", "")
        };
        assert_eq!(remark(lists("aa", "aa")), "A5 is listed as territory of both");
        assert_eq!(remark(lists("ba", "")), "B5 is territory, with a living stone on it");
        assert_eq!(remark(EngineAnswers { dead: None, ..answers("2.5", "") }), "it lists no dead stones");
    }

    #[test]
    fn disagreement_names_stones_and_points() {
        let lists = |black: &str, white: &str| Some([points(black), points(white)]);
        let one = opinion(&EngineAnswers { territory: lists("aa ac ae", "ea"), ..answers("2.5", "bd") });
        let other = opinion(&EngineAnswers { territory: lists("aa", "ea ec"), ..answers("-1.5", "") });
        let between = |a, b| Disagreement::between([a, b], board().size());
        assert_eq!(between(&one, &one), None);
        let found = between(&one, &other).unwrap();
        assert_eq!(found.text(9), "B+2.5 against W+1.5; dead: B2; territory: A3 E3 A1");
        let silent = Opinion { margin: one.margin, ..Opinion::default() };
        assert_eq!(between(&one, &silent), None, "an opinion without lists contradicts nothing");
    }
}
