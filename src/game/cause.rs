//! Looks for causes of mismatches beyond the points that differ: changes that would give the
//! label's margin.

use std::collections::BTreeMap;

use super::category::Category;
use super::evaluated::Answer;
use super::labelled::LabelledGame;
use super::mistakes::corrections;
use crate::board::{Color, Point, Size};
use crate::dead::ChainLife;
use crate::external::NoAnswer;
use crate::rules::{Points, Rules};
use crate::safety::Safety;
use crate::territory::{AREA, Analysis, EYES, Evaluator, ProtectiveMove, Scoring};

/// A group of stones whose status was not proved by playouts.
pub(super) struct DoubtfulGroup {
    /// The stones, sorted.
    stones: Vec<Point>,
    /// Whether the stones live once their status is reversed.
    live: bool,
}

impl DoubtfulGroup {
    /// Returns the reversed status in words, such as `B19 and 4 more live`.
    fn words(&self, size: Size) -> String {
        let first = self.stones[0].name(size);
        match (self.stones.len() - 1, self.live) {
            (0, true) => format!("{first} lives"),
            (0, false) => format!("{first} is dead"),
            (more, true) => format!("{first} and {more} more live"),
            (more, false) => format!("{first} and {more} more are dead"),
        }
    }
}

/// Sets the categories of the strategies' mismatches according to their causes.
pub(super) fn explain_strategies(
    answers: &mut [Answer],
    owed: &[ProtectiveMove],
    groups: &[DoubtfulGroup],
    game: &LabelledGame,
    is_unfinished: bool,
    evaluator: &mut Evaluator,
) {
    if answers.iter().all(|answer| answer.category.is_none()) {
        return;
    }
    let (some_left, if_left) = stones_left(game, evaluator);
    let mut statuses = None;
    for answer in answers {
        let Some(of_points) = answer.category else {
            continue;
        };
        let is_owed = fits_if_paid(answer, owed, game);
        let mut cause = is_owed.then_some(Category::OwedMoves);
        // the cause that is less likely to fit by chance takes precedence
        if some_left && of_points != Category::Label {
            cause = Some(Category::DoubtfulStones);
            answer.fits_if.clone_from(&if_left);
        }
        if of_points == Category::Unknown && !is_owed {
            let statuses = statuses.get_or_insert_with(|| other_statuses(game, groups, evaluator));
            for (words, change) in statuses {
                if answer.margin.map(|margin| margin + *change) == game.label.margin {
                    cause = Some(Category::DoubtfulStones);
                    answer.fits_if = Some(words.clone());
                    break;
                }
            }
        }
        answer.category = Some(category(of_points, cause, is_unfinished));
    }
}

/// Sets the categories of the external scorers' mismatches according to their causes. `mistakes`
/// are the mistakes that each scorer may have made.
pub(super) fn explain_scorers(
    external: &mut [Result<Answer, NoAnswer>],
    mistakes: &[Vec<(&str, bool)>],
    owed: &[ProtectiveMove],
    game: &LabelledGame,
    is_unfinished: bool,
) {
    for (answer, mistakes) in external.iter_mut().zip(mistakes) {
        let Ok(answer) = answer else { continue };
        // no such correction gives the label's margin if the answer's own map does not
        let of_map = answer.contradiction.map(|one| Some(one.of_map));
        if of_map.is_none_or(|margin| margin == game.label.margin) {
            answer.fits_if = corrections(mistakes);
        }
        let Some(of_points) = answer.category else {
            continue;
        };
        // without a map, one margin is too little evidence
        let cause = if answer.map.is_some() && answer.fits_if.is_some() {
            Some(Category::ScorerMistake)
        } else {
            fits_if_paid(answer, owed, game).then_some(Category::OwedMoves)
        };
        answer.category = Some(category(of_points, cause, is_unfinished));
    }
}

/// Returns the category of a mismatch, given the category of its differing points and the cause, if
/// one was found.
fn category(of_points: Category, cause: Option<Category>, is_unfinished: bool) -> Category {
    match (of_points, cause) {
        (Category::FalseEye | Category::Seki, Some(Category::ScorerMistake)) => of_points,
        (_, Some(cause)) => cause,
        (Category::Unknown, None) if is_unfinished => Category::Unfinished,
        (_, None) => of_points,
    }
}

/// Returns the protective moves that may explain one of the `answers`. They matter only if the
/// label has no map, because a map already shows the points that they cost. `scoring` has the
/// position of the game.
pub(super) fn owed_moves<'a>(
    game: &LabelledGame,
    mut answers: impl Iterator<Item = &'a Answer>,
    scoring: &mut Scoring<'_>,
) -> Vec<ProtectiveMove> {
    if game.label.map.is_some() || game.count.rules.is_plain_area() || !answers.any(may_owe_moves) {
        return Vec::new();
    }
    scoring.protective_moves()
}

