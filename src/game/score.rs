//! Runs every strategy on a game, and compares its answer and the external scorers' answers with
//! the label.

use std::sync::Arc;

use super::category::Category;
use super::cause::{
    doubtful_groups, find_doubtful_stones, find_mistakes, find_owed_moves, winner_doubts,
};
use super::compare::{AnswerFrom, Comparer, ExpectedMap, drawn};
use super::labelled::LabelledGame;
use super::outcome::{Answer, Evaluated};
use super::unmarked::UnmarkedDead;
use super::{GameEvaluator, Maps, WinnerDoubt};
use crate::external::scorer::{Given, NoAnswer};
use crate::rules::Count;
use crate::territory::{Analysis, Completeness, Scoring, Strategy, Verdict};

impl GameEvaluator {
    /// Runs every strategy on a game, and compares the answers with its label. `given` are the
    /// external scorers' answers.
    pub(super) fn score(
        &mut self,
        game: LabelledGame,
        given: Vec<Result<Given, NoAnswer>>,
    ) -> Evaluated {
        let options = self.context.options.clone();
        let lead = [game.lead()];
        let strategies = if options.lead_only {
            lead.as_slice()
        } else {
            &options.strategies
        };
        let mut scoring = self.evaluator.on(&game.position, &game.dead);
        let verdicts = Verdicts::new(strategies, &game.count, &mut scoring);
        let owes_moves = scoring.owes_moves();
        let expected = ExpectedMap::new(&game, strategies, &verdicts, &mut scoring);
        let analysis = scoring.analysis();
        let comparer = Comparer {
            game: &game,
            analysis,
            expected,
        };
        let mut answers: Vec<Answer> = Vec::with_capacity(verdicts.different.len());
        for verdict in &verdicts.different {
            answers.push(comparer.answer(verdict, Vec::new(), AnswerFrom::Strategy));
        }
        let mut external: Vec<Result<Answer, NoAnswer>> = Vec::with_capacity(given.len());
        for given in given {
            external.push(given.map(|given| comparer.external_answer(given)));
        }
        let disputed = verdicts.are_disputed(strategies, analysis);
        let mut all = answers.iter().chain(external.iter().flatten());
        let has_maps = match options.maps {
            Maps::None => false,
            Maps::Differing => {
                all.any(|answer| answer.category.is_some()) || verdicts.differ(&external, analysis)
            }
            Maps::All => true,
        };
        if has_maps {
            verdicts.draw(analysis, &mut answers);
        }
        let completeness = Completeness::of(analysis);
        let seki = comparer.has_seki();
        let groups = doubtful_groups(&game, analysis);
        find_owed_moves(&game, &verdicts, &mut scoring, &mut answers, &mut external);
        find_doubtful_stones(
            &game,
            strategies,
            &verdicts,
            &groups,
            &mut self.evaluator,
            &mut answers,
        );
        find_mistakes(&game, &mut self.evaluator, &mut external);
        if game.moves_missing || !completeness.is_closed() {
            let all = answers.iter_mut().chain(external.iter_mut().flatten());
            for answer in all.filter(|answer| answer.category == Some(Category::Unknown)) {
                answer.category = Some(Category::Unfinished);
            }
        }
        if !has_maps {
            external
                .iter_mut()
                .flatten()
                .for_each(|answer| answer.map = None);
        }
        let winner_doubts = winner_doubts(
            &game,
            strategies,
            &verdicts,
            &answers,
            &completeness,
            &groups,
            &mut self.evaluator,
        );
        let unmarked_dead = match strategies {
            [first, ..] if Answer::all_miss(&answers) => UnmarkedDead::find(
                &game,
                *first,
                options.playouts,
                &mut self.evaluator,
                &mut self.estimator,
            ),
            _ => None,
        };
        let mut remarks = game.remarks.clone();
        remarks.extend(unmarked_dead.iter().flat_map(UnmarkedDead::remarks));
        remarks.extend(WinnerDoubt::remark(&winner_doubts));
        Evaluated {
            completeness,
            seki,
            disputed,
            owes_moves,
            remarks,
            winner_doubts,
            unmarked_dead,
            answers: verdicts
                .numbers
                .iter()
                .map(|&number| answers[number].clone())
                .collect(),
            external,
            labelled: game,
        }
    }
}

