//! The outcome of a game: its evaluation, or the reason why it was skipped.

use std::sync::Arc;

use super::ranks::UNKNOWN;
use super::{Category, GameFacts, LabelledGame, Remark, RemarkKind, SekiEyes, UnmarkedDead};
use crate::board::{Color, Point};
use crate::external::{Contradiction, NoAnswer, Winner};
use crate::input::Entry;
use crate::outcome::{Comparison, Outcome};
use crate::rules::{Points, Rules};
use crate::sgf::{KomiFrom, RulesGuess, Score, result_text};
use crate::skip::{Reason, Skip};
use crate::territory::{Completeness, PointCounts, TerritoryMap};

/// The outcome of a game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GameOutcome<G = Evaluated> {
    /// The name of the game, `PATH#N`, or of the file if it has no game.
    pub name: String,
    /// The game's file, or the piece of a large file that contains the game.
    pub entry: Arc<Entry>,
    /// The number of games before this one in the walk.
    pub(crate) place: u64,
    /// The headers of the game.
    pub facts: GameFacts,
    /// The uncompressed bytes of the file, if they are kept ([`super::Options::keep_bytes`]). The
    /// games in a file share them. `None` for a file without a game.
    pub(crate) bytes: Option<Arc<[u8]>>,
    /// The game, or the reason why it was skipped.
    pub result: Result<Box<G>, Skip>,
}

impl<G> GameOutcome<G> {
    /// Returns the outcome of a file without a record, or of a game whose record can't be read.
    pub(super) fn without_record(
        entry: Arc<Entry>,
        name: String,
        encoding: &'static str,
        skip: Skip,
    ) -> Self {
        let facts = GameFacts {
            encoding,
            rank: UNKNOWN,
            ..GameFacts::default()
        };
        Self {
            name,
            entry,
            place: 0,
            facts,
            bytes: None,
            result: Err(skip),
        }
    }

    /// Sets the place of the game, and adds `offset` to its byte offsets. `offset` is the position
    /// in the file of the first byte that was read.
    pub(super) fn at(mut self, offset: usize, place: u64) -> Self {
        self.place = place;
        self.facts.byte += offset;
        if let Err(skip) = &mut self.result {
            skip.byte = skip.byte.map(|byte| byte + offset);
        }
        self
    }
}

impl GameOutcome {
    /// Returns whether too many open files left the game without a result, or a scorer without an
    /// answer.
    pub(crate) fn has_too_many_open(&self) -> bool {
        match &self.result {
            Err(skip) => skip.reason == Reason::TooManyOpen,
            Ok(game) => game.external.contains(&Err(NoAnswer::TooManyOpen)),
        }
    }
}

/// A game that was evaluated.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Evaluated {
    /// The game and its label.
    pub labelled: LabelledGame,
    /// Whether any point that one colour surrounds is neutral on the label's map, as in seki;
    /// `None` if there is no map.
    pub(crate) seki: Option<bool>,
    /// Whether two fills give different territory.
    pub(crate) disputed: bool,
    /// Whether an answer differs from the label, or two answers give different territory.
    pub differs: bool,
    /// Whether a player still owes a protective move; `None` under area rules, or if no strategy in
    /// the run looks for such moves.
    pub owes_moves: Option<bool>,
    /// The signs that show whether the board is finished.
    pub(crate) completeness: Completeness,
    /// The remarks about the game.
    pub remarks: Vec<Remark>,
    /// The dead stones that the label leaves on the board, if every strategy misses the label's
    /// margin.
    pub(crate) unmarked_dead: Option<UnmarkedDead>,
    /// The rules of the other method of counting, if they give the label's margin and no strategy
    /// does. Only an audit looks for them.
    pub(crate) fits_rules: Option<Rules>,
    /// The strategies' answers, in the order of [`super::Options::strategies`].
    pub answers: Vec<Answer>,
    /// The answers of the external scorers, in the order of [`super::Options::scorers`].
    pub(crate) external: Vec<Result<Answer, NoAnswer>>,
    /// For each external scorer, the names of the common mistakes that would change its answer,
    /// each with a flag that is set if the mistake explains the answer.
    pub(crate) mistakes: Vec<Vec<(&'static str, bool)>>,
}

impl Evaluated {
    /// Returns whether the game is finished, that is, whether every border is closed and no comment
    /// says that moves are missing.
    pub const fn is_finished(&self) -> bool {
        self.completeness.is_closed() && !self.labelled.moves_missing
    }

    /// Returns the answers of the strategies and of the external scorers, in the order of
    /// [`super::Options::names`].
    pub fn all_answers(&self) -> impl Iterator<Item = Result<&Answer, &NoAnswer>> {
        self.answers
            .iter()
            .map(Ok)
            .chain(self.external.iter().map(Result::as_ref))
    }

