//! Scores a position with every strategy and compares the answers with the label.

use std::sync::Arc;

use super::{Against, Answer, Category, Evaluated, Maps, Options};
use crate::board::{Color, Point};
use crate::external::scorer::Given;
use crate::labels::{LabelCheck, LabelMap};
use crate::outcome::{Crosstab, LabelCounts, Outcome};
use crate::rules::{Method, Points};
use crate::skip::{Reason, Skip};
use crate::stats::{Comparison, Confusion};
use crate::territory::{AREA, Completeness, Evaluator, READING, Status, TerritoryMap, Verdict};

/// Scores one game after another, and keeps its memory between them.
#[derive(Debug, Default)]
pub(super) struct StrategyEvaluator {
    evaluator: Evaluator,
    /// The verdict of each strategy, and the first strategy that has the same one.
    verdicts: Vec<Verdict>,
    firsts: Vec<usize>,
    /// A verdict that belongs to no strategy: of the label, or of an external evaluator.
    verdict: Verdict,
    label: LabelCounts,
}

impl StrategyEvaluator {
    /// Adds the answers of all strategies to `game`. Under area scoring every strategy gives the controlled regions to their
    /// colours, and all answers are the same.
    ///
    /// # Errors
    /// The reason why the game is left out: it is not finished, or has no label to compare with.
    pub(super) fn answer(&mut self, game: &mut Evaluated, options: &Options) -> Result<(), Skip> {
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
        if let Some(label) = &game.label_map {
            self.label.set(self.evaluator.analysis(), label);
            game.seki = Some(self.label.has_seki(self.evaluator.analysis()));
        }
        game.answers.reserve_exact(options.strategies.len());
        self.decide(game, options);
        // a game is disputed where two strategies differ that fill or join dame; this is the first of them
        let mut first_fill = None;
        for (number, (&strategy, &first)) in options.strategies.iter().zip(&self.firsts).enumerate() {
            let verdict = &self.verdicts[number];
            if strategy.is_fill() {
                let fill = *first_fill.get_or_insert(number);
                game.disputed |= first != self.firsts[fill]
                    && !verdict.same_territory(&self.verdicts[fill], self.evaluator.analysis());
            }
            let answer = match game.answers.get(first) {
                Some(same) => same.clone(),
                None => self.compare(game, verdict, Vec::new()),
            };
            game.answers.push(answer);
        }
        let differs = || game.disputed || game.answers.iter().any(|answer| answer.category.is_some());
        if options.maps == Maps::All || options.maps == Maps::Differing && differs() {
            self.draw(game);
        }
        Ok(())
    }

    /// Replaces the label by the answer of the strategy that reads.
    fn read_label(&mut self, game: &mut Evaluated) -> Result<(), Skip> {
        if game.count.rules.method() == Method::Area {
            return Err(Skip::new(Reason::AreaRules, game.count.rules.name()));
        }
        self.evaluator.decide(READING, &mut self.verdict);
        let analysis = self.evaluator.analysis();
        let label = |&point: &u16| analysis.grid().point(point.into()).label(analysis.grid().size());
        if self.verdict.open().is_unread {
            let unread = self.evaluator.local_results().iter().filter(|result| result.is_unread);
            let fields = unread.map(|result| result.points.first().map(label).unwrap_or_default());
            return Err(Skip::new(Reason::Unread, format!("around {}", fields.collect::<Vec<_>>().join(", "))));
        }
        let points: Vec<String> = self.verdict.open().points.iter().map(|(point, _)| label(point)).collect();
        if !points.is_empty() {
            return Err(Skip::new(Reason::Unsettled, points.join(", ")));
        }
        let mut map = LabelMap::new(analysis.grid());
        self.verdict.for_each_point(analysis, |index, status| map.set(index, status.owner()));
        game.label = Some(game.count.margin(map.territory()));
        game.label_map = Some(map);
        game.label_from = Against::Reading.name();
        game.check = LabelCheck::Consistent;
        game.label_dead = None;
        game.local_results = self.evaluator.local_results().to_vec();
        Ok(())
    }

    /// Lets each strategy decide. Under area scoring the verdict is that of the controlled regions.
    fn decide(&mut self, game: &mut Evaluated, options: &Options) {
        self.verdicts.resize_with(options.strategies.len(), Verdict::default);
        self.firsts.clear();
        for (number, &strategy) in options.strategies.iter().enumerate() {
            let (earlier, verdict) = self.verdicts.split_at_mut(number);
            let verdict = &mut verdict[0];
            match (game.count.rules.method(), earlier.first()) {
                (Method::Area, None) => self.evaluator.decide(AREA, verdict),
                (Method::Area, Some(same)) => verdict.clone_from(same),
                (Method::Territory, _) => self.evaluator.decide(strategy, verdict),
            }
            if strategy.reads() {
                game.local_results = self.evaluator.local_results().to_vec();
            }
            // many strategies have the same verdict, and with it the same answer and map
            self.firsts.push(earlier.iter().position(|earlier| earlier == verdict).unwrap_or(number));
        }
    }

