//! The steps that the filling strategies share: which blocks belong together once the dame are played, which false
//! eyes have to be filled, and whether what is left makes two eyes.
//!
//! A dame point is never beside a point of a controlled region, for then they would be one region. So the stones with
//! which a strategy fills the dame matter in two ways only: they join blocks, and they stand on diagonals.

mod trace;

use std::hint::select_unpredictable;

use super::analysis::{Candidate, Controlled, Liberties, NONE};
use super::eyes::Boundary;
use super::joins::Joins;
use super::life::Life;
use super::{Analysis, Region, Status, Verdict, narrow, renew};
use crate::board::{Cell, Color, Size};
pub use trace::{Filled, Group, Space, Trace};

/// What a strategy makes of the dame, and the memory of the common steps.
#[derive(Debug, Default)]
pub struct Fill {
    /// Over the blocks, one that is none, and behind them the dame by their places in the analysis.
    joins: Joins,
    /// The position with the dame and the false eyes filled. A dame without a colour stays empty.
    cells: Vec<Cell>,
    /// By block that names a set of joined ones: the liberties of the set.
    liberties: Vec<Liberties>,
    /// By block that names a set: how many eyes its regions have.
    eyes: Vec<u16>,
    false_eyes: Vec<FalseEye>,
    /// The candidates that are false-ish now.
    false_ish: Vec<u16>,
    /// By region: how many of its points were filled as false eyes.
    filled: Vec<u16>,
    /// The dame, column by column, each with the number of its region.
    columns: Vec<(usize, usize)>,
    /// By region: whether it is White's turn.
    turns: Vec<bool>,
    /// What a stone on a dame joins: blocks, or two dame.
    contacts: Vec<[u16; 2]>,
    /// The points of a part of a region that has false eyes.
    part: Vec<u16>,
    /// By cell: the last part that was found to border it, or [`FOUND`].
    seen: Vec<u16>,
    /// By block: whether the strategy has marked it.
    marked: Vec<bool>,
    /// The memory of looking for what is independently alive.
    pub(super) life: Life,
    /// What is done, where someone asks.
    trace: Option<Trace>,
    /// Whether the trace is whole, groups and all.
    is_told: bool,
}

/// A point that was filled as a false eye.
#[derive(Clone, Copy, Debug)]
struct FalseEye {
    point: u16,
    region: u16,
    /// A block beside it, or beside another false eye that it joins.
    block: u16,
}

/// In `seen`: a point of a part that was found. No cell or region has this number.
const FOUND: u16 = u16::MAX;

impl Fill {
    /// Gets ready for the next strategy: every block alone, every dame empty.
    pub(super) fn reset(&mut self, analysis: &Analysis) {
        let blocks = analysis.blocks().len();
        self.joins.reset(blocks + 1, blocks + 1 + analysis.dame().len());
        self.cells.clear();
        self.cells.extend_from_slice(analysis.cells());
        self.false_eyes.clear();
        self.filled.clear();
        self.filled.resize(analysis.regions().len(), 0);
        self.marked.clear();
        self.marked.resize(blocks, false);
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
        analysis.blocks_around(region).iter().any(|&block| self.marked[usize::from(block)])
    }

    /// Fills the dame with stones of the colour that `color` says of each, given by its index and the number of its region.
    /// A stone joins what it touches of its colour.
    pub fn paint(&mut self, analysis: &Analysis, mut color: impl FnMut(usize, usize) -> Color) {
        for (index, region) in analysis.dame() {
            self.cells[index] = color(index, region).into();
        }
        self.join_painted(analysis);
    }

    /// Fills the dame with stones of `color`, which join all blocks of that colour around a region.
    pub fn paint_all(&mut self, analysis: &Analysis, color: Color) {
        for (index, _) in analysis.dame() {
            self.cells[index] = color.into();
        }
        self.link_around(analysis, |other| other == color);
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
        renew(&mut self.turns, analysis.regions().len());
        for (index, region) in dame {
            let turn = &mut self.turns[region];
            self.cells[index] = Color::BOTH[usize::from(*turn)].into();
            *turn = !*turn;
        }
        self.join_painted(analysis);
    }

