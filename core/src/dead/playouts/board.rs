//! A board for fast playouts: tells which blocks are in atari, lists the empty points to draw from, and tracks the ko.

use std::iter::successors;

use super::liberties::PseudoLiberties;
use crate::board::{Cell, Color, Grid, idx16};

/// The index that means no point.
pub(super) const NONE: u16 = 0;

/// A block, stored at the index of its representative stone.
#[derive(Clone, Copy, Debug, Default)]
struct PlayoutBlock {
    stones: u16,
    /// Whether the block cannot be captured.
    is_safe: bool,
    liberties: PseudoLiberties,
}

/// The result of a possible move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prospect {
    /// The liberties of the new stone's block, not counting the points of captured stones.
    pub(super) liberties: PseudoLiberties,
    /// The number of stones in the new stone's block.
    pub(super) stones: u16,
    /// Whether the move captures anything.
    pub(super) captures: bool,
}

/// The board of a playout.
#[derive(Debug, Default)]
pub(super) struct PlayoutBoard {
    grid: Grid,
    cells: Vec<Cell>,
    /// For each stone, the representative stone of its block.
    representatives: Vec<u16>,
    /// For each stone, the next stone of its block, in a circular list.
    next: Vec<u16>,
    blocks: Vec<PlayoutBlock>,
    /// The empty points in any order; `empty_indices` has the index of each empty point in this list.
    empty: Vec<u16>,
    empty_indices: Vec<u16>,
    /// The point where the player to move may not retake a ko, or `NONE`.
    ko: u16,
    /// The stones that the last move captured.
    captured: Vec<u16>,
}

impl PlayoutBoard {
    /// Sets up the position of `cells`, leaving out the stones where `off` is true. A block may have no liberties; it
    /// then stays on the board until an adjacent block is captured.
    pub(super) fn set(&mut self, grid: Grid, cells: &[Cell], off: &dyn Fn(usize) -> bool) {
        self.grid = grid;
        self.cells.clear();
        self.cells.extend_from_slice(cells);
        for list in [&mut self.representatives, &mut self.next, &mut self.empty_indices] {
            list.clear();
            list.resize(cells.len(), NONE);
        }
        self.blocks.clear();
        self.blocks.resize(cells.len(), PlayoutBlock::default());
        self.empty.clear();
        self.captured.clear();
        // the lists then never reallocate during a playout
        self.empty.reserve(self.grid.size().points());
        self.captured.reserve(self.grid.size().points());
        self.ko = NONE;
        for index in self.grid.points().filter(|&index| off(index)) {
            self.cells[index] = Cell::Empty;
        }
        for index in self.grid.points() {
            match self.cells[index] {
                Cell::Empty => self.add_empty(idx16(index)),
                _ => self.add_block(index),
            }
        }
        for index in self.grid.points() {
            for neighbour in self.grid.neighbours(index) {
                // the blocks of the points to the left and above are already known
                if neighbour < index && self.is_same_color(index, neighbour) {
                    self.merge(index, neighbour);
                }
            }
        }
    }

    /// Copies the state of another board of the same size.
    pub(super) fn copy(&mut self, other: &Self) {
        self.grid = other.grid;
        self.cells.clone_from(&other.cells);
        self.representatives.clone_from(&other.representatives);
        self.next.clone_from(&other.next);
        self.blocks.clone_from(&other.blocks);
        self.empty.clone_from(&other.empty);
        self.empty_indices.clone_from(&other.empty_indices);
        self.captured.clone_from(&other.captured);
        self.captured.reserve(self.grid.size().points());
        self.ko = other.ko;
    }

    fn is_same_color(&self, a: usize, b: usize) -> bool {
        self.cells[a] == self.cells[b] && self.cells[a].color().is_some()
    }

    pub(super) const fn grid(&self) -> Grid {
        self.grid
    }

    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    pub(super) fn empty(&self) -> &[u16] {
        &self.empty
    }

    pub(super) const fn ko(&self) -> u16 {
        self.ko
    }

    /// Returns the stones that the last move captured.
    pub(super) fn captured(&self) -> &[u16] {
        &self.captured
    }

