//! Runs every strategy on a game, and compares its answer and the external scorers' answers with
//! the label.

use super::category::Category;
use super::cause::{doubtful_groups, find_doubtful_stones, find_owed_moves};
use super::comparer::{AnswerFrom, Comparer, ExpectedMap};
use super::evaluated::{Answer, Evaluated};
use super::labelled::LabelledGame;
use super::mistakes::find_mistakes;
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
        find_owed_moves(&game, &verdicts, &mut scoring, &mut answers, &mut external);
        find_doubtful_stones(
            &game,
            strategies,
            &verdicts,
            &groups,
            &mut self.evaluator,
            &mut answers,
        );
        let mistakes = find_mistakes(&game, &mut self.evaluator, &mut external);
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
