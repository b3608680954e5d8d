//! What tests compare seichi with: a second implementation of its strategies and random boards to compare the two on.
//!
//! The crate shares nothing with the library: it has its own boards, and does not depend on the crate `seichi`.

pub mod boards;
pub mod playout;
pub mod slow;
