//! One board of the sixteen that differ only in how they lie and in which colour is which.
//!
//! Several lines of play may be equally good, and a search finds one of them. So that the answer is the same whichever
//! way a board lies and whichever colour is which, the search always sees the same one of the sixteen boards: that
//! whose cells come first in the alphabet.

use crate::board::{Cell, Color, Point, Position, Size};
use crate::scoring::Analysis;

/// How a board is laid for the search: first reflected, then transposed, and the colours exchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "four questions that don't depend on each other")]
pub(super) struct Turn {
    transpose: bool,
    flip_x: bool,
    flip_y: bool,
    swap: bool,
}

impl Turn {
    /// All of them. Only a square board lies the same when it is transposed; of others, those that lie down come
    /// first.
    fn all(size: Size) -> impl Iterator<Item = Self> {
        let bit = |number: u8, bit: u8| number >> bit & 1 == 1;
        let turns = (0..16).map(move |number| Self {
            transpose: bit(number, 3),
            flip_x: bit(number, 2),
            flip_y: bit(number, 1),
            swap: bit(number, 0),
        });
        let (width, height) = (size.width(), size.height());
        turns.filter(move |turn| width == height || turn.transpose == (width < height))
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
        let (width, height) = (u32::from(size.width()), u32::from(size.height()));
        let (width, height) = if self.transpose { (height, width) } else { (width, height) };
        Size::new(width, height).expect("sides of a board")
    }

    /// Where a point of the turned board is on the board of `size` itself.
    pub(super) fn back(self, size: Size, point: Point) -> Point {
        let (x, y) = if self.transpose { (point.y, point.x) } else { (point.x, point.y) };
        let flip = |coordinate: u8, side: u8, flip: bool| if flip { side - 1 - coordinate } else { coordinate };
        Point::new(flip(x, size.width(), self.flip_x), flip(y, size.height(), self.flip_y))
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
