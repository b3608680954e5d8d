//! What the common steps did, for who wants to be told. Nothing is noted where nobody asks.

use super::{Fill, node};
use crate::board::{Cell, Color};
use crate::scoring::analysis::Liberties;
use crate::scoring::eyes::Boundary;
use crate::scoring::{Analysis, Region};

/// What became of a position, step by step. Points are indices of the grid, blocks and regions numbers of the analysis.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// Dame that were filled, and with what.
    pub painted: Vec<(u16, Color)>,
    /// Blocks that count as one once the dame are dealt with: each set of two or more.
    pub joined: Vec<Vec<u16>>,
    /// False eyes in the order in which they were filled.
    pub filled: Vec<Filled>,
    /// What lives together, and how many eyes it has; `None` where no eyes were counted.
    pub groups: Option<Vec<Group>>,
}

/// A false eye that was filled.
#[derive(Clone, Debug)]
pub struct Filled {
    /// Fills of one round do not depend on each other.
    pub round: usize,
    /// The point.
    pub point: u16,
    /// Its region.
    pub region: u16,
    /// The blocks beside it that had no other liberty.
    pub in_atari: Vec<u16>,
}

/// Eye spaces with the blocks around them, joined.
#[derive(Clone, Debug)]
pub struct Group {
    /// The eyes of all its spaces.
    pub eyes: u16,
    /// Its spaces: regions, or what is left of them.
    pub spaces: Vec<Space>,
}

/// A region, or what is left of it once false eyes are filled.
#[derive(Clone, Debug)]
pub struct Space {
    /// The region.
    pub region: u16,
    /// The points.
    pub points: Vec<u16>,
    /// Its measures.
    pub boundary: Boundary,
}

impl Fill {
    /// Notes from now on what is done.
    pub(in crate::scoring) fn start_trace(&mut self) {
        self.trace = Some(Trace::default());
    }

    /// What was done since [`Self::start_trace`].
    pub(in crate::scoring) fn take_trace(&mut self, analysis: &Analysis) -> Trace {
        let mut trace = self.trace.take().unwrap_or_default();
        if trace.groups.is_some() {
            trace.groups = Some(self.groups(analysis));
        }
        trace
    }

    /// Notes what the strategy has made of the dame.
    pub(super) fn note_dame(&mut self, analysis: &Analysis) {
        let Some(mut trace) = self.trace.take() else { return };
        let color = |index: usize| self.cells[index].color();
        trace.painted = analysis.dame().filter_map(|index| Some((narrow(index), color(index)?))).collect();
        let mut sets: Vec<Vec<u16>> = vec![Vec::new(); analysis.blocks().len()];
        for block in 0..sets.len() {
            let set = self.joins.find(block);
            sets[set].push(narrow(block));
        }
        trace.joined = sets.into_iter().filter(|set| set.len() > 1).collect();
        self.trace = Some(trace);
    }

    /// Notes the false eyes that were found in a round, before they are filled.
    pub(super) fn note_false_eyes(&mut self, analysis: &Analysis, before: usize) {
        let Some(mut trace) = self.trace.take() else { return };
        let round = trace.filled.last().map_or(1, |last| last.round + 1);
        for number in before..self.false_eyes.len() {
            let (point, region) = self.false_eyes[number];
            let mut in_atari = Vec::new();
            for cell in analysis.grid().neighbours(usize::from(point)) {
                if self.cells[cell].color().is_none() {
                    continue;
                }
                let set = self.joins.find(node(analysis, cell));
                // a stone that was filled in stands for the block that it joined
                let block = if analysis.cells()[cell] == Cell::Empty { set } else { analysis.block(cell) };
                let known = block < analysis.blocks().len() && !in_atari.contains(&narrow(block));
                if known && self.liberties[set] == Liberties::Only(point) {
                    in_atari.push(narrow(block));
                }
            }
            trace.filled.push(Filled { round, point, region, in_atari });
        }
        self.trace = Some(trace);
    }

    /// Notes that eyes are counted.
    pub(super) fn note_count(&mut self) {
        if let Some(trace) = &mut self.trace {
            trace.groups = Some(Vec::new());
        }
    }

    /// The groups, in the order of their first regions.
    fn groups(&mut self, analysis: &Analysis) -> Vec<Group> {
        let mut spaces: Vec<(usize, Space)> = Vec::new();
        for (number, region, _) in analysis.controlled() {
            if !self.is_in_parts(number) {
                let set = self.joins.find(usize::from(analysis.blocks_around(region)[0]));
                spaces.push((set, whole(analysis, number, region)));
                continue;
            }
            for number_of_part in 0..self.parts.len() {
                if usize::from(self.parts[number_of_part].region) == number {
                    let set = self.set_around_part(analysis, number_of_part);
                    let part = &self.parts[number_of_part];
                    let points = self.part_points[part.points.clone()].to_vec();
                    spaces.push((set, Space { region: part.region, points, boundary: part.boundary }));
                }
            }
        }
        let mut groups: Vec<(usize, Group)> = Vec::new();
        for (set, space) in spaces {
            match groups.iter_mut().find(|(other, _)| *other == set) {
                Some((_, group)) => group.spaces.push(space),
                None => groups.push((set, Group { eyes: self.eyes[set], spaces: vec![space] })),
            }
        }
        groups.into_iter().map(|(_, group)| group).collect()
    }
}

fn whole(analysis: &Analysis, number: usize, region: &Region) -> Space {
    Space { region: narrow(number), points: analysis.points(region).to_vec(), boundary: region.boundary }
}

fn narrow(number: usize) -> u16 {
    u16::try_from(number).expect("at most 54 · 53 + 1 cells")
}
