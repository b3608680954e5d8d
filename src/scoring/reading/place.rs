//! The graph of a field.

use super::fields::{Doubt, Finder, Parts};
use super::play::{Field, SMALL};
use super::safe::{Eyes, Safety};
use super::set::{Set, Wide};
use crate::scoring::{Analysis, narrow};

/// A field, and where it is on the board.
#[derive(Clone, Debug, Default)]
pub(super) struct Place {
    pub(super) field: Field<Wide>,
    /// By node: its point or stone; for a block or a territory that is one node, any of it.
    pub(super) cells: Vec<u16>,
    /// The territories that are nodes: node and region.
    pub(super) territories: Vec<(u16, u16)>,
    /// The regions of which it has something to say: those beside blocks that are not at its edge.
    pub(super) regions: Vec<u16>,
    /// Whether all is in it that hangs together.
    pub(super) is_whole: bool,
    /// Whether it has more nodes or points than are played out, or dead stones where it matters whether they are captured: it is
    /// not played out.
    pub(super) is_out_of_reach: bool,
}

/// Fields of up to so many points are played out. Of those with more none ever came to an end, and looking for it took
/// half of the time of all reading.
pub(super) const MOST_POINTS: usize = 18;

/// No node.
const NONE: u16 = u16::MAX;

impl Finder {
    /// The graph of what was gathered.
    pub(super) fn build(
        &mut self,
        analysis: &Analysis,
        safety: &Safety,
        eyes: &[Eyes],
        doubt: Option<&Doubt>,
        parts: &Parts,
    ) -> Place {
        let mut place = Place { is_whole: parts.beyond.is_empty(), ..Place::default() };
        self.nodes.clear();
        self.nodes.resize(analysis.cells().len(), NONE);
        for &point in &parts.points {
            self.nodes[usize::from(point)] = place.add(point, 0);
        }
        for &(block, is_mortal) in &parts.blocks {
            self.add_block(analysis, &mut place, usize::from(block), is_mortal, safety.is_safe(block.into()));
            let distance = self.distance[usize::from(block)];
            if distance.is_some_and(|distance| place.is_whole || distance < parts.limit) {
                place.regions.extend(&self.regions[usize::from(block)]);
            }
        }
        for &block in &parts.beyond {
            let stone = self.stones[usize::from(block)][0];
            let is_firm = doubt.is_some_and(|doubt| doubt.firm[usize::from(stone)]);
            self.add_block(analysis, &mut place, usize::from(block), false, is_firm);
        }
        for &number in &parts.territories {
            let region = &analysis.regions()[usize::from(number)];
            let points = analysis.points(region).iter().copied();
            let left: Vec<u16> = points.filter(|&point| !self.is_point[usize::from(point)]).collect();
            let Some(&first) = left.first() else { continue };
            let node = place.add(first, narrow(left.len()));
            for point in left {
                self.nodes[usize::from(point)] = node;
            }
            place.territories.push((node, number));
            if usize::from(node) < Wide::MOST {
                let owner = region.owner.expect("a controlled region").index();
                let bit = Wide::one(node.into());
                place.field.territory |= bit;
                place.field.start[owner] |= bit;
                place.field.immortal[owner] |= bit;
                let most = eyes[usize::from(number)].most;
                place.field.eyes[usize::from(node)] = u8::try_from(most).expect("two eyes at most");
            }
        }
        let fits = place.cells.len() <= Wide::MOST;
        place.is_out_of_reach = !fits || parts.points.len() > MOST_POINTS || parts.is_poked;
        if fits {
            self.link(analysis, parts, &mut place);
        }
        place
    }

