//! The board for the search: the order of its points, and its blocks and regions with the results
//! of the static analysis.
//!
//! Several variations may be equally good, and a search finds one of them. The answer must not
//! depend on the board's orientation or on a swap of the colours. So a search sees the points and
//! colours of the [canonical board](crate::board::canonical).

use super::safe_blocks::EyeBounds;
use crate::board::{Cell, Color, Orientation, canonical, idx16, sort_short_by_key};
use crate::territory::analysis::Analysis;
use crate::territory::status::Status;
use crate::territory::verdict::Verdict;

/// Stones with at most this many liberties, dame included, are in danger.
const FEW_LIBERTIES: usize = 2;

/// The points of a board in canonical order. Cells, blocks and regions keep their numbers from the
/// analysis.
#[derive(Debug)]
pub(super) struct CanonicalOrder<'a> {
    pub(super) analysis: &'a Analysis,
    /// The orientations that map the board to the canonical board. A symmetric board has more than
    /// one.
    orientations: Vec<Orientation>,
    /// For each cell, its place in the first orientation. Border cells come last.
    places: Vec<u16>,
}

impl<'a> CanonicalOrder<'a> {
    /// Finds the canonical order of a board.
    pub(super) fn new(analysis: &'a Analysis) -> Self {
        let grid = analysis.grid();
        let orientations = canonical(grid, |orientation, cell| {
            (
                orientation.cell(analysis.cells()[cell]) as u8,
                analysis.is_dead(cell),
            )
        });
        let mut places = vec![u16::MAX; grid.cells()];
        for (&cell, place) in orientations[0].cells.iter().zip(0..) {
            places[usize::from(cell)] = place;
        }
        Self {
            analysis,
            orientations,
            places,
        }
    }

    /// Returns the stones of each block, and the points of each region.
    fn members(&self) -> (Vec<Vec<u16>>, Vec<Vec<u16>>) {
        let mut stones = vec![Vec::new(); self.analysis.blocks().len()];
        let mut points = vec![Vec::new(); self.analysis.regions().len()];
        for &cell in &self.orientations[0].cells {
            match self.content(cell) {
                Cell::Empty => points[self.analysis.region(cell.into())].push(cell),
                _ => stones[self.analysis.block(cell.into())].push(cell),
            }
        }
        (stones, points)
    }

    /// Sorts sets of points by their first points, and returns the indices of the sets.
    fn sorted(&self, sets: &[Vec<u16>]) -> Vec<u16> {
        let mut numbers: Vec<u16> = (0..idx16(sets.len())).collect();
        sort_short_by_key(&mut numbers, |&number| {
            self.places[usize::from(sets[usize::from(number)][0])]
        });
        numbers
    }

    /// Returns the cells adjacent to a point.
    fn neighbours(&self, point: u16) -> impl Iterator<Item = u16> {
        let mut adjacent = self.analysis.grid().neighbours(point.into());
        sort_short_by_key(&mut adjacent, |&cell| self.places[cell]);
        adjacent.into_iter().map(idx16)
    }

    /// Returns the blocks of the stones adjacent to a point, possibly with duplicates.
    pub(super) fn adjacent_blocks(&self, point: u16) -> impl Iterator<Item = u16> {
        let stones = self
            .neighbours(point)
            .filter(|&cell| self.content(cell).color().is_some());
        stones.map(|cell| idx16(self.analysis.block(cell.into())))
    }

    /// Returns the empty points adjacent to a point.
    pub(super) fn empty_neighbours(&self, point: u16) -> impl Iterator<Item = u16> {
        self.neighbours(point)
            .filter(|&cell| self.content(cell) == Cell::Empty)
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
        if self.orientations[0].swap {
            [white, black]
        } else {
            [black, white]
        }
    }

    /// Returns the symmetries that leave the board unchanged, some with a swap of the colours. Each
    /// is a map of the cells, and whether it swaps the colours.
    pub(super) fn automorphisms(&self) -> impl Iterator<Item = (impl Fn(u16) -> u16, bool)> {
        self.orientations.iter().map(|other| {
            (
                |cell: u16| other.cells[usize::from(self.places[usize::from(cell)])],
                other.swap != self.orientations[0].swap,
            )
        })
    }
}

/// The blocks and regions of a board, in the canonical order and colours.
#[derive(Debug)]
pub(super) struct SearchBoard<'a> {
    pub(super) order: CanonicalOrder<'a>,
    /// The blocks and regions, by their numbers in the analysis.
    pub(super) blocks: Vec<SearchBlock>,
    pub(super) regions: Vec<SearchRegion>,
    /// The numbers of the blocks in canonical order.
    pub(super) block_order: Vec<u16>,
    /// For each cell, the colour of the dead stone that stood there, as on the board itself.
    dead_colors: Vec<Option<Color>>,
}

/// A block.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent answers of the static analysis"
)]
pub(super) struct SearchBlock {
    pub(super) color: Color,
    pub(super) stones: Vec<u16>,
    /// The numbers of the adjacent regions.
    pub(super) regions: Vec<u16>,
    /// Whether the block has two eyes whatever happens on the dame: see [`super::safe_blocks`].
    pub(super) is_safe: bool,
    /// Whether the block borders dame and is not safe.
    pub(super) is_open: bool,
    /// Whether search has to decide the block: it is open, and either borders an uncertain point or
    /// is short of liberties.
    pub(super) is_uncertain: bool,
    /// Whether the controlled regions around the block are all territory, no matter who fills the
    /// dame.
    pub(super) is_certain: bool,
}

