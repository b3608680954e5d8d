//! The explanation as text: the facts of the game, the boards, the margin of every answer, and the
//! regions.

use std::fmt::Write as _;

use super::board_text::View;
use crate::board::Color;
use crate::compare::{is_reversed, too_many};
use crate::dead::DeadFrom;
use crate::explain::{
    Explained, LABEL, LEGEND, PlaceAnswer, chains_text, labels, last_dame_text, protective_text,
    rules_text, tax_text, together, unclosed_text,
};
use crate::game::{Answer, Remark, RemarkKind, WinnerDoubt};
use crate::labels::LabelCheck;
use crate::outcome::Outcome;
use crate::rules::{Method, Points};
use crate::sgf::result_text;
use crate::territory::Completeness;
use crate::text::{Style, clean, clean_lines, count, fold, some, yes_no};

/// The maximum length of a list of names: a longer list becomes "linked and 7 others".
const NAMES: usize = 4;

/// The maximum number of unfinished parts of the board that are named.
const UNFINISHED: usize = 5;

impl Explained<'_> {
    /// Returns the explanation as text. With `all`, it has every region, and the answers of control
    /// strategies.
    #[must_use]
    pub fn text(&self, all: bool, style: Style) -> String {
        let mut text = style.bold(&clean(&self.outcome.name)) + "\n";
        for line in self.facts(all) {
            text += &fold(&format!("{line}\n"));
        }
        self.boards(&mut text, style);
        text += &fold(&format!("\n{}{}", self.margins(all), self.sum()));
        text += &fold(&self.agreement(all));
        text.extend(
            self.paragraphs(all)
                .iter()
                .map(|paragraph| paragraph.text(style)),
        );
        if all {
            text += &fold(&format!("\n{LEGEND}\n"));
        }
        text
    }

    /// Returns the facts of the game that do not depend on a strategy, one per line.
    fn facts(&self, all: bool) -> Vec<String> {
        let (game, counted) = (self.game, &self.game.labelled.count);
        let rules = rules_text(self.outcome, counted);
        let [width, height] = [game.labelled.size.width(), game.labelled.size.height()];
        let dead_from = if game.labelled.dead_from == DeadFrom::Labels {
            "labels file"
        } else {
            game.labelled.dead_from.name()
        };
        let [black, white] = counted.prisoners;
        let dead = count(game.labelled.dead.len() as u64, "dead stone");
        let mut lines = vec![
            format!(
                "{width}×{height} board, {rules}, handicap {}, {} moves",
                counted.handicap, game.labelled.moves
            ),
            format!(
                "prisoners: Black took {black}, White {white}, including {dead} \
                 (source: {dead_from})"
            ),
        ];
        lines.extend(all.then(|| self.left_to_play()));
        lines.extend(self.label());
        if !game.remarks.is_empty() {
            let remarks: Vec<String> = game.remarks.iter().map(Remark::to_string).collect();
            lines.push(format!("flags: {}", clean(&remarks.join(", "))));
        }
        if !game.winner_doubts.is_empty() {
            lines.push(WinnerDoubt::words(&game.winner_doubts));
        }
        if game.remarks.contains(&RemarkKind::PartlyDead.into()) {
            lines.push(
                "only part of a block is marked dead: a label has to list every dead stone"
                    .to_owned(),
            );
        }
        lines.extend(last_dame_text(game));
        lines.extend(chains_text(game));
        lines.extend(self.unmarked());
        let unclosed = unclosed_text(game);
        lines.extend(unclosed.iter().take(UNFINISHED).cloned());
        if unclosed.len() > UNFINISHED {
            let more = (unclosed.len() - UNFINISHED) as u64;
            lines.push(format!("not finished: {}", count(more, "more region")));
        }
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

    /// Returns how many dame, kos and open borders are left to play.
    fn left_to_play(&self) -> String {
        let Completeness {
            neutral,
            largest_neutral,
            ko_shapes,
            open_borders,
        } = self.game.completeness;
        format!(
            "left to play: {neutral} dame (largest region {largest_neutral}), {}, {}; finished: {}",
            count(ko_shapes.into(), "ko"),
            count(open_borders.into(), "open border"),
            yes_no(self.game.is_finished())
        )
    }

    /// Returns the label, its source, and its fault, if it has one.
    fn label(&self) -> Option<String> {
        let margin = self.game.labelled.label.margin?;
        let label = result_text(margin);
        let from = match self.game.labelled.label.from {
            "RE" => "the record's result",
            "RE+TBTW" => "the record's result and marks",
            "file" => "the labels file",
            "RE+file" => "the record's result and the labels file",
            other => other,
        };
        let origin = clean(&self.outcome.facts.origin);
        let unknown = if origin == "unknown" { "origin " } else { "" };
        let fault = match self.game.labelled.label.check {
            LabelCheck::Consistent | LabelCheck::Unchecked => String::new(),
            LabelCheck::Area => "; its map gives this result only under area scoring".to_owned(),
            LabelCheck::Inconsistent => format!("; it contradicts itself{}", self.contradiction()),
            LabelCheck::Contradictory => "; the record gives two results or two komi".to_owned(),
        };
        let mut text = format!("label: {label}, from {from} ({unknown}{origin}){fault}");
        if let Some((name, _)) = self
            .compared()
            .find(|(_, answer)| is_reversed(answer.margin, margin))
        {
            let counted = result_text(-margin);
            let _ = write!(
                text,
                "; same margin, opposite winner: {name} counts {counted}"
            );
        }
        Some(text)
    }

    /// Returns why the label contradicts itself; an empty text if that takes more than a sentence.
    fn contradiction(&self) -> String {
        let game = &self.game.labelled;
        match (game.label.margin, &game.label.map) {
            (Some(margin), _) if !(margin + game.count.komi - game.count.button()).is_whole() => {
                format!(
                    ": komi {} cannot give {}",
                    game.count.komi,
                    result_text(margin)
                )
            }
            (_, Some(map)) if game.label.dead.is_none() => {
                let margin = game
                    .count
                    .margin(map.scored(&game.position, game.count.rules));
                format!(": its map gives {}", result_text(margin))
            }
            _ => String::new(),
        }
    }

    /// Returns how a margin adds up: the margin of the first compared answer that has the recorded
    /// margin, or else of the first compared answer. Returns an empty text if this answer has no
    /// counts, or has dead stones of its own.
    fn sum(&self) -> String {
        let recorded = self.compared().find(|(_, answer)| {
            answer
                .comparison
                .is_some_and(|comparison| comparison.delta == Points::ZERO)
        });
        let Some((name, answer)) = recorded.or_else(|| self.compared().next()) else {
            return String::new();
        };
        let Some(counts) = answer.counts.filter(|_| answer.also_dead.is_empty()) else {
            return String::new();
        };
        let total = &self.game.labelled.count;
        let (added, noun) = match total.rules.method() {
            Method::Territory => (total.prisoners, "prisoner"),
            Method::Area => (total.stones, "stone"),
        };
        let sides = Color::BOTH.map(|color| {
            let (territory, added) = (counts.scored()[color.index()], added[color.index()]);
            let mut words = format!(
                "{color} {territory} territory + {}",
                count(added.into(), noun)
            );
            let mut sum = Points::whole((territory + added).into());
            let compensation =
                Points::whole(total.rules.handicap_compensation(total.handicap).into());
            let [button, compensation, komi] = match color {
                Color::Black => [total.button().max(Points::ZERO), Points::ZERO, Points::ZERO],
                Color::White => [
                    (-total.button()).max(Points::ZERO),
                    compensation,
                    total.komi,
                ],
            };
            for (points, name) in [
                (compensation, "for the handicap"),
                (button, "button"),
                (komi, "komi"),
            ] {
                if points != Points::ZERO {
                    let sign = if points < Points::ZERO { "-" } else { "+" };
                    let _ = write!(words, " {sign} {} {name}", points.abs());
                    sum = sum + points;
                }
            }
            format!("{words} = {sum}")
        });
        format!("{name}: {}\n", sides.join(",\n    "))
    }

    /// Returns the dead stones that are not marked, if the margin differs from the label's.
    fn unmarked(&self) -> Option<String> {
        let unmarked = self.game.unmarked_dead.as_ref()?;
        let source = match self.game.labelled.dead_from {
            DeadFrom::Marks | DeadFrom::Labels => "playouts",
            from => from.name(),
        };
        let explained = if unmarked.explain {
            "; reversing their status gives the label's margin"
        } else {
            ""
        };
        let stones = some(&labels(&unmarked.stones, self.game.labelled.size));
        Some(format!(
            "not marked, but dead according to {source}: {stones}{explained}"
        ))
    }

    /// Returns a line for each scorer, then one for each margin of the strategies, starting with
    /// the label's margin.
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
                .is_some_and(|comparison| comparison.delta != Points::ZERO);
            (shown.name, (is_off, margin(answer)))
        }));
        groups.sort_by_key(|((is_off, _), _)| *is_off);
        let is_only = groups.len() == 1;
        for (at, ((_, words), names)) in groups.into_iter().enumerate() {
            let is_rest = !all && at == 0 && names.len() > NAMES;
            let names = match names.as_slice() {
                names if is_rest && is_only => format!("all {} strategies", names.len()),
                // the board above may show its name
                [first, others @ ..] if is_rest => format!("{first} and {} others", others.len()),
                names => names.join(", "),
            };
            let _ = writeln!(text, "{words}: {names}");
        }
        text
    }

    /// Returns sentences about answers that agree, and about control strategies that differ and are
    /// not compared.
    fn agreement(&self, all: bool) -> String {
        let controls = self.board.differing_controls();
        let hint = if all { "" } else { " (see --all)" };
        let agree = "All answers agree on every point";
        match (self.board.disputed().next().is_some(), controls.as_slice()) {
            (true, _) if all => String::new(),
            (true, []) => String::new(),
            (true, controls) => format!(
                "control strategies that also differ: {}{hint}\n",
                controls.join(", ")
            ),
            (false, []) if self.answers.len() < 2 && self.board.label.is_none() => String::new(),
            (false, []) => format!("{agree}.\n"),
            (false, controls) => format!(
                "{agree}, except control strategies: {}{hint}.\n",
                controls.join(", ")
            ),
        }
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

    /// Returns the places of the board. Places with the same answers share a paragraph.
    fn paragraphs(&self, all: bool) -> Vec<Paragraph> {
        let mut paragraphs: Vec<Paragraph> = Vec::new();
        for place in self.board.places(all) {
            let boundary = place
                .boundary
                .filter(|_| all)
                .map_or(String::new(), |words| format!("; {words}"));
            let title = (some(&place.points), place.title + &boundary);
            let answers = answer_lines(place.answers);
            match paragraphs.iter_mut().find(|other| other.answers == answers) {
                Some(same) => same.titles.push(title),
                None => paragraphs.push(Paragraph {
                    titles: vec![title],
                    answers,
                }),
            }
        }
        paragraphs
    }
}

