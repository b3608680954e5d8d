//! `seichi score --format sgf`: prints the records, with the territory and the result that a
//! strategy finds.

use super::progress::Progress;
use crate::game::{Evaluated, GameOutcome};
use crate::sgf::{Encoding, result_text, write_scores};
use crate::text::clean;

/// Formats the records of one file after another.
#[derive(Default)]
pub(super) struct RecordWriter {
    /// The name and the last byte of the file that was written last.
    last: (String, Option<u8>),
}

impl RecordWriter {
    /// Adds the records of a file, or of a part of a file, to `out`, and reports replaced results
    /// to `progress`. Skipped games stay unchanged, and so do recorded results other than counts,
    /// such as resignations. Returns the number of scored games.
    pub(super) fn write(
        &mut self,
        out: &mut Vec<u8>,
        outcomes: &[GameOutcome],
        encoding: Encoding,
        progress: Option<&Progress>,
    ) -> u64 {
        let Some((first, bytes)) = outcomes
            .first()
            .and_then(|first| Some((first, first.bytes.as_ref()?)))
        else {
            return 0;
        };
        let mut scores = Vec::with_capacity(outcomes.len());
        for GameOutcome {
            name,
            facts,
            result,
            ..
        } in outcomes
        {
            let Some((game, mut score)) = result
                .as_ref()
                .ok()
                .and_then(|game| Some((game, game.score()?)))
            else {
                scores.push(None);
                continue;
            };
            score.result = score
                .result
                .filter(|_| facts.recorded_result().is_replaceable());
            if let (Some(result), Some(progress)) = (&score.result, progress) {
                note_replaced(progress, name, game, result);
            }
            scores.push(Some(score));
        }
        let written = write_scores(bytes, encoding, &scores);
        // each file begins on a new line, but the pieces of a file are not separated
        let file = first
            .name
            .rsplit_once('#')
            .map_or(&*first.name, |(file, _)| file);
        if file != self.last.0 && self.last.1.is_some_and(|byte| byte != b'\n') {
            out.push(b'\n');
        }
        self.last = (file.to_owned(), written.last().copied());
        out.extend(written);
        scores.iter().flatten().count() as u64
    }
}

/// Reports that a recorded result is replaced.
fn note_replaced(progress: &Progress, name: &str, game: &Evaluated, result: &str) {
    if let Some(recorded) = game
        .labelled
        .label
        .margin
        .map(result_text)
        .filter(|recorded| recorded != result)
    {
        progress.say(&format!(
            "seichi: {}: the result {recorded} is replaced by {result}",
            clean(name)
        ));
    }
}
