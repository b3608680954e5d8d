//! Shows one game to a person: its boards, its regions in words, and every point on which answers differ.

mod board;
mod glyphs;
mod json;
mod outside;
#[cfg(feature = "cli")]
mod png;
mod points;
mod regions;
mod short;
mod steps;
mod svg;
mod words;

pub use outside::outside_text;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use words::whose;

use super::readings::{open_text, point_list};
use super::text::{self, Style, clean, fold};
use crate::board::{Cell, Color};
use crate::dead::DeadFrom;
use crate::pipeline::{Answer, Category, Evaluated, GameOutcome};
use crate::rules::Method;
use crate::sgf::result_text;
use crate::skip::Skip;
use crate::territory::{Analysis, Completeness, Evaluator, Status, Strategy, Trace, Verdict};

/// The legend of the table of strategies.
const LEGEND: &str = "\ndelta: the margin minus the label's, positive where it favours Black;\n\
                      seki, false eyes, dame: numbers of points\n";

/// The name of a labels file, as a source of dead stones or of a label.
const LABELS_FILE: &str = "labels file";

/// A game with its explanation. The game has to be evaluated with maps ([`crate::pipeline::Maps::All`]).
#[derive(Debug)]
pub struct Explained<'a> {
    outcome: &'a GameOutcome,
    game: &'a Evaluated,
    names: Vec<&'static str>,
    /// Whether each strategy is a control, which is compared with `--all` only.
    controls: Vec<bool>,
    /// Whether to show every region, and to compare controls.
    shows_all: bool,
    evaluator: Evaluator,
    /// The trace of each strategy; an empty one under area rules, where no strategy is asked.
    traces: Vec<Trace>,
    /// The first stone and the number of stones of each block.
    blocks: Vec<(usize, u32)>,
    /// The reason why the game is left out of the figures, if it is.
    left_out: Option<Skip>,
}

