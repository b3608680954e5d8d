//! The input of the evaluation of one game.

use std::sync::atomic::AtomicBool;

use super::Options;
use crate::input::Description;
use crate::labels::{LabelLine, OwnershipLine};
use crate::sgf::{HeaderOverrides, Record};

/// A record, with everything from outside the record that its evaluation depends on.
#[derive(Clone, Copy)]
pub(super) struct GameInput<'a> {
    /// The name of the game, `PATH#N`.
    pub(super) name: &'a str,
    pub(super) record: &'a Record,
    /// The line of a labels file that names the game.
    pub(super) line: Option<&'a LabelLine>,
    /// The line of an ownership file that names the game.
    pub(super) ownership: Option<&'a OwnershipLine>,
    /// The description of its folder.
    pub(super) description: &'a Description,
    pub(super) options: &'a Options,
    /// Set when the user wants to stop: then no engine is waited for.
    pub(super) stop: &'a AtomicBool,
}

impl<'a> GameInput<'a> {
    /// Returns the headers that do not come from the record. A flag overrides a labels file, which overrides a
    /// description.
    pub(super) fn overrides(&self) -> HeaderOverrides {
        HeaderOverrides {
            rules: self.options.rules,
            result: self.line.and_then(LabelLine::recorded),
            missing_rules: self.description.rules,
            missing_komi: self.options.missing_komi.or(self.description.komi),
        }
    }

    /// Returns the origin of the label, if a flag or a file names one.
    pub(super) fn origin(&self) -> Option<&'a str> {
        let line = self.line.and_then(|line| line.origin.as_deref());
        self.options.origin.as_deref().or(line).or(self.description.origin.as_deref())
    }

    /// Returns whether a labels file gives the result of the game.
    pub(super) fn has_result_from_file(&self) -> bool {
        self.line.is_some_and(|line| line.result.is_some())
    }
}
