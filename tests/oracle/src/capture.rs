//! A slow solver that determines whether the opponent can capture a chain, by a full search of the
//! whole board.
//!
//! The opponent moves first. The game ends when both players pass in succession; a pass that lifts
//! a ko ban does not count. The chain is captured if none of its owner's stones is on its points at
//! the end. A player may not retake a ko until he has passed, and suicide is illegal. If
//! neither player can force the end that he wants from a state, the game goes on forever.

use std::collections::HashMap;

use crate::playout::Board;

/// The result of the search for a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// The opponent forces an end without the owner's stones.
    Captured,
    /// The owner forces an end with one of his stones on the chain's points.
    Kept,
    /// Neither can force the end that he wants.
    Endless,
}

/// A state of the game: the stones row by row, the points where each colour may not retake a ko,
/// the player to move, and whether the last move was a pass.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    stones: Vec<u8>,
    bans: [Vec<usize>; 2],
    player: u8,
    has_passed: bool,
}

/// A node of the graph of states.
struct Node {
    player: u8,
    next: Vec<usize>,
    /// Whether the chain is kept, if the game is over.
    end: Option<bool>,
}

struct Solver {
    neighbours: Vec<Vec<usize>>,
    target: Vec<usize>,
    owner: u8,
    most: usize,
    numbers: HashMap<State, usize>,
    nodes: Vec<Node>,
}

/// Returns the fate of the chain that contains the stone `(x, y)` of a board, or `None` if the game
/// has more than `most` states.
///
/// # Panics
/// If there is no stone.
pub fn fate(board: &Board, (x, y): (usize, usize), most: usize) -> Option<Fate> {
    let (width, height) = (board.cells[0].len(), board.cells.len());
    let near = |at: usize| {
        let (x, y) = (at % width, at / width);
        let mut near = Vec::new();
        near.extend((x > 0).then(|| at - 1));
        near.extend((x + 1 < width).then(|| at + 1));
        near.extend((y > 0).then(|| at - width));
        near.extend((y + 1 < height).then(|| at + width));
        near
    };
    let stones: Vec<u8> = board
        .cells
        .iter()
        .flatten()
        .map(|&cell| number(cell))
        .collect();
    let neighbours: Vec<Vec<usize>> = (0..width * height).map(near).collect();
    let owner = stones[y * width + x];
    assert_ne!(owner, 0, "a stone");
    let target = chain(&neighbours, &stones, y * width + x).0;
    let mut solver = Solver {
        neighbours,
        target,
        owner,
        most,
        numbers: HashMap::new(),
        nodes: Vec::new(),
    };
    let root = State {
        stones,
        bans: [Vec::new(), Vec::new()],
        player: 3 - owner,
        has_passed: false,
    };
    solver.explore(root)?;
    Some(
        match [false, true].map(|is_kept| solver.can_force(is_kept)) {
            [true, _] => Fate::Captured,
            [_, true] => Fate::Kept,
            _ => Fate::Endless,
        },
    )
}

/// Returns 1 for a black stone, 2 for a white stone, and 0 for an empty point.
const fn number(cell: char) -> u8 {
    match cell {
        'x' => 1,
        'o' => 2,
        _ => 0,
    }
}

/// Returns the stones and the liberties of the chain of a stone.
fn chain(neighbours: &[Vec<usize>], stones: &[u8], first: usize) -> (Vec<usize>, Vec<usize>) {
    let (mut chain, mut liberties) = (vec![first], Vec::new());
    let mut next = 0;
    while next < chain.len() {
        for &other in &neighbours[chain[next]] {
            if stones[other] == stones[first] && !chain.contains(&other) {
                chain.push(other);
            } else if stones[other] == 0 && !liberties.contains(&other) {
                liberties.push(other);
            }
        }
        next += 1;
    }
    (chain, liberties)
}

