//! The interface of a strategy, and the tools for writing one.

use std::fmt;

use super::fill::{FillDame, FillSteps};
use super::life::Life;
use super::reset;
use super::teire::Protection;
use super::{Analysis, OwedMove, ProtectiveMove, Trace, Verdict};
use crate::Stop;

/// A strategy that distinguishes territory from dame, false eyes and eyes in seki.
///
/// # Examples
/// ```
/// use seichi_core::board::{Color, Position};
/// use seichi_core::territory::{Dame, FillDame, Approach, Strategy, territory_map};
///
/// /// Fills all dame with Black.
/// struct AllBlack;
///
/// impl Strategy for AllBlack {
///     fn name(&self) -> &'static str {
///         "all-black"
///     }
///
///     fn summary(&self) -> &'static str {
///         "fills all dame with Black"
///     }
///
///     fn approach(&self) -> Approach<'_> {
///         Approach::Fill(self)
///     }
/// }
///
/// impl FillDame for AllBlack {
///     fn fill_dame(&self, dame: &mut Dame<'_>) {
///         dame.fill(|_, _| Color::Black);
///     }
/// }
///
/// let position = Position::from_diagram(".xo.\n.x..\n.xo.").expect("a board");
/// assert_eq!(territory_map(&position, &AllBlack).territory(Color::Black), 3);
/// ```
pub trait Strategy: Sync {
    /// Returns the strategy's name in reports and for `--strategy`.
    fn name(&self) -> &'static str;

    /// Describes the strategy in one line.
    fn summary(&self) -> &'static str;

    /// Returns how the strategy decides.
    fn approach(&self) -> Approach<'_>;

    /// Returns whether the strategy is a control: it leaves out a step that is known to matter, for
    /// comparison. A game is *disputed* if two fills differ on it; controls are ignored.
    fn is_control(&self) -> bool {
        false
    }

    /// Returns whether the strategy mirrors another strategy, for comparison: with the colours
    /// exchanged, or with rows and columns exchanged.
    fn is_twin(&self) -> bool {
        false
    }

    /// Returns whether the strategy counts as if the players had filled the last dame in turn.
    /// Under area rules, the player who does not have to fill points of his own then takes more
    /// dame, and so does the player with the last move.
    fn shares_dame(&self) -> bool {
        false
    }

    /// Returns whether the strategy follows Article 10 of the Japanese rules of 1989: dead stones
    /// become prisoners only if they are in territory. On most servers, dead stones in an eye in
    /// seki also become prisoners.
    fn leaves_dead_in_seki(&self) -> bool {
        true
    }

    /// Returns whether the strategy runs if none is chosen: controls and mirrored strategies do
    /// not.
    fn is_usual(&self) -> bool {
        !(self.is_control() || self.is_twin())
    }

    /// Returns whether the strategy is a fill.
    fn is_fill(&self) -> bool {
        matches!(self.approach(), Approach::Fill(_))
    }
}

impl fmt::Debug for dyn Strategy + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a strategy decides.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Approach<'a> {
    /// Fill the dame, or join blocks across them. Then fill false eyes, count eyes, and give a
    /// region to its colour if the joined blocks around it have two eyes.
    ///
    /// A point of a controlled region is *false by shape* if two of its neighbours are occupied and
    /// two of its diagonals hold opponent's stones (on the first line: one neighbour and one
    /// diagonal). A point is a *false eye*, and is filled, if it is false by shape and is the last
    /// liberty of an adjacent block: neither this block nor any block joined with it has another
    /// liberty in a controlled region. A dame is not a liberty. [`Boundary`](super::Boundary)
    /// counts eyes as if the owner of the region plays first, and fills use only whole eyes.
    Fill(&'a dyn FillDame),
    /// Decide in any other way.
    Own(&'a dyn Decide),
}

/// The decisions of a strategy that is not a fill.
pub trait Decide: Sync {
    /// Gives every region its status. Initially every status in `verdict` is
    /// [`Status::Dame`](super::Status::Dame).
    fn decide(&self, tools: &mut Tools<'_>, verdict: &mut Verdict);
}

/// The buffers for the steps of all strategies.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    fill: FillSteps,
    life: Life,
    protection: Protection,
    /// The protective moves, once they are found.
    protected: Option<Protected>,
    /// For each block, whether it borders dame.
    blocks_with_dame: Vec<bool>,
}

/// The protective moves of the position.
#[derive(Debug)]
struct Protected {
    /// The answer that the moves were found for.
    before: Verdict,
    /// The same answer, without the points that have to be filled.
    after: Verdict,
    moves: Vec<ProtectiveMove>,
}

impl Buffers {
    /// Ends searches once `stop` is set.
    pub(super) fn watch(&mut self, stop: &Stop) {
        self.protection.watch(stop);
    }

    /// Discards all results for the previous position.
    pub(super) fn reset(&mut self) {
        self.protected = None;
    }
}

/// The tools of a strategy that is not a fill, for one position.
#[derive(Debug)]
pub struct Tools<'a> {
    analysis: &'a Analysis,
    buffers: &'a mut Buffers,
    /// The trace of the strategy, if it was requested.
    trace: Option<Trace>,
}

