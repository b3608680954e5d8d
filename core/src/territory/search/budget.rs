//! The budget of a search.

use crate::Stop;

/// The number of states that a search has visited, and the limit. Counting states instead of time
/// gives the same answer on every machine.
#[derive(Debug, Default)]
pub(in crate::territory) struct NodeBudget {
    /// The number of states visited, including the state that exceeded the limit.
    pub(in crate::territory) nodes: u32,
    limit: u32,
    /// The number of states at which the current part of the search pauses; at most `limit`.
    pause: u32,
    stop: Stop,
}

/// The error of a search that has used up its budget or the allowance of its current part, or that
/// has to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::territory) struct Exhausted;

impl NodeBudget {
    /// Returns a budget of `limit` states, which also counts as used up once `stop` is set.
    pub(in crate::territory) fn new(limit: u32, stop: &Stop) -> Self {
        Self {
            nodes: 0,
            limit,
            pause: limit,
            stop: stop.clone(),
        }
    }

    /// Returns whether the search may continue.
    pub(in crate::territory) fn is_left(&self) -> bool {
        self.nodes <= self.limit && !self.stop.is_set()
    }

    /// Allows at most `nodes` more states before the next pause.
    pub(in crate::territory) fn allow(&mut self, nodes: u32) {
        self.pause = self.nodes.saturating_add(nodes).min(self.limit);
    }

    /// Counts a visited state. Returns an error if the search may not continue.
    pub(in crate::territory) fn visit(&mut self) -> Result<(), Exhausted> {
        self.nodes += 1;
        if self.nodes > self.pause || self.stop.is_set() {
            Err(Exhausted)
        } else {
            Ok(())
        }
    }
}
