//! The file of `--plan`: sets of games. Its keys are the flags of a set, and their values are parsed as flags are.

use std::ffi::OsString;
use std::path::Path;

use anyhow::{anyhow, bail, ensure};
use clap::{Args, Command, FromArgMatches};
use toml::de::DeValue;

use super::setting::Setting;
use super::toml_file::{Item, items, line, read_toml, table};
use crate::cli::args::SetArgs;
use crate::generate::{PlannedGame, plan};

/// The key of the list of sets.
const SETS: &str = "set";

/// Returns the games of a plan.
pub(super) fn games(path: &Path) -> anyhow::Result<Vec<PlannedGame>> {
    let text = read_toml(path, "plan")?;
    let file = PlanFile::parse(path.display().to_string(), &text)?;
    let command = SetArgs::augment_args(Command::new("plan").no_binary_name(true));
    let settings = Setting::all(&command);
    let name = &file.name;
    let set = |(at, own): &(usize, Vec<Item<'_>>)| {
        let words = words(name, &settings, &command, &file.common, own)?;
        let matches = command.clone().try_get_matches_from(words).map_err(|error| {
            let text = error.to_string();
            anyhow!("{name}:{at}: {}", text.lines().next().unwrap_or_default().trim_start_matches("error: "))
        })?;
        SetArgs::from_arg_matches(&matches)?.set().map_err(|error| anyhow!("{name}:{at}: {error}"))
    };
    let sets = file.sets.iter().map(set).collect::<anyhow::Result<Vec<_>>>()?;
    plan(&sets).map_err(|(number, why)| anyhow!("{name}:{}: {why}", file.sets[number - 1].0))
}

/// The entries of a plan.
struct PlanFile<'a> {
    name: String,
    /// The entries at the top of the file, for all games.
    common: Vec<Item<'a>>,
    /// The number of the line in which each set begins, and the entries of the set.
    sets: Vec<(usize, Vec<Item<'a>>)>,
}

impl<'a> PlanFile<'a> {
    fn parse(name: String, text: &'a str) -> anyhow::Result<Self> {
        let (mut common, mut sets) = (Vec::new(), Vec::new());
        for item in items(table(&name, text)?, text) {
            if item.key != SETS {
                common.push(item);
                continue;
            }
            let no_set = |at: usize| anyhow!("{name}:{at}: a set is a table: [[set]]");
            let DeValue::Array(list) = item.value else { bail!(no_set(item.line)) };
            for set in list {
                let at = line(text, set.span().start);
                let DeValue::Table(set) = set.into_inner() else { bail!(no_set(at)) };
                sets.push((at, items(set, text)));
            }
        }
        ensure!(!sets.is_empty(), "{name} has no games: a plan has them in sets, [[set]]");
        Ok(Self { name, common, sets })
    }
}

/// Returns a set as words of a command line: its own entries, and those of the top that it does not override.
fn words(
    file: &str,
    settings: &[Setting],
    command: &Command,
    common: &[Item<'_>],
    own: &[Item<'_>],
) -> anyhow::Result<Vec<OsString>> {
    let find = |item: &Item<'_>| {
        settings.iter().find(|setting| setting.key == item.key).ok_or_else(|| {
            let keys: Vec<&str> = settings.iter().map(|setting| setting.key.as_str()).collect();
            anyhow!("{file}:{}: a plan has no key {:?}; there are {}", item.line, item.key, keys.join(", "))
        })
    };
    let mut words = Vec::new();
    let chosen: Vec<&Setting> = own.iter().map(find).collect::<anyhow::Result<_>>()?;
    let all = common.iter().map(|item| (item, false)).chain(own.iter().map(|item| (item, true)));
    for (item, is_own) in all {
        let setting = find(item)?;
        let value = setting.read(&item.value).map_err(|error| anyhow!("{file}:{}: {} {error}", item.line, item.key))?;
        let replaced = || chosen.iter().any(|other| other.key == item.key || other.excludes(setting, command));
        if is_own || !replaced() {
            words.extend(setting.words(&value));
        }
    }
    Ok(words)
}
