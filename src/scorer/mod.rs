//! Scorers from outside: programs of any language, asked over a pipe.
//!
//! A program is started once for each thread, gets a position a line, and answers with its territory, a line each, in
//! any order (`protocol`). What it does wrong costs the position that it was asked first of those without an answer:
//! it has no value then, never a zero. A program that is silent, dies or talks nonsense is started again; after three
//! times without an answer between them it is given up (`process`).

mod process;
mod protocol;

pub use crate::process::NoAnswer;
pub use process::Process;

use crate::board::{Point, Position};
use crate::score::Method;

/// A scorer from outside, as the user names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// Its name in reports.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
}

impl Spec {
    /// Reads `NAME=COMMAND`. The command is split into words as a shell splits them, and no shell is started.
    ///
    /// # Errors
    /// What can't be understood.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (name, command) = text.split_once('=').ok_or("it is NAME=COMMAND")?;
        let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        if name.is_empty() || !name.chars().all(plain) {
            return Err(format!("{name:?} is no name: letters, digits, and - _ . only"));
        }
        let command = shlex::split(command).ok_or("a quote is not closed")?;
        if command.is_empty() {
            return Err("the command is missing".to_owned());
        }
        Ok(Self { name: name.to_owned(), command })
    }
}

/// A position to be scored.
#[derive(Clone, Debug)]
pub struct Question {
    /// With its dead stones.
    pub position: Position,
    /// The dead stones.
    pub dead: Vec<Point>,
    /// How margins are counted.
    pub method: Method,
}

/// A scorer's answer: territory, the points of dead stones among it, of Black and of White.
pub type Territory = [Vec<Point>; 2];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_words() {
        let spec = Spec::parse("mine=python3 'my scorer.py' --fast=1").unwrap();
        assert_eq!(
            (spec.name.as_str(), spec.command),
            ("mine", vec!["python3".into(), "my scorer.py".into(), "--fast=1".into()])
        );
        for wrong in ["python3", "=x", "a b=x", "x=", "x='y"] {
            assert!(Spec::parse(wrong).is_err(), "{wrong}");
        }
    }
}
