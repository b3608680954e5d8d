//! Counts the eyes of joined blocks, and separates territory from seki.

use std::hint::select_unpredictable;

use super::per_fill::{FillMask, PerFill};
use super::steps::FillSteps;
use crate::board::{Cell, idx16};
use crate::territory::analysis::Controlled;
use crate::territory::eyes::Boundary;
use crate::territory::reset;
use crate::territory::{Analysis, Status, Verdict};

/// The value in `seen` of a point whose component was visited. It differs from all cell and region numbers.
const FOUND: u16 = u16::MAX;

impl FillSteps {
    /// Joins the blocks around each controlled region.
    ///
    /// False eyes change the number of eyes in a region, but not which blocks the region joins: a filled point joins
    /// the stones around the components that it separates.
    pub(super) fn join_around(&mut self, analysis: &Analysis) {
        let (blocks, all) = (analysis.blocks().len(), PerFill::mask(FillMask::MAX));
        for &pair in analysis.surrounding() {
            self.sets.join(pair, all, blocks);
        }
    }

    /// Counts the eyes of each set of blocks, and writes territory, seki and false eyes into `verdicts`.
    pub(super) fn decide(&mut self, analysis: &Analysis, verdicts: &mut [Verdict]) {
        self.find_eyes(analysis);
        self.add_eyes(analysis);
        let mut counts = [PerFill::default(); Status::COUNT];
        counts[Status::Dame as usize] = PerFill::all(idx16(analysis.dame().len()));
        for &one in analysis.controlled_regions() {
            let alive = self.alive(one.block);
            let left = self.left[usize::from(one.region)];
            let size = PerFill::all(idx16(analysis.regions()[usize::from(one.region)].points.len()));
            for (status, count) in [
                (Status::territory(one.owner), left & PerFill::mask(alive)),
                (Status::Seki, left & PerFill::mask(!alive)),
                (Status::FalseEye, size - left),
            ] {
                counts[status as usize] = counts[status as usize] + count;
            }
            for (fill, verdict) in verdicts.iter_mut().enumerate() {
                verdict.set(one.region.into(), status(one, alive, fill));
            }
            let filled = left.differs(size);
            if filled != 0 {
                self.decide_filled(analysis, one, alive, filled, verdicts);
            }
        }
        let counts = counts.map(PerFill::numbers);
        for (fill, verdict) in verdicts.iter_mut().enumerate() {
            verdict.set_counts(counts.map(|count| count[fill].into()));
        }
    }

    /// Adds up the eyes of the regions next to each set of blocks.
    fn add_eyes(&mut self, analysis: &Analysis) {
        reset(&mut self.eyes, analysis.blocks().len());
        for &Controlled { region, block, .. } in analysis.controlled_regions() {
            let sets = self.sets.representatives()[usize::from(block)].numbers();
            for (fill, &eyes) in self.region_eyes[usize::from(region)].numbers().iter().enumerate() {
                self.eyes[usize::from(sets[fill])][fill] += eyes;
            }
        }
    }

    /// Returns the fills that give the set of `block` two eyes.
    fn alive(&self, block: u16) -> FillMask {
        let sets = self.sets.representatives()[usize::from(block)].numbers();
        let has_two = |(fill, &set): (usize, &u16)| u8::from(self.eyes[usize::from(set)][fill] >= 2) << fill;
        sets.iter().enumerate().map(has_two).fold(0, |fills, fill| fills | fill)
    }

    /// Writes the statuses of a region in the fills `filled`, where it has false eyes.
    fn decide_filled(
        &self,
        analysis: &Analysis,
        one: Controlled,
        alive: FillMask,
        filled: FillMask,
        verdicts: &mut [Verdict],
    ) {
        let number = usize::from(one.region);
        let left = self.left[number].numbers();
        for (fill, verdict) in verdicts.iter_mut().enumerate().filter(|(fill, _)| filled >> fill & 1 == 1) {
            if left[fill] == 0 {
                verdict.set(number, Status::FalseEye);
                continue;
            }
            for &point in analysis.points(&analysis.regions()[number]) {
                let is_filled = self.stones[usize::from(point)][one.owner.index()] >> fill & 1 == 1;
                let status = if is_filled { Status::FalseEye } else { status(one, alive, fill) };
                verdict.set_point(number, point, status);
            }
        }
    }

