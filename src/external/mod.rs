//! External programs: Go engines and scorers, which are started as processes and exchange lines with this program.

pub mod cache;
pub mod dead_stones;
pub mod gtp;
pub mod ownership;
pub mod process;
pub mod scorer;
