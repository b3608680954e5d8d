//! The interface of a strategy, and the tools from which a strategy can be made.

use std::fmt;

use super::fill::{FillDame, FillSteps, Fills};
use super::life::Life;
use super::reset;
use super::search::{Extras, LocalResult, LocalSearch, SearchResults, SearchScope};
use super::teire::Protection;
use super::{Analysis, OwedMove, Trace, Verdict};

/// A strategy that distinguishes territory from dame, false eyes and eyes in seki.
///
/// The name identifies the strategy: an evaluator takes two strategies of one name for the same.
pub trait Strategy: Sync {
    /// Returns the name of the strategy in reports and after `--strategy`.
    fn name(&self) -> &'static str;

    /// Describes the strategy in one line.
    fn summary(&self) -> &'static str;

    /// Returns the rule by which the strategy decides.
    fn rule(&self) -> Rule<'_>;

    /// Returns whether the strategy is a control: it leaves out a step that is known to matter, and is there for
    /// comparison. A game is *disputed* if two fills differ on it, whatever controls say.
    fn is_control(&self) -> bool {
        false
    }

    /// Returns whether the strategy searches local games. Its answer then takes longer than those of all others
    /// together.
    fn reads(&self) -> bool {
        false
    }

    /// Returns whether the strategy is a fill.
    fn is_fill(&self) -> bool {
        matches!(self.rule(), Rule::Fill(_))
    }
}

