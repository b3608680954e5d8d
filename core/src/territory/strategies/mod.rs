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

/// Every strategy, in the order in which reports list them. The strategies are listed nowhere else.
pub const STRATEGIES: &[&Strategy] = &[
    &flood::FLOOD,
    &strict::STRICT,
    &unfilled::UNFILLED,
    &fixed::FIXED_BLACK,
    &fixed::FIXED_WHITE,
    &grey::GREY,
    &alternating::ALTERNATING,
    &alternating::TRANSPOSED,
    &checkered::CHECKERED,
    &checkered::CHECKERED_WHITE,
    &majority::MAJORITY,
    &linked::LINKED,
    &independent::INDEPENDENT,
    &teire::TEIRE,
];

/// The strategy whose map is used under area scoring. It gives each surrounded point to the colour
/// around it, and ignores seki.
pub const AREA: &Strategy = &flood::FLOOD;

/// The strategy that subtracts the protective moves that players owe. Players usually make these
/// moves before they count.
pub const PROTECTIVE: &Strategy = &teire::TEIRE;

/// The strategy that classifies the points that a label gives to neither side. Such a point is an
/// eye in seki, a false eye, or neither.
pub const EYES: &Strategy = &independent::INDEPENDENT;

/// The strategy that counts false eyes as eyes.
pub const FALSE_EYES: &Strategy = &unfilled::UNFILLED;

/// The strategy that treats every block next to a dame as being in seki.
pub const STRICT: &Strategy = &strict::STRICT;

/// Returns the strategies that run if no strategy is chosen.
pub fn usual_strategies() -> impl Iterator<Item = &'static Strategy> {
    STRATEGIES
        .iter()
        .copied()
        .filter(|strategy| strategy.is_usual())
}

/// Returns the strategy with this name.
pub fn strategy(name: &str) -> Option<&'static Strategy> {
    STRATEGIES
        .iter()
        .copied()
        .find(|strategy| strategy.name == name)
}
