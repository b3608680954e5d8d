//! The bodies of the targets. `tests/regressions.rs` runs them on stored inputs.
#![allow(dead_code, reason = "some of it is for other tests")]

#[path = "../../tests/reading/answer.rs"]
mod answer;
#[path = "../../tests/common/compare.rs"]
mod compare;
#[path = "../../tests/common/fast.rs"]
mod fast;
#[path = "../../tests/common/readers.rs"]
mod readers;
#[path = "../../tests/common/symmetry.rs"]
mod symmetry;
#[path = "../../tests/targets/mod.rs"]
mod targets;

/// A function for each target.
macro_rules! bodies {
    ($($target:ident)*) => {
        $(pub fn $target(data: &[u8]) {
            targets::$target::check(data);
        })*
    };
}

bodies!(archives baseline gtp headers labels protocol reader reading replay strategies values);
