//! Estimates which stones of a finished position are dead by random playouts.
//!
//! Many playouts start from the position. Their players know a little: they do not fill their own eyes, they fill
//! false eyes only to connect, they save and capture blocks in atari, and they give no block away unless its shape
//! leaves one eye (nakade). A block is dead if its points mostly end up as the opponent's.
//!
//! Blocks whose status is clear need no more playouts, and random play among them only blurs the rest. So the playouts
//! are divided into rounds. After each round, clearly dead blocks are removed, and clearly living blocks can no longer
//! be captured, though their owner still does not put them into atari: otherwise a group would be free to fill the
//! liberties that it shares with another group in seki. The next round is about the remaining blocks, and playouts end
//! when none remain.
//!
//! Equal positions and seeds give equal answers on every machine: only integers are used.

mod board;
mod estimator;
mod liberties;
mod nakade;
mod playout;
#[cfg(test)]
mod tests;

pub use estimator::{Estimator, Playouts};
