//! Records the static analysis of life in a trace.

use super::{Cut, Life, Reason};
use crate::territory::idx16;
use crate::territory::{Analysis, Filled, Group, Space, Trace};

impl Life {
    /// Records the points that are to be filled in this round.
    pub(super) fn note_cuts(&mut self) {
        self.rounds += 1;
        self.cuts.extend(self.found.iter().map(|&cut| (self.rounds, cut)));
    }

    /// Returns a trace of the joined blocks, the filled points, and the eyes of each group.
    pub(in crate::territory) fn told(&mut self, analysis: &Analysis) -> Trace {
        let groups = Some(self.groups(analysis));
        let mut trace = Trace { groups, joined: self.joined_over_dame(analysis), ..Trace::default() };
        for &(round, Cut { point, block, .. }) in &self.cuts {
            let region = idx16(analysis.region(usize::from(point)));
            trace.filled.push(Filled { round, point, region, in_atari: vec![block] });
        }
        let is_beside = |index: usize| {
            self.reasons[index] == Reason::Poke && self.cuts.iter().all(|(_, cut)| usize::from(cut.point) != index)
        };
        for index in analysis.grid().points().filter(|&index| is_beside(index)) {
            let (point, region) = (idx16(index), idx16(analysis.region(index)));
            trace.filled.push(Filled { round: self.rounds, point, region, in_atari: Vec::new() });
        }
        trace
    }

    /// Returns the sets of two or more blocks that are joined across dame.
    fn joined_over_dame(&mut self, analysis: &Analysis) -> Vec<Vec<u16>> {
        let blocks = analysis.blocks().len();
        self.joins.reset(idx16(blocks));
        self.join_over_dame(analysis);
        let mut sets: Vec<Vec<u16>> = vec![Vec::new(); blocks];
        for block in 0..blocks {
            sets[self.joins.find(block)].push(idx16(block));
        }
        sets.retain(|set| set.len() > 1);
        sets
    }

    /// Returns the groups whose eyes decide, in the order of their first regions. Leaves out groups with fewer than two
    /// eyes that are alive without them.
    fn groups(&mut self, analysis: &Analysis) -> Vec<Group> {
        let mut groups: Vec<(usize, Group)> = Vec::new();
        for (number, region, _) in analysis.controlled() {
            let set = self.joins.find(analysis.adjacent_block(region));
            if self.safe[set] && self.eyes[set] < 4 {
                continue;
            }
            let is_left = |point: &&u16| !matches!(self.reasons[usize::from(**point)], Reason::Cut | Reason::Poke);
            let points: Vec<u16> = analysis.points(region).iter().filter(is_left).copied().collect();
            if points.is_empty() {
                continue;
            }
            let space =
                Space { region: idx16(number), points, boundary: region.boundary, eyes: self.region_eyes[number] / 2 };
            match groups.iter_mut().find(|(other, _)| *other == set) {
                Some((_, group)) => group.spaces.push(space),
                None => groups.push((set, Group { eyes: self.eyes[set] / 2, spaces: vec![space] })),
            }
        }
        groups.into_iter().map(|(_, group)| group).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::territory::life::tests::judged;

    fn told(diagram: &str) -> Trace {
        let (analysis, mut life) = judged(diagram);
        life.told(&analysis)
    }

    #[test]
    fn what_dead_stones_cost_is_told() {
        let told = told("...@@x.o\nxxxxxooo\n....oooo");
        let filled: Vec<_> = told.filled.iter().map(|eye| (eye.round, eye.point, &*eye.in_atari)).collect();
        // E3 because of the adjacent block, and D3 next to it; a row has 9 cells
        assert_eq!(filled, [(1, 14, &[0][..]), (1, 13, &[])]);
    }

    #[test]
    fn what_joins_nothing_and_needs_no_eyes_is_left_out() {
        assert!(told(".x.").joined.is_empty());
        let eyes =
            |diagram| told(diagram).groups.map(|groups| groups.iter().map(|group| group.eyes).collect::<Vec<_>>());
        assert_eq!(eyes(".x.\nxxx\n.x."), Some(vec![4]));
        assert_eq!(eyes(".x.....o"), Some(vec![]), "it has a way out");
        assert_eq!(eyes(".x.o"), Some(vec![1]), "it has none");
    }
}
