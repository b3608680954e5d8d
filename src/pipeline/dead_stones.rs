//! Finds dead stones with an engine or with playouts, where neither marks nor labels name them.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::Options;
use super::evaluate::timed;
use crate::board::{Point, Position};
use crate::dead::Estimator;
use crate::dead::{DeadFrom, DeadStoneSource};
use crate::external::gtp::Engine;

/// The engine process and the playout memory of one thread.
#[derive(Debug, Default)]
pub(super) struct DeadStoneFinder {
    engine: Option<Engine>,
    estimator: Estimator,
}

/// A [`DeadStoneFinder`] with the options of a run.
pub(super) struct RunDeadStones<'a> {
    pub(super) finder: &'a mut DeadStoneFinder,
    pub(super) options: &'a Options,
    pub(super) stop: &'a AtomicBool,
    /// The time that finding dead stones took so far.
    pub(super) spent: Duration,
}

impl DeadStoneSource for RunDeadStones<'_> {
    fn dead(&mut self, from: DeadFrom, position: &Position) -> Result<Vec<Point>, String> {
        let Self { finder, options, stop, spent } = self;
        timed(spent, || match (from, &options.engine) {
            (DeadFrom::Estimate, _) => Ok(finder.estimator.dead(position, options.playouts)),
            (DeadFrom::Engine, Some(engine)) => {
                let process = finder.engine.get_or_insert_with(|| engine.process());
                engine.dead(process, position, stop).map_err(|why| why.to_string())
            }
            _ => ().dead(from, position),
        })
    }
}
