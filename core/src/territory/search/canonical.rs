//! The canonical order of a board's points.
//!
//! Several variations may be equally good, and a search finds one of them. Its answer must depend neither on how the
//! board lies nor on which colour is which. So a search sees points in the order, and stones in the colours, that they
//! have on the *canonical* board. This is the board that comes first in lexicographic order, of the sixteen that differ
//! only by symmetry and colour swap.

use std::cmp::Ordering;

use crate::board::{Cell, Color, Symmetry, idx16};
use crate::territory::analysis::Analysis;

/// The points of a board in canonical order. Cells, blocks and regions keep the numbers that they have in the analysis.
#[derive(Debug)]
pub(super) struct CanonicalOrder<'a> {
    pub(super) analysis: &'a Analysis,
    /// The orientations that lead to the canonical board: more than one if the board is symmetric.
    orientations: Vec<Orientation>,
    /// For each cell, its place in the first orientation. Cells of the border come last.
    places: Vec<u16>,
}

/// A symmetry of the board, with or without a swap of the colours.
#[derive(Debug)]
struct Orientation {
    /// The cells of the points, row-major after the symmetry.
    cells: Vec<u16>,
    swap: bool,
}

impl Orientation {
    /// Returns the contents of the points in this orientation, and whether dead stones stood there.
    fn contents(&self, analysis: &Analysis) -> impl Iterator<Item = (u8, bool)> {
        self.cells.iter().map(|&cell| {
            let cell = usize::from(cell);
            let content = analysis.cells()[cell];
            (content.color().map_or(content, |color| self.color(color).into()) as u8, analysis.is_dead(cell))
        })
    }

    /// Maps a colour to the canonical board, or back.
    fn color(&self, color: Color) -> Color {
        if self.swap { color.opponent() } else { color }
    }
}

impl<'a> CanonicalOrder<'a> {
    /// Finds the canonical order of a board.
    pub(super) fn new(analysis: &'a Analysis) -> Self {
        let (grid, size) = (analysis.grid(), analysis.grid().size());
        let mut orientations: Vec<Orientation> = Vec::new();
        for symmetry in Symmetry::all(size) {
            let points = symmetry.size(size).iter();
            let cells: Vec<u16> = points.map(|point| idx16(grid.index(symmetry.back(size, point)))).collect();
            for orientation in [false, true].map(|swap| Orientation { cells: cells.clone(), swap }) {
                let best = orientations.first().unwrap_or(&orientation);
                match orientation.contents(analysis).cmp(best.contents(analysis)) {
                    Ordering::Less => orientations = vec![orientation],
                    Ordering::Equal => orientations.push(orientation),
                    Ordering::Greater => {}
                }
            }
        }
        let mut places = vec![u16::MAX; grid.cells()];
        for (&cell, place) in orientations[0].cells.iter().zip(0..) {
            places[usize::from(cell)] = place;
        }
        Self { analysis, orientations, places }
    }

    /// Returns the points.
    pub(super) fn points(&self) -> &[u16] {
        &self.orientations[0].cells
    }

    /// Sorts sets of points by their first points, and returns their numbers.
    pub(super) fn sorted(&self, sets: &[Vec<u16>]) -> Vec<u16> {
        let mut numbers: Vec<u16> = (0..idx16(sets.len())).collect();
        numbers.sort_unstable_by_key(|&number| self.places[usize::from(sets[usize::from(number)][0])]);
        numbers
    }

    /// Returns the cells adjacent to a point.
    fn neighbours(&self, point: u16) -> impl Iterator<Item = u16> {
        let mut adjacent = self.analysis.grid().neighbours(point.into());
        adjacent.sort_unstable_by_key(|&cell| self.places[cell]);
        adjacent.into_iter().map(idx16)
    }

    /// Returns the blocks of the stones adjacent to a point, possibly with duplicates.
    pub(super) fn adjacent_blocks(&self, point: u16) -> impl Iterator<Item = u16> {
        let stones = self.neighbours(point).filter(|&cell| self.content(cell).color().is_some());
        stones.map(|cell| idx16(self.analysis.block(cell.into())))
    }

    /// Returns the empty points adjacent to a point.
    pub(super) fn empty_neighbours(&self, point: u16) -> impl Iterator<Item = u16> {
        self.neighbours(point).filter(|&cell| self.content(cell) == Cell::Empty)
    }

    fn content(&self, cell: u16) -> Cell {
        self.analysis.cells()[usize::from(cell)]
    }

    /// Maps a colour to the canonical board, or back.
    pub(super) fn color(&self, color: Color) -> Color {
        self.orientations[0].color(color)
    }

    /// Maps a pair of Black's and White's items to the canonical board, or back.
    pub(super) fn pair<T>(&self, [black, white]: [T; 2]) -> [T; 2] {
        if self.orientations[0].swap { [white, black] } else { [black, white] }
    }

    /// Returns the symmetries that leave the board as it is, perhaps with a swap of the colours. Each is the map of the
    /// cells, and whether the colours are swapped.
    pub(super) fn automorphisms(&self) -> impl Iterator<Item = (impl Fn(u16) -> u16, bool)> {
        self.orientations.iter().map(|other| {
            let map = |cell: u16| other.cells[usize::from(self.places[usize::from(cell)])];
            (map, other.swap != self.orientations[0].swap)
        })
    }
}
