//! Every point on which answers differ, with the answer of each strategy.

use std::fmt::Write as _;

use super::board::View;
use super::{Explained, in_words, status, together};
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
    /// The answers, each with the names of its strategies.
    pub(super) said: Vec<(Status, Vec<&'static str>)>,
}

impl Explained<'_> {
    pub(super) fn points(&self, style: Style) -> String {
        let differences = self.differences();
        if differences.is_empty() {
            return "\nAll answers give every point to the same side.\n".to_owned();
        }
        let mut text = format!("\n{}\n", style.bold("Points where the answers differ:"));
        if self.game.label_map.is_some() {
            let _ = write!(text, "\n{LEGEND}\n");
        }
        for Difference { points, label, said } in differences {
            let labels: Vec<String> = points.iter().map(|&index| self.point(index)).collect();
            let _ = writeln!(text, "\n  {}: {}", labels.join(" "), self.regions_of(&points));
            if let Some(label) = label {
                let says = match label {
                    'b' => "Black's",
                    'w' => "White's",
                    _ => "nobody's",
                };
                let _ = writeln!(text, "    label: {says}");
            }
            for (status, names) in said {
                let why = self.why(status, &points, &names);
                let _ = writeln!(text, "    {}: {}{why}", in_words(status), names.join(", "));
            }
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
    fn why(&self, status: Status, points: &[usize], names: &[&str]) -> String {
        let ([point], [name], Status::FalseEye) = (points, names, status) else { return String::new() };
        let trace = self.names.iter().zip(&self.traces).find(|(other, _)| *other == name).map(|(_, trace)| trace);
        let mut filled = trace.into_iter().flat_map(|trace| &trace.filled_eyes);
        let filled = filled.find(|filled| usize::from(filled.point) == *point);
        filled.map_or(String::new(), |filled| format!(": {}", self.why_filled(filled)))
    }

    /// Returns the points on which answers differ, grouped by all answers, in the order of the first points.
    pub(super) fn differences(&self) -> Vec<Difference> {
        let statuses = |index| self.compared().map(move |at| status(&self.game.answers[at], index));
        let label = |index| self.game.label_map.as_ref().map(|_| self.mark(index, View::Label));
        let mut groups: Vec<Difference> = Vec::new();
        for index in self.game.position.grid().points().filter(|&index| self.is_disputed(index)) {
            let same =
                |group: &&mut Difference| group.label == label(index) && statuses(group.points[0]).eq(statuses(index));
            match groups.iter_mut().find(same) {
                Some(group) => group.points.push(index),
                None => groups.push(Difference {
                    points: vec![index],
                    label: label(index),
                    said: together(self.compared().map(|at| self.names[at]).zip(statuses(index))),
                }),
            }
        }
        groups
    }
}
