//! The part of the board that decides a question of life and death inside a territory.
//!
//! The opponent of a territory's owner moves first. He succeeds if he captures a living chain of
//! the owner that has a liberty in the territory, or if dead stones of his in the territory live.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::board::{ProtectionBoard, Spot};
use super::capture::Ranks;
use crate::Stop;
use crate::board::{Color, idx16};
use crate::territory::search::{CaptureGame, ChainSearch, ChainStatus, FieldBlock};

/// The maximum number of empty points of a local game about a living chain. Few searches of larger
/// games end.
const MAX_POINTS: usize = 12;

/// The same maximum for a game about dead stones.
const MAX_POINTS_OF_DEAD_STONES: usize = 10;

/// The maximum number of states of a search for the capture of a living chain. Twice as many gain
/// few games.
const MOST_STATES_OF_CAPTURE: u32 = 3_000;

/// The same maximum for a search whether dead stones live, for each of the stones.
const MOST_STATES_OF_DEAD_STONE: u32 = 800;

/// The maximum number of states of any search.
const MOST_STATES: u32 = 8_000;

/// After this many states, no further search of a position begins. The limit is for boards that are
/// not from games.
const MOST_STATES_OF_POSITION: u64 = 400_000;

/// The part of the board around a chain.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct LocalField {
    /// The empty points, the lowest rank first.
    points: Vec<usize>,
    /// The blocks, with the chain in question.
    blocks: Vec<FieldBlock>,
    /// The number of the chain in question among the blocks.
    target: usize,
}

/// A question about the chain in question of a field.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Question {
    field: LocalField,
    /// The player who moves first, the opponent of the territory's owner.
    first: Color,
    /// The outcome to prove.
    outcome: Outcome,
}

/// The outcome of a local game for the player who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Outcome {
    Success,
    Failure,
}

/// Answers questions of life and death about one position after another, each question once.
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
        let gathered = Gathered::around(board, stone);
        gathered.map_or(Vec::new(), |gathered| gathered.points)
    }

    /// Returns whether an outcome is proved for the player `first`, who moves first once the dame
    /// are filled. He succeeds if he captures the chain of `stone`, which is his opponent's, or
    /// saves it, if it is his own.
    pub(super) fn proves(
        &mut self,
        board: &ProtectionBoard,
        ranks: &mut Ranks,
        stone: u16,
        first: Color,
        outcome: Outcome,
    ) -> bool {
        let Some(gathered) = Gathered::around(board, stone) else {
            return false;
        };
        if outcome == Outcome::Success && !gathered.touches_dame(board) {
            return false;
        }
        let question = Question {
            field: gathered.into_field(board, ranks, first.opponent()),
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
        let LocalField {
            points,
            blocks,
            target,
        } = &question.field;
        let (first, owner) = (question.first, blocks[*target].color);
        let saves_dead = first == owner;
        // without a weak chain around them, dead stones live only if they make two eyes
        let is_weak = |block: &FieldBlock| block.can_capture && block.color != owner;
        let is_success = question.outcome == Outcome::Success;
        if saves_dead && is_success && !blocks.iter().any(is_weak) {
            return false;
        }
        let stones = u32::try_from(blocks[*target].stones.len()).unwrap_or(u32::MAX);
        let most = match (is_success, saves_dead) {
            (true, true) => stones.saturating_mul(MOST_STATES_OF_DEAD_STONE),
            (true, false) => MOST_STATES_OF_CAPTURE,
            (false, _) => MOST_STATES,
        };
        let sought = if saves_dead == is_success {
            ChainStatus::Alive
        } else {
            ChainStatus::Dead
        };
        let grid = board.board.grid();
        let joints = board.joints(blocks);
        let Some(mut game) = CaptureGame::new(grid, points, blocks, &joints, *target, first) else {
            return false;
        };
        if !saves_dead {
            game = game.decided_by_capture();
        }
        self.search.proves(&game, sought, most.min(MOST_STATES))
    }
}

/// The points and blocks of a field, in the order found. The first block is the chain in question.
#[derive(Debug, Default)]
struct Gathered {
    /// The maximum number of points.
    most: usize,
    points: Vec<u16>,
    blocks: Vec<FieldBlock>,
    /// The blocks that can be captured and whose surroundings have not been added yet.
    queue: Vec<usize>,
}

