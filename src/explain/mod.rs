//! Explains games and boards: the answers for a board, the points where they differ, and sentences
//! that say why a point counts. This module makes all sentences, whether they are for the terminal,
//! for JSON or for web pages.

mod compared;
mod places;
mod reasons;
mod remark_texts;
mod scene;

pub(crate) use compared::{ComparedBoard, Shown};
pub(crate) use places::{Place, PlaceAnswer};
pub use remark_texts::doubt_texts;
pub(crate) use remark_texts::{
    chains_text, dead_source_text, groups_text, impossible_text, notes_text, point_name,
    point_names, protective_moves, protective_text, rules_text, safety_text, stone_groups,
    tax_text, unclosed_text,
};
use scene::Scene;
pub use scene::{Sentence, sentences_of};

use crate::external::NoAnswer;
use crate::game::{Answer, Evaluated, GameOutcome, Options};
use crate::territory::{Evaluator, OwedMove, TerritoryMap};

/// A game, with everything that explains it.
#[derive(Debug)]
pub struct Explained<'a> {
    pub(crate) outcome: &'a GameOutcome,
    pub(crate) game: &'a Evaluated,
    /// The names of the strategies and of the external scorers.
    pub(crate) names: Vec<String>,
    /// The board with the answers that have a map, in the order of the explanation.
    pub(crate) board: ComparedBoard<'a>,
    /// The answers that the board shows.
    pub(crate) answers: Vec<&'a Answer>,
    /// The scorers that gave only a margin, or no answer.
    pub(crate) without_map: Vec<(&'a str, Result<&'a Answer, &'a NoAnswer>)>,
    /// The protective moves that are owed once the dame are filled.
    pub(crate) owed: Vec<OwedMove>,
}

impl<'a> Explained<'a> {
    /// Explains a game that was evaluated with `options`. The answers named in `order` come first,
    /// then those of the other scorers, then those of the other strategies.
    pub fn new(
        outcome: &'a GameOutcome,
        game: &'a Evaluated,
        options: &'a Options,
        order: &[&str],
    ) -> Self {
        let mut evaluator = Evaluator::new();
        let mut scoring = game.labelled.scoring(&mut evaluator);
        let (mut with_map, mut without_map) = (Vec::new(), Vec::new());
        for (scorer, answer) in options.scorers.iter().zip(&game.external) {
            match answer {
                Ok(answer) if answer.map.is_some() => {
                    with_map.push((Shown::of_scorer(&scorer.name, game, answer), answer));
                }
                _ => without_map.push((scorer.name.as_str(), answer.as_ref())),
            }
        }
        let mut map = TerritoryMap::default();
        for (&strategy, answer) in options.strategies.iter().zip(&game.answers) {
            let mut shown = Shown::of_scorer(strategy.name, game, answer);
            shown.is_external = false;
            shown.is_control = strategy.is_control;
            if !game.labelled.count.rules.is_plain_area() {
                shown.trace = scoring.trace(strategy, &mut map);
            }
            with_map.push((shown, answer));
        }
        with_map.sort_by_key(|(shown, _)| {
            let place = order.iter().position(|name| *name == shown.name);
            place.unwrap_or(order.len())
        });
        let (shown, answers) = with_map.into_iter().unzip();
        let cells = 0..game.labelled.position.cells().len();
        let map = game.labelled.label.map.as_ref();
        let label = map.map(|map| cells.map(|index| map.owner(index)).collect());
        Self {
            outcome,
            game,
            names: options.names(),
            board: ComparedBoard::new(scoring.analysis().clone(), label, shown),
            answers,
            without_map,
            owed: protective_moves(&mut Evaluator::new(), game),
        }
    }
}

/// Groups items that have equal values, in the order of the first item of each group.
pub(crate) fn together<N, T: PartialEq>(items: impl Iterator<Item = (N, T)>) -> Vec<(T, Vec<N>)> {
    let mut groups: Vec<(T, Vec<N>)> = Vec::new();
    for (item, value) in items {
        match groups.iter_mut().find(|(other, _)| *other == value) {
            Some((_, items)) => items.push(item),
            None => groups.push((value, vec![item])),
        }
    }
    groups
}

/// Joins items into a list, such as `A, B and C` if `word` is `and`.
fn in_a_row(items: &[impl AsRef<str>], word: &str) -> String {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    match items.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}
