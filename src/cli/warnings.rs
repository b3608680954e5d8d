//! The warnings of a run: scorers without an answer, labels that name no game, an engine's cache that can't be written.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::args::RunArgs;
use super::progress::{Progress, complain};
use crate::input::Labels;
use crate::pipeline::Options;
use crate::report::{FormattedGame, RunWriter, clean};

/// Warnings about external scorers: the first few failures of each, since later ones are usually the same.
#[derive(Default)]
pub(super) struct ScorerWarnings {
    /// The number of failures of each scorer so far, and the last reason that was printed.
    failures: BTreeMap<String, (u32, String)>,
}

/// The number of failures of a scorer that are printed.
const SHOWN: u32 = 3;

impl ScorerWarnings {
    /// Prints why external scorers have no answer to `game`. `names` are those of all strategies and scorers.
    pub(super) fn print(&mut self, names: &[String], game: &FormattedGame, progress: &Progress) {
        let scorers = &names[names.len() - game.no_answers.len()..];
        for (name, why) in scorers.iter().zip(&game.no_answers) {
            let Some(why) = why else { continue };
            let (failures, printed) = self.failures.entry(name.clone()).or_default();
            *failures += 1;
            match (*failures).cmp(&(SHOWN + 1)) {
                // the lines that a program wrote before it ended are usually the same each time
                Ordering::Less if *printed == why.to_string() => {}
                Ordering::Less => {
                    *printed = why.to_string();
                    progress.say(&format!("seichi: {name} has no answer to {}: {why}", clean(&game.name)));
                }
                Ordering::Equal => progress.say(&format!("seichi: {name} has no answer to more games")),
                Ordering::Greater => {}
            }
        }
    }
}

/// Warns of labels and descriptions that name no game, and of games with two labels: both are usually typing errors.
pub(super) fn warn_of_labels(labels: &Labels, writer: &RunWriter, args: &RunArgs) {
    if args.output.quiet {
        return;
    }
    let twice = labels.twice();
    for line in twice.iter().take(5) {
        complain(&format!("seichi: warning: two labels of one game, and the later one counts: {}", clean(line)));
    }
    if twice.len() > 5 {
        complain(&format!("seichi: warning: {} more games have two labels", twice.len() - 5));
    }
    let (Some(names), None) = (writer.names(), args.games.limit) else { return };
    let unused = labels.unused(names.iter().map(String::as_str));
    for line in unused.iter().take(5) {
        complain(&format!("seichi: warning: a label names no game here: {}", clean(line)));
    }
    if unused.len() > 5 {
        complain(&format!("seichi: warning: {} more labels name no game here", unused.len() - 5));
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for folder in labels.empty_folders(&names) {
        complain(&format!("seichi: warning: a description is about no game here: {}", clean(&folder)));
    }
}

/// Warns if the engine's answers could not be cached, because the next run then has to ask for them again.
pub(super) fn warn_of_cache(options: &Options) {
    if let Some((cache, error)) =
        options.engine.as_ref().and_then(|engine| engine.cache()).and_then(|cache| Some((cache, cache.error()?)))
    {
        complain(&format!(
            "seichi: warning: failed to keep the engine's answers in {}: {error}",
            cache.path().display()
        ));
    }
}
