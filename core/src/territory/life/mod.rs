//! Static analysis of independent life: decides which blocks live, without searching the board.
//!
//! ```text
//! evaluate     all steps, in this order
//! benson       blocks that cannot be captured even if their owner always passes, and blocks that
//!              are not hemmed in
//! passage      blocks that are joined across dame
//! false_eye    points that have to be filled because an adjacent block is cut off and has no other
//!              liberty
//! eye_space    the number of eyes of a space with dead stones or cuts
//! count        the eyes of joined blocks, and the status of each region
//! trace        the record of these steps
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
