//! Looks for the cause of a mismatch if the label has no map: a change that would make the label fit.

use std::collections::BTreeMap;

use super::Options;
use super::category::Category;
use super::labelled::LabelledGame;
use super::outcome::Answer;
use super::score::StrategyEvaluator;
use super::unmarked::margin_without;
use crate::board::{Color, Point, Position, Size};
use crate::dead::{ChainLife, take_off};
use crate::rules::{Method, Points};
use crate::safety::Safety;
use crate::territory::OwedMove;

/// A group of stones whose status playouts did not prove.
struct DoubtfulGroup {
    /// The stones, sorted.
    stones: Vec<Point>,
    /// Whether they live with the opposite status.
    live: bool,
}

impl DoubtfulGroup {
    /// Returns the opposite status in words, such as `B19 and 4 more live`.
    fn words(&self, size: Size) -> String {
        let first = self.stones[0].label(size);
        match (self.stones.len() - 1, self.live) {
            (0, true) => format!("{first} lives"),
            (0, false) => format!("{first} is dead"),
            (more, true) => format!("{first} and {more} more live"),
            (more, false) => format!("{first} and {more} more are dead"),
        }
    }

    /// Returns the dead stones of the game with the opposite status of these stones.
    fn dead(&self, game: &LabelledGame) -> Vec<Point> {
        let mut dead = game.dead.clone();
        if self.live {
            dead.retain(|stone| self.stones.binary_search(stone).is_err());
        } else {
            dead.extend(&self.stones);
            dead.sort_unstable();
        }
        dead
    }
}

impl StrategyEvaluator {
    /// Looks for the causes of mismatches if the label has no map: protective moves that are owed, or for the strategies
    /// the status of doubtful stones. Overwrites the current position, which is the game's.
    pub(super) fn find_causes<'a>(
        &mut self,
        game: &LabelledGame,
        answers: &mut [Answer],
        external: impl Iterator<Item = &'a mut Answer>,
        options: &Options,
    ) {
        let mut scorers: Vec<&mut Answer> = external.filter(|answer| answer.category.is_some()).collect();
        for answer in scorers.iter_mut().filter(|answer| answer.counts.is_none()) {
            let (miscount, words) = miscount(game);
            if miscount != Points::ZERO && answer.comparison.is_some_and(|comparison| comparison.delta == miscount) {
                answer.fits_if = Some(words.to_owned());
            }
        }
        if game.label.map.is_some() || game.count.rules.is_plain_area() {
            return;
        }
        let is_own = |&number: &usize| self.firsts[number] == number;
        let mut unknown: Vec<usize> =
            (0..answers.len()).filter(is_own).filter(|&number| answers[number].may_owe_moves()).collect();
        scorers.retain(|answer| answer.may_owe_moves());
        if unknown.is_empty() && scorers.is_empty() {
            return;
        }
        let (owed, label) = (self.evaluator.owed_moves(), game.label.margin);
        let analysis = self.evaluator.analysis();
        let fits = |answer: &Answer, owner: &dyn Fn(usize) -> Option<Color>| {
            let cost = cost(&owed, |point, color| owner(point) == Some(color));
            cost != Points::ZERO && Some(answer.margin - cost) == label
        };
        for &number in &unknown {
            if fits(&answers[number], &|point| self.verdicts[number].status(analysis, point).owner()) {
                answers[number].category = Some(Category::OwedMoves);
            }
        }
        for scorer in &mut scorers {
            let Some(map) = scorer.map.clone() else { continue };
            if fits(scorer, &|point| map.statuses()[point].owner()) {
                scorer.category = Some(Category::OwedMoves);
            }
        }
        for group in doubtful(game, |point| analysis.region(game.position.grid().index(point))) {
            unknown.retain(|&number| answers[number].is_unknown());
            let dead = group.dead(game);
            for &number in &unknown {
                let territory = |rest: &Position, dead: &[Point]| {
                    Some(self.territory_of(options.strategies[number], rest, dead, game.count.rules))
                };
                if margin_without(game, &game.whole, &dead, territory) == label {
                    answers[number].category = Some(Category::DoubtfulStones);
                    answers[number].fits_if = Some(group.words(game.size));
                }
            }
        }
        for (number, &first) in self.firsts.iter().enumerate() {
            (answers[number].category, answers[number].fits_if) =
                (answers[first].category, answers[first].fits_if.clone());
        }
    }
}

