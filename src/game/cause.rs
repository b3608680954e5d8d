//! Looks for causes of mismatches beyond the points that differ: changes that would give the
//! label's margin. Also looks for reasons to doubt the winner: changes that would give another
//! winner.

use std::collections::BTreeMap;

use super::category::Category;
use super::evaluated::Answer;
use super::labelled::LabelledGame;
use super::unmarked::margin_with;
use super::verdicts::Verdicts;
use crate::board::{Color, Point, Size};
use crate::dead::ChainLife;
use crate::external::NoAnswer;
use crate::rules::Points;
use crate::safety::Safety;
use crate::territory::{
    AREA, Analysis, Evaluator, PROTECTIVE, ProtectiveMove, Scoring, Strategy, Verdict,
};

/// A group of stones whose status playouts did not prove.
pub(super) struct DoubtfulGroup {
    /// The stones, sorted.
    stones: Vec<Point>,
    /// Whether the stones live once their status is reversed.
    live: bool,
}

impl DoubtfulGroup {
    /// Returns the reversed status in words, such as `B19 and 4 more live`.
    fn words(&self, size: Size) -> String {
        let first = self.stones[0].label(size);
        match (self.stones.len() - 1, self.live) {
            (0, true) => format!("{first} lives"),
            (0, false) => format!("{first} is dead"),
            (more, true) => format!("{first} and {more} more live"),
            (more, false) => format!("{first} and {more} more are dead"),
        }
    }

    /// Returns the dead stones of the game once the status of these stones is reversed.
    fn dead(&self, game: &LabelledGame) -> Vec<Point> {
        game.dead_if(&self.stones, !self.live)
    }
}

/// Finds the mismatches with a label without a map that owed protective moves explain. `scoring` is
/// on the position of the game.
pub(super) fn find_owed_moves(
    game: &LabelledGame,
    verdicts: &Verdicts,
    scoring: &mut Scoring<'_>,
    answers: &mut [Answer],
    external: &mut [Result<Answer, NoAnswer>],
) {
    let mut all = answers.iter().chain(external.iter().flatten());
    if game.label.map.is_some()
        || game.count.rules.is_plain_area()
        || !all.any(Answer::may_owe_moves)
    {
        return;
    }
    let owed = scoring
        .trace(PROTECTIVE, &mut Verdict::default())
        .protective_moves;
    let analysis = scoring.analysis();
    for (answer, verdict) in answers.iter_mut().zip(&verdicts.different) {
        if answer.may_owe_moves() {
            answer.check_owed_moves(&owed, game, |point| verdict.status(analysis, point).owner());
        }
    }
    for answer in external
        .iter_mut()
        .flatten()
        .filter(|answer| answer.may_owe_moves())
    {
        if let Some(map) = answer.map.clone() {
            answer.check_owed_moves(&owed, game, |point| map.statuses()[point].owner());
        }
    }
}

/// Finds the strategies' mismatches with a label without a map that the status of one of the
/// doubtful `groups` explains.
pub(super) fn find_doubtful_stones(
    game: &LabelledGame,
    strategies: &[&dyn Strategy],
    verdicts: &Verdicts,
    groups: &[DoubtfulGroup],
    evaluator: &mut Evaluator,
    answers: &mut [Answer],
) {
    if game.label.map.is_some() {
        return;
    }
    if game.count.rules.is_plain_area() {
        if game.dead.is_empty() || answers.iter().all(|answer| answer.category.is_none()) {
            return;
        }
        // some programs remove no stones, or not all, under area rules
        let all_live = margin_with(&[], game, AREA, evaluator);
        let explains = Some(all_live) == game.label.margin;
        if !explains && game.count.rules.removes_dead() {
            return;
        }
        for answer in answers
            .iter_mut()
            .filter(|answer| answer.category.is_some())
        {
            answer.category = Some(Category::DoubtfulStones);
            answer.fits_if = explains.then(|| "all stones live".to_owned());
        }
        return;
    }
    for group in groups {
        let dead = group.dead(game);
        for (number, answer) in answers
            .iter_mut()
            .enumerate()
            .filter(|(_, answer)| answer.is_unknown())
        {
            let strategy = strategies[verdicts.first_strategy(number)];
            if Some(margin_with(&dead, game, strategy, evaluator)) == game.label.margin {
                answer.category = Some(Category::DoubtfulStones);
                answer.fits_if = Some(group.words(game.size));
            }
        }
    }
}

impl Answer {
    /// Returns whether the category, found by comparison with another strategy, may be due to
    /// protective moves.
    fn may_owe_moves(&self) -> bool {
        self.is_unknown() || self.category == Some(Category::ClaimedDame)
    }

    fn is_unknown(&self) -> bool {
        self.category == Some(Category::Unknown)
    }

    /// Sets the category if the cost of protective moves explains the difference from the label.
    /// `owner` returns the owner of a point according to the answer.
    fn check_owed_moves(
        &mut self,
        owed: &[ProtectiveMove],
        game: &LabelledGame,
        owner: impl Fn(usize) -> Option<Color>,
    ) {
        let mut cost = Points::ZERO;
        for owed in owed {
            if owner(owed.point.into()) == Some(owed.owner) {
                cost = cost + Points::whole(if owed.owner == Color::Black { 1 } else { -1 });
            }
        }
        if cost != Points::ZERO && Some(self.margin - cost) == game.label.margin {
            self.category = Some(Category::OwedMoves);
        }
    }
}

/// The maximum number of groups whose status is reversed. With more groups, one of them would give
/// the label's margin by chance.
const MOST_GROUPS: usize = 8;

/// Returns the groups of stones whose status playouts did not prove, the most doubtful ones first.
/// `analysis` describes the board without dead stones.
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
    chains.sort_by(|a, b| b.mean.total_cmp(&a.mean));
    let mut dead: BTreeMap<(usize, Option<Color>), usize> = BTreeMap::new();
    let mut groups: Vec<DoubtfulGroup> = Vec::new();
    for chain in chains {
        let (stone, stones) = (chain.stones[0], chain.stones.clone());
        let color = game.dead_color(stone);
        match dead.get(&(region_of(stone), color)) {
            Some(&group) if color.is_some() => {
                groups[group].stones.extend(stones);
            }
            _ => {
                dead.insert((region_of(stone), color), groups.len());
                groups.push(DoubtfulGroup {
                    stones,
                    live: color.is_some(),
                });
            }
        }
    }
    groups.truncate(MOST_GROUPS);
    for group in &mut groups {
        group.stones.sort_unstable();
    }
    groups
}
