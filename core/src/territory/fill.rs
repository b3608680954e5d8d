//! The steps that all fills share: join blocks across the dame, fill false eyes, and decide whether the rest makes two
//! eyes.
//!
//! A dame point is never adjacent to a point of a controlled region, for then the two would be in one region. So the
//! stones with which a strategy fills the dame matter in two ways only: they join blocks, and they stand on diagonals.
//!
//! Up to eight fills take these steps at once, each in a SIMD lane of its own, because their work is mostly the same. A
//! set of lanes is a `u8` with one bit for each.

mod eyes;
mod false_eyes;
mod sets;
mod trace;

use super::analysis::NONE;
use super::lanes::Lanes;
use super::life::Life;
use super::{Analysis, Region, Verdict, idx16, reset};
use crate::board::{Cell, Color, Size};
use sets::Sets;
pub use trace::{Filled, Group, Space, Trace};

/// The buffers of the common steps, and how each strategy has filled the dame.
///
/// A strategy that runs alone, through [`Strategy::score`](super::Strategy::score), uses the first lane.
#[derive(Debug, Default)]
pub struct Fill {
    /// The lane of the current strategy, and the lanes in use.
    lane: u8,
    lanes: u8,
    /// For each cell, the lanes in which Black, and in which White, has a stone there. A dame that is not filled stays
    /// empty.
    stones: Vec<[u8; 2]>,
    /// The lanes in which a stone on a dame joins the stones of its colour that it touches.
    painted: u8,
    /// For each colour, the lanes in which all blocks of the colour around a neutral region are joined.
    linked: [u8; 2],
    /// The lanes in which blocks of one colour that touch the same dame point are joined.
    bridged: u8,
    /// For each dame point, the lanes in which it is joined with an adjacent dame point.
    paired: Vec<u8>,
    /// A union-find for each lane. Its nodes are the blocks, one node for "nothing", the false-eye candidates as stones
    /// that may be filled in, and the dame points, in this order.
    sets: Sets,
    /// For each block and candidate node, the number of its liberties that are left in controlled regions.
    liberties: Vec<Lanes>,
    /// For each candidate, the lanes in which it is filled, and the lanes in which the last round found it to be a
    /// false eye.
    filled: Vec<u8>,
    found: Vec<u8>,
    /// For each filled candidate, an adjacent block that had no other liberty, in one of the lanes.
    in_atari: Vec<u16>,
    /// For each region, the number of its points that are left after false eyes are filled, and the number of their
    /// eyes.
    left: Vec<Lanes>,
    region_eyes: Vec<Lanes>,
    /// For each block that represents a set, the number of eyes of the set in each lane.
    eyes: Vec<[u16; Lanes::COUNT]>,
    /// The cells of the position, with the false eyes of one lane filled.
    cells: Vec<Cell>,
    /// The points of one connected component of a region, after its false eyes are filled.
    part: Vec<u16>,
    /// For each cell, `FOUND` if it is a point of a component that was visited, or the mark of the last component whose
    /// boundary it was counted for.
    seen: Vec<u16>,
    /// The dame in column-major order, each with the number of its region.
    columns: Vec<(usize, usize)>,
    /// For each region, whether White plays the next dame.
    turns: Vec<bool>,
    /// For each block, whether the strategy has marked it.
    marked: Vec<bool>,
    /// The buffers of the static analysis of life.
    pub(super) life: Life,
    /// The trace of what was done, if requested.
    trace: Option<Trace>,
    /// Whether the trace has its groups already.
    is_told: bool,
}

impl Fill {
    /// Resets everything for the next strategies: no blocks are joined, every dame is empty, and the first lane is
    /// current.
    pub(super) fn reset(&mut self, analysis: &Analysis) {
        self.lanes = 0;
        self.take_turn(0);
        self.stones.clear();
        (self.painted, self.linked, self.bridged) = (0, [0; 2], 0);
        reset(&mut self.marked, analysis.blocks().len());
    }

    /// Makes `lane` the current one.
    pub(super) fn take_turn(&mut self, lane: usize) {
        self.lane = 1 << lane;
        self.lanes |= self.lane;
    }