/// Returns the usual error of a scorer that gives only a score, and the change that makes the label fit. Under
/// territory rules, it adds the prisoners for dead stones, which seichi also adds; under area rules, it leaves out the
/// living stones.
fn miscount(game: &LabelledGame) -> (Points, &'static str) {
    let (_, prisoners) = take_off(&game.whole, &game.dead);
    let ([one, other], words) = match game.count.rules.method() {
        Method::Territory => (prisoners, "dead stones count once"),
        Method::Area => ([game.count.stones[1], game.count.stones[0]], "living stones count"),
    };
    (Points::whole(i64::from(one) - i64::from(other)), words)
}

/// Puts the unknown mismatches of an unfinished game into the category of unfinished games.
pub(super) fn mark_unfinished<'a>(is_finished: bool, answers: impl Iterator<Item = &'a mut Answer>) {
    if !is_finished {
        answers.filter(|answer| answer.is_unknown()).for_each(|answer| answer.category = Some(Category::Unfinished));
    }
}

impl Answer {
    /// Returns whether the category, which is by comparison with another strategy, may stand for protective moves.
    fn may_owe_moves(&self) -> bool {
        self.is_unknown() || self.category == Some(Category::ClaimedDame)
    }

    fn is_unknown(&self) -> bool {
        self.category == Some(Category::Unknown)
    }
}

/// The maximum number of groups whose status is tried: with more, one of them would fit by chance.
const MOST_GROUPS: usize = 8;

/// Returns the groups of stones whose status playouts did not prove, the most doubtful ones first. `region_of` returns the
/// number of a point's region on the board without dead stones.
///
/// Dead stones of one colour in one region are a group. A living chain is one if the playouts were not sure of it.
fn doubtful(game: &LabelledGame, region_of: impl Fn(Point) -> usize) -> Vec<DoubtfulGroup> {
    let mut chains: Vec<&ChainLife> = game.chains.iter().filter(|chain| chain.proved.is_none()).collect();
    chains.retain(|chain| chain.mean < Safety::CERTAINTY);
    chains.sort_by(|a, b| b.mean.total_cmp(&a.mean));
    let mut dead: BTreeMap<(usize, Option<Color>), usize> = BTreeMap::new();
    let mut groups: Vec<DoubtfulGroup> = Vec::new();
    for chain in chains {
        let (stone, stones) = (chain.stones[0], chain.stones.clone());
        let color = game.dead_color(stone);
        match dead.get(&(region_of(stone), color)) {
            Some(&group) if color.is_some() => groups[group].stones.extend(stones),
            _ => {
                dead.insert((region_of(stone), color), groups.len());
                groups.push(DoubtfulGroup { stones, live: color.is_some() });
            }
        }
    }
    groups.truncate(MOST_GROUPS);
    for group in &mut groups {
        group.stones.sort_unstable();
    }
    groups
}

/// Returns the cost of the protective moves for Black, minus their cost for White. `is_territory` returns whether an
/// answer gives a point to a player.
fn cost(moves: &[OwedMove], is_territory: impl Fn(usize, Color) -> bool) -> Points {
    let costs = moves.iter().filter(|one| is_territory(one.owed.point.into(), one.owed.owner));
    costs.map(|one| Points::whole(if one.owed.owner == Color::Black { 1 } else { -1 })).fold(Points::ZERO, |a, b| a + b)
}
