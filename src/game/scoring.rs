//! Runs every strategy on a game, and compares its answer and the external scorers' answers with
//! the label.

use super::category::Category;
use super::cause::{
    Causes, DoubtfulGroup, doubtful_groups, fits_if_paid, other_statuses, owed_moves, stones_left,
};
use super::comparer::{AnswerFrom, Comparer, ExpectedMap};
use super::evaluated::{Answer, Evaluated};
use super::labelled::LabelledGame;
use super::mistakes::{corrections, find_mistakes};
use super::scratch::Scratch;
use super::unmarked::{UnmarkedDead, other_method};
use super::verdicts::Verdicts;
use super::{Maps, Options};
use crate::external::{Given, NoAnswer};
use crate::rules::Method;
use crate::territory::{Completeness, Evaluator, PROTECTIVE, ProtectiveMove};

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
    let verdicts = Verdicts::new(strategies, &game.count, &mut scoring);
    let looks_for_moves = game.count.rules.method() == Method::Territory
        && strategies
            .iter()
            .any(|strategy| strategy.name() == PROTECTIVE.name());
    let owes_moves = looks_for_moves.then(|| !scoring.protective_moves().is_empty());
    let expected = ExpectedMap::new(&game, strategies, &verdicts, &mut scoring);
    let analysis = scoring.analysis();
    let comparer = Comparer {
        game: &game,
        analysis,
        expected,
    };
    let different = verdicts.different.iter();
    let mut answers: Vec<Answer> = different
        .map(|verdict| comparer.answer(verdict, Vec::new(), AnswerFrom::Strategy))
        .collect();
    let mut external: Vec<Result<Answer, NoAnswer>> = given
        .into_iter()
        .map(|given| given.map(|given| comparer.external_answer(given)))
        .collect();
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
    let mut fits: Vec<bool> = Vec::with_capacity(answers.len());
    for (answer, verdict) in answers.iter().zip(&verdicts.different) {
        let paid = owed
            .iter()
            .filter(|owed| verdict.status(analysis, owed.point.into()).owner() == Some(owed.owner));
        fits.push(fits_if_paid(answer, paid, &game));
    }
    let is_unfinished = game.moves_missing || !completeness.is_closed();
    let evaluator = &mut scratch.evaluator;
    explain_strategies(
        &mut answers,
        &fits,
        &groups,
        &game,
        is_unfinished,
        evaluator,
    );
    let mistakes = find_mistakes(&game, evaluator, &external);
    explain_scorers(&mut external, &mistakes, &owed, &game, is_unfinished);
    for answer in external.iter_mut().flatten().filter(|_| !has_maps) {
        answer.map = None;
    }
    let unmarked_dead = match strategies {
        [first, ..] if Answer::all_miss(&answers) => UnmarkedDead::find(
            &game,
            *first,
            options.playouts,
            &mut scratch.evaluator,
            &mut scratch.estimator,
        ),
        _ => None,
    };
    let mut fits_rules = None;
    if options.lead_only && Answer::all_miss(&answers) {
        let (rules, margin) = other_method(&game, &mut scratch.evaluator);
        fits_rules = (Some(margin) == game.label.margin).then_some(rules);
    }
    let mut remarks = game.remarks.clone();
    remarks.extend(unmarked_dead.iter().flat_map(UnmarkedDead::remarks));
    Evaluated {
        completeness,
        seki,
        disputed,
        owes_moves,
        remarks,
        unmarked_dead,
        fits_rules,
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

/// Sets the causes of the strategies' mismatches, and their categories. `are_owed` says of each
/// answer whether protective moves explain it.
fn explain_strategies(
    answers: &mut [Answer],
    are_owed: &[bool],
    groups: &[DoubtfulGroup],
    game: &LabelledGame,
    is_unfinished: bool,
    evaluator: &mut Evaluator,
) {
    if answers.iter().all(|answer| answer.category.is_none()) {
        return;
    }
    let left = stones_left(game, evaluator);
    let mut unknown = answers
        .iter()
        .zip(are_owed)
        .filter(|(answer, owed)| answer.category == Some(Category::Unknown) && !**owed);
    let statuses = if unknown.next().is_some() {
        other_statuses(game, groups, evaluator)
    } else {
        Vec::new()
    };
    for (answer, &owed) in answers.iter_mut().zip(are_owed) {
        let Some(of_points) = answer.category else {
            continue;
        };
        let mut causes = Causes {
            owed,
            ..left.clone()
        };
        if of_points == Category::Unknown && !owed {
            let fits = statuses
                .iter()
                .find(|(_, change)| Some(answer.margin + *change) == game.label.margin);
            if let Some((words, _)) = fits {
                (causes.doubtful, causes.fits_if) = (true, Some(words.clone()));
            }
        }
        answer.category = Some(causes.category(of_points, is_unfinished));
        answer.fits_if = causes.fits_if;
    }
}

/// Sets the causes of the scorers' mismatches, and their categories.
fn explain_scorers(
    external: &mut [Result<Answer, NoAnswer>],
    mistakes: &[Vec<(&str, bool)>],
    owed: &[ProtectiveMove],
    game: &LabelledGame,
    is_unfinished: bool,
) {
    for (answer, mistakes) in external.iter_mut().zip(mistakes) {
        let Ok(answer) = answer else { continue };
        answer.fits_if = corrections(mistakes);
        let Some(of_points) = answer.category else {
            continue;
        };
        let statuses = answer.map.as_ref().map_or(&[][..], |map| map.statuses());
        let paid = owed.iter().filter(|owed| {
            let status = statuses.get(usize::from(owed.point));
            status.is_some_and(|status| status.owner() == Some(owed.owner))
        });
        let causes = Causes {
            owed: fits_if_paid(answer, paid, game),
            // without a map, one margin is too little evidence
            mistaken: answer.map.is_some() && answer.fits_if.is_some(),
            ..Causes::default()
        };
        answer.category = Some(causes.category(of_points, is_unfinished));
    }
}
