//! Compares verdicts with the label of a game: the answers of strategies and of external scorers.

use std::sync::Arc;

use super::categorize::{AnswerFrom, Claims, categorize};
use super::score::StrategyEvaluator;
use super::{Answer, Evaluated, Maps, Options, Traces};
use crate::board::{Color, Point};
use crate::external::scorer::Given;
use crate::labels::LabelMap;
use crate::outcome::{Crosstab, Outcome};
use crate::rules::Points;
use crate::stats::{Comparison, Confusion};
use crate::territory::{EYES, Status, TerritoryMap, Verdict};

impl StrategyEvaluator {
    /// Compares the verdict of every strategy with the label of `game`, and adds the answers to it.
    pub(super) fn compare(&mut self, game: &mut Evaluated, options: &Options) {
        self.set_label(game);
        game.seki = game.label_map.as_ref().map(|_| self.has_eyes);
        game.answers.reserve_exact(self.firsts.len());
        for (number, &first) in self.firsts.iter().enumerate() {
            let answer = match game.answers.get(first) {
                Some(same) => same.clone(),
                None => self.answer(game, &self.verdicts[number], Vec::new(), AnswerFrom::Strategy),
            };
            game.answers.push(answer);
        }
        let differs = || game.disputed || game.answers.iter().any(|answer| answer.category.is_some());
        if options.maps == Maps::All || options.maps == Maps::Differing && differs() {
            self.draw(game, options);
        }
    }

    /// Sets the label of `game`, whose position is set, to compare verdicts with.
    fn set_label(&mut self, game: &Evaluated) {
        self.has_eyes = false;
        let Some(label) = &game.label_map else { return };
        self.label_counts.set(self.evaluator.analysis(), label);
        self.has_eyes = self.label_counts.has_seki(self.evaluator.analysis());
        if self.has_eyes {
            self.evaluator.decide(EYES, &mut self.eyes);
        }
    }

    /// Counts the points that `verdict` gives to a colour and `label` to nobody, by what they are.
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

    /// Adds the maps of the verdicts to the answers, and the traces to the game.
    fn draw(&mut self, game: &mut Evaluated, options: &Options) {
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
        if !game.count.rules.is_plain_area() {
            let traces = options.strategies.iter().map(|&strategy| self.evaluator.trace(strategy, &mut self.verdict));
            let traces = traces.collect();
            game.traces = Some(Box::new(Traces { analysis: self.evaluator.analysis().clone(), traces }));
        }
    }

    /// Returns the map of a verdict on the position that is set.
    fn map(&self, verdict: &Verdict) -> Arc<TerritoryMap> {
        let mut map = TerritoryMap::default();
        map.write(self.evaluator.analysis(), verdict);
        Arc::new(map)
    }

    /// Returns the answer of an external scorer. Where it differs from the label, the maps of the strategies are added,
    /// too.
    pub(super) fn external_answer(&mut self, game: &mut Evaluated, given: Given, options: &Options) -> Answer {
        let (territory, also_dead) = match given {
            Given::Territory { territory, also_dead } => (territory, also_dead),
            Given::Margin(margin) => return margin_only(game, margin),
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
        self.verdict.apply_group_tax(self.evaluator.analysis(), game.count.rules);
        self.set_label(game);
        let mut answer = self.answer(game, &self.verdict, also_dead, AnswerFrom::Scorer);
        let drawn = game.answers.iter().any(|answer| answer.map.is_some());
        let differs = answer.category.is_some();
        if options.maps == Maps::All || options.maps == Maps::Differing && (drawn || differs) {
            answer.map = Some(self.map(&self.verdict));
            if !drawn {
                self.decide(game, options);
                self.draw(game, options);
            }
        }
        answer
    }

    /// Returns the answer of a verdict, without its map. Stones in `also_dead` count as points and as prisoners.
    fn answer(&self, game: &Evaluated, verdict: &Verdict, also_dead: Vec<Point>, from: AnswerFrom) -> Answer {
        let (mut counts, mut count) = (*verdict.counts(), game.count);
        for captor in also_dead.iter().filter_map(|&point| game.position.get(point).color()).map(Color::opponent) {
            counts.territory[captor.index()] += 1;
            count.prisoners[captor.index()] += 1;
            count.stones[captor.opponent().index()] -= 1;
        }
        let margin = count.margin(counts.scored());
        let more = u32::try_from(also_dead.len()).expect("at most 52 · 52 stones");
        let table = game.label_map.as_ref().map(|label| self.label_counts.against(verdict, label));
        let comparison = game.label_margin.map(|label| Comparison {
            outcome: Outcome::of(margin, label),
            delta: margin - label,
            map: table.as_ref().map(|table| (table.differences() + more, confusion(table))),
        });
        let claims = || game.label_map.as_ref().map_or_else(Claims::default, |label| self.claims(verdict, label));
        let category =
            comparison.and_then(|comparison| categorize(game, comparison.delta, table.as_ref(), more, claims, from));
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
            category,
            comparison,
        }
    }
}

/// Returns the answer of an external scorer that gives a margin and no map.
fn margin_only(game: &Evaluated, margin: Points) -> Answer {
    let comparison = game.label_margin.map(|label| Comparison {
        outcome: Outcome::of(margin, label),
        delta: margin - label,
        map: None,
    });
    let category = comparison
        .and_then(|comparison| categorize(game, comparison.delta, None, 0, Claims::default, AnswerFrom::Scorer));
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
