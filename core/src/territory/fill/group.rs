//! All steps of a fill in order, and the side-by-side computation of any number of fills in groups.

use std::fmt;

use super::per_fill::PerFill;
use super::steps::FillSteps;
use super::steps::{Dame, FillDame};
use crate::territory::reset;
use crate::territory::{Analysis, Trace, Verdict};

/// The fills of an evaluator, and their verdicts on the current position.
#[derive(Debug)]
pub(crate) struct Fills {
    groups: Vec<FillGroup>,
    /// The names of the two fills whose answers bound the answers of all fills.
    bounds: [&'static str; 2],
}

impl Fills {
    /// Returns the given fills, each with its name. The answers of all fills lie between the answers of the two fills
    /// named `bounds`: see [`FillDame`].
    pub(crate) fn new(
        fills: impl Iterator<Item = (&'static str, &'static dyn FillDame)>,
        bounds: [&'static str; 2],
    ) -> Self {
        let fills: Vec<_> = fills.collect();
        Self { groups: fills.chunks(PerFill::WIDTH).map(FillGroup::new).collect(), bounds }
    }

    /// Discards the verdicts, because the position has changed.
    pub(crate) fn reset(&mut self) {
        self.groups.iter_mut().for_each(|group| group.is_done = false);
    }

    /// Returns the verdict of the fill named `name`, and its trace if `is_traced`, or `None` if no fill has this name.
    /// A verdict is computed once for each position, unless it is traced.
    pub(crate) fn decide(
        &mut self,
        analysis: &Analysis,
        name: &str,
        is_traced: bool,
    ) -> Option<(&Verdict, Option<Trace>)> {
        let (group, number) =
            self.groups.iter_mut().find_map(|group| group.number(name).map(|number| (group, number)))?;
        let trace = group.evaluate(analysis, is_traced.then_some(number));
        Some((&group.verdicts[number], trace))
    }

    /// Returns the verdicts of the two bounds, or `None` if these fills are not in one group.
    pub(crate) fn bounds(&mut self, analysis: &Analysis) -> Option<[&Verdict; 2]> {
        let [first, second] = self.bounds;
        let numbers = |group: &FillGroup| Some([group.number(first)?, group.number(second)?]);
        let (group, numbers) = self.groups.iter_mut().find_map(|group| numbers(group).map(|both| (group, both)))?;
        group.evaluate(analysis, None);
        Some(numbers.map(|number| &group.verdicts[number]))
    }
}

/// Fills that are computed side by side.
#[derive(Default)]
struct FillGroup {
    /// The name of each fill, and the fill.
    fills: Vec<(&'static str, &'static dyn FillDame)>,
    steps: FillSteps,
    /// The verdict of each fill, valid if `is_done`.
    verdicts: Vec<Verdict>,
    is_done: bool,
}

impl fmt::Debug for FillGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.fills.iter().map(|(name, _)| name)).finish()
    }
}

impl FillGroup {
    /// Returns a group of at most [`PerFill::WIDTH`] fills.
    fn new(fills: &[(&'static str, &'static dyn FillDame)]) -> Self {
        let verdicts = fills.iter().map(|_| Verdict::default()).collect();
        Self { fills: fills.to_vec(), verdicts, ..Self::default() }
    }

    /// Returns the number of the fill named `name`.
    fn number(&self, name: &str) -> Option<usize> {
        self.fills.iter().position(|&(other, _)| other == name)
    }

    /// Computes the verdicts, unless they are known. Returns a trace of the fill numbered `traced`.
    fn evaluate(&mut self, analysis: &Analysis, traced: Option<usize>) -> Option<Trace> {
        if self.is_done && traced.is_none() {
            return None;
        }
        self.is_done = true;
        let fills = self.fills.iter().map(|&(_, fill)| fill);
        self.steps.evaluate(analysis, fills, traced, &mut self.verdicts)
    }
}

impl FillSteps {
    /// Performs all steps for `fills`, at most [`PerFill::WIDTH`], and overwrites `verdicts`, one for each fill.
    /// Returns a trace of the fill numbered `traced`.
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

    /// Performs all steps for one fill, and overwrites `verdict`. Returns a trace if `is_traced`.
    pub(crate) fn evaluate_one(
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
    pub(crate) fn count_eyes(&mut self, analysis: &Analysis, is_traced: bool, verdict: &mut Verdict) -> Option<Trace> {
        self.begin(is_traced.then_some(0));
        self.fills = 1;
        reset(&mut self.filled, analysis.candidates().len());
        self.sets.assign(analysis.surrounded().iter().copied());
        self.decide(analysis, std::slice::from_mut(verdict));
        self.take_trace(analysis)
    }
}
