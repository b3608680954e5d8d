//! The search: who gets what, if both play the field out as well as they can.

use super::answer::Line;
use super::play::{Field, Moment};
use super::set::{Nodes, Set};
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
        while !Field::is_over(&end) {
            let mut candidates = Moves::new(field, &end, Some(None));
            let (candidate, next, won) = loop {
                let candidate = candidates.next().expect("one of the moves is the best");
                let Some((next, won)) = candidates.after(candidate) else { continue };
                // as good as the best, if it leaves the opponent no more than that does
                if self.value(field, &next, won - left, won - left + 1)? <= won - left {
                    break (candidate, next, won);
                }
            };
            moves.push(candidate);
            (end, left) = (next, won - left);
        }
        Ok(Line { moves, end, value })
    }

    /// What the play-out is worth to the player to move if it ends here.
    fn score(&mut self, field: &Field, moment: &Moment) -> i32 {
        let score = self.table.score(field, moment);
        if moment.white { -score } else { score }
    }

    /// Alpha-beta over what is won from here on. Fails soft.
    fn value(&mut self, field: &Field, moment: &Moment, mut low: i32, mut high: i32) -> Result<i32, Exhausted> {
        if Field::is_over(moment) {
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
        let mut candidates = Moves::new(field, moment, first);
        while let Some(candidate) = candidates.next() {
            let Some((next, won)) = candidates.after(candidate) else { continue };
            let value = won - self.value(field, &next, won - high, won - low)?;
            if value > best {
                best = value;
                best_move = candidate;
            }
            low = low.max(best);
            if low >= high {
                break;
            }
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

/// The moves of a moment, those first that mostly decide: the best one known, captures, the pass, the others. Each kind
/// is looked for only when it is its turn, for mostly an earlier move decides.
struct Moves<'a> {
    field: &'a Field,
    moment: &'a Moment,
    first: Option<Move>,
    kind: Kind,
    /// Moves of the last kind that was looked for.
    found: Set,
    empty: Set,
    /// Nodes with one liberty of their own, once they are looked for.
    with_one: Set,
    /// The last liberties of whoever is to move, and of the other.
    last: [Set; 2],
}

/// Which moves are looked for next.
enum Kind {
    First,
    InAtari,
    Pass,
    Captures,
    Others,
    None,
}

impl<'a> Moves<'a> {
    fn new(field: &'a Field, moment: &'a Moment, first: Option<Move>) -> Self {
        let (found, with_one, last) = (0, 0, [0; 2]);
        Self { field, moment, first, kind: Kind::First, found, empty: field.empty(moment), with_one, last }
    }

    fn last_liberties(&self, color: Color) -> Set {
        self.field.last_liberties(self.moment, color, self.empty, self.with_one)
    }

    /// The moment after the move that was found last, and what it won; `None` where it is illegal.
    fn after(&self, last: Move) -> Option<(Moment, i32)> {
        let Self { field, moment, .. } = *self;
        match last {
            None => Some((Field::pass(moment), 0)),
            // of the others, which come last, none is the last liberty of anything
            Some(node) if matches!(self.kind, Kind::None) => {
                field.play_quietly(moment, node.into(), self.empty).map(|next| (next, 0))
            }
            Some(node) => field.play(moment, node.into()),
        }
    }

    /// What is neither the best nor a pass nor the last liberty of anything, and may be of use.
    fn others(&self) -> Set {
        let (field, moment, empty) = (self.field, self.moment, self.empty);
        let is_of_use = |node| {
            let is_twin = field.twins[node] & empty != 0;
            !is_twin && field.matters(moment, node, empty) && !field.is_eye(moment, moment.turn(), node)
        };
        (empty & !(self.last[0] | self.last[1])).filter(is_of_use)
    }
}

impl Iterator for Moves<'_> {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        loop {
            if self.found != 0 {
                let node = self.found.lowest();
                self.found = self.found.without_lowest();
                let candidate = Some(u8::try_from(node).expect("fewer than 64 nodes"));
                if self.first == Some(candidate) {
                    continue;
                }
                return Some(candidate);
            }
            let color = self.moment.turn();
            match self.kind {
                Kind::First => {
                    self.kind = Kind::InAtari;
                    if self.first.is_some() {
                        return self.first;
                    }
                }
                // who is in atari has to answer, or to capture
                Kind::InAtari => {
                    self.kind = Kind::Pass;
                    self.with_one = self.field.with_one_liberty(self.empty);
                    self.last[0] = self.last_liberties(color);
                    if self.last[0] != 0 {
                        self.last[1] = self.last_liberties(color.opponent());
                        self.found = self.last[0] | self.last[1];
                    }
                }
                Kind::Pass => {
                    self.kind = Kind::Captures;
                    if self.first != Some(None) {
                        return Some(None);
                    }
                }
                Kind::Captures => {
                    self.kind = Kind::Others;
                    if self.last[0] == 0 {
                        self.last[1] = self.last_liberties(color.opponent());
                        self.found = self.last[1];
                    }
                }
                Kind::Others => {
                    self.kind = Kind::None;
                    self.found = self.others();
                }
                Kind::None => return None,
            }
        }
    }
}
