//! Runs every strategy, and compares its answer and the external scorers' answers with the label.

use std::sync::Arc;

use super::category::{AnswerFrom, Category, Claims, categorize, of_points};
use super::cause::mark_unfinished;
use super::labelled::{GameLabel, LabelledGame};
use super::outcome::{Answer, Evaluated};
use super::unmarked::UnmarkedDead;
use super::{Against, Maps, Options};
use crate::board::{Color, Point, Position};
use crate::dead::Estimator;
use crate::external::scorer::{Given, NoAnswer};
use crate::labels::{LabelCheck, LabelMap};
use crate::outcome::{Crosstab, LabelCounts, Outcome};
use crate::rules::{Count, Points, Rules};
use crate::skip::{Reason, Skip};
use crate::stats::{Comparison, Confusion};
use crate::territory::{
    AREA, Analysis, Completeness, EYES, Evaluator, READING, Status, Strategy, TerritoryMap, Verdict,
};

/// Runs every strategy on one game after another, and reuses its memory.
#[derive(Debug, Default)]
pub(super) struct StrategyEvaluator {
    /// The memory of the strategies, with the current position.
    pub(super) evaluator: Evaluator,
    /// The verdict of each strategy.
    pub(super) verdicts: Vec<Verdict>,
    /// For each strategy, the first one with the same verdict.
    pub(super) firsts: Vec<usize>,
    /// A verdict for temporary use, such as an external scorer's.
    verdict: Verdict,
    /// The map that stands in for the label's: see [`Self::set_label`].
    stand_in: Option<LabelMap>,
    /// The points that the label or its stand-in gives to each colour, region by region.
    label_counts: LabelCounts,
    /// Whether this map leaves points neutral that one colour surrounds. Then `eyes` is set.
    has_eyes: bool,
    /// The verdict that tells whether these points are eyes in seki or false eyes.
    eyes: Verdict,
}

