//! Programs from outside: Go engines and scorers, which are started as processes and asked line by line.

pub mod dead_stones;
pub mod gtp;
pub mod process;
pub mod scorer;
