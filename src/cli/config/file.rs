//! The configuration file.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use toml::de::{DeTable, DeValue};

use super::plan::{Layer, Said};
use super::setting::{Setting, Shape, Value, Written, judge};

/// The name of the file that is looked for, in the working folder and those above; the first one found is taken.
pub(super) const NAME: &str = "seichi.toml";

/// The largest file that is read, in bytes: a typing error may name a game archive, or a device without end.
const MAX_BYTES: u64 = 1 << 20;

/// Settings that start programs. A file that was only found may be anyone's, in a folder of games from anywhere: it may
/// choose what is done with them, not what else runs.
///
/// What GTP engines are told may write files, so it counts as well.
const START_PROGRAMS: [&str; 8] =
    ["scorer", "engine", "black", "white", "plan", "before-game", "before-move", "before-status"];

/// A configuration file that was read.
pub(super) struct ConfigFile {
    /// Whether the user named it.
    named: bool,
    /// As messages name it.
    name: String,
    /// The folder that paths in it begin at, as seen from the working folder.
    folder: PathBuf,
    top: Vec<Item>,
    profiles: Vec<(String, Vec<Item>)>,
    /// The settings of every command.
    known: Vec<Setting>,
}

/// A line of it.
#[derive(Clone)]
pub(in crate::cli) struct Item {
    pub(in crate::cli) key: String,
    pub(in crate::cli) line: usize,
    pub(in crate::cli) value: Written,
}

impl ConfigFile {
    /// Reads a file, or the nearest where none is named, if there is one.
    pub(super) fn open(path: Option<&Path>, known: Vec<Setting>) -> anyhow::Result<Option<Self>> {
        let named = path.is_some();
        let Some(path) = path.map(Path::to_owned).or_else(nearest) else { return Ok(None) };
        let text = read_toml(&path, "configuration")?;
        let name = path.display().to_string();
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        let file = Self { named, name, folder, top: Vec::new(), profiles: Vec::new(), known };
        file.with(&text).map(Some)
    }

    /// A file in the working folder that has this text.
    pub(super) fn of_text(name: &str, text: &str, known: Vec<Setting>) -> anyhow::Result<Self> {
        let (name, folder) = (name.to_owned(), PathBuf::new());
        Self { named: true, name, folder, top: Vec::new(), profiles: Vec::new(), known }.with(text)
    }

    fn with(mut self, text: &str) -> anyhow::Result<Self> {
        self.parse(text)?;
        self.check()?;
        Ok(self)
    }

    fn parse(&mut self, text: &str) -> anyhow::Result<()> {
        let line = |byte: usize| line(text, byte);
        let table = table(&self.name, text)?;
        for (key, value) in &table {
            match value.get_ref() {
                DeValue::Table(profiles) if key.get_ref() == "profile" => {
                    for (name, profile) in profiles {
                        let at = line(name.span().start);
                        let Some(table) = profile.get_ref().as_table() else { bail!(not_a_profile(&self.name, at)) };
                        self.profiles.push((name.get_ref().to_string(), items(table, line)));
                    }
                }
                _ if key.get_ref() == "profile" => bail!(not_a_profile(&self.name, line(key.span().start))),
                value => self.top.push(Item::new(key.get_ref(), line(key.span().start), value)),
            }
        }
        Ok(())
    }

    /// Checks all of it, whatever the command: a fault should not wait for the day on which its profile is used.
    fn check(&self) -> anyhow::Result<()> {
        for item in self.top.iter().chain(self.profiles.iter().flat_map(|(_, items)| items)) {
            let Item { key, line, value } = item;
            if self.known.iter().all(|setting| setting.key != *key) {
                let mut keys: Vec<&str> = self.known.iter().map(|setting| setting.key.as_str()).collect();
                keys.sort_unstable();
                keys.dedup();
                bail!("{}:{line}: no command has a setting {key:?}; there are {}", self.name, keys.join(", "));
            }
            let none = matches!(value, Written::List(list) if list.is_empty());
            if !self.named && !none && START_PROGRAMS.contains(&key.as_str()) {
                let name = &self.name;
                bail!(
                    "{name}:{line}: {key} starts programs, and this file was only found: name it, with --config {name}"
                );
            }
            judge(None, &self.known, key, |setting| setting.read(value))
                .map_err(|error| anyhow!("{}:{line}: {key} {error}", self.name))?;
        }
        Ok(())
    }