    /// Joins the stones on the dame with those beside them.
    fn join_painted(&mut self, analysis: &Analysis) {
        let first_node = analysis.blocks().len() + 1;
        let mut contacts = std::mem::take(&mut self.contacts);
        contacts.resize(analysis.gaps().len() + analysis.dame_pairs().len(), [0; 2]);
        // each is written down before it is known to be one, for the processor can't foresee which are
        let mut count = 0;
        for &pair in analysis.dame_pairs() {
            let [a, b] = pair.map(|place| self.cells[analysis.dame_at(place)]);
            contacts[count] = pair.map(|place| narrow(first_node + usize::from(place)));
            count += usize::from(a == b);
        }
        if count > 0 {
            for (((index, _), &[black, white]), node) in analysis.dame().zip(analysis.touched()).zip(first_node..) {
                let touched = select_unpredictable(self.cells[index] == Cell::White, white, black);
                self.joins.add(node, select_unpredictable(touched == NONE, narrow(node), touched));
            }
        }
        for gap in analysis.gaps() {
            contacts[count] = gap.blocks;
            count += usize::from(self.cells[usize::from(gap.point)] == gap.stone);
        }
        contacts[..count].iter().for_each(|&nodes| self.join(nodes));
        self.contacts = contacts;
    }

    /// Joins, at each dame, the blocks of one colour that touch it, and nothing else.
    pub fn link_gaps(&mut self, analysis: &Analysis) {
        analysis.gaps().iter().for_each(|gap| self.join(gap.blocks));
    }

    /// Joins the blocks around each neutral region that are of the same colour, one of those that `is_linked` names. No
    /// block is joined before.
    pub fn link_around(&mut self, analysis: &Analysis, is_linked: impl Fn(Color) -> bool) {
        for ((block, number), &linked) in analysis.blocks().iter().zip(0..).zip(analysis.linked()) {
            self.joins.add(number.into(), select_unpredictable(is_linked(block.color), linked, number));
        }
    }

    fn join(&mut self, [a, b]: [u16; 2]) {
        self.joins.join(usize::from(a), usize::from(b));
    }

    /// The common steps: fills false eyes, counts eyes, and gives the verdict.
    pub fn settle(&mut self, analysis: &Analysis, verdict: &mut Verdict) {
        self.note_dame(analysis);
        self.fill_false_eyes(analysis);
        self.count_eyes(analysis, verdict);
    }

    /// While some false-ish point is the only liberty of a neighbouring block, fills it with the colour that controls
    /// it.
    ///
    /// The order does not matter. A fill adds stones, so a false-ish point stays one; and it takes no liberty from a
    /// block that it does not touch, so a block with one liberty keeps it until that very point is filled.
    fn fill_false_eyes(&mut self, analysis: &Analysis) {
        let mut candidates = analysis.last_liberties();
        loop {
            self.find_false_ish(analysis, candidates);
            if !self.false_eyes.is_empty() {
                self.keep_last_liberties(analysis, candidates);
            }
            if self.false_ish.is_empty() {
                return;
            }
            let before = self.false_eyes.len();
            self.find_false_eyes(analysis, candidates);
            if self.false_eyes.len() == before {
                return;
            }
            self.note_false_eyes(analysis, before);
            for number in before..self.false_eyes.len() {
                let FalseEye { point, region, block } = self.false_eyes[number];
                self.filled[usize::from(region)] += 1;
                self.cells[usize::from(point)] = owner(analysis, region).into();
                for cell in analysis.grid().neighbours(usize::from(point)) {
                    if let Some(other) = self.block(analysis, cell) {
                        self.join([block, other]);
                    }
                }
            }
            // what is filled takes liberties
            candidates = analysis.candidates();
        }
    }

    /// Finds those of the false-ish candidates that are the only liberty of a neighbouring block.
    fn find_false_eyes(&mut self, analysis: &Analysis, candidates: &[Candidate]) {
        let is_first = self.false_eyes.is_empty();
        if is_first && self.trace.is_none() {
            self.joins.names(analysis.blocks().len());
        } else {
            self.find_liberties(analysis);
        }
        for at in 0..self.false_ish.len() {
            let candidate = &candidates[usize::from(self.false_ish[at])];
            let block = if is_first {
                self.first_block_with_no_other_liberty(analysis, candidate)
            } else {
                self.block_with_no_other_liberty(candidate)
            };
            if let Some(block) = block {
                self.false_eyes.push(FalseEye { point: candidate.point, region: candidate.region, block });
            }
        }
    }

