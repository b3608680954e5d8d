//! Finds the moves that a player owes because the opponent, moving first, would win a local fight.

use super::board::Spot;
use super::capture::CaptureSearch;
use super::local::{LocalSearch, Outcome};
use super::protection::{Protection, Stake, Threat};
use crate::board::{Color, idx16};
use crate::territory::{ProtectiveMove, reset};

/// The maximum number of liberties of a living chain at stake. Nineteen of twenty chains that can
/// be captured have fewer.
const MAX_LIBERTIES: usize = 4;

impl Protection {
    /// Lets a player play a move that keeps a living chain alive or a dead chain dead, if the
    /// opponent succeeds when he moves first. Returns whether a move was played. If the
    /// searches run out of states, none is: which of them ended depends on the order of the chains.
    pub(super) fn protect_from_local_loss(&mut self) -> bool {
        let mut lost = self.stakes();
        lost.retain(|&stake| self.succeeds(stake));
        if !self.local.is_budget_left() {
            return false;
        }
        self.sort_stakes(&mut lost);
        lost.into_iter().any(|stake| self.protect_stake(stake))
    }

    /// Lists the chains at stake.
    fn stakes(&mut self) -> Vec<Stake> {
        let mut stakes = Vec::new();
        reset(&mut self.seen, self.statuses.len());
        for stone in 0..idx16(self.statuses.len()) {
            let board = &self.search.board;
            let Some(color) = board.color(stone) else {
                continue;
            };
            if self.seen[usize::from(stone)] {
                continue;
            }
            for other in board.chain(stone) {
                self.seen[usize::from(other)] = true;
            }
            let (owner, is_at_stake) = match board.spot(stone) {
                Spot::Dead(_) => (color.opponent(), self.is_territory(stone, color.opponent())),
                _ => (color, self.is_living_stake(stone, color)),
            };
            if is_at_stake {
                stakes.push(Stake { owner, stone });
            }
        }
        stakes
    }

    /// Sorts chains: living chains first, then dead chains, the lowest rank first.
    fn sort_stakes(&mut self, stakes: &mut [Stake]) {
        let CaptureSearch { board, ranks, .. } = &mut self.search;
        let grid = board.board.grid();
        stakes.sort_by_cached_key(|&Stake { owner, stone }| {
            let is_dead = matches!(board.spot(stone), Spot::Dead(_));
            let ranks = board
                .chain(stone)
                .map(|stone| ranks.rank(grid, owner, stone));
            (is_dead, ranks.min(), stone)
        });
    }

    /// Returns whether a chain touches a living stone of the opponent and has a liberty in its
    /// owner's territory.
    fn is_living_stake(&self, stone: u16, owner: Color) -> bool {
        let board = &self.search.board;
        board
            .board
            .few_liberties(stone.into(), MAX_LIBERTIES)
            .is_some()
            && board.touches_living_opponent(stone, owner)
            && self.has_liberty_in_territory(stone, owner)
    }

    pub(super) fn succeeds(&mut self, stake: Stake) -> bool {
        let first = stake.owner.opponent();
        let (board, ranks) = (&self.search.board, &mut self.search.ranks);
        self.local
            .proves(board, ranks, stake.stone, first, Outcome::Success)
    }

    /// Lets the owner play a move that provably makes the opponent fail, preferably a capture.
    /// Returns whether there is such a move.
    fn protect_stake(&mut self, stake: Stake) -> bool {
        let Stake { owner, stone } = stake;
        let mut points = LocalSearch::points(&self.search.board, stone);
        points.retain(|&point| self.is_territory(point, owner));
        let grid = self.search.board.board.grid();
        self.search.ranks.sort(grid, owner, &mut points);
        points.retain(|&point| self.fails_after(point, stake));
        let best = points.iter().find(|&&point| self.captures(point, owner));
        let Some(&point) = best.or(points.first()) else {
            return false;
        };
        let threat = match self.search.board.spot(stone) {
            Spot::Dead(_) => Threat::Life,
            _ => Threat::Capture,
        };
        self.owe(
            ProtectiveMove {
                owner,
                point,
                stone,
            },
            &threat,
        );
        true
    }

    /// Returns whether the opponent fails after a move of the owner.
    fn fails_after(&mut self, point: u16, stake: Stake) -> bool {
        let Stake { owner, stone } = stake;
        let color = self.search.board.color(stone);
        if !self.search.board.play(owner, point) {
            return false;
        }
        let (board, ranks) = (&self.search.board, &mut self.search.ranks);
        let fails = board.color(stone) != color
            || self
                .local
                .proves(board, ranks, stone, owner.opponent(), Outcome::Failure);
        self.search.board.board.undo();
        fails
    }
}