    /// Returns the representative stone of the block of `stone`.
    fn representative(&self, stone: usize) -> usize {
        usize::from(self.representatives[stone])
    }

    /// Returns the last liberty of the block of `stone` if one move there captures the block.
    pub(super) fn atari(&self, stone: usize) -> Option<u16> {
        let block = self.blocks[self.representative(stone)];
        block.liberties.only().filter(|_| !block.is_safe)
    }

    /// Returns whether the block of `stone` has exactly one liberty after the opponent plays on `index`.
    pub(super) fn is_in_atari_after(&self, stone: usize, index: usize) -> bool {
        self.liberties_after(stone, index).only().is_some()
    }

    /// Returns whether the block of `stone` is in atari or captured after the opponent plays on `index`.
    pub(super) fn is_weak_after(&self, stone: usize, index: usize) -> bool {
        let liberties = self.liberties_after(stone, index);
        let is_safe = self.blocks[self.representative(stone)].is_safe;
        !is_safe && (liberties.is_none() || liberties.only().is_some())
    }

    /// Returns the liberties of the block of `stone` without `index`.
    fn liberties_after(&self, stone: usize, index: usize) -> PseudoLiberties {
        let block = self.representative(stone);
        let mut liberties = self.blocks[block].liberties;
        for neighbour in self.grid.neighbours(index) {
            if self.is_same_color(neighbour, stone) && self.representative(neighbour) == block {
                liberties.remove(idx16(index));
            }
        }
        liberties
    }

    /// Returns whether all of `stones` belong to one block.
    pub(super) fn are_one_block(&self, stones: impl Iterator<Item = usize>) -> bool {
        let mut representatives = stones.map(|stone| self.representatives[stone]);
        let first = representatives.next();
        representatives.all(|representative| Some(representative) == first)
    }

    fn next(&self, stone: usize) -> usize {
        usize::from(self.next[stone])
    }

    /// Protects the block of `stone` from capture.
    pub(super) fn protect(&mut self, stone: usize) {
        let block = self.representative(stone);
        self.blocks[block].is_safe = true;
    }

    /// Returns the representative stone of each block.
    pub(super) fn each_block(&self) -> impl Iterator<Item = usize> {
        self.grid.points().filter(|&index| self.cells[index] != Cell::Empty && self.representative(index) == index)
    }

    /// Returns the stones of the block that contains the stone `first`.
    pub(super) fn block(&self, first: usize) -> impl Iterator<Item = usize> + Clone {
        let next = move |&stone: &usize| Some(self.next(stone)).filter(|&next| next != first);
        successors(Some(first), next)
    }

    /// Returns the owner of a point: the colour of the stone there, or for an empty point the only colour of adjacent
    /// stones, if any.
    pub(super) fn owner(&self, index: usize) -> Option<Color> {
        if self.cells[index] != Cell::Empty {
            return self.cells[index].color();
        }
        let adjacent = self.grid.neighbours(index).map(|neighbour| self.cells[neighbour]);
        Color::only(Color::BOTH.map(|color| adjacent.contains(&Cell::from(color))))
    }

    /// Swaps two items of [`Self::empty`].
    pub(super) fn swap_empty(&mut self, a: usize, b: usize) {
        self.empty.swap(a, b);
        self.empty_indices[usize::from(self.empty[a])] = idx16(a);
        self.empty_indices[usize::from(self.empty[b])] = idx16(b);
    }

    fn add_empty(&mut self, index: u16) {
        self.empty_indices[usize::from(index)] = idx16(self.empty.len());
        self.empty.push(index);
    }

    fn remove_empty(&mut self, index: usize) {
        let position = usize::from(self.empty_indices[index]);
        self.swap_empty(position, self.empty.len() - 1);
        self.empty.pop();
    }

    /// Makes the stone on `index` a new block.
    fn add_block(&mut self, index: usize) {
        let mut liberties = PseudoLiberties::default();
        for neighbour in self.grid.neighbours(index) {
            if self.cells[neighbour] == Cell::Empty {
                liberties.add(idx16(neighbour));
            }
        }
        self.representatives[index] = idx16(index);
        self.next[index] = idx16(index);
        self.blocks[index] = PlayoutBlock { stones: 1, is_safe: false, liberties };
    }

