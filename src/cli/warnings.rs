//! The warnings of a run: about scorers without an answer, skipped games, labels of unknown games, and a cache that can't
//! be written.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::observer::Observer;
use crate::input::Labels;
use crate::pipeline::{Figures, NoAnswerExample, Options};
use crate::report::{FormattedGame, clean};
use crate::skip::Reason;

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
                // the lines that a program wrote before it ended are usually the same each time
                Ordering::Less if printed == why => {}
                Ordering::Less => {
                    printed.clone_from(why);
                    observer.note(&format!("{name} has no answer to {}: {why}", clean(&game.name)));
                }
                Ordering::Equal => observer.note(&format!("further failures of {name} are not shown")),
                Ordering::Greater => {}
            }
        }
    }
}

/// Returns a warning for each reason for which at least a quarter of the games were skipped, if a flag may help.
pub(super) fn skip_warnings(figures: &Figures) -> impl Iterator<Item = String> {
    Reason::ALL.iter().filter_map(|&reason| {
        let (name, remedy) = (reason.name(), remedy(reason)?);
        let games = figures.skipped.get(name).copied().unwrap_or(0);
        let is_large = games > 0 && games >= figures.games.div_ceil(4);
        is_large.then(|| format!("{games} of {} games were skipped ({name}): {remedy}", figures.games))
    })
}

/// Returns the cause of a reason for skipping and the flag that may help, if there is one.
pub(super) const fn remedy(reason: Reason) -> Option<&'static str> {
    match reason {
        Reason::NoDeadInfo => {
            Some("the records do not mark dead stones; to let playouts judge them, add --dead auto,estimate")
        }
        Reason::NoKomi => Some("the records do not state the komi; if you know it, add --komi POINTS"),
        Reason::UnknownRules => Some("the records do not name the rules; if you know them, add --rules NAME"),
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
