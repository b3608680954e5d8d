//! The part of the board that decides a question of life and death inside a territory.
//!
//! The opponent of a territory's owner moves first. He succeeds if he captures a living chain of
//! the owner that has a liberty in the territory, or if his own dead stones in the territory live.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::board::{ProtectionBoard, Spot};
use crate::Stop;
use crate::board::{Color, idx16};
use crate::territory::search::{CaptureGame, ChainSearch, ChainStatus, Field};

/// The maximum number of empty points in a local game. Few searches of larger games finish.
const MAX_POINTS: usize = 12;

/// The maximum number of states of a search.
const MOST_STATES: u32 = 3_000;

/// After this many states, no further search of a position begins. The limit is meant for boards
/// that do not come from games.
const MOST_STATES_OF_POSITION: u64 = 400_000;

/// A question about one chain of a field, the target.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Question {
    field: Field,
    /// The number of the target among the blocks of the field.
    target: usize,
    /// The player who moves first, the opponent of the territory's owner.
    first: Color,
    outcome: Outcome,
}

/// The outcome of a local game for the player who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Outcome {
    Success,
    Failure,
}

/// Answers questions of life and death about one position after another. Each question is searched
/// only once.
#[derive(Debug, Default)]
pub(super) struct LocalSearch {
    search: ChainSearch,
    answers: HashMap<Question, bool, FxBuildHasher>,
    /// The number of states visited before the searches of the position began.
    before: u64,
}

impl LocalSearch {
    /// Starts the searches of a position, which end once `stop` is set.
    pub(super) fn begin(&mut self, stop: &Stop) {
        self.search.watch(stop);
        self.answers.clear();
        self.before = self.search.nodes();
    }

    /// Returns whether another search of the position may begin.
    pub(super) fn is_budget_left(&self) -> bool {
        self.search.nodes() - self.before < MOST_STATES_OF_POSITION
    }

    /// Returns the empty points of the local game about the chain of `stone`, or no points if the
    /// game is too large.
    pub(super) fn points(board: &ProtectionBoard, stone: u16) -> Vec<u16> {
        let points = field(board, stone).map_or(Vec::new(), |field| field.points);
        points.into_iter().map(idx16).collect()
    }

    /// Returns whether an outcome is proved for the player `first`, who moves first once the dame
    /// are filled. If the chain of `stone` is his opponent's, he succeeds by capturing it. If the
    /// chain is his own, he succeeds by saving it.
    pub(super) fn proves(
        &mut self,
        board: &ProtectionBoard,
        stone: u16,
        first: Color,
        outcome: Outcome,
    ) -> bool {
        let Some(field) = field(board, stone) else {
            return false;
        };
        if outcome == Outcome::Success && !touches_dame(board, &field) {
            return false;
        }
        let question = Question {
            target: field.block_of(stone.into()).expect("the target"),
            field,
            first,
            outcome,
        };
        if let Some(&known) = self.answers.get(&question) {
            return known;
        }
        let answer = self.is_budget_left() && self.prove(board, &question);
        self.answers.insert(question, answer);
        answer
    }

    fn prove(&mut self, board: &ProtectionBoard, question: &Question) -> bool {
        let &Question {
            ref field,
            target,
            first,
            outcome,
        } = question;
        let saves_dead = first == field.blocks[target].color;
        let is_success = outcome == Outcome::Success;
        let sought = if saves_dead == is_success {
            ChainStatus::Alive
        } else {
            ChainStatus::Dead
        };
        let game = CaptureGame::new(board.board.grid(), field, target, first);
        game.is_some_and(|game| self.search.proves(&game, sought, MOST_STATES))
    }
}

/// Returns the field of the chain of `stone`, or `None` if the field is too large.
fn field(board: &ProtectionBoard, stone: u16) -> Option<Field> {
    Field::gather(board, stone.into(), MAX_POINTS, |_, _| false)
}

/// Returns whether a block that can be captured touches a dame. Otherwise, filling dame does not
/// change the fight over the chain, and the players knew about the fight when they ended the game.
fn touches_dame(board: &ProtectionBoard, field: &Field) -> bool {
    let mut weak = field.blocks.iter().filter(|block| block.can_capture);
    weak.any(|block| {
        board
            .around(idx16(block.stones[0]))
            .any(|cell| board.spot(cell) == Spot::Dame)
    })
}
