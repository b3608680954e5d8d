//! A strategy's answer, point by point.

use super::{Analysis, Region, Status};
use crate::board::{Cell, Color, Grid, Point, Position};
use crate::rules::{Count, PlayerScore};

/// The status of every point of a position from which the dead stones have been removed, and the
/// number of points with each status.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TerritoryMap {
    grid: Grid,
    // declared before the statuses, because the derived `==` then finds most differences
    // immediately
    pub(super) counts: PointCounts,
    /// The status of each cell of the grid.
    statuses: Vec<Status>,
}

/// The number of points with each status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PointCounts {
    /// The points of Black's and White's territory.
    pub territory: [u32; 2],
    /// The points of regions that no colour controls.
    pub dame: u32,
    /// The points of controlled regions that are not territory because the stones around them are
    /// in seki.
    pub seki: u32,
    /// The points of false eyes and of protective moves.
    pub false_eyes: u32,
    /// The points of Black's and White's territory that a tax on groups takes.
    pub tax: [u32; 2],
    /// The dead stones in eyes in seki that do not become Black's and White's prisoners, because
    /// they stay on the board.
    pub left_in_seki: [u32; 2],
}

impl PointCounts {
    /// Returns Black's and White's points of territory, minus tax and minus the dead stones that do
    /// not become prisoners.
    pub fn scored(&self) -> [i32; 2] {
        let lost = [0, 1].map(|color| self.tax[color] + self.left_in_seki[color]);
        [0, 1].map(|color| self.territory[color].cast_signed() - lost[color].cast_signed())
    }

    /// Returns Black's and White's scores.
    pub fn scores(&self, count: &Count) -> [PlayerScore; 2] {
        let mut scores = count.scores(self.scored());
        for (score, left) in scores.iter_mut().zip(self.left_in_seki) {
            score.territory += left.cast_signed();
            score.prisoners = score.prisoners.saturating_sub(left);
        }
        scores
    }
}

impl TerritoryMap {
    /// Resets the map so that every empty point is dame.
    pub(super) fn reset(&mut self, analysis: &Analysis) {
        self.grid = analysis.grid();
        self.statuses.clear();
        self.statuses
            .extend(analysis.cells().iter().map(|cell| match cell {
                Cell::Black | Cell::White => Status::Stone,
                Cell::Empty => Status::Dame,
                Cell::Border => Status::Border,
            }));
    }

    /// Sets the status of the given empty points.
    pub fn set(&mut self, points: &[u16], status: Status) {
        for &point in points {
            self.statuses[usize::from(point)] = status;
        }
    }

    /// Sets the status of every point of each controlled region. A point is a false eye if
    /// `is_false_eye` holds for it. Otherwise, it is territory if `is_alive` holds for its region,
    /// and an eye in seki if not.
    pub(super) fn set_controlled(
        &mut self,
        analysis: &Analysis,
        mut is_alive: impl FnMut(&Region) -> bool,
        is_false_eye: impl Fn(usize) -> bool,
    ) {
        for (_, region, owner) in analysis.controlled() {
            let is_alive = is_alive(region);
            for index in analysis
                .points(region)
                .iter()
                .map(|&point| usize::from(point))
            {
                self.statuses[index] = match is_alive {
                    _ if is_false_eye(index) => Status::FalseEye,
                    true => Status::territory(owner),
                    false => Status::Seki,
                };
            }
        }
    }

    /// Sets the status of every empty point; `statuses` contains a status for each cell.
    pub(super) fn set_all(&mut self, analysis: &Analysis, statuses: &[Status]) {
        for index in analysis.empty() {
            self.statuses[index] = statuses[index];
        }
    }

    /// Overwrites the map with an external answer; `owner` returns the owner of each empty point. A
    /// point without an owner gets [`Status::Seki`] if one colour controls its region, and
    /// [`Status::Dame`] otherwise.
    pub fn set_owners(&mut self, analysis: &Analysis, owner: impl Fn(usize) -> Option<Color>) {
        self.reset(analysis);
        for index in analysis.empty() {
            let unowned = if analysis.is_dame(index) {
                Status::Dame
            } else {
                Status::Seki
            };
            self.statuses[index] = owner(index).map_or(unowned, Status::territory);
        }
        self.count();
    }

    /// Returns the numbers of points that Black and White fill in the regions that they control.
    pub(super) fn fills(&self, analysis: &Analysis) -> [u32; 2] {
        let mut fills = [0; 2];
        for (_, region, owner) in analysis.controlled() {
            for &point in analysis.points(region) {
                let is_filled = self.statuses[usize::from(point)] == Status::FalseEye;
                fills[owner.index()] += u32::from(is_filled);
            }
        }
        fills
    }

    /// Returns how many more dame Black takes than White. The players move in turn, starting with
    /// `to_move`, until all dame are taken and each player has filled his own points. `fills`
    /// contains the numbers of points that Black and White have to fill.
    pub(super) fn lead_in_dame(&self, to_move: Color, fills: [u32; 2]) -> i32 {
        let [dame, black, white] = [self.counts.dame, fills[0], fills[1]].map(u32::cast_signed);
        let last = (dame + black + white) % 2;
        let moves = if to_move == Color::Black { last } else { -last };
        (moves + white - black).clamp(-dame, dame)
    }

