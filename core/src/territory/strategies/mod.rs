//! The strategies, one file each. Each file describes its strategy in full;
//! [`Approach::Fill`](super::Approach::Fill) describes the steps that all fills share.

mod alternating;
mod checkered;
mod fixed;
mod flood;
mod grey;
mod independent;
mod linked;
mod majority;
mod strict;
mod teire;
mod unfilled;

use super::Strategy;
use crate::board::Color;

/// Every strategy, in the order of reports. No other place lists the strategies.
pub const STRATEGIES: &[&dyn Strategy] = &[
    &flood::Flood,
    &strict::Strict,
    &unfilled::Unfilled,
    &fixed::Fixed(Color::Black),
    &fixed::Fixed(Color::White),
    &grey::Grey,
    &alternating::Alternating::ByRow,
    &alternating::Alternating::ByColumn,
    &checkered::Checkered {
        first: Color::Black,
    },
    &checkered::Checkered {
        first: Color::White,
    },
    &majority::Majority,
    &linked::Linked,
    &independent::Independent,
    &teire::Teire,
];

/// The strategy whose map is used under area scoring: all surrounded points, without seki.
pub const AREA: &dyn Strategy = &flood::Flood;

/// The strategy that subtracts the protective moves that players owe. People usually play them
/// before they count.
pub const PROTECTIVE: &dyn Strategy = &teire::Teire;

/// The strategy that classifies points that a label gives to neither side: an eye in seki, a false
/// eye, or neither.
pub const EYES: &dyn Strategy = &independent::Independent;

/// The strategy that also counts false eyes.
pub const FALSE_EYES: &dyn Strategy = &unfilled::Unfilled;

/// The strategy that counts every group next to a dame as seki.
pub const STRICT: &dyn Strategy = &strict::Strict;

/// Returns the strategies that run if no strategy is chosen.
pub fn usual_strategies() -> impl Iterator<Item = &'static dyn Strategy> {
    STRATEGIES
        .iter()
        .copied()
        .filter(|strategy| strategy.is_usual())
}

/// Returns the strategy with this name.
pub fn strategy(name: &str) -> Option<&'static dyn Strategy> {
    STRATEGIES
        .iter()
        .copied()
        .find(|strategy| strategy.name() == name)
}
