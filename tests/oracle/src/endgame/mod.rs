//! The end of a game under Japanese or area rules, by full search of a small board.
//!
//! The players move or pass until both pass in succession; a ko may not be retaken at once. Then a
//! chain is dead if the opponent, moving first, can capture it, however its owner answers: a player
//! who has to protect his stones must do so before he stops. Dead stones are prisoners, and the
//! empty points that one player surrounds are his territory. Under area rules, living stones count
//! instead of prisoners. The search leaves out only moves on points that a player holds even if he
//! always passes.

mod boards;
mod data;
mod field;
mod hash;
mod life;

use std::collections::HashMap;

pub use boards::{Finished, finished};
pub use data::row;

use crate::playout::{Board, Point};
use field::{Field, Set, Stones, count, each};
use hash::Fast;
use life::Life;

/// The maximum number of moves of a proof.
const MOST_MOVES: u32 = 30;

/// The maximum number of states that are searched for one board.
const MOST_STATES: u32 = 6_000;

/// The factor by which more states are searched for the chains of the board.
const LIFE_STATES: u32 = 10;

/// More points than any score.
const ALL: i32 = 1_000;

const PLAYERS: [usize; 2] = [0, 1];

/// The things that the players count in addition to territory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Prisoners.
    Prisoners,
    /// Living stones.
    Stones,
}

/// A state of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    stones: Stones,
    /// The point where the player may not retake a ko.
    ko: Set,
    player: usize,
    passes: u32,
}

/// What is known about a state.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// For each player, the score that he is certain to get from here on.
    sure: [i32; 2],
    /// For each player, the last score that he failed to get, and the number of moves that were
    /// searched.
    failed: [(i32, u32); 2],
    /// The last move that decided.
    best: Set,
}

impl Default for Known {
    fn default() -> Self {
        Self {
            sure: [-ALL; 2],
            failed: [(ALL, 0); 2],
            best: 0,
        }
    }
}

/// A position when both players have stopped.
#[derive(Clone, Copy, Debug)]
struct Stopped {
    stones: Stones,
    alive: Stones,
    territory: [Set; 2],
}

/// The best play of both players from a position to the end.
#[derive(Clone, Debug)]
pub struct Ending {
    /// Black's score minus White's.
    pub score: i32,
    /// The moves. A pass is `None`.
    pub moves: Vec<Option<Point>>,
    last: Stopped,
}

/// Returns Black's score minus White's with best play if player `first` moves first (Black is 0),
/// or `None` if the search gives up.
pub fn score(board: &Board, counted: Counted, first: usize) -> Option<i32> {
    score_within(board, counted, first, MOST_STATES)
}

/// The same with a different limit on the search.
fn score_within(board: &Board, counted: Counted, first: usize, states: u32) -> Option<i32> {
    let mut game = Endgame::new(board, counted, states);
    let stones = game.stones(board);
    game.score(
        State {
            stones,
            ko: 0,
            player: first,
            passes: 0,
        },
        0,
    )
}

/// The search of boards of one size.
#[derive(Debug)]
struct Endgame {
    width: usize,
    counted: Counted,
    field: Field,
    life: Life,
    table: HashMap<State, Known, Fast>,
    left: u32,
}

impl Endgame {
    /// A search of boards of the size of `board` that gives up after `most` states.
    fn new(board: &Board, counted: Counted, most: u32) -> Self {
        let width = board.cells[0].len();
        let field = Field::new(width, board.cells.len());
        Self {
            width,
            counted,
            field,
            life: Life::new(field, LIFE_STATES * most),
            table: HashMap::default(),
            left: most,
        }
    }

    fn points(&self, set: Set) -> Vec<Point> {
        each(set)
            .map(|at| at.trailing_zeros() as usize)
            .map(|at| (at % self.width, at / self.width))
            .collect()
    }

    fn stones(&self, board: &Board) -> Stones {
        let set = |letter| {
            board
                .all(letter)
                .into_iter()
                .fold(0, |set, (x, y)| set | 1 << (y * self.width + x))
        };
        [set('x'), set('o')]
    }

    /// Returns the stones that are captured even if their owner moves first, or `None` if the
    /// search gives up.
    fn dead(&mut self, stones: Stones) -> Option<Set> {
        let mut dead = 0;
        for owner in PLAYERS {
            for chain in self.field.parts(stones[owner]) {
                if self.life.is_dead(stones, chain, owner, owner)? {
                    dead |= chain;
                }
            }
        }
        Some(dead)
    }

    /// Returns how the game ends if `first` moves first, or `None` if the search gives up or the
    /// best moves do not come to an end. The search for the score begins at `guess`. Among equal
    /// moves, a pass comes first.
    fn ending(&mut self, stones: Stones, first: usize, guess: i32) -> Option<Ending> {
        let mut state = State {
            stones,
            ko: 0,
            player: first,
            passes: 0,
        };
        let score = self.score(state, guess)?;
        let (mut left, mut moves) = (score, Vec::new());
        while state.passes < 2 {
            // equal moves may repeat a position forever
            if moves.len() > MOST_MOVES as usize {
                return None;
            }
            let sign = if state.player == 0 { 1 } else { -1 };
            let points = each(self.field.empty(state.stones));
            let (at, next, after) = std::iter::once(0).chain(points).find_map(|at| {
                let (next, taken) = self.after(state, at)?;
                let after = left - sign * taken;
                self.gets(next, state.player, sign * after)?
                    .then_some((at, next, after))
            })?;
            moves.push(self.points(at).pop());
            (state, left) = (next, after);
        }
        Some(Ending {
            score,
            moves,
            last: self.stop(state.stones)?,
        })
    }

