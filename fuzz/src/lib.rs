//! The bodies of the targets. `tests/regressions.rs` also runs them.
#![allow(dead_code, reason = "some of it is for other tests")]

#[path = "../../tests/common/compare.rs"]
mod compare;
#[path = "../../tests/common/fast.rs"]
mod fast;
#[path = "../../tests/common/pack.rs"]
mod pack;
#[path = "../../tests/common/readers.rs"]
mod readers;
#[path = "../../tests/targets/mod.rs"]
mod targets;

/// A function for each target, and the list of their names.
macro_rules! bodies {
    ($($target:ident)*) => {
        pub const TARGETS: &[&str] = &[$(stringify!($target)),*];

        $(pub fn $target(data: &[u8]) {
            targets::$target::check(data);
        })*
    };
}

bodies!(archives headers labels reader replay strategies values);

/// The targets inside the crate.
pub const INSIDE: &[&str] = &["baseline", "gtp", "protocol"];
pub use seichi::fuzzed::{
    baseline::check as baseline, gtp::check as gtp, protocol::check as protocol,
};

/// Returns the first inputs of a target.
#[must_use]
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    targets::seeds::seeds(target)
}
