//! The contribution of one game to the figures.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::figures::NoAnswerExample;
use super::identity::split_archive;
use super::strata::strata;
use super::{Evaluated, GameOutcome};
use crate::dead::DeadFrom;
use crate::external::scorer::NoAnswer;
use crate::labels::LabelCheck;
use crate::rules::Rules;
use crate::skip::Reason;
use crate::stats::{Comparison, DeadComparison};

/// The part of a game's outcome that a summary needs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sample(pub(super) Result<CountedSample, Reason>);

/// The sample of an evaluated game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct CountedSample {
    /// The names of its strata.
    pub(super) strata: Vec<String>,
    pub(super) rules: Rules,
    pub(super) dead_from: DeadFrom,
    pub(super) check: LabelCheck,
    pub(super) dead_comparison: Option<(DeadFrom, DeadComparison)>,
    pub(super) label_from: Cow<'static, str>,
    /// The archive of the game, if it is an argument: the fingerprint leaves its name out.
    pub(super) archive: String,
    pub(super) fingerprint: [u8; 32],
    /// Whether the label has a map.
    pub(super) has_map: bool,
    pub(super) comparisons: Vec<Option<Comparison>>,
    /// For each external scorer, the reason for a missing answer, with the game and the message;
    /// `None` if there is an answer.
    pub(super) no_answers: Vec<Option<(Cow<'static, str>, NoAnswerExample)>>,
}

impl Sample {
    /// Returns the sample of a game that was skipped.
    #[must_use]
    pub const fn skipped(reason: Reason) -> Self {
        Self(Err(reason))
    }

    /// Returns the reason why the game was skipped, if it was.
    #[must_use]
    pub fn reason(&self) -> Option<Reason> {
        self.0.as_ref().err().copied()
    }

    /// Returns the names of the game's strata, including [`super::ALL`]; no names if the game
    /// counts in no figure.
    #[must_use]
    pub fn strata(&self) -> &[String] {
        let counted = self
            .0
            .as_ref()
            .ok()
            .filter(|game| game.check != LabelCheck::Inconsistent);
        counted.map_or(&[], |game| &game.strata)
    }

    /// Returns the reason for each missing answer of an external scorer, in the order of the
    /// scorers, with `None` for an answer.
    #[must_use]
    pub fn no_answers(&self) -> impl ExactSizeIterator<Item = Option<&NoAnswerExample>> {
        let all = self.0.as_ref().map_or(&[][..], |game| &game.no_answers);
        all.iter()
            .map(|no_answer| no_answer.as_ref().map(|(_, example)| example))
    }

    /// Returns the sample of an outcome.
    #[must_use]
    pub fn of(outcome: &GameOutcome) -> Self {
        let no_answer = |why: &NoAnswer| {
            let example = NoAnswerExample {
                game: outcome.name.clone(),
                why: why.to_string(),
            };
            (Cow::Borrowed(why.name()), example)
        };
        let sample = |game: &Evaluated| CountedSample {
            strata: strata(&outcome.facts, game),
            rules: game.labelled.count.rules,
            dead_from: game.labelled.dead_from,
            check: game.labelled.label.check,
            dead_comparison: game.labelled.dead_comparison,
            label_from: Cow::Borrowed(game.labelled.label.from),
            archive: split_archive(&outcome.name).0.to_owned(),
            fingerprint: game.labelled.fingerprint,
            has_map: game.labelled.label.map.is_some(),
            comparisons: game
                .all_answers()
                .map(|answer| answer.ok()?.comparison)
                .collect(),
            no_answers: game
                .external
                .iter()
                .map(|answer| answer.as_ref().err().map(no_answer))
                .collect(),
        };
        Self(
            outcome
                .result
                .as_deref()
                .map(sample)
                .map_err(|skip| skip.reason),
        )
    }
}
