//! The steps of each strategy, one after another.

use std::fmt::Write as _;

use super::regions::eyes_of;
use super::{Explained, together, who};
use crate::board::{Cell, Color};
use crate::report::readings::read_text;
use crate::report::text::{Style, fold};
use crate::territory::Trace;

impl Explained<'_> {
    pub(super) fn steps(&self, text: &mut String, style: Style) {
        let strategies = self.shown.iter().filter(|shown| !shown.is_external);
        let steps = strategies.map(|shown| (shown.name, self.steps_of(&shown.trace)));
        for (steps, names) in together(steps) {
            let title = fold(&format!("Step by step: {}", who(&names, usize::MAX)));
            let _ = writeln!(text, "\n{}", style.bold(&title));
            text.push_str(&steps);
        }
    }

    fn steps_of(&self, trace: &Trace) -> String {
        let mut text = String::new();
        let mut number = 0;
        let mut step = |text: &mut String, words: &str| {
            number += 1;
            let _ = writeln!(text, "\n{}", fold(&format!("{number}. {words}")));
        };
        if !trace.filled_dame.is_empty() {
            step(&mut text, "Dame are filled (# with a black stone, @ with a white one):");
            text.push_str(&self.filled_dame(trace));
        }
        for set in &trace.joined {
            step(&mut text, &format!("{} are joined over dame and count as one block", self.block_list(set)));
        }
        for filled in &trace.filled_eyes {
            step(&mut text, &self.why_filled(filled));
        }
        for group in trace.groups.iter().flatten() {
            let points: Vec<u16> = group.spaces.iter().flat_map(|space| space.points.clone()).collect();
            let verdict = if group.eyes >= 2 { "territory" } else { "in seki" };
            step(&mut text, &format!("{}: {}, so it counts as {verdict}", self.point_list(&points), eyes_of(group)));
        }
        for result in &trace.local_results {
            step(
                &mut text,
                &format!("Around {}: {}", self.point_list(&result.points), read_text(self.analysis().grid(), result)),
            );
        }
        if text.is_empty() {
            text.push_str("\nNothing is filled, and no eyes are counted.\n");
        }
        text
    }

    fn filled_dame(&self, trace: &Trace) -> String {
        self.game.position.diagram(|index, cell| match cell {
            Cell::Black => 'X',
            Cell::White => 'O',
            _ => match trace.filled_dame.iter().find(|(point, _)| usize::from(*point) == index) {
                Some((_, Color::Black)) => '#',
                Some((_, Color::White)) => '@',
                None => '.',
            },
        })
    }
}
