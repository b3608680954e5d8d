//! Every point on which answers differ, and who says what.

use std::fmt::Write as _;

use super::board::View;
use super::{Explained, in_words, status, together};
use crate::report::text::Style;
use crate::scoring::Status;

/// Points of which everyone says the same.
pub(super) struct Difference {
    /// The points, row by row.
    pub(super) points: Vec<usize>,
    /// What the label's map has there, where there is one: `b`, `w` or `.`.
    pub(super) label: Option<char>,
    /// What the strategies say.
    pub(super) said: Vec<(Status, Vec<&'static str>)>,
}

impl Explained<'_> {
    pub(super) fn points(&self, text: &mut String, style: Style) {
        let differences = self.differences();
        if differences.is_empty() {
            text.push_str("\nAll answers give every point to the same side.\n");
            return;
        }
        let _ = writeln!(text, "\n{}", style.bold("Points where the answers differ:"));
        for Difference { points, label, said } in differences {
            let labels: Vec<String> = points.iter().map(|&index| self.point(index)).collect();
            let _ = writeln!(text, "\n  {}", labels.join(" "));
            if let Some(label) = label {
                let says = match label {
                    'b' => "Black's",
                    'w' => "White's",
                    _ => "nobody's",
                };
                let _ = writeln!(text, "    label: {says}");
            }
            for (status, names) in said {
                let _ = writeln!(text, "    {}: {}", in_words(status), names.join(", "));
            }
        }
    }

    /// The points on which answers differ, by what all say of them, in the order of their first points.
    pub(super) fn differences(&self) -> Vec<Difference> {
        let statuses = |index| self.game.answers.iter().map(move |answer| status(answer, index));
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
                    said: together(self.names.iter().copied().zip(statuses(index))),
                }),
            }
        }
        groups
    }
}
