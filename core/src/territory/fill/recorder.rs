//! The trace of a fill while it takes its steps.

use super::per_fill::FillMask;
use crate::territory::Trace;

/// The trace of one of the fills that take the steps side by side.
#[derive(Debug)]
pub(super) struct Recorder {
    /// The number of the fill.
    pub(super) number: usize,
    pub(super) trace: Trace,
    /// The candidates that were filled, each with an adjacent block that had no other liberty.
    pub(super) filled: Vec<(usize, u16)>,
}

impl Recorder {
    /// Returns an empty recording of the fill with this number.
    pub(super) fn new(number: usize) -> Self {
        Self { number, trace: Trace::default(), filled: Vec::new() }
    }

    /// Returns whether the recorded fill is one of `fills`.
    pub(super) const fn is_in(&self, fills: FillMask) -> bool {
        fills >> self.number & 1 == 1
    }

    /// Returns the block that the stone on a candidate joined when it was filled.
    pub(super) fn joined_block(&self, candidate: usize) -> Option<u16> {
        self.filled.iter().find(|(other, _)| *other == candidate).map(|&(_, block)| block)
    }
}
