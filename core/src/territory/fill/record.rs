//! Records the steps of one fill, if a trace was requested.

use super::steps::FillSteps;
use crate::board::{Color, idx16};
use crate::territory::eyes::Boundary;
use crate::territory::{Analysis, FilledEye, Group, Space, Trace};

impl FillSteps {
    /// Returns the recorded trace, if one was requested.
    pub(super) fn take_trace(&mut self, analysis: &Analysis) -> Option<Trace> {
        let recorder = self.recorder.take()?;
        Some(Trace { groups: Some(self.groups(analysis, recorder.number)), ..recorder.trace })
    }

    /// Records how the fill filled the dame, and which blocks are joined.
    pub(super) fn record_dame(&mut self, analysis: &Analysis) {
        let Some(mut recorder) = self.recorder.take() else { return };
        let color = |point: u16| {
            let stones = &self.stones[usize::from(point)];
            Color::BOTH.into_iter().find(|color| recorder.is_in(stones[color.index()]))
        };
        let dame = analysis.neutral().flat_map(|region| analysis.points(region));
        recorder.trace.filled_dame = dame.filter_map(|&point| Some((point, color(point)?))).collect();
        let mut sets: Vec<Vec<u16>> = vec![Vec::new(); analysis.blocks().len()];
        for block in 0..sets.len() {
            sets[self.representative(block, recorder.number)].push(idx16(block));
        }
        recorder.trace.joined = sets.into_iter().filter(|set| set.len() > 1).collect();
        self.recorder = Some(recorder);
    }

    /// Returns the block that represents the set of `block` in the fill `number`.
    fn representative(&self, block: usize, number: usize) -> usize {
        self.sets.representatives()[block].numbers()[number].into()
    }

    /// Records the false eyes found in a round, before they are filled.
    pub(super) fn record_false_eyes(&mut self, analysis: &Analysis) {
        let Some(mut recorder) = self.recorder.take() else { return };
        let round = recorder.trace.filled_eyes.last().map_or(1, |last| last.round + 1);
        let none = idx16(analysis.blocks().len());
        let mut filled = Vec::new();
        for (number, candidate) in analysis.candidates().iter().enumerate() {
            if !recorder.is_in(self.found[number]) {
                continue;
            }
            let is_in_atari = |block| !recorder.is_in(self.has_other_liberty(candidate, block));
            let mut in_atari = Vec::new();
            for &node in &candidate.adjacent {
                let block = match analysis.candidate_of(node) {
                    // a filled-in stone is represented by the block that it joined
                    Some(other) => recorder.joined_block(other),
                    None => (node != none).then_some(node),
                };
                if let Some(block) = block.filter(|&block| !in_atari.contains(&block) && is_in_atari(block)) {
                    in_atari.push(block);
                }
            }
            let cut_off = candidate.adjacent.into_iter().find(|&node| node < none && is_in_atari(node));
            filled.extend(cut_off.map(|block| (number, block)));
            recorder.trace.filled_eyes.push(FilledEye {
                round,
                point: candidate.point,
                region: candidate.region,
                in_atari,
            });
        }
        recorder.filled.extend(filled);
        self.recorder = Some(recorder);
    }

    /// Returns the groups in the fill `number`, in the order of their first regions.
    fn groups(&mut self, analysis: &Analysis, number: usize) -> Vec<Group> {
        let mut spaces: Vec<(usize, Space)> = Vec::new();
        for (index, region, _) in analysis.controlled() {
            let set = self.representative(analysis.adjacent_block(region), number);
            if u32::from(self.left[index].numbers()[number]) == region.size() {
                spaces.push((set, space(index, analysis.points(region), region.boundary)));
                continue;
            }
            self.divide(analysis, idx16(index), number, |component, boundary| {
                component.sort_unstable();
                spaces.push((set, space(index, component, boundary)));
            });
        }
        let mut groups: Vec<(usize, Group)> = Vec::new();
        for (set, space) in spaces {
            match groups.iter_mut().find(|(other, _)| *other == set) {
                Some((_, group)) => group.spaces.push(space),
                None => groups.push((set, Group { eyes: self.eyes[set][number], spaces: vec![space] })),
            }
        }
        groups.into_iter().map(|(_, group)| group).collect()
    }
}

/// Returns the eye space of the `points` of a region.
fn space(region: usize, points: &[u16], boundary: Boundary) -> Space {
    Space { region: idx16(region), points: points.to_vec(), boundary, eyes: boundary.most_eyes() }
}