    /// Returns Black's score minus White's from a state on.
    fn score(&mut self, state: State, guess: i32) -> Option<i32> {
        let mut score = guess;
        while self.gets(state, 0, score + 1)? {
            score += 1;
        }
        while !self.gets(state, 0, score)? {
            score -= 1;
        }
        Some(score)
    }

    /// Returns whether `player` can get at least `need` points more than the opponent from a state
    /// on.
    fn gets(&mut self, state: State, player: usize, need: i32) -> Option<bool> {
        (0..=MOST_MOVES).step_by(2).find_map(|moves| {
            if self.proves(state, player, need, moves) {
                Some(true)
            } else {
                self.proves(state, 1 - player, 1 - need, moves)
                    .then_some(false)
            }
        })
    }

    /// Returns whether a proof of at most `most` moves shows that `player` gets at least `need`
    /// points more than the opponent.
    fn proves(&mut self, state: State, player: usize, need: i32, most: u32) -> bool {
        let known = self.table.get(&state).copied().unwrap_or_default();
        let (failed, moves) = known.failed[player];
        if known.sure[player] >= need {
            return true;
        }
        if -known.sure[1 - player] < need || failed <= need && moves >= most && moves > 0 {
            return false;
        }
        let safe = PLAYERS.map(|color| self.field.safe(state.stones, color));
        if let Some(is_sure) = self.is_sure(state.stones, safe, player, need) {
            return is_sure;
        }
        if state.passes == 2 {
            return self.count(state, player) >= need;
        }
        if most == 0 || self.left == 0 {
            return false;
        }
        self.left -= 1;
        let is_own_move = state.player == player;
        let mut moves = self.field.moves(state.stones, safe, known.best);
        let decides = |&at: &Set| {
            self.after(state, at).is_some_and(|(next, taken)| {
                let taken = if is_own_move { taken } else { -taken };
                self.proves(next, player, need - taken, most - 1) == is_own_move
            })
        };
        let best = moves.find(decides);
        let is_proved = best.is_some() == is_own_move;
        if is_proved || self.left > 0 {
            let known = self.table.entry(state).or_default();
            known.best = best.unwrap_or(known.best);
            if is_proved {
                known.sure[player] = known.sure[player].max(need);
            } else {
                known.failed[player] = (need, most);
            }
        }
        is_proved
    }

    /// Returns true if `player` gets `need` points more than the opponent even if he always passes,
    /// false if he fails even if the opponent always passes, and `None` otherwise. `safe` contains
    /// the points that each player holds if he always passes.
    fn is_sure(&self, stones: Stones, safe: [Set; 2], player: usize, need: i32) -> Option<bool> {
        let (other, empty) = (1 - player, self.field.empty(stones));
        let worth = |set: Set, color: usize| match self.counted {
            // an empty point is worth one point to its owner, and a captured stone two
            Counted::Prisoners => count(set & empty) + 2 * count(set & stones[1 - color]),
            Counted::Stones => count(set),
        };
        let held = worth(safe[player], player) - worth(safe[other], other);
        let open = !safe[0] & !safe[1];
        if held - worth(open, other) >= need {
            return Some(true);
        }
        (held + worth(open, player) < need).then_some(false)
    }

    /// Returns the state after a move, or a pass if `at` is 0, and the points that the captured
    /// stones are worth.
    fn after(&self, state: State, at: Set) -> Option<(State, i32)> {
        let next = State {
            ko: 0,
            player: 1 - state.player,
            passes: 0,
            ..state
        };
        if at == 0 {
            return Some((
                State {
                    passes: state.passes + 1,
                    ..next
                },
                0,
            ));
        }
        let (stones, captured, is_ko) = self.field.play(state.stones, state.player, at)?;
        let ko = if is_ko { captured } else { 0 };
        let worth = if self.counted == Counted::Prisoners {
            count(captured)
        } else {
            0
        };
        (at != state.ko || count(captured) != 1).then_some((State { stones, ko, ..next }, worth))
    }

    /// Returns the score of `player` minus that of his opponent once both have stopped, or the
    /// smallest possible score if a search gives up. If chains of both players would capture each
    /// other, the player who passed last gets the smallest score, since it was his turn to move.
    fn count(&mut self, state: State, player: usize) -> i32 {
        let Some(Stopped {
            alive, territory, ..
        }) = self.stop(state.stones)
        else {
            return -ALL;
        };
        let dead = PLAYERS.map(|color| state.stones[color] & !alive[color]);
        if self.field.grow(dead[0]) & dead[1] != 0 {
            return if state.player == player { ALL } else { -ALL };
        }
        let added = |color: usize| match self.counted {
            Counted::Prisoners => dead[1 - color],
            Counted::Stones => alive[color],
        };
        let score = |color: usize| count(territory[color]) + count(added(color));
        score(player) - score(1 - player)
    }

    /// Returns which stones live and who owns which points if both players stop, or `None` if a
    /// search gives up.
    fn stop(&mut self, stones: Stones) -> Option<Stopped> {
        let safe = PLAYERS.map(|color| self.field.safe(stones, color));
        let mut alive = PLAYERS.map(|color| stones[color] & !safe[1 - color]);
        for owner in PLAYERS {
            for chain in self.field.parts(alive[owner] & !safe[owner]) {
                if self.life.is_dead(stones, chain, owner, 1 - owner)? {
                    alive[owner] ^= chain;
                }
            }
        }
        Some(Stopped {
            stones,
            alive,
            territory: self.field.territory(alive),
        })
    }
}
