//! Shows one game to a person: its boards, its regions, and every point where answers differ. [`Explained`] has the
//! facts; the modules below turn them into text, JSON and a picture.

mod board;
mod json;
mod reasons;
mod regions;
pub(crate) mod remarks;
mod scene;
mod svg;
mod text;

use std::borrow::Cow;

pub use remarks::{
    open_text, protective_json, protective_moves, protective_text, rules_text, safety_json, safety_text, tax_text,
    unclosed_text,
};
pub use scene::{Scene, Sentence};

use crate::board::Color;
use crate::external::scorer::NoAnswer;
use crate::pipeline::{Answer, Evaluated, GameOutcome, Options};
use crate::run::readings::point_list;
use crate::skip::Skip;
use crate::territory::{Evaluator, OwedMove, Status, Trace, Verdict};

/// A game with all facts of its explanation.
#[derive(Debug)]
pub struct Explained<'a> {
    outcome: &'a GameOutcome,
    game: &'a Evaluated,
    /// The names of the strategies and of the external scorers.
    names: Vec<String>,
    scene: Scene<'static>,
    /// The answers with a map, in the order of the explanation.
    shown: Vec<Shown<'a>>,
    /// The scorers that gave only a margin, or no answer.
    without_map: Vec<(&'a str, Result<&'a Answer, &'a NoAnswer>)>,
    /// The indices of the compared answers: all except the answers of control strategies. If at most two strategies or
    /// only controls are chosen, every answer is compared.
    compared: Vec<usize>,
    /// The owner of each cell by the label, or by the first compared answer if the label has no map.
    owners: Vec<Option<Color>>,
    /// The reason why the figures leave out the game, if they do.
    left_out: Option<Skip>,
    /// The protective moves that are owed once the dame are filled.
    owed: Vec<OwedMove>,
}

/// The answer of a strategy or of an external scorer.
#[derive(Debug)]
struct Shown<'a> {
    name: &'a str,
    answer: &'a Answer,
    /// The status of each cell. The points of stones that only an external scorer considers dead are territory.
    statuses: Vec<Status>,
    /// How the strategy reached the answer: empty for a scorer, and under area rules, which need no strategy.
    trace: Trace,
    is_control: bool,
    is_external: bool,
}

impl<'a> Explained<'a> {
    /// Explains a game that was evaluated with `options` and maps ([`crate::pipeline::Maps::All`]). The answers named
    /// in `order` come first, then the other scorers, then the other strategies. `left_out` is the reason why the
    /// figures leave out the game, if they do.
    #[must_use]
    pub fn new(
        outcome: &'a GameOutcome,
        game: &'a Evaluated,
        options: &'a Options,
        order: &[&str],
        left_out: Option<Skip>,
    ) -> Self {
        let mut evaluator = Evaluator::of(&options.strategies);
        evaluator.set(&game.labelled.position, &game.labelled.dead);
        let (mut shown, mut without_map) = (Vec::new(), Vec::new());
        for (scorer, answer) in options.scorers.iter().zip(&game.external) {
            match answer {
                Ok(answer) if answer.map.is_some() => shown.push(Shown::new(&scorer.name, game, answer)),
                _ => without_map.push((scorer.name.as_str(), answer.as_ref())),
            }
        }
        let mut verdict = Verdict::default();
        for (&strategy, answer) in options.strategies.iter().zip(&game.answers) {
            let is_asked = !game.labelled.count.rules.is_plain_area();
            let trace = if is_asked { evaluator.explain(strategy, &mut verdict) } else { Trace::default() };
            let of_scorer = Shown::new(strategy.name(), game, answer);
            shown.push(Shown { trace, is_control: strategy.is_control(), is_external: false, ..of_scorer });
        }
        shown.sort_by_key(|shown| order.iter().position(|name| *name == shown.name).unwrap_or(order.len()));
        let compared = compared(&shown);
        let owner = |index| match (&game.labelled.label.map, compared.first()) {
            (Some(map), _) => map.owner(index),
            (None, first) => first.and_then(|&at| shown[at].statuses[index].owner()),
        };
        Self {
            outcome,
            game,
            names: options.names(),
            scene: Scene::new(Cow::Owned(evaluator.analysis().clone())),
            owners: (0..game.labelled.position.cells().len()).map(owner).collect(),
            shown,
            without_map,
            compared,
            left_out,
            owed: protective_moves(&mut Evaluator::of(&[]), game),
        }
    }

    /// Returns whether an answer differs from the label at a point, or from the first answer if the label has no map.
    fn differs_on(&self, at: usize, index: usize) -> bool {
        self.shown[at].statuses[index].owner() != self.owners[index]
    }

    /// Returns whether compared answers differ at a point, from each other or from the label.
    fn is_disputed(&self, index: usize) -> bool {
        self.compared.iter().any(|&at| self.differs_on(at, index))
    }

    /// Returns the disputed points, row by row.
    fn disputed(&self) -> impl Iterator<Item = usize> {
        self.game.labelled.position.grid().points().filter(|&index| self.is_disputed(index))
    }

    /// Returns the names of the control strategies that are not compared and differ from the compared answers.
    fn differing_controls(&self) -> Vec<&'a str> {
        let differs = |&at: &usize| self.game.labelled.position.grid().points().any(|index| self.differs_on(at, index));
        let rest = (0..self.shown.len()).filter(|at| !self.compared.contains(at));
        rest.filter(differs).map(|at| self.shown[at].name).collect()
    }

    /// Returns the colour of the living stone on a cell, if there is one.
    fn stone(&self, index: usize) -> Option<Color> {
        self.game.labelled.position.cells()[index].color()
    }

    /// Returns the coordinates of a point.
    fn point(&self, index: impl Into<usize>) -> String {
        self.scene.point(index)
    }

    /// Returns the coordinates of the first points of a list, and the number of points if there are more.
    fn point_list(&self, points: &[u16]) -> String {
        point_list(self.scene.analysis.grid(), points)
    }
}

impl<'a> Shown<'a> {
    /// Returns the answer of an external scorer.
    fn new(name: &'a str, game: &Evaluated, answer: &'a Answer) -> Self {
        let mut statuses = answer.map.as_ref().expect("an answer with a map").statuses().to_vec();
        for &stone in &answer.also_dead {
            let index = game.labelled.position.grid().index(stone);
            if let Some(color) = game.labelled.position.cells()[index].color() {
                statuses[index] = Status::territory(color.opponent());
            }
        }
        Self { name, answer, statuses, trace: Trace::default(), is_control: false, is_external: true }
    }
}

/// Returns the indices of the compared answers.
fn compared(shown: &[Shown<'_>]) -> Vec<usize> {
    let strategies = || shown.iter().filter(|shown| !shown.is_external);
    let all = strategies().count() <= 2 || strategies().all(|shown| shown.is_control);
    (0..shown.len()).filter(|&at| all || !shown[at].is_control).collect()
}

/// Groups items with equal values, in the order of the first items.
fn together<N, T: PartialEq>(items: impl Iterator<Item = (N, T)>) -> Vec<(T, Vec<N>)> {
    let mut groups: Vec<(T, Vec<N>)> = Vec::new();
    for (item, value) in items {
        match groups.iter_mut().find(|(other, _)| *other == value) {
            Some((_, items)) => items.push(item),
            None => groups.push((value, vec![item])),
        }
    }
    groups
}

/// Joins items into a list: `A, B and C`.
fn in_a_row(items: &[impl AsRef<str>], word: &str) -> String {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    match items.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}
