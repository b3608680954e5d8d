//! Static analysis of independent life: which blocks live, without reading out moves on the board.
//!
//! ```text
//! benson       blocks that cannot be captured even if their owner always passes
//! way_out      blocks that are not hemmed in
//! passage      blocks that are joined across dame
//! cut          a point that has to be filled, and the reason
//! false_eye    points that have to be filled because an adjacent block is cut off and has no other liberty
//! eye_space    the number of eyes of a space in which dead stones stand
//! count        the eyes of joined blocks, and the status of each region
//! evaluate     all of it, in this order
//! trace        the same steps in words
//! ```

mod benson;
mod count;
mod cut;
mod evaluate;
mod eye_space;
mod false_eye;
mod passage;
#[cfg(test)]
pub(super) mod test_boards;
mod trace;
mod way_out;

pub(super) use evaluate::Life;
