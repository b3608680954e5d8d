//! A second implementation of the strategies, and random boards on which tests compare it with seichi.
//!
//! The crate shares nothing with the library: it has its own boards, and does not depend on the crate `seichi`.

pub mod boards;
pub mod playout;
pub mod slow;
