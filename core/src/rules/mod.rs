//! The rules of counting: rule sets, points in hundredths, and the margin of a count.

mod count;
mod katago;
mod names;
mod points;
mod rule_set;

pub use count::{Count, PlayerScore};
pub(crate) use names::{MAX_HEADER, half_width, is_spaced};
pub use points::Points;
pub use rule_set::{Method, Rules, Tax};
