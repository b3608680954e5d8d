//! Evaluates strategies on one position after another.

use super::strategies::AREA;
use super::strategy::{Buffers, Strategy, Tools};
use super::{Analysis, OwedMove, ProtectiveMove, TerritoryMap, Trace, Verdict};
use crate::Stop;
use crate::board::{Point, Position};
use crate::rules::{Count, Method};

/// Scores one position after another with any number of strategies, and reuses its memory.
///
/// # Examples
/// ```
/// use seichi_core::board::Position;
/// use seichi_core::territory::{Evaluator, Verdict, strategy};
///
/// let position = Position::from_diagram(".xo..\nxx.oo\n.xo..\nxxoo.\n.xo..").expect("a board");
/// let (mut evaluator, mut verdict) = (Evaluator::new(), Verdict::default());
/// let mut scoring = evaluator.on(&position, &[]);
/// for name in ["flood", "linked"] {
///     scoring.decide(strategy(name).expect("a strategy of that name"), &mut verdict);
///     assert_eq!(verdict.counts().territory, [3, 7]);
/// }
/// ```
#[derive(Debug, Default)]
pub struct Evaluator {
    analysis: Analysis,
    buffers: Buffers,
    verdict: Verdict,
}

impl Evaluator {
    /// Creates an evaluator.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends searches once `stop` is set. Answers that need a search are then meaningless.
    pub fn watch(&mut self, stop: &Stop) {
        self.buffers.watch(stop);
    }

    /// Begins to score a position, which is without its dead stones. `dead` has the points of these
    /// stones, if known.
    pub fn on(&mut self, position: &Position, dead: &[Point]) -> Scoring<'_> {
        self.analysis.set(position, dead);
        self.buffers.reset();
        Scoring {
            analysis: &self.analysis,
            buffers: &mut self.buffers,
            verdict: &mut self.verdict,
        }
    }
}

/// The scoring of one position, in the memory of an [`Evaluator`]. Strategies share what they find
/// out about the position.
#[derive(Debug)]
pub struct Scoring<'a> {
    analysis: &'a Analysis,
    buffers: &'a mut Buffers,
    /// The verdict that a map is written from.
    verdict: &'a mut Verdict,
}

impl<'a> Scoring<'a> {
    /// Returns the blocks, regions and eyes of the position, which all strategies share.
    pub const fn analysis(&self) -> &'a Analysis {
        self.analysis
    }

    /// Overwrites `verdict` with the answer of `strategy`.
    pub fn decide(&mut self, strategy: &dyn Strategy, verdict: &mut Verdict) {
        self.tools(None).decide(strategy, verdict);
    }

    /// Overwrites `verdict` with the answer of `strategy` under the rules of `count`, after their
    /// tax and without the dead stones that stay on the board. Under area scoring without a tax,
    /// every strategy gives the controlled regions to their colours. If a player is to move, a
    /// strategy that fills dame in turn also gives each dame to the player who takes it.
    pub fn decide_under(&mut self, count: &Count, strategy: &dyn Strategy, verdict: &mut Verdict) {
        let rules = count.rules;
        let to_move = count
            .to_move
            .filter(|_| strategy.shares_dame() && rules.method() == Method::Area);
        self.decide(
            if rules.is_plain_area() && to_move.is_none() {
                AREA
            } else {
                strategy
            },
            verdict,
        );
        let lead = to_move.map(|color| verdict.lead_in_dame(color, verdict.fills(self.analysis)));
        verdict.apply(self.analysis, rules);
        if let Some(lead) = lead {
            verdict.share_dame(self.analysis, lead);
        }
        if rules.leaves_dead_in_seki()
            && strategy.leaves_dead_in_seki()
            && verdict.counts().seki > 0
        {
            verdict.leave_dead_in_seki(self.analysis);
        }
    }

    /// Overwrites `verdict` with the answer of `strategy`, and returns a trace of how it was found.
    pub fn trace(&mut self, strategy: &dyn Strategy, verdict: &mut Verdict) -> Trace {
        self.tools(Some(Trace::default())).trace(strategy, verdict)
    }

    /// Overwrites `map` with the answer of `strategy`, point by point.
    pub fn write_map(&mut self, strategy: &dyn Strategy, map: &mut TerritoryMap) {
        Tools::new(self.analysis, self.buffers, None).decide(strategy, self.verdict);
        map.write(self.analysis, self.verdict);
    }

    /// Returns the protective moves that are owed once the dame are filled, according to the
    /// strategy `teire`.
    pub fn protective_moves(&mut self) -> Vec<ProtectiveMove> {
        let mut verdict = Verdict::default();
        verdict.reset(self.analysis);
        self.tools(None).protective_moves(&mut verdict)
    }

    /// Returns the same moves as [`Self::protective_moves`], each with the moves that capture
    /// stones if it is left out.
    pub fn owed_moves(&mut self) -> Vec<OwedMove> {
        let mut verdict = Verdict::default();
        verdict.reset(self.analysis);
        self.tools(None).owed_moves(&mut verdict)
    }

    /// Returns the tools of the strategies. They record their steps in `trace`, if it is given.
    fn tools(&mut self, trace: Option<Trace>) -> Tools<'_> {
        Tools::new(self.analysis, self.buffers, trace)
    }
}

/// Returns a strategy's map of a position without known dead stones. To score many positions, use
/// an [`Evaluator`].
pub fn territory_map(position: &Position, strategy: &dyn Strategy) -> TerritoryMap {
    let mut evaluator = Evaluator::new();
    let mut map = TerritoryMap::default();
    evaluator.on(position, &[]).write_map(strategy, &mut map);
    map
}