    /// Writes the stones of the position into all lanes of `stones`, once: not every strategy needs them.
    fn lay_stones(&mut self, analysis: &Analysis) {
        if self.stones.is_empty() {
            self.stones.extend(analysis.cells().iter().map(|&cell| {
                // a product instead of a branch, so that the loop is vectorised
                [Cell::Black, Cell::White].map(|stone| u8::from(cell == stone) * u8::MAX)
            }));
        }
    }

    /// Marks the blocks around a region.
    pub fn mark_around(&mut self, analysis: &Analysis, region: &Region) {
        for &block in analysis.blocks_around(region) {
            self.marked[usize::from(block)] = true;
        }
    }

    /// Returns whether a block around a region is marked.
    #[must_use]
    pub fn touches_marked(&self, analysis: &Analysis, region: &Region) -> bool {
        // tests all blocks: leaving the loop early would be a mispredicted branch
        analysis.blocks_around(region).iter().fold(false, |any, &block| any | self.marked[usize::from(block)])
    }

    /// Fills every dame with a stone of the colour that `color` returns for its index and the number of its region. The
    /// calls go region by region, in row-major order. A stone joins the stones of its colour that it touches.
    pub fn paint(&mut self, analysis: &Analysis, color: impl FnMut(usize, usize) -> Color) {
        self.paint_these(analysis, analysis.dame(), color);
        self.painted |= self.lane;
    }

    /// Fills every dame with `color`, which joins all blocks of that colour around each neutral region.
    pub fn paint_all(&mut self, analysis: &Analysis, color: Color) {
        self.paint_these(analysis, analysis.dame(), |_, _| color);
        self.link_around(|other| other == color);
    }

    /// Fills each neutral region with Black, White, Black … in row-major order.
    pub fn paint_rows_in_turn(&mut self, analysis: &Analysis) {
        self.paint_in_turn(analysis, analysis.dame());
    }

    /// Fills each neutral region with Black, White, Black … in column-major order.
    pub fn paint_columns_in_turn(&mut self, analysis: &Analysis) {
        let column = |index: usize| analysis.grid().column_and_row(index).0;
        // the index at which the next dame of each column is stored
        let mut ends = [0_usize; Size::MAX as usize + 2];
        analysis.dame().for_each(|(index, _)| ends[column(index) + 1] += 1);
        for column in 1..ends.len() {
            ends[column] += ends[column - 1];
        }
        let mut columns = std::mem::take(&mut self.columns);
        columns.resize(analysis.dame().len(), (0, 0));
        for (index, region) in analysis.dame() {
            let end = &mut ends[column(index)];
            columns[*end] = (index, region);
            *end += 1;
        }
        self.paint_in_turn(analysis, columns.iter().copied());
        self.columns = columns;
    }

    /// Fills `dame`, given by index and number of the region, with Black, White, Black … in each region.
    fn paint_in_turn(&mut self, analysis: &Analysis, dame: impl Iterator<Item = (usize, usize)>) {
        let mut turns = std::mem::take(&mut self.turns);
        reset(&mut turns, analysis.regions().len());
        self.paint_these(analysis, dame, |_, region| {
            let turn = &mut turns[region];
            *turn = !*turn;
            Color::BOTH[usize::from(!*turn)]
        });
        self.turns = turns;
        self.painted |= self.lane;
    }

    fn paint_these(
        &mut self,
        analysis: &Analysis,
        dame: impl Iterator<Item = (usize, usize)>,
        mut color: impl FnMut(usize, usize) -> Color,
    ) {
        self.lay_stones(analysis);
        for (index, region) in dame {
            self.stones[index][color(index, region).index()] |= self.lane;
        }
    }

    /// Joins blocks of one colour that touch the same dame point, and nothing else.
    pub fn link_gaps(&mut self) {
        self.bridged |= self.lane;
    }

    /// Joins all blocks of one colour around each neutral region, for the colours for which `is_linked` is true.
    pub fn link_around(&mut self, is_linked: impl Fn(Color) -> bool) {
        for color in Color::BOTH.into_iter().filter(|&color| is_linked(color)) {
            self.linked[color.index()] |= self.lane;
        }
    }