impl StrategyEvaluator {
    /// Creates an evaluator for `strategies`.
    pub(super) fn new(strategies: &[&'static dyn Strategy]) -> Self {
        Self { evaluator: Evaluator::of(strategies), ..Self::default() }
    }

    /// Sets the position, from which the stones `dead` have been removed.
    pub(super) fn set(&mut self, position: &Position, dead: &[Point]) {
        self.evaluator.set(position, dead);
    }

    /// Returns how complete the current position is.
    pub(super) fn completeness(&self) -> Completeness {
        Completeness::of(self.evaluator.analysis())
    }

    /// Runs every strategy on `game`, and compares the answers with its label. `given` are the external scorers'
    /// answers.
    pub(super) fn score(
        &mut self,
        game: LabelledGame,
        given: Vec<Result<Given, NoAnswer>>,
        options: &Options,
        estimator: &mut Estimator,
    ) -> Evaluated {
        self.set(&game.position, &game.dead);
        self.decide(game.count.rules, options);
        let disputed = self.is_disputed(options);
        self.set_label(&game, options);
        let mut answers: Vec<Answer> = Vec::with_capacity(self.firsts.len());
        for (number, &first) in self.firsts.iter().enumerate() {
            answers.push(match answers.get(first) {
                Some(same) => same.clone(),
                None => self.answer(&game, &self.verdicts[number], Vec::new(), AnswerFrom::Strategy),
            });
        }
        let mut external: Vec<Result<Answer, NoAnswer>> = Vec::with_capacity(given.len());
        for given in given {
            external.push(given.map(|given| self.external_answer(&game, given)));
        }
        let mut all = answers.iter().chain(external.iter().flatten());
        let is_drawn = match options.maps {
            Maps::None => false,
            Maps::Differing => disputed || all.any(|answer| answer.category.is_some()),
            Maps::All => true,
        };
        if is_drawn {
            self.draw(&mut answers);
        }
        let (completeness, seki) = (self.completeness(), game.label.map.as_ref().map(|_| self.has_eyes));
        self.find_causes(&game, &mut answers, external.iter_mut().flatten(), options);
        if !is_drawn {
            external.iter_mut().flatten().for_each(|answer| answer.map = None);
        }
        let is_finished = completeness.is_closed() && !game.moves_missing;
        mark_unfinished(is_finished, answers.iter_mut().chain(external.iter_mut().flatten()));
        let is_missed = Answer::all_miss(&answers);
        let territory =
            |rest: &Position, dead: &[Point]| self.territory_of_first(rest, dead, game.count.rules, options);
        let unmarked_dead = UnmarkedDead::find(&game, is_missed, options.playouts, estimator, territory);
        let unmarked_flags = unmarked_dead.iter().flat_map(UnmarkedDead::flags);
        Evaluated {
            completeness,
            seki,
            disputed,
            flags: game.record_flags.iter().cloned().chain(unmarked_flags).collect(),
            unmarked_dead,
            answers,
            external,
            labelled: game,
        }
    }

    /// Returns a label for the current position by the strategy `reading`.
    ///
    /// # Errors
    /// The reason why reading gives no label.
    pub(super) fn read_label(&mut self, count: &Count) -> Result<GameLabel, Skip> {
        if !count.rules.is_plain_territory() {
            return Err(Skip::new(Reason::AreaRules, format!("the rules are {}", count.rules.name())));
        }
        self.evaluator.decide(READING, &mut self.verdict);
        let analysis = self.evaluator.analysis();
        let coordinates = |&point: &u16| analysis.grid().point(point.into()).label(analysis.grid().size());
        if self.verdict.unsettled().is_unread {
            let unread = self.evaluator.local_results().iter().filter(|result| result.is_unread);
            let games = unread.map(|result| result.points.first().map(coordinates).unwrap_or_default());
            return Err(Skip::new(
                Reason::Unread,
                format!("the search reached a limit around {}", games.collect::<Vec<_>>().join(", ")),
            ));
        }
        let points: Vec<String> = self.verdict.unsettled().points.iter().map(|(point, _)| coordinates(point)).collect();
        if !points.is_empty() {
            return Err(Skip::new(
                Reason::Unsettled,
                format!("the owner of {} depends on who plays first", points.join(", ")),
            ));
        }
        let map = label_map(&self.verdict, analysis);
        Ok(GameLabel {
            margin: Some(count.margin(map.territory())),
            map: Some(map),
            from: Against::Reading.name(),
            check: LabelCheck::Consistent,
            dead: None,
        })
    }

    /// Runs each strategy. Under area scoring without a tax, every strategy gives the controlled regions to their
    /// colours, and all verdicts are equal.
    fn decide(&mut self, rules: Rules, options: &Options) {
        self.verdicts.resize_with(options.strategies.len(), Verdict::default);
        self.firsts.clear();
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
            // strategies with the same verdict share one answer and map
            self.firsts.push(earlier.iter().position(|earlier| earlier == verdict).unwrap_or(number));
        }
    }

    /// Returns each player's points of territory on `position`, according to the first strategy; `None` without a
    /// strategy. The stones `dead` have already been removed from `position`.
    pub(super) fn territory_of_first(
        &mut self,
        position: &Position,
        dead: &[Point],
        rules: Rules,
        options: &Options,
    ) -> Option<[u32; 2]> {
        let &strategy = options.strategies.first()?;
        Some(self.territory_of(strategy, position, dead, rules))
    }

    /// Returns each player's points of territory on `position` according to a strategy.
    pub(super) fn territory_of(
        &mut self,
        strategy: &dyn Strategy,
        position: &Position,
        dead: &[Point],
        rules: Rules,
    ) -> [u32; 2] {
        self.evaluator.set(position, dead);
        self.evaluator.decide(if rules.is_plain_area() { AREA } else { strategy }, &mut self.verdict);
        self.verdict.apply(self.evaluator.analysis(), rules);
        self.verdict.counts().scored()
    }

