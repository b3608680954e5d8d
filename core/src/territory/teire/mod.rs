//! Finds the protective moves (*teire*) that players owe inside their own territory once the dame
//! are filled.
//!
//! A game ends before its last dame are filled. Filling these dame would force protective moves,
//! which the players leave out. This module finds such moves on a
//! [`ProtectionBoard`](board::ProtectionBoard), with dead stones on it and every dame filled. The
//! opponent moves first, and a move is owed if he captures living stones no matter how their owner
//! answers.
//!
//! First, [`seki`] gives the players the eyes of groups that cannot be in seki, and [`border`]
//! gives them the points behind a border that is not closed.
//! [`Protection`] examines the weak chains of a position, and [`cuts`] examines the dame that join
//! chains. [`CaptureSearch`](capture::CaptureSearch) finds out by search whether a chain can be
//! captured, and [`refutation`] finds the moves that capture it. [`threats`] looks for series of
//! ataris. [`life`] asks whether the opponent captures a chain or saves dead stones in a small
//! territory, and [`local`] answers by search.
//!
//! A comment such as "needed in 2 % of games" refers to the last test in which the rules were left
//! out one at a time. It gives the share of finished professional games whose margin was wrong
//! without that rule.
//!
//! All of this happens on the canonical board, so the answer is the same for every orientation of
//! the position, and after a swap of the colours.

mod board;
mod border;
mod capture;
mod cuts;
mod life;
mod local;
mod protection;
mod refutation;
mod seki;
mod threats;

pub(super) use protection::Protection;
