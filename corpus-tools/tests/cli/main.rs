//! The program as a user sees it: one file a command.

mod convert;
mod docs;
mod generate;
#[path = "../../../tests/common/gnugo.rs"]
mod gnugo;
mod labels;
mod sandbox;