    fn add_block(&mut self, analysis: &Analysis, place: &mut Place, block: usize, is_mortal: bool, is_safe: bool) {
        let stones = &self.stones[block];
        let color = analysis.blocks()[block].color.index();
        let is_small = is_mortal && stones.len() <= SMALL;
        let mut set = Wide::NONE;
        let mut node = NONE;
        // what stands beside a safe block is safe with it, whichever of a colour's it is: they are one node
        let safe = place.field.safe & place.field.start[color];
        let shares = is_safe && safe != 0;
        if shares {
            node = narrow(safe.lowest());
        }
        for (number, &stone) in stones.iter().enumerate() {
            if number == 0 && !shares || is_small {
                node = place.add(stone, if is_small { 1 } else { narrow(stones.len()) });
                if usize::from(node) < Wide::MOST {
                    set |= Wide::one(node.into());
                }
            }
            self.nodes[usize::from(stone)] = node;
        }
        place.field.start[color] |= set;
        if !is_mortal {
            place.field.immortal[color] |= set;
        } else if !is_small {
            place.field.large |= set;
        }
        if is_safe {
            place.field.safe |= set;
        }
    }

    /// Finds what is beside what.
    fn link(&self, analysis: &Analysis, parts: &Parts, place: &mut Place) {
        let grid = analysis.grid();
        place.field.beside.resize(place.cells.len(), 0);
        for index in grid.points() {
            let node = self.nodes[index];
            if node == NONE {
                continue;
            }
            for cell in grid.neighbours(index) {
                let other = self.nodes[cell];
                if other != NONE && other != node {
                    place.field.beside[usize::from(node)] |= Wide::one(other.into());
                }
            }
        }
        place.field.twins.resize(place.cells.len(), 0);
        for &point in &parts.points {
            let bit = Wide::one(self.nodes[usize::from(point)].into());
            let is_out = |&cell: &usize| analysis.is_dame(cell) && self.nodes[cell] == NONE;
            if analysis.is_dame(usize::from(point)) {
                place.field.dame |= bit;
                if grid.neighbours(usize::from(point)).iter().any(is_out) {
                    place.field.open |= bit;
                }
            }
        }
        place.field.find_twins();
    }
}

impl Place {
    fn add(&mut self, cell: u16, weight: u16) -> u16 {
        let node = narrow(self.cells.len());
        self.cells.push(cell);
        self.field.weight.push(weight);
        self.field.eyes.push(0);
        node
    }

    /// The points that can be played.
    pub(super) fn points(&self) -> impl Iterator<Item = u16> {
        self.cells.iter().zip(&self.field.weight).filter(|&(_, &weight)| weight == 0).map(|(&cell, _)| cell)
    }

    /// The empty points that are a node: the point itself, or all of a territory that are not played.
    pub(super) fn cells_of<'a>(&'a self, analysis: &'a Analysis, node: usize) -> impl Iterator<Item = u16> + 'a {
        let territory = self.territories.iter().find(|&&(number, _)| usize::from(number) == node);
        let region = territory.map(|&(_, region)| &analysis.regions()[usize::from(region)]);
        let rest = region.into_iter().flat_map(move |region| {
            analysis.points(region).iter().copied().filter(|&point| !self.points().any(|played| played == point))
        });
        rest.chain(region.is_none().then_some(self.cells[node]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scoring::life::tests::analysis;

    #[test]
    fn a_field_says_something_of_what_is_nearer_than_its_end() {
        // each block shares a dame with the next; the first and the last have a point of their own
        let analysis = analysis(".x.o.x.o.x.o.");
        let eyes = Eyes::of_regions(&analysis, &[]);
        let (mut safety, mut finder) = (Safety::default(), Finder::default());
        safety.find(&analysis, &eyes);
        finder.begin(&analysis, &safety, None);
        let mut regions = |seed, limit| {
            let mut place = finder.place(&analysis, &safety, &eyes, None, seed, limit);
            place.regions.sort_unstable();
            place.regions.dedup();
            (place.regions, place.is_whole)
        };
        assert_eq!(regions(0, 1), (vec![0, 1], false));
        assert_eq!(regions(0, 2), (vec![0, 1, 2], false));
        assert_eq!(regions(5, 1), (vec![5, 6], false));
        assert_eq!(regions(0, 5), ((0..7).collect(), true));
    }
}
