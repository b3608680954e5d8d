//! Whoever a thread asks which stones are dead, where neither marks nor labels are to say it.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::Options;
use super::evaluate::timed;
use crate::board::{Point, Position};
use crate::estimate::Estimator;
use crate::gtp::Engine;
use crate::settle::{DeadFinder, DeadFrom};

/// A thread's engine and playouts, made once.
#[derive(Debug, Default)]
pub(super) struct Finder {
    engine: Option<Engine>,
    estimator: Estimator,
}

/// They, asked on behalf of a run.
pub(super) struct Asked<'a> {
    pub(super) finder: &'a mut Finder,
    pub(super) options: &'a Options,
    pub(super) stop: &'a AtomicBool,
    /// The time that it took.
    pub(super) spent: Duration,
}

impl DeadFinder for Asked<'_> {
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
