//! Gives a player the points of a neutral region that his opponent cannot reach.

use super::board::Spot;
use super::protection::Protection;
use crate::board::{Color, idx16};
use crate::territory::{Status, reset};

impl Protection {
    /// Gives a player the points of a neutral region that only his stones surround. Points next to
    /// a dame that touches stones of both players are left out, because the owner has to answer
    /// there if the opponent enters at that dame. If a point touches no stone, the border is open,
    /// and nothing is given. A single point stays neutral, because most such points have to be
    /// filled to connect stones. Points under dead stones count as points of the region, but are
    /// given to the captor of the stones later. Needed in 0.8 % of games.
    pub(super) fn give_points_behind_dame(&mut self) {
        reset(&mut self.seen, self.statuses.len());
        let mut given = Vec::new();
        for start in 0..idx16(self.statuses.len()) {
            if self.seen[usize::from(start)] || !self.is_inner(start) {
                continue;
            }
            let mut points = self.inner_points(start);
            let owner = Color::BOTH
                .into_iter()
                .find(|&owner| points.iter().all(|&point| self.is_behind(point, owner)));
            let Some(owner) = owner else {
                continue;
            };
            let all = points.len();
            points.retain(|&point| !self.is_next_to_contact(point));
            // without a dame at the border, the region is an eye in seki
            if points.len() > 1 && points.len() < all {
                points.retain(|&point| self.search.board.spot(point) == Spot::Dame);
                for &point in &points {
                    self.statuses[usize::from(point)] = Status::territory(owner);
                }
                given.extend(points);
            }
        }
        if !given.is_empty() {
            self.search.board.empty_dame(&given);
        }
    }

    /// Returns the points that are connected with `start` and for which [`Self::is_inner`] holds.
    fn inner_points(&mut self, start: u16) -> Vec<u16> {
        let mut seen = std::mem::take(&mut self.seen);
        seen[usize::from(start)] = true;
        let mut points = vec![start];
        let grid = self.search.board.board.grid();
        grid.flood(&mut points, |cell| {
            self.is_inner(idx16(cell)) && !std::mem::replace(&mut seen[cell], true)
        });
        self.seen = seen;
        points
    }

    /// Returns whether a cell is a point of a neutral region, possibly under a dead stone, that
    /// does not touch stones of both players.
    fn is_inner(&self, cell: u16) -> bool {
        self.statuses[usize::from(cell)] == Status::Dame && !self.touches_both(cell)
    }

    /// Returns whether a point touches a stone of `owner`, or is under an opposing dead stone and
    /// touches no living stone of the opponent.
    fn is_behind(&self, point: u16, owner: Color) -> bool {
        match self.search.board.spot(point) {
            Spot::Dead(color) => color != owner && !self.touches(point, color),
            _ => self.touches(point, owner),
        }
    }

    fn is_next_to_contact(&self, point: u16) -> bool {
        let board = &self.search.board;
        let cells = board.neighbours(point).into_iter();
        let mut dame = cells.filter(|&cell| board.spot(cell) == Spot::Dame);
        dame.any(|cell| self.touches_both(cell))
    }

    fn touches_both(&self, point: u16) -> bool {
        self.touches(point, Color::Black) && self.touches(point, Color::White)
    }

    /// Returns whether a living stone of a colour is next to a point.
    fn touches(&self, point: u16, color: Color) -> bool {
        let board = &self.search.board;
        let mut cells = board.neighbours(point).into_iter();
        cells.any(|cell| board.is_living(cell, color))
    }
}