/// A region.
#[derive(Debug)]
pub(super) struct SearchRegion {
    pub(super) owner: Option<Color>,
    pub(super) points: Vec<u16>,
    /// The numbers of the blocks around it.
    pub(super) blocks: Vec<u16>,
    pub(super) eyes: EyeBounds,
    /// Whether the region has an uncertain point.
    is_uncertain: bool,
}

impl<'a> SearchBoard<'a> {
    /// Builds the board from an analysis. `eyes` has the eye bounds of each region, `safe` tells
    /// for each block whether it is safe, and `uncertain` for each cell whether it is an uncertain
    /// point. Without `uncertain`, no block counts as uncertain or as certain.
    pub(super) fn new(
        analysis: &'a Analysis,
        eyes: &[EyeBounds],
        safe: &[bool],
        uncertain: Option<&[bool]>,
    ) -> Self {
        let order = CanonicalOrder::new(analysis);
        let (stones, points) = order.members();
        let region_order = order.sorted(&points);
        let mut regions = Vec::with_capacity(points.len());
        for ((region, points), &eyes) in analysis.regions().iter().zip(points).zip(eyes) {
            let adjacent = points
                .iter()
                .flat_map(|&point| order.adjacent_blocks(point));
            regions.push(SearchRegion {
                owner: region.owner.map(|owner| order.color(owner)),
                blocks: distinct(adjacent),
                eyes,
                is_uncertain: uncertain.is_some_and(|uncertain| {
                    points.iter().any(|&point| uncertain[usize::from(point)])
                }),
                points,
            });
        }
        let mut around = vec![Vec::new(); safe.len()];
        for number in region_order {
            regions[usize::from(number)]
                .blocks
                .iter()
                .for_each(|&block| around[usize::from(block)].push(number));
        }
        let block_order = order.sorted(&stones);
        let mut blocks = Vec::with_capacity(stones.len());
        for (number, (stones, around)) in stones.into_iter().zip(around).enumerate() {
            let mut near = around.iter().map(|&region| &regions[usize::from(region)]);
            let is_open = !safe[number] && near.clone().any(|region| region.owner.is_none());
            let borders_uncertain = near.clone().any(|region| region.is_uncertain);
            let has_controlled = near.any(|region| region.owner.is_some());
            blocks.push(SearchBlock {
                color: order.color(analysis.blocks()[number].color),
                is_safe: safe[number],
                is_open,
                is_uncertain: uncertain.is_some()
                    && is_open
                    && (borders_uncertain || has_few_liberties(&order, &stones)),
                is_certain: uncertain.is_some() && !borders_uncertain && has_controlled,
                stones,
                regions: around,
            });
        }
        Self {
            order,
            blocks,
            regions,
            block_order,
            dead_colors: analysis.dead_colors(),
        }
    }

    /// Returns the number of the block of a stone.
    pub(super) fn block(&self, stone: u16) -> u16 {
        idx16(self.order.analysis.block(stone.into()))
    }

    /// Returns whether a block is adjacent to a point.
    pub(super) fn is_adjacent(&self, block: u16, point: u16) -> bool {
        self.order
            .adjacent_blocks(point)
            .any(|other| other == block)
    }

    /// Returns the number of liberties of a block in a region that its colour controls.
    pub(super) fn liberties(&self, block: u16, region: u16) -> u16 {
        let mut contacts = self.order.analysis.contacts().iter();
        let contact = contacts.find(|contact| (contact.block, contact.region) == (block, region));
        contact.map_or(0, |contact| contact.count)
    }

    /// Returns the colour of the dead stone on a point, if it is known.
    pub(super) fn dead_color(&self, point: u16) -> Option<Color> {
        self.dead_colors[usize::from(point)].map(|color| self.order.color(color))
    }
}

/// Returns whether a block has few liberties, dame included.
fn has_few_liberties(order: &CanonicalOrder<'_>, stones: &[u16]) -> bool {
    distinct(
        stones
            .iter()
            .flat_map(|&stone| order.empty_neighbours(stone)),
    )
    .len()
        <= FEW_LIBERTIES
}

/// Returns the items without duplicates.
fn distinct(items: impl Iterator<Item = u16>) -> Vec<u16> {
    let mut found = Vec::new();
    for item in items {
        if !found.contains(&item) {
            found.push(item);
        }
    }
    found
}

/// Returns, for each cell, whether the static answer `verdict` is uncertain about it: the cell's
/// owner depends on who fills the dame, the cell may have to be filled, or it counts for neither
/// side. The answers of all fills lie between `black` and `white`.
pub(super) fn uncertain_points(
    analysis: &Analysis,
    [black, white]: [&Verdict; 2],
    verdict: &Verdict,
) -> Vec<bool> {
    let mut owners = vec![None; analysis.cells().len()];
    black.for_each_point(analysis, |index, status| owners[index] = status.owner());
    let mut points = vec![false; analysis.cells().len()];
    white.for_each_point(analysis, |index, status| {
        points[index] = status.owner() != owners[index];
    });
    verdict.for_each_point(analysis, |index, status| {
        let is_unowned = matches!(status, Status::FalseEye | Status::Seki);
        points[index] |= is_unowned || status.owner() != owners[index];
    });
    points
}
