//! A second implementation of the strategies, solvers for small boards, and random boards, on which
//! tests compare both with seichi.
//!
//! The crate shares nothing with the library: it has its own boards and does not depend on the
//! crate `seichi`.

pub mod boards;
pub mod capture;
pub mod endgame;
pub mod playout;
pub mod slow;
