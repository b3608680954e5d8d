//! The interface of a strategy.

use super::Verdict;
use super::evaluator::Tools;
use super::fill::Dame;

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

/// The rule of a strategy.
#[derive(Clone, Copy)]
pub enum Rule<'a> {
    /// Fill the dame, or join blocks across them; then fill false eyes, count eyes, and give the regions around which
    /// joined blocks have two eyes to their colours. All fills of an evaluator are computed side by side.
    Fill(&'a dyn FillDame),
    /// Anything else.
    Own(&'a dyn Decide),
}

/// The first step of a fill.
///
/// The answer of every fill lies between those of filling every dame with Black and with White: a player's own stones
/// on dame can only join blocks, the opponent's stones on dame can only oppose diagonals, and a filled false eye never
/// opposes an eye of its own colour.
pub trait FillDame: Sync {
    /// Fills the dame or joins blocks across them. At the call no blocks are joined and every dame is empty.
    fn fill_dame(&self, dame: &mut Dame<'_>);
}

/// The rule of a strategy that is no fill.
pub trait Decide: Sync {
    /// Gives every region its status. At the call every status in `verdict` is [`Status::Dame`](super::Status::Dame).
    fn decide(&self, tools: &mut Tools<'_>, verdict: &mut Verdict);
}
