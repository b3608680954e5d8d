//! Counts eyes, and tells territory from seki.

use std::hint::select_unpredictable;

use super::Fill;
use crate::board::Cell;
use crate::scoring::analysis::Controlled;
use crate::scoring::eyes::Boundary;
use crate::scoring::lanes::Lanes;
use crate::scoring::{Analysis, Status, Verdict, narrow, renew};

/// In `seen`: a point of a part that was found. No cell or region has this number.
const FOUND: u16 = u16::MAX;

impl Fill {
    /// Joins the blocks around each region.
    ///
    /// False eyes in a region change its eyes, but not which blocks it joins: its points are connected, so a filled one
    /// joins what is around the parts that it separates.
    pub(super) fn join_around(&mut self, analysis: &Analysis) {
        let (blocks, all) = (analysis.blocks().len(), Lanes::mask(u8::MAX));
        for (&name, block) in analysis.surrounded().iter().zip(0..).filter(|&(&name, block)| name != block) {
            self.sets.join([name, block], all, blocks);
        }
    }

    /// Adds the eyes of the regions that each set of blocks is around, and tells territory from seki.
    pub(super) fn tell_eyes(&mut self, analysis: &Analysis, verdicts: &mut [Verdict]) {
        self.note_count();
        let blocks = analysis.blocks().len();
        self.find_eyes(analysis);
        renew(&mut self.eyes, blocks);
        for &Controlled { region, block, .. } in analysis.controlled_regions() {
            let sets = self.sets.names()[usize::from(block)].numbers();
            for (lane, &eyes) in self.region_eyes[usize::from(region)].numbers().iter().enumerate() {
                self.eyes[usize::from(sets[lane])][lane] += eyes;
            }
        }
        let mut counts = [Lanes::default(); Status::COUNT];
        for &Controlled { region, owner, block, .. } in analysis.controlled_regions() {
            let (number, sets) = (usize::from(region), self.sets.names()[usize::from(block)].numbers());
            let has_two = |(lane, &set): (usize, &u16)| u8::from(self.eyes[usize::from(set)][lane] >= 2) << lane;
            let alive = sets.iter().enumerate().map(has_two).fold(0, |lanes, lane| lanes | lane);
            let region = &analysis.regions()[number];
            let (left, size) = (self.left[number], Lanes::all(narrow(region.points.len())));
            let (status, filled) = (Status::territory(owner), left.differs(size));
            for (status, count) in [
                (status, left & Lanes::mask(alive)),
                (Status::Seki, left & Lanes::mask(!alive)),
                (Status::FalseEye, size - left),
            ] {
                counts[status as usize] = counts[status as usize] + count;
            }
            let of = |lane: usize| select_unpredictable(alive >> lane & 1 == 1, status, Status::Seki);
            for (lane, verdict) in verdicts.iter_mut().enumerate() {
                verdict.set(number, of(lane));
            }
            if filled != 0 {
                for (lane, verdict) in verdicts.iter_mut().enumerate().filter(|(lane, _)| filled >> lane & 1 == 1) {
                    if left.numbers()[lane] == 0 {
                        verdict.set(number, Status::FalseEye);
                        continue;
                    }
                    for &point in analysis.points(region) {
                        let is_filled = self.stones[usize::from(point)][owner.index()] >> lane & 1 == 1;
                        verdict.set_point(number, point, if is_filled { Status::FalseEye } else { of(lane) });
                    }
                }
            }
        }
        let dame = narrow(analysis.dame().len());
        let counts = counts.map(Lanes::numbers);
        for (lane, verdict) in verdicts.iter_mut().enumerate() {
            let mut points = counts.map(|count| count[lane]);
            points[Status::Dame as usize] = dame;
            verdict.set_counts(points.map(u32::from));
        }
    }

    /// Finds how many eyes each region is, once its false eyes are filled.
    fn find_eyes(&mut self, analysis: &Analysis) {
        let regions = analysis.regions().len();
        renew(&mut self.region_eyes, regions);
        self.left.clear();
        self.left.extend(analysis.regions().iter().map(|region| Lanes::all(narrow(region.points.len()))));
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
                // the lanes with the same false eyes
                let like = self.filled[numbers.clone()]
                    .iter()
                    .fold(left, |lanes, &filled| lanes & if filled >> lane & 1 == 1 { filled } else { !filled });
                self.find_eyes_in(analysis, same[0].region, lane, like);
                left &= !like;
            }
        }
    }

    /// Finds how many eyes a region is in lanes in which it has the same false eyes, of which one is given.
    fn find_eyes_in(&mut self, analysis: &Analysis, number: u16, lane: u32, like: u8) {
        let (mut left, mut eyes) = (0, 0);
        self.take_apart(analysis, number, lane, |part, boundary| {
            left += part.len();
            eyes += boundary.most_eyes();
        });
        let (mask, number) = (Lanes::mask(like), usize::from(number));
        self.left[number] = self.left[number].choose(Lanes::all(narrow(left)), mask);
        self.region_eyes[number] = self.region_eyes[number].choose(Lanes::all(eyes), mask);
    }

    /// Hands the parts to `see` that are left of a region in a lane once its false eyes are filled: the points, in the order
    /// in which they are come upon, and their measures as an eye.
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
        renew(&mut self.seen, analysis.cells().len());
        for &first in analysis.points(region) {
            if self.find_part(analysis, first) {
                // the first point's index is no other part's, and no cell is 0
                let boundary = Boundary::measure(analysis.grid(), &self.cells, &self.part, first, &mut self.seen);
                see(&mut self.part, boundary);
            }
        }
    }

    /// Finds the part of a region that `first` is in, unless that is filled or its part has been found: its points are in
    /// `self.part` then.
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
                    self.part.push(narrow(cell));
                }
            }
        }
        true
    }
}
