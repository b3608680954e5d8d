//! Decides whether a run is worse than its baseline.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Serialize;

use super::baseline::known;
use super::{Baseline, Known, Mismatch, Row};
use crate::outcome::Outcome;
use crate::pipeline::Figures;
use crate::stats::{ALPHA, Word, holm, mcnemar_exact};

/// The limits beyond which a run fails the gate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Thresholds {
    /// The maximum number of a strategy's mismatches that are new, or worse than in the baseline.
    pub max_new_mismatches: u64,
    /// The maximum drop of a strategy's exact rate, as a share of its games; `None` allows any drop.
    pub max_drop: Option<f64>,
    /// The p-value below which a strategy counts as worse: McNemar's exact test on the games that are newly right or
    /// newly wrong, with Holm's correction over the strategies.
    pub alpha: f64,
    /// The maximum share of skipped games; `None` allows any.
    pub max_skip_rate: Option<f64>,
}

impl Default for Thresholds {
    /// Returns thresholds that allow no new mismatch.
    fn default() -> Self {
        Self { max_new_mismatches: 0, max_drop: None, alpha: ALPHA, max_skip_rate: None }
    }
}

impl fmt::Display for Thresholds {
    /// Writes the thresholds as the flags that set them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--max-new-mismatches {} --alpha {}", self.max_new_mismatches, self.alpha)?;
        let shares = [("--max-drop", self.max_drop), ("--max-skip-rate", self.max_skip_rate)];
        shares
            .iter()
            .filter_map(|(flag, share)| Some((flag, (*share)?)))
            .try_for_each(|(flag, share)| write!(f, " {flag} {share}"))
    }
}

/// The kind of a change to a mismatch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The baseline has no mismatch, and the run has one.
    New,
    /// Both have a mismatch, and the run's is worse in some respect.
    Worse,
    /// Both have a mismatch; the run's differs, and is worse in no respect.
    Changed,
    /// The baseline has a mismatch, and the run has none.
    Fixed,
}

impl Kind {
    /// Returns whether the gate may fail because of it.
    #[must_use]
    pub fn is_bad(self) -> bool {
        matches!(self, Self::New | Self::Worse)
    }

    /// Returns the name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Worse => "worse",
            Self::Changed => "changed",
            Self::Fixed => "fixed",
        }
    }
}

/// A mismatch that differs between the baseline and the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The kind of the change.
    pub kind: Kind,
    /// The name of the game.
    pub game: String,
    /// The strategy with the mismatch.
    pub strategy: String,
    /// The mismatch in the baseline.
    pub before: Option<Mismatch>,
    /// The mismatch in the run.
    pub now: Option<Mismatch>,
    /// The category of the run's mismatch; empty if there is none.
    pub category: String,
    /// The command that shows the game; empty if the run has no mismatch.
    pub explain: String,
}

impl Change {
    /// Describes the mismatch in the run and in the baseline.
    #[must_use]
    pub fn words(&self) -> String {
        let text = |mismatch: &Option<Mismatch>| mismatch.as_ref().map_or("right".to_owned(), Mismatch::words);
        format!("{}; it was {}", text(&self.now), text(&self.before))
    }
}

/// The gate's comparison of one strategy with its baseline.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct StrategyVerdict {
    /// The name of the strategy.
    pub strategy: String,
    /// The counts in the baseline; `None` if the baseline does not have the strategy.
    pub before: Option<Known>,
    /// The counts in the run; `None` if the strategy did not run.
    pub now: Option<Known>,
    /// The number of unchanged mismatches.
    pub known: u64,
    /// The number of new mismatches.
    pub new: u64,
    /// The number of mismatches that are worse.
    pub worse: u64,
    /// The number of mismatches that differ, and are not worse.
    pub changed: u64,
    /// The number of mismatches that are fixed.
    pub fixed: u64,
    /// The number of games whose margin was right in the baseline and is not right in the run.
    pub newly_wrong: u64,
    /// The number of games whose margin was not right in the baseline and is right in the run.
    pub newly_right: u64,
    /// The p-value of McNemar's exact test, after Holm's correction.
    pub holm_p: f64,
}

/// A violation of a threshold, which fails the gate.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "objection", rename_all = "snake_case")]
#[allow(missing_docs)] // the words are below
pub enum Objection {
    DidNotRun { strategy: String },
    FewerGames { strategy: String, before: u64, now: u64 },
    NewMismatches { strategy: String, new: u64, worse: u64, allowed: u64 },
    Drop { strategy: String, drop: f64, allowed: f64 },
    Significant { strategy: String, newly_wrong: u64, newly_right: u64, holm_p: f64, alpha: f64 },
    SkipRate { rate: f64, allowed: f64 },
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DidNotRun { strategy } => write!(f, "{strategy} is in the baseline and did not run"),
            Self::FewerGames { strategy, before, now } => {
                write!(f, "{strategy} evaluated {now} games, in the baseline {before}")
            }
            Self::NewMismatches { strategy, new, worse, allowed } => write!(
                f,
                "{strategy} has {new} new mismatches and {worse} that are worse; {allowed} are allowed \
                 (--max-new-mismatches)"
            ),
            Self::Drop { strategy, drop, allowed } => write!(
                f,
                "{strategy} is exact in {:.2} % of the games less; {:.2} % are allowed (--max-drop)",
                drop * 100.0,
                allowed * 100.0
            ),
            Self::Significant { strategy, newly_wrong, newly_right, holm_p, alpha } => write!(
                f,
                "{strategy} is worse: {newly_wrong} games newly wrong, {newly_right} newly right, p = {holm_p:.2e} \
                 (--alpha {alpha})"
            ),
            Self::SkipRate { rate, allowed } => write!(
                f,
                "{:.2} % of the games were skipped; {:.2} % are allowed (--max-skip-rate)",
                rate * 100.0,
                allowed * 100.0
            ),
        }
    }
}

