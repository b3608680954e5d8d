//! Checks a line of a labels file for contradictions and likely slips. Whether a stone that is listed as dead really is
//! dead is not checked.

use std::collections::HashSet;

use super::{Claim, Fault, Finding, LABEL_KEYS, LabelLine, take_off};
use crate::board::{Cell, Color, Point, Position};
use crate::labels::{Label, LabelCheck, LabelMap};
use crate::rules::{Count, Points};
use crate::sgf::{Recorded, margin_of, result_text};
use crate::skip::Reason;
use crate::territory::{Evaluator, STRATEGIES, Status, Verdict};

/// The end of a game, according to its record alone.
#[derive(Clone, Debug)]
pub struct Ending {
    /// The final position, with all its stones.
    pub position: Position,
    /// The inputs of the margin, with the prisoners taken in play.
    pub count: Count,
    /// Whether the record lacks the komi.
    pub komi_missing: bool,
    /// The recorded margin, or the reason why there is none.
    pub margin: Result<Points, Reason>,
    /// The dead stones and the map of the record's marks, if there are any.
    pub marks: Option<(Vec<Point>, LabelMap)>,
    /// The origin of the record's label.
    pub origin: String,
}

/// Returns a diagnostic for each unknown key of a line; a key that resembles a known one is an error.
#[must_use]
pub fn review_keys(line: &[u8]) -> Vec<Finding> {
    let finding = |key: String| {
        let near = |known: &&&str| strsim::jaro_winkler(&key.to_lowercase(), known) > 0.8;
        match LABEL_KEYS.iter().filter(near).max_by(|a, b| strsim::jaro(&key, a).total_cmp(&strsim::jaro(&key, b))) {
            Some(known) => Finding::new(Fault::UnknownKey, format!("the key {key:?} means nothing: is it {known:?}?")),
            None => Finding::new(Fault::OtherKey, format!("the key {key:?} means nothing here")),
        }
    };
    LabelLine::unknown_keys(line).into_iter().map(finding).collect()
}

/// Returns the diagnostics for a line, given the end of the game that it labels.
#[must_use]
pub fn review(line: &LabelLine, ending: &Ending) -> Vec<Finding> {
    let mut review = Review { line, ending, found: Vec::new() };
    let margin = review.margin();
    let claim = line.claim(&ending.position);
    if claim.is_none() && ending.marks.is_none() {
        review.say(Fault::Skipped, "neither the line nor the record says which stones are dead: no_dead_info", &[]);
    }
    review.listed_points();
    // the evaluation uses the line's values, and the record's for what the line leaves out
    let dead = claim.as_ref().map(|claim| &claim.dead).or(ending.marks.as_ref().map(|(dead, _)| dead));
    let dead = dead.cloned().unwrap_or_default();
    let map = claim.as_ref().and_then(|claim| claim.map.as_ref()).or(ending.marks.as_ref().map(|(_, map)| map));
    review.blocks(&dead);
    review.stones(&dead, map);
    let (position, dead_prisoners) = take_off(&ending.position, &dead);
    let taken = ending.count.prisoners;
    let count = Count {
        stones: Color::BOTH.map(|color| position.stones(color)),
        prisoners: [taken[0] + dead_prisoners[0], taken[1] + dead_prisoners[1]],
        ..ending.count
    };
    let label = Label { margin, map: map.cloned() };
    let check = label.check(&count);
    if let (true, Some(map)) = (line.has_map(), map) {
        review.regions(&position, &dead, map, check == LabelCheck::Consistent);
    }
    review.check(&label, check, &count);
    if ending.komi_missing && margin.is_some() && check != LabelCheck::Consistent {
        let message = "the record has no komi, and no map shows that there was none: no_komi";
        review.say(Fault::Skipped, message, &[]);
    }
    if review.found.is_empty() {
        review.same(margin, claim.as_ref());
    }
    review.found
}

struct Review<'a> {
    line: &'a LabelLine,
    ending: &'a Ending,
    found: Vec<Finding>,
}

