//! What the common steps did, for who wants to be told. Nothing is noted where nobody asks.

use super::Fill;
use crate::board::Color;
use crate::scoring::eyes::Boundary;
use crate::scoring::narrow;
use crate::scoring::{Analysis, Readout, Region};

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
    /// What was played out.
    pub readouts: Vec<Readout>,
}

impl Trace {
    /// What was played out where a region is, as far as its points were played.
    #[must_use]
    pub fn readout_of(&self, analysis: &Analysis, region: &Region) -> Option<&Readout> {
        let points = analysis.points(region);
        self.readouts.iter().find(|readout| points.iter().any(|point| readout.points.contains(point)))
    }
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
    /// Its whole eyes.
    pub eyes: u16,
}

impl Fill {
    /// Notes from now on what is done.
    pub(in crate::scoring) fn start_trace(&mut self) {
        self.trace = Some(Trace::default());
        self.is_told = false;
    }

    /// What was done since [`Self::start_trace`].
    pub(in crate::scoring) fn take_trace(&mut self, analysis: &Analysis) -> Trace {
        let mut trace = self.trace.take().unwrap_or_default();
        if trace.groups.is_some() && !self.is_told {
            trace.groups = Some(self.groups(analysis));
        }
        trace
    }

    /// Notes what the strategy has made of the dame.
    pub(super) fn note_dame(&mut self, analysis: &Analysis) {
        let Some(mut trace) = self.trace.take() else { return };
        let color = |point: u16| Color::BOTH.into_iter().find(|color| self.has_stone(point, *color));
        let dame = analysis.neutral().flat_map(|region| analysis.points(region));
        trace.painted = dame.filter_map(|&point| Some((point, color(point)?))).collect();
        let mut sets: Vec<Vec<u16>> = vec![Vec::new(); analysis.blocks().len()];
        for block in 0..sets.len() {
            sets[self.set(block)].push(narrow(block));
        }
        trace.joined = sets.into_iter().filter(|set| set.len() > 1).collect();
        self.trace = Some(trace);
    }

    /// Whether there is a stone of `color` on a point in the first lane, which is that of who asks.
    fn has_stone(&self, point: u16, color: Color) -> bool {
        self.stones[usize::from(point)][color.index()] & 1 == 1
    }

    /// The set of a block in that lane.
    fn set(&self, block: usize) -> usize {
        self.sets.names()[block].numbers()[0].into()
    }

    /// Notes the false eyes that were found in a round, before they are filled.
    pub(super) fn note_false_eyes(&mut self, analysis: &Analysis) {
        let Some(mut trace) = self.trace.take() else { return };
        let round = trace.filled.last().map_or(1, |last| last.round + 1);
        let none = narrow(analysis.blocks().len());
        for (candidate, _) in analysis.candidates().iter().zip(&self.found).filter(|&(_, found)| found & 1 == 1) {
            let mut in_atari = Vec::new();
            for &beside in &candidate.beside {
                let block = match analysis.candidate_beside(beside) {
                    // a stone that was filled in stands for the block that it joined
                    Some(other) if self.filled[other] & 1 == 1 => self.in_atari[other],
                    None if beside != none => beside,
                    _ => continue,
                };
                if !in_atari.contains(&block) && self.has_other_liberty(candidate, block) & 1 == 0 {
                    in_atari.push(block);
                }
            }
            trace.filled.push(Filled { round, point: candidate.point, region: candidate.region, in_atari });
        }
        self.trace = Some(trace);
    }

    /// Notes, where somebody asks, what was found of what is independently alive.
    pub(in crate::scoring) fn note_life(&mut self, analysis: &Analysis) {
        if self.trace.is_some() {
            self.trace = Some(self.life.told(analysis));
            self.is_told = true;
        }
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
            let set = self.set(analysis.block_beside(region));
            if u32::from(self.left[number].numbers()[0]) == region.size() {
                spaces.push((set, whole(number, analysis.points(region), region.boundary)));
                continue;
            }
            self.take_apart(analysis, narrow(number), 0, |part, boundary| {
                part.sort_unstable();
                spaces.push((set, whole(number, part, boundary)));
            });
        }
        let mut groups: Vec<(usize, Group)> = Vec::new();
        for (set, space) in spaces {
            match groups.iter_mut().find(|(other, _)| *other == set) {
                Some((_, group)) => group.spaces.push(space),
                None => groups.push((set, Group { eyes: self.eyes[set][0], spaces: vec![space] })),
            }
        }
        groups.into_iter().map(|(_, group)| group).collect()
    }
}

