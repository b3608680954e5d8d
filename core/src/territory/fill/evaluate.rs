//! All steps of a fill, in their order.

use super::dame::{Dame, FillDame};
#[cfg(doc)]
use super::per_fill::PerFill;
use super::steps::FillSteps;
use crate::territory::buffers::reset;
use crate::territory::{Analysis, Trace, Verdict};

impl FillSteps {
    /// Takes all steps for `fills`, at most [`PerFill::WIDTH`], and overwrites `verdicts`, one for each. Returns a
    /// trace of the fill with the number `traced`.
    pub(super) fn evaluate<'a>(
        &mut self,
        analysis: &Analysis,
        fills: impl Iterator<Item = &'a dyn FillDame>,
        traced: Option<usize>,
        verdicts: &mut [Verdict],
    ) -> Option<Trace> {
        self.begin(traced);
        for (number, fill) in fills.enumerate() {
            self.fills |= 1 << number;
            fill.fill_dame(&mut Dame::new(analysis, self, number));
        }
        for verdict in &mut *verdicts {
            verdict.reset(analysis);
        }
        self.join_dame(analysis);
        self.record_dame(analysis);
        self.fill_false_eyes(analysis);
        self.join_around(analysis);
        self.decide(analysis, verdicts);
        self.take_trace(analysis)
    }

    /// Takes all steps for one fill, and overwrites `verdict`. Returns a trace if `is_traced`.
    pub(in crate::territory) fn evaluate_one(
        &mut self,
        analysis: &Analysis,
        fill: &dyn FillDame,
        is_traced: bool,
        verdict: &mut Verdict,
    ) -> Option<Trace> {
        let verdicts = std::slice::from_mut(verdict);
        self.evaluate(analysis, std::iter::once(fill), is_traced.then_some(0), verdicts)
    }

    /// Counts eyes on the board as it is, false eyes included, and writes `verdict`. Returns a trace if `is_traced`.
    pub(in crate::territory) fn count_eyes(
        &mut self,
        analysis: &Analysis,
        is_traced: bool,
        verdict: &mut Verdict,
    ) -> Option<Trace> {
        self.begin(is_traced.then_some(0));
        self.fills = 1;
        reset(&mut self.filled, analysis.candidates().len());
        self.sets.assign(analysis.surrounded().iter().copied());
        self.decide(analysis, std::slice::from_mut(verdict));
        self.take_trace(analysis)
    }
}