    /// Finds those of the candidates that are not filled yet, and have on the first line one occupied neighbour and one
    /// opposing diagonal, elsewhere two and two.
    fn find_false_ish(&mut self, analysis: &Analysis, candidates: &[Candidate]) {
        let grid = analysis.grid();
        self.false_ish.clear();
        // each is written down before it is known to be one, for the processor can't foresee which are
        self.false_ish.resize(candidates.len(), 0);
        let mut count = 0;
        for (number, candidate) in candidates.iter().enumerate() {
            let index = usize::from(candidate.point);
            let against = grid.diagonals(index).map(|cell| u8::from(self.cells[cell] == candidate.opponent));
            let occupied = grid.neighbours(index).map(|cell| u8::from(self.cells[cell].color().is_some()));
            let is_enough = |counts: [u8; 4]| counts.iter().sum::<u8>() >= candidate.needed;
            self.false_ish[count] = narrow(number);
            count += usize::from((self.cells[index] == Cell::Empty) & is_enough(against) & is_enough(occupied));
        }
        self.false_ish.truncate(count);
    }

    /// Of the false-ish candidates, keeps those that may be the last liberty of a block now that there are false eyes: they
    /// were the last liberty of one before, or one beside them was joined with those that a false eye has taken a liberty
    /// from.
    fn keep_last_liberties(&mut self, analysis: &Analysis, candidates: &[Candidate]) {
        self.joins.names(analysis.blocks().len() + 1);
        let (joins, false_eyes, liberties) = (&self.joins, &self.false_eyes, analysis.liberties());
        self.false_ish.retain(|&number| {
            let candidate = &candidates[usize::from(number)];
            candidate.blocks.into_iter().any(|block| {
                let set = joins.named(block.into());
                liberties[usize::from(block)] == Liberties::only(candidate.point)
                    || false_eyes.iter().any(|false_eye| joins.named(false_eye.block.into()) == set)
            })
        });
    }

    /// The block of the stone on a cell beside a controlled region, or one that a filled false eye joins.
    fn block(&self, analysis: &Analysis, cell: usize) -> Option<u16> {
        if analysis.cells()[cell].color().is_some() {
            Some(narrow(analysis.block(cell)))
        } else if self.cells[cell].color().is_some() {
            let found = self.false_eyes.iter().find(|false_eye| usize::from(false_eye.point) == cell);
            found.map(|false_eye| false_eye.block)
        } else {
            None
        }
    }

    /// Finds the liberties of each set of joined blocks.
    fn find_liberties(&mut self, analysis: &Analysis) {
        let mut liberties = std::mem::take(&mut self.liberties);
        let nodes = analysis.blocks().len() + 1;
        liberties.clear();
        liberties.resize(nodes, Liberties::NONE);
        let names = self.joins.names(nodes);
        for contact in analysis.contacts() {
            if self.filled[usize::from(contact.region)] == 0 {
                let set = &mut liberties[usize::from(names[usize::from(contact.block)])];
                *set = set.with(contact.liberties);
            }
        }
        if self.false_eyes.is_empty() {
            self.liberties = liberties;
            return;
        }
        // the liberties in a region with false eyes are other ones by now
        for (number, region, _) in analysis.controlled() {
            if self.filled[number] == 0 {
                continue;
            }
            for &point in analysis.points(region) {
                if self.cells[usize::from(point)] == Cell::Empty {
                    for cell in analysis.grid().neighbours(usize::from(point)) {
                        if let Some(block) = self.block(analysis, cell) {
                            let set = &mut liberties[self.joins.find(usize::from(block))];
                            *set = set.with(Liberties::only(point));
                        }
                    }
                }
            }
        }
        self.liberties = liberties;
    }

    /// A block beside a candidate whose only liberty, together with what it was joined with, is that point.
    ///
    /// Stones that were filled in beside it need not be asked: the candidate has an opponent's stone on a diagonal, so not
    /// beside a filled point, and the stone between that and the candidate is joined with what was filled in, or else
    /// there is another liberty between the two.
    fn block_with_no_other_liberty(&mut self, candidate: &Candidate) -> Option<u16> {
        let only = Liberties::only(candidate.point);
        candidate.blocks.into_iter().find(|&block| self.liberties[self.joins.find(usize::from(block))] == only)
    }

