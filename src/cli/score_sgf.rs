//! `seichi score --format sgf`: prints the records, with the territory and the result that a
//! strategy finds.

use super::progress::Progress;
use crate::game::GameOutcome;
use crate::sgf::{Encoding, Recorded, result_text, write_scores};
use crate::text::{clean, without_byte_order_mark};

/// Formats the records of one file after another.
pub(super) struct RecordWriter {
    /// Whether records of games that are not safe to score stay unchanged.
    requires_safe: bool,
    /// The name and the last byte of the file that was written last.
    last: (String, Option<u8>),
}

impl RecordWriter {
    /// Creates a writer. With `requires_safe`, records of games that are not safe to score stay
    /// unchanged.
    pub(super) fn new(requires_safe: bool) -> Self {
        Self {
            requires_safe,
            last: (String::new(), None),
        }
    }

    /// Adds the records of a file, or of a part of a file, to `out`, and reports replaced results
    /// to `progress`. Skipped games stay unchanged, and so do recorded results other than counts,
    /// such as resignations, and the recorded margins of games that are not safe to score. Returns
    /// the number of scored games.
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
        let mut scored = 0;
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
            scored += 1;
            let safety = game.labelled.safety.as_ref();
            let is_safe = safety.is_some_and(|judged| judged.safety.is_safe());
            if !is_safe && self.requires_safe {
                scores.push(None);
                continue;
            }
            let recorded = facts.recorded_result();
            let is_kept = !is_safe && matches!(recorded, Recorded::Margin(_));
            if let (Recorded::Margin(margin), Some(result), Some(progress)) =
                (recorded, &score.result, progress)
            {
                note_recorded(progress, name, &result_text(margin), result, is_kept);
            }
            score.result = score
                .result
                .filter(|_| recorded.is_replaceable() && !is_kept);
            scores.push(Some(score));
        }
        let mut written = &*write_scores(bytes, encoding, &scores);
        // each file begins on a new line, but the pieces of a file are not separated
        let file = first
            .name
            .rsplit_once('#')
            .map_or(&*first.name, |(file, _)| file);
        if file == self.last.0 {
            written = without_byte_order_mark(written);
        } else if self.last.1.is_some_and(|byte| byte != b'\n') {
            out.push(b'\n');
        }
        self.last = (file.to_owned(), written.last().copied());
        out.extend(written);
        scored
    }
}

/// Reports that a recorded margin differs from the result `counted`, and whether it is kept.
fn note_recorded(progress: &Progress, name: &str, recorded: &str, counted: &str, is_kept: bool) {
    if recorded == counted {
        return;
    }
    let name = clean(name);
    progress.say(&if is_kept {
        format!(
            "seichi: {name}: the result {recorded} is kept, because the count {counted} is not \
             safe (--safety says why)"
        )
    } else {
        format!("seichi: {name}: the result {recorded} is replaced by {counted}")
    });
}
