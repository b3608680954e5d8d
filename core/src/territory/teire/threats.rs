//! Finds the moves that a player owes because the opponent captures by a series of ataris.
//!
//! Each move by the opponent puts a chain in atari, so the owner has few answers: he plays the last
//! liberty of the chain, or captures a chain next to it. The series ends when some chain can be
//! captured no matter how the owner answers.

use super::capture::MAX_TARGET_LIBERTIES;
use super::protection::{Protection, Series, Threat};
use crate::board::Color;
use crate::sort::{sort, sort_by_key};
use crate::territory::ProtectiveMove;

/// The maximum number of ataris before a chain can be captured.
const MOST_ATARIS: u32 = 4;

/// The state of a series of ataris.
#[derive(Clone, Copy, Debug)]
struct Before {
    owner: Color,
    /// The number of ataris that may follow.
    left: u32,
    /// The number of stones that the opponent has lost.
    lost: usize,
    /// Whether a chain that was in atari touches a dame. Otherwise, filling dame does not change
    /// the fight over the chain, and the players knew about the fight when they ended the game.
    touches_dame: bool,
}

impl Protection {
    /// Lets a player play a move that prevents a series of ataris. Returns whether a move was
    /// played. Needed in 0.2 % of games.
    pub(super) fn protect_from_ataris(&mut self) -> bool {
        let ataris = self.ataris();
        ataris
            .iter()
            .any(|&(point, owner)| self.protect_from_atari(point, owner, &ataris))
    }

    /// Returns the moves by the opponent that put a weak chain in atari, each with the chain's
    /// owner.
    fn ataris(&self) -> Vec<(u16, Color)> {
        let mut ataris: Vec<(u16, Color)> = Vec::new();
        for chain in &self.weak {
            if chain.liberties.len() == 2 {
                ataris.extend(chain.liberties.iter().map(|&point| (point, chain.owner)));
            }
        }
        sort(&mut ataris);
        ataris.dedup();
        ataris
    }

    /// Lets `owner` play a move that prevents the series that starts with an atari at `point`, if
    /// this series captures a chain. Returns whether a move was played.
    fn protect_from_atari(&mut self, point: u16, owner: Color, ataris: &[(u16, Color)]) -> bool {
        let start = Before {
            owner,
            left: MOST_ATARIS,
            lost: 0,
            touches_dame: false,
        };
        let Some(series) = self.series(point, start) else {
            return false;
        };
        let mut points: Vec<u16> = series.moves.iter().filter_map(|step| step.1).collect();
        points.extend(self.search.defences(series.stone, owner));
        points.retain(|&point| self.is_territory(point, owner));
        for point in points {
            if self.search.board.play(owner, point) {
                let is_safe = !ataris
                    .iter()
                    .any(|&(atari, other)| other == owner && self.series(atari, start).is_some())
                    && !self.search.can_capture(series.stone, owner);
                self.search.board.board.undo();
                if is_safe {
                    let stone = series.stone;
                    self.owe(
                        ProtectiveMove {
                            owner,
                            point,
                            stone,
                        },
                        &Threat::Ataris(series),
                    );
                    return true;
                }
            }
        }
        false
    }

    /// Returns the series of ataris that starts at `point` and captures a chain, if there is one.
    fn series(&mut self, point: u16, before: Before) -> Option<Series> {
        let opponent = before.owner.opponent();
        // once the budget is used up, no capture is found
        let is_over = self.search.stop.is_set() || !self.search.budget.is_left();
        if is_over || !self.search.board.play(opponent, point) {
            return None;
        }
        let series = self.series_after(point, before);
        self.search.board.board.undo();
        series.map(|mut series| {
            series.moves.insert(0, (opponent, Some(point)));
            series
        })
    }

