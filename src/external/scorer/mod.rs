//! External scorers: programs in any language that are asked over a pipe.
//!
//! A program is started once per thread. It reads a position per line and answers with a line of territory for each, in
//! any order (`protocol`), or it is a GTP engine (`engine`). When a program fails, the first of the positions that it
//! has not answered gets no value, never a zero. A program that times out, exits or answers with nonsense is started
//! again; after three failures in a row it is given up (`process`).

mod engine;
mod process;
pub mod protocol;

pub use crate::external::process::NoAnswer;
pub use engine::EngineScorer;
pub use process::Process;

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::board::{Point, Position};
use crate::external::process::{command_line, command_words};
use crate::rules::{Method, Points};

/// An external scorer as the user specifies it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The name in reports.
    pub name: String,
    /// The protocol.
    pub talk: Talk,
    /// The program and its arguments.
    pub command: Vec<String>,
}

/// The protocol of an external scorer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Talk {
    /// Lines of JSON.
    Json,
    /// The Go Text Protocol.
    Gtp,
}

impl fmt::Display for Spec {
    /// Writes the text that [`Spec::parse`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let command = command_line(&self.command);
        let talk = match self.talk {
            Talk::Gtp => GTP,
            // the program's own name may begin with `gtp:`
            Talk::Json if command.starts_with(GTP) => "''",
            Talk::Json => "",
        };
        write!(f, "{}={talk}{command}", self.name)
    }
}

/// The prefix of the command of a scorer that speaks GTP.
const GTP: &str = "gtp:";

impl Spec {
    /// Reads `NAME=COMMAND` or `NAME=gtp:COMMAND`. The command is split into words as a shell does; no shell is
    /// started.
    ///
    /// # Errors
    /// If the name or the command is missing, or is not valid.
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

/// A position to be scored by an external scorer.
#[derive(Clone, Debug)]
pub struct Question {
    /// The position, dead stones included.
    pub position: Position,
    /// The dead stones.
    pub dead: Vec<Point>,
    /// The method of counting.
    pub method: Method,
    /// The points that White gets besides the count of the board without its dead stones: komi, the compensation for a
    /// handicap, and under territory rules White's prisoners minus Black's.
    pub komi: Points,
}

/// The territory of Black and of White in a scorer's answer; it includes the points of dead stones.
pub type Territory = [Vec<Point>; 2];

/// A scorer's answer for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// The owner of each point.
    Territory {
        /// The territory, which includes the points of dead stones.
        territory: Territory,
        /// Stones that the scorer considers dead besides those that the question names as dead.
        also_dead: Vec<Point>,
    },
    /// Black's score minus White's alone.
    Margin(Points),
}

/// An external scorer for one thread, started at the first question.
#[derive(Debug)]
pub enum ExternalScorer {
    /// A scorer that speaks JSON.
    Json(Process),
    /// A scorer that speaks GTP.
    Gtp(EngineScorer),
}

impl ExternalScorer {
    /// Creates a scorer that is not yet started. `timeout` is the time for each answer.
    #[must_use]
    pub fn new(spec: &Spec, timeout: Duration) -> Self {
        match spec.talk {
            Talk::Json => Self::Json(Process::new(spec.command.clone(), timeout)),
            Talk::Gtp => Self::Gtp(EngineScorer::new(spec.command.clone(), timeout)),
        }
    }

    /// Asks all questions and returns their answers in order. If `stop` is set, the rest are [`NoAnswer::Interrupted`].
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
