//! The sources of dead stones besides records and labels: an engine, ownership and playouts.

use std::time::Duration;

use super::facts::GameInput;
use super::programs::Program;
use super::timings::Stopwatch;
use crate::board::{Point, Position};
use crate::dead::{DeadFrom, DeadStoneSource, Estimate, Estimator, Ownership, judge};
use crate::external::process::NoAnswer;
use crate::skip::{Reason, Skip};

/// The sources of dead stones for one game, besides its record and its labels.
pub(super) struct OtherSources<'a> {
    pub(super) game: &'a GameInput<'a>,
    pub(super) estimator: &'a mut Estimator,
    pub(super) engine: &'a mut Program,
    /// The time of engines and playouts.
    pub(super) spent: &'a mut Duration,
    /// The ownership that the last dead stones come from, if their source gives ownership.
    pub(super) ownership: Option<Ownership>,
    /// The answer of the playouts, if they were asked.
    pub(super) estimate: Option<Estimate>,
}

impl OtherSources<'_> {
    /// Asks the engine for the dead stones.
    fn by_engine(&mut self, position: &Position) -> Result<Vec<Point>, Skip> {
        let context = self.game.context;
        let Some(engine) = &context.options.engine else {
            return ().dead(DeadFrom::Engine, position);
        };
        let is_given_up = self.engine.is_given_up();
        let answer = if is_given_up {
            Err(NoAnswer::GivenUp)
        } else {
            engine.answer(position, context.stop)
        };
        self.engine.count(answer).map_err(|why| {
            let is_too_many = why == NoAnswer::TooManyOpen;
            Skip::new(
                if is_too_many {
                    Reason::TooManyOpen
                } else {
                    Reason::EngineFailed
                },
                why.line(),
            )
        })
    }

    /// Returns the dead stones by the game's line in the ownership file.
    fn by_ownership(&mut self, position: &Position) -> Result<Vec<Point>, Skip> {
        let game = self.game;
        if game.context.options.ownership.is_none() {
            return ().dead(DeadFrom::Ownership, position);
        }
        let no_line = || {
            Skip::new(
                Reason::NoDeadInfo,
                format!("no line of the ownership file names {}", game.name),
            )
        };
        let bad_line = |why| Skip::new(Reason::NoDeadInfo, format!("the ownership file: {why}"));
        let line = game
            .context
            .labels
            .ownership(game.name)
            .ok_or_else(no_line)?;
        let ownership = line.of(position.size()).map_err(bad_line)?;
        let dead = judge(position, &ownership).dead;
        self.ownership = Some(ownership);
        Ok(dead)
    }

    /// Returns the dead stones according to playouts.
    fn by_playouts(&mut self, position: &Position) -> Vec<Point> {
        let playouts = self.game.context.options.playouts;
        let estimate = self.estimator.estimate(position, playouts);
        self.ownership = Some(estimate.ownership.clone());
        self.estimate.insert(estimate).dead.clone()
    }
}

impl DeadStoneSource for OtherSources<'_> {
    fn dead(&mut self, from: DeadFrom, position: &Position) -> Result<Vec<Point>, Skip> {
        let watch = Stopwatch::start();
        let dead = match from {
            DeadFrom::Estimate => Ok(self.by_playouts(position)),
            DeadFrom::Engine => self.by_engine(position),
            DeadFrom::Ownership => self.by_ownership(position),
            _ => ().dead(from, position),
        };
        *self.spent += watch.elapsed();
        dead
    }
}
