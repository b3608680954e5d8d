//! One board of the sixteen that differ only in how they lie and in which colour is which.
//!
//! Several lines of play may be equally good, and a search finds one of them. So that the answer is the same whichever
//! way a board lies and whichever colour is which, the search always sees the same one of the sixteen boards: that
//! whose cells come first in the alphabet.

use crate::board::{Cell, Color, Point, Position, Size, Symmetry};
use crate::scoring::Analysis;

/// How a board is laid for the search, and whether the colours are exchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Turn {
    symmetry: Symmetry,
    swap: bool,
}

impl Turn {
    /// Every symmetry of a board of `size`, with and without the colours exchanged.
    fn all(size: Size) -> impl Iterator<Item = Self> {
        Symmetry::all(size).flat_map(|symmetry| [false, true].map(|swap| Self { symmetry, swap }))
    }

    /// The turns that lead to the board which comes first: more than one where the board is symmetric.
    pub(super) fn first(analysis: &Analysis) -> Vec<Self> {
        let size = analysis.grid().size();
        let mut best: Vec<Self> = Vec::new();
        for turn in Self::all(size) {
            let Some(first) = best.first() else {
                best.push(turn);
                continue;
            };
            let cell = |turn: Self, point| {
                let index = analysis.grid().index(turn.back(size, point));
                (turn.cell(analysis.cells()[index]) as u8, analysis.is_dead(index))
            };
            let cells = |turn: Self| turn.size(size).iter().map(move |point| cell(turn, point));
            match cells(turn).cmp(cells(*first)) {
                std::cmp::Ordering::Less => best = vec![turn],
                std::cmp::Ordering::Equal => best.push(turn),
                std::cmp::Ordering::Greater => {}
            }
        }
        best
    }

    /// The size of the turned board.
    fn size(self, size: Size) -> Size {
        self.symmetry.size(size)
    }

    /// Where a point of the turned board is on the board of `size` itself.
    pub(super) fn back(self, size: Size, point: Point) -> Point {
        self.symmetry.back(size, point)
    }

    fn cell(self, cell: Cell) -> Cell {
        cell.color().map_or(cell, |color| self.color(color).into())
    }

    /// A colour on the turned board; the same leads back.
    pub(super) fn color(self, color: Color) -> Color {
        if self.swap { color.opponent() } else { color }
    }

    /// What belongs to Black and to White on the turned board, as it belongs to them on the board itself.
    pub(super) fn pair<T>(self, [black, white]: [T; 2]) -> [T; 2] {
        if self.swap { [white, black] } else { [black, white] }
    }

    /// The turned board, and where dead stones stood on it.
    pub(super) fn position(self, analysis: &Analysis) -> (Position, Vec<Point>) {
        let size = analysis.grid().size();
        let (mut position, mut dead) = (Position::new(self.size(size)), Vec::new());
        for point in self.size(size).iter() {
            let index = analysis.grid().index(self.back(size, point));
            let cell = analysis.cells()[index];
            position.set(point, self.cell(cell).color());
            if analysis.is_dead(index) {
                dead.push(point);
            }
        }
        (position, dead)
    }
}
