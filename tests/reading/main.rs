//! Compares the strategy `reading` with a slow and plain solver of the same rules, with itself on
//! other orientations of a board, and with the judgement of a player on known boards.

mod agree;
mod answer;
#[path = "../common/fast.rs"]
#[expect(
    dead_code,
    reason = "the maps of these tests depend on who moves first"
)]
mod fast;
mod golden;
mod real;
mod searches;
mod slow;
mod slow_count;
mod slow_safety;
mod slow_values;
#[path = "../common/symmetry.rs"]
mod symmetry;
mod symmetry_tests;
