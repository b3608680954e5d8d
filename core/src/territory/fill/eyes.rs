//! Counts the eyes of joined blocks, and tells territory from seki.

use std::hint::select_unpredictable;

use super::Fill;
use crate::board::Cell;
use crate::territory::analysis::Controlled;
use crate::territory::eyes::Boundary;
use crate::territory::lanes::Lanes;
use crate::territory::{Analysis, Status, Verdict, idx16, reset};

/// The value in `seen` of a point whose component was visited. No cell or region has this number.
const FOUND: u16 = u16::MAX;

impl Fill {
    /// Joins the blocks around each controlled region.
    ///
    /// False eyes change the eyes of a region, but not which blocks the region joins: a filled point is joined with the
    /// stones around the components that it separates.
    pub(super) fn join_around(&mut self, analysis: &Analysis) {
        let (blocks, all) = (analysis.blocks().len(), Lanes::mask(u8::MAX));
        for &pair in analysis.surrounding() {
            self.sets.join(pair, all, blocks);
        }
    }

    /// Counts the eyes of each set of blocks, and writes territory, seki and false eyes into `verdicts`.
    pub(super) fn tell_eyes(&mut self, analysis: &Analysis, verdicts: &mut [Verdict]) {
        self.note_count();
        self.find_eyes(analysis);
        self.add_eyes(analysis);
        let mut counts = [Lanes::default(); Status::COUNT];
        counts[Status::Dame as usize] = Lanes::all(idx16(analysis.dame().len()));
        for &one in analysis.controlled_regions() {
            let alive = self.alive(one.block);
            let left = self.left[usize::from(one.region)];
            let size = Lanes::all(idx16(analysis.regions()[usize::from(one.region)].points.len()));
            for (status, count) in [
                (Status::territory(one.owner), left & Lanes::mask(alive)),
                (Status::Seki, left & Lanes::mask(!alive)),
                (Status::FalseEye, size - left),
            ] {
                counts[status as usize] = counts[status as usize] + count;
            }
            for (lane, verdict) in verdicts.iter_mut().enumerate() {
                verdict.set(one.region.into(), status(one, alive, lane));
            }
            let filled = left.differs(size);
            if filled != 0 {
                self.tell_filled(analysis, one, alive, filled, verdicts);
            }
        }
        let counts = counts.map(Lanes::numbers);
        for (lane, verdict) in verdicts.iter_mut().enumerate() {
            verdict.set_counts(counts.map(|count| count[lane].into()));
        }
    }

    /// Adds up the eyes of the regions around which each set of blocks stands.
    fn add_eyes(&mut self, analysis: &Analysis) {
        reset(&mut self.eyes, analysis.blocks().len());
        for &Controlled { region, block, .. } in analysis.controlled_regions() {
            let sets = self.sets.names()[usize::from(block)].numbers();
            for (lane, &eyes) in self.region_eyes[usize::from(region)].numbers().iter().enumerate() {
                self.eyes[usize::from(sets[lane])][lane] += eyes;
            }
        }
    }

    /// Returns the lanes in which the set of `block` has two eyes.
    fn alive(&self, block: u16) -> u8 {
        let sets = self.sets.names()[usize::from(block)].numbers();
        let has_two = |(lane, &set): (usize, &u16)| u8::from(self.eyes[usize::from(set)][lane] >= 2) << lane;
        sets.iter().enumerate().map(has_two).fold(0, |lanes, lane| lanes | lane)
    }

    /// Writes the statuses of a region in the lanes `filled`, in which it has false eyes.
    fn tell_filled(&self, analysis: &Analysis, one: Controlled, alive: u8, filled: u8, verdicts: &mut [Verdict]) {
        let number = usize::from(one.region);
        let left = self.left[number].numbers();
        for (lane, verdict) in verdicts.iter_mut().enumerate().filter(|(lane, _)| filled >> lane & 1 == 1) {
            if left[lane] == 0 {
                verdict.set(number, Status::FalseEye);
                continue;
            }
            for &point in analysis.points(&analysis.regions()[number]) {
                let is_filled = self.stones[usize::from(point)][one.owner.index()] >> lane & 1 == 1;
                let status = if is_filled { Status::FalseEye } else { status(one, alive, lane) };
                verdict.set_point(number, point, status);
            }
        }
    }

