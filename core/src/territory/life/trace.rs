//! Records the static analysis of life in a trace.

use super::evaluate::Life;
use super::evaluate::{Cut, FillReason};
use crate::board::idx16;
use crate::territory::analysis::Analysis;
use crate::territory::trace::{FilledEye, Group, Space, Trace};

impl Life {
    /// Returns a trace of the joined blocks, the filled points, and the eyes of each group.
    pub(crate) fn trace(&mut self, analysis: &Analysis) -> Trace {
        let groups = Some(self.groups(analysis));
        self.board.reset(analysis);
        self.join_over_dame(analysis);
        let mut trace = Trace {
            groups,
            joined: self.board.joined_blocks(analysis),
            ..Trace::default()
        };
        for &Cut { point, block, .. } in &self.cuts {
            let region = idx16(analysis.region(usize::from(point)));
            trace.filled_eyes.push(FilledEye {
                point,
                region,
                in_atari: vec![block],
            });
        }
        for index in analysis.grid().points() {
            let is_cut = (self.cuts.iter()).any(|cut| usize::from(cut.point) == index);
            // the point was filled because of a cut next to it
            if self.reasons[index] == FillReason::CutByDead && !is_cut {
                trace.filled_eyes.push(FilledEye {
                    point: idx16(index),
                    region: idx16(analysis.region(index)),
                    in_atari: Vec::new(),
                });
            }
        }
        trace
    }

    /// Returns the groups whose life depends on their eyes, in the order of their first regions.
    /// Leaves out groups that live with fewer than two eyes.
    fn groups(&mut self, analysis: &Analysis) -> Vec<Group> {
        let mut spaces = Vec::new();
        for (number, region, _) in analysis.controlled() {
            let set = self.board.joins.find(analysis.adjacent_block(region));
            if self.uncapturable[set] && self.group_half_eyes[set] < 4 {
                continue;
            }
            let mut points = analysis.points(region).to_vec();
            points.retain(|&point| !self.reasons[usize::from(point)].is_false_eye());
            if points.is_empty() {
                continue;
            }
            let space = Space::new(idx16(number), &points, region.boundary);
            spaces.push((
                set,
                Space {
                    eyes: self.half_eyes[number] / 2,
                    ..space
                },
            ));
        }
        Group::collect(spaces, |set| self.group_half_eyes[set] / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::territory::life::test_boards::evaluated;

    fn trace(diagram: &str) -> Trace {
        let (analysis, mut life) = evaluated(diagram);
        life.trace(&analysis)
    }

    #[test]
    fn trace_has_points_lost_to_dead_stones() {
        let trace = trace("...@@x.o\nxxxxxooo\n....oooo");
        let filled: Vec<_> = trace
            .filled_eyes
            .iter()
            .map(|eye| (eye.point, &*eye.in_atari))
            .collect();
        // E3 is filled because of the adjacent block, and D3 because it is next to E3; a row has 9
        // cells
        assert_eq!(filled, [(14, &[0][..]), (13, &[])]);
    }

    #[test]
    fn trace_omits_single_blocks_and_eyes_that_are_not_needed() {
        assert!(trace(".x.").joined.is_empty());
        let eyes = |diagram| {
            trace(diagram)
                .groups
                .map(|groups| groups.iter().map(|group| group.eyes).collect::<Vec<_>>())
        };
        assert_eq!(eyes(".x.\nxxx\n.x."), Some(vec![4]));
        assert_eq!(eyes(".x.....o"), Some(vec![]), "with a way out");
        assert_eq!(eyes(".x.o"), Some(vec![1]), "without a way out");
    }
}
