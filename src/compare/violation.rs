//! The gate's limits, and the violations that make it fail.

use serde::Serialize;

use super::StrategyCounts;
use crate::external::GIVEN_UP_ADVICE;
use crate::run::{Figures, NoAnswerExample, p_value};
use crate::stats::{ALPHA, PairVerdict, share};
use crate::text::count;

/// The limits of the gate. A run that exceeds any of them fails.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Thresholds {
    /// The maximum number of a strategy's new or worse mismatches.
    pub(crate) max_new_mismatches: u64,
    /// The maximum drop in a strategy's exact rate, as a share of its games; `None` allows any
    /// drop.
    pub(crate) max_drop: Option<f64>,
    /// A strategy is worse if its p-value is at most this level. The p-value comes from McNemar's
    /// exact test on the games that are newly right or newly wrong, with Holm's correction across
    /// the strategies.
    pub(crate) alpha: f64,
    /// The maximum share of skipped games; `None` allows any share.
    pub(crate) max_skip_rate: Option<f64>,
}

impl Default for Thresholds {
    /// Returns limits that allow no new mismatch.
    fn default() -> Self {
        Self {
            max_new_mismatches: 0,
            max_drop: None,
            alpha: ALPHA,
            max_skip_rate: None,
        }
    }
}

/// A violation of a limit, which makes the gate fail.
#[derive(Clone, Debug, PartialEq, Serialize, thiserror::Error)]
#[serde(tag = "objection", rename_all = "snake_case")]
#[allow(missing_docs)] // the fields are the values shown in the messages
pub(crate) enum Violation {
    /// A strategy in the baseline did not run.
    #[error(
        "{strategy} is in the baseline but did not run: name it with -s or --scorer, or accept a \
         baseline without it"
    )]
    DidNotRun { strategy: String },
    /// A scorer has no answer for any game.
    #[error("{}", no_answer_text(strategy, *games, *games, first.as_ref()))]
    NoAnswers {
        strategy: String,
        games: u64,
        first: Option<NoAnswerExample>,
    },
    /// A scorer was abandoned, and was not asked about `games` games.
    #[error("{}", given_up_text(strategy, *games))]
    GivenUp { strategy: String, games: u64 },
    /// A scorer has an answer for fewer games than in the baseline. `games` is the number of all
    /// games.
    #[error(
        "{} (in the baseline, for {}){}",
        no_answer_text(strategy, games.saturating_sub(*now), *games, None),
        games.saturating_sub(*before),
        example(first.as_ref())
    )]
    FewerGames {
        strategy: String,
        before: u64,
        now: u64,
        games: u64,
        first: Option<NoAnswerExample>,
    },
    /// A scorer gives fewer maps than in the baseline, but has answers for at least as many games.
    #[error(
        "{strategy} gives maps for {now} games (in the baseline, for {before}), so map errors in \
         the other games go unnoticed"
    )]
    FewerMaps {
        strategy: String,
        before: u64,
        now: u64,
    },
    /// A scorer leaves out the whole result (`margin`) more often than in the baseline.
    #[error(
        "{strategy} gives no `margin` in {now} answers (in the baseline, in {before}), so errors \
         in komi, handicap, prisoners and button go unnoticed there"
    )]
    FewerMargins {
        strategy: String,
        before: u64,
        now: u64,
    },
    /// A scorer gives at least as many maps as in the baseline, but for different games.
    #[error(
        "{strategy} has maps for games other than those in the baseline, so new map errors may go \
         unnoticed: check the maps, then accept the run"
    )]
    OtherMaps { strategy: String },
    /// A strategy has more new and worse mismatches than allowed.
    #[error(
        "mismatches of {strategy}: {new} new, {worse} worse; {allowed} allowed \
         (--max-new-mismatches)"
    )]
    NewMismatches {
        strategy: String,
        new: u64,
        worse: u64,
        allowed: u64,
    },
    /// The exact rate of a strategy dropped by more than allowed.
    #[error(
        "the exact rate of {strategy} fell by {:.2} percentage points; {:.2} are allowed \
         (--max-drop)",
        drop * 100.0,
        allowed * 100.0
    )]
    Drop {
        strategy: String,
        drop: f64,
        allowed: f64,
    },
    /// A strategy is significantly worse than in the baseline.
    #[error(
        "{strategy} is worse: newly wrong games: {newly_wrong}, newly right games: {newly_right}; \
         p = {} (--alpha {alpha})",
        p_value(*holm_p)
    )]
    Significant {
        strategy: String,
        newly_wrong: u64,
        newly_right: u64,
        holm_p: f64,
        alpha: f64,
    },
    /// More games were skipped than allowed.
    #[error(
        "{:.2} % of the games were skipped; {:.2} % are allowed (--max-skip-rate)",
        rate * 100.0,
        allowed * 100.0
    )]
    SkipRate { rate: f64, allowed: f64 },
}

