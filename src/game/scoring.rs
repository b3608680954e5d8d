//! Runs every strategy on a game, and compares the answers of the strategies and of the external
//! scorers with the label.

use super::Options;
use super::cause::{
    doubtful_groups, explain_scorers, explain_strategies, fitting_rules, owed_moves,
};
use super::comparer::{AnswerFrom, Comparer, ExpectedMap};
use super::evaluated::{Answer, Evaluated};
use super::labelled::LabelledGame;
use super::mistakes::find_mistakes;
use super::scratch::Scratch;
use super::strategy_maps::StrategyMaps;
use super::unmarked::UnmarkedDead;
use crate::external::{Given, NoAnswer};
use crate::rules::Method;
use crate::territory::{Completeness, PROTECTIVE};

/// Runs every strategy on a game, and compares the answers with its label. `given` are the
/// external scorers' answers.
pub(super) fn score(
    scratch: &mut Scratch,
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
    let mut scoring = scratch.evaluator.on(&game.position, &game.dead);
    let maps = StrategyMaps::new(strategies, &game, &mut scoring);
    let looks_for_moves = game.count.rules.method() == Method::Territory
        && strategies.iter().any(|one| one.name == PROTECTIVE.name);
    let owes_moves = looks_for_moves.then(|| !scoring.protective_moves().is_empty());
    let expected = ExpectedMap::new(&game, strategies, &maps, &mut scoring);
    let analysis = scoring.analysis();
    let comparer = Comparer {
        game: &game,
        analysis,
        expected,
    };
    let mut answers = Vec::with_capacity(maps.different.len());
    for map in &maps.different {
        answers.push(comparer.answer(map.clone(), Vec::new(), AnswerFrom::Strategy));
    }
    let mut external = Vec::with_capacity(given.len());
    for given in given {
        external.push(given.map(|given| comparer.external_answer(given)));
    }
    let completeness = Completeness::of(analysis);
    let seki = comparer.has_seki();
    let mut all = answers.iter().chain(external.iter().flatten());
    let differs = all.any(|answer| answer.category.is_some()) || maps.differ(&external);
    let groups = doubtful_groups(&game, analysis);
    let all = answers.iter().chain(external.iter().flatten());
    let owed = owed_moves(&game, all, &mut scoring);
    let is_unfinished = game.moves_missing || !completeness.is_closed();
    let evaluator = &mut scratch.evaluator;
    explain_strategies(
        &mut answers,
        &owed,
        &groups,
        &game,
        is_unfinished,
        evaluator,
    );
    let mistakes = find_mistakes(&game, evaluator, &external);
    explain_scorers(&mut external, &mistakes, &owed, &game, is_unfinished);
    let unmarked_dead = match strategies {
        [first, ..] if Answer::all_miss(&answers) => UnmarkedDead::find(
            &game,
            first,
            options.playouts,
            &mut scratch.evaluator,
            &mut scratch.estimator,
        ),
        _ => None,
    };
    let fits_rules = fitting_rules(&game, &answers, options, &mut scratch.evaluator);
    let mut remarks = game.remarks.clone();
    remarks.extend(unmarked_dead.iter().flat_map(UnmarkedDead::remarks));
    Evaluated {
        completeness,
        seki,
        differs,
        disputed: maps.are_disputed(strategies),
        owes_moves,
        remarks,
        unmarked_dead,
        fits_rules,
        answers: maps
            .numbers
            .iter()
            .map(|&number| answers[number].clone())
            .collect(),
        external,
        mistakes,
        labelled: game,
    }
}
