//! The warnings of a run: about scorers without an answer, skipped games, labels of unknown games, and a cache that can't
//! be written.

use std::cmp;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use super::observer::Observer;
use crate::input::Labels;
use crate::pipeline::{Figures, GameOutcome, NoAnswerExample, Options};
use crate::rules::Method;
use crate::run::FormattedGame;
use crate::skip::Reason;
use crate::text::clean;
use crate::text::count;

/// Warnings about external scorers: the first few failures of each, because later ones are usually the same.
#[derive(Default)]
pub(super) struct ScorerWarnings {
    /// The number of failures of each scorer so far, and the last reason that was printed.
    failures: BTreeMap<String, (u32, String)>,
}

/// The number of failures of a scorer that are printed.
const SHOWN: u32 = 3;

impl ScorerWarnings {
    /// Reports why external scorers have no answer to `game`. `names` has all strategies and scorers.
    pub(super) fn report_failures(&mut self, names: &[String], game: &FormattedGame, observer: &mut dyn Observer) {
        let no_answers = game.sample.no_answers();
        let scorers = &names[names.len() - no_answers.len()..];
        for (name, no_answer) in scorers.iter().zip(no_answers) {
            let Some(NoAnswerExample { why, .. }) = no_answer else { continue };
            let (failures, printed) = self.failures.entry(name.clone()).or_default();
            *failures += 1;
            match (*failures).cmp(&(SHOWN + 1)) {
                // the lines that a program wrote before it ended usually differ in little
                cmp::Ordering::Less if printed == why || has_lines(printed) && has_lines(why) => {}
                cmp::Ordering::Less => {
                    printed.clone_from(why);
                    observer.note(&format!("{name} has no answer to {}: {why}", clean(&game.name)));
                }
                cmp::Ordering::Equal => {
                    observer.note(&format!("further failures of {name} are not shown; the report counts them"));
                }
                cmp::Ordering::Greater => {}
            }
        }
    }
}

/// Returns whether a reason quotes lines of a program's standard error.
fn has_lines(why: &str) -> bool {
    why.contains('\n')
}

/// Warns of each reason for which many games were skipped, if a flag may help.
pub(super) fn warn_of_skipped(figures: &Figures, observer: &mut dyn Observer) {
    for advice in skip_advice(figures.games, &figures.skipped) {
        observer.warn(&advice);
    }
}

/// Returns advice on each reason for skipping at least a quarter of `all` games, or more games than are evaluated, if a flag
/// may help. `skipped` has the number of games for each reason.
pub(super) fn skip_advice(all: u64, skipped: &BTreeMap<String, u64>) -> Vec<String> {
    let evaluated = all - skipped.values().sum::<u64>();
    let many = all.div_ceil(4).min(evaluated + 1);
    let remedies = Reason::ALL.iter().filter_map(|&reason| Some((reason.name(), remedy(reason)?)));
    let advice = |(reason, remedy): (&str, &str)| {
        let games = skipped.get(reason).copied().filter(|&games| games >= many.max(1))?;
        Some(format!("{games} of {all} games were skipped ({reason}): {remedy}"))
    };
    remedies.filter_map(advice).collect()
}

/// Counts the games on which settings of the command line have an effect that a user may not expect. Threads share it.
#[derive(Default)]
pub(super) struct Settings {
    /// All evaluated games.
    games: AtomicU64,
    /// The games that get their komi from `--komi`.
    komi_given: AtomicU64,
    /// The games whose record names other rules than `--rules`.
    rules_overridden: AtomicU64,
    /// The mismatches of scorers without a map in territory games and in area games, and how many of them are off by the
    /// prisoners for dead stones or by the living stones.
    scores: [[AtomicU64; 2]; 2],
}

