//! Compares answers with the label of their game.

use std::borrow::Cow;
use std::sync::Arc;

use super::category::Category;
use super::evaluated::{Answer, AnswerKind};
use super::facts::is_handicap_difference;
use super::labelled::LabelledGame;
use super::seki_eyes::SekiEyes;
use crate::board::{Color, Point};
use crate::external::{Given, GivenBoard};
use crate::labels::{LabelCheck, LabelMap};
use crate::outcome::{Comparison, Crosstab, Outcome, has_seki};
use crate::rules::Points;
use crate::stats::Confusion;
use crate::territory::{Analysis, EYES, Scoring, Status, Strategy, TerritoryMap};

/// The map that the answers to a game are compared with.
pub(super) struct ExpectedMap<'a> {
    map: Cow<'a, LabelMap>,
    /// Whether the map is the label's. If the label has no map, a strategy whose margin equals the
    /// label's supplies the map, which then serves only to categorise other answers.
    is_labels: bool,
    /// The result of [`eyes_in_seki`].
    eyes: Option<TerritoryMap>,
}

impl<'a> ExpectedMap<'a> {
    /// Returns the map of a game's label, or else the map of a strategy whose margin equals the
    /// label's; `None` if there is neither. `maps` contains the strategies' answers, and `scoring`
    /// has the position of the game.
    pub(super) fn new(
        game: &'a LabelledGame,
        strategies: &[&Strategy],
        maps: &[Arc<TerritoryMap>],
        scoring: &mut Scoring<'_>,
    ) -> Option<Self> {
        let map = match &game.label.map {
            Some(map) => Cow::Borrowed(map),
            None => Cow::Owned(label_map(map_with_margin(game, strategies, maps)?)),
        };
        Some(Self {
            eyes: eyes_in_seki(scoring, &map),
            map,
            is_labels: game.label.map.is_some(),
        })
    }

    /// Returns the most frequent category among the points where a map differs from this one, or
    /// the first of several equally frequent categories.
    fn category(&self, map: &TerritoryMap, kind: AnswerKind) -> Category {
        // counts the points that only the answer gives to a player, by the kind of eye; the points
        // elsewhere are dame or unmarked territory
        let [mut in_seki, mut in_false_eyes, mut elsewhere] = [0; 3];
        for (index, status) in map.statuses().iter().enumerate() {
            if status.owner().is_some() && self.map.owner(index).is_none() {
                match self.eyes.as_ref().map(|eyes| eyes.statuses()[index]) {
                    Some(Status::Seki) => in_seki += 1,
                    Some(Status::FalseEye) => in_false_eyes += 1,
                    _ => elsewhere += 1,
                }
            }
        }
        let table = Crosstab::new(map, &self.map);
        let (seki, dame) = match kind {
            AnswerKind::Strategy => (table.owned(Status::Seki), table.owned(Status::Dame)),
            _ => (0, table.owned(Status::Seki) + table.owned(Status::Dame)),
        };
        let kinds = [
            (
                Category::DeadMarks,
                table.swapped() + table.owned(Status::Stone),
            ),
            (Category::Seki, seki + in_seki),
            (
                Category::FalseEye,
                table.owned(Status::FalseEye) + in_false_eyes,
            ),
            (Category::Dame, dame),
            (Category::ClaimedDame, elsewhere),
        ];
        // `max_by_key` returns the last of several equal kinds; because of `rev`, this is the first
        // one in the list
        let most = kinds.into_iter().rev().max_by_key(|&(_, points)| points);
        most.map_or(Category::Unknown, |(kind, _)| kind)
    }
}

/// Returns the map that distinguishes eyes in seki from false eyes; `None` if `map` gives an owner
/// to every point that one colour surrounds.
fn eyes_in_seki(scoring: &mut Scoring<'_>, map: &LabelMap) -> Option<TerritoryMap> {
    if !has_seki(scoring.analysis(), map) {
        return None;
    }
    let mut eyes = TerritoryMap::default();
    scoring.decide(EYES, &mut eyes);
    Some(eyes)
}

