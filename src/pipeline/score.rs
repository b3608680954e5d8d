//! Lets every strategy decide whose each point is. The margins are counted in `compare`.

use super::{Against, Evaluated, Options};
use crate::board::{Point, Position};
use crate::labels::{LabelCheck, LabelMap};
use crate::outcome::LabelCounts;
use crate::rules::Rules;
use crate::skip::{Reason, Skip};
use crate::territory::{AREA, Completeness, Evaluator, READING, Strategy, Verdict};

/// Evaluates one game after another with every strategy, and keeps its memory between them.
#[derive(Debug, Default)]
pub(super) struct StrategyEvaluator {
    /// The memory of the strategies, with the position that is set.
    pub(super) evaluator: Evaluator,
    /// The verdict of each strategy.
    pub(super) verdicts: Vec<Verdict>,
    /// For each strategy, the first one with the same verdict.
    pub(super) firsts: Vec<usize>,
    /// A verdict that belongs to no strategy: of the label, or of an external scorer.
    pub(super) verdict: Verdict,
    /// The points that the label gives to each colour, region by region.
    pub(super) label_counts: LabelCounts,
    /// Whether the label gives points to nobody that one colour surrounds, so that `eyes` is set.
    pub(super) has_eyes: bool,
    /// The verdict that says what these points are.
    pub(super) eyes: Verdict,
}

impl StrategyEvaluator {
    /// Creates an evaluator whose fills are those among `strategies`.
    pub(super) fn new(strategies: &[&'static dyn Strategy]) -> Self {
        Self { evaluator: Evaluator::of(strategies), ..Self::default() }
    }

    /// Finds the verdict of every strategy on `game`, and whether they dispute the game. Under area scoring without a tax
    /// every strategy gives the controlled regions to their colours, and all verdicts are equal.
    ///
    /// # Errors
    /// The reason why the game is left out: it is not finished, or has no label to compare with.
    pub(super) fn score(&mut self, game: &mut Evaluated, options: &Options) -> Result<(), Skip> {
        self.evaluator.set(&game.position, &game.dead);
        game.completeness = Completeness::of(self.evaluator.analysis());
        if options.finished_only && !game.is_finished() {
            return Err(not_finished(game));
        }
        if options.against == Against::Reading {
            match self.read_label(game) {
                Err(skip) if options.needs_label => return Err(skip),
                _ => {}
            }
        }
        self.decide(game, options);
        game.disputed = self.is_disputed(options);
        Ok(())
    }

    /// Replaces the label by the answer of the strategy that reads.
    fn read_label(&mut self, game: &mut Evaluated) -> Result<(), Skip> {
        if !game.count.rules.is_plain_territory() {
            return Err(Skip::new(Reason::AreaRules, game.count.rules.name().into_owned()));
        }
        self.evaluator.decide(READING, &mut self.verdict);
        let analysis = self.evaluator.analysis();
        let coordinates = |&point: &u16| analysis.grid().point(point.into()).label(analysis.grid().size());
        if self.verdict.unsettled().is_unread {
            let unread = self.evaluator.local_results().iter().filter(|result| result.is_unread);
            let games = unread.map(|result| result.points.first().map(coordinates).unwrap_or_default());
            return Err(Skip::new(Reason::Unread, format!("around {}", games.collect::<Vec<_>>().join(", "))));
        }
        let points: Vec<String> = self.verdict.unsettled().points.iter().map(|(point, _)| coordinates(point)).collect();
        if !points.is_empty() {
            return Err(Skip::new(Reason::Unsettled, points.join(", ")));
        }
        let mut map = LabelMap::new(analysis.grid());
        self.verdict.for_each_point(analysis, |index, status| map.set(index, status.owner()));
        game.label_margin = Some(game.count.margin(map.territory()));
        game.label_map = Some(map);
        game.label_from = Against::Reading.name();
        game.check = LabelCheck::Consistent;
        game.label_dead = None;
        game.local_results = self.evaluator.local_results().to_vec();
        Ok(())
    }

    /// Lets each strategy decide. Under area scoring without a tax the verdict is that of the controlled regions.
    pub(super) fn decide(&mut self, game: &mut Evaluated, options: &Options) {
        self.verdicts.resize_with(options.strategies.len(), Verdict::default);
        self.firsts.clear();
        let rules = game.count.rules;
        for (number, &strategy) in options.strategies.iter().enumerate() {
            let (earlier, verdict) = self.verdicts.split_at_mut(number);
            let verdict = &mut verdict[0];
            match (rules.is_plain_area(), earlier.first()) {
                (true, None) => self.evaluator.decide(AREA, verdict),
                (true, Some(same)) => verdict.clone_from(same),
                (false, _) => {
                    self.evaluator.decide(strategy, verdict);
                    verdict.apply(self.evaluator.analysis(), rules);
                }
            }
            if strategy.reads() {
                game.local_results = self.evaluator.local_results().to_vec();
            }
            // many strategies have the same verdict, and with it the same answer and map
            self.firsts.push(earlier.iter().position(|earlier| earlier == verdict).unwrap_or(number));
        }
    }

    /// Returns the points of territory that Black and White score by the first strategy on `position`, from which the
    /// stones `dead` are taken off; `None` if there is no strategy.
    pub(super) fn territory_of_first(
        &mut self,
        position: &Position,
        dead: &[Point],
        rules: Rules,
        options: &Options,
    ) -> Option<[u32; 2]> {
        let &strategy = options.strategies.first()?;
        self.evaluator.set(position, dead);
        self.evaluator.decide(if rules.is_plain_area() { AREA } else { strategy }, &mut self.verdict);
        self.verdict.apply(self.evaluator.analysis(), rules);
        Some(self.verdict.counts().scored())
    }

    /// Returns whether two of the strategies differ that fill or join dame.
    fn is_disputed(&self, options: &Options) -> bool {
        let mut fills = (0..options.strategies.len()).filter(|&number| options.strategies[number].is_fill());
        let Some(first) = fills.next() else { return false };
        let analysis = self.evaluator.analysis();
        fills.any(|number| {
            self.firsts[number] != self.firsts[first]
                && !self.verdicts[number].same_territory(&self.verdicts[first], analysis)
        })
    }
}

/// Returns the skip of a game that is not finished.
fn not_finished(game: &Evaluated) -> Skip {
    let Completeness { open_borders, neutral, .. } = game.completeness;
    let detail = match open_borders {
        0 => "a comment says that moves are missing".to_owned(),
        1 => format!("1 open border, {neutral} neutral points"),
        open => format!("{open} open borders, {neutral} neutral points"),
    };
    Skip::new(Reason::NotFinished, detail)
}
