//! Blocks as a player points them out: by a stone beside the point that a sentence is about. And the dame that decide
//! whether blocks are joined, or short of liberties.

use std::collections::BTreeSet;

use super::Explained;
use crate::board::{Cell, Color};
use crate::report::text::count;
use crate::territory::{FilledEye, Region, Trace};

/// The number of blocks or dame that a sentence names, at most.
const NAMED: usize = 3;

/// The dame that the opponent has before a block has no liberty but its false eye.
pub(super) enum DameBefore {
    /// These, which may be none.
    Points(Vec<usize>),
    /// Some of them join the block with others, so it is not known which.
    Unknown,
}

impl Explained<'_> {
    /// Returns the block of the living stone on a cell, if there is one.
    fn block_at(&self, index: usize) -> Option<u16> {
        let has_stone = matches!(self.game.position.cells()[index], Cell::Black | Cell::White);
        has_stone.then(|| u16::try_from(self.analysis().block(index)).expect("at most 52 · 52 blocks"))
    }

    /// Returns the cells adjacent to points.
    fn adjacent(&self, points: &[usize]) -> impl Iterator<Item = usize> {
        let grid = self.game.position.grid();
        points.iter().flat_map(move |&point| grid.neighbours(point))
    }

    /// Returns those of `blocks` that have a stone beside one of `points`, or all if none has.
    pub(super) fn blocks_beside(&self, points: &[usize], blocks: &[u16]) -> Vec<u16> {
        let mut beside = Vec::new();
        for block in self.adjacent(points).filter_map(|cell| self.block_at(cell)) {
            if blocks.contains(&block) && !beside.contains(&block) {
                beside.push(block);
            }
        }
        if beside.is_empty() { blocks.to_vec() } else { beside }
    }

    /// Returns a block by a stone beside one of `points`, such as `P10 (3 stones)`; by its first stone if none is.
    fn block_near(&self, block: u16, points: &[usize]) -> String {
        let (first, stones) = self.blocks[usize::from(block)];
        let stone = self.adjacent(points).find(|&cell| self.block_at(cell) == Some(block)).unwrap_or(first);
        format!("{} ({})", self.point(stone), count(stones.into(), "stone"))
    }

    /// Returns blocks by their stones beside `points`.
    pub(super) fn blocks_near(&self, blocks: &[u16], points: &[usize]) -> String {
        let names = blocks.iter().take(NAMED).map(|&block| self.block_near(block, points));
        let rest = blocks.len().checked_sub(NAMED).filter(|&rest| rest > 0).map(|rest| format!("{rest} more"));
        in_a_row(&names.chain(rest).collect::<Vec<_>>(), "and")
    }

    /// Returns the dame that the opponent has before the blocks beside a filled eye have no other liberty.
    pub(super) fn dame_before(&self, trace: &Trace, filled: &FilledEye, owner: Color) -> DameBefore {
        let joined = self.joined_with(trace, filled);
        let mut stones: Vec<usize> = self.stones_of(&joined).collect();
        let (mut seen, mut dame) = (BTreeSet::new(), BTreeSet::new());
        while let Some(stone) = stones.pop() {
            for cell in self.game.position.grid().neighbours(stone) {
                if !self.is_dame(cell) || !seen.insert(cell) {
                    continue;
                }
                match color_on(trace, cell) {
                    Some(color) if color == owner => stones.push(cell),
                    None if joined.len() > 1 => return DameBefore::Unknown,
                    _ => _ = dame.insert(cell),
                }
            }
        }
        DameBefore::Points(dame.into_iter().collect())
    }

    /// Returns the blocks in atari beside a filled eye, and those that they are joined with by then.
    fn joined_with(&self, trace: &Trace, filled: &FilledEye) -> BTreeSet<u16> {
        let mut joined: BTreeSet<u16> = filled.in_atari.iter().copied().collect();
        let before = || trace.filled_eyes.iter().filter(|other| other.round < filled.round);
        let filled_in = before().map(|other| {
            self.adjacent(&[other.point.into()]).filter_map(|cell| self.block_at(cell)).collect::<Vec<_>>()
        });
        let sets: Vec<Vec<u16>> = trace.joined.iter().cloned().chain(filled_in).collect();
        loop {
            let size = joined.len();
            for set in &sets {
                if set.iter().any(|block| joined.contains(block)) {
                    joined.extend(set);
                }
            }
            if joined.len() == size {
                return joined;
            }
        }
    }

    /// Returns how a set of joined blocks joins those of `blocks` that are in it, which are beside `points`, with each
    /// other, or one of them with others: `P10 (3 stones) and Q11 (10 stones) are joined at O10`.
    pub(super) fn how_joined(&self, trace: &Trace, set: &[u16], blocks: &[u16], points: &[usize]) -> Option<String> {
        let own: Vec<u16> = blocks.iter().copied().filter(|block| set.contains(block)).collect();
        let joints = match self.joints(trace, set, &own) {
            joints if joints.len() > NAMED => Vec::new(),
            joints => joints,
        };
        let all = |word: &str| in_a_row(&self.names(&joints), word);
        let at = match (joints.len(), own.len()) {
            (0, _) => "over dame".to_owned(),
            // one of them is enough to join two blocks, unless the strategy fills each
            (_, ..=2) if trace.filled_dame.is_empty() => format!("at {}", all("or")),
            _ => format!("at {}", all("and")),
        };
        let names = self.blocks_near(&own, points);
        match own.as_slice() {
            [] => None,
            [one] => {
                let is_other = |block: &u16| block != one && set.contains(block);
                let others: Vec<u16> = set.iter().copied().filter(is_other).collect();
                let others = self.blocks_near(&self.blocks_beside(&joints, &others), &joints);
                Some(format!("{names} is joined {at} with {others}"))
            }
            _ => Some(format!("{names} are joined {at}")),
        }
    }

    /// Returns the dame that join blocks of `own` with each other, or a single one with others of its `set`; none if that
    /// is not all that joins them.
    fn joints(&self, trace: &Trace, set: &[u16], own: &[u16]) -> Vec<usize> {
        let Some(&first) = own.first() else { return Vec::new() };
        let color = self.analysis().blocks()[usize::from(first)].color;
        let touched = |dame: usize| -> BTreeSet<u16> {
            let blocks = self.adjacent(&[dame]).filter_map(|cell| self.block_at(cell)).collect::<Vec<_>>();
            blocks.into_iter().filter(|block| set.contains(block)).collect()
        };
        let is_joint = |dame: &usize| {
            let blocks = touched(*dame);
            let own_blocks = blocks.iter().filter(|block| own.contains(block)).count();
            let is_open = color_on(trace, *dame).is_none_or(|other| other == color);
            is_open && if own.len() > 1 { own_blocks > 1 } else { own_blocks == 1 && blocks.len() > 1 }
        };
        let dame = self.game.position.grid().points().filter(|&index| self.is_dame(index));
        let joints: Vec<usize> = dame.filter(is_joint).collect();
        let joined: BTreeSet<u16> = joints.iter().flat_map(|&dame| touched(dame)).collect();
        if own.iter().all(|block| joined.contains(block)) { joints } else { Vec::new() }
    }

    /// Returns the dame on which the fill's stones keep the blocks around a region from others of their colour.
    pub(super) fn cut_off_at(&self, trace: &Trace, region: &Region) -> Vec<(u16, Color)> {
        let Some(owner) = region.owner else { return Vec::new() };
        let around = self.analysis().blocks_around(region);
        let sets = trace.joined.iter().filter(|set| set.iter().any(|block| around.contains(block)));
        let own: BTreeSet<u16> = sets.flatten().chain(around).copied().collect();
        let is_cut = |&&(dame, color): &&(u16, Color)| {
            let touched: Vec<u16> = self.adjacent(&[dame.into()]).filter_map(|cell| self.block_at(cell)).collect();
            let is_other =
                |block: &u16| !own.contains(block) && self.analysis().blocks()[usize::from(*block)].color == owner;
            color != owner && touched.iter().any(|block| own.contains(block)) && touched.iter().any(is_other)
        };
        trace.filled_dame.iter().filter(is_cut).copied().collect()
    }

    /// Returns the coordinates of points.
    pub(super) fn names(&self, points: &[usize]) -> Vec<String> {
        points.iter().map(|&index| self.point(index)).collect()
    }

    fn stones_of(&self, blocks: &BTreeSet<u16>) -> impl Iterator<Item = usize> {
        let points = self.game.position.grid().points();
        points.filter(|&index| self.block_at(index).is_some_and(|block| blocks.contains(&block)))
    }

    fn is_dame(&self, index: usize) -> bool {
        self.game.position.cells()[index] == Cell::Empty && self.analysis().is_dame(index)
    }
}

