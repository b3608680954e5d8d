//! The capture of a chain on a field, as a game that is won or lost.

use super::chains::ChainStatus;
use super::field_graph::CaptureGame;
use super::state::{State, StateKey};
use crate::board::Color;
use crate::territory::search::proof_number::Game;

/// The attempts at a proof, the most promising first. Each has a status and the number of captures
/// that the refuter may make. The proof that a bent four in the corner is dead needs four captures.
const ATTEMPTS: [(ChainStatus, u32); 7] = [
    (ChainStatus::Dead, 0),
    (ChainStatus::Alive, 0),
    (ChainStatus::Dead, 1),
    (ChainStatus::Alive, 1),
    (ChainStatus::Dead, 2),
    (ChainStatus::Alive, 2),
    (ChainStatus::Dead, 4),
];

/// The maximum number of captures that the refuter may make in attempts to prove a particular
/// status.
const MOST_CAPTURES: u32 = 4;

/// An attempt to prove the status of a chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attempt {
    pub(super) status: ChainStatus,
    /// The player who tries to prove the status. His opponent is the refuter.
    pub(super) prover: Color,
    /// The number of captures that the refuter may make.
    pub(super) captures: u32,
    pub(super) root: State,
}

impl CaptureGame {
    /// Returns the attempts at a proof of either status, the most promising first.
    pub(super) fn attempts(&self) -> Vec<Attempt> {
        self.attempts_at(&ATTEMPTS)
    }

    /// Returns the attempts to prove the status `sought`, and an attempt to prove the other status,
    /// which ends most searches that cannot succeed.
    pub(super) fn attempts_to_prove(&self, sought: ChainStatus) -> Vec<Attempt> {
        let mut list = vec![(sought, 0), (sought.other(), 0)];
        list.extend((1..=MOST_CAPTURES).map(|captures| (sought, captures)));
        self.attempts_at(&list)
    }

    fn attempts_at(&self, list: &[(ChainStatus, u32)]) -> Vec<Attempt> {
        let root = State::initial(self.graph.start, self.first);
        let mut attempts = Vec::new();
        for &(status, captures) in list {
            let prover = self.prover(status);
            let roots = self.conceding(&root, prover).into_iter().chain([root]);
            attempts.extend(roots.map(|root| Attempt {
                status,
                prover,
                captures,
                root,
            }));
        }
        attempts
    }

    /// Returns the player who tries to prove a status.
    const fn prover(&self, status: ChainStatus) -> Color {
        match status {
            ChainStatus::Alive => self.owner,
            ChainStatus::Dead => self.owner.opponent(),
        }
    }

    /// Returns a state that is no better for the prover than `root`: the refuter has taken every
    /// liberty of the prover's chains that is next to an uncapturable stone of the refuter. He
    /// could take these liberties at any time, in any order. If he has them from the start, fewer
    /// states have to be searched. Returns `None` if there are no such liberties, or if one of the
    /// prover's chains would have no liberty left.
    fn conceding(&self, root: &State, prover: Color) -> Option<State> {
        let [own, other] = [prover, prover.opponent()].map(Color::index);
        let Self { graph, .. } = self;
        let empty = graph.empty(root);
        let adjacency = &graph.adjacency;
        let conceded = empty
            & adjacency.boundary(root.stones[own])
            & adjacency.boundary(graph.uncapturable[other]);
        let left = empty & !conceded;
        let is_any_taken = adjacency
            .components(root.stones[own])
            .any(|chain| chain.boundary & left == 0 && chain.set & graph.uncapturable[own] == 0);
        if conceded == 0 || is_any_taken {
            return None;
        }
        let mut state = *root;
        state.stones[other] |= conceded;
        Some(state)
    }
}

/// The game of an attempt. The prover wins if he proves the status within the limit of captures. No
/// line of play returns to an earlier state, because the refuter's captures are counted.
#[derive(Debug)]
pub(super) struct AttemptGame<'a> {
    capture: &'a CaptureGame,
    attempt: &'a Attempt,
    /// The states from the root to the current one.
    states: Vec<State>,
}

impl<'a> AttemptGame<'a> {
    pub(super) fn new(capture: &'a CaptureGame, attempt: &'a Attempt) -> Self {
        Self {
            capture,
            attempt,
            states: vec![attempt.root],
        }
    }

    fn state(&self) -> &State {
        self.states.last().expect("the root")
    }
}

impl Game for AttemptGame<'_> {
    /// The state after the move.
    type Move = State;
    type Key = StateKey;

    /// Returns the key of the state. It counts only the refuter's captures.
    fn key(&self) -> StateKey {
        let Attempt {
            prover, captures, ..
        } = *self.attempt;
        let left = captures.saturating_sub(self.state().captures[prover.opponent().index()].into());
        StateKey::new(self.state(), prover, left)
    }

    fn player(&self) -> Color {
        self.state().player
    }

    /// Returns the winner if both players have passed, or if the refuter has made too many
    /// captures.
    fn winner(&mut self) -> Option<Color> {
        let Attempt {
            prover, captures, ..
        } = *self.attempt;
        let (state, refuter) = (self.state(), prover.opponent());
        if u32::from(state.captures[refuter.index()]) > captures {
            return Some(refuter);
        }
        let owner = self.capture.owner;
        let is_captured = state.stones[owner.index()] & self.capture.target == 0;
        state
            .is_over()
            .then_some(if is_captured { owner.opponent() } else { owner })
    }

    /// Returns the winner if the arrangement of the stones decides the game.
    fn static_winner(&mut self) -> Option<Color> {
        let state = self.state();
        let CaptureGame {
            graph,
            owner,
            target,
            ..
        } = self.capture;
        let (owner, attacker) = (*owner, owner.opponent());
        let stones = state.stones[owner.index()];
        if target & graph.large & !stones != 0 {
            return Some(attacker);
        }
        let safe = graph.permanent_liberty(state, owner) & stones;
        // eyes are sought only after a move by the owner, because only his moves make eyes
        if graph.adjacency.reachable(safe, stones) & target != 0
            || state.player == attacker && graph.has_two_eyes(state, owner, *target)
        {
            return Some(owner);
        }
        // three points are not enough for two eyes, but the single vertex of a large block stands
        // for more than three points
        let attackers = state.stones[attacker.index()];
        let is_small =
            safe == 0 && stones & graph.large == 0 && (graph.all & !attackers).count_ones() <= 3;
        if !is_small {
            return None;
        }
        let safe = graph.permanent_liberty(state, attacker) & attackers;
        (graph.adjacency.reachable(safe, attackers) == attackers).then_some(attacker)
    }

    fn moves(&mut self) -> Vec<State> {
        self.capture.graph.successors(self.state())
    }

    fn play(&mut self, played: State) {
        self.states.push(played);
    }

    fn undo(&mut self) {
        self.states.pop();
    }
}