fn example(first: Option<&NoAnswerExample>) -> String {
    first.map(|first| format!("; {first}")).unwrap_or_default()
}

/// Returns the message that a scorer has no answer for `without` of `games` games. It ends with the
/// reason for the first of these games.
pub(crate) fn no_answer_text(
    strategy: &str,
    without: u64,
    games: u64,
    first: Option<&NoAnswerExample>,
) -> String {
    let share = if without == games {
        format!("any of {games}")
    } else {
        format!("{without} of {games}")
    };
    let first = example(first);
    format!("{strategy} has no answer for {share} games{first}")
}

/// Returns the message that a scorer was abandoned and not asked about `games` games.
pub(crate) fn given_up_text(strategy: &str, games: u64) -> String {
    let games = count(games, "game");
    format!(
        "{strategy} was not asked about {games} after too many failures in a row: {GIVEN_UP_ADVICE}"
    )
}

/// Returns the violations of a run.
pub(super) fn violations(
    verdicts: &[StrategyResult],
    figures: &Figures,
    thresholds: &Thresholds,
) -> Vec<Violation> {
    let mut violations: Vec<Violation> = verdicts
        .iter()
        .flat_map(|verdict| violations_of(verdict, figures, thresholds))
        .collect();
    let rate = figures.skip_rate();
    if let Some(allowed) = thresholds.max_skip_rate
        && rate > allowed
    {
        violations.push(Violation::SkipRate { rate, allowed });
    }
    violations
}

/// Returns the violations of one strategy. A new strategy has no baseline, so it has no violations
/// unless it never answers or was abandoned.
fn violations_of(
    verdict: &StrategyResult,
    figures: &Figures,
    thresholds: &Thresholds,
) -> Vec<Violation> {
    let StrategyResult {
        strategy,
        new,
        worse,
        newly_wrong,
        newly_right,
        holm_p,
        ..
    } = verdict.clone();
    let games = figures.counted();
    let first = figures.first_no_answers.get(&strategy).cloned();
    if verdict.is_silent() {
        // a scorer without answers has no other violation
        return vec![Violation::NoAnswers {
            strategy,
            games,
            first,
        }];
    }
    let mut violations: Vec<Violation> = figures
        .given_up()
        .filter(|(name, _)| *name == strategy)
        .map(|(_, games)| Violation::GivenUp {
            strategy: strategy.clone(),
            games,
        })
        .collect();
    let Some(before) = verdict.before else {
        return violations;
    };
    let Some(now) = verdict.now else {
        return vec![Violation::DidNotRun { strategy }];
    };
    if now.games < before.games {
        violations.push(Violation::FewerGames {
            strategy: strategy.clone(),
            before: before.games,
            now: now.games,
            games,
            first,
        });
    } else if now.maps < before.maps {
        violations.push(Violation::FewerMaps {
            strategy: strategy.clone(),
            before: before.maps,
            now: now.maps,
        });
    } else if verdict.other_maps {
        violations.push(Violation::OtherMaps {
            strategy: strategy.clone(),
        });
    }
    if let Some((before, now)) = verdict.not_whole.filter(|(before, now)| now > before) {
        violations.push(Violation::FewerMargins {
            strategy: strategy.clone(),
            before,
            now,
        });
    }
    let allowed = thresholds.max_new_mismatches;
    if new + worse > allowed {
        violations.push(Violation::NewMismatches {
            strategy: strategy.clone(),
            new,
            worse,
            allowed,
        });
    }
    if let Some(allowed) = thresholds.max_drop {
        let drop = rate(before) - rate(now);
        // because of rounding, a drop of exactly the allowed size may look larger
        if drop > allowed + 1e-12 {
            violations.push(Violation::Drop {
                strategy: strategy.clone(),
                drop,
                allowed,
            });
        }
    }
    let alpha = thresholds.alpha;
    // a p-value that underflows to 0 must not count as significant at a level of 0
    if alpha > 0.0 && PairVerdict::of(newly_right, newly_wrong, holm_p, alpha) == PairVerdict::Worse
    {
        violations.push(Violation::Significant {
            strategy,
            newly_wrong,
            newly_right,
            holm_p,
            alpha,
        });
    }
    violations
}