impl<'a> Tools<'a> {
    /// Returns the tools for the position of `analysis`.
    pub(super) const fn new(
        analysis: &'a Analysis,
        buffers: &'a mut Buffers,
        trace: Option<Trace>,
    ) -> Self {
        Self {
            analysis,
            buffers,
            trace,
        }
    }

    /// Overwrites `verdict` with the answer of a strategy, and returns the trace, which is empty
    /// unless it was requested.
    pub(super) fn trace(mut self, strategy: &dyn Strategy, verdict: &mut Verdict) -> Trace {
        self.decide(strategy, verdict);
        self.trace.unwrap_or_default()
    }

    /// Returns the blocks, regions and eyes of the position.
    pub const fn analysis(&self) -> &'a Analysis {
        self.analysis
    }

    /// Overwrites `verdict` with the answer of a strategy.
    pub fn decide(&mut self, strategy: &dyn Strategy, verdict: &mut Verdict) {
        verdict.reset(self.analysis);
        match strategy.approach() {
            Approach::Fill(fill) => {
                self.buffers
                    .fill
                    .evaluate(self.analysis, fill, self.trace.as_mut(), verdict);
            }
            Approach::Own(strategy) => strategy.decide(self, verdict),
        }
        verdict.count(self.analysis);
    }

    /// Returns, for each block, whether it borders dame.
    pub(crate) fn blocks_with_dame(&mut self) -> &[bool] {
        let blocks = &mut self.buffers.blocks_with_dame;
        reset(blocks, self.analysis.blocks().len());
        for &block in self
            .analysis
            .neutral()
            .flat_map(|region| self.analysis.blocks_around(region))
        {
            blocks[usize::from(block)] = true;
        }
        blocks
    }

    /// Gives each controlled region to its colour if the blocks around it have two eyes, and puts
    /// it in seki otherwise. False eyes count as eyes, and nothing is filled.
    pub(crate) fn count_eyes(&mut self, verdict: &mut Verdict) {
        self.buffers
            .fill
            .count_eyes(self.analysis, self.trace.as_mut(), verdict);
    }

    /// Gives each controlled region its status by a static analysis of life.
    pub(crate) fn decide_by_life(&mut self, verdict: &mut Verdict) {
        let life = &mut self.buffers.life;
        life.evaluate(self.analysis, verdict);
        if let Some(trace) = &mut self.trace {
            *trace = life.trace(self.analysis);
        }
    }

    /// Removes from the territory in `verdict` the points that the owners have to fill once all
    /// dame are taken.
    pub(crate) fn count_protective_moves(&mut self, verdict: &mut Verdict) {
        let Buffers {
            protection,
            protected,
            ..
        } = &mut *self.buffers;
        let known = protected.take().filter(|known| known.before == *verdict);
        let known = known.unwrap_or_else(|| {
            let before = verdict.clone();
            let moves = protection.evaluate(self.analysis, verdict);
            Protected {
                before,
                after: verdict.clone(),
                moves,
            }
        });
        verdict.clone_from(&known.after);
        if let Some(trace) = &mut self.trace {
            trace.protective_moves.clone_from(&known.moves);
        }
        *protected = Some(known);
    }

    /// Returns the protective moves that [`Self::count_protective_moves`] counts after the static
    /// analysis of life. Overwrites `verdict`.
    pub(super) fn protective_moves(&mut self, verdict: &mut Verdict) -> Vec<ProtectiveMove> {
        self.decide_by_life(verdict);
        self.count_protective_moves(verdict);
        let protected = self.buffers.protected.as_ref();
        protected.map_or_else(Vec::new, |known| known.moves.clone())
    }

    /// Returns the moves of [`Self::protective_moves`] with their refutations. Overwrites
    /// `verdict`.
    pub(super) fn owed_moves(&mut self, verdict: &mut Verdict) -> Vec<OwedMove> {
        self.decide_by_life(verdict);
        self.buffers.protection.owed_moves(self.analysis, verdict)
    }
}