    /// Returns the rest of a series after an atari at `point`, starting with the answer.
    fn series_after(&mut self, point: u16, mut before: Before) -> Option<Series> {
        let owner = before.owner;
        let chain = self.in_atari(point, owner)?;
        before.touches_dame |= self.search.dame_next_to(chain).is_some();
        let answers = self.answers(chain, owner);
        let mut first = None;
        for answer in answers {
            if self.search.board.play(owner, answer) {
                let lost = before.lost + self.search.board.board.captured().len();
                let rest = self.follow_up([point, answer], Before { lost, ..before });
                self.search.board.board.undo();
                let mut rest = rest?;
                rest.moves.insert(0, (owner, Some(answer)));
                first.get_or_insert(rest);
            }
        }
        first
    }

    /// Returns a stone of a living chain that is next to `point` and in atari, if there is one.
    fn in_atari(&self, point: u16, owner: Color) -> Option<u16> {
        let board = &self.search.board;
        board.neighbours(point).into_iter().find(|&cell| {
            board.color(cell) == Some(owner)
                && board.board.atari(cell.into()).is_some()
                && board.chain(cell).any(|stone| board.is_living(stone, owner))
        })
    }

    /// Returns the answers to an atari: the last liberty of the chain, and captures of stones next
    /// to the chain.
    fn answers(&self, chain: u16, owner: Color) -> Vec<u16> {
        let board = &self.search.board;
        let mut answers: Vec<u16> = board.board.atari(chain.into()).into_iter().collect();
        for cell in board.around(chain) {
            if board.color(cell) == Some(owner.opponent()) {
                answers.extend(board.board.atari(cell.into()));
            }
        }
        sort(&mut answers);
        answers.dedup();
        answers
    }

    /// Returns the rest of a series after an atari and its answer. The rest has no moves if a chain
    /// can now be captured; otherwise, it starts with another atari.
    fn follow_up(&mut self, played: [u16; 2], before: Before) -> Option<Series> {
        let owner = before.owner;
        let weak = self.weak_near(played, owner);
        for &(stone, _) in &weak {
            // the capture has to be larger than the opponent's loss
            if self.search.board.chain(stone).count() > before.lost
                && (before.touches_dame || self.search.dame_next_to(stone).is_some())
                && self.search.can_capture(stone, owner)
            {
                return Some(Series {
                    moves: Vec::new(),
                    stone,
                });
            }
        }
        let left = before.left - 1;
        if left == 0 {
            return None;
        }
        let mut ataris: Vec<u16> = Vec::new();
        for (_, liberties) in weak {
            if liberties.len() == 2 {
                ataris.extend(liberties);
            }
        }
        sort(&mut ataris);
        ataris.dedup();
        ataris
            .into_iter()
            .find_map(|point| self.series(point, Before { left, ..before }))
    }

    /// Returns a stone and the liberties of each living chain with few liberties near an atari and
    /// its answer: next to one of these moves, or next to the stones that gave atari. Chains with
    /// the fewest liberties come first.
    fn weak_near(&self, played: [u16; 2], owner: Color) -> Vec<(u16, Vec<u16>)> {
        let board = &self.search.board;
        let mut cells: Vec<u16> = Vec::new();
        for point in played {
            cells.push(point);
            cells.extend(board.neighbours(point));
        }
        if board.color(played[0]).is_some() {
            cells.extend(board.around(played[0]));
        }
        let mut seen: Vec<usize> = Vec::new();
        let mut weak = Vec::new();
        for cell in cells {
            if board.color(cell) != Some(owner) {
                continue;
            }
            let chain = board.board.representative(cell.into());
            if seen.contains(&chain) {
                continue;
            }
            seen.push(chain);
            if let Some(liberties) = board.board.few_liberties(cell.into(), MAX_TARGET_LIBERTIES)
                && let Some(stone) = board
                    .chain(cell)
                    .find(|&stone| board.is_living(stone, owner))
            {
                weak.push((stone, liberties));
            }
        }
        sort_by_key(&mut weak, |(stone, liberties)| {
            (liberties.len(), board.chain(*stone).count(), *stone)
        });
        weak
    }
}
