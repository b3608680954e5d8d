//! A board to play on: blocks with their liberties, captures, the ko ban, and undo.

use std::iter::successors;

use super::liberties::PseudoLiberties;
use super::{Cell, Color, Grid, idx16};

/// The index of a border cell, used to mean "no point".
pub(crate) const NONE: u16 = 0;

/// A block, stored at the index of its representative stone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct PlayedBlock {
    stones: u16,
    /// Whether the block is protected from capture.
    is_safe: bool,
    liberties: PseudoLiberties,
}

/// The result of a possible move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prospect {
    /// The liberties of the new stone's block, not counting the points of captured stones.
    pub(crate) liberties: PseudoLiberties,
    /// The number of stones in the new stone's block.
    pub(crate) stones: u16,
    /// Whether the move captures anything.
    pub(crate) captures: bool,
}

/// A move or a pass, with the data needed to undo it.
#[derive(Clone, Copy, Debug)]
struct Played {
    /// The point of the move, or [`NONE`] for a pass.
    point: u16,
    /// The ko ban before the move.
    ko: u16,
    /// The point's entries in `representatives` and `next` before the move. Undo needs them to
    /// restore a captured block that had a stone there.
    representative: u16,
    next: u16,
    block: PlayedBlock,
    /// The lengths of `merges` and `captured` on the board before the move.
    merges: usize,
    captured: usize,
}

/// A merge of two blocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Merge {
    large: usize,
    small: usize,
    /// The larger block before the merge.
    before: PlayedBlock,
}

/// The content of a cell, and its place in its block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    index: usize,
    cell: Cell,
    representative: u16,
    next: u16,
    block: PlayedBlock,
}

/// A board on which moves can be undone. A cell marked [`Cell::Border`] is never played on and is
/// never a liberty, even if it lies inside the board.
#[derive(Debug, Default)]
pub(crate) struct Board {
    grid: Grid,
    cells: Vec<Cell>,
    /// For each stone, the representative stone of its block.
    representatives: Vec<u16>,
    /// For each stone, the next stone of its block, in a circular list.
    next: Vec<u16>,
    blocks: Vec<PlayedBlock>,
    /// The empty points, in any order. `empty_indices` holds each empty point's index in this list.
    empty: Vec<u16>,
    empty_indices: Vec<u16>,
    /// The point where the player to move may not retake a ko, or [`NONE`].
    ko: u16,
    /// The moves since the position was set, and the merges and captures that they caused.
    moves: Vec<Played>,
    merges: Vec<Merge>,
    captured: Vec<u16>,
}

impl Board {
    /// Sets up a position. A block without liberties is accepted. It cannot be captured until the
    /// capture of an adjacent block gives it liberties.
    pub(crate) fn set(&mut self, grid: Grid, cells: impl Iterator<Item = Cell>) {
        self.grid = grid;
        self.cells.clear();
        self.cells.extend(cells);
        let length = self.cells.len();
        for list in [
            &mut self.representatives,
            &mut self.next,
            &mut self.empty_indices,
        ] {
            list.clear();
            list.resize(length, NONE);
        }
        self.blocks.clear();
        self.blocks.resize(length, PlayedBlock::default());
        self.empty.clear();
        self.empty.reserve(self.grid.size().points());
        self.forget_moves();
        for index in self.grid.points() {
            match self.cells[index] {
                Cell::Border => {}
                Cell::Empty => self.add_empty(idx16(index)),
                Cell::Black | Cell::White => self.add_block(index),
            }
        }
        for index in self.grid.points() {
            for neighbour in self.grid.neighbours(index) {
                // the blocks of the points to the left and above are already known
                if neighbour < index && self.is_same_color(index, neighbour) {
                    self.join(index, neighbour);
                }
            }
        }
    }

    /// Copies the position of another board.
    pub(crate) fn copy(&mut self, other: &Self) {
        self.grid = other.grid;
        self.cells.clone_from(&other.cells);
        self.representatives.clone_from(&other.representatives);
        self.next.clone_from(&other.next);
        self.blocks.clone_from(&other.blocks);
        self.empty.clone_from(&other.empty);
        self.empty_indices.clone_from(&other.empty_indices);
        self.forget_moves();
        self.ko = other.ko;
    }

    /// Lifts the ko ban and forgets all moves, so they can no longer be undone.
    pub(crate) fn forget_moves(&mut self) {
        self.ko = NONE;
        self.moves.clear();
        self.merges.clear();
        self.captured.clear();
    }

    fn is_same_color(&self, a: usize, b: usize) -> bool {
        self.cells[a] == self.cells[b] && self.cells[a].color().is_some()
    }

    pub(crate) const fn grid(&self) -> Grid {
        self.grid
    }

    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    pub(crate) fn empty(&self) -> &[u16] {
        &self.empty
    }