impl Review<'_> {
    fn say(&mut self, fault: Fault, message: impl Into<String>, points: &[Point]) {
        let mut points = points.to_vec();
        points.sort_unstable();
        points.dedup();
        self.found.push(Finding { points, ..Finding::new(fault, message) });
    }

    /// Adds a diagnostic about `points`, if there are any.
    fn say_of(&mut self, fault: Fault, message: &str, points: &[Point]) {
        if !points.is_empty() {
            self.say(fault, format!("{message}: {}", listed(points)), points);
        }
    }

    /// Returns the margin of the line's result, or the record's margin if the line has no result. Reports a result that
    /// gives no margin.
    fn margin(&mut self) -> Option<Points> {
        let Some(recorded) = self.line.recorded() else {
            if let Err(reason) = self.ending.margin {
                let name = reason.name();
                self.say(Fault::Skipped, format!("neither the line nor the record has a counted result: {name}"), &[]);
            }
            return self.ending.margin.ok();
        };
        let text = self.line.result.as_deref().unwrap_or_default();
        match margin_of(recorded, self.ending.position.size(), self.ending.komi_missing) {
            Ok(margin) => return Some(margin),
            // some results, such as a resignation, are deliberately not counted
            Err((reason, _)) if Some(recorded) == known(reason) => {
                self.say(Fault::Skipped, format!("the result {text:?} is not a count: {}", reason.name()), &[]);
            }
            Err((reason, detail)) => {
                let detail = if detail.is_empty() { reason.name().to_owned() } else { detail };
                self.say(Fault::Result, format!("the result {text:?} makes no sense: {detail}"), &[]);
            }
        }
        None
    }

    /// Reports points that contradict the list that they are in.
    fn listed_points(&mut self) {
        let position = &self.ending.position;
        let [black, white] = self.line.territory();
        let dead = self.line.listed_dead().unwrap_or_default();
        let on_board = |point: &Point| position.size().contains(*point);
        let all = black.iter().chain(&white).chain(&dead).copied();
        let off: Vec<Point> = all.filter(|point| !on_board(point)).collect();
        let empty = |point: &Point| on_board(point) && position.get(*point) == Cell::Empty;
        let empty: Vec<Point> = dead.iter().copied().filter(empty).collect();
        let both: Vec<Point> = black.iter().copied().filter(|point| white.contains(point)).collect();
        self.say_of(Fault::OffBoard, &format!("off the board of {}", position.size()), &off);
        self.say_of(Fault::NoStone, "listed as dead where there is no stone", &empty);
        self.say_of(Fault::Both, "both sides' territory, which makes it nobody's", &both);
    }

    /// Reports blocks of which only a part is dead.
    fn blocks(&mut self, dead: &[Point]) {
        let position = &self.ending.position;
        let grid = position.grid();
        let mut evaluator = Evaluator::new();
        evaluator.set(position, &[]);
        let block = |point: Point| evaluator.analysis().block(grid.index(point));
        let mut split: Vec<(usize, Point)> = dead.iter().map(|&point| (block(point), point)).collect();
        split.sort_unstable();
        for part in split.chunk_by(|a, b| a.0 == b.0) {
            let of_block = |&index: &usize| {
                position.cells()[index] != Cell::Empty && evaluator.analysis().block(index) == part[0].0
            };
            let stones = grid.points().filter(of_block).map(|index| grid.point(index));
            let living: Vec<Point> = stones.filter(|stone| dead.binary_search(stone).is_err()).collect();
            if !living.is_empty() {
                let gone: Vec<Point> = part.iter().map(|&(_, point)| point).collect();
                let message = format!("one block, half of it dead: {} and not {}", listed(&gone), listed(&living));
                self.say(Fault::HalfBlock, message, &living);
            }
        }
    }

    /// Reports living stones on territory.
    fn stones(&mut self, dead: &[Point], map: Option<&LabelMap>) {
        let position = &self.ending.position;
        let living = |point: &Point, color: Color| {
            position.size().contains(*point)
                && position.get(*point).color() == Some(color)
                && dead.binary_search(point).is_err()
        };
        let mut own = Vec::new();
        let mut other = Vec::new();
        for (color, points) in Color::BOTH.into_iter().zip(self.line.territory()) {
            own.extend(points.iter().copied().filter(|point| living(point, color)));
            other.extend(points.into_iter().filter(|point| living(point, color.opponent())));
        }
        if let (false, Some(map)) = (self.line.has_map(), map) {
            let grid = position.grid();
            let points = grid.points().map(|index| (index, grid.point(index)));
            let theirs = |&(index, point): &(usize, Point)| {
                map.owner(index).is_some_and(|owner| living(&point, owner.opponent()))
            };
            other.extend(points.filter(theirs).map(|(_, point)| point));
        }
        self.say_of(Fault::LivingStone, "the other side's territory, and the stone is not listed as dead", &other);
        self.say_of(Fault::OwnStone, "living stones are no territory, and are passed over", &own);
    }

    /// Reports regions that are claimed only in part, or not by the side that surrounds them. Unclaimed points may be
    /// false eyes: there is no diagnostic if strategies find them to be so, a notice if the result agrees with the map,
    /// and otherwise an error.
    fn regions(&mut self, position: &Position, dead: &[Point], map: &LabelMap, is_consistent: bool) {
        let mut evaluator = Evaluator::new();
        evaluator.set(position, dead);
        let false_eyes = false_eyes(&mut evaluator);
        let (analysis, grid) = (evaluator.analysis(), position.grid());
        let mut wrong = Vec::new();
        let mut neutral = Vec::new();
        for region in analysis.regions() {
            let of = |owner: Option<Color>| -> Vec<Point> {
                let points = analysis.points(region).iter().map(|&index| usize::from(index));
                points.filter(|&index| map.owner(index) == owner).map(|index| grid.point(index)).collect()
            };
            let Some(owner) = region.owner else {
                neutral.extend(Color::BOTH.into_iter().flat_map(|color| of(Some(color))));
                continue;
            };
            wrong.extend(of(Some(owner.opponent())));
            let (claimed, missing) = (of(Some(owner)), of(None));
            if !claimed.is_empty() && !missing.iter().all(|&point| false_eyes.contains(&grid.index(point))) {
                let fault = if is_consistent { Fault::PartAgreed } else { Fault::Partial };
                let (claimed, rest) = (listed(&claimed), listed(&missing));
                self.say(
                    fault,
                    format!("{owner} surrounds all of it and claims a part: {claimed}, not {rest}"),
                    &missing,
                );
            }
        }
        self.say_of(Fault::WrongSide, "claimed by one side, and surrounded by the other", &wrong);
        self.say_of(
            Fault::Neutral,
            "claimed by one side, and bordered by both, as if a dead stone were not listed",
            &neutral,
        );
    }

    fn check(&mut self, label: &Label, check: LabelCheck, count: &Count) {
        let (Some(margin), Some(map)) = (label.margin, &label.map) else { return };
        let made = result_text(count.margin(map.territory()));
        let whose = if self.line.result.is_some() { "the result" } else { "the record's result" };
        let message = format!("territory, prisoners and komi make {made}, and {whose} is {}", result_text(margin));
        match check {
            LabelCheck::Inconsistent => self.say(Fault::Inconsistent, message, &[]),
            LabelCheck::Area => self.say(Fault::Area, message + ": a count by area", &[]),
            LabelCheck::Consistent | LabelCheck::Unchecked => {}
        }
    }

    /// Adds a notice if nothing in the line differs from the record.
    fn same(&mut self, margin: Option<Points>, claim: Option<&Claim>) {
        let Ending { marks, origin, .. } = self.ending;
        let dead_and_map = claim.is_none_or(|claim| {
            marks.as_ref().is_some_and(|(dead, map)| {
                *dead == claim.dead && claim.map.as_ref().is_none_or(|claimed| claimed == map)
            })
        });
        if margin == self.ending.margin.ok()
            && dead_and_map
            && self.line.origin.as_ref().is_none_or(|named| named == origin)
        {
            self.say(Fault::Same, "says what the record says", &[]);
        }
    }
}

