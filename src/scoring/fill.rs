//! The steps that the filling strategies share: which blocks belong together once the dame are played, which false
//! eyes have to be filled, and whether what is left makes two eyes.
//!
//! A dame point is never beside a point of a controlled region, for then they would be one region. So the stones with
//! which a strategy fills the dame matter in two ways only: they join blocks, and they stand on diagonals.
//!
//! Eight strategies take these steps at once, each in a lane of its own. Little of what they do differs, and what does is a
//! bit of a number.

mod eyes;
mod false_eyes;
mod sets;
mod trace;

use super::analysis::NONE;
use super::lanes::Lanes;
use super::life::Life;
use super::{Analysis, Region, Verdict, narrow, renew};
use crate::board::{Cell, Color, Size};
use sets::Sets;
pub use trace::{Filled, Group, Space, Trace};

/// What strategies make of the dame, and the memory of the common steps.
///
/// A strategy that is asked alone, as [`Strategy::score`](super::Strategy::score) is, has the first lane.
#[derive(Debug, Default)]
pub struct Fill {
    /// The lane of the strategy whose turn it is, and those that were in use so far.
    lane: u8,
    lanes: u8,
    /// By cell: the lanes in which there is a stone of Black's, and of White's. A dame without a colour stays empty.
    stones: Vec<[u8; 2]>,
    /// The lanes in which a stone on a dame joins what it touches of its colour.
    painted: u8,
    /// By colour: the lanes in which all blocks around a neutral region are one.
    linked: [u8; 2],
    /// The lanes in which blocks at one dame are one.
    bridged: u8,
    /// By place of a dame: the lanes in which it is joined with one beside it.
    paired: Vec<u8>,
    /// Over the blocks, one that is none, the candidates for false eyes as stones, and the dame by their places.
    sets: Sets,
    /// By block and candidate: how many liberties it has left.
    liberties: Vec<Lanes>,
    /// By candidate: the lanes in which it is filled, and those in which the last round has found it.
    filled: Vec<u8>,
    found: Vec<u8>,
    /// By candidate that is filled: a block beside it that had no other liberty, in one of the lanes.
    in_atari: Vec<u16>,
    /// By region: how many of its points are left once false eyes are filled, and how many eyes those are.
    left: Vec<Lanes>,
    region_eyes: Vec<Lanes>,
    /// By block that names a set: how many eyes its regions have, in each lane.
    eyes: Vec<[u16; Lanes::COUNT]>,
    /// The position, with false eyes filled as it is in some lane.
    cells: Vec<Cell>,
    /// The points of a part of a region that has false eyes.
    part: Vec<u16>,
    /// By cell: the last part that was found to border it, or `FOUND`.
    seen: Vec<u16>,
    /// The dame, column by column, each with the number of its region.
    columns: Vec<(usize, usize)>,
    /// By region: whether it is White's turn.
    turns: Vec<bool>,
    /// By block: whether the strategy has marked it.
    marked: Vec<bool>,
    /// The memory of looking for what is independently alive.
    pub(super) life: Life,
    /// What is done, where someone asks.
    trace: Option<Trace>,
    /// Whether the trace is whole, groups and all.
    is_told: bool,
}

impl Fill {
    /// Gets ready for the next strategies: every block alone, every dame empty, and the first lane's turn.
    pub(super) fn reset(&mut self, analysis: &Analysis) {
        self.lanes = 0;
        self.take_turn(0);
        self.stones.clear();
        (self.painted, self.linked, self.bridged) = (0, [0; 2], 0);
        renew(&mut self.marked, analysis.blocks().len());
    }

    /// Gives the turn to the strategy in a lane.
    pub(super) fn take_turn(&mut self, lane: usize) {
        self.lane = 1 << lane;
        self.lanes |= self.lane;
    }

