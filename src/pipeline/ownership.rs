//! Ownership as a source of dead stones: from a file or from an engine.

use std::path::PathBuf;
use std::sync::Arc;

use super::facts::GameInput;
use super::turns::{Program, Turn, ask};
use crate::board::{Point, Position};
use crate::dead::{Ownership, OwnershipLimits, judge};
use crate::external::ownership::OwnershipEngine;
use crate::skip::{Reason, Skip};

/// The dead stones of a game, and the ownership by which they were judged.
type DeadByOwnership = (Vec<Point>, Ownership);

/// The ownership of the games' last positions, by a network or anything else.
#[derive(Clone, Debug)]
pub struct OwnershipSource {
    /// The ownership file, if there is one. It is read with the labels.
    pub file: Option<PathBuf>,
    /// The engine that is asked about games whose ownership no file has, if there is one.
    pub engine: Option<Arc<dyn OwnershipEngine>>,
    /// The thresholds by which ownership is judged.
    pub limits: OwnershipLimits,
    /// The file, the engine and the thresholds, as signatures name them.
    pub name: String,
    /// Finds the dead stones of a game: [`find_dead`]. It is a pointer, so that a build that makes no source, as for a
    /// browser, has no code for it.
    pub(super) find_dead: fn(&Self, &GameInput<'_>, &Position, Option<Turn<'_>>) -> Result<DeadByOwnership, Skip>,
}

impl OwnershipSource {
    /// Creates a source.
    #[must_use]
    pub fn new(file: Option<PathBuf>, engine: Option<Arc<dyn OwnershipEngine>>, limits: OwnershipLimits) -> Self {
        let file_name = file.iter().map(|file| file.file_name().unwrap_or_default().display().to_string());
        let engine_name = engine.iter().map(|engine| engine.name().to_owned());
        let parts: Vec<String> = file_name.chain(engine_name).chain([limits.dead.to_string()]).collect();
        Self { file, engine, limits, name: parts.join("; "), find_dead }
    }
}

/// Finds the dead stones of a game that ended in `position`: by the game's line of the ownership file, or else by the engine.
fn find_dead(
    source: &OwnershipSource,
    game: &GameInput<'_>,
    position: &Position,
    turn: Option<Turn<'_>>,
) -> Result<DeadByOwnership, Skip> {
    let stop = game.context.stop;
    let ownership = match (game.ownership, &source.engine) {
        (Some(line), _) => {
            let skip = |why| Skip::new(Reason::NoDeadInfo, format!("the ownership file: {why}"));
            line.of(position.size()).map_err(skip)?
        }
        (None, Some(engine)) => ask(turn, Program::Ownership, stop, || engine.ownership(position, stop))?,
        (None, None) => {
            let why = format!("no line of the ownership file names {}", game.name);
            return Err(Skip::new(Reason::NoDeadInfo, why));
        }
    };
    Ok((judge(position, &ownership, source.limits).dead, ownership))
}
