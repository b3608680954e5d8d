//! Writes what is known of the game before anything is scored: board, rules, prisoners, label.

use std::fmt::Write as _;

use super::Explained;
use crate::dead::DeadFrom;
use crate::labels::LabelCheck;
use crate::report::condition::{protective_text, unclosed_text};
use crate::report::remarks::rules_text;
use crate::report::text::{Style, clean, count, fold};
use crate::sgf::result_text;
use crate::territory::Completeness;

/// The name of a labels file, as a source of dead stones or of a label.
const LABELS_FILE: &str = "labels file";

impl Explained<'_> {
    pub(super) fn facts(&self, text: &mut String, style: Style) {
        let (outcome, game, counted) = (self.outcome, self.game, &self.game.count);
        let _ = writeln!(text, "{}", style.bold(&clean(&outcome.name)));
        let _ = writeln!(
            text,
            "{}×{} board, {}, handicap {}, {} moves",
            game.size.width(),
            game.size.height(),
            rules_text(outcome, counted),
            counted.handicap,
            game.moves
        );
        let dead_from = match game.dead_from {
            DeadFrom::Labels => LABELS_FILE,
            from => from.name(),
        };
        let prisoners = format!(
            "prisoners: Black took {}, White {}, with {} (source: {dead_from})\n",
            counted.prisoners[0],
            counted.prisoners[1],
            count(game.dead.len() as u64, "dead stone"),
        );
        text.push_str(&fold(&prisoners));
        if self.shows_all {
            self.left_to_play(text);
        }
        self.label(text);
        if !game.flags.is_empty() {
            text.push_str(&fold(&format!("flags: {}\n", game.flags.join(", "))));
        }
        if cfg!(feature = "corpora") {
            self.unmarked(text);
        }
        let owed = self.owed.iter().map(|owed| protective_text(owed, game.position.grid()));
        for line in unclosed_text(game).into_iter().chain(owed) {
            text.push_str(&fold(&format!("{line}\n")));
        }
        if let Some(skip) = &self.left_out {
            let (skip, meaning) = (clean(&skip.to_string()).into_owned(), skip.reason.meaning());
            text.push_str(&fold(&format!("left out by eval: {skip} ({})\n", meaning.trim_end_matches('.'))));
        }
    }

    /// Writes the dead stones that the label leaves on the board, if the margin differs from the label's.
    fn unmarked(&self, text: &mut String) {
        let Some(unmarked) = &self.game.unmarked_dead else { return };
        let source = match self.game.dead_from {
            DeadFrom::Marks | DeadFrom::Labels => "playouts",
            from => from.name(),
        };
        let stones: Vec<String> = unmarked.stones.iter().map(|stone| stone.label(self.game.size)).collect();
        let explained = if unmarked.explain { "; with their other status the margin is the label's" } else { "" };
        text.push_str(&fold(&format!("dead by {source} and not marked: {}{explained}\n", stones.join(" "))));
    }

    /// Writes the label and its source, if there is one: with `--all` in the terms of the tables.
    fn label(&self, text: &mut String) {
        let (game, origin) = (self.game, clean(&self.outcome.facts.origin));
        let Some(label) = game.label_margin.map(result_text) else { return };
        let line = if self.shows_all {
            let from = game.label_from.replace("file", LABELS_FILE);
            format!("label: {label} (origin: {origin}; source: {from}; check: {})\n", game.check.name())
        } else {
            let unknown = if origin == "unknown" { "origin " } else { "" };
            let (from, fault) = (source_in_words(game.label_from), fault_in_words(game.check));
            format!("label: {label}, from {from} ({unknown}{origin}){fault}\n")
        };
        text.push_str(&fold(&line));
    }

    /// Writes how many dame, kos and open borders are left to play.
    fn left_to_play(&self, text: &mut String) {
        let game = self.game;
        let Completeness { neutral, largest_neutral, ko_shapes, open_borders } = game.completeness;
        let left = format!(
            "left to play: {neutral} dame (largest region {largest_neutral}), {}, {}; finished: {}\n",
            count(u64::from(ko_shapes), "ko"),
            count(u64::from(open_borders), "open border"),
            if game.is_finished() { "yes" } else { "no" }
        );
        text.push_str(&fold(&left));
    }
}

/// Returns the source of a label in words.
fn source_in_words(from: &str) -> &str {
    match from {
        "RE" => "the record's result",
        "RE+TBTW" => "the record's result and marks",
        "file" => "the labels file",
        "RE+file" => "the record's result and the labels file",
        other => other,
    }
}

/// Returns what the check of a label has found, if that is a fault.
const fn fault_in_words(check: LabelCheck) -> &'static str {
    match check {
        LabelCheck::Consistent | LabelCheck::Unchecked => "",
        LabelCheck::Area => "; its map fits area scoring only",
        LabelCheck::Inconsistent => "; it contradicts itself",
    }
}
