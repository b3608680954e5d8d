//! The final value of each setting of a command.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};

use anyhow::{anyhow, bail};
use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

use super::setting::{Setting, Shape, Value};

/// The value that a source other than the command line gives to a setting.
pub(super) struct SourcedValue {
    pub(super) value: Value,
    /// The source, in a word or two.
    pub(super) source: String,
    /// The exact source, for messages: a variable, or a file and line.
    pub(super) location: String,
    /// Why the source may not give this value, which is an error unless a source of higher rank gives another.
    pub(super) refusal: Option<String>,
}

/// The values that a source gives, by the key of the setting.
pub(super) type Layer = BTreeMap<String, SourcedValue>;

/// The settings of a command, in the order of its help.
#[derive(Default)]
pub(super) struct Plan {
    pub(super) settings: Vec<PlannedSetting>,
}

/// A setting and its final value.
pub(super) struct PlannedSetting {
    pub(super) setting: Setting,
    pub(super) assignment: Assignment,
    /// The rank of the source: 0 for the command line, then the layers in order, then the default.
    rank: usize,
}

/// The final value of a setting.
pub(super) enum Assignment {
    /// Set on the command line.
    CommandLine(Value),
    /// Set by the environment or the configuration file.
    Layer(SourcedValue),
    /// Not set.
    Default,
    /// Not set, because a conflicting setting of higher rank, whose key this is, takes precedence.
    Excluded(String),
}

impl PlannedSetting {
    /// Takes the value from the source of the highest rank that gives one.
    fn new(setting: Setting, given: &ArgMatches, layers: &mut [Layer]) -> Self {
        let mut layers = (1..).zip(layers);
        let in_layer = layers.find_map(|(rank, layer)| Some((rank, layer.remove(&setting.key)?)));
        let (rank, assignment) = match (given_value(&setting, given), in_layer) {
            (Some(value), _) => (0, Assignment::CommandLine(value)),
            (None, Some((rank, sourced))) => (rank, Assignment::Layer(sourced)),
            (None, None) => (usize::MAX, Assignment::Default),
        };
        Self { setting, assignment, rank }
    }

    /// Returns whether a value is given that switches the setting on: not `false`, and not an empty list.
    fn is_given(&self) -> bool {
        match &self.assignment {
            Assignment::CommandLine(value) | Assignment::Layer(SourcedValue { value, .. }) => value.is_on(),
            Assignment::Default | Assignment::Excluded(_) => false,
        }
    }

    /// Returns whether the setting is on, by a given value or by default.
    fn is_on(&self) -> bool {
        self.is_given()
            || matches!(self.assignment, Assignment::Default)
                && self.setting.default().is_some_and(|value| value.is_on())
    }
}

impl Plan {
    /// Takes every setting from the source of the highest rank that gives it.
    pub(super) fn new(
        command: &Command,
        settings: Vec<Setting>,
        given: &ArgMatches,
        mut layers: Vec<Layer>,
    ) -> anyhow::Result<Self> {
        let mut settings: Vec<PlannedSetting> =
            settings.into_iter().map(|setting| PlannedSetting::new(setting, given, &mut layers)).collect();
        exclude(command, &mut settings)?;
        let refused = settings.iter().find_map(|planned| match &planned.assignment {
            Assignment::Layer(sourced) => sourced.refusal.clone(),
            _ => None,
        });
        refused.map_or(Ok(Self { settings }), |refusal| Err(anyhow!(refusal)))
    }

    /// Appends the settings from other sources to the words of a command line.
    pub(super) fn complete(&self, mut words: Vec<OsString>) -> Vec<OsString> {
        let added = |positional: bool| {
            let ours = self.settings.iter().filter(move |planned| planned.setting.is_positional() == positional);
            ours.filter_map(|PlannedSetting { setting, assignment, .. }| match assignment {
                Assignment::Layer(sourced) => Some(setting.words(&sourced.value)),
                _ => None,
            })
            .flatten()
        };
        let dashes = OsStr::new("--");
        let end = words.iter().position(|word| word == dashes).unwrap_or(words.len());
        words.splice(end..end, added(false));
        let mut paths = added(true).peekable();
        if paths.peek().is_some() && !words.iter().any(|word| word == dashes) {
            words.push(dashes.to_owned());
        }
        words.extend(paths);
        words
    }
}

/// Returns the value that the command line gives to a setting.
fn given_value(setting: &Setting, given: &ArgMatches) -> Option<Value> {
    if given.value_source(setting.id()) != Some(ValueSource::CommandLine) {
        return None;
    }
    Some(match setting.shape() {
        Shape::Switch => Value::Switch(given.get_flag(setting.id())),
        _ => Value::Words(given.get_raw(setting.id()).into_iter().flatten().map(OsStr::to_owned).collect()),
    })
}

/// Excludes every setting that conflicts with one of higher rank. A conflict between settings of the same source is an
/// error; clap would report it, too, but without the file and line.
fn exclude(command: &Command, settings: &mut [PlannedSetting]) -> anyhow::Result<()> {
    let mut order: Vec<usize> = (0..settings.len()).collect();
    order.sort_by_key(|&index| settings[index].rank);
    for (nth, &index) in order.iter().enumerate() {
        let planned = &settings[index];
        if planned.rank == 0 || !planned.is_on() {
            continue;
        }
        let excludes = |other: &&PlannedSetting| other.is_given() && planned.setting.excludes(&other.setting, command);
        let Some(other) = order[..nth].iter().map(|&index| &settings[index]).find(excludes) else { continue };
        let key = other.setting.key.clone();
        if let (Assignment::Layer(one), Assignment::Layer(two)) = (&planned.assignment, &other.assignment)
            && planned.rank == other.rank
        {
            bail!("{}: {} cannot be used with {key}, which {} has", one.location, planned.setting.key, two.location);
        }
        settings[index].assignment = Assignment::Excluded(key);
    }
    Ok(())
}
