//! Search of a local game by two proofs: one of a lower bound and one of an upper bound for its
//! value.
//!
//! A local game may repeat for ever, because captured stones can be played again. So a bound is
//! proved in a variant of the game that always ends. In this variant, the refuter may make a
//! limited number of captures. After one more capture the game stops, and the prover gets only his
//! static bound ([`LocalGame::static_bounds`]). A position can repeat only if both players capture,
//! so every line of the variant ends. The variant is never better for the prover than the local
//! game, so the value that he proves is also a bound for the local game. Black proves a lower bound
//! and White an upper bound. If the two bounds are equal, they are the value, and the limit did not
//! matter. A prover first concedes dame: see [`local_game`](super::local_game).
//!
//! A refuter may repeat a cycle that costs him more stones than he captures. Each capture that he
//! is allowed then improves the bound by his loss in one cycle, until stopping is better for him.
//! So the limit rises as long as this improves the bound.

use super::alpha_beta::{Bounds, Proof, ProofAttempt, Replies};
use super::budget::Exhausted;
use super::graph::{VertexSet, single};
use super::local_game::LocalGame;
use super::moves::{Move, Successor};
use super::state::State;
use super::tables::SearchTables;
use crate::board::Color;

/// The maximum number of captures allowed to a refuter.
pub(super) const MOST_REFUTER_CAPTURES: u32 = 6;

/// The maximum number of captures allowed to a refuter while each of them improves the bound.
const MOST_COSTLY_CAPTURES: u32 = 60;

/// The numbers of states that an attempt at a proof may visit, in successive rounds. An attempt
/// that needs more states waits for the next round. So an easy proof is found before a hard one has
/// used up the budget.
const EFFORTS: [u32; 6] = [300, 1_000, 3_000, 10_000, 30_000, u32::MAX];

/// The moves that a search considers best for both sides, up to the end of the game.
#[derive(Debug)]
pub(super) struct PrincipalVariation {
    pub(super) moves: Vec<Move>,
    /// The state at the end of the game.
    pub(super) end: State,
}

/// The result of the search of a local game, for each colour as first player.
#[derive(Debug, Default)]
pub(super) struct Solution {
    /// The bounds for the value to Black; `None` if the search stopped earlier.
    pub(super) bounds: [Option<Bounds>; 2],
    /// The principal variations, if both values were found.
    pub(super) variations: Option<[PrincipalVariation; 2]>,
    /// The number of states visited.
    pub(super) nodes: u32,
    /// Whether a value is unknown although the budget is not used up.
    pub(super) is_cyclic: bool,
}

/// The search of one local game.
#[derive(Debug)]
pub(super) struct ProofSearch<'a> {
    tables: &'a mut SearchTables,
    /// The local game, followed by the games with concessions, each with its prover.
    games: Vec<(Color, LocalGame)>,
}

impl<'a> ProofSearch<'a> {
    /// Begins the search of a local game, which may visit `budget` states.
    pub(super) fn new(tables: &'a mut SearchTables, game: &LocalGame, budget: u32) -> Self {
        tables.begin(budget);
        let game = LocalGame {
            id: tables.new_game(),
            ..game.clone()
        };
        Self {
            tables,
            games: vec![(Color::Black, game)],
        }
    }

    /// Returns the local game.
    fn game(&self) -> &LocalGame {
        &self.games[0].1
    }

    /// Searches the local game once for each colour moving first.
    pub(super) fn solve(&mut self) -> Solution {
        let mut solution = Solution::default();
        let mut variation = |first: Color| {
            let bounds = self.bounds(first);
            solution.bounds[first.index()] = Some(bounds);
            if bounds.is_exact() {
                return self.principal_variation(first, &bounds);
            }
            solution.is_cyclic = self.tables.budget.is_left();
            Err(Exhausted)
        };
        solution.variations = variation(Color::Black)
            .and_then(|black| Ok([black, variation(Color::White)?]))
            .ok();
        solution.nodes = self.tables.budget.nodes;
        solution
    }

    /// Returns the bounds for the value to Black if `first` moves first. The two bounds are equal,
    /// unless the budget or the limit of captures is exhausted.
    fn bounds(&mut self, first: Color) -> Bounds {
        let (tables, game) = (&mut *self.tables, &self.games[0].1);
        let root = game.initial(first);
        let proofs = Color::BOTH.map(|prover| Proof {
            prover,
            captures: 0,
            replies: Replies::All,
            conceded: 0,
        });
        let mut bounds = Bounds {
            values: game.static_bounds(&root),
            proofs,
            guess: tables.score(game, &root),
        };
        if bounds.is_exact() {
            return bounds;
        }
        let mut next = proofs.map(|proof| {
            let conceded = game.first_concession(&root, proof.prover);
            Some(Proof {
                replies: Replies::Near,
                conceded,
                ..proof
            })
        });
        for effort in EFFORTS {
            let mut is_open = next.map(|proof| proof.is_some());
            while is_open != [false; 2] {
                for at in 0..2 {
                    let (Some(proof), true) = (next[at], is_open[at]) else {
                        continue;
                    };
                    self.tables.budget.allow(effort);
                    let end = self.improve(&root, proof, &mut bounds);
                    self.tables.budget.allow(u32::MAX);
                    if bounds.is_exact() || !self.tables.budget.is_left() {
                        return bounds;
                    }
                    (next[at], is_open[at]) = match end {
                        // a game without concessions waits for the next round, unless this game had
                        // none either
                        Ok(Some(another)) => {
                            (Some(another), another.conceded != 0 || proof.conceded == 0)
                        }
                        Ok(None) => (None, false),
                        Err(Exhausted) => (Some(proof), false),
                    };
                }
            }
        }
        bounds
    }

