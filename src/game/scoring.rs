//! Runs every strategy on a game, and compares its answer and the external scorers' answers with
//! the label.

use super::category::Category;
use super::cause::{
    DoubtfulGroup, category, doubtful_groups, fits_if_paid, fitting_rules, other_statuses,
    owed_moves, stones_left,
};
use super::comparer::{AnswerFrom, Comparer, ExpectedMap};
use super::evaluated::{Answer, Evaluated};
use super::labelled::LabelledGame;
use super::mistakes::{corrections, find_mistakes};
use super::scratch::Scratch;
use super::unmarked::UnmarkedDead;
use super::verdicts::Verdicts;
use super::{Maps, Options};
use crate::external::{Given, NoAnswer};
use crate::rules::Method;
use crate::territory::{Analysis, Completeness, Evaluator, PROTECTIVE, ProtectiveMove};

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
    let are_owed = fit_if_paid(&answers, &verdicts, &owed, &game, analysis);
    let is_unfinished = game.moves_missing || !completeness.is_closed();
    let evaluator = &mut scratch.evaluator;
    explain_strategies(
        &mut answers,
        &are_owed,
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
    let fits_rules = fitting_rules(&game, &answers, options, &mut scratch.evaluator);
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

/// Returns whether the protective moves explain each of the strategies' different answers.
fn fit_if_paid(
    answers: &[Answer],
    verdicts: &Verdicts,
    owed: &[ProtectiveMove],
    game: &LabelledGame,
    analysis: &Analysis,
) -> Vec<bool> {
    let mut fits = Vec::with_capacity(answers.len());
    for (answer, verdict) in answers.iter().zip(&verdicts.different) {
        let paid = owed
            .iter()
            .filter(|owed| verdict.status(analysis, owed.point.into()).owner() == Some(owed.owner));
        fits.push(fits_if_paid(answer, paid, game));
    }
    fits
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
    let (some_left, if_left) = stones_left(game, evaluator);
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
        let (mut doubtful, mut fits_if) = (some_left, if_left.clone());
        if of_points == Category::Unknown && !owed {
            let fits = statuses
                .iter()
                .find(|(_, change)| Some(answer.margin + *change) == game.label.margin);
            if let Some((words, _)) = fits {
                (doubtful, fits_if) = (true, Some(words.clone()));
            }
        }
        // the cause that is less likely to fit by chance decides
        let cause = if doubtful {
            Some(Category::DoubtfulStones)
        } else {
            owed.then_some(Category::OwedMoves)
        };
        answer.category = Some(category(of_points, cause, is_unfinished));
        answer.fits_if = fits_if;
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
        // without a map, one margin is too little evidence
        let cause = if answer.map.is_some() && answer.fits_if.is_some() {
            Some(Category::ScorerMistake)
        } else {
            fits_if_paid(answer, paid, game).then_some(Category::OwedMoves)
        };
        answer.category = Some(category(of_points, cause, is_unfinished));
    }
}
