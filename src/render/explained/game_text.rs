//! The explanation as text: the facts of the game, the boards, the margin of every answer, and the
//! regions.

use std::fmt::Write as _;

use super::board_text::View;
use crate::compare::too_many;
use crate::dead::DeadFrom;
use crate::explain::{
    Explained, PlaceAnswer, chains_text, dead_source_text, impossible_text, point_names,
    protective_text, rules_text, tax_text, together, unclosed_text,
};
use crate::game::{Answer, LabelFrom, Remark};
use crate::labels::LabelCheck;
use crate::outcome::Outcome;
use crate::rules::{Method, PlayerScore, Points};
use crate::sgf::result_text;
use crate::text::{Style, clean, clean_lines, count, fold, some};

impl Explained<'_> {
    /// Returns the explanation as text. With `all`, it includes every region, and the answers of
    /// control strategies.
    pub fn text(&self, all: bool, style: Style) -> String {
        let mut text = style.bold(&clean(&self.outcome.name)) + "\n";
        for line in self.facts() {
            text += &fold(&format!("{line}\n"));
        }
        self.boards(&mut text, style);
        text += &fold(&format!(
            "\n{}{}",
            self.margins(all),
            self.sum().unwrap_or_default()
        ));
        let has_all_maps = self.answers.iter().all(|answer| answer.map.is_some())
            && self.game.external.iter().all(Result::is_ok);
        if self.board.disputed().next().is_none() && has_all_maps && self.answers.len() > 1 {
            text.push_str("All answers agree on every point.\n");
        }
        self.places(&mut text, all, style);
        text
    }

    /// Returns the facts of the game that do not depend on a strategy, one per line.
    fn facts(&self) -> Vec<String> {
        let (game, counted) = (self.game, &self.game.labelled.count);
        let rules = rules_text(self.outcome, counted);
        let [width, height] = [game.labelled.size.width(), game.labelled.size.height()];
        let dead_from = dead_source_text(game);
        let [black, white] = counted.prisoners;
        let dead = count(game.labelled.dead.len() as u64, "dead stone");
        let mut lines = vec![
            format!(
                "{width}×{height} board, {rules}, handicap {}, {} moves",
                counted.handicap, game.labelled.end.moves
            ),
            format!(
                "prisoners: Black took {black}, White {white}, including {dead} \
                 (source: {dead_from})"
            ),
        ];
        lines.extend(self.label());
        if !game.remarks.is_empty() {
            let remarks: Vec<String> = game.remarks.iter().map(Remark::to_string).collect();
            lines.push(format!("flags: {}", clean(&remarks.join(", "))));
        }
        lines.extend(chains_text(game));
        if !game.labelled.seki.is_empty() {
            let stones = point_names(&game.labelled.seki, game.labelled.size);
            lines.push(format!(
                "in seki according to the labels file: {}",
                stones.join(", ")
            ));
        }
        if let Some(points) = impossible_text(game) {
            lines.push(format!("impossible points in the labels file: {points}"));
        }
        lines.extend(self.unmarked());
        lines.extend(unclosed_text(game));
        for owed in &self.owed {
            lines.push(protective_text(owed, game.labelled.position.grid()));
        }
        if let Some(skip) = &game.labelled.left_out {
            let mut text = skip.reason.name().to_owned();
            if !skip.detail.is_empty() {
                text = format!("{text}: {}", skip.detail);
            }
            let meaning = skip.reason.meaning();
            let meaning = meaning.trim_end_matches('.');
            lines.push(format!("skipped by eval: {} ({meaning})", clean(&text)));
        }
        lines
    }

    /// Returns the label, its source, and its fault, if it has one.
    fn label(&self) -> Option<String> {
        let margin = self.game.labelled.label.margin?;
        let label = result_text(margin);
        let from = match self.game.labelled.label.from {
            LabelFrom::Result => "the record's result",
            LabelFrom::Record => "the record's result and marks",
            LabelFrom::File => "the labels file",
            LabelFrom::ResultAndFile => "the record's result and the labels file",
            LabelFrom::MarksAndFile => "TBTW+file",
        };
        let origin = clean(&self.outcome.facts.origin);
        let unknown = if origin == "unknown" { "origin " } else { "" };
        let fault = match self.game.labelled.label.check {
            LabelCheck::Consistent | LabelCheck::Unchecked => "",
            LabelCheck::Area => "; its map gives this result only under area scoring",
            LabelCheck::Inconsistent => "; it contradicts itself",
            LabelCheck::Contradictory => "; the record gives two results or two komi",
        };
        Some(format!(
            "label: {label}, from {from} ({unknown}{origin}){fault}"
        ))
    }

    /// Returns how the margin of an answer adds up. The answer is the first compared answer that
    /// has the recorded margin or, if there is none, the first compared answer. Returns `None` if
    /// this answer has no counts, or considers other stones dead.
    fn sum(&self) -> Option<String> {
        let recorded = self.compared().find(|(_, answer)| {
            answer
                .comparison
                .is_some_and(|comparison| comparison.outcome == Outcome::Exact)
        });
        let (name, answer) = recorded.or_else(|| self.compared().next())?;
        let counts = answer.counts.filter(|_| answer.also_dead.is_empty())?;
        let total = &self.game.labelled.count;
        let noun = match total.rules.method() {
            Method::Territory => "prisoners",
            Method::Area => "stones",
        };
        let [black, white] = counts.scores(total);
        let [black, white] = [side("Black", noun, &black), side("White", noun, &white)];
        Some(format!("{name}: {black},\n    {white}\n"))
    }

    /// Returns the dead stones that are not marked, if the margin differs from the label's.
    fn unmarked(&self) -> Option<String> {
        let unmarked = self.game.unmarked_dead.as_ref()?;
        let game = &self.game.labelled;
        let stones = some(&point_names(&unmarked.stones, game.size));
        let source = match game.dead_from {
            DeadFrom::Marks | DeadFrom::Labels => "playouts",
            from => from.name(),
        };
        let mut words = format!("not marked, but dead according to {source}: {stones}");
        let mut explained = "; reversing their status gives the label's margin";
        if game.dead_from == DeadFrom::None {
            let rules = game.count.rules.name();
            words = format!("under {rules} rules, these stones are alive: {stones}");
            explained = "; without them, the margin is the label's";
        }
        Some(if unmarked.explain {
            words + explained
        } else {
            words
        })
    }

    /// Returns a line for each scorer, then one for each distinct margin of the strategies,
    /// starting with the label's margin.
    fn margins(&self, all: bool) -> String {
        let mut text = String::new();
        for (name, answer) in &self.without_map {
            let _ = match answer {
                Ok(answer) => writeln!(text, "{name}: {} (no map)", margin(answer)),
                Err(why) => writeln!(
                    text,
                    "{name} has no answer: {}",
                    clean_lines(&why.to_string(), "")
                ),
            };
        }
        let listed = (0..self.answers.len()).filter(|at| all || self.board.compared.contains(at));
        let listed = listed.map(|at| (&self.board.shown[at], self.answers[at]));
        let (scorers, strategies): (Vec<_>, Vec<_>) =
            listed.partition(|(shown, _)| shown.is_external);
        for (scorer, answer) in scorers {
            let _ = writeln!(text, "{}: {}", scorer.name, margin(answer));
        }
        let mut groups = together(strategies.iter().map(|(shown, answer)| {
            let is_off = answer
                .comparison
                .is_some_and(|comparison| comparison.outcome != Outcome::Exact);
            (shown.name, (is_off, margin(answer)))
        }));
        groups.sort_by_key(|((is_off, _), _)| *is_off);
        for ((_, words), names) in groups {
            let _ = writeln!(text, "{words}: {}", names.join(", "));
        }
        text
    }

    /// Returns the name of a view.
    pub(super) fn name(&self, view: View) -> &str {
        match view {
            View::Label if self.board.label.is_none() => "the game",
            View::Label => "label",
            View::Answer(at) => self.board.shown[at].name,
        }
    }

    /// Returns the compared answers, each with its name.
    fn compared(&self) -> impl Iterator<Item = (&str, &Answer)> {
        self.board
            .compared
            .iter()
            .map(|&at| (self.board.shown[at].name, self.answers[at]))
    }

    /// Writes the places of the board. Places with the same answers share a paragraph.
    fn places(&self, text: &mut String, all: bool, style: Style) {
        let places = self.board.places(all).into_iter().map(|place| {
            let mut title = format!("{}: {}", style.bold(&some(&place.points)), place.title);
            if let Some(boundary) = place.boundary.filter(|_| all) {
                let _ = write!(title, "; {boundary}");
            }
            (title, place.answers)
        });
        for (answers, titles) in together(places) {
            let _ = write!(text, "\n{}", fold(&(titles.join("\n") + "\n")));
            let total: usize = answers.iter().map(|answer| answer.names.len()).sum();
            for PlaceAnswer { text: words, names } in answers {
                let who = if names.len() == total && total > 1 {
                    "all".to_owned()
                } else {
                    names.join(", ")
                };
                text.push_str(&fold(&format!("  {who}: {words}\n")));
            }
        }
    }
}

