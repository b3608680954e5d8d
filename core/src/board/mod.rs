//! The board: colours, points, sizes, positions, and the replay of a game.
//!
//! This is the lowest module: it does not depend on the modules for SGF, files or scoring.

mod canonical;
mod captures;
mod grid;
mod liberties;
mod playing;
mod point;
mod position;
mod replay;

pub(crate) use canonical::{Orientation, canonical};
pub(crate) use grid::idx16;
pub use grid::{Cell, Grid, Symmetry};
pub(crate) use playing::{Board, Link, NONE};
pub use point::{BadSize, Color, Point, Size, column_label};
pub use position::Position;
pub use replay::{Action, MoveFault, Replay, Replayed, check_points, replay};
