//! The steps that led a strategy to its answer, for display to users.

use super::Analysis;
use super::eyes::Boundary;
use super::union_find::UnionFind;
use crate::board::{Color, idx16};
use crate::sort::sort;

/// The steps that led a strategy to its answer. Points are grid indices; blocks and regions are
/// given by their numbers in the analysis.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Trace {
    /// The filled dame, each with the colour of its stone.
    pub filled_dame: Vec<(u16, Color)>,
    /// The sets of two or more blocks that count as one block because dame were filled or blocks
    /// were joined.
    pub joined: Vec<Vec<u16>>,
    /// The false eyes, in the order in which they were filled.
    pub filled_eyes: Vec<FilledEye>,
    /// The groups of joined blocks with their eyes; `None` if no eyes were counted.
    pub groups: Option<Vec<Group>>,
    /// The protective moves that are owed once the dame are filled.
    pub protective_moves: Vec<ProtectiveMove>,
}

/// A move that a player owes inside his own territory once the dame are filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProtectiveMove {
    /// The player who owes the move.
    pub owner: Color,
    /// The point.
    pub point: u16,
    /// A stone of the chain that the opponent would otherwise capture, or a dead stone that would
    /// otherwise live. If two chains are threatened, the stone belongs to the weaker chain.
    pub stone: u16,
}

/// A move: the player, and either the index of the point or `None` for a pass.
pub type Step = (Color, Option<u16>);

/// An owed move, and the reason for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwedMove {
    /// The move.
    pub owed: ProtectiveMove,
    /// The dame that joins the chains, if the opponent first has to take this dame to cut them
    /// apart. If the owner takes it himself, he owes nothing.
    pub(crate) cut: Option<u16>,
    /// Whether `owed.stone` is a dead stone of the opponent, which would live if the move were left
    /// out.
    pub frees_dead: bool,
    /// The opponent's refutation if the owner leaves out the move: the moves that capture living
    /// stones of the owner once the dame are filled. The opponent moves first. The dead stones are
    /// still on the board. The list is empty if the search proves the loss but finds no single line
    /// of play that shows it.
    pub refutation: Vec<Step>,
}

impl Trace {
    /// Returns whether a player owes a protective move at a point, given by its grid index.
    pub fn is_owed(&self, index: usize) -> bool {
        let mut points = self.protective_moves.iter().map(|owed| owed.point);
        points.any(|point| usize::from(point) == index)
    }

    /// Returns, for each block, the total number of eyes of the block and of all blocks that are
    /// joined with it across dame or around a region with eyes. A block with fewer than two eyes is
    /// in seki. Returns `None` if no eyes were counted.
    pub fn eyes_of_blocks(&self, analysis: &Analysis) -> Option<Vec<u16>> {
        let groups = self.groups.as_ref()?;
        // for each group, the blocks around its spaces
        let mut around = vec![Vec::new(); groups.len()];
        for (group, blocks) in groups.iter().zip(&mut around) {
            for space in &group.spaces {
                let region = &analysis.regions()[usize::from(space.region)];
                blocks.extend_from_slice(analysis.blocks_around(region));
            }
        }
        let mut sets = UnionFind::default();
        sets.reset(idx16(analysis.blocks().len()));
        for set in self.joined.iter().chain(&around) {
            set.windows(2)
                .for_each(|pair| sets.join(pair[0].into(), pair[1].into()));
        }
        let mut eyes = vec![0; analysis.blocks().len()];
        for (group, blocks) in groups.iter().zip(&around) {
            if let Some(&block) = blocks.first() {
                eyes[sets.find(block.into())] += group.eyes;
            }
        }
        Some(
            (0..eyes.len())
                .map(|block| eyes[sets.find(block)])
                .collect(),
        )
    }
}

/// A false eye that was filled.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FilledEye {
    /// The filled point.
    pub point: u16,
    /// The region of the point.
    pub region: u16,
    /// The adjacent blocks that have no other liberty.
    pub in_atari: Vec<u16>,
}

/// The eye spaces of a set of joined blocks.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Group {
    /// The number of eyes in all spaces together.
    pub eyes: u16,
    /// The spaces: regions, or the parts that remain of them after false eyes are filled.
    pub spaces: Vec<Space>,
}

impl Group {
    /// Collects eye spaces into groups, and returns the groups in the order of their first spaces.
    /// Each space comes with the number of its set of blocks. `eyes` returns the number of eyes of
    /// a set.
    pub(super) fn collect(spaces: Vec<(usize, Space)>, eyes: impl Fn(usize) -> u16) -> Vec<Self> {
        let mut groups: Vec<(usize, Self)> = Vec::new();
        for (set, space) in spaces {
            match groups.iter_mut().find(|(other, _)| *other == set) {
                Some((_, group)) => group.spaces.push(space),
                None => groups.push((
                    set,
                    Self {
                        eyes: eyes(set),
                        spaces: vec![space],
                    },
                )),
            }
        }
        groups.into_iter().map(|(_, group)| group).collect()
    }
}

