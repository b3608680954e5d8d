//! The program as a user sees it, with one file for each command.

mod docs;
mod generate;
#[path = "../../../tests/common/gnugo.rs"]
mod gnugo;
mod labels;
mod sample;
mod sandbox;
