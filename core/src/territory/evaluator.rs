//! Evaluates the strategies on one position after another.

use super::fill::{FillSteps, Fills};
use super::life::Life;
use super::reading::{LocalGames, Reader};
use super::strategies::{BOUNDS, STRATEGIES};
use super::{Analysis, LocalResult, Rule, Strategy, TerritoryMap, Trace, Verdict, reset};
use crate::board::{Point, Position};

/// Scores positions one after another by any number of strategies, and reuses its memory.
///
/// The fills among the strategies that it was made for are computed side by side when the first of them is asked for.
/// Any other strategy can be asked for, too.
#[derive(Debug)]
pub struct Evaluator {
    analysis: Analysis,
    buffers: Buffers,
    verdict: Verdict,
}

impl Default for Evaluator {
    /// Returns an evaluator for all of [`STRATEGIES`], without a position.
    fn default() -> Self {
        Self::of(STRATEGIES)
    }
}

impl Evaluator {
    /// Creates an evaluator for all of [`STRATEGIES`], without a position.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates an evaluator for `strategies`, without a position.
    #[must_use]
    pub fn of(strategies: &[&'static dyn Strategy]) -> Self {
        let buffers = Buffers { fills: Fills::new(strategies), bounds: Fills::new(&BOUNDS), ..Buffers::default() };
        Self { analysis: Analysis::default(), buffers, verdict: Verdict::default() }
    }

    /// Sets the position to be scored, without its dead stones. `dead` holds the points of these stones, as far as
    /// known.
    pub fn set(&mut self, position: &Position, dead: &[Point]) {
        self.analysis.set(position, dead);
        self.buffers.reset();
    }

    /// Returns the blocks, regions and eyes of the position, which all strategies share.
    #[must_use]
    pub const fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    /// Overwrites `verdict` with the answer of `strategy`.
    pub fn decide(&mut self, strategy: &dyn Strategy, verdict: &mut Verdict) {
        self.tools().decide(strategy, verdict);
    }

    /// Overwrites `verdict` with the answer of `strategy`, and returns a trace of how it was found.
    pub fn explain(&mut self, strategy: &dyn Strategy, verdict: &mut Verdict) -> Trace {
        let mut tools = Tools { trace: Some(Trace::default()), ..self.tools() };
        tools.decide(strategy, verdict);
        tools.trace.unwrap_or_default()
    }

    /// Overwrites `map` with the answer of `strategy`, point by point.
    pub fn write_map(&mut self, strategy: &dyn Strategy, map: &mut TerritoryMap) {
        let mut verdict = std::mem::take(&mut self.verdict);
        self.decide(strategy, &mut verdict);
        map.write(&self.analysis, &verdict);
        self.verdict = verdict;
    }

    /// Returns the results of the local searches on the position, as far as a strategy has asked for them.
    #[must_use]
    pub fn readouts(&self) -> &[LocalResult] {
        &self.buffers.searched.results
    }

    /// Searches every local game of the position, uncertain or not, and returns the results. Overwrites `verdict` with
    /// the answer that the strategy `reading` would give if it took no short cut.
    pub fn read_all(&mut self, verdict: &mut Verdict) -> Vec<LocalResult> {
        verdict.reset(&self.analysis);
        let mut tools = self.tools();
        let region_eyes = tools.decide_by_life(verdict).to_vec();
        let results = tools.search(LocalGames::Whole, &region_eyes, verdict);
        verdict.count(&self.analysis);
        results
    }

    fn tools(&mut self) -> Tools<'_> {
        Tools { analysis: &self.analysis, buffers: &mut self.buffers, trace: None }
    }
}

/// The memory of the steps of all strategies.
#[derive(Debug, Default)]
struct Buffers {
    /// The fills of the evaluator.
    fills: Fills,
    /// The fills between which all fills lie, for an evaluator that has not both of them.
    bounds: Fills,
    /// For a fill of other strategies than those of the evaluator, and for eyes on the board as it is.
    alone: FillSteps,
    life: Life,
    reader: Reader,
    searched: Searched,
    /// For each block, whether it borders dame.
    blocks_with_dame: Vec<bool>,
}