    /// Gives the surplus dame to the player who takes more of them. `lead` is the result of
    /// [`Self::lead_in_dame`]. The players share the other dame equally, so these make no
    /// difference under area rules.
    pub(super) fn share_dame(&mut self, analysis: &Analysis, lead: i32) {
        let color = if lead > 0 { Color::Black } else { Color::White };
        let mut left = lead.unsigned_abs();
        for index in analysis.empty().rev() {
            if left > 0 && self.statuses[index] == Status::Dame {
                self.statuses[index] = Status::territory(color);
                left -= 1;
            }
        }
        let tax = self.counts.tax;
        self.count();
        self.counts.tax = tax;
    }

    /// Turns every point whose status is in `scored` into territory of the colour that surrounds
    /// it.
    pub(super) fn give_to_owners(&mut self, analysis: &Analysis, scored: &[Status]) {
        for (_, region, owner) in analysis.controlled() {
            for &point in analysis.points(region) {
                let status = &mut self.statuses[usize::from(point)];
                if scored.contains(status) {
                    *status = Status::territory(owner);
                }
            }
        }
        self.count();
    }

    /// Counts the points with each status.
    pub(super) fn count(&mut self) {
        self.counts = PointCounts {
            territory: Color::BOTH.map(|color| self.number_of(Status::territory(color))),
            dame: self.number_of(Status::Dame),
            seki: self.number_of(Status::Seki),
            false_eyes: self.number_of(Status::FalseEye),
            ..PointCounts::default()
        };
    }

    fn number_of(&self, status: Status) -> u32 {
        // 16 bits are enough for all 52 · 52 points, and a wider sum takes longer
        let is_counted = self.statuses.iter().map(|&one| u16::from(one == status));
        is_counted.sum::<u16>().into()
    }

    /// Leaves the dead stones in eyes in seki on the board, because under Article 10 of the
    /// Japanese rules of 1989 they are not prisoners. Most servers count them as prisoners. `whole`
    /// is the position with its dead stones. Each stone is subtracted from the prisoners of its
    /// opponent, even if its own colour surrounds it, as can happen if only part of a chain is
    /// marked dead.
    pub fn leave_dead_in_seki(&mut self, whole: &Position) {
        let mut left = [0; 2];
        for (status, cell) in self.statuses.iter().zip(whole.cells()) {
            if let (Status::Seki, Some(color)) = (status, cell.color()) {
                left[color.opponent().index()] += 1;
            }
        }
        self.counts.left_in_seki = left;
    }

    /// Gives the regions next to chains that are in seki by agreement to neither player.
    pub(super) fn leave_agreed_seki(&mut self, analysis: &Analysis) {
        for region in analysis.regions() {
            if analysis.borders_agreed_seki(region) {
                let is_dame = region.owner.is_none();
                let status = if is_dame { Status::Dame } else { Status::Seki };
                self.set(analysis.points(region), status);
            }
        }
    }

    /// Returns the layout of [`Self::statuses`].
    pub const fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns the status of every cell, border cells included: see [`Grid`].
    pub fn statuses(&self) -> &[Status] {
        &self.statuses
    }

    /// Returns the status of `point`, which must be on the board.
    pub fn get(&self, point: Point) -> Status {
        self.statuses[self.grid.index(point)]
    }

    /// Returns the number of points in the territory of `color`.
    pub const fn territory(&self, color: Color) -> u32 {
        self.counts.territory[color.index()]
    }

    /// Returns the number of points with each status.
    pub const fn counts(&self) -> &PointCounts {
        &self.counts
    }

    /// Returns whether every point has the same owner in both maps. The reasons why points have no
    /// owner may differ.
    pub fn same_territory(&self, other: &Self) -> bool {
        self.statuses.len() == other.statuses.len()
            && self
                .statuses
                .iter()
                .zip(&other.statuses)
                .all(|(a, b)| a.owner() == b.owner())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::territory::{strategy, territory_map};

    #[test]
    fn map_has_statuses_and_owners() {
        let map = |name: &str, diagram: &str| {
            territory_map(
                &Position::from_diagram(diagram).expect("a board"),
                strategy(name).expect("the strategy is listed"),
            )
        };
        let board = "..xo.\n.xxo.\nxxo..\n";
        let (flood, strict) = (map("flood", board), map("strict", board));
        assert_eq!(flood.get(Point::new(0, 1)), Status::territory(Color::Black));
        assert_eq!(
            (flood.get(Point::new(2, 1)), flood.get(Point::new(4, 2))),
            (Status::Stone, Status::territory(Color::White))
        );
        assert!(strict.same_territory(&map("strict", board)));
        let dame = "x.o\n";
        assert!(map("flood", dame).same_territory(&map("strict", dame)));
        assert!(
            !map("flood", dame).same_territory(&map("flood", "x.o.\n")),
            "another board"
        );
        let seki = "..xo.\n.xxo.\nxx.o.\n";
        assert!(!map("flood", seki).same_territory(&map("strict", seki)));
        assert!(!map("strict", seki).same_territory(&map("flood", seki)));
    }

    #[test]
    fn set_owners_gives_statuses_and_counts() {
        let position = Position::from_diagram("..xo.\n.xxo.\nxxoo.\n").expect("a board");
        let analysis = Analysis::new(&position, &[]);
        let white = usize::from(analysis.points(&analysis.regions()[1])[0]);
        let mut map = TerritoryMap::default();
        map.set_owners(&analysis, |index| match analysis.region(index) {
            0 => Some(Color::Black),
            _ => (index == white).then_some(Color::White),
        });
        assert_eq!(map.get(Point::new(4, 0)), Status::WhiteTerritory);
        assert_eq!(map.get(Point::new(4, 1)), Status::Seki);
        assert_eq!((map.counts().territory, map.counts().seki), ([3, 1], 2));
    }
}