impl fmt::Debug for dyn Strategy + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The rule of a strategy.
#[derive(Clone, Copy)]
pub enum Rule<'a> {
    /// Fill the dame, or join blocks across them; then fill false eyes, count eyes, and give the regions around which
    /// joined blocks have two eyes to their colours. All fills of an evaluator are computed side by side.
    ///
    /// A point of a controlled region is *false by shape* if two of its neighbours are occupied and opponent's stones
    /// are on two of its diagonals, or one of each on the first line. It is a *false eye*, and is filled, if it is
    /// false by shape and the last liberty of an adjacent block: neither this block nor any block joined with it has
    /// another liberty in a controlled region. A dame is no liberty. Eyes are counted by [`Boundary`](super::Boundary):
    /// a region has the whole eyes that it has if its owner plays first.
    Fill(&'a dyn FillDame),
    /// Anything else.
    Own(&'a dyn Decide),
}

/// The rule of a strategy that is no fill.
pub trait Decide: Sync {
    /// Gives every region its status. At the call every status in `verdict` is [`Status::Dame`](super::Status::Dame).
    fn decide(&self, tools: &mut Tools<'_>, verdict: &mut Verdict);
}

/// The memory of the steps of all strategies.
#[derive(Debug)]
pub(super) struct Buffers {
    /// The fills of the evaluator.
    fills: Fills,
    /// The fills between which all fills lie, for an evaluator that has not both of them.
    bounds: Fills,
    /// For a fill of other strategies than those of the evaluator, and for eyes on the board as it is.
    alone: FillSteps,
    life: Life,
    protection: Protection,
    protected: Protected,
    search: LocalSearch,
    searched: Searched,
    /// For each block, whether it borders dame.
    blocks_with_dame: Vec<bool>,
}

/// The local games of the position that are uncertain, once they are searched.
#[derive(Debug, Default)]
struct Searched {
    is_done: bool,
    /// Whether the results show how attempts to get more are refuted.
    shows_attempts: bool,
    results: Vec<LocalResult>,
    /// The static answer, changed by the results.
    verdict: Verdict,
}

/// The protective moves of the position, once they are known; [`Protection`] has the moves.
#[derive(Debug, Default)]
struct Protected {
    is_done: bool,
    /// The answer for which they were found.
    before: Verdict,
    /// The answer without the points that have to be filled.
    after: Verdict,
}

impl Buffers {
    /// Returns the results of the searches on the position.
    pub(super) fn local_results(&self) -> &[LocalResult] {
        &self.searched.results
    }

    /// Returns the memory for `strategies`. The answers of all fills lie between those of `bounds`.
    pub(super) fn new(strategies: &[&'static dyn Strategy], bounds: [&'static dyn Strategy; 2]) -> Self {
        let fill = |strategy: &&'static dyn Strategy| match strategy.rule() {
            Rule::Fill(fill) => Some((strategy.name(), fill)),
            Rule::Own(_) => None,
        };
        let fills = |strategies: &[&'static dyn Strategy]| {
            Fills::new(strategies.iter().filter_map(fill), bounds.map(Strategy::name))
        };
        Self {
            fills: fills(strategies),
            bounds: fills(&bounds),
            alone: FillSteps::default(),
            life: Life::default(),
            protection: Protection::default(),
            protected: Protected::default(),
            search: LocalSearch::default(),
            searched: Searched::default(),
            blocks_with_dame: Vec::new(),
        }
    }

    /// Forgets what is known about a position.
    pub(super) fn reset(&mut self) {
        self.fills.reset();
        self.bounds.reset();
        self.protected.is_done = false;
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
    /// Whether the trace is to show how attempts to get more are refuted.
    shows_attempts: bool,
}

impl<'a> Tools<'a> {
    /// Returns the tools for the position of `analysis`.
    pub(super) const fn new(analysis: &'a Analysis, buffers: &'a mut Buffers, trace: Option<Trace>) -> Self {
        Self { analysis, buffers, trace, shows_attempts: false }
    }

    /// Lets the trace show how attempts to get more are refuted. This takes a search of its own.
    pub(super) fn with_attempts(self) -> Self {
        Self { shows_attempts: true, ..self }
    }

    /// Overwrites `verdict` with the answer of a strategy, and returns the trace, which is empty unless it was requested.
    pub(super) fn trace(mut self, strategy: &dyn Strategy, verdict: &mut Verdict) -> Trace {
        self.decide(strategy, verdict);
        self.trace.unwrap_or_default()
    }

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

    /// Gives each controlled region its status by a static analysis of life.
    pub fn decide_by_life(&mut self, verdict: &mut Verdict) {
        let life = &mut self.buffers.life;
        life.evaluate(self.analysis, verdict);
        if let Some(trace) = &mut self.trace {
            *trace = life.trace(self.analysis);
        }
    }

    /// Takes from the territory in `verdict` the points that its owners have to fill once all dame are taken.
    pub fn count_protective_moves(&mut self, verdict: &mut Verdict) {
        let Buffers { protection, protected, .. } = &mut *self.buffers;
        if protected.is_done && protected.before == *verdict {
            verdict.clone_from(&protected.after);
        } else {
            protected.before.clone_from(verdict);
            protection.evaluate(self.analysis, verdict);
            protected.after.clone_from(verdict);
            protected.is_done = true;
        }
        if let Some(trace) = &mut self.trace {
            trace.protective_moves = protection.owed().to_vec();
        }
    }

    /// Returns the protective moves that [`Self::count_protective_moves`] counts after the static analysis of life, with
    /// their refutations. Overwrites `verdict`.
    pub(super) fn owed_moves(&mut self, verdict: &mut Verdict) -> Vec<OwedMove> {
        self.decide_by_life(verdict);
        // `protection` no longer has the moves of the answer that is kept
        self.buffers.protected.is_done = false;
        self.buffers.protection.owed_moves(self.analysis, verdict)
    }

    /// Adds to the trace, if one is wanted, the moves that [`Self::count_protective_moves`] would count, and counts none.
    pub fn remark_protective_moves(&mut self, verdict: &Verdict) {
        if self.trace.is_some() {
            self.count_protective_moves(&mut verdict.clone());
        }
    }

    /// Gives each controlled region its status by the static analysis of life, and replaces it where local search around
    /// uncertain points and stones finds another.
    ///
    /// The search is done once for each position: a label, a row and a map may all need it, and it takes longer than
    /// everything else.
    pub fn decide_by_search(&mut self, verdict: &mut Verdict) {
        self.decide_by_life(verdict);
        let attempts = self.shows_attempts;
        if self.buffers.searched.is_done && self.buffers.searched.shows_attempts >= attempts {
            verdict.clone_from(&self.buffers.searched.verdict);
        } else {
            let found = self.search_uncertain(Extras { attempts, ..Extras::default() }, verdict);
            let searched = &mut self.buffers.searched;
            searched.verdict.clone_from(verdict);
            (searched.results, searched.is_done, searched.shows_attempts) = (found.local, true, attempts);
        }
        if let Some(trace) = &mut self.trace {
            trace.local_results.clone_from(&self.buffers.searched.results);
        }
    }

    /// Searches the uncertain local games, and changes the static answer in `verdict` by the results.
    pub(super) fn search_uncertain(&mut self, extras: Extras, verdict: &mut Verdict) -> SearchResults {
        let Buffers { fills, bounds, search, life, .. } = &mut *self.buffers;
        let bounds = fills.bounds(self.analysis).or_else(|| bounds.bounds(self.analysis)).expect("it has both");
        search.search(self.analysis, &life.half_eyes, SearchScope::Uncertain(bounds), extras, verdict)
    }

    /// Searches all local games, and changes the static answer in `verdict` by the results.
    pub(super) fn search_whole(&mut self, verdict: &mut Verdict) -> SearchResults {
        let Buffers { search, life, .. } = &mut *self.buffers;
        search.search(self.analysis, &life.half_eyes, SearchScope::Whole, Extras::default(), verdict)
    }
}
