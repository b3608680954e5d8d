//! What a search remembers: moments that it has been at, and play-outs that it has counted.

use super::moment::Moment;
use super::play::Field;
use super::search::Move;
use super::set::Set;

/// As many moments are remembered.
const MOMENTS: usize = 1 << 15;

/// As many ends are: play-outs that differ in their captures and in who passed first often end alike.
const ENDS: usize = 1 << 14;

/// What a moment is known to be worth to the player to move, from here on.
///
/// It is half as large as what the processor fetches at once, and begins where that or its half does.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Known {
    stones: [Set; 2],
    /// The rest of the moment.
    rest: u32,
    bounds: [i32; 2],
    /// Of which search it is: others do not count.
    search: u16,
    best: Move,
}

/// What a play-out is worth to Black where it ends with these stones.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    stones: [Set; 2],
    score: i32,
    /// Of which search it is.
    search: u16,
}

/// The memory of one search after another.
#[derive(Debug, Default)]
pub(super) struct Table {
    moments: Vec<Known>,
    /// By place among the moments, a part of the hash of what is there. Every second moment is new: that is told
    /// without a look at what is there, for which the processor waits longer than for anything else.
    tags: Vec<u16>,
    ends: Vec<Counted>,
    /// The number of the search, from 1; after the last of its type it begins again, with nothing remembered.
    search: u16,
}

/// Where a moment is in the table, and its tag.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    place: usize,
    tag: u16,
}

impl Table {
    /// Forgets the last search.
    pub(super) fn begin(&mut self) {
        if self.search == u16::MAX {
            *self = Self::default();
        }
        if self.moments.is_empty() {
            let none = Known { stones: [0; 2], rest: 0, bounds: [0; 2], search: 0, best: None };
            self.moments = vec![none; MOMENTS];
            self.tags = vec![0; MOMENTS];
            self.ends = vec![Counted::default(); ENDS];
        }
        self.search += 1;
    }

    /// Where a moment is, if it is remembered.
    pub(super) fn slot(&self, moment: &Moment) -> Slot {
        let [black, white] = moment.stones;
        // zeros as where sets had a second word, so that the same moments are remembered
        let all = hash([black, 0, white, 0, moment.rest().into()]);
        // what other searches left has other tags, mostly
        let [_, _, _, low, high, ..] = (all ^ hash([self.search.into()])).to_le_bytes();
        Slot { place: place(all, MOMENTS), tag: u16::from_le_bytes([low, high]) }
    }

    /// What a moment is worth, at least and at most, and the move that was best; `None` where that is not remembered.
    pub(super) fn known(&self, slot: Slot, moment: &Moment) -> Option<([i32; 2], Move)> {
        if self.tags[slot.place] != slot.tag {
            return None;
        }
        let known = &self.moments[slot.place];
        let is_it = known.search == self.search && known.stones == moment.stones && known.rest == moment.rest();
        is_it.then_some((known.bounds, known.best))
    }

    /// Remembers a moment.
    pub(super) fn note(&mut self, slot: Slot, moment: &Moment, bounds: [i32; 2], best: Move) {
        self.tags[slot.place] = slot.tag;
        self.moments[slot.place] =
            Known { stones: moment.stones, rest: moment.rest(), bounds, search: self.search, best };
    }

    /// What the play-out is worth to Black if it ends here.
    pub(super) fn score(&mut self, field: &Field, moment: &Moment) -> i32 {
        let (search, stones) = (self.search, moment.stones);
        let counted = &mut self.ends[place(hash(stones), ENDS)];
        if counted.search != search || counted.stones != stones {
            *counted = Counted { stones, search, score: field.count(moment).score };
        }
        counted.score
    }
}

fn hash<const N: usize>(words: [u64; N]) -> u64 {
    words.into_iter().fold(0, |hash: u64, word| (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95))
}

/// The place of a hash in a table of at most 2^24.
fn place(hash: u64, size: usize) -> usize {
    usize::try_from(hash >> 40).expect("24 bits") % size
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

    #[test]
    fn nothing_is_remembered_of_another_search() {
        let moments: Vec<Moment> = (0..60).map(|node| Moment::first([1 << node, 0], Color::Black)).collect();
        let mut table = Table::default();
        table.begin();
        let note = |table: &mut Table| {
            for (moment, value) in moments.iter().zip(0..) {
                table.note(table.slot(moment), moment, [value; 2], Some(7));
            }
        };
        let known = |table: &Table| moments.iter().filter_map(|moment| table.known(table.slot(moment), moment)).count();
        note(&mut table);
        assert!(known(&table) > 50, "of {}", moments.len());
        assert_eq!(table.known(table.slot(&moments[59]), &moments[59]), Some(([59; 2], Some(7))));
        assert_eq!(table.known(table.slot(&moments[59]), &moments[59].after_pass()), None);
        table.begin();
        assert_eq!((known(&table), table.search), (0, 2));
        note(&mut table);
        table.search = u16::MAX - 1;
        table.begin();
        note(&mut table);
        // 1 and 2 are numbers of searches before
        for number in [1, 2] {
            table.begin();
            assert_eq!((known(&table), table.search), (0, number));
        }
    }
}
