//! The steps that all fills share: join blocks across the dame, fill false eyes, and decide whether
//! the remaining points make two eyes.
//!
//! A dame point is never adjacent to a point of a controlled region, because both would then be in
//! the same region. So stones on dame matter in only two ways: they join blocks, and they stand on
//! diagonals.

mod dame;
mod steps;

pub use dame::Dame;
pub(super) use steps::FillSteps;
