//! The options of an evaluation.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::EndOptions;
use crate::board::{Point, Size};
use crate::dead::{DeadFrom, Ownership, OwnershipLimits, Playouts};
use crate::external::PositionEngine;
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

/// The ownership of the games' last positions, by a network or anything else.
#[derive(Clone, Debug)]
pub struct OwnershipSource {
    /// The ownership file, if there is one. It is read with the labels.
    pub file: Option<PathBuf>,
    /// The engine that is asked about games whose ownership no file has, if there is one.
    pub engine: Option<Arc<dyn PositionEngine<Ownership>>>,
    /// The thresholds by which ownership is judged.
    pub limits: OwnershipLimits,
}

impl OwnershipSource {
    /// Returns the file, the engine and the thresholds, as signatures name them.
    #[must_use]
    pub fn name(&self) -> String {
        let file = self.file.iter().map(|file| file.file_name().unwrap_or_default().display().to_string());
        let engine = self.engine.iter().map(|engine| engine.name().to_owned());
        file.chain(engine).chain([self.limits.dead.to_string()]).collect::<Vec<_>>().join("; ")
    }
}

/// How to judge whether games can be counted without asking the players.
#[derive(Clone, Copy, Debug)]
pub struct SafetyCheck {
    /// The least certainty of a safe game ([`crate::safety::Safety::certainty`]). If `None`, it is the threshold of dead chains
    /// where dead stones come from ownership, and [`crate::safety::Safety::CERTAINTY`] elsewhere.
    pub certainty: Option<f64>,
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
    pub engine: Option<Arc<dyn PositionEngine<Vec<Point>>>>,
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
    /// Whether outcomes keep the bytes of their files, without compression, for a command that writes them.
    pub keep_bytes: bool,
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
            keep_bytes: false,
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
        let ownership = self.ownership.iter().map(|source| (DeadFrom::Ownership, source.name()));
        engine.chain(ownership).chain([(DeadFrom::Estimate, format!("{count} playouts; seed {seed}"))]).collect()
    }
}