    /// Improves the bounds by a proof. Returns the proof to try next, if any.
    fn improve(
        &mut self,
        root: &State,
        proof: Proof,
        bounds: &mut Bounds,
    ) -> Result<Option<Proof>, Exhausted> {
        let (root, at, before) = (proof.state(root), proof.prover.index(), bounds.values);
        let mut attempt = self.attempt(proof);
        attempt.close_in(&root, bounds)?;
        if bounds.is_exact() {
            return Ok(None);
        }
        attempt.next_proof(&root, bounds.guess, bounds.values[at] != before[at])
    }

    /// Returns the principal variation with `first` moving first. The `bounds` must be equal. Each
    /// player follows his own proof, and passes if a pass is among the best moves.
    fn principal_variation(
        &mut self,
        first: Color,
        bounds: &Bounds,
    ) -> Result<PrincipalVariation, Exhausted> {
        let (mut moves, mut end) = (Vec::new(), self.game().initial(first));
        let [value, _] = bounds.values;
        let mut left = if first == Color::Black { value } else { -value };
        while !end.is_over() {
            let next = self.reply(bounds.proofs[end.player.index()], &end, left)?;
            moves.push(next.played);
            (end, left) = (next.state, next.gain - left);
        }
        // on an illegal board, with stones without a liberty, no line of play may have the value
        let is_reached = self.tables.final_value(&self.games[0].1, &end) == left;
        if is_reached {
            Ok(PrincipalVariation { moves, end })
        } else {
            Err(Exhausted)
        }
    }

    /// Returns the move of a proof in a state of the local game: a move that leaves the opponent at
    /// most `value`.
    fn reply(&mut self, proof: Proof, state: &State, value: i32) -> Result<Successor, Exhausted> {
        let known = proof.state(state);
        let mut best = self.attempt(proof).best_move(&known, value)?;
        if best.is_none() {
            // a proof with few replies may have lost entries that it depends on
            best = self
                .attempt(Proof {
                    replies: Replies::All,
                    ..proof
                })
                .best_move(&known, value)?;
        }
        // a best move exists, unless stones without a liberty make the board illegal
        let best = best.ok_or(Exhausted)?;
        self.game()
            .legal_moves(state)
            .find(|next| next.played == best.played)
            .ok_or(Exhausted)
    }

    /// Returns the search for a proof, in the game with its concessions.
    fn attempt(&mut self, proof: Proof) -> ProofAttempt<'_> {
        let Self { tables, games } = self;
        let Proof {
            prover, conceded, ..
        } = proof;
        let is_same = |(other, game): &(Color, LocalGame)| {
            game.conceded == conceded && (conceded == 0 || *other == prover)
        };
        let at = games.iter().position(is_same).unwrap_or_else(|| {
            let game = LocalGame {
                id: tables.new_game(),
                ..games[0].1.conceding(prover, conceded)
            };
            games.push((prover, game));
            games.len() - 1
        });
        ProofAttempt {
            tables,
            game: &games[at].1,
            proof,
        }
    }
}

impl ProofAttempt<'_> {
    /// Returns the proof to try after this one, which has proved the bound `value` for Black's
    /// value. The next proof has all replies, then fewer concessions, then more captures, and
    /// finally no concessions. Returns `None` after the last proof. `has_improved` tells whether
    /// this proof has improved the bound: then the refuter's captures cost him something, and more
    /// of them are tried first.
    fn next_proof(
        &mut self,
        root: &State,
        value: i32,
        has_improved: bool,
    ) -> Result<Option<Proof>, Exhausted> {
        let Proof {
            captures,
            replies,
            conceded,
            ..
        } = self.proof;
        let is_costly =
            has_improved && conceded == 0 && (1..MOST_COSTLY_CAPTURES).contains(&captures);
        if replies == Replies::Near && is_costly {
            return Ok(Some(Proof {
                captures: captures + 1,
                ..self.proof
            }));
        }
        if replies == Replies::Near {
            return Ok(Some(Proof {
                replies: Replies::All,
                ..self.proof
            }));
        }
        let next = Proof {
            replies: Replies::Near,
            ..self.proof
        };
        let refined = if conceded == 0 {
            None
        } else {
            self.refine(root, value)?
        };
        Ok(match refined {
            Some(refined) if refined != conceded => Some(Proof {
                conceded: refined,
                ..next
            }),
            None if captures < MOST_REFUTER_CAPTURES => Some(Proof {
                captures: captures + 1,
                ..next
            }),
            _ => (conceded != 0).then_some(Proof {
                captures: 0,
                conceded: 0,
                ..next
            }),
        })
    }

    /// Returns the concessions that remain after the best line of play, which gives Black `value`.
    /// Returns `None` if the line ends with one capture too many: then the limit, not the
    /// concessions, prevented a better bound.
    fn refine(&mut self, root: &State, value: i32) -> Result<Option<VertexSet>, Exhausted> {
        let prover = self.proof.prover;
        let mut left = if root.player == Color::Black {
            value
        } else {
            -value
        };
        let (mut state, mut played) = (*root, 0);
        while !state.is_over() && self.proof.captures_left(&state).is_some() {
            let Some(next) = self.best_move(&state, left)? else {
                break;
            };
            played |= next.played.map_or(0, |vertex| single(vertex.into()));
            (state, left) = (next.state, next.gain - left);
        }
        if u32::from(state.captures[prover.opponent().index()]) == self.proof.captures + 1 {
            return Ok(None);
        }
        let own = prover.index();
        Ok(Some(self.game.refined_concession(
            root,
            prover,
            played,
            root.stones[own] & !state.stones[own],
        )))
    }
}