    /// Returns whether two fills give different territory.
    fn is_disputed(&self, options: &Options) -> bool {
        let mut fills = (0..options.strategies.len()).filter(|&number| options.strategies[number].is_fill());
        let Some(first) = fills.next() else { return false };
        let analysis = self.evaluator.analysis();
        fills.any(|number| {
            self.firsts[number] != self.firsts[first]
                && !self.verdicts[number].same_territory(&self.verdicts[first], analysis)
        })
    }

    /// Sets the label of `game`, whose position is the current one. If it has no map, the map of the last strategy with
    /// the label's margin replaces it, to find the category of other answers. Control strategies may have the margin by
    /// chance.
    fn set_label(&mut self, game: &LabelledGame, options: &Options) {
        self.has_eyes = false;
        let fits = |number: &usize| {
            let margin = game.count.margin(self.verdicts[*number].counts().scored());
            !options.strategies[*number].is_control() && Some(margin) == game.label.margin
        };
        let needs_map = game.label.map.is_none();
        let fitting = (0..options.strategies.len()).rev().filter(|_| needs_map).find(fits);
        self.stand_in = fitting.map(|number| label_map(&self.verdicts[number], self.evaluator.analysis()));
        let Some(label) = game.label.map.as_ref().or(self.stand_in.as_ref()) else { return };
        self.label_counts.set(self.evaluator.analysis(), label);
        self.has_eyes = self.label_counts.has_seki(self.evaluator.analysis());
        if self.has_eyes {
            self.evaluator.decide(EYES, &mut self.eyes);
        }
    }

    /// Counts the points that `verdict` gives to a player and `label` leaves neutral, by kind.
    fn claims(&self, verdict: &Verdict, label: &LabelMap) -> Claims {
        let mut claims = Claims::default();
        let analysis = self.evaluator.analysis();
        verdict.for_each_point(analysis, |index, status| {
            if status.owner().is_some() && label.owner(index).is_none() {
                *match self.has_eyes.then(|| self.eyes.status(analysis, index)) {
                    Some(Status::Seki) => &mut claims.seki,
                    Some(Status::FalseEye) => &mut claims.false_eye,
                    _ => &mut claims.other,
                } += 1;
            }
        });
        claims
    }

    /// Adds the maps of the verdicts to the answers.
    fn draw(&self, answers: &mut [Answer]) {
        for (number, &first) in self.firsts.iter().enumerate() {
            let verdict = &self.verdicts[number];
            answers[number].map = match &answers[0].map {
                Some(map) if first == number && number > 0 => {
                    Some(Arc::new(map.of_other(self.evaluator.analysis(), verdict)))
                }
                Some(_) => answers[first].map.clone(),
                None => Some(self.map(verdict)),
            };
        }
    }

    /// Returns the map of a verdict on the current position.
    fn map(&self, verdict: &Verdict) -> Arc<TerritoryMap> {
        let mut map = TerritoryMap::default();
        map.write(self.evaluator.analysis(), verdict);
        Arc::new(map)
    }

    /// Returns the answer of an external scorer, with its map if it has one.
    fn external_answer(&mut self, game: &LabelledGame, given: Given) -> Answer {
        let (territory, also_dead) = match given {
            Given::Territory { territory, also_dead } => (territory, also_dead),
            Given::Margin(margin) => return margin_only(game, margin),
        };
        let grid = game.position.grid();
        let mut owners = vec![None; grid.cells()];
        for (points, color) in territory.into_iter().zip(Color::BOTH) {
            for point in points {
                owners[grid.index(point)] = Some(color);
            }
        }
        self.verdict.set_owners(self.evaluator.analysis(), |index| owners[index]);
        self.verdict.apply_group_tax(self.evaluator.analysis(), game.count.rules);
        let answer = self.answer(game, &self.verdict, also_dead, AnswerFrom::Scorer);
        Answer { map: Some(self.map(&self.verdict)), ..answer }
    }