/// A region, or a connected component of it after its false eyes are filled.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Space {
    /// The region.
    pub region: u16,
    /// The points.
    pub points: Vec<u16>,
    /// The number of whole eyes.
    pub eyes: u16,
}

impl Space {
    /// Returns the space that consists of `points`, with the number of eyes that its boundary
    /// determines.
    pub(super) fn new(region: u16, points: &[u16], boundary: Boundary) -> Self {
        let mut points = points.to_vec();
        sort(&mut points);
        Self {
            region,
            points,
            eyes: boundary.eyes_if_owner_first(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::territory::{Evaluator, TerritoryMap, strategy};

    /// The board of `false_eyes_filled_in_turn` in our corpus: the second eye becomes false only
    /// after the first is filled.
    const IN_TURN: &str =
        ".XO.O.OOO.\n.XOOOOOXXO\nXXXXXXXXO.\n.......XOO\n.......X..\n.......XXX\n";

    /// Returns the trace of a strategy on a diagram.
    fn trace_of(name: &str, diagram: &str) -> Trace {
        let mut evaluator = Evaluator::new();
        let position = Position::from_diagram(diagram).expect("a board");
        evaluator.on(&position, &[]).trace(
            strategy(name).expect("the strategy is listed"),
            &mut TerritoryMap::default(),
        )
    }

    #[test]
    fn trace_has_false_eyes_in_order() {
        for name in ["fixed-black", "grey", "linked", "independent"] {
            let trace = trace_of(name, IN_TURN);
            let filled: Vec<_> = trace
                .filled_eyes
                .iter()
                .map(|eye| (eye.point, &*eye.in_atari))
                .collect();
            // K4 is filled because of the block that borders the dame, then K6 because of the stone
            // between the two points; a row has 11 cells
            assert_eq!(
                filled,
                [(4 * 11 - 1, &[3][..]), (2 * 11 - 1, &[2])],
                "{name}"
            );
        }
        assert!(trace_of("unfilled", IN_TURN).filled_eyes.is_empty());
    }

    #[test]
    fn trace_has_groups_with_their_eyes() {
        let eyes = |name: &str| {
            let groups = trace_of(name, IN_TURN).groups?;
            let of = |group: &Group| {
                (
                    group.eyes,
                    group
                        .spaces
                        .iter()
                        .map(|space| space.eyes)
                        .collect::<Vec<_>>(),
                )
            };
            Some(groups.iter().map(of).collect::<Vec<_>>())
        };
        let black = (3, vec![1, 2]);
        for name in ["linked", "independent"] {
            assert_eq!(
                eyes(name),
                Some(vec![black.clone(), (2, vec![1, 1])]),
                "{name}"
            );
        }
        assert_eq!(eyes("unfilled"), Some(vec![black, (4, vec![1; 4])]));
        assert_eq!(eyes("flood"), None, "no eyes were counted");
    }

    #[test]
    fn blocks_have_the_eyes_of_all_blocks_that_they_are_joined_with() {
        // White's blocks are joined across dame and have the three eyes at the bottom; Black's
        // block has none
        let of = |name| {
            let diagram = "o.xx.o\nooxxoo\n..xx..\noooooo\n.o..o.";
            let position = Position::from_diagram(diagram).expect("a board");
            trace_of(name, diagram).eyes_of_blocks(&Analysis::new(&position, &[]))
        };
        for name in ["linked", "independent"] {
            assert_eq!(of(name), Some(vec![3, 0, 3, 3]), "{name}");
        }
        assert_eq!(of("flood"), None, "no eyes were counted");
    }

    #[test]
    fn trace_has_filled_dame_and_joined_blocks() {
        let joined = |name: &str| {
            let trace = trace_of(name, "xx.xx\noo.oo\n");
            (
                trace
                    .filled_dame
                    .into_iter()
                    .map(|(_, color)| color)
                    .collect::<Vec<_>>(),
                trace.joined,
            )
        };
        assert_eq!(
            joined("fixed-black"),
            (vec![Color::Black; 2], vec![vec![0, 1]])
        );
        assert_eq!(
            joined("alternating"),
            (
                vec![Color::Black, Color::White],
                vec![vec![0, 1], vec![2, 3]]
            )
        );
        for name in ["linked", "independent"] {
            assert_eq!(
                joined(name),
                (Vec::new(), vec![vec![0, 1], vec![2, 3]]),
                "{name}"
            );
        }
    }
}
