//! The options of an evaluation.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use super::{EndOptions, OwnershipSource, SafetyCheck};
use crate::board::Size;
use crate::dead::{DeadFrom, Playouts};
use crate::external::dead_stones::DeadStoneEngine;
use crate::external::scorer::Spec;
use crate::input;
use crate::rules::{Points, Rules};
use crate::sgf::{self, Encoding, Reader};
use crate::territory::{READING, STRATEGIES, Strategy};

/// The games whose maps are kept, point by point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Maps {
    /// No maps are kept.
    #[default]
    None,
    /// The maps of games that are disputed, or whose label some strategy differs from.
    Differing,
    /// The maps of every game.
    All,
}

/// Whether outcomes keep the bytes of their files, for a command that writes them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FileBytes {
    /// No bytes are kept.
    #[default]
    Dropped,
    /// The bytes of each file are kept, without compression.
    Kept,
}

/// The label that the strategies are compared with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Against {
    /// The label of the record or of a labels file.
    #[default]
    Record,
    /// The result of playing out the disputed dame, as the strategy that reads does it. Games under area rules are left
    /// out, and those that are unsettled or that there is no end of reading.
    Reading,
}

impl Against {
    /// Every label that strategies can be compared with.
    pub const ALL: [Self; 2] = [Self::Record, Self::Reading];

    /// Returns the name, as it stands after `--against` and in signatures.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Record => "record",
            Self::Reading => READING.name(),
        }
    }
}

/// How games are evaluated. Where a step of the evaluation has options of its own, their type stands in the file of that
/// step.
#[derive(Clone)]
pub struct Options {
    /// The strategies; the first is the reference.
    pub strategies: Vec<&'static dyn Strategy>,
    /// External scorers, which are compared like strategies.
    pub scorers: Vec<Spec>,
    /// How long an external scorer may take for a position.
    pub scorer_timeout: Duration,
    /// Where dead stones are taken from: the first source that knows them.
    pub dead: Vec<DeadFrom>,
    /// The engine of [`DeadFrom::Engine`].
    pub engine: Option<Arc<dyn DeadStoneEngine>>,
    /// The ownership of [`DeadFrom::Ownership`].
    pub ownership: Option<OwnershipSource>,
    /// The playouts of [`DeadFrom::Estimate`].
    pub playouts: Playouts,
    /// The rules of every game, whatever its record says.
    pub rules: Option<Rules>,
    /// The komi of the games whose records leave it out.
    pub missing_komi: Option<Points>,
    /// Where the label of every game comes from, whatever labels files, descriptions and records say.
    pub origin: Option<String>,
    /// Only boards of this size.
    pub size: Option<Size>,
    /// The encoding of every file.
    pub encoding: Encoding,
    /// The SGF reader.
    pub reader: Reader,
    /// Whether a game is left out that has no counted result, or no dead stones to go by.
    pub needs_label: bool,
    /// Which games are left out for how they end.
    pub end: EndOptions,
    /// How to judge whether a board can be counted without asking the players; it is not judged if `None`.
    pub safety: Option<SafetyCheck>,
    /// The label that the strategies are compared with.
    pub against: Against,
    /// The games whose maps are kept, point by point.
    pub maps: Maps,
    /// Whether the bytes of files are kept.
    pub file_bytes: FileBytes,
    /// The limits on files and archives.
    pub files: input::FileLimits,
    /// The limits on the games of a file.
    pub records: sgf::RecordLimits,
}

impl Default for Options {
    /// Returns options with all strategies, and everything else found from the files.
    fn default() -> Self {
        Self {
            strategies: STRATEGIES.to_vec(),
            scorers: Vec::new(),
            scorer_timeout: Duration::from_secs(10),
            dead: vec![DeadFrom::Auto],
            engine: None,
            ownership: None,
            playouts: Playouts::default(),
            rules: None,
            missing_komi: None,
            origin: None,
            size: None,
            encoding: Encoding::default(),
            reader: Reader::Fast,
            needs_label: true,
            end: EndOptions::default(),
            safety: None,
            against: Against::Record,
            maps: Maps::None,
            file_bytes: FileBytes::Dropped,
            files: input::FileLimits::default(),
            records: sgf::RecordLimits::default(),
        }
    }
}

impl Options {
    /// Returns the names of the strategies and of the external scorers, which count as strategies everywhere.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let strategies = self.strategies.iter().map(|strategy| strategy.name().to_owned());
        strategies.chain(self.scorers.iter().map(|scorer| scorer.name.clone())).collect()
    }

    /// Returns who finds dead stones, as signatures name it: the engine's name, the number of playouts.
    #[must_use]
    pub fn dead_sources(&self) -> BTreeMap<DeadFrom, String> {
        let engine = self.engine.iter().map(|engine| (DeadFrom::Engine, engine.name().to_owned()));
        let Playouts { count, seed } = self.playouts;
        let ownership = self.ownership.iter().map(|source| (DeadFrom::Ownership, source.name.clone()));
        engine.chain(ownership).chain([(DeadFrom::Estimate, format!("{count} playouts; seed {seed}"))]).collect()
    }
}
