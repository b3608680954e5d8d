//! The board: colours, points, sizes, positions, and the replay of a game.
//!
//! This is the lowest module: it does not depend on modules that read SGF or files, or that score.

mod captures;
mod grid;
mod point;
mod position;
mod replay;
mod short;

pub(crate) use grid::idx16;
pub use grid::{Cell, Grid, Symmetry};
pub use point::{BadSize, Color, Point, Size, column_label};
pub use position::Position;
pub use replay::{Action, Oddities, Replayed, all_on_board, replay};
pub(crate) use short::sort_short_by_key;
