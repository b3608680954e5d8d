//! The steps that all fills share: join blocks across the dame, fill false eyes, and decide whether the remaining
//! points make two eyes.
//!
//! A dame point is never adjacent to a point of a controlled region, because both would then be in one region. So
//! stones on dame matter in only two ways: they join blocks, and they stand on diagonals.
//!
//! Most of this work is the same for every fill. So up to [`PerFill::WIDTH`] fills perform the steps side by side, each
//! with a bit in every [`FillMask`] and a number in every [`PerFill`]. [`Fills`] divides any number of fills into
//! groups of that size; this is hidden from the rest of the crate.

mod eyes;
mod false_eyes;
mod group;
mod partitions;
mod per_fill;
mod record;
mod steps;

pub(super) use group::Fills;
pub(super) use steps::FillSteps;
pub use steps::{Dame, FillDame};

#[cfg(doc)]
use per_fill::{FillMask, PerFill};
