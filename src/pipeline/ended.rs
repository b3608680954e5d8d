//! The end of a game: its final position and its dead stones. They come from marks or labels, or else from an engine,
//! ownership or playouts.

use std::time::Duration;

use super::context::HAS_RUNS;
use super::facts::GameInput;
use super::timings::timed;
use super::turns::{Program, Turn, ask};
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
    /// Replays a game and finds its dead stones. `turn` is the turn of the task in its run; `None` outside a run.
    /// Adds the time of engines and playouts to `spent`.
    ///
    /// # Errors
    /// The reason why no source knows the dead stones, or [`Reason::OffBoard`] at the first point off the board.
    pub(super) fn new(
        game: &'a GameInput<'a>,
        headers: &'a Headers,
        estimator: &mut Estimator,
        turn: Option<Turn<'_>>,
        spent: &mut Duration,
    ) -> Result<Self, Skip> {
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
        let mut source = GameSource { game, estimator, turn, ownership: None, spent };
        let margin = headers.margin().ok();
        let resolved = resolve(&end.position, record, game.line.as_ref(), margin, sources, &mut source)?;
        let ownership = source.ownership;
        let chains = if resolved.dead_from == DeadFrom::Estimate { estimator.chains() } else { Vec::new() };
        Ok(Self { game, headers, end, resolved, ownership, chains })
    }
}

/// The sources of dead stones for one game.
struct GameSource<'a> {
    game: &'a GameInput<'a>,
    estimator: &'a mut Estimator,
    turn: Option<Turn<'a>>,
    ownership: Option<Ownership>,
    spent: &'a mut Duration,
}

impl GameSource<'_> {
    /// Asks the engine for the dead stones.
    fn by_engine(&self, position: &Position) -> Result<Vec<Point>, Skip> {
        let context = self.game.context;
        let Some(engine) = &context.options.engine else { return ().dead(DeadFrom::Engine, position) };
        ask(self.turn, Program::DEAD_STONES, context.stop, || engine.answer(position, context.stop))
    }

    /// Returns the dead stones by ownership, from the game's line in the ownership file or else from the engine.
    fn by_ownership(&mut self, position: &Position) -> Result<Vec<Point>, Skip> {
        let (game, stop) = (self.game, self.game.context.stop);
        let Some(source) = &game.context.options.ownership else { return ().dead(DeadFrom::Ownership, position) };
        let ownership = match (game.ownership, &source.engine) {
            (Some(line), _) => {
                let skip = |why| Skip::new(Reason::NoDeadInfo, format!("the ownership file: {why}"));
                line.of(position.size()).map_err(skip)?
            }
            (None, Some(engine)) => ask(self.turn, Program::OWNERSHIP, stop, || engine.answer(position, stop))?,
            (None, None) => {
                let why = format!("no line of the ownership file names {}", game.name);
                return Err(Skip::new(Reason::NoDeadInfo, why));
            }
        };
        let dead = judge(position, &ownership, source.limits).dead;
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
            DeadFrom::Engine if HAS_RUNS => self.by_engine(position),
            DeadFrom::Ownership if HAS_RUNS => self.by_ownership(position),
            _ => ().dead(from, position),
        });
        *self.spent += spent;
        dead
    }
}
