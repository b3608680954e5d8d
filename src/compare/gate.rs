//! Is a run worse than its baseline?

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Serialize;

use super::baseline::known;
use super::{Baseline, Known, Mismatch, Row};
use crate::run::Figures;
use crate::score::Outcome;
use crate::stats::{ALPHA, Word, holm, mcnemar_exact};

/// What a run may do without being stopped.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Thresholds {
    /// Mismatches of a strategy that are new, or worse than they were.
    pub max_new_mismatches: u64,
    /// By how much a strategy's exact rate may fall, as a share of its games; `None` is by any.
    pub max_drop: Option<f64>,
    /// At which p-value a strategy counts as worse: McNemar's exact test on the games that it has newly right or
    /// newly wrong, with Holm's correction over the strategies.
    pub alpha: f64,
    /// The share of games that may be skipped; `None` is any.
    pub max_skip_rate: Option<f64>,
}

impl Default for Thresholds {
    /// No new mismatch at all.
    fn default() -> Self {
        Self { max_new_mismatches: 0, max_drop: None, alpha: ALPHA, max_skip_rate: None }
    }
}

impl fmt::Display for Thresholds {
    /// As the flags that set them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--max-new-mismatches {} --alpha {}", self.max_new_mismatches, self.alpha)?;
        let shares = [("--max-drop", self.max_drop), ("--max-skip-rate", self.max_skip_rate)];
        shares
            .iter()
            .filter_map(|(flag, share)| Some((flag, (*share)?)))
            .try_for_each(|(flag, share)| write!(f, " {flag} {share}"))
    }
}

/// What became of a mismatch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// There was none.
    New,
    /// There was one, and it is worse in some respect.
    Worse,
    /// There was one, and it is another one, in no respect worse.
    Changed,
    /// There is none any more.
    Fixed,
}

impl Kind {
    /// Whether a gate may fail for it.
    #[must_use]
    pub fn is_bad(self) -> bool {
        matches!(self, Self::New | Self::Worse)
    }

    /// The name in reports.
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

/// A mismatch that is not as the baseline has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// What became of it.
    pub kind: Kind,
    /// The game.
    pub game: String,
    /// Whose mismatch it is.
    pub strategy: String,
    /// As the baseline has it.
    pub before: Option<Mismatch>,
    /// As it is now.
    pub now: Option<Mismatch>,
    /// What it is about; empty where there is none now.
    pub category: String,
    /// The command that shows the game; empty where there is no mismatch now.
    pub explain: String,
}

impl Change {
    /// What is wrong now, and what was before.
    #[must_use]
    pub fn words(&self) -> String {
        let text = |mismatch: &Option<Mismatch>| mismatch.as_ref().map_or("right".to_owned(), Mismatch::words);
        format!("{}; it was {}", text(&self.now), text(&self.before))
    }
}

/// How a strategy fares.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct StrategyVerdict {
    /// Its name.
    pub strategy: String,
    /// Its counts in the baseline; `None` where it has none.
    pub before: Option<Known>,
    /// Its counts now; `None` where it did not run.
    pub now: Option<Known>,
    /// Mismatches that are as they were.
    pub known: u64,
    /// Mismatches that are new.
    pub new: u64,
    /// Mismatches that are worse.
    pub worse: u64,
    /// Mismatches that are other ones, and no worse.
    pub changed: u64,
    /// Mismatches that are gone.
    pub fixed: u64,
    /// Games whose margin was right and is not any more.
    pub newly_wrong: u64,
    /// Games whose margin was not right and is now.
    pub newly_right: u64,
    /// The p-value of McNemar's exact test, after Holm's correction.
    pub holm_p: f64,
}

/// Why a run is stopped.
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

/// The verdict on a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judgement {
    /// Whether the run passes.
    pub passed: bool,
    /// Why not.
    pub objections: Vec<Objection>,
    /// Whether the baseline has to be accepted anew to know what is better now.
    pub accept: bool,
    /// What was allowed.
    pub thresholds: Thresholds,
    /// By name.
    pub strategies: Vec<StrategyVerdict>,
    /// Mismatches that are not as the baseline has them, the worst kinds first, then by game and strategy.
    pub changes: Vec<Change>,
}

/// A baseline that a run can't be held against.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the baseline is of other games, labels or dead stones: a pass or a failure would mean nothing\n  \
     baseline: {baseline}\n  run:      {run}"
)]
pub struct Incomparable {
    baseline: String,
    run: String,
}

/// Holds a run, with the rows of its `mismatches.csv`, against a baseline.
///
/// # Errors
/// When the counted games are not the same, with the same labels and dead stones.
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

/// Whether the rows of `mismatches.csv` are those that the figures speak of: a run that another has overwritten, or that
/// was changed by hand, is no ground for a verdict.
///
/// # Errors
/// What does not fit.
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

/// Mismatches of the strategies that are in both and that are not as they were.
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

/// What can be said of a strategy; its p-value is not yet corrected.
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

/// What speaks against one strategy. A new one has nothing to be held against.
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
        // a fall by just as much as is allowed may come out larger by rounding
        if drop > allowed + 1e-12 {
            objections.push(Objection::Drop { strategy: strategy(), drop, allowed });
        }
    }
    let &StrategyVerdict { newly_wrong, newly_right, .. } = verdict;
    let alpha = thresholds.alpha;
    // a p-value too small for a number is not below a level of nothing
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
