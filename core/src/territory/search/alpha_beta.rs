//! The proof of one bound, by fail-soft alpha-beta search with a transposition table.

use super::budget::Exhausted;
use super::graph::{VertexSet, single};
use super::local_game::LocalGame;
use super::moves::{Move, Successor};
use super::state::State;
use super::tables::{Known, SearchTables, StateKey};
use crate::board::Color;

/// The liberties of a chain next to a threat count as near the threat if the chain has at most this
/// many.
const NEAR: u32 = 4;

/// A bound to be proved. One player, the *prover*, proves that he gets at least some value. His
/// opponent, the *refuter*, tries everything against it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proof {
    /// The player who proves the bound: Black proves a lower bound, White an upper one.
    pub(super) prover: Color,
    /// The number of captures that the refuter may make.
    pub(super) captures: u32,
    pub(super) replies: Replies,
    /// The dame that the prover concedes: see [`super::local_game`].
    pub(super) conceded: VertexSet,
}

/// The moves that a prover considers, besides captures, the last liberties of chains, and the pass.
/// A proof with fewer moves is still valid, and usually much shorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Replies {
    /// Moves near the refuter's best move after a pass.
    Near,
    /// All moves.
    All,
}

impl Proof {
    /// Converts a state of the local game to the corresponding state of the game with the
    /// concessions.
    pub(super) const fn state(self, state: &State) -> State {
        let mut state = *state;
        state.stones[self.prover.index()] &= !self.conceded;
        state.stones[self.prover.opponent().index()] |= self.conceded;
        state
    }

    /// Returns how many captures the refuter has left, or `None` if he has made one too many.
    pub(super) fn captures_left(self, state: &State) -> Option<u32> {
        self.captures
            .checked_sub(state.captures[self.prover.opponent().index()].into())
    }
}

/// The bounds of a local game's value to Black.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// The lower and the upper bound.
    pub(super) values: [i32; 2],
    /// The proof of each bound.
    pub(super) proofs: [Proof; 2],
    /// The value found by the last proof, even if it did not improve a bound.
    pub(super) guess: i32,
}

impl Bounds {
    /// Returns whether the value is known.
    pub(super) const fn is_exact(&self) -> bool {
        self.values[0] == self.values[1]
    }
}

/// A search for a proof, in the game with a limit on the refuter's captures.
#[derive(Debug)]
pub(super) struct ProofAttempt<'a> {
    pub(super) tables: &'a mut SearchTables,
    pub(super) game: &'a LocalGame,
    pub(super) proof: Proof,
}

/// The window of a state under search, and the best move so far.
#[derive(Debug)]
struct Node {
    alpha: i32,
    beta: i32,
    best: i32,
    best_move: Move,
}

impl Node {
    /// Adds a move and its value. Returns whether it causes a cutoff.
    fn add(&mut self, played: Move, value: i32) -> bool {
        if value > self.best {
            (self.best, self.best_move) = (value, played);
            self.alpha = self.alpha.max(value);
        }
        self.alpha >= self.beta
    }
}