/// The gate's verdict on a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judgement {
    /// Whether the run passes.
    pub passed: bool,
    /// The reasons why the run fails.
    pub objections: Vec<Objection>,
    /// Whether the baseline needs to be accepted again to record fixed or changed mismatches, or new strategies.
    pub accept: bool,
    /// The limits that were applied.
    pub thresholds: Thresholds,
    /// The strategies of the baseline and the run, by name.
    pub strategies: Vec<StrategyVerdict>,
    /// The mismatches that differ from the baseline, the worst kinds first, then by game and strategy.
    pub changes: Vec<Change>,
}

/// An error: the run and the baseline are about different games, labels or dead stones.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the baseline was made from other games, labels or dead stones, so the runs cannot be compared\n  \
     baseline: {baseline}\n  run:      {run}"
)]
pub struct Incomparable {
    baseline: String,
    run: String,
}

/// Compares a run, given its figures and the rows of its `mismatches.csv`, with a baseline.
///
/// # Errors
/// If the counted games, their labels or their dead stones differ.
pub fn judge(
    baseline: &Baseline,
    figures: &Figures,
    mismatches: &[Row],
    thresholds: Thresholds,
) -> Result<Judgement, Incomparable> {
    if baseline.corpus != figures.corpus {
        let line = |games, evaluated, corpus: &str, signature: &str| {
            let digest = corpus.get(..12).unwrap_or(corpus);
            format!("{evaluated} of {games} games evaluated, all of them {digest}, {signature}")
        };
        let Baseline { games, evaluated, corpus, signature, .. } = baseline;
        return Err(Incomparable {
            baseline: line(*games, *evaluated, corpus, signature),
            run: line(figures.games, figures.evaluated, &figures.corpus, &figures.signature),
        });
    }
    let strategies = known(figures);
    let changes = changes(baseline, &strategies, mismatches);
    let mut verdicts: Vec<StrategyVerdict> = baseline
        .strategies
        .keys()
        .chain(strategies.keys())
        .collect::<BTreeSet<_>>()
        .into_iter()
        .map(|name| verdict(name, baseline, &strategies, &changes))
        .collect();
    let mut compared: Vec<&mut StrategyVerdict> =
        verdicts.iter_mut().filter(|verdict| verdict.before.is_some() && verdict.now.is_some()).collect();
    let p: Vec<f64> = compared.iter().map(|verdict| verdict.holm_p).collect();
    for (verdict, p) in compared.iter_mut().zip(holm(&p)) {
        verdict.holm_p = p;
    }
    let objections = objections(&verdicts, figures, &thresholds);
    let accept = verdicts.iter().any(|verdict| verdict.before.is_none() || verdict.fixed + verdict.changed > 0);
    Ok(Judgement { passed: objections.is_empty(), objections, accept, thresholds, strategies: verdicts, changes })
}

/// Checks that the rows of `mismatches.csv` agree with the figures: a run that was partly overwritten by another, or
/// edited by hand, is no basis for a verdict.
///
/// # Errors
/// If the numbers of mismatches differ; the message says for which strategy.
pub fn check_rows(figures: &Figures, rows: &[Row]) -> Result<(), String> {
    for (name, known) in known(figures) {
        let own = rows.iter().filter(|row| row.is_counted() && row.strategy == name);
        let wrong = own.filter(|row| row.outcome.is_some_and(|outcome| outcome != Outcome::Exact)).count() as u64;
        if known.games.checked_sub(known.exact) != Some(wrong) {
            let Known { games, exact, .. } = known;
            return Err(format!("{name} is exact in {exact} of {games} games, and {wrong} mismatches are listed"));
        }
    }
    Ok(())
}

