//! Checks a line of a labels file for contradictions and likely slips. It does not check whether a stone that is listed
//! as dead really is dead.

use std::collections::HashSet;

use seichi::board::{Cell, Color, Point, Position};
use seichi::dead::take_off;
use seichi::labels::{Claim, LABEL_KEYS, Label, LabelCheck, LabelLine, LabelMap};
use seichi::rules::{Count, Points};
use seichi::sgf::{Recorded, margin_of, result_text};
use seichi::skip::Reason;
use seichi::territory::{Evaluator, STRATEGIES, Status, Verdict};

use super::diagnostic::{Diagnostic, DiagnosticKind};

/// The end of a game, from only its record.
#[derive(Clone, Debug)]
pub(super) struct Ending {
    /// The final position, with all its stones.
    pub(super) position: Position,
    /// The inputs of the margin, with the prisoners taken in play.
    pub(super) count: Count,
    /// Whether the record lacks the komi.
    pub(super) komi_missing: bool,
    /// The recorded margin, or the reason why it is missing.
    pub(super) margin: Result<Points, Reason>,
    /// The dead stones and the map of the record's marks, if there are any.
    pub(super) marks: Option<(Vec<Point>, LabelMap)>,
    /// The origin of the record's label.
    pub(super) origin: String,
}

/// Returns a diagnostic for each unknown key of a line; a key that resembles a known one is an error.
pub(super) fn check_keys(line: &[u8]) -> Vec<Diagnostic> {
    let diagnostic = |key: String| {
        let is_similar = |known: &&&str| strsim::jaro_winkler(&key.to_lowercase(), known) > 0.8;
        let similarity = |known: &str| strsim::jaro(&key, known);
        let similar = LABEL_KEYS.iter().filter(is_similar);
        match similar.max_by(|a, b| similarity(a).total_cmp(&similarity(b))) {
            Some(known) => {
                let message = format!("unknown key {key:?}: did you mean {known:?}?");
                Diagnostic::new(DiagnosticKind::UnknownKey, message)
            }
            None => Diagnostic::new(DiagnosticKind::OtherKey, format!("unknown key {key:?}")),
        }
    };
    LabelLine::unknown_keys(line).into_iter().map(diagnostic).collect()
}

/// Returns the diagnostics for a line, given the end of the game that it labels.
pub(super) fn check_line(line: &LabelLine, ending: &Ending) -> Vec<Diagnostic> {
    let mut check = LineCheck { line, ending, diagnostics: Vec::new() };
    let margin = check.margin();
    let claim = line.claim(&ending.position);
    if claim.is_none() && ending.marks.is_none() {
        let message = "neither the line nor the record has dead stones: no_dead_info";
        check.report(DiagnosticKind::Skipped, message, &[]);
    }
    // the evaluation uses the line's values, and takes missing values from the record
    let marks = ending.marks.as_ref();
    let dead = claim.as_ref().map(|claim| &claim.dead).or(marks.map(|(dead, _)| dead));
    let dead = dead.map_or(&[][..], Vec::as_slice);
    let map = claim.as_ref().and_then(|claim| claim.map.as_ref()).or(marks.map(|(_, map)| map));
    check.listed_points();
    check.split_blocks(dead);
    check.living_stones_on_territory(dead, map);
    check.territory(dead, &Label { margin, map: map.cloned() });
    if check.diagnostics.is_empty() && check.repeats_record(margin, claim.as_ref()) {
        check.report(DiagnosticKind::Same, "repeats the record", &[]);
    }
    check.diagnostics
}

/// The check of one line: each step adds its diagnostics.
struct LineCheck<'a> {
    line: &'a LabelLine,
    ending: &'a Ending,
    diagnostics: Vec<Diagnostic>,
}

