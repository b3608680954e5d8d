//! A game with its label, before it is scored.

use std::sync::Arc;

use strum::{EnumString, IntoStaticStr};

use super::Remark;
use crate::board::{Color, Point, Position, Replayed, Size};
use crate::dead::{ChainLife, DeadFrom, Ownership, UnclosedBorder, take_off};
use crate::external::Question;
use crate::labels::{LabelCheck, LabelMap, LabelPoint};
use crate::rules::{Count, Points, Rules, Tax};
use crate::safety::Safety;
use crate::sgf::{Headers, KomiFrom};
use crate::skip::Skip;
use crate::stats::Confusion;
use crate::territory::{EYES, Evaluator, PROTECTIVE, Scoring, Strategy};

/// A game with its label, without its dead stones.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LabelledGame {
    /// A hash of the size, the set-up and the moves.
    pub(crate) hash: u64,
    /// The size of the board.
    pub size: Size,
    /// The stones, prisoners, komi and rules that determine the margin.
    pub count: Count,
    /// The headers.
    pub(crate) headers: Arc<Headers>,
    /// The end of the game, with all stones on the board.
    pub end: Replayed,
    /// The dead stones, sorted.
    pub dead: Vec<Point>,
    /// The source of the dead stones.
    pub dead_from: DeadFrom,
    /// Whether the user corrected the dead stones: see [`super::Options::toggle`].
    pub(crate) is_corrected: bool,
    /// The stones that the labels file lists as alive in seki, at least one for each such chain,
    /// sorted.
    pub seki: Vec<Point>,
    /// See [`Resolved::impossible`](crate::labels::Resolved::impossible).
    pub(crate) impossible: Vec<LabelPoint>,
    /// The source of the label's dead stones, and their comparison with the game's; `None` if the
    /// label has no dead stones, or if both have the same source.
    pub(crate) dead_comparison: Option<(DeadFrom, Confusion)>,
    /// The label.
    pub label: GameLabel,
    /// The ownership that the dead stones come from, if their source gives ownership.
    pub ownership: Option<Ownership>,
    /// The ownership that eyes in seki are measured against, if a file gives it.
    pub(crate) owners: Option<Ownership>,
    /// The chains of the whole position, with the proofs about them, if playouts gave the dead
    /// stones; otherwise empty.
    pub chains: Vec<ChainLife>,
    /// Whether the board is safe to score; `None` unless [`super::Options::safety`] is set.
    pub safety: Option<GameSafety>,
    /// The reason why the figures leave out the game, if they do. If games need a label, such a
    /// game is skipped instead.
    pub left_out: Option<Skip>,
    /// Whether the board is counted as it stands, without protective moves, as on KGS.
    pub(crate) as_it_stands: bool,
    /// Whether a comment says that moves are missing.
    pub(crate) moves_missing: bool,
    /// The remarks about the record.
    pub(crate) remarks: Vec<Remark>,
    /// A digest of all data that affects the figures, in hexadecimal digits.
    pub(crate) figures_digest: String,
    /// The position without dead stones.
    pub position: Position,
}

/// The label of a game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GameLabel {
    /// The margin; `None` only if no label is needed.
    pub margin: Option<Points>,
    /// The map, if the label has one.
    pub map: Option<LabelMap>,
    /// The source.
    pub from: LabelFrom,
    /// Whether the label is consistent.
    pub check: LabelCheck,
    /// The dead stones, sorted, if they differ from [`LabelledGame::dead`].
    pub(crate) dead: Option<Vec<Point>>,
}

/// The source of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[non_exhaustive]
pub enum LabelFrom {
    /// The result in the record.
    #[strum(serialize = "RE")]
    Result,
    /// The result and the marks in the record.
    #[strum(serialize = "RE+TBTW")]
    Record,
    /// A labels file.
    #[strum(serialize = "file")]
    File,
    /// The result in the record, and the map in a labels file.
    #[strum(serialize = "RE+file")]
    ResultAndFile,
    /// The marks in the record, and the result in a labels file.
    #[strum(serialize = "TBTW+file")]
    MarksAndFile,
}

impl LabelFrom {
    /// Returns the name used in reports.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Whether a game is safe to score, judged by the source of its dead stones.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GameSafety {
    /// The doubts, and the certainty of the least clear chain. The certainty comes from the
    /// ownership that gave the dead stones, or else from playouts.
    pub safety: Safety,
    /// The borders that are not closed, according to the same ownership.
    pub(crate) unclosed: Vec<UnclosedBorder>,
}

impl LabelledGame {
    /// Returns the strategy that counts as people would: it subtracts protective moves, unless the
    /// board is counted as it stands.
    pub fn lead(&self) -> &'static Strategy {
        if self.as_it_stands { EYES } else { PROTECTIVE }
    }

    /// Returns the stones in [`Self::seki`], or none if eyes in seki count under `rules`.
    pub(crate) fn seki_under(&self, rules: Rules) -> &[Point] {
        if rules.tax() == Tax::None {
            &[]
        } else {
            &self.seki
        }
    }

    /// Begins to score the position of the game.
    pub fn scoring<'e>(&self, evaluator: &'e mut Evaluator) -> Scoring<'e> {
        let seki = self.seki_under(self.count.rules);
        evaluator.on_with_seki(&self.position, &self.dead, seki)
    }

    /// Returns the dead stones of the game after a change: with `are_dead`, the given stones are
    /// also dead; otherwise, they are alive. `stones` must be sorted.
    pub(super) fn dead_if(&self, stones: &[Point], are_dead: bool) -> Vec<Point> {
        let mut dead = self.dead.clone();
        if are_dead {
            dead.extend(stones);
            dead.sort_unstable();
        } else {
            dead.retain(|stone| stones.binary_search(stone).is_err());
        }
        dead
    }

    /// Returns the numbers of stones that Black and White would capture on these points.
    pub(crate) fn captured(&self, also_dead: &[Point]) -> [u32; 2] {
        take_off(&self.position, also_dead).1
    }

    /// Returns the count before dead stones are removed, with only the prisoners captured in play.
    pub fn count_of_play(&self) -> Count {
        Count {
            prisoners: self.end.prisoners,
            ..self.count
        }
    }

    /// Returns the question about the game for an external scorer.
    pub(crate) fn question(&self) -> Question {
        let board = self.end.position.clone();
        Question {
            has_komi: self.headers.komi_from != KomiFrom::Nowhere,
            to_play: self.end.last.map(Color::opponent),
            first_pass: self.end.first_pass,
            ..Question::new(board, self.dead.clone(), self.count_of_play())
        }
    }

    /// Returns the colour of the dead stone on a point, if there is one.
    pub(crate) fn dead_color(&self, point: Point) -> Option<Color> {
        let color = self.end.position.get(point).color();
        color.filter(|_| self.position.get(point).color().is_none())
    }
}