    /// What a profile says of a command's settings.
    pub(super) fn profile(&self, name: &str, asker: &str, mine: &[Setting]) -> anyhow::Result<Layer> {
        let Some((_, items)) = self.profiles.iter().find(|(known, _)| known == name) else {
            let names: Vec<&str> = self.profiles.iter().map(|(name, _)| name.as_str()).collect();
            let there_is = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            bail!("{asker} {name}: no profile of {} is called that; there is {there_is}", self.name);
        };
        Ok(self.layer(items, &format!("profile {name}"), mine))
    }

    /// What the top level says.
    pub(super) fn top(&self, mine: &[Setting]) -> Layer {
        self.layer(&self.top, &self.name, mine)
    }

    fn layer(&self, items: &[Item], origin: &str, mine: &[Setting]) -> Layer {
        let said = |item: &Item| {
            let setting = mine.iter().find(|setting| setting.key == item.key)?;
            let mut value = setting.read(&item.value).ok()?;
            if let (Shape::Path, Value::Words(paths)) = (setting.shape(), &mut value) {
                for path in paths {
                    *path = self.seen_from_here(Path::new(path)).into();
                }
            }
            let place = format!("{}:{}", self.name, item.line);
            Some((item.key.clone(), Said { value, origin: origin.to_owned(), place }))
        };
        items.iter().filter_map(said).collect()
    }

    /// A path of the file as it is seen from the working folder. `-` is no path but standard input.
    fn seen_from_here(&self, path: &Path) -> PathBuf {
        if self.folder.as_os_str().is_empty() || path.is_absolute() || path.as_os_str() == "-" {
            return path.to_owned();
        }
        self.folder.join(path).components().collect()
    }
}

/// Reads a file that is TOML. `what` it is, a message says.
pub(in crate::cli) fn read_toml(path: &Path, what: &str) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes));
    read.with_context(|| format!("failed to read the {what} {}", path.display()))?;
    let name = path.display();
    ensure!(bytes.len() as u64 <= MAX_BYTES, "{name} is too large for a {what}: more than {MAX_BYTES} bytes");
    String::from_utf8(bytes).ok().with_context(|| format!("{name} is no TOML: it is not UTF-8"))
}

/// The table that a text is. `name` is the file's, for a message.
pub(in crate::cli) fn table<'a>(name: &str, text: &'a str) -> anyhow::Result<DeTable<'a>> {
    let table = DeTable::parse(text).map_err(|error| {
        let line = line(text, error.span().map_or(0, |span| span.start));
        anyhow!("{name}:{line}: {}", error.message().lines().next().unwrap_or_default())
    })?;
    Ok(table.into_inner())
}

/// The number of the line, from 1, in which a byte is.
pub(in crate::cli) fn line(text: &str, byte: usize) -> usize {
    1 + text.bytes().take(byte).filter(|&byte| byte == b'\n').count()
}

fn not_a_profile(file: &str, line: usize) -> String {
    format!("{file}:{line}: a profile is a table of settings: [profile.NAME]")
}

/// The lines of a table.
pub(in crate::cli) fn items(table: &DeTable<'_>, line: impl Fn(usize) -> usize) -> Vec<Item> {
    table.iter().map(|(key, value)| Item::new(key.get_ref(), line(key.span().start), value.get_ref())).collect()
}

impl Item {
    pub(in crate::cli) fn new(key: &str, line: usize, value: &DeValue<'_>) -> Self {
        Self { key: key.to_owned(), line, value: written(value) }
    }
}

fn written(value: &DeValue<'_>) -> Written {
    match value {
        DeValue::String(text) => Written::Text(text.to_string()),
        // the flag's parser knows neither hexadecimal numbers nor how large one may be
        DeValue::Integer(number) => Written::Number(
            i128::from_str_radix(number.as_str(), number.radix())
                .map_or_else(|_| number.as_str().to_owned(), |number| number.to_string()),
        ),
        DeValue::Float(number) => Written::Number(number.as_str().to_owned()),
        DeValue::Boolean(on) => Written::Switch(*on),
        DeValue::Datetime(_) => Written::Other("a date"),
        DeValue::Array(list) => Written::List(list.iter().map(|value| written(value.get_ref())).collect()),
        DeValue::Table(_) => Written::Other("a table"),
    }
}

/// The nearest configuration file, as seen from the working folder.
fn nearest() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let depth = here.ancestors().position(|folder| {
        let path = folder.join(NAME);
        path.is_file()
    })?;
    let mut path: PathBuf = std::iter::repeat_n("..", depth).collect();
    path.push(NAME);
    Some(path)
}