/// Returns the colour of the stone with which a dame is filled, if it is.
fn color_on(trace: &Trace, dame: usize) -> Option<Color> {
    trace.filled_dame.iter().find(|(point, _)| usize::from(*point) == dame).map(|&(_, color)| color)
}

/// Returns items as in a sentence: `A, B and C`.
pub(super) fn in_a_row(items: &[String], word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// Leaves the word *stones* out of all block names but the first: `P10 (3 stones) and Q11 (10)`.
pub(super) fn stones_once(text: &str) -> String {
    let mut parts = text.split('(');
    let mut short = parts.next().unwrap_or_default().to_owned();
    let mut is_first = true;
    for part in parts {
        let digits = part.len() - part.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        let (number, rest) = part.split_at(digits);
        let end = rest.strip_prefix(" stones)").or_else(|| rest.strip_prefix(" stone)")).filter(|_| digits > 0);
        short.push('(');
        match end {
            Some(end) if !is_first => short.extend([number, ")", end]),
            _ => short.push_str(part),
        }
        is_first &= end.is_none();
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_stones_is_said_once() {
        let text = "A1 (a dead stone): B2 (3 stones), C3 (1 stone) … (12 points), D4 (10 stones)";
        assert_eq!(stones_once(text), "A1 (a dead stone): B2 (3 stones), C3 (1) … (12 points), D4 (10)");
    }

    #[test]
    fn items_stand_in_a_row() {
        let items = ["A", "B", "C"].map(str::to_owned);
        assert_eq!([1, 2, 3].map(|n| in_a_row(&items[..n], "or")), ["A", "A or B", "A, B or C"]);
    }
}