    /// Finds the number of eyes of each region after its false eyes are filled.
    fn find_eyes(&mut self, analysis: &Analysis) {
        let regions = analysis.regions().len();
        reset(&mut self.region_eyes, regions);
        self.left.clear();
        self.left.extend(analysis.regions().iter().map(|region| PerFill::all(idx16(region.points.len()))));
        for one in analysis.controlled_regions() {
            self.region_eyes[usize::from(one.region)] = PerFill::all(one.eyes);
        }
        let mut first = 0;
        for same in analysis.candidates().chunk_by(|one, other| one.region == other.region) {
            let numbers = first..first + same.len();
            first = numbers.end;
            let mut left = self.filled[numbers.clone()].iter().fold(0, |fills, &filled| fills | filled);
            while left != 0 {
                let fill = left.trailing_zeros() as usize;
                // the fills with the same false eyes as this fill
                let like = self.filled[numbers.clone()]
                    .iter()
                    .fold(left, |fills, &filled| fills & if filled >> fill & 1 == 1 { filled } else { !filled });
                self.find_eyes_in(analysis, same[0].region, fill, like);
                left &= !like;
            }
        }
    }

    /// Finds the number of eyes of a region for the fills `like`, which have the same false eyes as `fill`.
    fn find_eyes_in(&mut self, analysis: &Analysis, number: u16, fill: usize, like: FillMask) {
        let (mut left, mut eyes) = (0, 0);
        self.divide(analysis, number, fill, |component, boundary| {
            left += component.len();
            eyes += boundary.most_eyes();
        });
        let (mask, number) = (PerFill::mask(like), usize::from(number));
        self.left[number] = self.left[number].choose(PerFill::all(idx16(left)), mask);
        self.region_eyes[number] = self.region_eyes[number].choose(PerFill::all(eyes), mask);
    }

    /// Fills the false eyes of `fill` in a region. Calls `see` for each connected component of the rest with its
    /// points, in the order of a breadth-first search, and its boundary.
    pub(super) fn divide(
        &mut self,
        analysis: &Analysis,
        number: u16,
        fill: usize,
        mut see: impl FnMut(&mut [u16], Boundary),
    ) {
        let region = &analysis.regions()[usize::from(number)];
        let owner = region.owner.expect("a controlled region");
        self.cells.clear();
        self.cells.extend_from_slice(analysis.cells());
        for &point in analysis.points(region) {
            if self.stones[usize::from(point)][owner.index()] >> fill & 1 == 1 {
                self.cells[usize::from(point)] = owner.into();
            }
        }
        reset(&mut self.seen, analysis.cells().len());
        for &first in analysis.points(region) {
            if self.find_component(analysis, first) {
                // the mark is the first point's index, which is unique to the component and never 0
                let boundary = Boundary::measure(analysis.grid(), &self.cells, &self.component, first, &mut self.seen);
                see(&mut self.component, boundary);
            }
        }
    }

    /// Collects the component of `first` in `self.component`. Returns false if `first` is filled or its component was
    /// already visited.
    fn find_component(&mut self, analysis: &Analysis, first: u16) -> bool {
        if self.cells[usize::from(first)] != Cell::Empty || self.seen[usize::from(first)] == FOUND {
            return false;
        }
        self.component.clear();
        self.component.push(first);
        self.seen[usize::from(first)] = FOUND;
        analysis.grid().flood(&mut self.component, |cell| {
            self.cells[cell] == Cell::Empty && std::mem::replace(&mut self.seen[cell], FOUND) != FOUND
        });
        true
    }
}

/// Returns the status in `fill` of the unfilled points of a region. The blocks around the region have two eyes in the
/// fills `alive`.
fn status(one: Controlled, alive: FillMask, fill: usize) -> Status {
    select_unpredictable(alive >> fill & 1 == 1, Status::territory(one.owner), Status::Seki)
}