    /// Returns the score according to the first strategy or scorer, for
    /// [`crate::sgf::write_scores`]. Returns `None` if the answer has no map, because a scorer may
    /// give only a margin. Rules and komi that the caller gave, because the record states none,
    /// are part of the score: without them, the record would contradict its new result.
    pub fn score(&self) -> Option<Score> {
        let answer = self.all_answers().next()?.ok()?;
        let [black, white] = Color::BOTH.map(|color| territory(self, answer, color));
        let headers = &self.labelled.headers;
        let gives_rules = headers.rules_guessed == Some(RulesGuess::Flag);
        let gives_komi = headers.komi_from == KomiFrom::Given;
        Some(Score {
            territory: Some([black?, white?]),
            result: answer.margin.map(result_text),
            rules: gives_rules.then(|| headers.rules.name().into_owned()),
            komi: gives_komi.then(|| headers.komi.to_string()),
        })
    }
}

/// Returns the points of a colour: its territory and the dead stones that it captures. A dead stone
/// on a neutral point is listed for both colours, because only these lists mark it as dead. A dead
/// stone on territory of its own colour is listed for neither, because it counts the same as a
/// living stone: the point and the prisoner cancel out.
fn territory(game: &Evaluated, answer: &Answer, color: Color) -> Option<Vec<Point>> {
    let statuses = answer.map.as_ref()?.statuses();
    let grid = game.labelled.position.grid();
    let is_dead = |point: Point| match game.labelled.dead_color(point) {
        Some(dead) => Some(dead),
        None if answer.also_dead.contains(&point) => game.labelled.position.get(point).color(),
        None => None,
    };
    let is_own = |&index: &usize| match is_dead(grid.point(index)) {
        Some(dead) => statuses[index]
            .owner()
            .is_none_or(|owner| owner != dead && owner == color),
        None => statuses[index].owner() == Some(color),
    };
    Some(
        grid.points()
            .filter(is_own)
            .map(|index| grid.point(index))
            .collect(),
    )
}

/// The answer of a strategy or an external scorer to a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// The number of points of each status; `None` if only the margin is known.
    pub counts: Option<PointCounts>,
    /// The stones that only this external scorer considers dead. Its margin counts them as
    /// prisoners.
    pub(crate) also_dead: Vec<Point>,
    /// The map; `None` if only the margin is known. Strategies with the same map share it.
    pub map: Option<Arc<TerritoryMap>>,
    /// Black's score minus White's; `None` if only the winner is known.
    pub margin: Option<Points>,
    /// The comparison with the label; `None` if there is no label.
    pub(crate) comparison: Option<Comparison>,
    /// The eyes in seki, judged by the owners of their points; `None` if the owners are unknown or
    /// there is no map.
    pub(crate) eyes: Option<SekiEyes>,
    /// The category of the difference from the label; `None` if the answer agrees with it.
    pub category: Option<Category>,
    /// A change that would give the label's margin: a different status of stones, such as `B19 and
    /// 4 more live` ([`Category::DoubtfulStones`]), or a different count, such as `it did not leave
    /// out the komi`.
    pub(crate) fits_if: Option<String>,
    /// Which parts of a result the answer contains.
    pub(crate) kind: AnswerKind,
    /// Set if an external scorer's margin contradicts its own map.
    pub(crate) contradiction: Option<Contradiction>,
}

/// The kind of an answer, which says which parts of a result it contains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum AnswerKind {
    /// A strategy's map, which distinguishes eyes in seki, false eyes and dame.
    #[default]
    Strategy,
    /// An external scorer's map or score, which gives no reason for leaving points neutral.
    Board,
    /// An external scorer's margin, including komi and prisoners, with or without a map.
    Whole,
    /// Only the winner, according to an external scorer.
    Winner(Winner),
}

impl Answer {
    /// Returns whether there are answers and all of them miss the label's margin.
    pub(super) fn all_miss(answers: &[Self]) -> bool {
        let mut comparisons = answers.iter().map(|answer| answer.comparison);
        !answers.is_empty()
            && comparisons.all(|one| one.is_some_and(|one| one.outcome != Outcome::Exact))
    }

    /// Returns whether an external scorer gives the whole result; `None` for strategies.
    pub(crate) fn is_whole(&self) -> Option<bool> {
        (self.kind != AnswerKind::Strategy).then_some(self.kind == AnswerKind::Whole)
    }

    /// Returns the result in the syntax of `RE`: `B+3.5`, or `B+` without a margin.
    pub fn result(&self) -> String {
        match (self.margin, self.kind) {
            (Some(margin), _) => result_text(margin),
            (None, AnswerKind::Winner(Winner::Black)) => "B+".to_owned(),
            (None, AnswerKind::Winner(Winner::White)) => "W+".to_owned(),
            (None, _) => "0".to_owned(),
        }
    }

    /// Returns the remarks about the answer. In a row, they follow the remarks about the game.
    pub fn remarks(&self) -> Vec<Remark> {
        let mut remarks = Vec::new();
        if !self.also_dead.is_empty() {
            remarks.push(Remark::new(RemarkKind::AlsoDead, &self.also_dead.len()));
        }
        if let Some(words) = &self.fits_if {
            remarks.push(Remark::new(RemarkKind::FitsIf, words));
        }
        remarks
    }
}