/// Returns whether the differing points of an answer may be due to protective moves. If the label
/// has no map, the category of these points comes from a comparison with another strategy.
fn may_owe_moves(answer: &Answer) -> bool {
    matches!(
        answer.category,
        Some(Category::Unknown | Category::ClaimedDame)
    )
}

/// Returns whether an answer has the label's margin after the protective moves in `owed` are
/// subtracted. Each move in its owner's territory, according to the answer, costs the owner a
/// point.
fn fits_if_paid(answer: &Answer, owed: &[ProtectiveMove], game: &LabelledGame) -> bool {
    let Some(map) = answer.map.as_ref().filter(|_| may_owe_moves(answer)) else {
        return false;
    };
    let mut cost = Points::ZERO;
    for owed in owed {
        if map.statuses()[usize::from(owed.point)].owner() == Some(owed.owner) {
            cost = cost + Points::whole(if owed.owner == Color::Black { 1 } else { -1 });
        }
    }
    cost != Points::ZERO && answer.margin.map(|margin| margin - cost) == game.label.margin
}

/// If the label has no map, returns two things for each of the doubtful `groups`: its reversed
/// status in words, and the resulting change in the margin. The change ignores protective moves,
/// because searching for them again took a fifth of a run's time.
fn other_statuses(
    game: &LabelledGame,
    groups: &[DoubtfulGroup],
    evaluator: &mut Evaluator,
) -> Vec<(String, Points)> {
    if game.label.map.is_some() || game.count.rules.is_plain_area() || groups.is_empty() {
        return Vec::new();
    }
    let before = game.margin_with(&game.dead, EYES, evaluator);
    let mut statuses = Vec::with_capacity(groups.len());
    for group in groups {
        let dead = game.dead_if(&group.stones, !group.live);
        let after = game.margin_with(&dead, EYES, evaluator);
        statuses.push((group.words(game.size), after - before));
    }
    statuses
}

/// Under area rules, some programs remove only some of the dead stones, or none. Returns whether
/// this may explain a mismatch, and the change that gives the label's margin, if there is one. If
/// the label has a map, the first value is always `false`.
fn stones_left(game: &LabelledGame, evaluator: &mut Evaluator) -> (bool, Option<String>) {
    if game.label.map.is_some() || !game.count.rules.is_plain_area() || game.dead.is_empty() {
        return (false, None);
    }
    let all_live = game.margin_with(&[], AREA, evaluator);
    let explains = Some(all_live) == game.label.margin;
    (
        explains || !game.count.rules.removes_dead(),
        explains.then(|| "all stones live".to_owned()),
    )
}

/// Returns the rules of the other method of counting, if they give the label's margin and no
/// strategy does.
pub(super) fn fitting_rules(
    game: &LabelledGame,
    answers: &[Answer],
    evaluator: &mut Evaluator,
) -> Option<Rules> {
    if !Answer::all_miss(answers) {
        return None;
    }
    let (rules, margin) = game.other_method(evaluator);
    (Some(margin) == game.label.margin).then_some(rules)
}

/// The maximum number of groups whose status is reversed. With more groups, reversing one of them
/// would too often give the label's margin by chance.
const MOST_GROUPS: usize = 8;

/// Returns the groups of stones whose status was not proved by playouts, the most doubtful ones
/// first. `analysis` describes the board without dead stones.
///
/// Dead stones of one colour in one region are a group. A living chain is a group if playouts left
/// its status unclear.
pub(super) fn doubtful_groups(game: &LabelledGame, analysis: &Analysis) -> Vec<DoubtfulGroup> {
    let region_of = |point: Point| analysis.region(game.position.grid().index(point));
    let mut chains: Vec<&ChainLife> = game
        .chains
        .iter()
        .filter(|chain| chain.proved.is_none())
        .collect();
    chains.retain(|chain| chain.mean < Safety::CERTAINTY);
    chains.sort_by(|a, b| a.mean.abs().total_cmp(&b.mean.abs()));
    let mut dead: BTreeMap<(usize, Color), usize> = BTreeMap::new();
    let mut groups: Vec<DoubtfulGroup> = Vec::new();
    for chain in chains {
        let (stone, stones) = (chain.stones[0], chain.stones.clone());
        let color = game.dead_color(stone);
        let group = match color {
            Some(color) => *dead
                .entry((region_of(stone), color))
                .or_insert(groups.len()),
            None => groups.len(),
        };
        match groups.get_mut(group) {
            Some(group) => group.stones.extend(stones),
            None => groups.push(DoubtfulGroup {
                stones,
                live: color.is_some(),
            }),
        }
    }
    groups.truncate(MOST_GROUPS);
    for group in &mut groups {
        group.stones.sort_unstable();
    }
    groups
}
