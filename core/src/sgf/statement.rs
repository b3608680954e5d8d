//! Interprets the words of a result: who wins, and by how much.

use super::quantity::Quantity;
use super::words::{Unit, Word};
use crate::board::Color;
use crate::rules::Points;
use crate::skip::Reason;

/// The result that the words state.
#[derive(Debug, Default)]
pub(super) struct Statement {
    winner: Option<Color>,
    is_draw: bool,
    pub(super) margin: Option<Quantity>,
    /// The last player named, and whether a verb follows.
    player: Option<(Color, bool)>,
    has_by: bool,
    has_komi: bool,
    /// The last player named, if the name comes after the margin.
    late: Option<Color>,
}

impl Statement {
    /// Reads the words of a result. Returns `None` if they contradict each other or include an
    /// unknown word.
    pub(super) fn read(mut words: &[Word]) -> Option<Self> {
        let mut statement = Self::default();
        while let [word, behind @ ..] = words {
            if let Some((quantity, behind)) = Quantity::read(words) {
                words = behind;
                statement.count(quantity)?;
                continue;
            }
            words = behind;
            match word {
                Word::Player(color) => statement.name(*color)?,
                Word::Wins => statement.say(true)?,
                Word::Loses => statement.say(false)?,
                Word::By => statement.has_by = true,
                Word::Draw => statement.is_draw = true,
                Word::Komi => (statement.has_komi, words) = (true, Quantity::read(words)?.1),
                // `不贴目` means "without komi"
                Word::Absent if words.first() == Some(&Word::Komi) => words = &words[1..],
                Word::Unit(_) => {}
                _ => return None,
            }
        }
        statement.end()
    }

    /// Adds a number as the margin. A second number makes the result unclear. So does a number
    /// other than 0 before the player, because it may mean anything, as in `241 白胜`.
    fn count(&mut self, quantity: Quantity) -> Option<()> {
        if quantity.unit == Some(Unit::Moves) {
            return Some(());
        }
        let is_clear =
            self.margin.is_none() && (self.player.is_some() || quantity.number == Points::ZERO);
        self.margin = Some(quantity);
        is_clear.then_some(())
    }

    /// Adds a player. Two players need a verb between them, unless the first only gives komi.
    fn name(&mut self, color: Color) -> Option<()> {
        let is_clear = self.has_komi
            || self
                .player
                .is_none_or(|(player, has_verb)| has_verb || player == color);
        self.player = Some((color, false));
        self.late = self.margin.map(|_| color);
        is_clear.then_some(())
    }

    /// Records that the player named last wins or loses. A verb before the first player, as in
    /// `Gana Negro`, means that this player wins.
    fn say(&mut self, wins: bool) -> Option<()> {
        let Some((player, _)) = self.player else {
            self.has_by = true;
            return wins.then_some(());
        };
        let winner = if wins { player } else { player.opponent() };
        self.player = Some((player, true));
        (*self.winner.get_or_insert(winner) == winner).then_some(())
    }

    /// Completes the statement after the last word. A verb needs a player, and a player's margin
    /// needs a verb or `by`. If the player named last has no verb, this player is the winner, as in
    /// `B` and `White by 3`, unless other words name the winner. If they do, the player may be the
    /// opponent, as in `白胜黑`. However, an opponent named after the margin contradicts the
    /// result, as in `B+6.5W`.
    fn end(mut self) -> Option<Self> {
        match (self.player, self.winner) {
            (None, _) if self.has_by => return None,
            (Some((player, false)), Some(winner))
                if self.late == Some(player) && player != winner =>
            {
                return None;
            }
            (Some((player, false)), None) if self.has_by || self.margin.is_none() => {
                self.winner = Some(player);
            }
            (Some((_, false)), None) => return None,
            _ => {}
        }
        Some(self)
    }

    /// Returns the margin on a board of `points` points, or the reason why there is none.
    pub(super) fn result(&self, points: usize) -> Result<Points, Reason> {
        match (self.winner, self.margin) {
            (_, None) if self.is_draw => Ok(Points::ZERO),
            (_, Some(_)) if self.is_draw => Err(Reason::UnreadableResult),
            (Some(_), None) => Err(Reason::WinnerOnly),
            // a draw would name no winner; Fox writes `W+0.0` for aborted games
            (Some(_), Some(zero)) if zero.number == Points::ZERO && zero.has_decimals => {
                Err(Reason::WinnerOnly)
            }
            (None, Some(zero)) if zero.number == Points::ZERO => Ok(Points::ZERO),
            (Some(winner), Some(margin)) => {
                // the winner's own stones are at least half of the board; the loser's stones are
                // fewer, but still too many for a margin
                let names_loser = self.player.is_some_and(|(player, _)| player != winner);
                let most = if names_loser { points / 2 } else { points };
                let most = i64::try_from(most).map_or(Points::ZERO, Points::whole);
                let points = margin
                    .points()
                    .filter(|&points| !margin.is_in_stones() || points < most);
                let points = points.ok_or(Reason::UnreadableResult)?;
                Ok(if winner == Color::Black {
                    points
                } else {
                    -points
                })
            }
            (None, _) => Err(Reason::UnreadableResult),
        }
    }
}
