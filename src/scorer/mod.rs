//! Scorers from outside: programs of any language, asked over a pipe.
//!
//! A program is started once for each thread, gets a position a line, and answers with its territory, a line each, in
//! any order (`protocol`); or it is a GTP engine (`engine`). What it does wrong costs the position that it was asked first of those without an answer:
//! it has no value then, never a zero. A program that is silent, dies or talks nonsense is started again; after three
//! times without an answer between them it is given up (`process`).

mod engine;
mod process;
pub mod protocol;

pub use crate::process::NoAnswer;
pub use engine::EngineScorer;
pub use process::Process;

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::board::{Point, Position};
use crate::process::{command_line, command_words};
use crate::score::{Method, Points};

/// A scorer from outside, as the user names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// Its name in reports.
    pub name: String,
    /// How it is talked to.
    pub talk: Talk,
    /// The program and its arguments.
    pub command: Vec<String>,
}

/// How a scorer is talked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Talk {
    /// Lines of JSON.
    Json,
    /// The Go Text Protocol.
    Gtp,
}

impl fmt::Display for Spec {
    /// As [`Spec::parse`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let command = command_line(&self.command);
        let talk = match self.talk {
            Talk::Gtp => GTP,
            // a program may be called that
            Talk::Json if command.starts_with(GTP) => "''",
            Talk::Json => "",
        };
        write!(f, "{}={talk}{command}", self.name)
    }
}

/// What is before the command of a scorer that talks GTP.
const GTP: &str = "gtp:";

impl Spec {
    /// Reads `NAME=COMMAND`, or `NAME=gtp:COMMAND`. The command is split into words as a shell splits them, and no shell is started.
    ///
    /// # Errors
    /// What can't be understood.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (name, command) = text.split_once('=').ok_or("it is NAME=COMMAND")?;
        let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        if name.is_empty() || !name.chars().all(plain) {
            return Err(format!("{name:?} is no name: letters, digits, and - _ . only"));
        }
        let (talk, command) = match command.strip_prefix(GTP) {
            Some(command) => (Talk::Gtp, command),
            None => (Talk::Json, command),
        };
        Ok(Self { name: name.to_owned(), talk, command: command_words(command)? })
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
    /// What is counted for White beside what is on the board without its dead stones: komi, the compensation for a
    /// handicap, and under territory rules the prisoners on balance.
    pub komi: Points,
}

/// A scorer's answer: territory, the points of dead stones among it, of Black and of White.
pub type Territory = [Vec<Point>; 2];

/// What a scorer says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// Whose each point is.
    Territory {
        /// The territory, the points of dead stones among it.
        territory: Territory,
        /// Stones that it holds for dead beside those that it was told are.
        also_dead: Vec<Point>,
    },
    /// Black's score minus White's, and nothing else.
    Margin(Points),
}

/// A scorer of one thread, started at the first question.
#[derive(Debug)]
pub enum ExternalScorer {
    /// It talks JSON.
    Json(Process),
    /// It talks GTP.
    Gtp(EngineScorer),
}

impl ExternalScorer {
    /// A scorer that is not yet started. It has `timeout` for an answer.
    #[must_use]
    pub fn new(spec: &Spec, timeout: Duration) -> Self {
        match spec.talk {
            Talk::Json => Self::Json(Process::new(spec.command.clone(), timeout)),
            Talk::Gtp => Self::Gtp(EngineScorer::new(spec.command.clone(), timeout)),
        }
    }

    /// Asks all questions, and returns an answer for each, in their order. Ends early when `stop` is set.
    pub fn ask(&mut self, questions: &[Question], stop: &AtomicBool) -> Vec<Result<Given, NoAnswer>> {
        let given = |territory| Given::Territory { territory, also_dead: Vec::new() };
        match self {
            Self::Json(process) => process.ask(questions, stop).into_iter().map(|answer| answer.map(given)).collect(),
            Self::Gtp(engine) => engine.ask(questions, stop),
        }
    }
}

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
        let spec = Spec::parse("go=gtp:gnugo --mode gtp").unwrap();
        assert_eq!((spec.talk, spec.command.len(), spec.to_string()), (Talk::Gtp, 3, "go=gtp:gnugo --mode gtp".into()));
        let spec = Spec::parse("go='gtp:x' y").unwrap();
        assert_eq!((spec.talk, spec.to_string()), (Talk::Json, "go=''gtp:x y".into()));
        assert_eq!(Spec::parse(&spec.to_string()), Ok(spec));
        for wrong in ["x=gtp:", "python3", "=x", "a b=x", "x=", "x='y", "x=a\0 'b c'"] {
            assert!(Spec::parse(wrong).is_err(), "{wrong}");
        }
    }
}
