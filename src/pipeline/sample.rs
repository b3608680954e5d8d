//! The contribution of one game to the figures.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::figures::NoAnswerExample;
use super::strata::Traits;
use super::{Evaluated, GameOutcome};
use crate::dead::DeadFrom;
use crate::external::scorer::NoAnswer;
use crate::labels::LabelCheck;
use crate::skip::Reason;
use crate::stats::{Comparison, DeadComparison};

/// The part of a game's outcome that a summary needs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sample(pub(super) Result<CountedSample, Reason>);

/// The sample of an evaluated game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct CountedSample {
    pub(super) traits: Traits,
    pub(super) check: LabelCheck,
    pub(super) dead_comparison: Option<(DeadFrom, DeadComparison)>,
    /// Whether the game has unmarked dead stones; `None` unless [`Evaluated::differs_from_marked`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) unmarked: Option<Unmarked>,
    pub(super) label_from: Cow<'static, str>,
    pub(super) fingerprint: [u8; 32],
    pub(super) comparisons: Vec<Option<Comparison>>,
    /// For each external scorer, the reason why it has no answer, if so, with the game and the message.
    pub(super) no_answers: Vec<Option<(Cow<'static, str>, NoAnswerExample)>>,
}

/// Whether a game has unmarked dead stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Unmarked {
    /// The game has none.
    None,
    /// The game has some, which do not explain the margin of the label.
    Unexplained,
    /// The game has some, which explain the margin of the label.
    Explained,
}

impl Unmarked {
    /// Returns whether a game has unmarked dead stones, or `None` if none were looked for: its first strategy has the label's
    /// margin, or the label does not say which stones are dead.
    fn of(game: &Evaluated) -> Option<Self> {
        let found = || match game.unmarked_dead.as_ref().map(|dead| dead.explain) {
            None => Self::None,
            Some(false) => Self::Unexplained,
            Some(true) => Self::Explained,
        };
        game.differs_from_marked().then(found)
    }
}

impl Sample {
    /// Returns the sample of a game that was skipped.
    #[must_use]
    pub const fn skipped(reason: Reason) -> Self {
        Self(Err(reason))
    }

    /// Returns the names of the strata that the game is in, [`super::ALL`] among them; none if the game is in no
    /// figure.
    #[must_use]
    pub fn strata(&self) -> Vec<String> {
        let counted = self.0.as_ref().ok().filter(|game| game.check != LabelCheck::Inconsistent);
        counted.map_or_else(Vec::new, |game| game.traits.strata())
    }

    /// Returns the sample of an outcome.
    #[must_use]
    pub fn of(outcome: &GameOutcome) -> Self {
        Self(match &outcome.result {
            Err(skip) => Err(skip.reason),
            Ok(game) => Ok(CountedSample {
                traits: Traits::of(&outcome.facts, game),
                check: game.check,
                dead_comparison: game.dead_comparison,
                unmarked: Unmarked::of(game),
                label_from: Cow::Borrowed(game.label_from),
                fingerprint: game.fingerprint,
                comparisons: game.all_answers().map(|answer| answer.ok()?.comparison).collect(),
                no_answers: game
                    .external
                    .iter()
                    .map(|answer| answer.as_ref().err().map(|why| no_answer(outcome, why)))
                    .collect(),
            }),
        })
    }
}

fn no_answer(outcome: &GameOutcome, why: &NoAnswer) -> (Cow<'static, str>, NoAnswerExample) {
    let example = NoAnswerExample { game: outcome.name.clone(), why: why.to_string() };
    (Cow::Borrowed(why.name()), example)
}
