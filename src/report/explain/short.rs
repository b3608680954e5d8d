//! The explanation that fits a screen: who gives which margin, and each place where answers differ, with the reasons.

use std::cmp::Reverse;
use std::fmt::Write as _;

use super::near::{in_a_row, stones_once};
use super::points::Place;
use super::{Explained, together, whose};
use crate::board::Color;
use crate::outcome::Outcome;
use crate::pipeline::Answer;
use crate::report::remarks::{open_text, tax_text};
use crate::report::text::{Style, count, fold};
use crate::rules::Points;
use crate::sgf::result_text;
use crate::territory::Region;

/// The number of lines that a screen has. More than one place is shown in detail only if all fits.
const SCREEN: usize = 40;

/// The number of names in a list above which the list of the most names becomes "the other 8".
const NAMES: usize = 4;

/// The number of further places that are named, at most.
const FURTHER: usize = 5;

impl Explained<'_> {
    /// Adds the margins of the strategies in words, and the reasons where answers differ.
    pub(super) fn short(&self, text: &mut String, style: Style) {
        let before = text.lines().count();
        let mut added = fold(&format!("\n{}", self.margins()));
        let places = self.places_by_weight();
        if places.is_empty() && !self.shown.is_empty() {
            added.push_str(&self.agreement("shown"));
        }
        let controls = fold(&self.controls_left_out("shown", " (see --all)"));
        let mut shown = 0;
        for place in &places {
            let words = fold(&self.describe(place, style));
            let after = self.further_places(&places[shown + 1..]);
            let lines = [&added, &words, &after, &controls].map(|part| part.lines().count()).iter().sum::<usize>();
            if shown > 0 && before + lines > SCREEN {
                break;
            }
            added.push_str(&words);
            shown += 1;
        }
        text.push_str(&(added + &self.further_places(&places[shown..]) + &controls));
    }

    /// Returns the sentence for a board on which no answer differs.
    pub(super) fn agreement(&self, verb: &str) -> String {
        let subject = if self.differing_controls().is_empty() {
            "All answers".to_owned()
        } else {
            let is_answer = self.shown.iter().any(|shown| shown.is_external);
            format!("The {} {} {verb}", self.compared().count(), if is_answer { "answers" } else { "strategies" })
        };
        format!("{subject} give every point to the same side.\n")
    }

    /// Returns the sentence on control strategies that differ and are not compared, if there are any.
    pub(super) fn controls_left_out(&self, verb: &str, hint: &str) -> String {
        let names = self.differing_controls();
        let noun = if names.len() == 1 { "strategy" } else { "strategies" };
        if names.is_empty() {
            return String::new();
        }
        format!("Not {verb}: the control {noun} {}{hint}\n", names.join(", "))
    }

    /// Names the places that are not shown in detail, if there are any, with the answers that differ there.
    fn further_places(&self, places: &[Place]) -> String {
        let names = |place: &Place| {
            let differs = |at: &usize| self.differs_on(*at, place.points[0]);
            let names: Vec<&str> = self.compared().filter(differs).map(|at| self.shown[at].name).collect();
            match names.len() {
                ..=3 => names.join(", "),
                more => format!("{} and {} more", names[0], more - 1),
            }
        };
        let mut differ: Vec<(String, Vec<String>)> = Vec::new();
        for place in places.iter().take(FURTHER) {
            let (point, names) = (self.point(place.points[0]), names(place));
            match differ.iter_mut().find(|(other, _)| *other == names) {
                Some((_, points)) => points.push(point),
                None => differ.push((names, vec![point])),
            }
        }
        let mut named: Vec<String> =
            differ.iter().map(|(names, points)| format!("{} ({names})", points.join(", "))).collect();
        match places.len() {
            0 => return String::new(),
            all if all > FURTHER => named.push(count((all - FURTHER) as u64, "other place")),
            _ => {}
        }
        fold(&format!("Answers also differ at {}: --all shows why.\n", in_a_row(&named, "and")))
    }

    /// Returns a line for each scorer, and then one for each margin of the strategies, the margin of the label first.
    fn margins(&self) -> String {
        let mut text = String::new();
        for (name, answer) in &self.without_map {
            let words = match answer {
                Ok(answer) => format!(": {} (no map)", margin(answer)),
                Err(why) => format!(" has no answer: {why}"),
            };
            let _ = writeln!(text, "{name}{words}");
        }
        let compared: Vec<usize> = self.compared().collect();
        for shown in compared.iter().map(|&at| &self.shown[at]).filter(|shown| shown.is_external) {
            let _ = writeln!(text, "{}: {}", shown.name, margin(shown.answer));
        }
        let strategies = compared.iter().map(|&at| &self.shown[at]).filter(|shown| !shown.is_external);
        let said = strategies.map(|shown| {
            let delta = shown.answer.comparison.map(|comparison| comparison.delta);
            let more = [open_text(shown.answer), tax_text(shown.answer)].into_iter().flatten();
            let more = more.fold(String::new(), |text, more| text + " (" + &more + ")");
            let is_exact = delta.is_none_or(|delta| delta == Points::ZERO);
            (shown.name, (!is_exact, margin(shown.answer) + &more))
        });
        let mut groups = together(said);
        groups.sort_by_key(|((is_off, _), _)| *is_off);
        let all = groups.len();
        for (at, ((_, words), names)) in groups.into_iter().enumerate() {
            let is_rest = at == 0 && all > 1 && names.len() > NAMES;
            let names = if is_rest { format!("the other {} strategies", names.len()) } else { names.join(", ") };
            let _ = writeln!(text, "{words}: {names}");
        }
        text
    }

    /// Returns the places where answers differ: first those of external scorers, then those that decide most points.
    fn places_by_weight(&self) -> Vec<Place> {
        let is_of_scorer = |place: &Place| {
            self.compared().any(|at| self.shown[at].is_external && self.differs_on(at, place.points[0]))
        };
        let mut places = self.places();
        places.sort_by_key(|place| (!is_of_scorer(place), Reverse(place.points.len())));
        places
    }

    /// Describes the answers to the points of a place, with the reasons.
    fn describe(&self, place: &Place, style: Style) -> String {
        const POINTS: usize = 8;
        let Place { points, region } = place;
        let names = self.names(&points[..points.len().min(POINTS)]);
        let rest = if points.len() > POINTS { format!(" … ({} points)", points.len()) } else { String::new() };
        let title = style.bold(&format!("{}{rest}", names.join(" ")));
        let first = points[0];
        let what = match region {
            Some(number) => {
                let label = self.game.label_map.as_ref();
                let label = label.map(|map| format!("{} by the label, ", whose(map.owner(first))));
                let surroundings = self.surroundings(points, &self.analysis().regions()[*number]);
                format!("{}: {}{surroundings}", self.dead_text(points), label.unwrap_or_default())
            }
            None => format!(": stones that {} takes for dead", self.taker(first)),
        };
        let mut text = format!("\n{title}{what}\n");
        let mut said = self.said(first);
        // the largest group comes last, as the others
        said.sort_by_key(|(_, answers)| answers.len() > NAMES);
        let last = said.len() - 1;
        for (at, (words, answers)) in said.into_iter().enumerate() {
            let who = if at == last && last > 0 && answers.len() > NAMES {
                format!("the other {}", answers.len())
            } else {
                answers.iter().map(|&at| self.shown[at].name).collect::<Vec<_>>().join(", ")
            };
            let why = region.map_or(String::new(), |number| self.reason(&answers, words.status, points, number));
            let _ = writeln!(text, "  {who}: {}{why}", words.text());
        }
        stones_once(&text)
    }

    /// Returns a remark on the dead stones on points, if there are any.
    fn dead_text(&self, points: &[usize]) -> String {
        let grid = self.game.position.grid();
        let is_dead = |index: &usize| self.game.dead_color(grid.point(*index)).is_some();
        let dead: Vec<usize> = points.iter().copied().filter(is_dead).collect();
        match dead.len() {
            0 => String::new(),
            1 if points.len() == 1 => " (a dead stone)".to_owned(),
            all if all == points.len() => " (dead stones)".to_owned(),
            1 => format!(" (a dead stone at {})", self.point(dead[0])),
            all => format!(" (with {all} dead stones)"),
        }
    }

    /// Returns where points are: in a surrounded region or among dame, and beside which blocks.
    fn surroundings(&self, points: &[usize], region: &Region) -> String {
        let around = self.analysis().blocks_around(region);
        let beside = self.blocks_beside(points, around);
        let of = |color: Color| {
            let is_own = |block: &&u16| self.analysis().blocks()[usize::from(**block)].color == color;
            let own: Vec<u16> = beside.iter().filter(is_own).copied().collect();
            (!own.is_empty()).then(|| format!("{color}'s {}", self.blocks_near(&own, points)))
        };
        let blocks = in_a_row(&Color::BOTH.into_iter().filter_map(of).collect::<Vec<_>>(), "and");
        let word = if beside.len() == around.len() && region.owner.is_some() { "surrounded by" } else { "beside" };
        match (region.owner, region.size()) {
            (Some(_), 1) => format!("{word} {blocks}"),
            (Some(_), size) => format!("in a region of {}, {word} {blocks}", count(size.into(), "point")),
            (None, size) => format!("in a neutral region of {}, {word} {blocks}", count(size.into(), "point")),
        }
    }
}

/// Returns a margin, and how it differs from the label's.
fn margin(answer: &Answer) -> String {
    let words = answer.comparison.map_or(String::new(), |comparison| {
        let winner = if comparison.outcome == Outcome::Wrong { " (wrong winner)" } else { "" };
        format!(", {}{winner}", in_favour(comparison.delta))
    });
    result_text(answer.margin) + &words
}

/// Returns a margin minus the label's in words, such as `2 points too many for White`.
fn in_favour(delta: Points) -> String {
    if delta == Points::ZERO {
        return "as recorded".to_owned();
    }
    let color = if delta > Points::ZERO { "Black" } else { "White" };
    let points = if delta.abs() == Points::whole(1) { "point" } else { "points" };
    format!("{} {points} too many for {color}", delta.abs())
}