    /// Returns the answer of a verdict, without its map. Stones in `also_dead` count as points and as prisoners.
    fn answer(&self, game: &LabelledGame, verdict: &Verdict, also_dead: Vec<Point>, from: AnswerFrom) -> Answer {
        let (mut counts, mut count) = (*verdict.counts(), game.count);
        for captor in also_dead.iter().filter_map(|&point| game.position.get(point).color()).map(Color::opponent) {
            counts.territory[captor.index()] += 1;
            count.prisoners[captor.index()] += 1;
            count.stones[captor.opponent().index()] -= 1;
        }
        let margin = count.margin(counts.scored());
        let more = u32::try_from(also_dead.len()).expect("at most 52 · 52 stones");
        let table = game.label.map.as_ref().map(|label| self.label_counts.against(verdict, label));
        let claims = || game.label.map.as_ref().map_or_else(Claims::default, |label| self.claims(verdict, label));
        let (comparison, mut category) = compare(game, margin, table.as_ref(), more, claims, from).unzip();
        if let (Some(Some(Category::Unknown)), Some(map)) = (category, &self.stand_in) {
            let table = self.label_counts.against(verdict, map);
            category = Some(Some(of_points(&table, self.claims(verdict, map), from)));
        }
        let unsettled = verdict.unsettled();
        let swung = unsettled.swings.map(|swing| margin + Points::whole(swing.into()));
        Answer {
            counts: Some(counts),
            also_dead,
            map: None,
            margin,
            interval: [swung.into_iter().fold(margin, Points::min), swung.into_iter().fold(margin, Points::max)],
            unsettled: u32::try_from(unsettled.points.len()).expect("at most 52 · 52 points"),
            is_unread: unsettled.is_unread,
            category: category.flatten(),
            fits_if: None,
            comparison,
        }
    }
}

/// Returns the owners of all points according to a verdict.
fn label_map(verdict: &Verdict, analysis: &Analysis) -> LabelMap {
    let mut map = LabelMap::new(analysis.grid());
    verdict.for_each_point(analysis, |index, status| map.set(index, status.owner()));
    map
}

/// Compares an answer with the label, given its `margin` and the `table` of its map. Returns `None` without a label.
/// `also_dead` is the number of stones that only the answer considers dead.
fn compare(
    game: &LabelledGame,
    margin: Points,
    table: Option<&Crosstab>,
    also_dead: u32,
    claims: impl FnOnce() -> Claims,
    from: AnswerFrom,
) -> Option<(Comparison, Option<Category>)> {
    let label = game.label.margin?;
    let map = table.map(|table| (table.differences() + also_dead, confusion(table)));
    let comparison = Comparison { outcome: Outcome::of(margin, label), delta: margin - label, map };
    let category = categorize(game, &comparison, table, also_dead, claims, from);
    Some((comparison, category))
}

/// Returns the answer of an external scorer that gives only a margin.
fn margin_only(game: &LabelledGame, margin: Points) -> Answer {
    let (comparison, category) = compare(game, margin, None, 0, Claims::default, AnswerFrom::Scorer).unzip();
    Answer { margin, interval: [margin; 2], category: category.flatten(), comparison, ..Answer::default() }
}

/// Counts the controlled points that the strategy, the label, or both leave neutral.
fn confusion(table: &Crosstab) -> Confusion {
    let unowned = [Status::Seki, Status::FalseEye];
    let sum = |count: &dyn Fn(Status) -> u32| unowned.iter().map(|&status| u64::from(count(status))).sum();
    Confusion {
        both: sum(&|status| table.count(status, None)),
        claimed_only: sum(&|status| table.owned(status)),
        label_only: u64::from(table.unowned_territory()),
    }
}
