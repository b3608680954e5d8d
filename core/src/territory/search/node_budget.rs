//! A limit for the number of states that a search visits.

/// The number of states that a search has visited, and their limit. Counting states instead of time gives the same
/// answer on every machine.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NodeBudget {
    /// The number of states visited, the one included that exceeded the limit.
    pub(super) nodes: u32,
    limit: u32,
    /// The number of states at which the present part of the search pauses, if it comes before the limit.
    pause: u32,
}

/// The error of a search that has used up its budget, or what it was allowed at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exhausted;

impl NodeBudget {
    /// Returns a budget of `limit` states.
    pub(super) const fn new(limit: u32) -> Self {
        Self { nodes: 0, limit, pause: limit }
    }

    /// Returns whether the limit was not exceeded.
    pub(super) const fn is_left(self) -> bool {
        self.nodes <= self.limit
    }

    /// Allows at most `nodes` states from here on.
    pub(super) fn allow(&mut self, nodes: u32) {
        self.pause = self.nodes.saturating_add(nodes).min(self.limit);
    }

    /// Counts a state that is visited.
    pub(super) const fn visit(&mut self) -> Result<(), Exhausted> {
        self.nodes += 1;
        if self.nodes > self.pause { Err(Exhausted) } else { Ok(()) }
    }
}
