//! Remarks on a margin in texts: by which rules it is, what is unsettled, and what a tax takes.

use crate::pipeline::{Answer, GameOutcome};
use crate::rules::Count;
use crate::sgf::result_text;

/// Returns the unsettled part of an answer: the range of margins and the number of points, or `None` if all is settled.
#[must_use]
pub fn open_text(answer: &Answer) -> Option<String> {
    let [low, high] = answer.interval.map(result_text);
    let points = if answer.unsettled == 1 { "a point".to_owned() } else { format!("{} points", answer.unsettled) };
    (answer.unsettled > 0).then(|| format!("unsettled, {low} to {high}: who plays first decides {points}"))
}

/// Returns the points of territory that a tax on groups takes, or `None` if it takes no points.
#[must_use]
pub fn tax_text(answer: &Answer) -> Option<String> {
    let [black, white] = answer.counts.map(|counts| counts.tax).filter(|tax| *tax != [0; 2])?;
    Some(format!("without two points of each group: Black {black}, White {white}"))
}

/// Returns the rules and the komi of a game, with who has the half point of the button, if the rules have one.
#[must_use]
pub fn rules_text(outcome: &GameOutcome, count: &Count) -> String {
    let guessed = if outcome.facts.rules_guessed.is_some() { " (guessed)" } else { "" };
    let button = match count.first_pass {
        Some(color) if count.rules.has_button() => format!(", button {color}"),
        _ => String::new(),
    };
    format!("{} rules{guessed}, komi {}{button}", count.rules.name(), count.komi)
}