/// The verdicts of all strategies on a position. Most strategies share one.
pub(super) struct Verdicts {
    /// The different verdicts.
    pub(super) different: Vec<Verdict>,
    /// For each strategy, the number of its verdict in `different`.
    numbers: Vec<usize>,
}

impl Verdicts {
    /// Runs each strategy on the position of `scoring`.
    fn new(strategies: &[&dyn Strategy], count: &Count, scoring: &mut Scoring<'_>) -> Self {
        let mut verdicts = Self {
            different: Vec::new(),
            numbers: Vec::with_capacity(strategies.len()),
        };
        let mut verdict = Verdict::default();
        for (number, &strategy) in strategies.iter().enumerate() {
            // under area rules without a tax, only the shares of the dame can differ
            let is_twin = |other: &&dyn Strategy| other.fills_dame() == strategy.fills_dame();
            if count.rules.is_plain_area()
                && let Some(twin) = strategies[..number].iter().position(is_twin)
            {
                verdicts.numbers.push(verdicts.numbers[twin]);
                continue;
            }
            scoring.decide_under(count, strategy, &mut verdict);
            let known = verdicts
                .different
                .iter()
                .position(|known| *known == verdict);
            verdicts
                .numbers
                .push(known.unwrap_or(verdicts.different.len()));
            if known.is_none() {
                verdicts.different.push(verdict.clone());
            }
        }
        verdicts
    }

    /// Returns the answer of the strategy with this number, given the answer of each different
    /// verdict.
    pub(super) fn answer<'a>(&self, strategy: usize, answers: &'a [Answer]) -> &'a Answer {
        &answers[self.numbers[strategy]]
    }

    /// Returns the verdict of each strategy.
    pub(super) fn of_strategies(
        &self,
    ) -> impl DoubleEndedIterator<Item = &Verdict> + ExactSizeIterator {
        self.numbers.iter().map(|&number| &self.different[number])
    }

    /// Returns the number of the first strategy with this verdict.
    pub(super) fn first_strategy(&self, verdict: usize) -> usize {
        self.numbers
            .iter()
            .position(|&number| number == verdict)
            .expect("a strategy has each verdict")
    }

    /// Returns whether two fills give different territory.
    fn are_disputed(&self, strategies: &[&dyn Strategy], analysis: &Analysis) -> bool {
        let mut fills = strategies
            .iter()
            .zip(&self.numbers)
            .filter(|(strategy, _)| strategy.is_fill());
        let Some((_, &first)) = fills.next() else {
            return false;
        };
        fills.any(|(_, &number)| {
            number != first
                && !self.different[number].same_territory(&self.different[first], analysis)
        })
    }

    /// Returns whether two strategies or external scorers give different territory, even if their
    /// margins are the same.
    fn differ(&self, external: &[Result<Answer, NoAnswer>], analysis: &Analysis) -> bool {
        let first = self.different.first();
        let differs =
            |verdict: &Verdict| first.is_some_and(|first| !verdict.same_territory(first, analysis));
        if self.different.iter().any(differs) {
            return true;
        }
        let answers: Vec<&Answer> = external
            .iter()
            .flatten()
            .filter(|answer| answer.map.is_some())
            .collect();
        let Some(of_scorer) = answers.first().and_then(|answer| answer.map.as_deref()) else {
            return false;
        };
        let of_strategies = first.map(|first| drawn(first, analysis));
        let mut maps = answers
            .iter()
            .filter_map(|answer| answer.map.as_ref())
            .chain(&of_strategies);
        maps.any(|map| !map.same_territory(of_scorer))
            || answers.iter().any(|answer| !answer.also_dead.is_empty())
    }

    /// Adds the maps of the verdicts to their answers.
    fn draw(&self, analysis: &Analysis, answers: &mut [Answer]) {
        let Some((first, others)) = answers.split_first_mut() else {
            return;
        };
        let map = first.map.insert(drawn(&self.different[0], analysis));
        for (answer, verdict) in others.iter_mut().zip(&self.different[1..]) {
            answer.map = Some(Arc::new(map.of_other(analysis, verdict)));
        }
    }
}
