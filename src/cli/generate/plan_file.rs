//! The file of `--plan`: sets of games. Its keys are the flags of a set, and their values are parsed as flags are.

use std::ffi::OsString;
use std::path::Path;

use anyhow::{anyhow, ensure};
use clap::{Args, Command, FromArgMatches};

use crate::cli::args::SetArgs;
use crate::cli::config::{Item, Setting, items, line, read_toml, table};
use crate::generate::{PlannedGame, plan};

/// The key of the list of sets.
const SETS: &str = "set";

/// Returns the games of a plan.
pub(super) fn games(path: &Path) -> anyhow::Result<Vec<PlannedGame>> {
    let text = read_toml(path, "plan")?;
    let file = PlanFile::parse(path.display().to_string(), &text)?;
    let command = SetArgs::augment_args(Command::new("plan").no_binary_name(true));
    let settings = Setting::all(&command, &Command::new("none"));
    let name = &file.name;
    let set = |(at, own): &(usize, Vec<Item>)| {
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
struct PlanFile {
    name: String,
    /// The entries at the top of the file, for all games.
    common: Vec<Item>,
    /// The number of the line in which each set begins, and the entries of the set.
    sets: Vec<(usize, Vec<Item>)>,
}

impl PlanFile {
    fn parse(name: String, text: &str) -> anyhow::Result<Self> {
        let (mut common, mut sets) = (Vec::new(), Vec::new());
        for (key, value) in &table(&name, text)? {
            let at = line(text, key.span().start);
            let no_set = |at: usize| anyhow!("{name}:{at}: a set is a table: [[set]]");
            if key.get_ref() != SETS {
                common.push(Item::new(key.get_ref(), at, value.get_ref()));
                continue;
            }
            for set in value.get_ref().as_array().ok_or_else(|| no_set(at))? {
                let at = line(text, set.span().start);
                sets.push((at, items(set.get_ref().as_table().ok_or_else(|| no_set(at))?, |byte| line(text, byte))));
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
    common: &[Item],
    own: &[Item],
) -> anyhow::Result<Vec<OsString>> {
    let find = |item: &Item| {
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
