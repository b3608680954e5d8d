//! The warnings of a run: about scorers without an answer, skipped games, labels of unknown games,
//! and a cache that can't be written.

use std::collections::{BTreeMap, BTreeSet};

use super::progress::Observer;
use crate::input::Labels;
use crate::pipeline::{Effects, Figures, NoAnswerExample, Options};
use crate::run::FormattedGame;
use crate::skip::Reason;
use crate::text::{clean, count};

/// Reports each scorer's first game without an answer; later reasons are usually the same, and the
/// report counts them. `names` has all strategies and scorers, and `known` the scorers that were
/// reported.
pub(super) fn report_failures(
    names: &[String],
    game: &FormattedGame,
    known: &mut BTreeSet<String>,
    observer: &mut dyn Observer,
) {
    let no_answers = game.sample.no_answers();
    for (name, no_answer) in names[names.len() - no_answers.len()..]
        .iter()
        .zip(no_answers)
    {
        if let Some(NoAnswerExample { why, .. }) = no_answer
            && known.insert(name.clone())
        {
            observer.note(&format!(
                "{name} has no answer for {}: {why}",
                clean(&game.name)
            ));
        }
    }
}

/// Warns of each reason for which many games were skipped, if a flag may help.
pub(super) fn warn_of_skipped(figures: &Figures, observer: &mut dyn Observer) {
    for advice in skip_advice(figures.games, &figures.skipped) {
        observer.warn(&advice);
    }
}

/// Returns advice on each reason for skipping at least a quarter of `all` games, or more games than
/// are evaluated, if a flag may help. `skipped` has the number of games for each reason.
pub(super) fn skip_advice(all: u64, skipped: &BTreeMap<String, u64>) -> Vec<String> {
    let evaluated = all - skipped.values().sum::<u64>();
    let many = all.div_ceil(4).min(evaluated + 1);
    let remedies = Reason::ALL
        .iter()
        .filter_map(|&reason| Some((reason.name(), remedy(reason)?)));
    let advice = |(reason, remedy): (&str, &str)| {
        let games = skipped
            .get(reason)
            .copied()
            .filter(|&games| games >= many.max(1))?;
        Some(format!(
            "{games} of {all} games were skipped ({reason}): {remedy}"
        ))
    };
    remedies.filter_map(advice).collect()
}

/// The minimum number of wrong answers that show a mistake. By chance, a mistake explains a single
/// answer.
const MIN_EXPLAINED: u64 = 3;

/// Returns warnings about `--komi` without an effect, `--rules` that contradict records, and common
/// mistakes of scorers.
pub(super) fn effect_warnings(effects: &Effects, options: &Options) -> Vec<String> {
    let mut warnings = Vec::new();
    if let Some(komi) = options
        .missing_komi
        .filter(|_| effects.games > 0 && effects.komi_given == 0)
    {
        warnings.push(format!(
            "--komi {komi} was not used: it does not replace the komi (KM) in the records"
        ));
    }
    if effects.rules_overridden > 0 {
        warnings.push(format!(
            "--rules overrides the rules named by {}; to give rules only to records that name none, use \
             --rules auto,NAME",
            count(effects.rules_overridden, "record")
        ));
    }
    for (&(scorer, method, mistake), &[explained, refuting]) in &effects.answers {
        let [wrong, _] = effects.answers[&(scorer, method, None)];
        if let Some(mistake) =
            mistake.filter(|_| explained >= MIN_EXPLAINED.max(wrong / 4) && explained > refuting)
        {
            let (name, method) = (&options.scorers[scorer].name, method.name());
            warnings.push(format!(
                "{explained} of {wrong} wrong answers of {name} in {method} games {mistake}"
            ));
        }
    }
    warnings
}

/// Returns the cause of a reason for skipping and the flag that may help, if there is one.
const fn remedy(reason: Reason) -> Option<&'static str> {
    match reason {
        Reason::NoDeadInfo => Some(
            "the records do not mark dead stones; to find them by playouts, add --dead auto,estimate",
        ),
        Reason::NoKomi => {
            Some("the records do not state the komi; if you know it, add --komi POINTS")
        }
        Reason::UnknownRules => {
            Some("the records do not name the rules; if you know them, add --rules auto,NAME")
        }
        _ => None,
    }
}

/// Warns of labels that match none of `games`: they are usually typing mistakes.
pub(super) fn warn_of_labels(
    labels: &Labels,
    games: Option<&[String]>,
    observer: &mut dyn Observer,
) {
    let Some(names) = games else { return };
    let names = || names.iter().map(String::as_str);
    warn_of_each(
        &labels.unused(names()),
        "a label matches no game here",
        "labels match no game here",
        observer,
    );
    let unused = labels.unused_ownership(names());
    warn_of_each(
        &unused,
        "an ownership line matches no game here",
        "ownership lines match no game here",
        observer,
    );
}

/// Warns of the first few lines, and counts the others.
fn warn_of_each(lines: &[String], one: &str, others: &str, observer: &mut dyn Observer) {
    let (first, rest) = lines.split_at(lines.len().min(5));
    for line in first {
        observer.warn(&format!("{one}: {}", clean(line)));
    }
    if !rest.is_empty() {
        observer.warn(&format!("{others}: {} more", rest.len()));
    }
}

/// Returns a warning if answers of the engine could not be cached, so that the next run has to ask
/// for them again.
pub(super) fn cache_warning(options: &Options) -> Option<String> {
    options
        .engine
        .as_ref()?
        .cache_error()
        .map(|error| format!("warning: {error}"))
}
