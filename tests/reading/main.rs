//! Compares the strategy `reading` with a slow and plain solver of the same rules, with itself on turned boards, and
//! with a player's judgement.

mod agree;
mod alike;
#[path = "../common/boards.rs"]
mod boards;
mod cost;
#[path = "../common/fast.rs"]
#[expect(dead_code, reason = "maps are drawn for who moves first, too")]
mod fast;
mod golden;
#[path = "../common/playout.rs"]
mod playout;
mod real;
mod said;
mod slow;
#[path = "../common/symmetry.rs"]
mod symmetry;
