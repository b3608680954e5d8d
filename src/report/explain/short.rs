//! The explanation that fits a screen: who gives which margin, and each place where answers differ, with the reasons.

use std::fmt::Write as _;

use super::{Explained, in_words, status, together, whose};
use crate::board::Cell;
use crate::report::readings::open_text;
use crate::report::text::{Style, count, fold};
use crate::rules::Points;
use crate::sgf::result_text;
use crate::territory::Region;

/// The number of places that are shown in detail.
const SHOWN: usize = 2;

/// The number of names in a list above which the list of the most names becomes "all others".
const NAMES: usize = 4;

impl Explained<'_> {
    /// Returns the margins of the strategies in words, and the reasons where answers differ.
    pub(super) fn short(&self, style: Style) -> String {
        let mut text = format!("\n{}", self.margins());
        let mut differences = self.differences();
        if differences.is_empty() {
            text.push_str("All answers give every point to the same side.\n");
        }
        // the places that decide most points come first
        differences.sort_by_key(|difference| std::cmp::Reverse(difference.points.len()));
        for difference in differences.iter().take(SHOWN) {
            text.push_str(&self.place(&difference.points, style));
        }
        let rest: Vec<String> =
            differences.iter().skip(SHOWN).map(|difference| self.point(difference.points[0])).collect();
        if !rest.is_empty() {
            let _ = writeln!(text, "\nAnswers also differ at {}: --all shows why.", rest.join(", "));
        }
        fold(&text)
    }

    /// Returns a line for each margin, the margin of the label first, and one for the controls.
    fn margins(&self) -> String {
        let mut text = String::new();
        let said = self.compared().map(|at| {
            let answer = &self.game.answers[at];
            let delta = answer.comparison.map(|comparison| comparison.delta);
            let open = open_text(answer).map_or(String::new(), |open| format!(" ({open})"));
            let words = delta.map_or(String::new(), |delta| format!(", {}", in_favour(delta)));
            let is_exact = delta.is_none_or(|delta| delta == Points::ZERO);
            (self.names[at], (!is_exact, format!("{}{words}{open}", result_text(answer.margin))))
        });
        let mut groups = together(said);
        groups.sort_by_key(|((is_off, _), _)| *is_off);
        for ((_, words), names) in groups {
            let _ = writeln!(text, "{words}: {}", names.join(", "));
        }
        let left_out = (0..self.names.len()).filter(|at| !self.compared().any(|other| other == *at));
        let left_out = left_out.map(|at| format!("{} {}", self.names[at], result_text(self.game.answers[at].margin)));
        let left_out: Vec<String> = left_out.collect();
        if !left_out.is_empty() {
            let _ = writeln!(text, "controls, compared with --all: {}", left_out.join(", "));
        }
        text
    }

    /// Describes the answers to points that all get the same answers, with the reasons.
    fn place(&self, points: &[usize], style: Style) -> String {
        const POINTS: usize = 8;
        let names: Vec<String> = points.iter().take(POINTS).map(|&index| self.point(index)).collect();
        let rest = if points.len() > POINTS { format!(" … ({} points)", points.len()) } else { String::new() };
        let title = style.bold(&format!("{}{rest}", names.join(" ")));
        let first = points[0];
        let mut regions = self.analysis().regions().iter().enumerate();
        let has_first =
            |region: &Region| self.analysis().points(region).iter().any(|&point| usize::from(point) == first);
        let region = regions.find(|(_, region)| has_first(region));
        let mut text = format!("\n{title}: {}\n", self.surroundings(first, region.map(|(_, region)| region)));
        let label = self.game.label_map.as_ref().map(|map| map.owner(first));
        if let Some(owner) = label {
            let _ = writeln!(text, "  label: {}", whose(owner));
        }
        let said = self.compared().map(|at| {
            let status = status(&self.game.answers[at], first);
            let why = region.map_or(String::new(), |(number, region)| self.because(at, number, region));
            (self.names[at], (status, why))
        });
        let mut said = together(said);
        let most = said.iter().map(|(_, names)| names.len()).max().unwrap_or_default();
        let most = said.iter().position(|(_, names)| names.len() == most && most > NAMES && said.len() > 1);
        if let Some(most) = most {
            let others = said.remove(most);
            said.push(others);
        }
        let last = said.len() - 1;
        for (at, ((status, why), names)) in said.into_iter().enumerate() {
            let names =
                if most.is_some() && at == last { format!("the other {}", names.len()) } else { names.join(", ") };
            let _ = writeln!(text, "  {names}: {}{why}", in_words(status));
        }
        text
    }

    /// Returns where a point is: in a surrounded region, among dame, or under a stone.
    fn surroundings(&self, index: usize, region: Option<&Region>) -> String {
        let Some(region) = region else {
            return match self.game.position.cells()[index] {
                Cell::Empty => "a point under a dead stone".to_owned(),
                _ => "stones that one answer takes for dead".to_owned(),
            };
        };
        let points = count(region.size().into(), "point");
        let around = self.block_list(self.analysis().blocks_around(region));
        match region.owner {
            Some(color) => format!("in a region of {points}, surrounded by {color}'s {around}"),
            None => format!("in a neutral region of {points}, adjacent to {around}"),
        }
    }

    /// Returns the reasons for a strategy's answer on a region, after a colon, with the blocks that it joins.
    fn because(&self, strategy: usize, number: usize, region: &Region) -> String {
        let around = self.analysis().blocks_around(region);
        let trace = &self.traces[strategy];
        let joined = trace.joined.iter().filter(|set| set.iter().any(|block| around.contains(block)));
        let joined = joined.map(|set| format!("joins {} over dame", self.block_list(set)));
        let is_read = trace.local_result_of(self.analysis(), region).is_some_and(|result| !result.is_unread);
        let reasons = self.reasons(strategy, number, region);
        let reasons: Vec<String> = if is_read { reasons } else { joined.chain(reasons).collect() };
        if reasons.is_empty() { String::new() } else { format!(": {}", reasons.join("; ")) }
    }
}

/// Returns a margin minus the label's in words, such as `2 points too many for White`.
pub(super) fn in_favour(delta: Points) -> String {
    if delta == Points::ZERO {
        return "as recorded".to_owned();
    }
    let color = if delta > Points::ZERO { "Black" } else { "White" };
    let points = if delta.abs() == Points::whole(1) { "point" } else { "points" };
    format!("{} {points} too many for {color}", delta.abs())
}