    /// Adds the maps of the verdicts to the answers.
    fn draw(&self, game: &mut Evaluated) {
        for (number, &first) in self.firsts.iter().enumerate() {
            let verdict = &self.verdicts[number];
            game.answers[number].map = match &game.answers[0].map {
                Some(map) if first == number && number > 0 => {
                    Some(Arc::new(map.of_other(self.evaluator.analysis(), verdict)))
                }
                Some(_) => game.answers[first].map.clone(),
                None => Some(self.map(verdict)),
            };
        }
    }

    fn map(&self, verdict: &Verdict) -> Arc<TerritoryMap> {
        let mut map = TerritoryMap::default();
        map.write(self.evaluator.analysis(), verdict);
        Arc::new(map)
    }

    /// Returns the answer of an external evaluator. Where it differs from the label, the maps of the strategies are added, too.
    pub(super) fn given(&mut self, game: &mut Evaluated, given: Given, options: &Options) -> Answer {
        let (territory, also_dead) = match given {
            Given::Territory { territory, also_dead } => (territory, also_dead),
            Given::Margin(margin) => return Self::margin_only(game, margin),
        };
        let grid = game.position.grid();
        let mut owners = vec![None; grid.cells()];
        for (points, color) in territory.iter().zip(Color::BOTH) {
            for &point in points {
                owners[grid.index(point)] = Some(color);
            }
        }
        self.evaluator.set(&game.position, &game.dead);
        self.verdict.set_owners(self.evaluator.analysis(), |index| owners[index]);
        if let Some(label) = &game.label_map {
            self.label.set(self.evaluator.analysis(), label);
        }
        let mut answer = self.compare(game, &self.verdict, also_dead);
        let drawn = game.answers.iter().any(|answer| answer.map.is_some());
        let differs = answer.category.is_some();
        if options.maps == Maps::All || options.maps == Maps::Differing && (drawn || differs) {
            answer.map = Some(self.map(&self.verdict));
            if !drawn {
                self.decide(game, options);
                self.draw(game);
            }
        }
        answer
    }

    /// Returns the answer of a evaluator that gives a margin and no map.
    fn margin_only(game: &Evaluated, margin: Points) -> Answer {
        let comparison = game.label.map(|label| Comparison {
            outcome: Outcome::of(margin, label),
            delta: margin - label,
            map: None,
        });
        let category = comparison.and_then(|comparison| Category::of(game, comparison.delta, None, 0));
        Answer {
            counts: None,
            also_dead: Vec::new(),
            map: None,
            margin,
            interval: [margin; 2],
            unsettled: 0,
            is_unread: false,
            category,
            comparison,
        }
    }

    /// Returns the answer of a verdict, without its map. Stones in `also_dead` count as points and as prisoners.
    fn compare(&self, game: &Evaluated, verdict: &Verdict, also_dead: Vec<Point>) -> Answer {
        let (mut counts, mut count) = (*verdict.counts(), game.count);
        for captor in also_dead.iter().filter_map(|&point| game.position.get(point).color()).map(Color::opponent) {
            counts.territory[captor.index()] += 1;
            count.prisoners[captor.index()] += 1;
            count.stones[captor.opponent().index()] -= 1;
        }
        let margin = count.margin(counts.territory);
        let more = u32::try_from(also_dead.len()).expect("at most 52 · 52 stones");
        let table = game.label_map.as_ref().map(|label| self.label.against(verdict, label));
        let comparison = game.label.map(|label| Comparison {
            outcome: Outcome::of(margin, label),
            delta: margin - label,
            map: table.as_ref().map(|table| (table.differences() + more, confusion(table))),
        });
        let category = comparison.and_then(|comparison| Category::of(game, comparison.delta, table.as_ref(), more));
        let open = verdict.open();
        let swung = open.swings.map(|swing| margin + Points::whole(swing.into()));
        Answer {
            counts: Some(counts),
            also_dead,
            map: None,
            margin,
            interval: [swung.into_iter().fold(margin, Points::min), swung.into_iter().fold(margin, Points::max)],
            unsettled: u32::try_from(open.points.len()).expect("at most 52 · 52 points"),
            is_unread: open.is_unread,
            category,
            comparison,
        }
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

/// Counts the points that one colour controls and that are nobody's territory, for the strategy, for the label, or for
/// both.
fn confusion(table: &Crosstab) -> Confusion {
    let unowned = [Status::Seki, Status::FalseEye];
    let sum = |count: &dyn Fn(Status) -> u32| unowned.iter().map(|&status| u64::from(count(status))).sum();
    Confusion {
        both: sum(&|status| table.count(status, None)),
        claimed_only: sum(&|status| table.owned(status)),
        label_only: u64::from(table.unowned_territory()),
    }
}