impl ProofAttempt<'_> {
    /// Improves `bounds`, which enclose the value of `root` to Black, by this proof. This is
    /// MTD(f): a series of null-window searches closes in on the value (Aske Plaat and others,
    /// "Best-first fixed-depth minimax algorithms", Artificial Intelligence 87, 1996).
    pub(super) fn close_in(&mut self, root: &State, bounds: &mut Bounds) -> Result<(), Exhausted> {
        let [mut low, mut high] = bounds.values;
        bounds.guess = bounds.guess.clamp(low, high);
        while low < high {
            // the value is at least `beta`, or at most `beta - 1`
            let beta = bounds.guess + i32::from(bounds.guess == low);
            let value = match root.player {
                Color::Black => self.value(root, beta - 1, beta)?,
                Color::White => -self.value(root, -beta, 1 - beta)?,
            };
            bounds.guess = value.clamp(low, high);
            let bound = usize::from(value < beta);
            *(if bound == 0 { &mut low } else { &mut high }) = bounds.guess;
            // Black proves lower bounds, White upper ones
            if bound == self.proof.prover.index() {
                (bounds.values[bound], bounds.proofs[bound]) = (bounds.guess, self.proof);
            }
        }
        Ok(())
    }

    /// Returns the value of all gains from this state on, to the player to move.
    pub(super) fn value(
        &mut self,
        state: &State,
        mut alpha: i32,
        mut beta: i32,
    ) -> Result<i32, Exhausted> {
        if state.is_over() {
            return Ok(self.tables.final_value(self.game, state));
        }
        let static_bounds = match self.static_cut(state, alpha, beta) {
            Ok(bounds) => bounds,
            Err(value) => return Ok(value),
        };
        self.tables.budget.visit()?;
        let key = self.key(state, self.proof.captures_left(state).unwrap_or(0));
        let known = self.tables.transpositions.get(&key);
        if let Some(Known {
            bounds: [low, high],
            ..
        }) = known
        {
            if low >= beta || low == high {
                return Ok(low);
            }
            if high <= alpha {
                return Ok(high);
            }
            alpha = alpha.max(low);
            beta = beta.min(high);
        }
        let mut node = Node {
            alpha,
            beta,
            best: i32::MIN,
            best_move: None,
        };
        let is_new_for_prover = known.is_none() && state.player == self.proof.prover;
        if !(is_new_for_prover && self.try_static_cutoff(state, &mut node)) {
            self.search(state, known.map(|known| known.best), &mut node)?;
        }
        self.store(key, [alpha, beta], static_bounds, &node);
        Ok(node.best)
    }

    /// Returns the static bounds of a state for the player to move. The error is the value if no
    /// search is needed, because the bounds meet or lie outside the window, or the refuter has made
    /// one capture too many.
    fn static_cut(&mut self, state: &State, alpha: i32, beta: i32) -> Result<[i32; 2], i32> {
        let Proof { prover, .. } = self.proof;
        let is_provers_turn = state.player == prover;
        // the prover's bound decides most states
        let provers = self.tables.if_passing(self.game, state, prover).least;
        let (value, is_cut) = if is_provers_turn {
            (provers, provers >= beta)
        } else {
            (-provers, -provers <= alpha)
        };
        if is_cut || self.proof.captures_left(state).is_none() {
            return Err(value);
        }
        let refuters = self
            .tables
            .if_passing(self.game, state, prover.opponent())
            .least;
        let [least, most] = if is_provers_turn {
            [provers, -refuters]
        } else {
            [refuters, -provers]
        };
        if least >= beta || least == most {
            Err(least)
        } else if most <= alpha {
            Err(most)
        } else {
            Ok([least, most])
        }
    }

    /// Looks for a move that causes a cutoff by its static bound. This needs no search, and it ends
    /// many proofs.
    fn try_static_cutoff(&mut self, state: &State, node: &mut Node) -> bool {
        let (game, player) = (self.game, state.player);
        game.moves(state, None).any(|next| {
            let value = next.gain + self.tables.if_passing(game, &next.state, player).least;
            value >= node.beta && node.add(next.played, value)
        })
    }

    /// Searches the moves in a state until one of them causes a cutoff.
    fn search(
        &mut self,
        state: &State,
        best_known: Option<Move>,
        node: &mut Node,
    ) -> Result<(), Exhausted> {
        let (game, player) = (self.game, state.player);
        let settled = self.tables.settled_points(game, state);
        let last = game.last_liberties(state);
        for next in game.urgent_moves(state, best_known, last) {
            if self.search_move(node, &next)? {
                return Ok(());
            }
        }
        let tried = best_known
            .flatten()
            .map_or(0, |vertex| single(vertex.into()))
            | last[0]
            | last[1];
        let points = if player == self.proof.prover {
            self.replies(state)
        } else {
            game.all
        } & !tried
            & !settled;
        let history = self.tables.history[player.index()];
        for next in game.quiet_moves(state, points, |vertex| history[vertex]) {
            let end = self.search_move(node, &next);
            if end != Ok(false) {
                if let Some(vertex) = node.best_move {
                    self.tables.history[player.index()][usize::from(vertex)] += 1;
                }
                return end.map(|_| ());
            }
        }
        Ok(())
    }

    /// Searches the state after a move. Returns whether the move causes a cutoff.
    fn search_move(&mut self, node: &mut Node, next: &Successor) -> Result<bool, Exhausted> {
        let value = self.value(&next.state, next.gain - node.beta, next.gain - node.alpha)?;
        Ok(node.add(next.played, next.gain - value))
    }

    /// Returns the points where the prover may play.
    fn replies(&self, state: &State) -> VertexSet {
        if self.proof.replies == Replies::All {
            return self.game.all;
        }
        let after_pass = state.after_pass();
        let Some(captures_left) = self.proof.captures_left(&after_pass) else {
            return 0;
        };
        match self
            .tables
            .transpositions
            .get(&self.key(&after_pass, captures_left))
        {
            Some(Known {
                best: Some(threat), ..
            }) => self.game.points_near(state, threat.into(), NEAR),
            _ => 0,
        }
    }

    /// Returns the key of a state in the transposition table.
    fn key(&self, state: &State, captures_left: u32) -> StateKey {
        let Proof {
            prover, replies, ..
        } = self.proof;
        StateKey::new(
            self.game,
            state,
            prover,
            captures_left << 2 | replies as u32,
        )
    }

    /// Stores the value that a search with the window `alpha` to `beta` has found. A value outside
    /// the window is only a bound.
    fn store(
        &mut self,
        key: StateKey,
        [alpha, beta]: [i32; 2],
        static_bounds: [i32; 2],
        node: &Node,
    ) {
        // another state may have replaced the entry meanwhile
        let [low, high] = self
            .tables
            .transpositions
            .get(&key)
            .map_or(static_bounds, |known| known.bounds);
        let low = if node.best > alpha {
            low.max(node.best)
        } else {
            low
        };
        let high = if node.best < beta {
            high.min(node.best)
        } else {
            high
        };
        self.tables.transpositions.put(
            key,
            Known {
                bounds: [low, high],
                best: node.best_move,
            },
        );
    }

    /// Returns a move that leaves the opponent at most `value`: a pass if possible. Returns `None`
    /// if the proof does not reach that bound.
    pub(super) fn best_move(
        &mut self,
        state: &State,
        value: i32,
    ) -> Result<Option<Successor>, Exhausted> {
        for next in self.game.moves(state, Some(None)) {
            let most = next.gain - value;
            if self.value(&next.state, most, most + 1)? <= most {
                return Ok(Some(next));
            }
        }
        Ok(None)
    }
}