    /// Takes the common steps for one strategy: fills false eyes, counts eyes, and writes `verdict`.
    pub fn settle(&mut self, analysis: &Analysis, verdict: &mut Verdict) {
        self.settle_all(analysis, std::slice::from_mut(verdict));
    }

    /// Takes the common steps for the strategies of all lanes at once. Every region of `verdicts` is neutral at the
    /// call.
    pub(super) fn settle_all(&mut self, analysis: &Analysis, verdicts: &mut [Verdict]) {
        self.join_dame(analysis);
        self.note_dame(analysis);
        self.fill_false_eyes(analysis);
        self.join_around(analysis);
        self.tell_eyes(analysis, verdicts);
    }

    /// Counts eyes and writes `verdict` without filling false eyes, which count as eyes.
    pub fn count_eyes(&mut self, analysis: &Analysis, verdict: &mut Verdict) {
        reset(&mut self.filled, analysis.candidates().len());
        if self.painted | self.linked[0] | self.linked[1] | self.bridged == 0 {
            self.sets.set(analysis.surrounded().iter().copied());
        } else {
            self.join_dame(analysis);
            self.join_around(analysis);
        }
        self.tell_eyes(analysis, std::slice::from_mut(verdict));
    }

    /// Joins blocks across the dame: through stones on dame points, or as `linked` and `bridged` say.
    fn join_dame(&mut self, analysis: &Analysis) {
        self.lay_stones(analysis);
        let first_dame = analysis.blocks().len() + 1 + analysis.candidates().len();
        self.sets.set(0..idx16(first_dame + analysis.dame().len()));
        reset(&mut self.paired, analysis.dame().len());
        let (stones, paired, painted) = (&self.stones, &mut self.paired, self.painted);
        let node = |place: u16| idx16(first_dame) + place;
        let most = analysis.dame_pairs().len() + 2 * paired.len() + analysis.gaps().len() + analysis.blocks().len();
        self.sets.join_linked(most, |links| {
            for &pair in analysis.dame_pairs() {
                let (a, b) = (stones[analysis.dame_at(pair[0])], stones[analysis.dame_at(pair[1])]);
                let lanes = (a[0] & b[0] | a[1] & b[1]) & painted;
                paired[usize::from(pair[0])] |= lanes;
                paired[usize::from(pair[1])] |= lanes;
                links.add([node(pair[0]), node(pair[1])], lanes);
            }
            // a dame point that is joined with no other joins only the blocks around it, and `gaps` has these pairs
            for (((index, _), touched), (&paired, place)) in
                analysis.dame().zip(analysis.touched()).zip(paired.iter().zip(0..))
            {
                for (&block, &lanes) in touched.iter().zip(&stones[index]) {
                    let is_block = u8::from(block != NONE) * u8::MAX;
                    links.add([block, node(place)], lanes & paired & is_block);
                }
            }
            for gap in analysis.gaps() {
                let lanes = stones[usize::from(gap.point)][gap.stone as usize];
                links.add(gap.blocks, lanes & painted | self.bridged);
            }
            for ((block, number), &linked) in analysis.blocks().iter().zip(0..).zip(analysis.linked()) {
                let is_other = u8::from(linked != number) * u8::MAX;
                links.add([linked, number], self.linked[block.color.index()] & is_other);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::territory::{Strategy, score, strategy};

    /// Joins blocks across dame and counts eyes, false eyes included.
    struct Joined;

    impl Strategy for Joined {
        fn name(&self) -> &'static str {
            "joined"
        }

        fn summary(&self) -> &'static str {
            ""
        }

        fn score(&self, analysis: &Analysis, fill: &mut Fill, verdict: &mut Verdict) {
            fill.link_gaps();
            fill.count_eyes(analysis, verdict);
        }
    }

    #[test]
    fn eyes_are_counted_of_what_was_joined() {
        // White's two halves have an eye each, and touch the same dame point
        let position = Position::from_diagram("o.o.o.o\nooo.ooo\nxxxxxxx\n...x...\n").expect("a board");
        let white = |strategy: &dyn Strategy| score(&position, strategy).territory(Color::White);
        assert_eq!((white(&Joined), white(strategy("unfilled").expect("it is listed"))), (2, 0));
    }
}
