//! `seichi score --format sgf`: the records, with the territory and the result that a strategy finds.

use std::io::{self, BufWriter, Write};
use std::sync::atomic::AtomicBool;

use super::each::each_file;
use super::exit::Failure;
use super::progress::Progress;
use super::score::ScoreArgs;
use super::score::{GameNotes, finish, note_skip, print_skip};
use crate::pipeline::{Evaluated, GameOutcome, Options};
use crate::report::{clean, result_text};
use crate::sgf::write_scores;

/// Prints the records of all games. Games that are skipped stay as they are.
pub(super) fn sgf(options: &ScoreArgs, plan: &Options, stop: &AtomicBool) -> Result<(), Failure> {
    let names = plan.names();
    if names.len() != 1 {
        let which = if names.len() == 2 { format!("one of {}", names.join(" and ")) } else { "a strategy".to_owned() };
        let example = plan.scorers.first().map_or("linked", |scorer| &scorer.name);
        let why = format!("a record has one result: choose {which} for --format sgf, as in -s {example}");
        return Err(Failure::Error(anyhow::anyhow!(why)));
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let (mut faults, mut notes) = (Vec::new(), GameNotes::default());
    let mut last = (String::new(), None);
    let skipped = |progress: &_, name: &str, skip: &_| print_skip(options, progress, name, skip);
    each_file(&options.games, &options.output, plan, stop, skipped, |(), progress, outcomes| {
        let mut scores = Vec::with_capacity(outcomes.len());
        for outcome in outcomes {
            let score = match &outcome.result {
                Ok(game) => {
                    notes.add(options, progress, &outcome.name, game);
                    let score = game.score();
                    if let (Some(score), false) = (&score, options.output.quiet) {
                        note_replaced(progress, &outcome.name, game, &score.result);
                    }
                    score
                }
                Err(skip) => {
                    note_skip(options, progress, outcome, skip, (&mut notes, &mut faults));
                    None
                }
            };
            notes.scored += u64::from(score.is_some());
            scores.push(score);
        }
        let Some((outcome, bytes)) = outcomes.first().and_then(|first| Some((first, first.bytes.as_ref()?))) else {
            return Ok(());
        };
        let written = write_scores(bytes, plan.encoding, &scores);
        // each file begins on a new line, but the pieces of a file are not separated
        let file = file_name(outcome);
        if file != last.0 && last.1.is_some_and(|byte| byte != b'\n') {
            out.write_all(b"\n").map_err(Failure::output)?;
        }
        last = (file.to_owned(), written.last().copied());
        out.write_all(&written).map_err(Failure::output)
    })?;
    finish(&mut out, plan, &notes, &faults)
}

/// Reports that a recorded result is replaced.
fn note_replaced(progress: &Progress, name: &str, game: &Evaluated, result: &str) {
    if let Some(recorded) = game.labelled.label.margin.map(result_text).filter(|recorded| recorded != result) {
        progress.say(&format!("seichi: {}: the result {recorded} is replaced by {result}", clean(name)));
    }
}

/// Returns the name of a game's file.
fn file_name(outcome: &GameOutcome) -> &str {
    outcome.name.rsplit_once('#').map_or(&*outcome.name, |(file, _)| file)
}
