//! Runs every strategy on a game, and compares its answer and the external scorers' answers with
//! the label.

use super::category::Category;
use super::cause::{Causes, doubtful_groups, fits_if_paid, other_status, owed_moves, stones_left};
use super::comparer::{AnswerFrom, Comparer, ExpectedMap};
use super::evaluated::{Answer, Evaluated};
use super::labelled::LabelledGame;
use super::mistakes::{corrections, find_mistakes};
use super::scratch::Scratch;
use super::unmarked::UnmarkedDead;
use super::verdicts::Verdicts;
use super::{Maps, Options};
use crate::external::{Given, NoAnswer};
use crate::territory::Completeness;

impl Scratch {
    /// Runs every strategy on a game, and compares the answers with its label. `given` are the
    /// external scorers' answers.
    pub(super) fn score(
        &mut self,
        game: LabelledGame,
        given: Vec<Result<Given, NoAnswer>>,
        options: &Options,
    ) -> Evaluated {
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
        let owed = owed_moves(
            &game,
            answers.iter().chain(external.iter().flatten()),
            &mut scoring,
        );
        let analysis = scoring.analysis();
        let mut causes: Vec<Causes> = Vec::with_capacity(answers.len());
        for (answer, verdict) in answers.iter().zip(&verdicts.different) {
            let paid = owed.iter().filter(|owed| {
                verdict.status(analysis, owed.point.into()).owner() == Some(owed.owner)
            });
            causes.push(Causes {
                owed: fits_if_paid(answer, paid, &game),
                ..Causes::default()
            });
        }
        let is_unfinished = game.moves_missing || !completeness.is_closed();
        let has_map = game.label.map.is_some();
        let is_area = game.count.rules.is_plain_area();
        for (number, (answer, causes)) in answers.iter_mut().zip(&mut causes).enumerate() {
            let Some(of_points) = answer.category else {
                continue;
            };
            if !has_map && is_area && !game.dead.is_empty() {
                *causes = stones_left(&game, &mut self.evaluator);
            } else if !has_map && !is_area && !causes.owed && of_points == Category::Unknown {
                let strategy = strategies[verdicts.first_strategy(number)];
                causes.fits_if = other_status(&game, strategy, &groups, &mut self.evaluator);
                causes.doubtful = causes.fits_if.is_some();
            }
            answer.category = Some(causes.category(of_points, is_unfinished));
            answer.fits_if = causes.fits_if.take();
        }
        let mistakes = find_mistakes(&game, &mut self.evaluator, &external);
        for (answer, mistakes) in external.iter_mut().zip(&mistakes) {
            let Ok(answer) = answer else { continue };
            answer.fits_if = corrections(mistakes);
            let Some(of_points) = answer.category else {
                continue;
            };
            let paid = owed.iter().filter(|owed| {
                let map = answer.map.as_ref();
                map.is_some_and(|map| {
                    map.statuses()[usize::from(owed.point)].owner() == Some(owed.owner)
                })
            });
            let causes = Causes {
                owed: fits_if_paid(answer, paid, &game),
                // without a map, one margin is too little evidence
                mistaken: answer.map.is_some() && answer.fits_if.is_some(),
                ..Causes::default()
            };
            answer.category = Some(causes.category(of_points, is_unfinished));
        }
        if !has_maps {
            external
                .iter_mut()
                .flatten()
                .for_each(|answer| answer.map = None);
        }
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
        Evaluated {
            completeness,
            seki,
            disputed,
            owes_moves,
            remarks,
            unmarked_dead,
            answers: verdicts
                .numbers
                .iter()
                .map(|&number| answers[number].clone())
                .collect(),
            external,
            mistakes,
            labelled: game,
        }
    }
}
