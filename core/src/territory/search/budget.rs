//! The budget of a search.

/// The number of states that a search has visited, and the limit. Counting states instead of time gives the same answer
/// on every machine.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::territory) struct NodeBudget {
    /// The number of states visited, including the state that exceeded the limit.
    pub(in crate::territory) nodes: u32,
    limit: u32,
    /// The number of states where the current part of the search pauses, at most `limit`.
    pause: u32,
}

/// The error of a search that has used up its budget, or the allowance of its current part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::territory) struct Exhausted;

impl NodeBudget {
    /// Returns a budget of `limit` states.
    pub(in crate::territory) const fn new(limit: u32) -> Self {
        Self { nodes: 0, limit, pause: limit }
    }

    /// Returns whether the limit was not exceeded.
    pub(in crate::territory) const fn is_left(self) -> bool {
        self.nodes <= self.limit
    }

    /// Allows at most `nodes` more states before the next pause.
    pub(in crate::territory) fn allow(&mut self, nodes: u32) {
        self.pause = self.nodes.saturating_add(nodes).min(self.limit);
    }

    /// Counts a state that is visited.
    pub(in crate::territory) const fn visit(&mut self) -> Result<(), Exhausted> {
        self.nodes += 1;
        if self.nodes > self.pause { Err(Exhausted) } else { Ok(()) }
    }
}