    /// Finds the number of eyes of each region after its false eyes are filled.
    fn find_eyes(&mut self, analysis: &Analysis) {
        let regions = analysis.regions().len();
        reset(&mut self.region_eyes, regions);
        self.left.clear();
        self.left.extend(analysis.regions().iter().map(|region| Lanes::all(idx16(region.points.len()))));
        for one in analysis.controlled_regions() {
            self.region_eyes[usize::from(one.region)] = Lanes::all(one.eyes);
        }
        let mut first = 0;
        for same in analysis.candidates().chunk_by(|one, other| one.region == other.region) {
            let numbers = first..first + same.len();
            first = numbers.end;
            let mut left = self.filled[numbers.clone()].iter().fold(0, |lanes, &filled| lanes | filled);
            while left != 0 {
                let lane = left.trailing_zeros();
                // the lanes with the same false eyes as this one
                let like = self.filled[numbers.clone()]
                    .iter()
                    .fold(left, |lanes, &filled| lanes & if filled >> lane & 1 == 1 { filled } else { !filled });
                self.find_eyes_in(analysis, same[0].region, lane, like);
                left &= !like;
            }
        }
    }

    /// Finds the number of eyes of a region in the lanes `like`, in which it has the same false eyes as in `lane`.
    fn find_eyes_in(&mut self, analysis: &Analysis, number: u16, lane: u32, like: u8) {
        let (mut left, mut eyes) = (0, 0);
        self.take_apart(analysis, number, lane, |part, boundary| {
            left += part.len();
            eyes += boundary.most_eyes();
        });
        let (mask, number) = (Lanes::mask(like), usize::from(number));
        self.left[number] = self.left[number].choose(Lanes::all(idx16(left)), mask);
        self.region_eyes[number] = self.region_eyes[number].choose(Lanes::all(eyes), mask);
    }

    /// Calls `see` for each connected component of a region after the false eyes of `lane` are filled, with its points,
    /// in the order of a breadth-first search, and its boundary.
    pub(super) fn take_apart(
        &mut self,
        analysis: &Analysis,
        number: u16,
        lane: u32,
        mut see: impl FnMut(&mut [u16], Boundary),
    ) {
        let region = &analysis.regions()[usize::from(number)];
        let owner = region.owner.expect("a controlled region");
        self.cells.clear();
        self.cells.extend_from_slice(analysis.cells());
        for &point in analysis.points(region) {
            if self.stones[usize::from(point)][owner.index()] >> lane & 1 == 1 {
                self.cells[usize::from(point)] = owner.into();
            }
        }
        reset(&mut self.seen, analysis.cells().len());
        for &first in analysis.points(region) {
            if self.find_part(analysis, first) {
                // the mark is the first point's index: no other component has it, and no cell is 0
                let boundary = Boundary::measure(analysis.grid(), &self.cells, &self.part, first, &mut self.seen);
                see(&mut self.part, boundary);
            }
        }
    }

    /// Collects the component of `first` in `self.part`. Returns false if `first` is filled or its component was
    /// visited.
    fn find_part(&mut self, analysis: &Analysis, first: u16) -> bool {
        if self.cells[usize::from(first)] != Cell::Empty || self.seen[usize::from(first)] == FOUND {
            return false;
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
                    self.part.push(idx16(cell));
                }
            }
        }
        true
    }
}

/// Returns the status in `lane` of the points of a region that are not filled. In the lanes `alive` the blocks around
/// the region have two eyes.
fn status(one: Controlled, alive: u8, lane: usize) -> Status {
    select_unpredictable(alive >> lane & 1 == 1, Status::territory(one.owner), Status::Seki)
}
