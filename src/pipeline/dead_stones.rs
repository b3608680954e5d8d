//! Finds dead stones: by marks or labels, and with an engine, ownership or playouts where neither names them.

use std::sync::Arc;
use std::time::Duration;

use super::facts::GameInput;
use super::timings::timed;
use super::turns::{Program, Turn, ask};
use crate::board::{Point, Position, Replayed};
use crate::dead::{DeadFrom, DeadStoneSource, Estimator, Ownership};
use crate::external::dead_stones::DeadStoneProcess;
use crate::labels::{Resolved, resolve};
use crate::sgf::Headers;
use crate::skip::Skip;

/// The engine process and the playout memory of one thread.
#[derive(Debug, Default)]
pub(super) struct DeadStoneResolver {
    engine: Option<Box<dyn DeadStoneProcess>>,
    pub(super) estimator: Estimator,
}

/// The dead stones and the label of a game, with the ownership that the dead stones were judged by.
pub(super) struct ResolvedGame {
    /// The dead stones, and what the label is made of.
    pub(super) resolved: Resolved,
    /// The ownership, if the source of dead stones has one.
    pub(super) ownership: Option<Ownership>,
    /// The time that an engine or playouts took.
    pub(super) spent: Duration,
}

impl DeadStoneResolver {
    /// Returns the dead stones of a game and what its label is made of. `sources` are tried in
    /// order. `turn` is the turn of the task in its run; `None` outside of a run.
    ///
    /// # Errors
    /// The reason why no source knows the dead stones.
    pub(super) fn resolve(
        &mut self,
        game: &GameInput<'_>,
        headers: &Headers,
        sources: &[DeadFrom],
        end: &Replayed,
        turn: Option<Turn<'_>>,
    ) -> Result<ResolvedGame, Skip> {
        let mut source = TimedSource { resolver: self, game, turn, ownership: None, spent: Duration::ZERO };
        let margin = headers.margin().ok();
        let resolved = resolve(&end.position, game.record, game.line.as_ref(), margin, sources, &mut source)?;
        let TimedSource { ownership, spent, .. } = source;
        Ok(ResolvedGame { resolved, ownership, spent })
    }
}

/// A [`DeadStoneResolver`] for one game.
struct TimedSource<'a, 'g> {
    resolver: &'a mut DeadStoneResolver,
    game: &'a GameInput<'g>,
    turn: Option<Turn<'a>>,
    ownership: Option<Ownership>,
    /// The time that finding dead stones took so far.
    spent: Duration,
}

impl TimedSource<'_, '_> {
    /// Returns the dead stones by an engine.
    fn by_engine(&mut self, position: &Position) -> Result<Vec<Point>, Skip> {
        let (resolver, game) = (&mut *self.resolver, self.game);
        let Some(engine) = &game.context.options.engine else { return ().dead(DeadFrom::Engine, position) };
        let process = resolver.engine.get_or_insert_with(|| Arc::clone(engine).process());
        let stop = game.context.stop;
        ask(self.turn, Program::DeadStones, stop, || process.dead(position, stop))
    }

    /// Returns the dead stones by ownership.
    fn by_ownership(&mut self, position: &Position) -> Result<Vec<Point>, Skip> {
        let game = self.game;
        let Some(source) = &game.context.options.ownership else { return ().dead(DeadFrom::Ownership, position) };
        let (dead, ownership) = (source.find_dead)(source, game, position, self.turn)?;
        self.ownership = Some(ownership);
        Ok(dead)
    }

    /// Returns the dead stones by playouts.
    fn by_playouts(&mut self, position: &Position) -> Vec<Point> {
        let estimator = &mut self.resolver.estimator;
        let dead = estimator.dead(position, self.game.context.options.playouts);
        self.ownership = Some(estimator.ownership());
        dead
    }
}

impl DeadStoneSource for TimedSource<'_, '_> {
    fn dead(&mut self, from: DeadFrom, position: &Position) -> Result<Vec<Point>, Skip> {
        let mut spent = self.spent;
        let dead = timed(&mut spent, || match from {
            DeadFrom::Estimate => Ok(self.by_playouts(position)),
            DeadFrom::Engine => self.by_engine(position),
            DeadFrom::Ownership => self.by_ownership(position),
            _ => ().dead(from, position),
        });
        self.spent = spent;
        dead
    }
}