/// Returns the map of the last strategy with the label's margin. Control strategies do not count,
/// because they may have this margin by chance.
fn map_with_margin<'m>(
    game: &LabelledGame,
    strategies: &[&Strategy],
    maps: &'m [Arc<TerritoryMap>],
) -> Option<&'m TerritoryMap> {
    let mut last_first = strategies.iter().zip(maps).rev();
    let (_, map) = last_first.find(|(strategy, map)| {
        !strategy.is_control && Some(game.count.margin(map.counts().scored())) == game.label.margin
    })?;
    Some(map)
}

/// Returns the owners of all points according to a map.
pub(super) fn label_map(map: &TerritoryMap) -> LabelMap {
    let mut owners = LabelMap::new(map.grid());
    for (index, status) in map.statuses().iter().enumerate() {
        owners.set(index, status.owner());
    }
    owners
}

/// A game, with the data that its answers are compared with.
pub(super) struct Comparer<'a> {
    pub(super) game: &'a LabelledGame,
    /// The position of the game.
    pub(super) analysis: &'a Analysis,
    pub(super) expected: Option<ExpectedMap<'a>>,
}

impl Comparer<'_> {
    /// Returns whether any point that one colour surrounds is neutral on the label's map; `None` if
    /// there is no map.
    pub(super) fn has_seki(&self) -> Option<bool> {
        self.expected
            .as_ref()
            .filter(|expected| expected.is_labels)
            .map(|expected| expected.eyes.is_some())
    }

    /// Returns a strategy's answer.
    pub(super) fn answer(&self, map: Arc<TerritoryMap>) -> Answer {
        self.compared(self.of_map(map, Vec::new(), AnswerKind::Strategy))
    }

    /// Returns the answer that follows from a map, without a comparison. Stones in `also_dead`
    /// count as points and as prisoners.
    fn of_map(&self, map: Arc<TerritoryMap>, also_dead: Vec<Point>, kind: AnswerKind) -> Answer {
        let mut counts = *map.counts();
        let captured = self.game.captured(&also_dead);
        for (points, captured) in counts.territory.iter_mut().zip(captured) {
            *points += captured;
        }
        let count = self.game.count.after_captures(captured);
        let owners = self.game.owners.as_ref();
        Answer {
            counts: Some(counts),
            also_dead,
            margin: Some(count.margin(counts.scored())),
            eyes: owners.map(|owners| SekiEyes::judge(self.analysis, &map, owners)),
            map: Some(map),
            kind,
            ..Answer::default()
        }
    }

    /// Returns an external scorer's answer.
    pub(super) fn external_answer(&self, given: Given) -> Answer {
        let kind = if given.is_whole {
            AnswerKind::Whole
        } else {
            AnswerKind::Board
        };
        let answer = match given.board {
            GivenBoard::Territory {
                territory,
                also_dead,
            } => self.of_map(self.given_map(territory), also_dead, kind),
            GivenBoard::Margin(margin) => Answer {
                margin: Some(margin),
                kind,
                ..Answer::default()
            },
            GivenBoard::Winner(winner) => Answer {
                kind: AnswerKind::Winner(winner),
                ..Answer::default()
            },
        };
        let contradiction = given.contradiction;
        self.compared(Answer {
            margin: contradiction.map_or(answer.margin, |one| Some(one.margin)),
            contradiction,
            ..answer
        })
    }

    /// Returns the map of Black's and White's territory according to an external scorer.
    fn given_map(&self, territory: [Vec<Point>; 2]) -> Arc<TerritoryMap> {
        let grid = self.analysis.grid();
        let mut owners = vec![None; grid.cells()];
        for (points, color) in territory.into_iter().zip(Color::BOTH) {
            for point in points {
                owners[grid.index(point)] = Some(color);
            }
        }
        let mut map = TerritoryMap::default();
        map.set_owners(self.analysis, |index| owners[index]);
        map.apply_group_tax(self.analysis, self.game.count.rules);
        if self.game.count.rules.leaves_dead_in_seki() {
            map.leave_dead_in_seki(&self.game.end.position);
        }
        Arc::new(map)
    }

    /// Adds the comparison with the label to an answer, if the game has a label.
    fn compared(&self, mut answer: Answer) -> Answer {
        answer.comparison = self.comparison(&answer);
        answer.category = self.category(&answer);
        answer
    }

    /// Compares an answer with the label, if the game has a label.
    fn comparison(&self, answer: &Answer) -> Option<Comparison> {
        let label = self.game.label.margin?;
        let outcome = match (answer.margin, answer.kind) {
            (Some(margin), _) => Outcome::of(margin, label),
            (None, AnswerKind::Winner(winner)) if winner as i32 == label.sign() => Outcome::Winner,
            (None, _) => Outcome::Wrong,
        };
        let more = u32::try_from(answer.also_dead.len()).expect("at most 52 · 52 stones");
        let map = match (&self.expected, &answer.map) {
            (Some(expected), Some(map)) if expected.is_labels => {
                let table = Crosstab::new(map, &expected.map);
                Some((table.differences() + more, confusion(&table)))
            }
            _ => None,
        };
        Some(Comparison {
            outcome,
            delta: answer.margin.map(|margin| margin - label),
            map,
        })
    }

    /// Returns the category of an answer, or `None` if it agrees with the label.
    fn category(&self, answer: &Answer) -> Option<Category> {
        let compared = answer.comparison?;
        let differences = compared.map.map_or(0, |(differences, _)| differences);
        if compared.outcome.is_right(compared.delta) && differences == 0 {
            return None;
        }
        let (delta, kind) = (compared.delta, answer.kind);
        Some(match (self.game.label.check, &self.expected, &answer.map) {
            (LabelCheck::Inconsistent | LabelCheck::Contradictory, ..) => Category::Label,
            (LabelCheck::Area, ..) => Category::Rules,
            _ if !answer.also_dead.is_empty() => Category::DeadMarks,
            (_, Some(expected), Some(map)) if differences > 0 => expected.category(map, kind),
            _ if is_handicap_or_komi(self.game, delta) => Category::HandicapOrKomi,
            // the error is not on the map
            _ if answer.contradiction.is_some() => Category::Unknown,
            (_, Some(expected), Some(map)) if !expected.is_labels => expected.category(map, kind),
            _ => Category::Unknown,
        })
    }
}