/// Returns how the score of a player adds up: `White: territory 2 + prisoners 0 + komi 6.5 = 8.5`.
fn side(player: &str, noun: &str, score: &PlayerScore) -> String {
    let mut words = Vec::new();
    for (name, points) in [
        ("territory", Points::whole(score.territory.into())),
        (noun, Points::whole((score.stones + score.prisoners).into())),
        ("button", score.button),
        ("handicap", Points::whole(score.handicap.into())),
        ("komi", score.komi),
    ] {
        if points != Points::ZERO || words.len() < 2 {
            words.push(format!("{name} {points}"));
        }
    }
    format!("{player}: {} = {}", words.join(" + "), score.total)
}

/// Returns a margin, its difference from the label's, and remarks.
fn margin(answer: &Answer) -> String {
    let mut words = answer.result();
    let mut remarks: Vec<String> = Vec::new();
    if let Some(comparison) = answer.comparison {
        words.push_str(", ");
        words += &match (comparison.delta, answer.category) {
            (None, _) => "only the winner".to_owned(),
            (Some(delta), _) if delta != Points::ZERO => too_many(delta),
            (_, Some(_)) => "as recorded, with a different map".to_owned(),
            (_, None) => "as recorded".to_owned(),
        };
        remarks.extend((comparison.outcome == Outcome::Wrong).then(|| "wrong winner".to_owned()));
        remarks.extend(answer.category.map(|category| category.name().to_owned()));
        remarks.extend(
            answer
                .fits_if
                .as_ref()
                .map(|words| format!("as recorded if {words}")),
        );
    }
    remarks.extend(tax_text(answer));
    if remarks.is_empty() {
        words
    } else {
        format!("{words} ({})", remarks.join("; "))
    }
}