impl<'a> Explained<'a> {
    /// Evaluates the position again, with a trace of each strategy.
    #[must_use]
    pub fn new(outcome: &'a GameOutcome, game: &'a Evaluated, strategies: &[&'static dyn Strategy]) -> Self {
        let mut evaluator = Evaluator::of(strategies);
        let mut verdict = Verdict::default();
        evaluator.set(&game.position, &game.dead);
        let traces = strategies.iter().map(|&strategy| match game.count.rules.method() {
            Method::Area => Trace::default(),
            Method::Territory => evaluator.explain(strategy, &mut verdict),
        });
        let traces = traces.collect();
        let mut blocks = vec![(0, 0); evaluator.analysis().blocks().len()];
        for index in game.position.grid().points().filter(|&index| game.position.cells()[index] != Cell::Empty) {
            let (first, stones) = &mut blocks[evaluator.analysis().block(index)];
            if *stones == 0 {
                *first = index;
            }
            *stones += 1;
        }
        Self {
            outcome,
            game,
            names: strategies.iter().map(|strategy| strategy.name()).collect(),
            controls: strategies.iter().map(|strategy| strategy.is_control()).collect(),
            shows_all: false,
            evaluator,
            traces,
            blocks,
            left_out: None,
        }
    }

    /// Adds the reason why the game is left out of the figures although it can be shown.
    #[must_use]
    pub fn left_out(self, skip: Option<Skip>) -> Self {
        Self { left_out: skip, ..self }
    }

    /// Shows every region, and compares controls with the other strategies, if `all`.
    #[must_use]
    pub fn all(self, all: bool) -> Self {
        Self { shows_all: all, ..self }
    }

    /// Returns the explanation as text, with the steps of each strategy if `steps`.
    #[must_use]
    pub fn text(&self, steps: bool, style: Style) -> String {
        let mut text = String::new();
        self.facts(&mut text, style);
        self.boards(&mut text, style);
        if self.shows_all {
            self.table(&mut text, style);
            text.push_str(&fold(&self.points(style)));
            text.push_str(&fold(&self.regions(style)));
        } else {
            self.short(&mut text, style);
        }
        if steps {
            self.steps(&mut text, style);
        }
        text
    }

    fn facts(&self, text: &mut String, style: Style) {
        let (outcome, game, count) = (self.outcome, self.game, &self.game.count);
        let guessed = if outcome.facts.rules_guessed.is_some() { " (guessed)" } else { "" };
        let _ = writeln!(text, "{}", style.bold(&clean(&outcome.name)));
        let _ = writeln!(
            text,
            "{}×{} board, {} rules{guessed}, komi {}, handicap {}, {} moves",
            game.size.width(),
            game.size.height(),
            count.rules.name(),
            count.komi,
            count.handicap,
            game.moves
        );
        let _ = writeln!(
            text,
            "prisoners: Black {}, White {}; dead stones: {} (source: {})",
            count.prisoners[0],
            count.prisoners[1],
            game.dead.len(),
            match game.dead_from {
                DeadFrom::Labels => LABELS_FILE,
                from => from.name(),
            }
        );
        if self.shows_all {
            self.left_to_play(text);
        }
        if let Some(label) = game.label_margin {
            let origin = clean(&outcome.facts.origin);
            let (label, from, check) =
                (result_text(label), game.label_from.replace("file", LABELS_FILE), game.check.name());
            let _ = writeln!(text, "label: {label} (origin: {origin}; source: {from}; check: {check})");
        }
        if !game.flags.is_empty() {
            text.push_str(&fold(&format!("flags: {}\n", game.flags.join(", "))));
        }
        if let Some(skip) = &self.left_out {
            let (skip, meaning) = (clean(&skip.to_string()).into_owned(), skip.reason.meaning());
            text.push_str(&fold(&format!("left out by eval: {skip} ({})\n", meaning.trim_end_matches('.'))));
        }
    }

    /// Writes how many dame, kos and open borders are left to play.
    fn left_to_play(&self, text: &mut String) {
        let game = self.game;
        let Completeness { neutral, largest_neutral, ko_shapes, open_borders } = game.completeness;
        let left = format!(
            "left to play: {neutral} dame (largest region {largest_neutral}), {}, {}; finished: {}\n",
            text::count(u64::from(ko_shapes), "ko"),
            text::count(u64::from(open_borders), "open border"),
            if game.is_finished() { "yes" } else { "no" }
        );
        text.push_str(&fold(&left));
    }

    fn table(&self, text: &mut String, style: Style) {
        let header = "strategy                 margin   delta seki false eyes dame  category";
        let _ = writeln!(text, "\n{}", style.bold(header));
        for (name, answer) in self.names.iter().zip(&self.game.answers) {
            let counts = answer.counts.unwrap_or_default();
            let delta = answer.comparison.map_or(String::from("–"), |comparison| comparison.delta.to_string());
            let line = format!(
                "{name:<23} {:>7} {delta:>7} {:>4} {:>10} {:>4}  {}",
                result_text(answer.margin),
                counts.seki,
                counts.false_eyes,
                counts.dame,
                answer.category.map_or("", Category::name),
            );
            let _ = writeln!(text, "{}", line.trim_end());
            if let Some(open) = open_text(answer) {
                text.push_str(&fold(&format!("{:<23} {open}\n", "")));
            }
        }
        text.push_str(LEGEND);
        let categories: BTreeSet<Category> = self.game.answers.iter().filter_map(|answer| answer.category).collect();
        for category in categories {
            text.push_str(&fold(&format!("category {}: {}\n", category.name(), category.meaning())));
        }
    }

    const fn analysis(&self) -> &Analysis {
        self.evaluator.analysis()
    }

    /// Returns the owner of a point by the label, or by the first compared strategy if the label has no map.
    fn owner(&self, index: usize) -> Option<Color> {
        match &self.game.label_map {
            Some(map) => map.owner(index),
            None => self.compared().next().and_then(|at| status(&self.game.answers[at], index).owner()),
        }
    }

    /// Returns the strategies whose answers are compared, by their indices. Where at most two strategies are chosen,
    /// or controls only, each is.
    fn compared(&self) -> impl Iterator<Item = usize> {
        let all = self.shows_all || self.names.len() <= 2 || self.controls.iter().all(|&is_control| is_control);
        (0..self.names.len()).filter(move |&at| all || !self.controls[at])
    }

    fn is_disputed(&self, index: usize) -> bool {
        self.compared().any(|at| status(&self.game.answers[at], index).owner() != self.owner(index))
    }

    /// Returns the coordinates of a point.
    fn point(&self, index: impl Into<usize>) -> String {
        self.game.position.grid().point(index.into()).label(self.game.size)
    }

    /// Returns the coordinates of points, row by row.
    fn point_list(&self, points: &[u16]) -> String {
        point_list(self.analysis().grid(), points)
    }

    /// Returns a block as the coordinates of its first stone and its number of stones.
    fn block(&self, number: u16) -> String {
        let (first, stones) = self.blocks[usize::from(number)];
        format!("{} ({stones})", self.point(first))
    }

    fn block_list(&self, numbers: &[u16]) -> String {
        const SHOWN: usize = 6;
        let names: Vec<String> = numbers.iter().take(SHOWN).map(|&number| self.block(number)).collect();
        let rest = if numbers.len() > SHOWN { format!(" and {} more", numbers.len() - SHOWN) } else { String::new() };
        names.join(", ") + &rest
    }
}

/// Returns the status of a point in a strategy's answer.
fn status(answer: &Answer, index: usize) -> Status {
    answer.map.as_ref().expect("maps were asked for").statuses()[index]
}

const fn in_words(status: Status) -> &'static str {
    match status {
        Status::BlackTerritory => "Black's",
        Status::WhiteTerritory => "White's",
        Status::Seki => "an eye in seki",
        Status::FalseEye => "a false eye",
        Status::Dame => "neutral",
        Status::Stone => "a stone",
        Status::Border => "off the board",
    }
}

/// Groups the names that have equal values, in the order in which the values first appear.
fn together<T: PartialEq>(said: impl Iterator<Item = (&'static str, T)>) -> Vec<(T, Vec<&'static str>)> {
    let mut groups: Vec<(T, Vec<&str>)> = Vec::new();
    for (name, words) in said {
        match groups.iter_mut().find(|(other, _)| *other == words) {
            Some((_, names)) => names.push(name),
            None => groups.push((words, vec![name])),
        }
    }
    groups
}

/// Returns names in a list, or `all` if there are `all` of them.
fn who(names: &[&str], all: usize) -> String {
    if names.len() == all && all > 1 { "all".to_owned() } else { names.join(", ") }
}
