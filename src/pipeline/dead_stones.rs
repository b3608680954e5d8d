//! Finds dead stones: by marks or labels, and with an engine or playouts where neither names them.

use std::time::Duration;

use super::boards::{judge_by_file, judge_by_playouts, owners_differ};
use super::game_input::GameInput;
use super::replay::off_board;
use super::timings::timed;
use crate::board::{Point, Position, Replayed, all_on_board};
use crate::dead::{DeadFrom, DeadStoneSource, Estimator, Playouts};
use crate::external::gtp::Engine;
use crate::labels::{Resolved, may_resolve, resolve};
use crate::sgf::Headers;
use crate::skip::Skip;

/// The engine process and the playout memory of one thread.
#[derive(Debug, Default)]
pub(super) struct DeadStoneResolver {
    engine: Option<Engine>,
    estimator: Estimator,
}

impl DeadStoneResolver {
    /// Returns the dead stones by playouts.
    pub(super) fn estimate(&mut self, position: &Position, playouts: Playouts) -> Vec<Point> {
        self.estimator.dead(position, playouts)
    }

    /// Returns the number of points of a board of which the source of its dead stones has another owner than is expected;
    /// `None` if nothing is expected, or the source has no owners. The dead stones have to be resolved last.
    pub(super) fn owners_differ(&self, game: &GameInput<'_>, from: DeadFrom, position: &Position) -> Option<u32> {
        let board = game.board.filter(|board| board.expected.is_some())?;
        let judgement = match from {
            DeadFrom::Ownership => judge_by_file(game, position).ok(),
            DeadFrom::Estimate => judge_by_playouts(&self.estimator, position),
            _ => None,
        };
        owners_differ(board, &judgement?)
    }

    /// Returns the dead stones of a game and what its label is made of, and the time that an engine or playouts took.
    /// `sources` are those that [`dead_stone_sources`] returned.
    ///
    /// # Errors
    /// The reason why no source knows the dead stones.
    pub(super) fn resolve(
        &mut self,
        game: &GameInput<'_>,
        headers: &Headers,
        sources: &[DeadFrom],
        end: &Replayed,
    ) -> Result<(Resolved, Duration), Skip> {
        let mut source = TimedSource { resolver: self, game, spent: Duration::ZERO };
        let margin = headers.margin().ok();
        let resolved = resolve(&end.position, game.record, game.line, margin, sources, &mut source)?;
        Ok((resolved, source.spent))
    }
}

/// Returns the sources of dead stones to try. Called before the replay, which most games of an archive without marks do
/// not need.
///
/// # Errors
/// The reason why no source can know the dead stones, where they are needed.
pub(super) fn dead_stone_sources<'a>(game: &GameInput<'a>) -> Result<&'a [DeadFrom], Skip> {
    match may_resolve(game.record, game.line, &game.options.dead) {
        Ok(()) => Ok(&game.options.dead),
        Err(_) if !game.options.needs_label => Ok(&[DeadFrom::None]),
        Err(skip) => {
            let record = game.record;
            all_on_board(record.size, &record.actions).map_err(|at| off_board(record, at))?;
            Err(skip)
        }
    }
}

/// A [`DeadStoneResolver`] for one game.
struct TimedSource<'a, 'g> {
    resolver: &'a mut DeadStoneResolver,
    game: &'a GameInput<'g>,
    /// The time that finding dead stones took so far.
    spent: Duration,
}

impl DeadStoneSource for TimedSource<'_, '_> {
    fn dead(&mut self, from: DeadFrom, position: &Position) -> Result<Vec<Point>, String> {
        let Self { resolver, game, spent } = self;
        let options = game.options;
        timed(spent, || match (from, &options.engine) {
            (DeadFrom::Estimate, _) => Ok(resolver.estimator.dead(position, options.playouts)),
            (DeadFrom::Engine, Some(engine)) => {
                let process = resolver.engine.get_or_insert_with(|| engine.process());
                engine.dead(process, position, game.stop).map_err(|why| why.line())
            }
            (DeadFrom::Ownership, _) => judge_by_file(game, position).map(|judgement| judgement.dead),
            _ => ().dead(from, position),
        })
    }
}
