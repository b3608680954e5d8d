//! Uses random playouts to estimate which stones of a finished position are dead.
//!
//! Many playouts start from the position. In them, the players follow a few rules: they do not fill
//! their own eyes, they fill false eyes only to connect, they save and capture blocks in atari, and
//! they do not give blocks away unless the captured shape leaves the opponent only one eye
//! (nakade). A block is dead if its points mostly end up as the opponent's.
//!
//! Blocks with a clear status need no more playouts, and random play among them only blurs the
//! status of the other blocks. The playouts are therefore divided into rounds. After each round,
//! clearly dead blocks are removed, and clearly living blocks are protected from capture. Even so,
//! the players do not put their own protected blocks into atari, because otherwise a group could
//! freely fill the liberties that it shares with another group in seki. Later rounds decide the
//! remaining blocks, and the playouts end when no block is undecided. Finally, a search tries to
//! prove the status of the blocks that might be dead. A proof overrules the playouts.
//!
//! The same position and seed give the same answer on every machine, because only integers are
//! used.

mod estimator;
mod nakade;
mod playout;
mod proofs;
#[cfg(test)]
mod tests;

pub use estimator::{Estimate, Estimator, Playouts};
