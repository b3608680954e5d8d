//! Runs every strategy on a game, and compares the answers of the strategies and of the external
//! scorers with the label.

use std::sync::Arc;

use super::Options;
use super::cause::{
    doubtful_groups, explain_scorers, explain_strategies, fitting_rules, owed_moves,
};
use super::comparer::{Comparer, ExpectedMap};
use super::evaluated::{Answer, Evaluated};
use super::labelled::LabelledGame;
use super::mistakes::find_mistakes;
use super::scratch::Scratch;
use super::unmarked::UnmarkedDead;
use crate::external::{Given, NoAnswer};
use crate::rules::Method;
use crate::territory::{Completeness, Scoring, Strategy, TerritoryMap};

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
    let mut scoring = game.scoring(&mut scratch.evaluator);
    let maps = strategy_maps(strategies, &game, &mut scoring);
    let looks_for_moves = game.count.rules.method() == Method::Territory
        && strategies.iter().any(|one| one.shares_dame);
    let owes_moves = looks_for_moves.then(|| !scoring.protective_moves().is_empty());
    let expected = ExpectedMap::new(&game, strategies, &maps, &mut scoring);
    let analysis = scoring.analysis();
    let comparer = Comparer {
        game: &game,
        analysis,
        expected,
    };
    let mut answers: Vec<Answer> = Vec::with_capacity(maps.len());
    for (number, map) in maps.iter().enumerate() {
        let same = maps[..number]
            .iter()
            .position(|known| Arc::ptr_eq(known, map));
        answers.push(match same {
            Some(same) => answers[same].clone(),
            None => comparer.answer(map.clone()),
        });
    }
    let mut external = Vec::with_capacity(given.len());
    for given in given {
        external.push(given.map(|given| comparer.external_answer(given)));
    }
    let completeness = Completeness::of(analysis);
    let seki = comparer.has_seki();
    let all = answers.iter().chain(external.iter().flatten());
    let differs = all
        .clone()
        .any(|answer| answer.category.is_some() || !answer.also_dead.is_empty())
        || differ(all.clone().filter_map(|answer| answer.map.as_ref()));
    let fills = strategies
        .iter()
        .zip(&maps)
        .filter(|(strategy, _)| strategy.is_fill());
    let disputed = differ(fills.map(|(_, map)| map));
    let groups = doubtful_groups(&game, analysis);
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
        [first, ..] if Answer::all_miss(&answers) => {
            UnmarkedDead::find(&game, first, options.playouts, scratch)
        }
        _ => None,
    };
    // only an audit looks for other rules
    let fits_rules = if options.lead_only {
        fitting_rules(&game, &answers, &mut scratch.evaluator)
    } else {
        None
    };
    let mut remarks = game.remarks.clone();
    remarks.extend(unmarked_dead.iter().flat_map(UnmarkedDead::remarks));
    Evaluated {
        completeness,
        seki,
        differs,
        disputed,
        owes_moves,
        remarks,
        unmarked_dead,
        fits_rules,
        answers,
        external,
        mistakes,
        labelled: game,
    }
}

/// Returns the map of each strategy for a game. `scoring` has the position of the game. Strategies
/// with the same map share it.
fn strategy_maps(
    strategies: &[&Strategy],
    game: &LabelledGame,
    scoring: &mut Scoring<'_>,
) -> Vec<Arc<TerritoryMap>> {
    let (whole, count) = (&game.end.position, &game.count);
    let mut maps: Vec<Arc<TerritoryMap>> = Vec::with_capacity(strategies.len());
    let mut map = TerritoryMap::default();
    for (number, &strategy) in strategies.iter().enumerate() {
        // under area rules without a tax, maps can differ only in the shares of the dame
        let counts_alike = |other: &&Strategy| !other.shares_dame && !strategy.shares_dame;
        if count.rules.is_plain_area()
            && let Some(same) = strategies[..number].iter().position(counts_alike)
        {
            maps.push(maps[same].clone());
            continue;
        }
        scoring.decide_under(whole, count, strategy, &mut map);
        let known = maps.iter().find(|known| ***known == map).cloned();
        maps.push(known.unwrap_or_else(|| Arc::new(map.clone())));
    }
    maps
}

/// Returns whether two maps give different territory.
fn differ<'a>(mut maps: impl Iterator<Item = &'a Arc<TerritoryMap>>) -> bool {
    let first = maps.next();
    first
        .is_some_and(|first| maps.any(|map| !Arc::ptr_eq(map, first) && !map.same_territory(first)))
}