    /// Lays the stones that there are in all lanes, if that was not done yet: not all strategies ask for them.
    fn lay_stones(&mut self, analysis: &Analysis) {
        if self.stones.is_empty() {
            self.stones.extend(analysis.cells().iter().map(|&cell| {
                // a product, which the processor makes of many cells at once
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

    /// Whether a block around a region is marked.
    #[must_use]
    pub fn touches_marked(&self, analysis: &Analysis, region: &Region) -> bool {
        // all are asked, for where to stop the processor can't foresee
        analysis.blocks_around(region).iter().fold(false, |any, &block| any | self.marked[usize::from(block)])
    }

    /// Fills the dame with stones of the colour that `color` says of each, given by its index and the number of its region.
    /// It is asked region by region, and row by row in each. A stone joins what it touches of its colour.
    pub fn paint(&mut self, analysis: &Analysis, color: impl FnMut(usize, usize) -> Color) {
        self.paint_these(analysis, analysis.dame(), color);
        self.painted |= self.lane;
    }

    /// Fills the dame with stones of `color`, which join all blocks of that colour around a region.
    pub fn paint_all(&mut self, analysis: &Analysis, color: Color) {
        self.paint_these(analysis, analysis.dame(), |_, _| color);
        self.link_around(|other| other == color);
    }

    /// Fills each neutral region with stones of Black and White in turn, Black's first, row by row.
    pub fn paint_rows_in_turn(&mut self, analysis: &Analysis) {
        self.paint_in_turn(analysis, analysis.dame());
    }

    /// The same column by column.
    pub fn paint_columns_in_turn(&mut self, analysis: &Analysis) {
        let column = |index: usize| analysis.grid().column_and_row(index).0;
        // where the next dame of each column goes
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

    /// Fills the dame, given by their indices and the numbers of their regions, in each region with Black and White in turn.
    fn paint_in_turn(&mut self, analysis: &Analysis, dame: impl Iterator<Item = (usize, usize)>) {
        let mut turns = std::mem::take(&mut self.turns);
        renew(&mut turns, analysis.regions().len());
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

    /// Joins, at each dame, the blocks of one colour that touch it, and nothing else.
    pub fn link_gaps(&mut self) {
        self.bridged |= self.lane;
    }

    /// Joins the blocks around each neutral region that are of the same colour, one of those that `is_linked` names.
    pub fn link_around(&mut self, is_linked: impl Fn(Color) -> bool) {
        for color in Color::BOTH.into_iter().filter(|&color| is_linked(color)) {
            self.linked[color.index()] |= self.lane;
        }
    }

    /// The common steps: fills false eyes, counts eyes, and gives the verdict.
    pub fn settle(&mut self, analysis: &Analysis, verdict: &mut Verdict) {
        self.settle_all(analysis, std::slice::from_mut(verdict));
    }

    /// The same for the strategies of all lanes at once. In the verdicts all regions are neutral before.
    pub(super) fn settle_all(&mut self, analysis: &Analysis, verdicts: &mut [Verdict]) {
        self.join_dame(analysis);
        self.note_dame(analysis);
        self.fill_false_eyes(analysis);
        self.join_around(analysis);
        self.tell_eyes(analysis, verdicts);
    }

    /// The same but for false eyes, which are counted as eyes.
    pub fn count_eyes(&mut self, analysis: &Analysis, verdict: &mut Verdict) {
        renew(&mut self.filled, analysis.candidates().len());
        if self.painted | self.linked[0] | self.linked[1] | self.bridged == 0 {
            self.sets.set(analysis.surrounded().iter().copied());
        } else {
            self.join_dame(analysis);
            self.join_around(analysis);
        }
        self.tell_eyes(analysis, std::slice::from_mut(verdict));
    }

    /// Joins what the stones on the dame, or the dame themselves, join.
    fn join_dame(&mut self, analysis: &Analysis) {
        self.lay_stones(analysis);
        let first_dame = analysis.blocks().len() + 1 + analysis.candidates().len();
        self.sets.set(0..narrow(first_dame + analysis.dame().len()));
        renew(&mut self.paired, analysis.dame().len());
        let (stones, paired, painted) = (&self.stones, &mut self.paired, self.painted);
        let node = |place: u16| narrow(first_dame) + place;
        let most = analysis.dame_pairs().len() + 2 * paired.len() + analysis.gaps().len() + analysis.blocks().len();
        self.sets.join_linked(most, |links| {
            for &pair in analysis.dame_pairs() {
                let (a, b) = (stones[analysis.dame_at(pair[0])], stones[analysis.dame_at(pair[1])]);
                let lanes = (a[0] & b[0] | a[1] & b[1]) & painted;
                paired[usize::from(pair[0])] |= lanes;
                paired[usize::from(pair[1])] |= lanes;
                links.add([node(pair[0]), node(pair[1])], lanes);
            }
            // without one beside it a dame joins nothing but the blocks around it
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
    use crate::scoring::{Strategy, score, strategy};

    /// Joins over dame and counts eyes, false ones too.
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
        // White's halves have an eye each, and touch the same dame
        let position = Position::from_diagram("o.o.o.o\nooo.ooo\nxxxxxxx\n...x...\n").expect("a board");
        let white = |strategy: &dyn Strategy| score(&position, strategy).territory(Color::White);
        assert_eq!((white(&Joined), white(strategy("unfilled").expect("it is listed"))), (2, 0));
    }
}
