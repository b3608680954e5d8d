//! Measures how complete a finished board is. The measures depend only on the stones, not on a
//! strategy.
//!
//! Even records of counted games often stop before the last dame are filled, and some stop long
//! before that. The measures show how much was left to play, not who would have gained from it.

use super::{Analysis, Region};
use crate::board::{Cell, Color};

/// The minimum number of points that make a neutral region nearly enclosed. Smaller regions are
/// mostly dame next to a point that must be filled.
const NEARLY_ENCLOSED: usize = 3;

/// The moves that were left to play on a board without its dead stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Completeness {
    /// The number of dame: the points of neutral regions.
    pub neutral: u32,
    /// The number of points in the largest neutral region.
    pub largest_neutral: u32,
    /// The number of unfilled kos: points where a player can capture a single stone with a stone
    /// that the opponent could capture in return.
    pub ko_shapes: u32,
    /// The number of neutral regions where the border between Black and White is open. In such a
    /// region, some point touches no stone, or one of two adjacent points touches only Black's
    /// stones and the other only White's. The player who moves there first gains territory.
    pub open_borders: u32,
}

impl Completeness {
    /// Measures the board of `analysis`.
    pub fn of(analysis: &Analysis) -> Self {
        let mut found = Self::default();
        for region in analysis.neutral() {
            let points = analysis.points(region);
            let size = u32::try_from(points.len()).expect("at most 52 · 52 points");
            found.neutral += size;
            found.largest_neutral = found.largest_neutral.max(size);
        }
        let open = Self::open_regions(analysis).count();
        found.open_borders = u32::try_from(open).expect("at most 52 · 52 regions");
        let eyes =
            analysis
                .controlled()
                .filter_map(|(_, region, owner)| match *analysis.points(region) {
                    [point] => Some((usize::from(point), owner)),
                    _ => None,
                });
        found.ko_shapes = eyes
            .map(|(point, owner)| u32::from(is_ko(analysis, point, owner)))
            .sum();
        found
    }

    /// Returns the neutral regions where the border between Black and White is open.
    pub(crate) fn open_regions(analysis: &Analysis) -> impl Iterator<Item = &Region> {
        analysis
            .neutral()
            .filter(|region| Self::is_open(analysis, region))
    }

    /// Returns whether the border between Black and White is open in a neutral region.
    pub(crate) fn is_open(analysis: &Analysis, region: &Region) -> bool {
        let mut points = analysis.points(region).iter();
        points.any(|&point| is_open(analysis, point.into()))
    }

    /// Returns whether one player has nearly enclosed a neutral region: at least
    /// [`NEARLY_ENCLOSED`] points touch only stones of this player. These points become territory
    /// if the player takes the other points of the region.
    pub(crate) fn is_nearly_enclosed(analysis: &Analysis, region: &Region) -> bool {
        let mut enclosed = [0; 2];
        for &point in analysis.points(region) {
            match touches(analysis, point.into()) {
                [true, false] => enclosed[0] += 1,
                [false, true] => enclosed[1] += 1,
                _ => {}
            }
        }
        enclosed.into_iter().any(|points| points >= NEARLY_ENCLOSED)
    }

    /// Returns the points of a neutral region where a stone of either player would close the
    /// border. Such a point is one of two adjacent points, one of which touches only Black's stones
    /// and the other only White's.
    pub(crate) fn facing_points(analysis: &Analysis, region: &Region) -> impl Iterator<Item = u16> {
        let points = analysis.points(region).iter().copied();
        points.filter(|&point| {
            touches(analysis, point.into()) != [false; 2] && is_open(analysis, point.into())
        })
    }

    /// Returns whether every border between Black and White is closed.
    pub const fn is_closed(&self) -> bool {
        self.open_borders == 0
    }
}

/// Returns whether Black has a stone adjacent to `point`, and whether White has one.
fn touches(analysis: &Analysis, point: usize) -> [bool; 2] {
    let neighbours = analysis.grid().neighbours(point);
    Color::BOTH.map(|color| {
        neighbours
            .into_iter()
            .any(|neighbour| analysis.cells()[neighbour] == Cell::from(color))
    })
}