    /// The same while nothing is filled, when the sets of joined blocks have names: few candidates are left then, and to
    /// look at the liberties of their sets takes less than to find those of all.
    fn first_block_with_no_other_liberty(&self, analysis: &Analysis, candidate: &Candidate) -> Option<u16> {
        let (only, liberties) = (Liberties::only(candidate.point), analysis.liberties());
        candidate.blocks.into_iter().find(|&block| {
            let block = usize::from(block);
            liberties[block] == only && {
                let names = self.joins.all_named(analysis.blocks().len());
                // all blocks are asked, for where to stop the processor can't foresee
                let has_other = names.iter().zip(liberties).fold(0, |any, (&name, &other)| {
                    let is_other = [name == names[block], other != only, other != Liberties::NONE].map(u8::from);
                    any | is_other[0] & is_other[1] & is_other[2]
                });
                has_other == 0
            }
        })
    }

    /// Joins the blocks around each region, adds the regions' eyes, and tells territory from seki.
    ///
    /// False eyes in a region change its eyes, but not which blocks it joins: its points are connected, so a filled one
    /// joins what is around the parts that it separates.
    pub fn count_eyes(&mut self, analysis: &Analysis, verdict: &mut Verdict) {
        self.note_count();
        analysis.surrounding().iter().for_each(|&blocks| self.join(blocks));
        self.joins.names(analysis.blocks().len());
        self.eyes.clear();
        self.eyes.resize(analysis.blocks().len(), 0);
        if !self.false_eyes.is_empty() {
            self.seen.clear();
            self.seen.resize(self.cells.len(), 0);
        }
        for &Controlled { region, block, eyes, .. } in analysis.controlled_regions() {
            let eyes = match self.filled[usize::from(region)] {
                0 => eyes,
                _ => analysis
                    .points(&analysis.regions()[usize::from(region)])
                    .iter()
                    .filter_map(|&point| self.part(analysis, point))
                    .map(Boundary::most_eyes)
                    .sum(),
            };
            self.eyes[self.joins.named(block.into())] += eyes;
        }
        for &Controlled { region, owner, block, .. } in analysis.controlled_regions() {
            let (number, set) = (usize::from(region), self.joins.named(block.into()));
            let status = select_unpredictable(self.eyes[set] >= 2, Status::territory(owner), Status::Seki);
            let region = &analysis.regions()[number];
            match u32::from(self.filled[number]) {
                0 => verdict.set(number, status),
                all if all == region.size() => verdict.set(number, Status::FalseEye),
                _ => {
                    for &point in analysis.points(region) {
                        let is_left = self.cells[usize::from(point)] == Cell::Empty;
                        verdict.set_point(number, point, if is_left { status } else { Status::FalseEye });
                    }
                }
            }
        }
    }

    /// Finds the part of a region with false eyes that `first` is in, unless that is filled or its part has been found:
    /// its points are in `self.part` then.
    fn part(&mut self, analysis: &Analysis, first: u16) -> Option<Boundary> {
        if self.cells[usize::from(first)] != Cell::Empty || self.seen[usize::from(first)] == FOUND {
            return None;
        }
        self.part.clear();
        self.part.push(first);
        self.seen[usize::from(first)] = FOUND;
        let mut next = 0;
        while let Some(&point) = self.part.get(next) {
            next += 1;
            for cell in analysis.grid().neighbours(usize::from(point)) {
                if self.cells[cell] == Cell::Empty && self.seen[cell] != FOUND {
                    self.seen[cell] = FOUND;
                    self.part.push(narrow(cell));
                }
            }
        }
        // the first point's index is no other part's, and no cell is 0
        Some(Boundary::measure(analysis.grid(), &self.cells, &self.part, first, &mut self.seen))
    }
}

/// The colour that controls a region, which some colour does.
fn owner(analysis: &Analysis, region: u16) -> Color {
    analysis.regions()[usize::from(region)].owner.expect("a controlled region")
}