/// Returns the exact rate of a strategy.
fn rate(counts: StrategyCounts) -> f64 {
    share(counts.right(), counts.games).unwrap_or_default()
}

/// The gate's comparison of one strategy with its baseline.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct StrategyResult {
    /// The name of the strategy.
    pub(crate) strategy: String,
    /// The counts in the baseline; `None` if the baseline does not have the strategy.
    pub(crate) before: Option<StrategyCounts>,
    /// The counts in the run; `None` if the strategy did not run.
    pub(crate) now: Option<StrategyCounts>,
    /// Whether the games without a map differ between the run and the baseline. A game may then
    /// have lost its map.
    pub(crate) other_maps: bool,
    /// The numbers of answers that do not give the whole result, in the baseline and in the run;
    /// `None` for built-in strategies.
    #[serde(skip)]
    pub(crate) not_whole: Option<(u64, u64)>,
    /// The number of unchanged mismatches.
    pub(crate) known: u64,
    /// The number of new mismatches.
    pub(crate) new: u64,
    /// The number of mismatches that are worse.
    pub(crate) worse: u64,
    /// The number of mismatches that differ but are not worse.
    pub(crate) changed: u64,
    /// The number of mismatches that are fixed.
    pub(crate) fixed: u64,
    /// The number of games whose margin was right in the baseline and is wrong in the run.
    pub(crate) newly_wrong: u64,
    /// The number of games whose margin was wrong in the baseline and is right in the run.
    pub(crate) newly_right: u64,
    /// The p-value of McNemar's exact test. [`super::check_run()`] applies Holm's correction across
    /// the strategies.
    pub(crate) holm_p: f64,
}

impl StrategyResult {
    /// Returns whether the strategy ran but has no answer for any game. Its mismatches then can't
    /// be compared.
    pub(crate) fn is_silent(&self) -> bool {
        self.now.is_some_and(|now| now.games == 0)
    }

    /// Returns how the counts contradict the changes, if they do. Such a contradiction could hide a
    /// regression.
    pub(super) fn contradiction(&self) -> Option<String> {
        let (before, now) = self.before.zip(self.now.filter(|_| !self.is_silent()))?;
        let (newly_right, newly_wrong) = (self.newly_right, self.newly_wrong);
        let (before, now) = (before.right(), now.right());
        if before.saturating_add(newly_right) == now.saturating_add(newly_wrong) {
            return None;
        }
        Some(format!(
            "the counts of {} do not match its mismatches: {before} right in the baseline, \
             {now} in the run, {newly_right} newly right, {newly_wrong} newly wrong",
            self.strategy
        ))
    }
}