/// Returns the points that at least one strategy finds to be false eyes.
fn false_eyes(evaluator: &mut Evaluator) -> HashSet<usize> {
    let mut found = HashSet::new();
    let mut verdict = Verdict::default();
    for &strategy in STRATEGIES {
        evaluator.decide(strategy, &mut verdict);
        let analysis = evaluator.analysis();
        let is_one = |&index: &usize| {
            analysis.cells()[index] == Cell::Empty && verdict.status(analysis, index) == Status::FalseEye
        };
        found.extend(analysis.grid().points().filter(is_one));
    }
    found
}

/// Returns the parsed form of a result that is deliberately not a count, given the reason why it has no margin; `None`
/// if the reason points to a slip.
fn known(reason: Reason) -> Option<Recorded> {
    let slip = matches!(reason, Reason::UnreadableResult | Reason::ResultOverflow | Reason::NoResult | Reason::NoKomi);
    (!slip).then_some(Recorded::None(reason))
}

/// Formats points as in a labels file, sorted, up to a maximum number.
fn listed(points: &[Point]) -> String {
    const SHOWN: usize = 12;
    let mut points = points.to_vec();
    points.sort_unstable();
    points.dedup();
    let names: Vec<String> = points.iter().take(SHOWN).map(Point::to_string).collect();
    let rest = if points.len() > SHOWN { format!(" … ({})", points.len()) } else { String::new() };
    names.join(" ") + &rest
}
