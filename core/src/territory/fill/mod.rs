//! The steps that all fills share: join blocks across the dame, fill false eyes, and decide whether
//! the remaining points make two eyes.
//!
//! A dame point is never adjacent to a point of a controlled region, because both would then be in
//! the same region. Stones on dame therefore matter in only two ways: they join blocks, and they
//! stand on the diagonals of eyes.

mod dame;
mod steps;

pub use dame::Dame;
pub(super) use steps::FillSteps;
