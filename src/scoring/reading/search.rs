//! The search: who gets what, if both play the field out as well as they can.

use std::ops::ControlFlow;

use super::answer::Line;
use super::moment::Moment;
use super::play::Field;
use super::set::{Nodes, one};
use super::table::{Slot, Table};
use crate::board::Color;

/// A move: a node, or a pass.
pub(super) type Move = Option<u8>;

/// More than any field is worth.
const MOST: i32 = 1_000_000;

/// The memory of the search.
#[derive(Debug, Default)]
pub(super) struct Search {
    table: Table,
    /// Moments looked at since [`Search::begin`].
    pub(super) nodes: u32,
    budget: u32,
}

/// The budget has been used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exhausted;

impl Search {
    /// Forgets the last field, and may look at `budget` moments of the next one.
    pub(super) fn begin(&mut self, budget: u32) {
        self.table.begin();
        self.nodes = 0;
        self.budget = budget;
    }

    /// What the rest of the play-out is worth to the player to move. It closes in on the value with searches that only
    /// ask whether it is at least so much (Aske Plaat and others, "Best-first fixed-depth minimax algorithms",
    /// Artificial Intelligence 87, 1996), starting from what the field is worth as it stands: mostly that is it.
    pub(super) fn solve(&mut self, field: &Field, moment: &Moment) -> Result<i32, Exhausted> {
        let (mut low, mut high) = (-MOST, MOST);
        let mut guess = self.score(field, moment);
        while low < high {
            let ask = if guess == low { guess + 1 } else { guess };
            guess = self.value(field, moment, ask - 1, ask)?;
            if guess < ask {
                high = guess;
            } else {
                low = guess;
            }
        }
        Ok(guess)
    }

    /// The best play from a moment on, to the end: a pass wherever that is as good as anything.
    pub(super) fn line(&mut self, field: &Field, first: Moment) -> Result<Line, Exhausted> {
        let (mut moves, mut end) = (Vec::new(), first);
        let value = self.solve(field, &end)?;
        let mut left = value;
        while !end.is_over() {
            let best = field.visit_moves(&end, Some(None), |candidate, next, won| {
                match self.value(field, &next, won - left, won - left + 1) {
                    Ok(value) if value > won - left => ControlFlow::Continue(()),
                    // as good as the best, if it leaves the opponent no more than that does
                    Ok(_) => ControlFlow::Break(Ok((candidate, next, won))),
                    Err(exhausted) => ControlFlow::Break(Err(exhausted)),
                }
            });
            let best = best.break_value();
            let (candidate, next, won) = best.expect("one of the moves is the best")?;
            moves.push(candidate);
            (end, left) = (next, won - left);
        }
        Ok(Line { moves, end, value })
    }

    /// What the play-out is worth to the player to move if it ends here.
    fn score(&mut self, field: &Field, moment: &Moment) -> i32 {
        let score = self.table.score(field, moment);
        if moment.turn() == Color::White { -score } else { score }
    }

    /// Alpha-beta over what is won from here on. Fails soft.
    fn value(&mut self, field: &Field, moment: &Moment, mut low: i32, mut high: i32) -> Result<i32, Exhausted> {
        if moment.is_over() {
            return Ok(self.score(field, moment));
        }
        self.nodes += 1;
        if self.nodes > self.budget {
            return Err(Exhausted);
        }
        let slot = self.table.slot(moment);
        let mut first = None;
        if let Some(([known_low, known_high], best)) = self.table.known(slot, moment) {
            if known_low >= high || known_low == known_high {
                return Ok(known_low);
            }
            if known_high <= low {
                return Ok(known_high);
            }
            low = low.max(known_low);
            high = high.min(known_high);
            first = Some(best);
        }
        let (bottom, mut best, mut best_move) = (low, -MOST, None);
        let end = field.visit_moves(moment, first, |candidate, next, won| {
            let value = match self.value(field, &next, won - high, won - low) {
                Ok(value) => won - value,
                Err(exhausted) => return ControlFlow::Break(Err(exhausted)),
            };
            if value > best {
                best = value;
                best_move = candidate;
            }
            low = low.max(best);
            if low >= high { ControlFlow::Break(Ok(())) } else { ControlFlow::Continue(()) }
        });
        if let ControlFlow::Break(Err(exhausted)) = end {
            return Err(exhausted);
        }
        self.note(slot, moment, best, [bottom, high], best_move);
        Ok(best)
    }

    fn note(&mut self, slot: Slot, moment: &Moment, value: i32, [low, high]: [i32; 2], best: Move) {
        // what was known may be another's by now
        let ([known_low, known_high], _) = self.table.known(slot, moment).unwrap_or(([-MOST, MOST], None));
        let known_low = if value > low { known_low.max(value) } else { known_low };
        let known_high = if value < high { known_high.min(value) } else { known_high };
        self.table.note(slot, moment, [known_low, known_high], best);
    }
}

impl Field {
    /// Has each legal move of a moment visited, with the moment after it and what it won, until a visit breaks off. Those
    /// come first that mostly decide: the best one known, captures, the pass, the others. Each kind is looked for only when
    /// it is its turn, for mostly an earlier move decides.
    fn visit_moves<B>(
        &self,
        moment: &Moment,
        first: Option<Move>,
        mut visit: impl FnMut(Move, Moment, i32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut try_move = |candidate: Move| match candidate {
            None => visit(candidate, moment.after_pass(), 0),
            Some(node) => match self.play(moment, node.into()) {
                Some((next, won)) => visit(candidate, next, won),
                None => ControlFlow::Continue(()),
            },
        };
        if let Some(first) = first {
            try_move(first)?;
        }
        let first_node = first.flatten().map_or(0, |node| one(node.into()));
        let (color, empty) = (moment.turn(), self.empty(moment));
        let with_liberties = self.with_liberties(empty);
        let last_liberties = |color| self.last_liberties(moment, color, empty, with_liberties);
        let own_last = last_liberties(color);
        let mut last = own_last;
        // who is in atari has to answer, or to capture
        if own_last != 0 {
            last |= last_liberties(color.opponent());
            (last & !first_node).nodes().try_for_each(|node| try_move(Some(byte(node))))?;
        }
        if first != Some(None) {
            try_move(None)?;
        }
        if own_last == 0 {
            last = last_liberties(color.opponent());
            (last & !first_node).nodes().try_for_each(|node| try_move(Some(byte(node))))?;
        }
        let is_of_use = |&node: &usize| {
            let is_twin = self.twins[node] & empty != 0;
            !is_twin && self.matters(moment, node, empty) && !self.is_eye(moment, color, node)
        };
        let mut others = (empty & !last & !first_node).nodes().filter(is_of_use);
        others.try_for_each(|node| match self.play_quietly(moment, node, empty) {
            Some(next) => visit(Some(byte(node)), next, 0),
            None => ControlFlow::Continue(()),
        })
    }
}

fn byte(node: usize) -> u8 {
    u8::try_from(node).expect("fewer than 64 nodes")
}
