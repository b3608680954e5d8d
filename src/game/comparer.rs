//! Compares answers with the label of their game.

use std::borrow::Cow;

use super::category::Category;
use super::evaluated::Answer;
use super::labelled::LabelledGame;
use super::seki_eyes::SekiEyes;
use super::verdicts::{Verdicts, drawn};
use crate::board::{Color, Point};
use crate::external::{Given, GivenBoard};
use crate::labels::{LabelCheck, LabelMap};
use crate::outcome::{Comparison, Crosstab, Outcome, has_seki};
use crate::rules::{Count, Points, Rules};
use crate::stats::Confusion;
use crate::territory::{Analysis, EYES, Scoring, Status, Strategy, Verdict};

/// The map that the answers to a game are compared with.
pub(super) struct ExpectedMap<'a> {
    map: Cow<'a, LabelMap>,
    /// Whether it is the label's. If the label has no map, a strategy with the label's margin
    /// supplies the map, which then only serves to categorise other answers.
    is_labels: bool,
    /// The verdict that distinguishes eyes in seki from false eyes; `None` if the map gives an
    /// owner to every point that one colour surrounds.
    eyes: Option<Verdict>,
}

impl<'a> ExpectedMap<'a> {
    /// Returns the map of a game's label, or else the map of a strategy with the label's margin;
    /// `None` if there is neither. `verdicts` has the strategies' answers, and `scoring` the
    /// position.
    pub(super) fn new(
        game: &'a LabelledGame,
        strategies: &[&dyn Strategy],
        verdicts: &Verdicts,
        scoring: &mut Scoring<'_>,
    ) -> Option<Self> {
        let map = match &game.label.map {
            Some(map) => Cow::Borrowed(map),
            None => Cow::Owned(map_with_margin(
                game,
                strategies,
                verdicts,
                scoring.analysis(),
            )?),
        };
        let mut eyes = None;
        if has_seki(scoring.analysis(), &map) {
            scoring.decide(EYES, eyes.insert(Verdict::default()));
        }
        Some(Self {
            map,
            is_labels: game.label.map.is_some(),
            eyes,
        })
    }

    /// Returns the most frequent category among the points where a verdict differs from the map, or
    /// the first of several equally frequent categories.
    fn category(&self, analysis: &Analysis, verdict: &Verdict, from: AnswerFrom) -> Category {
        // the points that only the verdict gives to a player, by the kind of eye; others are dame
        // or unmarked territory
        let [mut in_seki, mut in_false_eyes, mut elsewhere] = [0; 3];
        verdict.for_each_point(analysis, |point, status| {
            if status.owner().is_some() && self.map.owner(point).is_none() {
                match self.eyes.as_ref().map(|eyes| eyes.status(analysis, point)) {
                    Some(Status::Seki) => in_seki += 1,
                    Some(Status::FalseEye) => in_false_eyes += 1,
                    _ => elsewhere += 1,
                }
            }
        });
        let table = Crosstab::new(analysis, verdict, &self.map);
        let (seki, dame) = match from {
            AnswerFrom::Strategy => (table.owned(Status::Seki), table.owned(Status::Dame)),
            AnswerFrom::Scorer => (0, table.owned(Status::Seki) + table.owned(Status::Dame)),
        };
        let kinds = [
            (Category::DeadMarks, table.swapped() + table.on_stones),
            (Category::Seki, seki + in_seki),
            (
                Category::FalseEye,
                table.owned(Status::FalseEye) + in_false_eyes,
            ),
            (Category::Dame, dame),
            (Category::ClaimedDame, elsewhere),
        ];
        let most = kinds.iter().map(|&(_, points)| points).max();
        kinds
            .iter()
            .find(|&&(_, points)| Some(points) == most)
            .map_or(Category::Unknown, |&(kind, _)| kind)
    }
}

/// Returns the map of the last strategy with the label's margin. Control strategies may have it by
/// chance.
fn map_with_margin(
    game: &LabelledGame,
    strategies: &[&dyn Strategy],
    verdicts: &Verdicts,
    analysis: &Analysis,
) -> Option<LabelMap> {
    let fits =
        |verdict: &Verdict| Some(game.count.margin(verdict.counts().scored())) == game.label.margin;
    let mut last_first = strategies.iter().zip(verdicts.of_strategies()).rev();
    let (_, verdict) =
        last_first.find(|(strategy, verdict)| !strategy.is_control() && fits(verdict))?;
    Some(label_map(verdict, analysis))
}

/// Returns the owners of all points according to a verdict.
pub(super) fn label_map(verdict: &Verdict, analysis: &Analysis) -> LabelMap {
    let mut map = LabelMap::new(analysis.grid());
    verdict.for_each_point(analysis, |index, status| map.set(index, status.owner()));
    map
}

/// The source of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnswerFrom {
    /// A strategy, which distinguishes eyes in seki, false eyes and dame.
    Strategy,
    /// An external scorer, which gives no reason for leaving points neutral.
    Scorer,
}

/// A game, with everything that its answers are compared with.
pub(super) struct Comparer<'a> {
    pub(super) game: &'a LabelledGame,
    /// The position of the game.
    pub(super) analysis: &'a Analysis,
    pub(super) expected: Option<ExpectedMap<'a>>,
}

