//! The values of the slow solver's states.
//!
//! A game may go round in circles. So each state has two values: the value that Black can force in
//! finitely many moves, and the value that White can hold him to. If the two are equal, the game
//! has this value. If they differ, a cycle matters, and the game has no value.

use std::collections::HashMap;

use seichi::board::Color;

use crate::slow::{Board, Set, State, points};
use crate::slow_count::{POINT, PRISONER};

/// All states that a board can reach with either player to move first, with their values.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    states: Vec<State>,
    numbers: HashMap<State, usize>,
    /// For each state, the states after its moves, each with Black's gain by the move. The first
    /// move is the pass.
    moves: Vec<Vec<(usize, i32)>>,
    /// For each state, a lower and an upper bound for Black's gain from there on.
    bounds: Vec<[i32; 2]>,
}

impl Graph {
    /// Finds all states and their bounds. Returns `None` if there are more than `most` states.
    pub(crate) fn solve(board: &Board, most: u32) -> Option<Self> {
        let mut graph = Self::default();
        for color in Color::BOTH {
            graph.number(board.initial(color));
        }
        while graph.moves.len() < graph.states.len() {
            if graph.states.len() > most as usize {
                return None;
            }
            graph.add_moves(board, graph.states[graph.moves.len()]);
        }
        graph.bounds = graph
            .states
            .iter()
            .map(|state| first_bounds(board, state))
            .collect();
        while graph.improve() {}
        Some(graph)
    }

    /// Returns the number of a state, which may be new.
    fn number(&mut self, state: State) -> usize {
        *self.numbers.entry(state).or_insert_with(|| {
            self.states.push(state);
            self.states.len() - 1
        })
    }

    /// Adds the moves of the next state.
    fn add_moves(&mut self, board: &Board, state: State) {
        let mut moves = Vec::new();
        if !state.is_over() {
            moves.push((self.number(state.pass()), 0));
            let sign = if state.white { -1 } else { 1 };
            for point in points(board.playable(&state)) {
                if let Some((next, captured)) = board.play(&state, 1 << point) {
                    moves.push((self.number(next), sign * board.gain(captured)));
                }
            }
        }
        self.moves.push(moves);
    }

    /// Sets the bounds of each state to the best that its moves show. Returns whether any bound has
    /// changed.
    fn improve(&mut self) -> bool {
        let mut is_changed = false;
        // most moves lead to states that were found later
        for number in (0..self.states.len())
            .rev()
            .filter(|&number| !self.moves[number].is_empty())
        {
            let is_white = self.states[number].white;
            let best = [0, 1].map(|bound: usize| {
                let values = self.moves[number]
                    .iter()
                    .map(|&(next, gain)| gain + self.bounds[next][bound]);
                if is_white { values.min() } else { values.max() }
                    .expect("a pass is always possible")
            });
            is_changed |= best != self.bounds[number];
            self.bounds[number] = best;
        }
        is_changed
    }

    /// Returns the lower and the upper bound for the value to Black if `first` moves first.
    pub(crate) fn bounds(&self, first: Color) -> [i32; 2] {
        self.bounds[first.index()]
    }

    /// Returns the stones at the ends of the principal variations if `first` moves first and the
    /// game has a value. Each player makes moves that keep the value. With `passes_first` a player
    /// passes wherever that keeps it.
    pub(crate) fn ends(&self, first: Color, passes_first: bool) -> Vec<[Set; 2]> {
        let (mut seen, mut queue, mut ends) = (
            vec![false; self.states.len()],
            vec![first.index()],
            Vec::new(),
        );
        while let Some(number) = queue.pop() {
            if std::mem::replace(&mut seen[number], true) {
                continue;
            }
            let state = &self.states[number];
            if state.is_over() && !ends.contains(&state.stones) {
                ends.push(state.stones);
            }
            let keeps = |&&(next, gain): &&(usize, i32)| {
                self.bounds[next].map(|bound| bound + gain) == self.bounds[number]
            };
            let keeping = self.moves[number]
                .iter()
                .filter(keeps)
                .map(|&(next, _)| next);
            let passes =
                passes_first && self.moves[number].first().is_some_and(|pass| keeps(&pass));
            queue.extend(keeping.take(if passes { 1 } else { usize::MAX }));
        }
        ends
    }
}

/// Returns bounds that hold because each player can pass until the game ends. Then the opponent's
/// stones run out of points, and he wins no more than all points and all stones on the board.
fn first_bounds(board: &Board, state: &State) -> [i32; 2] {
    if state.is_over() {
        return [board.count(state.stones, 0).0; 2];
    }
    let all = POINT * board.all.count_ones().cast_signed();
    let [black, white] = state
        .stones
        .map(|stones| PRISONER * stones.count_ones().cast_signed());
    [-all - black, all + white]
}