fn whole(region: usize, points: &[u16], boundary: Boundary) -> Space {
    Space { region: narrow(region), points: points.to_vec(), boundary, eyes: boundary.most_eyes() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::scoring::{Scorer, Verdict, strategy};

    /// `false_eyes_filled_in_turn` of our corpus: the second false eye is one only once the first is filled.
    const IN_TURN: &str = ".XO.O.OOO.\n.XOOOOOXXO\nXXXXXXXXO.\n.......XOO\n.......X..\n.......XXX\n";

    /// What a strategy did on a diagram.
    fn told(name: &str, diagram: &str) -> Trace {
        let mut scorer = Scorer::new();
        scorer.set(&Position::from_diagram(diagram).expect("a board"), &[]);
        scorer.explain(strategy(name).expect("it is listed"), &mut Verdict::default())
    }

    #[test]
    fn false_eyes_are_told_round_by_round() {
        for name in ["fixed-black", "grey", "linked", "independent"] {
            let told = told(name, IN_TURN);
            let filled: Vec<_> = told.filled.iter().map(|eye| (eye.round, eye.point, &*eye.in_atari)).collect();
            // K4, by the block that has the dame, and then K6, by the stone between the two; a row has 11 cells
            assert_eq!(filled, [(1, 4 * 11 - 1, &[3][..]), (2, 2 * 11 - 1, &[2])], "{name}");
        }
        assert!(told("unfilled", IN_TURN).filled.is_empty());
    }

    #[test]
    fn groups_are_told_with_their_eyes() {
        let eyes = |name: &str| {
            let groups = told(name, IN_TURN).groups?;
            let of = |group: &Group| (group.eyes, group.spaces.iter().map(|space| space.eyes).collect::<Vec<_>>());
            Some(groups.iter().map(of).collect::<Vec<_>>())
        };
        let black = (3, vec![1, 2]);
        for name in ["linked", "independent"] {
            assert_eq!(eyes(name), Some(vec![black.clone(), (2, vec![1, 1])]), "{name}");
        }
        assert_eq!(eyes("unfilled"), Some(vec![black, (4, vec![1; 4])]));
        assert_eq!(eyes("flood"), None, "nobody counted");
    }

    #[test]
    fn dame_are_told_with_what_they_join() {
        let joined = |name: &str| {
            let told = told(name, "xx.xx\noo.oo\n");
            (told.painted.into_iter().map(|(_, color)| color).collect::<Vec<_>>(), told.joined)
        };
        assert_eq!(joined("fixed-black"), (vec![Color::Black; 2], vec![vec![0, 1]]));
        assert_eq!(joined("alternating"), (vec![Color::Black, Color::White], vec![vec![0, 1], vec![2, 3]]));
        for name in ["linked", "independent"] {
            assert_eq!(joined(name), (Vec::new(), vec![vec![0, 1], vec![2, 3]]), "{name}");
        }
    }

    #[test]
    fn what_was_played_out_is_told_where_it_was() {
        // a bamboo joint: White's stones are connected whoever plays first, so both eyes are
        let position = Position::from_diagram("o.o.o.o\nooo.ooo\nxxxxxxx\n...x...\n").expect("a board");
        let (mut scorer, mut verdict) = (Scorer::new(), Verdict::default());
        scorer.set(&position, &[]);
        let reading = strategy("reading").expect("it is listed");
        let told = scorer.explain(reading, &mut verdict);
        let readouts: Vec<_> =
            scorer.analysis().regions().iter().map(|region| told.readout_of(scorer.analysis(), region)).collect();
        assert_eq!(readouts.iter().map(Option::is_some).collect::<Vec<_>>(), [true, true, true, false, false]);
        assert_eq!(readouts[0], told.readouts.first());
        scorer.decide(reading, &mut verdict);
        assert_eq!(scorer.readouts(), told.readouts);
        assert_eq!(told.readouts.len(), 1);
    }
}