/// Returns the mismatches that differ, for the strategies that both the baseline and the run have.
fn changes(baseline: &Baseline, strategies: &BTreeMap<String, Known>, rows: &[Row]) -> Vec<Change> {
    let mut now: BTreeMap<(String, String), (&Row, Mismatch)> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.is_counted()) {
        if let Some(mismatch) = row.mismatch() {
            now.insert((row.game.clone(), row.strategy.clone()), (row, mismatch));
        }
    }
    let keys: BTreeSet<&(String, String)> = baseline.mismatches.keys().chain(now.keys()).collect();
    let in_both = |name: &String| baseline.strategies.contains_key(name) && strategies.contains_key(name);
    let mut changes: Vec<Change> = keys
        .into_iter()
        .filter(|(_, strategy)| in_both(strategy))
        .filter_map(|key| {
            let before = baseline.mismatches.get(key).copied();
            let (row, mismatch) = now.get(key).map_or((None, None), |&(row, mismatch)| (Some(row), Some(mismatch)));
            let kind = match (before, mismatch) {
                (None, Some(_)) => Kind::New,
                (Some(_), None) => Kind::Fixed,
                (Some(before), Some(now)) if before == now => return None,
                (Some(before), Some(now)) if now.is_worse_than(&before) => Kind::Worse,
                _ => Kind::Changed,
            };
            Some(Change {
                kind,
                game: key.0.clone(),
                strategy: key.1.clone(),
                before,
                now: mismatch,
                category: row.map(|row| row.category.clone()).unwrap_or_default(),
                explain: row.map(|row| row.explain.clone()).unwrap_or_default(),
            })
        })
        .collect();
    changes.sort_by_key(|change| change.kind);
    changes
}

/// Compares one strategy with its baseline; its p-value is not yet corrected.
fn verdict(
    name: &str,
    baseline: &Baseline,
    strategies: &BTreeMap<String, Known>,
    changes: &[Change],
) -> StrategyVerdict {
    let own = || changes.iter().filter(|change| change.strategy == name);
    let number = |kind| own().filter(|change| change.kind == kind).count() as u64;
    let right = |mismatch: &Option<Mismatch>| mismatch.is_none_or(|mismatch| mismatch.is_exact());
    let turned = |was: bool, is: bool| {
        own().filter(|change| right(&change.before) == was && right(&change.now) == is).count() as u64
    };
    let (before, now) = (baseline.strategies.get(name).copied(), strategies.get(name).copied());
    let (newly_wrong, newly_right) = (turned(true, false), turned(false, true));
    let mut verdict = StrategyVerdict {
        strategy: name.to_owned(),
        before,
        now,
        known: 0,
        new: number(Kind::New),
        worse: number(Kind::Worse),
        changed: number(Kind::Changed),
        fixed: number(Kind::Fixed),
        newly_wrong,
        newly_right,
        holm_p: mcnemar_exact(newly_wrong, newly_right),
    };
    if now.is_some() {
        let listed = baseline.mismatches.keys().filter(|(_, strategy)| strategy == name).count() as u64;
        verdict.known = listed.saturating_sub(verdict.worse + verdict.changed + verdict.fixed);
    }
    verdict
}

fn objections(verdicts: &[StrategyVerdict], figures: &Figures, thresholds: &Thresholds) -> Vec<Objection> {
    let mut objections: Vec<Objection> =
        verdicts.iter().flat_map(|verdict| objections_to(verdict, thresholds)).collect();
    let rate = figures.skip_rate();
    objections.extend(
        thresholds.max_skip_rate.filter(|&allowed| rate > allowed).map(|allowed| Objection::SkipRate { rate, allowed }),
    );
    objections
}

/// Returns the violations of one strategy. A new strategy has none, because it has no baseline.
fn objections_to(verdict: &StrategyVerdict, thresholds: &Thresholds) -> Vec<Objection> {
    let strategy = || verdict.strategy.clone();
    let Some(before) = verdict.before else { return Vec::new() };
    let Some(now) = verdict.now else { return vec![Objection::DidNotRun { strategy: strategy() }] };
    let mut objections = Vec::new();
    if now.games < before.games {
        objections.push(Objection::FewerGames { strategy: strategy(), before: before.games, now: now.games });
    }
    let &StrategyVerdict { new, worse, holm_p, .. } = verdict;
    let allowed = thresholds.max_new_mismatches;
    if new + worse > allowed {
        objections.push(Objection::NewMismatches { strategy: strategy(), new, worse, allowed });
    }
    if let Some(allowed) = thresholds.max_drop {
        let drop = rate(before) - rate(now);
        // a drop of exactly the allowed size may come out larger by rounding
        if drop > allowed + 1e-12 {
            objections.push(Objection::Drop { strategy: strategy(), drop, allowed });
        }
    }
    let &StrategyVerdict { newly_wrong, newly_right, .. } = verdict;
    let alpha = thresholds.alpha;
    // a p-value that underflows to 0 must not count as significant at a level of 0
    if alpha > 0.0 && Word::of(newly_wrong, newly_right, holm_p, alpha) == Word::Better {
        objections.push(Objection::Significant { strategy: strategy(), newly_wrong, newly_right, holm_p, alpha });
    }
    objections
}

#[allow(clippy::cast_precision_loss)] // games are fewer than 2^52
fn rate(known: Known) -> f64 {
    if known.games == 0 { 0.0 } else { known.exact as f64 / known.games as f64 }
}

#[cfg(test)]
mod tests;
