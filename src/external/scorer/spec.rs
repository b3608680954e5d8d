//! The user's specifications of external scorers.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use super::function::{ScoringFunction, SharedFunction};
use super::gtp_scorer::{GtpScorer, SharedSkill};
use super::json_scorer::JsonScorer;
use super::question::ExternalScorer;
use crate::external::cache::command_digest;
use crate::external::process::{CommandError, command_words};

/// Reasons why the specification of an external scorer is invalid.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// There is no name.
    #[error("expected NAME=COMMAND")]
    NoName,
    /// The name contains characters that are not allowed, or starts with one of `-_.`. Names such
    /// as `__proto__`, `..` or `-x` may have a special meaning in other programs.
    #[error(
        "{0:?} is not a valid name: use letters, digits and, except at the start, '-', '_' or '.'"
    )]
    InvalidName(String),
    /// The name already has another meaning.
    #[error("{0:?} is a reserved name: reports use it for something else")]
    ReservedName(String),
    /// The command is invalid.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// A file that the command names can't be read.
    #[error("failed to read a file that the command names: {0}")]
    File(#[from] io::Error),
}

/// The user's specification of an external scorer.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The name in reports.
    pub(crate) name: String,
    protocol: Protocol,
    /// The program and its arguments; empty for a function.
    pub(crate) command: Vec<String>,
    /// The first digits of a digest of the command and its files; `None` for a function.
    pub(crate) digest: Option<String>,
}

/// The protocol of an external scorer.
#[derive(Clone, Debug)]
enum Protocol {
    /// Lines of JSON.
    Json,
    /// The Go Text Protocol.
    Gtp(SharedSkill),
    /// Calls to a function.
    Function(SharedFunction),
}

/// The prefix of the command for a scorer that speaks GTP.
const GTP: &str = "gtp:";

impl Spec {
    /// Reads `NAME=COMMAND` or `NAME=gtp:COMMAND`. Splits the command into words as a shell does,
    /// but without starting a shell.
    ///
    /// # Errors
    /// If the name or the command is missing or invalid.
    pub(crate) fn parse(text: &str) -> Result<Self, SpecError> {
        let (name, command) = text.split_once('=').ok_or(SpecError::NoName)?;
        check_name(name)?;
        let (protocol, command) = match command.strip_prefix(GTP) {
            Some(command) => (Protocol::Gtp(SharedSkill::default()), command),
            None => (Protocol::Json, command),
        };
        let command = command_words(command)?;
        Ok(Self {
            name: name.to_owned(),
            protocol,
            digest: Some(command_digest(&command)?),
            command,
        })
    }

    /// Returns the scorer for a function.
    ///
    /// # Errors
    /// If the name is invalid.
    pub fn function(name: &str, function: Arc<dyn ScoringFunction>) -> Result<Self, SpecError> {
        check_name(name)?;
        Ok(Self {
            name: name.to_owned(),
            protocol: Protocol::Function(SharedFunction(function)),
            command: Vec::new(),
            digest: None,
        })
    }

    /// Creates a scorer for a thread. `timeout` is the time limit for each answer from a program.
    pub(crate) fn scorer(&self, timeout: Duration) -> Box<dyn ExternalScorer> {
        match &self.protocol {
            Protocol::Json => Box::new(JsonScorer::new(self.command.clone(), timeout)),
            Protocol::Gtp(skill) => {
                let command = self.command.clone();
                Box::new(GtpScorer::new(command, timeout, Arc::clone(skill)))
            }
            Protocol::Function(function) => Box::new(function.clone()),
        }
    }
}

/// Names that have another meaning in `explain` and on the page: the label's map, and no map.
const TAKEN: [&str; 2] = ["label", "none"];

fn check_name(name: &str) -> Result<(), SpecError> {
    if !name.starts_with(|first: char| first.is_ascii_alphanumeric())
        || !name
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter))
    {
        return Err(SpecError::InvalidName(name.to_owned()));
    }
    if TAKEN.contains(&name) {
        return Err(SpecError::ReservedName(name.to_owned()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_into_words() {
        let spec = Spec::parse("mine=python3 'my scorer.py' --fast=1").unwrap();
        assert_eq!(
            (spec.name.as_str(), spec.command),
            (
                "mine",
                vec!["python3".into(), "my scorer.py".into(), "--fast=1".into()]
            )
        );
        let spec = Spec::parse("go=gtp:gnugo --mode gtp").unwrap();
        assert!(matches!(spec.protocol, Protocol::Gtp(_)) && spec.command.len() == 3);
        // the program's own name may begin with `gtp:`
        let spec = Spec::parse("go='gtp:x' y").unwrap();
        assert!(matches!(spec.protocol, Protocol::Json) && spec.command == ["gtp:x", "y"]);
        for wrong in [
            "x=gtp:",
            "python3",
            "=x",
            "a b=x",
            "x=",
            "x='y",
            "x=a\0 'b c'",
            "label=x",
            "none=x",
            "__proto__=x",
            "-s=x",
        ] {
            assert!(Spec::parse(wrong).is_err(), "{wrong}");
        }
    }
}