impl LineCheck<'_> {
    /// Adds a diagnostic, with its points in order.
    fn report(&mut self, kind: DiagnosticKind, message: impl Into<String>, points: &[Point]) {
        let mut points = points.to_vec();
        points.sort_unstable();
        points.dedup();
        self.diagnostics.push(Diagnostic { points, ..Diagnostic::new(kind, message) });
    }

    /// Adds a diagnostic that lists `points`, if there are any.
    fn report_points(&mut self, kind: DiagnosticKind, message: &str, points: &[Point]) {
        if !points.is_empty() {
            self.report(kind, format!("{message}: {}", listed(points)), points);
        }
    }

    /// Returns the margin of the line's result, or the record's margin if the line has no result. Reports a result
    /// without a margin.
    fn margin(&mut self) -> Option<Points> {
        let Some(recorded) = self.line.recorded() else {
            if let Err(reason) = self.ending.margin {
                let name = reason.name();
                self.report(
                    DiagnosticKind::Skipped,
                    format!("neither the line nor the record has a counted result: {name}"),
                    &[],
                );
            }
            return self.ending.margin.ok();
        };
        let text = self.line.result.as_deref().unwrap_or_default();
        match margin_of(recorded, self.ending.position.size(), self.ending.komi_missing) {
            Ok(margin) => return Some(margin),
            // some results, such as a resignation, are deliberately not counted
            Err((reason, _)) if Some(recorded) == not_a_count(reason) => {
                self.report(
                    DiagnosticKind::Skipped,
                    format!("the result {text:?} is not a count: {}", reason.name()),
                    &[],
                );
            }
            Err((reason, detail)) => {
                let detail = if detail.is_empty() { reason.name().to_owned() } else { detail };
                self.report(DiagnosticKind::Result, format!("invalid result {text:?}: {detail}"), &[]);
            }
        }
        None
    }

    /// Reports points that contradict their list.
    fn listed_points(&mut self) {
        let position = &self.ending.position;
        let [black, white] = self.line.territory();
        let dead = self.line.dead.clone().unwrap_or_default();
        let on_board = |point: &Point| position.size().contains(*point);
        let all = black.iter().chain(&white).chain(&dead).copied();
        let off: Vec<Point> = all.filter(|point| !on_board(point)).collect();
        let empty = |point: &Point| on_board(point) && position.get(*point) == Cell::Empty;
        let empty: Vec<Point> = dead.iter().copied().filter(empty).collect();
        let both: Vec<Point> = black.iter().copied().filter(|point| white.contains(point)).collect();
        self.report_points(DiagnosticKind::OffBoard, &format!("off the board of {}", position.size()), &off);
        self.report_points(DiagnosticKind::NoStone, "listed as dead, but without a stone", &empty);
        self.report_points(DiagnosticKind::Both, "listed as territory of both sides, which makes it neutral", &both);
    }

    /// Reports blocks with both dead and living stones. `dead` is sorted.
    fn split_blocks(&mut self, dead: &[Point]) {
        let position = &self.ending.position;
        let grid = position.grid();
        let mut evaluator = Evaluator::new();
        evaluator.set(position, &[]);
        let block = |index: usize| evaluator.analysis().block(index);
        let mut by_block: Vec<(usize, Point)> = dead.iter().map(|&point| (block(grid.index(point)), point)).collect();
        by_block.sort_unstable();
        for dead_stones in by_block.chunk_by(|a, b| a.0 == b.0) {
            let is_in_block =
                |&index: &usize| position.cells()[index] != Cell::Empty && block(index) == dead_stones[0].0;
            let stones = grid.points().filter(is_in_block).map(|index| grid.point(index));
            let living: Vec<Point> = stones.filter(|stone| dead.binary_search(stone).is_err()).collect();
            if !living.is_empty() {
                let dead_stones: Vec<Point> = dead_stones.iter().map(|&(_, point)| point).collect();
                let message = format!(
                    "only a part of this block is listed as dead: {} and not {}",
                    listed(&dead_stones),
                    listed(&living)
                );
                self.report(DiagnosticKind::HalfBlock, message, &living);
            }
        }
    }

    /// Reports living stones on territory. `dead` is sorted.
    fn living_stones_on_territory(&mut self, dead: &[Point], map: Option<&LabelMap>) {
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
        self.report_points(
            DiagnosticKind::LivingStone,
            "a stone in the opponent's territory is not listed as dead",
            &other,
        );
        self.report_points(DiagnosticKind::OwnStone, "living stones are listed as territory, and ignored", &own);
    }

    /// Reports territory that contradicts the board without the `dead` stones, or the label's margin.
    fn territory(&mut self, dead: &[Point], label: &Label) {
        let Ending { position, count, komi_missing, .. } = self.ending;
        let (rest, dead_prisoners) = take_off(position, dead);
        let count = Count {
            stones: Color::BOTH.map(|color| rest.stones(color)),
            prisoners: [count.prisoners[0] + dead_prisoners[0], count.prisoners[1] + dead_prisoners[1]],
            ..*count
        };
        let check = label.check(&rest, &count);
        if let (true, Some(map)) = (self.line.has_map(), &label.map) {
            self.regions(&rest, dead, map, check == LabelCheck::Consistent);
        }
        self.margin_of_map(label, check, &rest, &count);
        if *komi_missing && label.margin.is_some() && check != LabelCheck::Consistent {
            let message = "the record has no komi, and no map shows that there was none: no_komi";
            self.report(DiagnosticKind::Skipped, message, &[]);
        }
    }

    /// Reports regions that are claimed only in part, or not by the side that surrounds them. Unclaimed points may be
    /// false eyes: if strategies agree with that, nothing is reported; if only the result agrees with the map, a
    /// notice; otherwise an error.
    fn regions(&mut self, position: &Position, dead: &[Point], map: &LabelMap, is_consistent: bool) {
        let mut evaluator = Evaluator::new();
        evaluator.set(position, dead);
        let false_eyes = false_eyes(&mut evaluator);
        let (analysis, grid) = (evaluator.analysis(), position.grid());
        let mut wrong = Vec::new();
        let mut neutral = Vec::new();
        for region in analysis.regions() {
            let points_of = |owner: Option<Color>| -> Vec<Point> {
                let points = analysis.points(region).iter().map(|&index| usize::from(index));
                points.filter(|&index| map.owner(index) == owner).map(|index| grid.point(index)).collect()
            };
            let Some(owner) = region.owner else {
                neutral.extend(Color::BOTH.into_iter().flat_map(|color| points_of(Some(color))));
                continue;
            };
            wrong.extend(points_of(Some(owner.opponent())));
            let (claimed, missing) = (points_of(Some(owner)), points_of(None));
            if !claimed.is_empty() && !missing.iter().all(|&point| false_eyes.contains(&grid.index(point))) {
                let kind = if is_consistent { DiagnosticKind::PartAgreed } else { DiagnosticKind::Partial };
                let (claimed, rest) = (listed(&claimed), listed(&missing));
                let message = format!("{owner} surrounds a region but claims only {claimed}, not {rest}");
                self.report(kind, message, &missing);
            }
        }
        self.report_points(DiagnosticKind::WrongSide, "claimed by one side, but surrounded by the other", &wrong);
        let message = "claimed by one side, but bordered by both: a dead stone may be missing";
        self.report_points(DiagnosticKind::Neutral, message, &neutral);
    }

    /// Reports a margin that the map, prisoners and komi do not give.
    fn margin_of_map(&mut self, label: &Label, check: LabelCheck, rest: &Position, count: &Count) {
        let (Some(margin), Some(map)) = (label.margin, &label.map) else { return };
        let made = result_text(count.margin(map.scored(rest, count.rules)));
        let whose = if self.line.result.is_some() { "the result" } else { "the record's result" };
        let message = format!("territory, prisoners and komi make {made}, and {whose} is {}", result_text(margin));
        match check {
            LabelCheck::Inconsistent => self.report(DiagnosticKind::Inconsistent, message, &[]),
            LabelCheck::Area => self.report(DiagnosticKind::Area, message + ": a count by area", &[]),
            LabelCheck::Consistent | LabelCheck::Unchecked => {}
        }
    }

    /// Returns whether every value of the line equals the record's.
    fn repeats_record(&self, margin: Option<Points>, claim: Option<&Claim>) -> bool {
        let Ending { marks, origin, .. } = self.ending;
        let repeats_marks = |claim: &Claim| {
            let repeats_map = |map| claim.map.as_ref().is_none_or(|claimed| claimed == map);
            marks.as_ref().is_some_and(|(dead, map)| *dead == claim.dead && repeats_map(map))
        };
        margin == self.ending.margin.ok()
            && claim.is_none_or(repeats_marks)
            && self.line.origin.as_ref().is_none_or(|named| named == origin)
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

/// Returns the parsed form of a result that is deliberately not a count and has no margin for `reason`; `None` if the
/// reason points to a slip.
fn not_a_count(reason: Reason) -> Option<Recorded> {
    let is_slip =
        matches!(reason, Reason::UnreadableResult | Reason::ResultOverflow | Reason::NoResult | Reason::NoKomi);
    (!is_slip).then_some(Recorded::None(reason))
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
