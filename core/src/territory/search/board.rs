//! The blocks and regions of a board that is searched, with the results of the static analysis.

use super::canonical::CanonicalOrder;
use super::safety::EyeBounds;
use crate::board::{Cell, Color, idx16};
use crate::territory::analysis::Analysis;
use crate::territory::status::Status;
use crate::territory::verdict::Verdict;

/// The number of liberties, dame included, up to which stones are in danger.
const FEW_LIBERTIES: usize = 2;

/// The blocks and regions of a board, in the canonical order and colours.
#[derive(Debug)]
pub(super) struct SearchBoard<'a> {
    pub(super) order: CanonicalOrder<'a>,
    /// The blocks and regions, by their numbers in the analysis.
    pub(super) blocks: Vec<SearchBlock>,
    pub(super) regions: Vec<SearchRegion>,
    /// The numbers of the blocks in canonical order.
    pub(super) block_order: Vec<u16>,
}

/// A block.
#[derive(Debug)]
pub(super) struct SearchBlock {
    pub(super) color: Color,
    pub(super) stones: Vec<u16>,
    /// The numbers of the adjacent regions.
    pub(super) regions: Vec<u16>,
    /// Whether it has two eyes whatever happens on the dame: see [`super::safety`].
    pub(super) is_safe: bool,
    /// Whether it borders dame and is not safe.
    pub(super) is_open: bool,
    /// Whether search has to decide about it: it is open, and either borders an uncertain point or is short of liberties.
    pub(super) is_uncertain: bool,
    /// Whether the controlled regions around it are all territory, whoever fills the dame.
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
    /// Whether it has an uncertain point.
    is_uncertain: bool,
}

impl<'a> SearchBoard<'a> {
    /// Returns the board of an analysis. `eyes` has the bounds of each region, and `safe` says which blocks are safe.
    /// `uncertain` says which cells are uncertain points; without it, no block is uncertain or certain.
    pub(super) fn new(analysis: &'a Analysis, eyes: &[EyeBounds], safe: &[bool], uncertain: Option<&[bool]>) -> Self {
        let order = CanonicalOrder::new(analysis);
        let mut stones = vec![Vec::new(); safe.len()];
        let mut points = vec![Vec::new(); eyes.len()];
        for &cell in order.points() {
            let at = usize::from(cell);
            let is_empty = analysis.cells()[at] == Cell::Empty;
            if is_empty { &mut points[analysis.region(at)] } else { &mut stones[analysis.block(at)] }.push(cell);
        }
        let region_order = order.sorted(&points);
        let region = |(number, points): (usize, Vec<u16>)| SearchRegion {
            owner: analysis.regions()[number].owner.map(|owner| order.color(owner)),
            blocks: distinct(points.iter().flat_map(|&point| order.adjacent_blocks(point))),
            eyes: eyes[number],
            is_uncertain: uncertain.is_some_and(|uncertain| points.iter().any(|&point| uncertain[usize::from(point)])),
            points,
        };
        let regions: Vec<SearchRegion> = points.into_iter().enumerate().map(region).collect();
        let mut around = vec![Vec::new(); safe.len()];
        for number in region_order {
            regions[usize::from(number)].blocks.iter().for_each(|&block| around[usize::from(block)].push(number));
        }
        let block_order = order.sorted(&stones);
        let block = |(number, (stones, around)): (usize, (Vec<u16>, Vec<u16>))| {
            let has =
                |test: fn(&SearchRegion) -> bool| around.iter().any(|&region| test(&regions[usize::from(region)]));
            let is_open = !safe[number] && has(|region| region.owner.is_none());
            let borders_uncertain = has(|region| region.is_uncertain);
            let is_doubtful = || borders_uncertain || has_few_liberties(&order, &stones);
            SearchBlock {
                color: order.color(analysis.blocks()[number].color),
                is_safe: safe[number],
                is_open,
                is_uncertain: uncertain.is_some() && is_open && is_doubtful(),
                is_certain: uncertain.is_some() && !borders_uncertain && has(|region| region.owner.is_some()),
                stones,
                regions: around,
            }
        };
        let blocks = stones.into_iter().zip(around).enumerate().map(block).collect();
        Self { order, blocks, regions, block_order }
    }

    /// Returns the number of the block of a stone.
    pub(super) fn block(&self, stone: u16) -> u16 {
        idx16(self.order.analysis.block(stone.into()))
    }

    /// Returns whether a block is adjacent to a point.
    pub(super) fn is_adjacent(&self, block: u16, point: u16) -> bool {
        self.order.adjacent_blocks(point).any(|other| other == block)
    }

    /// Returns the number of liberties of a block in a region that its colour controls.
    pub(super) fn liberties(&self, block: u16, region: u16) -> u16 {
        let mut contacts = self.order.analysis.contacts().iter();
        let contact = contacts.find(|contact| (contact.block, contact.region) == (block, region));
        contact.map_or(0, |contact| contact.count)
    }

    /// Returns the colour of the dead stone on a point: the opponent's of the colour that controls the region. In a
    /// neutral region it is the opponent's of the stones around the dead ones, or unknown if these have both colours.
    pub(super) fn dead_color(&self, point: u16) -> Option<Color> {
        if let Some(owner) = self.regions[self.order.analysis.region(point.into())].owner {
            return Some(owner.opponent());
        }
        let (mut dead, mut around) = (vec![point], Vec::new());
        let mut next = 0;
        while let Some(&stone) = dead.get(next) {
            next += 1;
            around.extend(self.order.adjacent_blocks(stone).map(|block| self.blocks[usize::from(block)].color));
            for cell in self.order.empty_neighbours(stone) {
                if self.order.analysis.is_dead(cell.into()) && !dead.contains(&cell) {
                    dead.push(cell);
                }
            }
        }
        let &first = around.first()?;
        around.iter().all(|&color| color == first).then(|| first.opponent())
    }
}

/// Returns whether a block of these stones has few liberties, dame included.
fn has_few_liberties(order: &CanonicalOrder<'_>, stones: &[u16]) -> bool {
    distinct(stones.iter().flat_map(|&stone| order.empty_neighbours(stone))).len() <= FEW_LIBERTIES
}

/// Returns the items without repetitions.
fn distinct(items: impl Iterator<Item = u16>) -> Vec<u16> {
    let mut found = Vec::new();
    for item in items {
        if !found.contains(&item) {
            found.push(item);
        }
    }
    found
}

/// Returns, for each cell, whether it is a point of which the static answer `verdict` is uncertain: its owner depends on
/// who fills the dame, it may have to be filled, or it is counted for neither side. The answers of all fills lie between
/// `black` and `white`.
pub(super) fn uncertain_points(analysis: &Analysis, [black, white]: [&Verdict; 2], verdict: &Verdict) -> Vec<bool> {
    let mut owners = vec![None; analysis.cells().len()];
    black.for_each_point(analysis, |index, status| owners[index] = status.owner());
    let mut points = vec![false; analysis.cells().len()];
    white.for_each_point(analysis, |index, status| points[index] = status.owner() != owners[index]);
    verdict.for_each_point(analysis, |index, status| {
        let is_unowned = matches!(status, Status::FalseEye | Status::Seki);
        points[index] |= is_unowned || status.owner() != owners[index];
    });
    points
}
