//! What is independently alive: static knowledge of life and death, without reading out moves on the board.
//!
//! ```text
//! benson     blocks that no one can capture even when their owner passes
//! open       blocks that are not hemmed in
//! false_eye  points that have to be filled, for a block beside them is cut off and has no other liberty
//! eye_space  how many eyes a space is in which dead stones stand
//! ```

pub(super) mod benson;
mod count;
pub(super) mod eye_space;
mod false_eye;
mod open;
mod told;

use super::analysis::Liberties;
use super::joins::Joins;
use super::{Analysis, Verdict, narrow, renew};
use crate::board::Cell;
use benson::Benson;

/// The memory of looking for life.
#[derive(Debug, Default)]
pub(super) struct Life {
    pub(super) benson: Benson,
    /// By block: whether it is not hemmed in.
    open: Vec<bool>,
    /// Over the blocks: those that are one, over dame, filled points or the regions between them.
    joins: Joins,
    /// The position with what is filled in.
    cells: Vec<Cell>,
    /// By cell: why a stone was filled in there.
    reasons: Vec<Reason>,
    /// By cell with a stone filled in: a block that it joins.
    joined: Vec<u16>,
    /// By cell: whether a dead stone stands there that was not captured.
    dead: Vec<bool>,
    /// By region: whether the owner has to capture stones in it.
    poked: Vec<bool>,
    /// By region: half eyes where stones were captured.
    halves: Vec<u16>,
    /// By region: how many stones were filled in.
    filled: Vec<u16>,
    /// By block that names a set of joined ones: its liberties, and whether it can't be short of them.
    liberties: Vec<Liberties>,
    safe: Vec<bool>,
    /// By block that names a set: twice the eyes of its regions.
    eyes: Vec<u16>,
    /// By region: twice its eyes, dead stones considered; known once a position was judged.
    pub(super) region_eyes: Vec<u16>,
    /// The points to be filled that were found in a round; in all rounds, with the number of the round.
    found: Vec<Cut>,
    cuts: Vec<(usize, Cut)>,
    rounds: usize,
    /// Points that are looked at, and whether a cell was.
    points: Vec<u16>,
    seen: Vec<bool>,
    /// By cell: the part that it was counted for.
    measured: Vec<u16>,
}

/// Why there is a stone on a point of a controlled region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Reason {
    /// There is none.
    #[default]
    Free,
    /// A block has to be connected there.
    Cut,
    /// The same, but a dead stone stands there or next to it.
    Poke,
    /// Dead stones are captured from there: the point stays the owner's.
    Capture,
}

/// A point at which a block has to be connected.
#[derive(Clone, Copy, Debug)]
struct Cut {
    point: u16,
    /// The block that has no other liberty.
    block: u16,
    /// Whether a dead stone stands there.
    is_poked: bool,
}

impl Life {
    /// Gives the regions their statuses.
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
        self.joins.reset(narrow(blocks));
        self.cells.clear();
        self.cells.extend_from_slice(analysis.cells());
        renew(&mut self.reasons, cells);
        renew(&mut self.joined, cells);
        renew(&mut self.dead, cells);
        for (_, region, _) in analysis.controlled() {
            for index in analysis.points(region).iter().map(|&point| usize::from(point)) {
                self.dead[index] = analysis.is_dead(index);
            }
        }
        renew(&mut self.poked, regions);
        renew(&mut self.halves, regions);
        renew(&mut self.filled, regions);
        renew(&mut self.seen, cells);
        self.cuts.clear();
        self.rounds = 0;
    }

    /// Joins, at each dame, the blocks of one colour that touch it.
    fn join_over_dame(&mut self, analysis: &Analysis) {
        for gap in analysis.gaps() {
            self.joins.join(usize::from(gap.blocks[0]), usize::from(gap.blocks[1]));
        }
    }

    /// The block of the stone on a cell, or one that a stone filled in there joins.
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
    use crate::scoring::Scorer;

    /// The diagram with `*` for false eyes that were filled, and `+` for points from where dead stones were captured.
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

    /// The analysis of a diagram in which dead stones are `@`.
    pub(in crate::scoring) fn analysis(diagram: &str) -> Analysis {
        let position = Position::from_diagram(&diagram.replace('@', ".")).expect("a board");
        let rows = diagram.lines().map(str::trim);
        let dead: Vec<Point> = rows
            .zip(0..)
            .flat_map(|(row, y)| row.bytes().zip(0..).filter(|&(letter, _)| letter == b'@').map(move |(_, x)| (x, y)))
            .map(|(x, y)| Point::new(x, y))
            .collect();
        let mut scorer = Scorer::new();
        scorer.set(&position, &dead);
        scorer.analysis().clone()
    }

    /// The same, and what was found of life in it.
    pub(super) fn judged(diagram: &str) -> (Analysis, Life) {
        let analysis = analysis(diagram);
        let (mut life, mut verdict) = (Life::default(), Verdict::default());
        verdict.reset(&analysis);
        life.judge(&analysis, &mut verdict);
        (analysis, life)
    }
}