impl Settings {
    /// Adds games.
    pub(super) fn add(&self, games: &[GameOutcome]) {
        let add = |counter: &AtomicU64, is_met| counter.fetch_add(u64::from(is_met), Ordering::Relaxed);
        for game in games.iter().filter_map(|outcome| outcome.result.as_ref().ok()) {
            add(&self.games, true);
            add(&self.komi_given, game.flags.iter().any(|flag| flag == "komi_given"));
            add(&self.rules_overridden, game.flags.iter().any(|flag| flag.starts_with("rules_overridden")));
            let [missed, explained] = &self.scores[usize::from(game.labelled.count.rules.method() == Method::Area)];
            for answer in game.external.iter().flatten().filter(|answer| answer.counts.is_none()) {
                add(missed, answer.category.is_some());
                add(explained, answer.fits_if.is_some());
            }
        }
    }

    /// Returns warnings about `--komi` without an effect, `--rules` against records, and dead stones that a scorer counts
    /// twice, or living stones that it leaves out.
    pub(super) fn warnings(&self, options: &Options) -> Vec<String> {
        let load = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let [games, komi_given, rules_overridden] = [&self.games, &self.komi_given, &self.rules_overridden].map(load);
        let mut warnings = Vec::new();
        if let Some(komi) = options.missing_komi.filter(|_| games > 0 && komi_given == 0) {
            warnings.push(format!(
                "--komi {komi} was not used: the records state their komi (KM), which it does not replace"
            ));
        }
        if rules_overridden > 0 {
            warnings.push(format!(
                "--rules overrides the other rules that {} name; to give rules only to records that name none, write \
                 them to a corpus.toml instead",
                count(rules_overridden, "record")
            ));
        }
        let explanations = [
            "are off by the dead stones: a score counts each as one empty point, and seichi adds it as a prisoner",
            "in area games are off by the living stones: under area rules, a score includes them",
        ];
        for (counters, explanation) in self.scores.iter().zip(explanations) {
            let [missed, explained] = counters.each_ref().map(load);
            if explained > missed / 2 {
                warnings.push(format!("{explained} of {missed} wrong scores {explanation}"));
            }
        }
        warnings
    }
}

/// Returns the cause of a reason for skipping and the flag that may help, if there is one.
pub(super) const fn remedy(reason: Reason) -> Option<&'static str> {
    match reason {
        Reason::NoDeadInfo => {
            Some("the records do not mark dead stones; to let playouts judge them, add --dead auto,estimate")
        }
        Reason::NoKomi => Some("the records do not state the komi; if you know it, add --komi POINTS"),
        Reason::UnknownRules => Some(
            "the records do not name the rules; if you know them, write rules = \"NAME\" to a file corpus.toml and add --corpus \
             corpus.toml (--rules NAME also overrides records that name other rules)",
        ),
        _ => None,
    }
}

/// Warns of games with two labels, and of labels and descriptions that match none of `games`. Both are usually typing
/// mistakes.
pub(super) fn warn_of_labels(labels: &Labels, games: Option<&[String]>, observer: &mut dyn Observer) {
    warn_of_each(
        labels.twice(),
        "two labels for one game, and the later one is used",
        "games have two labels",
        observer,
    );
    let Some(names) = games else { return };
    let names = || names.iter().map(String::as_str);
    warn_of_each(labels.unused(names()), "a label matches no game here", "labels match no game here", observer);
    let unused = labels.unused_ownership(names());
    warn_of_each(unused, "an ownership line matches no game here", "ownership lines match no game here", observer);
    for folder in labels.empty_folders(&names().collect::<Vec<_>>()) {
        observer.warn(&format!("a description matches no game here: {}", clean(&folder)));
    }
}

/// Warns of the first few lines, and counts the others.
fn warn_of_each(
    mut lines: impl ExactSizeIterator<Item = String>,
    one: &str,
    others: &str,
    observer: &mut dyn Observer,
) {
    for line in lines.by_ref().take(5) {
        observer.warn(&format!("{one}: {}", clean(&line)));
    }
    if lines.len() > 0 {
        observer.warn(&format!("{} more {others}", lines.len()));
    }
}

/// Returns a warning if the engine's answers could not be cached: the next run then has to ask for them again.
pub(super) fn cache_warning(options: &Options) -> Option<String> {
    let dead = options.engine.as_ref().and_then(|engine| engine.cache_error());
    let engine = options.ownership.as_ref().and_then(|source| source.engine.as_ref());
    let error = dead.or_else(|| engine?.cache_error())?;
    Some(format!("warning: {error}"))
}
