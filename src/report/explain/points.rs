//! Every point on which answers differ, with the answer of each strategy.

use std::fmt::Write as _;

use super::board::View;
use super::words::Words;
use super::{Explained, whose};
use crate::report::text::Style;
use crate::territory::Status;

/// The legend of the label's answers.
const LEGEND: &str = "On a label's map, eyes in seki, false eyes and dame are all nobody's.";

/// Points with equal answers: the label gives all of them to the same side, and each strategy has one status for all.
pub(super) struct Difference {
    /// The points, row by row.
    pub(super) points: Vec<usize>,
    /// The letter on the label's map, if it has one: `b`, `w` or `.`.
    pub(super) label: Option<char>,
}

impl Explained<'_> {
    pub(super) fn points(&self, style: Style) -> String {
        let differences = self.differences();
        let controls = self.controls_left_out("compared", "");
        if differences.is_empty() {
            return format!("\n{}{controls}", self.agreement("compared"));
        }
        let mut text = format!("\n{}\n", style.bold("Points where the answers differ:"));
        if self.game.label_map.is_some() {
            let _ = write!(text, "\n{LEGEND}\n");
        }
        for Difference { points, label } in differences {
            let _ = writeln!(text, "\n  {}: {}", self.names(&points).join(" "), self.regions_of(&points));
            if label.is_some() {
                let owner = self.game.label_map.as_ref().and_then(|map| map.owner(points[0]));
                let _ = writeln!(text, "    label: {}", whose(owner));
            }
            for (words, answers) in self.said(points[0]) {
                let why = self.why_false(words, &points, &answers);
                let names: Vec<&str> = answers.iter().map(|&at| self.shown[at].name).collect();
                let _ = writeln!(text, "    {}: {}{why}", words.text(), names.join(", "));
            }
        }
        if !controls.is_empty() {
            let _ = write!(text, "\n{controls}");
        }
        text
    }

    /// Returns the numbers of the regions that contain the points, as in the list of regions.
    fn regions_of(&self, points: &[usize]) -> String {
        let regions = self.analysis().regions().iter().enumerate();
        let has = |region| self.analysis().points(region).iter().any(|&point| points.contains(&usize::from(point)));
        let numbers: Vec<String> =
            regions.filter(|&(_, region)| has(region)).map(|(number, _)| (number + 1).to_string()).collect();
        match numbers.as_slice() {
            // the stone lives here and is dead on the label's map
            [] => "a stone".to_owned(),
            [one] => format!("region {one}"),
            more => format!("regions {}", more.join(", ")),
        }
    }

    /// Returns why a point is a false eye, if exactly one strategy says so.
    fn why_false(&self, words: Words, points: &[usize], answers: &[usize]) -> String {
        let ([point], [at], Status::FalseEye) = (points, answers, words.status) else { return String::new() };
        let trace = &self.shown[*at].trace;
        let filled = trace.filled_eyes.iter().find(|filled| usize::from(filled.point) == *point);
        filled.map_or(String::new(), |filled| format!(": {}", self.why_filled_near(trace, filled)))
    }

    /// Returns the points on which answers differ, grouped by all answers, in the order of the first points.
    pub(super) fn differences(&self) -> Vec<Difference> {
        let statuses = |index| self.compared().map(move |at| self.status(at, index));
        let label = |index| self.game.label_map.as_ref().map(|_| self.mark(index, View::Label));
        let mut groups: Vec<Difference> = Vec::new();
        for index in self.game.position.grid().points().filter(|&index| self.is_disputed(index)) {
            let same =
                |group: &&mut Difference| group.label == label(index) && statuses(group.points[0]).eq(statuses(index));
            match groups.iter_mut().find(same) {
                Some(group) => group.points.push(index),
                None => groups.push(Difference { points: vec![index], label: label(index) }),
            }
        }
        groups
    }
}