/// The local games of the position that are uncertain, once they are searched.
#[derive(Debug, Default)]
struct Searched {
    is_done: bool,
    results: Vec<LocalResult>,
    /// The static answer, changed by the results.
    verdict: Verdict,
}

impl Buffers {
    /// Forgets what is known about a position.
    fn reset(&mut self) {
        self.fills.reset();
        self.bounds.reset();
        self.searched.is_done = false;
        self.searched.results.clear();
    }
}

/// The steps from which a strategy that is no fill can be made, for one position.
#[derive(Debug)]
pub struct Tools<'a> {
    analysis: &'a Analysis,
    buffers: &'a mut Buffers,
    /// The trace of the strategy, if it was requested.
    trace: Option<Trace>,
}

impl<'a> Tools<'a> {
    /// Returns the blocks, regions and eyes of the position.
    #[must_use]
    pub const fn analysis(&self) -> &'a Analysis {
        self.analysis
    }

    /// Overwrites `verdict` with the answer of a strategy.
    pub fn decide(&mut self, strategy: &dyn Strategy, verdict: &mut Verdict) {
        match strategy.rule() {
            Rule::Fill(fill) => {
                let is_traced = self.trace.is_some();
                let trace = match self.buffers.fills.decide(self.analysis, strategy.name(), is_traced) {
                    Some((known, trace)) => {
                        verdict.clone_from(known);
                        trace
                    }
                    None => self.buffers.alone.evaluate_one(self.analysis, fill, is_traced, verdict),
                };
                self.trace = trace;
            }
            Rule::Own(rule) => {
                verdict.reset(self.analysis);
                rule.decide(self, verdict);
                verdict.count(self.analysis);
            }
        }
    }

    /// Returns, for each block, whether it borders dame.
    pub fn blocks_with_dame(&mut self) -> &[bool] {
        let blocks = &mut self.buffers.blocks_with_dame;
        reset(blocks, self.analysis.blocks().len());
        for &block in self.analysis.neutral().flat_map(|region| self.analysis.blocks_around(region)) {
            blocks[usize::from(block)] = true;
        }
        blocks
    }

    /// Gives each controlled region to its colour if the blocks around it have two eyes, and puts it in seki otherwise.
    /// False eyes count as eyes, and nothing is filled.
    pub fn count_eyes(&mut self, verdict: &mut Verdict) {
        self.trace = self.buffers.alone.count_eyes(self.analysis, self.trace.is_some(), verdict);
    }

    /// Gives each controlled region its status by a static analysis of life. Returns, for each region, its number of
    /// eyes in halves, with dead stones counted.
    pub fn decide_by_life(&mut self, verdict: &mut Verdict) -> &[u16] {
        let life = &mut self.buffers.life;
        life.judge(self.analysis, verdict);
        if let Some(trace) = &mut self.trace {
            *trace = life.told(self.analysis);
        }
        &life.region_eyes
    }

    /// Replaces the static answer in `verdict` where local search around uncertain points and stones finds another.
    /// `region_eyes` holds the eyes of each region in halves, as [`Self::decide_by_life`] returns them.
    ///
    /// The search is done once for each position: a label, a row and a map may all need it, and it takes longer than
    /// everything else.
    pub fn search_uncertain_games(&mut self, region_eyes: &[u16], verdict: &mut Verdict) {
        if !self.buffers.searched.is_done {
            let results = self.search(LocalGames::Near, region_eyes, verdict);
            let searched = &mut self.buffers.searched;
            searched.verdict.clone_from(verdict);
            (searched.results, searched.is_done) = (results, true);
        }
        verdict.clone_from(&self.buffers.searched.verdict);
        if let Some(trace) = &mut self.trace {
            trace.readouts.clone_from(&self.buffers.searched.results);
        }
    }

    fn search(&mut self, games: LocalGames, region_eyes: &[u16], verdict: &mut Verdict) -> Vec<LocalResult> {
        let Buffers { fills, bounds, reader, .. } = &mut *self.buffers;
        let names = BOUNDS.map(Strategy::name);
        let bounds = match fills.pair(self.analysis, names) {
            Some(both) => both,
            None => bounds.pair(self.analysis, names).expect("it has both fills"),
        };
        reader.read(self.analysis, bounds, region_eyes, games, verdict)
    }
}
