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
mod short;

pub(crate) use canonical::{Orientation, canonical};
#[doc(hidden)] // for `--unique`
pub use grid::Symmetry;
pub(crate) use grid::idx16;
pub use grid::{Cell, Grid};
pub(crate) use playing::{Board, NONE};
#[doc(hidden)] // for diagrams in reports
pub use point::column_label;
pub use point::{BadSize, Color, Point, Size};
pub use position::Position;
#[doc(hidden)] // for games that are skipped without a replay
pub use replay::all_on_board;
pub use replay::{Action, Oddities, Replayed, replay};
pub(crate) use short::sort_short_by_key;
