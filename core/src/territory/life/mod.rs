//! Static analysis of independent life: which blocks live, without reading out moves on the board.
//!
//! ```text
//! benson     blocks that cannot be captured even if their owner always passes
//! open       blocks that are not hemmed in
//! false_eye  points that have to be filled because an adjacent block is cut off and has no other liberty
//! eye_space  the number of eyes of a space in which dead stones stand
//! ```

pub(super) mod benson;
mod count;
pub(super) mod eye_space;
mod false_eye;
mod open;
mod told;

use super::analysis::LibertyRange;
use super::union_find::UnionFind;
use super::{Analysis, Verdict, idx16, reset};
use crate::board::Cell;
use benson::Benson;

/// The buffers and results of the static analysis of life.
#[derive(Debug, Default)]
pub(super) struct Life {
    pub(super) benson: Benson,
    /// For each block, whether it is not hemmed in.
    open: Vec<bool>,
    /// A union-find over the blocks. It joins blocks across dame, through filled points and around controlled regions.
    joins: UnionFind,
    /// The cells of the position, with the filled points.
    cells: Vec<Cell>,
    /// For each cell, the reason why it was filled.
    reasons: Vec<Reason>,
    /// For each filled cell, a block that the filled stone joins.
    joined: Vec<u16>,
    /// For each cell, whether a dead stone stands there that has not been captured.
    dead: Vec<bool>,
    /// For each region, whether the owner has to capture dead stones in it.
    poked: Vec<bool>,
    /// For each region, the number of half eyes that captures leave.
    halves: Vec<u16>,
    /// For each region, the number of points that were filled.
    filled: Vec<u16>,
    /// For each block that represents a set, the liberties of the set, and whether the set cannot be captured.
    liberties: Vec<LibertyRange>,
    safe: Vec<bool>,
    /// For each block that represents a set, the number of eyes of its regions, in halves.
    eyes: Vec<u16>,
    /// For each region, its number of eyes, in halves, with dead stones counted. Valid after [`Self::judge`].
    pub(super) region_eyes: Vec<u16>,
    /// The points to be filled that one round has found; and those of all rounds, each with the number of its round.
    found: Vec<Cut>,
    cuts: Vec<(usize, Cut)>,
    rounds: usize,
    /// The queue of a flood fill, and for each cell whether the fill has visited it.
    points: Vec<u16>,
    seen: Vec<bool>,
    /// For each cell, the mark of the component for whose boundary it was counted.
    measured: Vec<u16>,
}

/// The reason why a stone was put on a point of a controlled region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Reason {
    /// The point has no such stone.
    #[default]
    Free,
    /// A block has to be connected there.
    Cut,
    /// A block has to be connected there, and a dead stone stands on the point or next to it.
    Poke,
    /// Dead stones are captured from there. The point still counts for the owner.
    Capture,
}

/// A point at which a block has to be connected.
#[derive(Clone, Copy, Debug)]
struct Cut {
    point: u16,
    /// The block that has no other liberty.
    block: u16,
    /// Whether a dead stone stands on the point.
    is_poked: bool,
}

impl Life {
    /// Gives every controlled region its status in `verdict`.
    pub(super) fn judge(&mut self, analysis: &Analysis, verdict: &mut Verdict) {
        self.reset(analysis);
        self.join_over_dame(analysis);
        self.fill_false_eyes(analysis);
        self.count_eyes(analysis);
        self.tell(analysis, verdict);
    }

    fn reset(&mut self, analysis: &Analysis) {
        let (blocks, regions, cells) = (analysis.blocks().len(), analysis.regions().len(), analysis.cells().len());
        self.benson.find(analysis);
        open::mark_open(analysis, &mut self.open);
        self.joins.reset(idx16(blocks));
        self.cells.clear();
        self.cells.extend_from_slice(analysis.cells());
        reset(&mut self.reasons, cells);
        reset(&mut self.joined, cells);
        reset(&mut self.dead, cells);
        for (_, region, _) in analysis.controlled() {
            for index in analysis.points(region).iter().map(|&point| usize::from(point)) {
                self.dead[index] = analysis.is_dead(index);
            }
        }
        reset(&mut self.poked, regions);
        reset(&mut self.halves, regions);
        reset(&mut self.filled, regions);
        reset(&mut self.seen, cells);
        self.cuts.clear();
        self.rounds = 0;
    }

    /// Joins blocks of one colour that touch the same dame point.
    fn join_over_dame(&mut self, analysis: &Analysis) {
        for gap in analysis.gaps() {
            self.joins.join(usize::from(gap.blocks[0]), usize::from(gap.blocks[1]));
        }
    }

    /// Returns the block of the stone at `cell`, or a block that a filled stone there joins.
    fn block(&self, analysis: &Analysis, cell: usize) -> Option<usize> {
        match self.reasons[cell] {
            Reason::Free => analysis.cells()[cell].color().map(|_| analysis.block(cell)),
            _ => Some(usize::from(self.joined[cell])),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::board::{Point, Position};
    use crate::territory::Evaluator;

    /// Returns the diagram with `*` for false eyes that were filled, and `+` for points from which dead stones were
    /// captured.
    pub(super) fn drawn(life: &Life, analysis: &Analysis) -> String {
        let letter = |index: usize| match (life.reasons[index], analysis.cells()[index]) {
            (Reason::Cut | Reason::Poke, _) => '*',
            (Reason::Capture, _) => '+',
            (_, Cell::Black) => 'x',
            (_, Cell::White) => 'o',
            _ if life.dead[index] => '@',
            _ => '.',
        };
        let rows: Vec<String> = analysis.grid().rows().map(|row| row.map(letter).collect()).collect();
        rows.join("\n")
    }

    /// Returns the analysis of a diagram in which dead stones are `@`.
    pub(in crate::territory) fn analysis(diagram: &str) -> Analysis {
        let position = Position::from_diagram(&diagram.replace('@', ".")).expect("a board");
        let rows = diagram.lines().map(str::trim);
        let dead: Vec<Point> = rows
            .zip(0..)
            .flat_map(|(row, y)| row.bytes().zip(0..).filter(|&(letter, _)| letter == b'@').map(move |(_, x)| (x, y)))
            .map(|(x, y)| Point::new(x, y))
            .collect();
        let mut evaluator = Evaluator::new();
        evaluator.set(&position, &dead);
        evaluator.analysis().clone()
    }

    /// Returns the analysis of a diagram and what [`Life::judge`] finds in it.
    pub(super) fn judged(diagram: &str) -> (Analysis, Life) {
        let analysis = analysis(diagram);
        let (mut life, mut verdict) = (Life::default(), Verdict::default());
        verdict.reset(&analysis);
        life.judge(&analysis, &mut verdict);
        (analysis, life)
    }
}
