//! Shows one game to a person: its boards, its regions in words, and every point on which answers differ.

mod board;
mod facts;
mod glyphs;
mod json;
mod near;
#[cfg(feature = "cli")]
mod points;
mod regions;
mod short;
mod steps;
mod svg;
mod table;
mod why;
mod words;

use words::{Words, whose};

use super::readings::point_list;
use super::text::{Style, fold};
use crate::board::{Cell, Color};
use crate::external::scorer::NoAnswer;
use crate::pipeline::{Answer, Evaluated, GameOutcome};
use crate::skip::Skip;
use crate::territory::{Analysis, Evaluator, OwedMove, Status, Strategy, TerritoryMap, Trace, Verdict};

/// A game with its explanation. The game has to be evaluated with maps ([`crate::pipeline::Maps::All`]).
#[derive(Debug)]
pub struct Explained<'a> {
    outcome: &'a GameOutcome,
    game: &'a Evaluated,
    /// The answers that have a map, in the order in which they are shown.
    shown: Vec<Shown<'a>>,
    /// The scorers that gave no map: a margin alone, or no answer.
    without_map: Vec<(&'a str, Result<&'a Answer, &'a NoAnswer>)>,
    /// Whether to show every region.
    shows_all: bool,
    evaluator: Evaluator,
    /// The first stone and the number of stones of each block.
    blocks: Vec<(usize, u32)>,
    /// The reason why the game is left out of the figures, if it is.
    left_out: Option<Skip>,
    /// The protective moves that the facts name.
    owed: &'a [OwedMove],
}

/// The answer of a strategy or of an external scorer.
#[derive(Debug)]
struct Shown<'a> {
    name: &'a str,
    answer: &'a Answer,
    map: &'a TerritoryMap,
    /// How the strategy reached the answer: empty for a scorer, and under area rules, where no strategy is asked.
    trace: Trace,
    is_control: bool,
    is_external: bool,
}

impl<'a> Explained<'a> {
    /// Evaluates the position again, with a trace of each strategy. `scorers` are the names of the external scorers,
    /// whose answers come first.
    #[must_use]
    pub fn new(
        outcome: &'a GameOutcome,
        game: &'a Evaluated,
        strategies: &[&'static dyn Strategy],
        scorers: &'a [String],
    ) -> Self {
        let mut evaluator = Evaluator::of(strategies);
        evaluator.set(&game.position, &game.dead);
        let mut shown = Vec::new();
        let mut without_map = Vec::new();
        for (name, answer) in scorers.iter().zip(&game.external) {
            match answer.as_ref().ok().and_then(|answer| Some((answer, answer.map.as_deref()?))) {
                Some((answer, map)) => {
                    let trace = Trace::default();
                    shown.push(Shown { name, answer, map, trace, is_control: false, is_external: true });
                }
                None => without_map.push((name.as_str(), answer.as_ref())),
            }
        }
        let mut verdict = Verdict::default();
        for (&strategy, answer) in strategies.iter().zip(&game.answers) {
            let trace = if game.count.rules.is_plain_area() {
                Trace::default()
            } else {
                evaluator.explain(strategy, &mut verdict)
            };
            let map = answer.map.as_ref().expect("maps were asked for");
            let (name, is_control) = (strategy.name(), strategy.is_control());
            shown.push(Shown { name, answer, map, trace, is_control, is_external: false });
        }
        let mut blocks = vec![(0, 0); evaluator.analysis().blocks().len()];
        for index in game.position.grid().points().filter(|&index| game.position.cells()[index] != Cell::Empty) {
            let (first, stones) = &mut blocks[evaluator.analysis().block(index)];
            if *stones == 0 {
                *first = index;
            }
            *stones += 1;
        }
        Self { outcome, game, shown, without_map, shows_all: false, evaluator, blocks, left_out: None, owed: &[] }
    }

    /// Puts the answers into the order of `names`. Others come last, in the order that they have.
    #[must_use]
    pub fn ordered(mut self, names: &[&str]) -> Self {
        self.shown.sort_by_key(|shown| names.iter().position(|name| *name == shown.name).unwrap_or(names.len()));
        self
    }

    /// Adds the reason why the game is left out of the figures although it can be shown.
    #[must_use]
    pub fn left_out(self, skip: Option<Skip>) -> Self {
        Self { left_out: skip, ..self }
    }

    /// Adds the protective moves that are owed once the dame are filled.
    #[must_use]
    pub fn owed(self, owed: &'a [OwedMove]) -> Self {
        Self { owed, ..self }
    }

    /// Shows every region, if `all`.
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

    const fn analysis(&self) -> &Analysis {
        self.evaluator.analysis()
    }

    /// Returns the status of a point by an answer. Stones that only an external scorer takes for dead are territory.
    fn status(&self, at: usize, index: usize) -> Status {
        let Shown { answer, map, .. } = &self.shown[at];
        let captor = |color: Color| Status::territory(color.opponent());
        match self.game.position.cells()[index].color() {
            Some(color) if answer.also_dead.contains(&self.game.position.grid().point(index)) => captor(color),
            _ => map.statuses()[index],
        }
    }

    /// Returns the words for the status of a point by an answer.
    fn words(&self, at: usize, index: usize) -> Words {
        Words { status: self.status(at, index), has_reasons: !self.shown[at].is_external }
    }

    /// Returns the owner of a point by the label, or by the first compared answer if the label has no map.
    fn owner(&self, index: usize) -> Option<Color> {
        match &self.game.label_map {
            Some(map) => map.owner(index),
            None => self.compared().next().and_then(|at| self.status(at, index).owner()),
        }
    }

    /// Returns the answers that are compared, by their indices: all but those of control strategies. Where at most two
    /// strategies are chosen, or controls only, each is.
    fn compared(&self) -> impl Iterator<Item = usize> {
        let strategies = || self.shown.iter().filter(|shown| !shown.is_external);
        let all = strategies().count() <= 2 || strategies().all(|shown| shown.is_control);
        (0..self.shown.len()).filter(move |&at| all || !self.shown[at].is_control)
    }

    /// Returns the names of the control strategies that are not compared and differ from those that are.
    fn differing_controls(&self) -> Vec<&'a str> {
        let compared: Vec<usize> = self.compared().collect();
        let rest = (0..self.shown.len()).filter(|at| !compared.contains(at));
        rest.filter(|&at| self.differs(at)).map(|at| self.shown[at].name).collect()
    }

    /// Returns whether an answer differs from the label, or from the first answer, on a point.
    fn differs(&self, at: usize) -> bool {
        self.game.position.grid().points().any(|index| self.differs_on(at, index))
    }

    fn differs_on(&self, at: usize, index: usize) -> bool {
        self.status(at, index).owner() != self.owner(index)
    }

    fn is_disputed(&self, index: usize) -> bool {
        self.compared().any(|at| self.differs_on(at, index))
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

/// Groups the names that have equal values, in the order in which the values first appear.
fn together<'a, T: PartialEq>(said: impl Iterator<Item = (&'a str, T)>) -> Vec<(T, Vec<&'a str>)> {
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
