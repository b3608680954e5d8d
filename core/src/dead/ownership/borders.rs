//! Finds the owner of each point according to ownership, and the points where the border between
//! the players must be closed.

use super::stones::{Chain, Chains};
use super::values::Ownership;
use crate::board::{Color, Point};
use crate::sort::sort;
use crate::territory::{Analysis, Completeness, Region};

/// A region that belongs to neither side yet, because the border between the players is not closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnclosedBorder {
    /// The empty points, row by row, where moves must be played before the other points have an
    /// owner. If ownership does not show where the border is, the seals are the points where a
    /// stone of either player would close it. The list may be empty, for example on an empty board.
    pub seals: Vec<Point>,
    /// The other points of the region, row by row.
    pub open: Vec<Point>,
}

/// A position without its dead stones.
pub(super) struct Borders<'a> {
    pub(super) analysis: &'a Analysis,
    /// The chains of the position before its dead stones were removed.
    pub(super) chains: &'a Chains,
    pub(super) ownership: &'a Ownership,
}

impl Borders<'_> {
    /// Returns the owner of each point, and the seals, both row by row.
    ///
    /// A region surrounded by one colour belongs to that colour. In any other region, the seals
    /// divide the points, and each part surrounded by one colour belongs to that colour. Ownership
    /// decides the owner, if any, of each remaining point.
    pub(super) fn owners(&self) -> (Vec<Option<Color>>, Vec<Point>) {
        let (grid, size) = (self.analysis.grid(), self.ownership.size);
        let mut owners = vec![None; size.points()];
        let mut is_seal = vec![false; size.points()];
        for point in size.iter() {
            owners[size.index_of(point)] = self.analysis.cells()[grid.index(point)].color();
        }
        for region in self.analysis.regions() {
            let points = self.analysis.points(region);
            if region.owner.is_some() {
                for &point in points {
                    owners[size.index_of(grid.point(point.into()))] = region.owner;
                }
            } else {
                let own = self.seals(region);
                for (part, owner) in self.parts(points, &own) {
                    for point in part {
                        let at = grid.point(point.into());
                        owners[size.index_of(at)] = owner.or_else(|| self.owner(at));
                    }
                }
                for point in own {
                    is_seal[size.index_of(grid.point(point))] = true;
                }
            }
        }
        (
            owners,
            size.iter()
                .filter(|&point| is_seal[size.index_of(point)])
                .collect(),
        )
    }

    /// Returns the regions with open borders, each with its seals.
    pub(super) fn unclosed(&self) -> Vec<UnclosedBorder> {
        let grid = self.analysis.grid();
        let mut unclosed = Vec::new();
        for region in Completeness::open_regions(self.analysis) {
            let mut seals = self.seals(region);
            if seals.is_empty() {
                seals.extend(Completeness::facing_points(self.analysis, region).map(usize::from));
            }
            let mut points: Vec<Point> = self
                .analysis
                .points(region)
                .iter()
                .map(|&point| grid.point(point.into()))
                .collect();
            sort(&mut points);
            let (seals, open) = points
                .into_iter()
                .partition(|&point| seals.contains(&grid.index(point)));
            unclosed.push(UnclosedBorder { seals, open });
        }
        unclosed
    }

    /// Returns the player who owns a point according to ownership.
    fn owner(&self, point: Point) -> Option<Color> {
        let mean = self.ownership.mean(point);
        if mean.abs() < Ownership::OWNED {
            return None;
        }
        Some(if mean > 0.0 {
            Color::Black
        } else {
            Color::White
        })
    }

    /// Returns the seals of a region: the empty points that belong to one player according to
    /// ownership and touch the other player's living stones. The points between clearly living
    /// stones of both players are also seals, unless the region consists only of dame that both
    /// players touch.
    fn seals(&self, region: &Region) -> Vec<usize> {
        let points = self.analysis.points(region);
        let has_more_than_dame = points
            .iter()
            .any(|&point| !touch_both(&self.adjacent(point.into())));
        let mut seals = Vec::new();
        for &point in points {
            let point = usize::from(point);
            let adjacent = self.adjacent(point);
            let between_living = has_more_than_dame
                && touch_both(&adjacent)
                && adjacent
                    .iter()
                    .all(|chain| chain.mean().abs() >= Ownership::DEAD);
            let touches_other = self
                .owner(self.analysis.grid().point(point))
                .is_some_and(|owner| adjacent.iter().any(|chain| chain.color != owner));
            if (between_living || touches_other) && !self.analysis.is_dead(point) {
                seals.push(point);
            }
        }
        seals
    }

    /// Returns the chains with living stones adjacent to a point.
    fn adjacent(&self, point: usize) -> Vec<&Chain> {
        let (grid, cells) = (self.analysis.grid(), self.analysis.cells());
        let stones = grid
            .neighbours(point)
            .into_iter()
            .filter(|&other| cells[other].color().is_some());
        stones
            .map(|stone| self.chains.at(grid.size().index_of(grid.point(stone))))
            .collect()
    }

    /// Returns the connected parts of a region without its seals. Each part has the colour of the
    /// stones around it, unless these stones have both colours or there are none.
    fn parts(&self, points: &[u16], seals: &[usize]) -> Vec<(Vec<u16>, Option<Color>)> {
        let (grid, cells) = (self.analysis.grid(), self.analysis.cells());
        let mut is_left = vec![false; grid.cells()];
        for point in points
            .iter()
            .map(|&point| usize::from(point))
            .filter(|point| !seals.contains(point))
        {
            is_left[point] = true;
        }
        let mut parts = Vec::new();
        for &start in points {
            if !std::mem::take(&mut is_left[usize::from(start)]) {
                continue;
            }
            let (mut part, mut touched) = (vec![start], [false; 2]);
            grid.flood(&mut part, |cell| {
                if let Some(color) = cells[cell].color() {
                    touched[color.index()] = true;
                }
                std::mem::take(&mut is_left[cell])
            });
            parts.push((part, Color::only(touched)));
        }
        parts
    }
}

/// Returns whether the chains adjacent to a point include both colours.
fn touch_both(adjacent: &[&Chain]) -> bool {
    adjacent
        .first()
        .is_some_and(|first| adjacent.iter().any(|other| other.color != first.color))
}