impl Gathered {
    /// Returns the field of the chain of `target`, or `None` if it is too large. It has all regions
    /// next to blocks that can be captured, and all blocks next to these regions and blocks. Dead
    /// blocks can be captured, and blocks without a liberty outside the field.
    fn around(board: &ProtectionBoard, target: u16) -> Option<Self> {
        let mut field = Self::default();
        field.add_block(board, target);
        let is_dead = field.blocks[0].can_capture;
        field.most = if is_dead {
            MAX_POINTS_OF_DEAD_STONES
        } else {
            MAX_POINTS
        };
        field.set_capturable(0);
        loop {
            while let Some(block) = field.queue.pop() {
                for cell in board.around(stone(&field.blocks[block])) {
                    field.add(board, cell)?;
                }
            }
            let mut is_complete = true;
            for block in 0..field.blocks.len() {
                if !field.blocks[block].can_capture && !field.has_liberty_outside(board, block) {
                    field.set_capturable(block);
                    is_complete = false;
                }
            }
            if is_complete {
                return Some(field);
            }
        }
    }

    fn set_capturable(&mut self, block: usize) {
        if !std::mem::replace(&mut self.blocks[block].can_capture, true) {
            self.queue.push(block);
        }
    }

    fn has_liberty_outside(&self, board: &ProtectionBoard, block: usize) -> bool {
        board
            .around(stone(&self.blocks[block]))
            .any(|cell| board.is_empty(cell) && !self.points.contains(&cell))
    }

    /// Returns whether a block that can be captured touches a dame. Otherwise, filling dame does
    /// not change the fight, and the players ended the game knowing it.
    fn touches_dame(&self, board: &ProtectionBoard) -> bool {
        let mut weak = self.blocks.iter().filter(|block| block.can_capture);
        weak.any(|block| {
            board
                .around(stone(block))
                .any(|cell| board.spot(cell) == Spot::Dame)
        })
    }

    /// Adds the region or block of a cell. Returns `None` if the field gets too large.
    fn add(&mut self, board: &ProtectionBoard, cell: u16) -> Option<()> {
        if board.color(cell).is_some() {
            self.add_block(board, cell);
        } else if board.is_empty(cell) && !self.points.contains(&cell) {
            let mut next = self.points.len();
            self.points.push(cell);
            while let Some(&point) = self.points.get(next) {
                next += 1;
                for near in board.neighbours(point) {
                    if board.color(near).is_some() {
                        self.add_block(board, near);
                    } else if board.is_empty(near) && !self.points.contains(&near) {
                        self.points.push(near);
                    }
                }
                if self.points.len() > self.most {
                    return None;
                }
            }
        }
        Some(())
    }

    fn add_block(&mut self, board: &ProtectionBoard, stone: u16) {
        let Some(color) = board.color(stone) else {
            return;
        };
        let cell = usize::from(stone);
        if self.blocks.iter().any(|block| block.stones.contains(&cell)) {
            return;
        }
        let is_dead = board
            .chain(stone)
            .all(|stone| !matches!(board.spot(stone), Spot::Living(_)));
        self.blocks.push(FieldBlock {
            color,
            stones: board.chain(stone).map(usize::from).collect(),
            can_capture: false,
        });
        if is_dead {
            self.set_capturable(self.blocks.len() - 1);
        }
    }

    /// Returns the field in an order that does not depend on the orientation of the board.
    fn into_field(
        mut self,
        board: &ProtectionBoard,
        ranks: &mut Ranks,
        owner: Color,
    ) -> LocalField {
        let grid = board.board.grid();
        ranks.sort(grid, owner, &mut self.points);
        let first = self.blocks[0].stones[0];
        for block in &mut self.blocks {
            // the search plays only on the points of small blocks
            if block.is_apart(block.color.opponent()) {
                block
                    .stones
                    .sort_by_cached_key(|&stone| (ranks.rank(grid, owner, idx16(stone)), stone));
            } else {
                block.stones.sort_unstable();
            }
        }
        self.blocks.sort_by_cached_key(|block| {
            let stone = block.stones[0];
            let rank = block
                .is_apart(block.color.opponent())
                .then(|| ranks.rank(grid, owner, idx16(stone)));
            (rank, stone)
        });
        let has_first = |block: &FieldBlock| block.stones.contains(&first);
        LocalField {
            points: self.points.into_iter().map(usize::from).collect(),
            target: self.blocks.iter().position(has_first).unwrap_or_default(),
            blocks: self.blocks,
        }
    }
}

/// Returns a stone of a block.
fn stone(block: &FieldBlock) -> u16 {
    idx16(block.stones[0])
}