/// Returns whether the border between Black and White is open at the neutral `point`.
fn is_open(analysis: &Analysis, point: usize) -> bool {
    match touches(analysis, point) {
        [false, false] => true,
        [true, true] => false,
        // the border is open if an adjacent point touches only the other player's stones
        [black, white] => analysis.grid().neighbours(point).into_iter().any(|near| {
            analysis.cells()[near] == Cell::Empty && touches(analysis, near) == [white, black]
        }),
    }
}

/// Returns whether the opponent of `owner` can capture exactly one stone by playing at `point`, a
/// one-point eye of `owner`.
fn is_ko(analysis: &Analysis, point: usize, owner: Color) -> bool {
    let grid = analysis.grid();
    let cells = analysis.cells();
    let mut taken = 0;
    for stone in grid.neighbours(point) {
        if cells[stone] == Cell::Border {
            continue;
        }
        let can_be_taken = grid.neighbours(stone).into_iter().all(|near| {
            near == point || cells[near] == Cell::Border || cells[near] == owner.opponent().into()
        });
        taken += u32::from(can_be_taken);
    }
    taken == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    fn completeness(diagram: &str) -> [u32; 4] {
        let mut analysis = Analysis::default();
        analysis.set(&Position::from_diagram(diagram).unwrap(), &[]);
        let Completeness {
            neutral,
            largest_neutral,
            ko_shapes,
            open_borders,
        } = Completeness::of(&analysis);
        [neutral, largest_neutral, ko_shapes, open_borders]
    }

    #[test]
    fn border_is_open_if_the_sides_do_not_meet() {
        for (diagram, expected) in [
            // no dame
            ("..xo.\n..xo.\nxxxo.\nooooo\n.....", [0, 0, 0, 0]),
            // one dame point that both colours touch
            ("..xo.\n..xo.\nxx.oo\nooooo\n.....", [1, 1, 0, 0]),
            // two regions of one dame point each
            ("x.o.o\nxxooo\nx.ooo\nxxooo", [2, 1, 0, 0]),
            // two adjacent points: Black touches both, White touches one
            ("xxxo\nx..o\nxxxo", [2, 2, 0, 0]),
            // Black touches one point, White the other
            ("..x..o\n..x..o", [4, 4, 0, 1]),
            ("xx...\n.x..o\nxx.oo\nxxooo", [6, 6, 0, 1]),
            // no stone touches the point in the middle
            ("xxxoo\nx...o\nx...o\nx...o\nxxooo", [9, 9, 0, 1]),
            ("...\n...\n...", [9, 9, 0, 1]),
        ] {
            assert_eq!(completeness(diagram), expected, "{diagram}");
        }
    }

    #[test]
    fn region_is_nearly_enclosed_by_three_points_of_one_player() {
        for (diagram, expected) in [
            ("x..xo\nx..oo\nxxxoo", true),
            ("x.xoo\nx..oo\nxxxoo", false),
            ("xx.oo\nx...o\nxx.oo", false),
        ] {
            let analysis = Analysis::new(&Position::from_diagram(diagram).unwrap(), &[]);
            let mut regions = analysis.neutral();
            let is_enclosed =
                regions.any(|region| Completeness::is_nearly_enclosed(&analysis, region));
            assert_eq!(is_enclosed, expected, "{diagram}");
        }
    }

    #[test]
    fn ko_shape_needs_exactly_one_capturable_stone() {
        let kos = |diagram| completeness(diagram)[2];
        assert_eq!(kos("xxoo\nxo.o\nxxoo"), 1);
        assert_eq!(kos("xo.o\nxxoo"), 1, "at the edge");
        assert_eq!(kos("xxoo\n.o.o\nxxoo"), 0, "the stone has another liberty");
        assert_eq!(
            kos("xxxoo\nxoo.o\nxxxoo"),
            0,
            "two stones would be captured without a recapture"
        );
        assert_eq!(
            kos("xxoo\nxo.o\nxxox\nxxxx"),
            0,
            "two single stones would be captured"
        );
    }
}