    pub(crate) const fn ko(&self) -> u16 {
        self.ko
    }

    /// Returns the point of the last move, unless it was a pass.
    pub(crate) fn last_point(&self) -> Option<u16> {
        self.moves
            .last()
            .map(|last| last.point)
            .filter(|&point| point != NONE)
    }

    /// Returns the stones that the last move captured.
    pub(crate) fn captured(&self) -> &[u16] {
        &self.captured[self.moves.last().map_or(0, |last| last.captured)..]
    }

    /// Returns the representative stone of the block of `stone`.
    pub(crate) fn representative(&self, stone: usize) -> usize {
        usize::from(self.representatives[stone])
    }

    fn block_of(&self, stone: usize) -> PlayedBlock {
        self.blocks[self.representative(stone)]
    }

    /// Returns the only liberty of the block of `stone` if a move there captures the block.
    pub(crate) fn atari(&self, stone: usize) -> Option<u16> {
        let block = self.block_of(stone);
        block.liberties.only().filter(|_| !block.is_safe)
    }

    /// Returns whether the block of `stone` has a liberty.
    pub(crate) fn has_liberty(&self, stone: usize) -> bool {
        !self.block_of(stone).liberties.is_none()
    }

    /// Returns the liberties of the block of `stone`, or `None` if there are more than `most`.
    pub(crate) fn few_liberties(&self, stone: usize, most: usize) -> Option<Vec<u16>> {
        let mut found = Vec::new();
        for stone in self.block(stone) {
            for cell in self.grid.neighbours(stone).map(idx16) {
                if self.cells[usize::from(cell)] == Cell::Empty && !found.contains(&cell) {
                    found.push(cell);
                }
            }
            if found.len() > most {
                return None;
            }
        }
        Some(found)
    }

    /// Returns whether the block of `stone` is in atari or captured after the opponent plays at
    /// `index`.
    pub(crate) fn is_weak_after(&self, stone: usize, index: usize) -> bool {
        let liberties = self.liberties_after(stone, index);
        !self.block_of(stone).is_safe && (liberties.is_none() || liberties.only().is_some())
    }

