//! The summary of the games that were played.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use seichi::text::Style;
use serde::Serialize;

use super::disagreement::Disagreement;
use super::game::PlannedGame;
use super::play::Played;

/// The largest number of stones, and of points, that are named for each disagreement.
const NAMED: usize = 12;

/// The endings of a plan's games. As JSON it is the summary of `--format json`.
#[derive(Serialize)]
pub(super) struct Summary {
    games: usize,
    /// The number of games whose files already existed.
    resumed: usize,
    played: usize,
    /// The number of games by kind of ending: counted, resigned, or without a label.
    ends: BTreeMap<&'static str, usize>,
    disagreements: Vec<Disputed>,
    left_out: Vec<LeftOut>,
}

/// A game with engines that disagree about its end.
#[derive(Serialize)]
struct Disputed {
    game: String,
    #[serde(flatten)]
    disagreement: Disagreement,
}

/// A game that was not played to its end.
#[derive(Serialize)]
struct LeftOut {
    game: String,
    why: String,
}

impl Summary {
    pub(super) fn new(games: usize, resumed: usize) -> Self {
        let (disagreements, left_out) = (Vec::new(), Vec::new());
        Self { games, resumed, played: 0, ends: BTreeMap::new(), disagreements, left_out }
    }

    pub(super) fn played(&mut self, game: &PlannedGame, played: Played) {
        self.played += 1;
        let end = match played.result.as_str() {
            "?" => "without_label",
            result if result.ends_with("+R") => "resigned",
            _ => "counted",
        };
        *self.ends.entry(end).or_default() += 1;
        let disputed = |disagreement| Disputed { game: game.file.clone(), disagreement };
        self.disagreements.extend(played.disagreement.map(disputed));
    }

    pub(super) fn left_out(&mut self, game: &PlannedGame, why: String) {
        self.left_out.push(LeftOut { game: game.file.clone(), why });
    }

    /// Sorts the games by name, since they end in any order.
    pub(super) fn sort(&mut self) {
        self.disagreements.sort_by(|a, b| a.game.cmp(&b.game));
        self.left_out.sort_by(|a, b| a.game.cmp(&b.game));
    }

    /// Returns whether no game was played to its end.
    pub(super) const fn has_none(&self) -> bool {
        self.played == 0
    }

    /// Returns the number of games that are in the folder.
    pub(super) const fn there(&self) -> usize {
        self.resumed + self.played
    }

    pub(super) fn text(&self, out: &Path, style: Style) -> String {
        let Self { games, resumed, played, .. } = self;
        let mut text =
            format!("{games} {}: {played} played, {resumed} already there", if *games == 1 { "game" } else { "games" });
        let _ = writeln!(text, ", {} left out", self.left_out.len());
        for (end, count) in &self.ends {
            let _ = writeln!(text, "{count:>9}  {}", end.replace('_', " "));
        }
        if !self.disagreements.is_empty() {
            let _ = writeln!(text, "\n{}", style.bold("The engines disagree on"));
        }
        for Disputed { game, disagreement } in &self.disagreements {
            let _ = writeln!(text, "  {game}: {}", disagreement.text(NAMED));
        }
        if *played == 0 && self.left_out.is_empty() {
            let _ = writeln!(text, "To play others, choose another --seed or --out.");
        }
        let _ = writeln!(text, "Games: {}", out.display());
        text
    }

    pub(super) fn json(&self) -> String {
        let value = serde_json::to_value(self).expect("keys are strings");
        format!("{value:#}\n")
    }
}
