//! The explanation that fits a screen: who gives which margin, and each place where answers differ, with the reasons.

use std::fmt::Write as _;

use super::points::Difference;
use super::{Explained, in_words, status, together, whose};
use crate::board::Cell;
use crate::report::readings::open_text;
use crate::report::text::{Style, count, fold};
use crate::rules::Points;
use crate::sgf::result_text;
use crate::territory::Region;

/// The number of lines that a screen has. More than one place is shown in detail only if all fits.
const SCREEN: usize = 40;

/// The number of names in a list above which the list of the most names becomes "all others".
const NAMES: usize = 4;

impl Explained<'_> {
    /// Adds the margins of the strategies in words, and the reasons where answers differ.
    pub(super) fn short(&self, text: &mut String, style: Style) {
        let before = text.lines().count();
        let mut added = fold(&format!("\n{}", self.margins()));
        let mut differences = self.differences();
        if differences.is_empty() {
            added.push_str("All answers give every point to the same side.\n");
        }
        // the places that decide most points come first
        differences.sort_by_key(|difference| std::cmp::Reverse(difference.points.len()));
        let mut shown = 0;
        for difference in &differences {
            let place = fold(&self.place(&difference.points, style));
            let after = self.further_places(&differences[shown + 1..]);
            let lines = [&added, &place, &after].map(|part| part.lines().count()).iter().sum::<usize>();
            if shown > 0 && before + lines > SCREEN {
                break;
            }
            added.push_str(&place);
            shown += 1;
        }
        added.push_str(&self.further_places(&differences[shown..]));
        text.push_str(&added);
    }

    /// Names the places that are not shown in detail, if there are any.
    fn further_places(&self, differences: &[Difference]) -> String {
        let names: Vec<String> = differences.iter().map(|difference| self.point(difference.points[0])).collect();
        if names.is_empty() {
            return String::new();
        }
        fold(&format!("Answers also differ at {}: --all shows why.\n", names.join(", ")))
    }

    /// Returns a line for each margin, the margin of the label first.
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
        let all = groups.len();
        for (at, ((_, words), names)) in groups.into_iter().enumerate() {
            let is_rest = at == 0 && all > 1 && names.len() > NAMES;
            let names = if is_rest { "all but those below".to_owned() } else { names.join(", ") };
            let _ = writeln!(text, "{words}: {names}");
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
        let label = self.game.label_map.as_ref().map(|map| format!("{} by the label, ", whose(map.owner(first))));
        let surroundings = self.surroundings(first, region.map(|(_, region)| region));
        let mut text = format!("\n{title}: {}{surroundings}\n", label.unwrap_or_default());
        let said = self.compared().map(|at| (self.names[at], status(&self.game.answers[at], first)));
        let mut said = together(said);
        // the largest group comes last, as the others
        said.sort_by_key(|(_, names)| names.len() > NAMES);
        let last = said.len() - 1;
        for (at, (status, names)) in said.into_iter().enumerate() {
            let who = if at == last && last > 0 && names.len() > NAMES {
                format!("the other {}", names.len())
            } else {
                names.join(", ")
            };
            let why = region.map_or(String::new(), |(number, region)| self.common_reason(&names, number, region));
            let _ = writeln!(text, "  {who}: {}{why}", in_words(status));
        }
        text
    }

    /// Returns the reasons that most of the named strategies have for their answer on a region, after a colon, and which
    /// strategies have others.
    fn common_reason(&self, names: &[&'static str], number: usize, region: &Region) -> String {
        let named = self.compared().filter(|at| names.contains(&self.names[*at]));
        let mut said = together(named.map(|at| (self.names[at], self.because(at, number, region))));
        // a stable sort: of equally many, the first strategy's reasons are shown
        said.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
        let others: Vec<&str> = said.iter().skip(1).flat_map(|(_, names)| names.iter().copied()).collect();
        let why = said.swap_remove(0).0;
        if others.is_empty() { why } else { format!("{why} ({} for other reasons)", others.join(", ")) }
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
