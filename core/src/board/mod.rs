//! The board: colours, points, sizes, positions, and the replay of a game.
//!
//! This is the lowest module: it depends on none that reads SGF or files, or that scores.

mod captures;
mod color;
mod grid;
mod point;
mod position;
mod replay;
mod symmetry;

pub use color::Color;
pub(crate) use grid::idx16;
pub use grid::{Cell, Grid};
pub use point::column_label;
pub use point::{BadSize, Point, Size};
pub use position::Position;
pub use replay::{Action, Oddities, Replayed, all_on_board, replay};
pub use symmetry::Symmetry;