    /// Merges the blocks of two stones, the smaller one into the larger.
    fn merge(&mut self, one: usize, other: usize) {
        let (one, other) = (self.representative(one), self.representative(other));
        if one == other {
            return;
        }
        let larger = self.blocks[one].stones >= self.blocks[other].stones;
        let (large, small) = if larger { (one, other) } else { (other, one) };
        let mut stone = small;
        loop {
            self.representatives[stone] = idx16(large);
            stone = self.next(stone);
            if stone == small {
                break;
            }
        }
        self.next.swap(large, small);
        let PlayoutBlock { stones, is_safe, liberties } = self.blocks[small];
        self.blocks[large].stones += stones;
        self.blocks[large].is_safe |= is_safe;
        self.blocks[large].liberties.merge(liberties);
    }

    /// Returns the result of a move of `color` on the empty point `index`.
    pub(super) fn prospect(&self, color: Color, index: usize) -> Prospect {
        let own = Cell::from(color);
        let point = idx16(index);
        let mut prospect = Prospect { liberties: PseudoLiberties::default(), stones: 1, captures: false };
        let mut merged = [usize::MAX; 4];
        for (side, neighbour) in self.grid.neighbours(index).into_iter().enumerate() {
            match self.cells[neighbour] {
                Cell::Empty => prospect.liberties.add(idx16(neighbour)),
                Cell::Border => {}
                stone if stone == own => {
                    let block = self.representative(neighbour);
                    if !merged.contains(&block) {
                        merged[side] = block;
                        prospect.liberties.merge(self.blocks[block].liberties);
                        prospect.stones += self.blocks[block].stones;
                    }
                }
                _ => prospect.captures |= self.atari(neighbour) == Some(point),
            }
        }
        for neighbour in self.grid.neighbours(index) {
            if self.cells[neighbour] == own {
                prospect.liberties.remove(point);
            }
        }
        prospect
    }

    /// Plays on an empty point. The move must be legal, and suicide is illegal.
    pub(super) fn play(&mut self, color: Color, index: usize) {
        let own = Cell::from(color);
        let point = idx16(index);
        self.remove_empty(index);
        self.captured.clear();
        self.ko = NONE;
        self.cells[index] = own;
        self.add_block(index);
        for neighbour in self.grid.neighbours(index) {
            if self.cells[neighbour].color().is_some() {
                let block = self.representative(neighbour);
                self.blocks[block].liberties.remove(point);
                if self.cells[neighbour] == own {
                    self.merge(index, neighbour);
                }
            }
        }
        for neighbour in self.grid.neighbours(index) {
            let stone = self.cells[neighbour];
            if stone.color().is_some() && stone != own && self.is_captured(neighbour) {
                self.remove_block(neighbour);
            }
        }
        if let &[taken] = &self.captured[..] {
            let is_ko = self.blocks[self.representative(index)].stones == 1 && self.atari(index) == Some(taken);
            self.ko = if is_ko { taken } else { NONE };
        }
    }

    /// Passes, which lifts the ko ban.
    pub(super) fn pass(&mut self) {
        self.ko = NONE;
        self.captured.clear();
    }

    fn is_captured(&self, stone: usize) -> bool {
        let block = self.blocks[self.representative(stone)];
        block.liberties.is_none() && !block.is_safe
    }

    fn remove_block(&mut self, first: usize) {
        let mut stone = first;
        loop {
            self.cells[stone] = Cell::Empty;
            self.add_empty(idx16(stone));
            self.captured.push(idx16(stone));
            for neighbour in self.grid.neighbours(stone) {
                if self.cells[neighbour].color().is_some() {
                    // this also adds liberties to the block being captured, whose remaining stones are removed next
                    let block = self.representative(neighbour);
                    self.blocks[block].liberties.add(idx16(stone));
                }
            }
            stone = self.next(stone);
            if stone == first {
                break;
            }
        }
    }
}