    /// Returns the liberties of the block of `stone` except `index`.
    pub(crate) fn liberties_after(&self, stone: usize, index: usize) -> PseudoLiberties {
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
    pub(crate) fn are_one_block(&self, stones: impl Iterator<Item = usize>) -> bool {
        let mut representatives = stones.map(|stone| self.representatives[stone]);
        let first = representatives.next();
        representatives.all(|representative| Some(representative) == first)
    }

    fn next(&self, stone: usize) -> usize {
        usize::from(self.next[stone])
    }

    /// Protects the block of `stone` from capture.
    pub(crate) fn protect(&mut self, stone: usize) {
        let block = self.representative(stone);
        self.blocks[block].is_safe = true;
    }

    /// Returns the representative stone of each block.
    pub(crate) fn each_block(&self) -> impl Iterator<Item = usize> {
        self.grid.points().filter(|&index| {
            self.cells[index].color().is_some() && self.representative(index) == index
        })
    }

    /// Returns the stones of the block that contains the stone `first`.
    pub(crate) fn block(&self, first: usize) -> impl Iterator<Item = usize> + Clone {
        successors(Some(first), move |&stone| {
            Some(self.next(stone)).filter(|&next| next != first)
        })
    }

    /// Returns the owner of a point: the colour of the stone there, or, for an empty point, the
    /// colour that all adjacent stones share, if there is one.
    pub(crate) fn owner(&self, index: usize) -> Option<Color> {
        if self.cells[index] != Cell::Empty {
            return self.cells[index].color();
        }
        let adjacent = self
            .grid
            .neighbours(index)
            .map(|neighbour| self.cells[neighbour]);
        Color::only(Color::BOTH.map(|color| adjacent.contains(&Cell::from(color))))
    }

    /// Swaps two items of [`Self::empty`].
    pub(crate) fn swap_empty(&mut self, a: usize, b: usize) {
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

    /// Makes the stone at `index` a new block.
    fn add_block(&mut self, index: usize) {
        let mut liberties = PseudoLiberties::default();
        for neighbour in self.grid.neighbours(index) {
            if self.cells[neighbour] == Cell::Empty {
                liberties.add(idx16(neighbour));
            }
        }
        self.representatives[index] = idx16(index);
        self.next[index] = idx16(index);
        self.blocks[index] = PlayedBlock {
            stones: 1,
            is_safe: false,
            liberties,
        };
    }

    /// Joins the blocks of two stones by merging the smaller block into the larger. The stones need
    /// not be adjacent. Returns the merge, or `None` if the stones already belong to one block.
    /// [`Self::undo`] separates only blocks that a move joined.
    pub(crate) fn join(&mut self, one: usize, other: usize) -> Option<Merge> {
        let (one, other) = (self.representative(one), self.representative(other));
        if one == other {
            return None;
        }
        let larger = self.blocks[one].stones >= self.blocks[other].stones;
        let (large, small) = if larger { (one, other) } else { (other, one) };
        let merge = Merge {
            large,
            small,
            before: self.blocks[large],
        };
        self.set_representative(small, large);
        self.next.swap(large, small);
        let PlayedBlock {
            stones,
            is_safe,
            liberties,
        } = self.blocks[small];
        self.blocks[large].stones += stones;
        self.blocks[large].is_safe |= is_safe;
        self.blocks[large].liberties.merge(liberties);
        Some(merge)
    }

    /// Makes each of `stones` its own block. Cells without a stone get no block. If `stones`
    /// contains one stone of a block, it must contain every stone of that block. Returns the data
    /// that [`Self::restore`] needs.
    pub(crate) fn separate(&mut self, stones: &[u16]) -> Vec<Link> {
        let mut links = Vec::with_capacity(stones.len());
        for &stone in stones {
            let index = usize::from(stone);
            links.push(Link {
                index,
                cell: self.cells[index],
                representative: self.representatives[index],
                next: self.next[index],
                block: self.blocks[index],
            });
            if self.cells[index].color().is_some() {
                self.add_block(index);
            }
        }
        links
    }

    /// Puts a stone on a border cell, as a block of its own.
    pub(crate) fn put(&mut self, color: Color, index: usize) {
        self.cells[index] = color.into();
        self.add_block(index);
    }

    /// Restores the cells that [`Self::separate`] saved, and their blocks. Every later move or join
    /// must have been undone or must concern only these cells.
    pub(crate) fn restore(&mut self, links: Vec<Link>) {
        for link in links {
            self.cells[link.index] = link.cell;
            self.representatives[link.index] = link.representative;
            self.next[link.index] = link.next;
            self.blocks[link.index] = link.block;
        }
    }

    /// Makes `to` the representative of all stones in the circular list of `first`.
    fn set_representative(&mut self, first: usize, to: usize) {
        let mut stone = first;
        loop {
            self.representatives[stone] = idx16(to);
            stone = self.next(stone);
            if stone == first {
                break;
            }
        }
    }

    /// Returns the result of a move by `color` on the empty point `index`.
    pub(crate) fn prospect(&self, color: Color, index: usize) -> Prospect {
        let own = Cell::from(color);
        let point = idx16(index);
        let mut prospect = Prospect {
            liberties: PseudoLiberties::default(),
            stones: 1,
            captures: false,
        };
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
                    prospect.liberties.remove(point);
                }
                _ => prospect.captures |= self.atari(neighbour) == Some(point),
            }
        }
        prospect
    }

    /// Returns whether a move by `color` on the empty point `index` is legal, that is, neither
    /// suicide nor a banned recapture in a ko.
    pub(crate) fn is_legal(&self, color: Color, index: usize) -> bool {
        if usize::from(self.ko) == index {
            return false;
        }
        let neighbours = self.grid.neighbours(index);
        if neighbours
            .into_iter()
            .any(|cell| self.cells[cell] == Cell::Empty)
        {
            return true;
        }
        let prospect = self.prospect(color, index);
        prospect.captures || !prospect.liberties.is_none()
    }

    /// Plays on an empty point. The move must be legal.
    pub(crate) fn play(&mut self, color: Color, index: usize) {
        let (own, point) = (Cell::from(color), idx16(index));
        self.record(point);
        self.remove_empty(index);
        self.ko = NONE;
        self.cells[index] = own;
        self.add_block(index);
        self.for_each_block_around(index, |block| block.liberties.remove(point));
        for neighbour in self.grid.neighbours(index) {
            if self.cells[neighbour] == own {
                let merge = self.join(index, neighbour);
                self.merges.extend(merge);
            }
        }
        for neighbour in self.grid.neighbours(index) {
            if self.cells[neighbour] == Cell::from(color.opponent()) && self.is_captured(neighbour)
            {
                self.remove_block(neighbour);
            }
        }
        if let &[taken] = self.captured() {
            let is_ko = self.block_of(index).stones == 1 && self.atari(index) == Some(taken);
            self.ko = if is_ko { taken } else { NONE };
        }
    }

    /// Plays a pass, which lifts the ko ban.
    pub(crate) fn pass(&mut self) {
        self.record(NONE);
        self.ko = NONE;
    }

    fn record(&mut self, point: u16) {
        let index = usize::from(point);
        self.moves.push(Played {
            point,
            ko: self.ko,
            representative: self.representatives[index],
            next: self.next[index],
            block: self.blocks[index],
            merges: self.merges.len(),
            captured: self.captured.len(),
        });
    }

    /// Undoes the last move or pass. The order of [`Self::empty`] may change.
    pub(crate) fn undo(&mut self) {
        let Played {
            point,
            ko,
            representative,
            next,
            block,
            merges,
            captured,
        } = self.moves.pop().expect("a move to undo");
        self.ko = ko;
        if point == NONE {
            return;
        }
        let index = usize::from(point);
        let opponent = self.cells[index]
            .color()
            .map_or(Cell::Border, |color| color.opponent().into());
        while self.captured.len() > captured {
            let stone = self.captured.pop().expect("stones that the move captured");
            self.remove_empty(stone.into());
            self.for_each_block_around(stone.into(), |block| block.liberties.remove(stone));
            self.cells[usize::from(stone)] = opponent;
        }
        while self.merges.len() > merges {
            let Merge {
                large,
                small,
                before,
            } = self.merges.pop().expect("merges that the move made");
            self.next.swap(large, small);
            self.set_representative(small, small);
            self.blocks[large] = before;
        }
        self.for_each_block_around(index, |block| block.liberties.add(point));
        self.cells[index] = Cell::Empty;
        self.add_empty(point);
        (
            self.representatives[index],
            self.next[index],
            self.blocks[index],
        ) = (representative, next, block);
    }

    fn is_captured(&self, stone: usize) -> bool {
        let block = self.block_of(stone);
        block.liberties.is_none() && !block.is_safe
    }

    /// Removes the block of the stone `first` from the board.
    pub(crate) fn remove_block(&mut self, first: usize) {
        let mut stone = first;
        loop {
            self.cells[stone] = Cell::Empty;
            self.add_empty(idx16(stone));
            self.captured.push(idx16(stone));
            // this also adds liberties to the block being captured; its remaining stones are
            // removed next
            self.for_each_block_around(stone, |block| block.liberties.add(idx16(stone)));
            stone = self.next(stone);
            if stone == first {
                break;
            }
        }
    }

    /// Calls `change` once for each stone adjacent to a point, with the stone's block.
    fn for_each_block_around(&mut self, index: usize, mut change: impl FnMut(&mut PlayedBlock)) {
        for neighbour in self.grid.neighbours(index) {
            if self.cells[neighbour].color().is_some() {
                let block = self.representative(neighbour);
                change(&mut self.blocks[block]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

    /// The state on which the rules depend: the cells, the ko ban, and each block with its stones.
    #[derive(Debug, PartialEq, Eq)]
    struct Rules {
        cells: Vec<Cell>,
        ko: u16,
        blocks: Vec<(Vec<usize>, PlayedBlock)>,
    }

    fn state(board: &Board) -> Rules {
        let block = |first: usize| {
            let mut stones: Vec<usize> = board.block(first).collect();
            stones.sort_unstable();
            (stones, board.block_of(first))
        };
        let mut blocks: Vec<_> = board.each_block().map(block).collect();
        blocks.sort_unstable_by_key(|(stones, _)| stones[0]);
        Rules {
            cells: board.cells.clone(),
            ko: board.ko,
            blocks,
        }
    }

    #[test]
    fn moves_keep_blocks_and_undo_restores_them() {
        let mut random = fastrand::Rng::with_seed(70);
        let (mut kos, mut captures) = (0, 0);
        for _ in 0..200 {
            let size = Size::new(random.u32(2..7), random.u32(2..7)).expect("a size");
            let grid = Grid::new(size);
            let inside: Vec<usize> = grid.points().collect();
            let cells = (0..grid.cells()).map(|cell| {
                if inside.contains(&cell) {
                    Cell::Empty
                } else {
                    Cell::Border
                }
            });
            let mut board = Board::default();
            board.set(grid, cells);
            let mut states = vec![state(&board)];
            let mut color = Color::Black;
            for _ in 0..90 {
                let point = inside[random.usize(..inside.len())];
                if board.cells[point] == Cell::Empty && board.is_legal(color, point) {
                    board.play(color, point);
                } else {
                    board.pass();
                }
                kos += usize::from(board.ko != NONE);
                captures += board.captured().len();
                let mut anew = Board::default();
                anew.set(grid, board.cells.iter().copied());
                anew.ko = board.ko;
                assert_eq!(state(&anew), state(&board));
                states.push(state(&board));
                color = color.opponent();
            }
            while let Some(before) = states.pop() {
                assert_eq!(state(&board), before);
                if !states.is_empty() {
                    board.undo();
                }
            }
        }
        assert!(kos > 20 && captures > 200, "{kos} kos, {captures} captures");
    }
}
