//! `linked`: joins two blocks of one colour if both touch the same dame point, and fills no dame.
//!
//! Blocks are joined across a gap of one dame, but not across a gap of two. A dame is not a liberty
//! and never counts as a hostile diagonal of an eye, so the rule treats both colours and all
//! directions alike. After that come the steps that all fills share: see
//! [`Approach::Fill`](crate::territory::Approach::Fill).

use crate::territory::Strategy;

/// Joins the blocks of one colour that touch the same dame.
pub(super) const LINKED: Strategy = Strategy::fill(
    "linked",
    "joins blocks of one colour that touch the same dame, then fills false eyes and counts eyes",
    &|dame| dame.join_across_points(),
);
