//! The end of a game: its final position and its dead stones. They come from marks or labels, or else from an engine,
//! ownership or playouts.

use std::time::Duration;

use super::facts::GameInput;
use super::programs::{Programs, no_dead_stones};
use super::timings::timed;
use crate::board::{Action, Point, Position, Replayed, all_on_board, replay};
use crate::dead::{ChainLife, DeadFrom, DeadStoneSource, Estimator, Ownership, judge};
use crate::labels::{Resolved, may_resolve, resolve};
use crate::sgf::Headers;
use crate::skip::{Reason, Skip};

/// A game replayed to its end, with its dead stones.
pub(super) struct EndedGame<'a> {
    pub(super) game: &'a GameInput<'a>,
    pub(super) headers: &'a Headers,
    /// The final position, with all its stones.
    pub(super) end: Replayed,
    /// The dead stones and the parts of the label.
    pub(super) resolved: Resolved,
    /// The ownership that the dead stones come from, if their source has one.
    pub(super) ownership: Option<Ownership>,
    /// The chains of the position according to playouts, if these gave the dead stones.
    pub(super) chains: Vec<ChainLife>,
}

impl<'a> EndedGame<'a> {
    /// Replays a game and finds its dead stones.
    ///
    /// # Errors
    /// The reason why no source knows the dead stones, or [`Reason::OffBoard`] at the first point off the board.
    pub(super) fn new(game: &'a GameInput<'a>, headers: &'a Headers, mut source: GameSource<'_>) -> Result<Self, Skip> {
        let (record, options) = (game.record, game.context.options);
        let off_board = |(index, point): (usize, Point)| {
            let actions = &record.actions[..=index];
            let moves = actions.iter().filter(|action| matches!(action, Action::Move(..))).count();
            let what = match actions[index] {
                Action::Move(..) => format!("move {moves} ({point})"),
                Action::Setup(..) => format!("the set-up point {point}"),
            };
            let (width, height) = (record.size.width(), record.size.height());
            Skip::at(Reason::OffBoard, record.byte, format!("{what} is outside the {width}x{height} board"))
        };
        // checked first, because most games of an archive without marks need no replay
        let sources = match may_resolve(record, game.line.as_ref(), &options.dead) {
            Ok(()) => options.dead.as_slice(),
            Err(_) if !options.needs_label => &[DeadFrom::None],
            Err(skip) => {
                all_on_board(record.size, &record.actions).map_err(off_board)?;
                return Err(skip);
            }
        };
        let end = replay(record.size, &record.actions).map_err(off_board)?;
        let margin = headers.margin().ok();
        let resolved = resolve(&end.position, record, game.line.as_ref(), margin, sources, &mut source)?;
        let is_estimate = resolved.dead_from == DeadFrom::Estimate;
        let chains = if is_estimate { source.estimator.chains() } else { Vec::new() };
        Ok(Self { game, headers, end, resolved, ownership: source.ownership, chains })
    }
}

/// The sources of dead stones for one game.
pub(super) struct GameSource<'a> {
    game: &'a GameInput<'a>,
    /// The number of the game in its chunk.
    number: usize,
    estimator: &'a mut Estimator,
    programs: &'a mut Programs,
    /// The time of engines and playouts.
    spent: &'a mut Duration,
    ownership: Option<Ownership>,
}

impl<'a> GameSource<'a> {
    /// Returns the sources for a game with this number in its chunk. The time of engines and playouts is added to `spent`.
    pub(super) fn new(
        game: &'a GameInput<'a>,
        number: usize,
        estimator: &'a mut Estimator,
        programs: &'a mut Programs,
        spent: &'a mut Duration,
    ) -> Self {
        Self { game, number, estimator, programs, spent, ownership: None }
    }

    /// Asks the engine for the dead stones.
    fn by_engine(&mut self, position: &Position) -> Result<Vec<Point>, Skip> {
        let context = self.game.context;
        let Some(engine) = &context.options.engine else { return ().dead(DeadFrom::Engine, position) };
        let answer = self.programs.dead_stones.answer(self.number, || engine.answer(position, context.stop));
        answer.map_err(|why| no_dead_stones(&why))
    }

    /// Returns the dead stones by the game's line in the ownership file.
    fn by_ownership(&mut self, position: &Position) -> Result<Vec<Point>, Skip> {
        let game = self.game;
        if game.context.options.ownership.is_none() {
            return ().dead(DeadFrom::Ownership, position);
        }
        let no_line = || Skip::new(Reason::NoDeadInfo, format!("no line of the ownership file names {}", game.name));
        let bad_line = |why| Skip::new(Reason::NoDeadInfo, format!("the ownership file: {why}"));
        let line = game.ownership.ok_or_else(no_line)?;
        let ownership = line.of(position.size()).map_err(bad_line)?;
        let dead = judge(position, &ownership).dead;
        self.ownership = Some(ownership);
        Ok(dead)
    }

    /// Returns the dead stones by playouts.
    fn by_playouts(&mut self, position: &Position) -> Vec<Point> {
        let dead = self.estimator.dead(position, self.game.context.options.playouts);
        self.ownership = Some(self.estimator.ownership());
        dead
    }
}

impl DeadStoneSource for GameSource<'_> {
    fn dead(&mut self, from: DeadFrom, position: &Position) -> Result<Vec<Point>, Skip> {
        let mut spent = Duration::ZERO;
        let dead = timed(&mut spent, || match from {
            DeadFrom::Estimate => Ok(self.by_playouts(position)),
            DeadFrom::Engine => self.by_engine(position),
            DeadFrom::Ownership => self.by_ownership(position),
            _ => ().dead(from, position),
        });
        *self.spent += spent;
        dead
    }
}
