//! The final value of each setting of a command.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};

use anyhow::bail;
use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

use super::setting::{Setting, Shape, Value};

/// The value that a source gives to a setting.
#[derive(Clone)]
pub(super) struct Said {
    pub(super) value: Value,
    /// The source, in a word or two.
    pub(super) origin: String,
    /// The exact source, for messages: a variable, or a file and line.
    pub(super) place: String,
}

/// The values that a source gives, by the key of the setting.
pub(super) type Layer = BTreeMap<String, Said>;

/// The settings of a command, in the order of its help.
#[derive(Default)]
pub(super) struct Plan {
    pub(super) settings: Vec<Planned>,
}

pub(super) struct Planned {
    pub(super) setting: Setting,
    pub(super) state: State,
}

pub(super) enum State {
    /// Set on the command line.
    Given(Value),
    /// Set by the environment or the configuration file.
    Said(Said),
    /// Not set.
    Default,
    /// Not set, because a conflicting setting of higher rank, whose key this is, takes precedence.
    Excluded(String),
}

impl State {
    /// Returns whether a value is given that switches the setting on: not `false`, and not an empty list.
    fn is_on(&self) -> bool {
        match self {
            Self::Given(value) | Self::Said(Said { value, .. }) => value.is_on(),
            Self::Default | Self::Excluded(_) => false,
        }
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
        let mut ranked: Vec<(usize, Planned)> = Vec::new();
        for setting in settings {
            let said =
                layers.iter_mut().enumerate().find_map(|(rank, layer)| Some((rank + 1, layer.remove(&setting.key)?)));
            let (rank, state) = match (given_value(&setting, given), said) {
                (Some(value), _) => (0, State::Given(value)),
                (None, Some((rank, said))) => (rank, State::Said(said)),
                (None, None) => (usize::MAX, State::Default),
            };
            ranked.push((rank, Planned { setting, state }));
        }
        exclude(command, &mut ranked)?;
        Ok(Self { settings: ranked.into_iter().map(|(_, planned)| planned).collect() })
    }

    /// Appends the settings from other sources to the words of a command line.
    pub(super) fn complete(&self, mut words: Vec<OsString>) -> Vec<OsString> {
        let added = |positional: bool| {
            let ours = self.settings.iter().filter(move |planned| planned.setting.is_positional() == positional);
            ours.filter_map(|Planned { setting, state }| match state {
                State::Said(said) => Some(setting.words(&said.value)),
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
fn exclude(command: &Command, ranked: &mut [(usize, Planned)]) -> anyhow::Result<()> {
    let mut order: Vec<usize> = (0..ranked.len()).collect();
    order.sort_by_key(|&index| ranked[index].0);
    for (nth, &index) in order.iter().enumerate() {
        let (rank, planned) = &ranked[index];
        let counts = match planned.state {
            State::Default => planned.setting.default().as_ref().is_some_and(Value::is_on),
            ref state => state.is_on(),
        };
        if *rank == 0 || !counts {
            continue;
        }
        let higher = order[..nth]
            .iter()
            .map(|&index| &ranked[index])
            .find(|(_, other)| other.state.is_on() && planned.setting.excludes(&other.setting, command));
        let Some((other_rank, other)) = higher else { continue };
        if let (true, State::Said(one), State::Said(two)) = (rank == other_rank, &planned.state, &other.state) {
            let (key, other) = (&planned.setting.key, &other.setting.key);
            bail!("{}: {key} cannot be used with {other}, which {} has", one.place, two.place);
        }
        ranked[index].1.state = State::Excluded(other.setting.key.clone());
    }
    Ok(())
}
