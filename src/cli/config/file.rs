//! The configuration file.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use toml::de::DeValue;

use super::plan::{Layer, SourcedValue};
use super::setting::{Setting, Shape, Value, read_for};
use super::toml_file::{Item, items, table};

/// The file name that is searched for, in the working folder and its parents; the nearest file is used.
pub(super) const NAME: &str = "seichi.toml";

/// Settings that start programs. Only a file that the user named may set them: a file that was found may come with a
/// folder of games from anywhere, and may choose what is done with the games, but not which programs run.
///
/// Settings that send GTP commands count as well, because an engine may write files.
const START_PROGRAMS: [&str; 9] =
    ["scorer", "engine", "ownership-engine", "black", "white", "plan", "before-game", "before-move", "before-status"];

/// A configuration file that was read.
pub(super) struct ConfigFile<'a> {
    /// Whether the user named the file.
    is_named: bool,
    /// The path of the file, for messages.
    name: String,
    /// The folder that relative paths in the file start from, relative to the working folder.
    folder: PathBuf,
    top: Vec<Item<'a>>,
    profiles: Vec<(String, Vec<Item<'a>>)>,
    /// The settings of every command.
    known: Vec<Setting>,
}

impl<'a> ConfigFile<'a> {
    /// Parses the text of a configuration file at `path`. `is_named` tells a file that the user named from one that was
    /// found.
    pub(super) fn parse(path: &Path, is_named: bool, text: &'a str, known: Vec<Setting>) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        let mut file = Self { is_named, name, folder, top: Vec::new(), profiles: Vec::new(), known };
        for item in items(table(&file.name, text)?, text) {
            if item.key != "profile" {
                file.top.push(item);
                continue;
            }
            let not_a_profile =
                |line| anyhow!("{}:{line}: a profile is a table of settings: [profile.NAME]", file.name);
            let DeValue::Table(profiles) = item.value else { bail!(not_a_profile(item.line)) };
            for Item { key, line, value } in items(profiles, text) {
                let DeValue::Table(profile) = value else { bail!(not_a_profile(line)) };
                file.profiles.push((key, items(profile, text)));
            }
        }
        file.check()?;
        Ok(file)
    }

    /// Checks the whole file, whatever the command, so that an error is found before the day its profile is used.
    fn check(&self) -> anyhow::Result<()> {
        for item in self.top.iter().chain(self.profiles.iter().flat_map(|(_, items)| items)) {
            let Item { key, line, value } = item;
            if self.known.iter().all(|setting| setting.key != *key) {
                let mut keys: Vec<&str> = self.known.iter().map(|setting| setting.key.as_str()).collect();
                keys.sort_unstable();
                keys.dedup();
                bail!("{}:{line}: no command has a setting {key:?}; there are {}", self.name, keys.join(", "));
            }
            read_for(None, &self.known, key, |setting| setting.read(value))
                .map_err(|error| anyhow!("{}:{line}: {key} {error}", self.name))?;
        }
        Ok(())
    }

    /// Returns the settings of a command that the profile `name` gives.
    pub(super) fn profile(&self, name: &str, named_by: &str, mine: &[Setting]) -> anyhow::Result<Layer> {
        let Some((_, items)) = self.profiles.iter().find(|(profile, _)| profile == name) else {
            let names: Vec<&str> = self.profiles.iter().map(|(name, _)| name.as_str()).collect();
            let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            bail!("{named_by} {name}: no profile of {} is called that; there is {known}", self.name);
        };
        Ok(self.layer(items, &format!("profile {name}"), mine))
    }

    /// Returns the settings of a command that the top level gives.
    pub(super) fn top(&self, mine: &[Setting]) -> Layer {
        self.layer(&self.top, &self.name, mine)
    }

    fn layer(&self, items: &[Item<'_>], source: &str, mine: &[Setting]) -> Layer {
        let sourced = |item: &Item<'_>| {
            let setting = mine.iter().find(|setting| setting.key == item.key)?;
            let mut value = setting.read(&item.value).ok()?;
            if let (Shape::Path, Value::Words(paths)) = (setting.shape(), &mut value) {
                for path in paths {
                    *path = self.relative_to_working_folder(Path::new(path)).into();
                }
            }
            let location = format!("{}:{}", self.name, item.line);
            let is_refused = !self.is_named && value.is_on() && START_PROGRAMS.contains(&item.key.as_str());
            let refusal = is_refused.then(|| {
                format!(
                    "{location}: {} starts programs, and this file was only found: name it, with --config {}, or give \
                     --{} on the command line",
                    item.key, self.name, item.key
                )
            });
            Some((item.key.clone(), SourcedValue { value, source: source.to_owned(), location, refusal }))
        };
        items.iter().filter_map(sourced).collect()
    }

    /// Returns a path of the file relative to the working folder. `-` is standard input, not a path.
    fn relative_to_working_folder(&self, path: &Path) -> PathBuf {
        if self.folder.as_os_str().is_empty() || path.is_absolute() || path.as_os_str() == "-" {
            return path.to_owned();
        }
        self.folder.join(path).components().collect()
    }
}

/// Returns the path of the nearest configuration file, relative to the working folder.
pub(super) fn nearest() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let depth = here.ancestors().position(|folder| {
        let path = folder.join(NAME);
        path.is_file()
    })?;
    let mut path: PathBuf = std::iter::repeat_n("..", depth).collect();
    path.push(NAME);
    Some(path)
}