impl Solver {
    /// Finds all states that can be reached, breadth first. The first node is the root.
    fn explore(&mut self, root: State) -> Option<()> {
        let mut queue = vec![root.clone()];
        self.numbers.insert(root, 0);
        let mut at = 0;
        while at < queue.len() {
            let state = queue[at].clone();
            let is_kept = self
                .target
                .iter()
                .any(|&point| state.stones[point] == self.owner);
            let mut node = Node {
                player: state.player,
                next: Vec::new(),
                end: None,
            };
            for (next, is_end) in self.moves(&state) {
                if is_end {
                    // the end of the game gets a separate node after all states
                    node.next.push(usize::MAX - usize::from(is_kept));
                    continue;
                }
                let count = self.numbers.len();
                let number = *self.numbers.entry(next.clone()).or_insert(count);
                if number == count {
                    queue.push(next);
                }
                node.next.push(number);
            }
            self.nodes.push(node);
            at += 1;
            if queue.len() > self.most {
                return None;
            }
        }
        let count = self.nodes.len();
        for node in &mut self.nodes {
            for next in &mut node.next {
                *next = if *next >= usize::MAX - 1 {
                    count + (usize::MAX - *next)
                } else {
                    *next
                };
            }
        }
        self.nodes.extend([false, true].map(|is_kept| Node {
            player: 1,
            next: Vec::new(),
            end: Some(is_kept),
        }));
        Some(())
    }

    /// Returns the states after each move, and whether the game is over then.
    fn moves(&self, state: &State) -> Vec<(State, bool)> {
        let own = usize::from(state.player - 1);
        let mut pass = State {
            player: 3 - state.player,
            ..state.clone()
        };
        let lifts = !pass.bans[own].is_empty();
        pass.bans[own].clear();
        pass.has_passed = !lifts;
        let mut moves = vec![(pass, state.has_passed && !lifts)];
        for at in (0..state.stones.len()).filter(|&at| state.stones[at] == 0) {
            moves.extend(self.play(state, at).map(|next| (next, false)));
        }
        moves
    }

    /// Returns the state after a stone at `at`, or `None` if the move is illegal.
    fn play(&self, state: &State, at: usize) -> Option<State> {
        let (own, other) = (usize::from(state.player - 1), 3 - state.player);
        let mut next = State {
            player: other,
            has_passed: false,
            ..state.clone()
        };
        next.stones[at] = state.player;
        let mut captured = Vec::new();
        for &neighbour in &self.neighbours[at] {
            if next.stones[neighbour] == other {
                let (chain, liberties) = chain(&self.neighbours, &next.stones, neighbour);
                if liberties.is_empty() {
                    for &stone in &chain {
                        next.stones[stone] = 0;
                    }
                    captured.extend(chain);
                }
            }
        }
        let (stones, liberties) = chain(&self.neighbours, &next.stones, at);
        if liberties.is_empty() || captured.len() == 1 && state.bans[own].contains(&at) {
            return None;
        }
        next.bans
            .iter_mut()
            .for_each(|bans| bans.retain(|&ban| ban != at));
        if captured.len() == 1 && stones.len() == 1 && liberties == captured {
            let bans = &mut next.bans[usize::from(other - 1)];
            bans.push(captured[0]);
            bans.sort_unstable();
        }
        Some(next)
    }

    /// Returns whether the player who wants the chain to be kept (or captured) can force this from
    /// the root. The states from which he can do so are found backwards from the ends.
    fn can_force(&self, is_kept: bool) -> bool {
        let winner = if is_kept { self.owner } else { 3 - self.owner };
        let mut before = vec![Vec::new(); self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate() {
            node.next.iter().for_each(|&next| before[next].push(number));
        }
        // the number of the loser's moves that are not known to lose yet
        let mut left: Vec<usize> = self.nodes.iter().map(|node| node.next.len()).collect();
        let mut is_won = vec![false; self.nodes.len()];
        let mut queue: Vec<usize> = (0..self.nodes.len())
            .filter(|&number| self.nodes[number].end == Some(is_kept))
            .collect();
        for &number in &queue {
            is_won[number] = true;
        }
        while let Some(number) = queue.pop() {
            for &earlier in &before[number] {
                left[earlier] -= 1;
                let is_forced = self.nodes[earlier].player == winner || left[earlier] == 0;
                if is_forced && !std::mem::replace(&mut is_won[earlier], true) {
                    queue.push(earlier);
                }
            }
        }
        is_won[0]
    }
}