/// The minimum komi that may count as left out, or as given to the wrong player. A smaller komi
/// only breaks ties, and an error of that size probably has another cause.
const LEAST_KOMI: i64 = 2;

/// Returns whether the margin would equal the label's if the handicap were counted as under
/// different area rules, or if the komi were left out or given to the wrong player. `delta` is the
/// margin minus the label's.
fn is_handicap_or_komi(game: &LabelledGame, delta: Option<Points>) -> bool {
    let Some(delta) = delta else { return false };
    let count = &game.count;
    let given = count.rules.handicap_compensation(count.handicap);
    // none of the other area rules has a button
    let by_handicap = count.rules.is_plain_area()
        && count.handicap >= 2
        && is_handicap_difference(given, count.handicap, delta - count.button());
    // the komi belongs to White, so a margin with the komi is lower than a label without it
    let by_komi = count.komi.abs() >= Points::whole(LEAST_KOMI)
        && (delta == -count.komi || count.komi.times(2).is_some_and(|twice| delta == -twice));
    by_handicap || by_komi
}

/// Counts the controlled points that the strategy, the label, or both leave neutral.
fn confusion(table: &Crosstab) -> Confusion {
    let both = table.count(Status::Seki, None) + table.count(Status::FalseEye, None);
    let claimed_only = table.owned(Status::Seki) + table.owned(Status::FalseEye);
    Confusion {
        both: both.into(),
        claimed_only: claimed_only.into(),
        label_only: table.unowned_territory().into(),
    }
}