/// Places with the same answers.
struct Paragraph {
    /// The points of each place, and its surroundings.
    titles: Vec<(String, String)>,
    /// The answers, one per line.
    answers: String,
}

impl Paragraph {
    fn text(&self, style: Style) -> String {
        let titles = self
            .titles
            .iter()
            .map(|(points, around)| format!("{}: {around}\n", style.bold(points)));
        fold(&format!("\n{}{}", titles.collect::<String>(), self.answers))
    }
}

/// Returns the answers to a place, one per line. The largest group comes last, as "the other"
/// answers.
fn answer_lines(mut answers: Vec<PlaceAnswer<'_>>) -> String {
    let total: usize = answers.iter().map(|answer| answer.names.len()).sum();
    answers.sort_by_key(|answer| answer.names.len() > NAMES);
    let mut lines = String::new();
    for (at, PlaceAnswer { text, names }) in answers.iter().enumerate() {
        let is_rest = at + 1 == answers.len() && names.len() > NAMES;
        let who = match names.as_slice() {
            names if names.len() == total && total > 1 => "all".to_owned(),
            [LABEL, names @ ..] if is_rest && names.len() > NAMES => {
                format!("label and the other {}", names.len())
            }
            names if is_rest => format!("the other {}", names.len()),
            names => names.join(", "),
        };
        let _ = writeln!(lines, "  {who}: {text}");
    }
    lines
}

/// Returns a margin with its difference from the label's and remarks.
fn margin(answer: &Answer) -> String {
    let mut words = result_text(answer.margin);
    let mut remarks: Vec<String> = Vec::new();
    if let Some(comparison) = answer.comparison {
        words.push_str(", ");
        words += &match answer.category {
            _ if comparison.delta != Points::ZERO => too_many(comparison.delta),
            Some(_) => "as recorded, with a different map".to_owned(),
            None => "as recorded".to_owned(),
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
