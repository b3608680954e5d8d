//! Static analysis of independent life: decides which blocks live, without search on the board.
//!
//! ```text
//! evaluate     all of it, in this order
//! benson       blocks that cannot be captured even if their owner always passes, and blocks that are not hemmed in
//! passage      blocks that are joined across dame
//! false_eye    points that have to be filled because an adjacent block is cut off and has no other liberty
//! eye_space    the number of eyes of a space in which dead stones stand
//! count        the eyes of joined blocks, and the status of each region
//! trace        the same steps in words
//! ```

mod benson;
mod count;
mod evaluate;
mod eye_space;
mod false_eye;
mod passage;
#[cfg(test)]
pub(super) mod test_boards;
mod trace;

pub(super) use evaluate::Life;