impl Comparer<'_> {
    /// Returns whether the label's map leaves a point neutral that one colour surrounds; `None` if
    /// there is no map.
    pub(super) fn has_seki(&self) -> Option<bool> {
        self.expected
            .as_ref()
            .filter(|expected| expected.is_labels)
            .map(|expected| expected.eyes.is_some())
    }

    /// Returns the answer of a verdict, without its map. Stones in `also_dead` count as points and
    /// as prisoners.
    pub(super) fn answer(
        &self,
        verdict: &Verdict,
        also_dead: Vec<Point>,
        from: AnswerFrom,
    ) -> Answer {
        let mut counts = *verdict.counts();
        let mut count = self.game.count;
        for stone in also_dead
            .iter()
            .filter_map(|&point| self.game.position.get(point).color())
        {
            let captor = stone.opponent();
            counts.territory[captor.index()] += 1;
            count.prisoners[captor.index()] += 1;
            count.stones[stone.index()] -= 1;
        }
        let margin = count.margin(counts.scored());
        let table = match &self.expected {
            Some(expected) if expected.is_labels => {
                Some(Crosstab::new(self.analysis, verdict, &expected.map))
            }
            _ => None,
        };
        let more = u32::try_from(also_dead.len()).expect("at most 52 · 52 stones");
        let map = table.map(|table| (table.differences() + more, confusion(&table)));
        let comparison = self.compare(margin, map);
        Answer {
            counts: Some(counts),
            category: comparison
                .and_then(|compared| self.category(&compared, Some(verdict), more > 0, from)),
            also_dead,
            map: None,
            margin,
            comparison,
            eyes: (self.game.owners.as_ref())
                .map(|owners| SekiEyes::judge(self.analysis, verdict, owners)),
            ..Answer::default()
        }
    }

    /// Returns the answer of an external scorer, with its map if it has one.
    pub(super) fn external_answer(&self, given: Given) -> Answer {
        let is_whole = Some(given.is_whole);
        let (territory, also_dead) = match given.board {
            GivenBoard::Territory {
                territory,
                also_dead,
            } => (territory, also_dead),
            GivenBoard::Margin(margin) => {
                let comparison = self.compare(margin, None);
                let category = comparison
                    .and_then(|compared| self.category(&compared, None, false, AnswerFrom::Scorer));
                return Answer {
                    margin,
                    comparison,
                    category,
                    is_whole,
                    ..Answer::default()
                };
            }
        };
        let grid = self.analysis.grid();
        let mut owners = vec![None; grid.cells()];
        for (points, color) in territory.into_iter().zip(Color::BOTH) {
            for point in points {
                owners[grid.index(point)] = Some(color);
            }
        }
        let mut verdict = Verdict::default();
        verdict.set_owners(self.analysis, |index| owners[index]);
        verdict.apply_group_tax(self.analysis, self.game.count.rules);
        if self.game.count.rules.leaves_dead_in_seki() {
            verdict.leave_dead_in_seki(self.analysis);
        }
        let answer = self.answer(&verdict, also_dead, AnswerFrom::Scorer);
        Answer {
            map: Some(drawn(&verdict, self.analysis)),
            is_whole,
            ..answer
        }
    }

    /// Compares a margin with the label's, if there is one. `map` compares the maps.
    fn compare(&self, margin: Points, map: Option<(u32, Confusion)>) -> Option<Comparison> {
        let label = self.game.label.margin?;
        Some(Comparison {
            outcome: Outcome::of(margin, label),
            delta: margin - label,
            map,
        })
    }

    /// Returns the category of an answer, or `None` if it agrees with the label. `also_dead` says
    /// whether the answer has different dead stones from the game.
    fn category(
        &self,
        compared: &Comparison,
        verdict: Option<&Verdict>,
        also_dead: bool,
        from: AnswerFrom,
    ) -> Option<Category> {
        let differences = compared.map.map_or(0, |(differences, _)| differences);
        if compared.delta == Points::ZERO && differences == 0 {
            return None;
        }
        Some(match (self.game.label.check, &self.expected, verdict) {
            (LabelCheck::Inconsistent | LabelCheck::Contradictory, ..) => Category::Label,
            (LabelCheck::Area, ..) => Category::Rules,
            _ if also_dead => Category::DeadMarks,
            (_, Some(expected), Some(verdict)) if differences > 0 => {
                expected.category(self.analysis, verdict, from)
            }
            _ if is_handicap_or_komi(self.game, compared.delta) => Category::HandicapOrKomi,
            (_, Some(expected), Some(verdict)) if !expected.is_labels => {
                expected.category(self.analysis, verdict, from)
            }
            _ => Category::Unknown,
        })
    }
}

/// The minimum komi that may count as left out, or as given to the wrong player. A smaller komi
/// only breaks ties, and an error of its size has likelier causes.
const LEAST_KOMI: i64 = 2;

/// Returns whether the margin would equal the label's if the handicap were counted as in other area
/// rules, or if the komi were left out or given to the wrong player. `delta` is the margin minus
/// the label's.
fn is_handicap_or_komi(game: &LabelledGame, delta: Points) -> bool {
    let count = &game.count;
    let shift = |rules| count.margin([0, 0]) - Count { rules, ..*count }.margin([0, 0]);
    let by_handicap = count.rules.is_plain_area()
        && count.handicap >= 2
        && [Rules::TROMP_TAYLOR, Rules::CHINESE, Rules::AGA]
            .iter()
            .any(|&rules| shift(rules) == delta);
    // the komi is White's: a margin that subtracts it is too low for Black
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
