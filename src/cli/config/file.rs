//! The configuration file.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use toml::de::{DeTable, DeValue};

use super::plan::{Layer, Said};
use super::setting::{Setting, Shape, Value, Written, judge};

/// The file name that is searched for, in the working folder and its parents; the nearest file is used.
pub(super) const NAME: &str = "seichi.toml";

/// The largest file that is read, in bytes: by mistake the path may name an archive of games, or a device without end.
const MAX_BYTES: u64 = 1 << 20;

/// Settings that start programs. Only a file that the user named may set them: a file that was found may come with a
/// folder of games from anywhere, and may choose what is done with the games, but not which programs run.
///
/// Settings that send GTP commands count as well, because an engine may write files.
const START_PROGRAMS: [&str; 8] =
    ["scorer", "engine", "black", "white", "plan", "before-game", "before-move", "before-status"];

/// A configuration file that was read.
pub(super) struct ConfigFile {
    /// Whether the user named the file.
    named: bool,
    /// The path of the file, for messages.
    name: String,
    /// The folder that relative paths in the file start from, relative to the working folder.
    folder: PathBuf,
    top: Vec<Item>,
    profiles: Vec<(String, Vec<Item>)>,
    /// The settings of every command.
    known: Vec<Setting>,
}

/// A key of the file, with its line number and value.
#[derive(Clone)]
pub(in crate::cli) struct Item {
    pub(in crate::cli) key: String,
    pub(in crate::cli) line: usize,
    pub(in crate::cli) value: Written,
}

impl ConfigFile {
    /// Reads the file at `path`, or the nearest one if `path` is `None`. Returns `None` if there is no file.
    pub(super) fn open(path: Option<&Path>, known: Vec<Setting>) -> anyhow::Result<Option<Self>> {
        let named = path.is_some();
        let Some(path) = path.map(Path::to_owned).or_else(nearest) else { return Ok(None) };
        let text = read_toml(&path, "configuration")?;
        let name = path.display().to_string();
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        let file = Self { named, name, folder, top: Vec::new(), profiles: Vec::new(), known };
        file.with(&text).map(Some)
    }

    /// Parses `text` as the text of a configuration file `name` in the working folder.
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

    /// Returns the settings of a command that the profile `name` gives.
    pub(super) fn profile(&self, name: &str, asker: &str, mine: &[Setting]) -> anyhow::Result<Layer> {
        let Some((_, items)) = self.profiles.iter().find(|(known, _)| known == name) else {
            let names: Vec<&str> = self.profiles.iter().map(|(name, _)| name.as_str()).collect();
            let there_is = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            bail!("{asker} {name}: no profile of {} is called that; there is {there_is}", self.name);
        };
        Ok(self.layer(items, &format!("profile {name}"), mine))
    }

    /// Returns the settings of a command that the top level gives.
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

    /// Returns a path of the file relative to the working folder. `-` is standard input, not a path.
    fn seen_from_here(&self, path: &Path) -> PathBuf {
        if self.folder.as_os_str().is_empty() || path.is_absolute() || path.as_os_str() == "-" {
            return path.to_owned();
        }
        self.folder.join(path).components().collect()
    }
}

/// Reads a TOML file. `what` names the kind of file in messages.
pub(in crate::cli) fn read_toml(path: &Path, what: &str) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes));
    read.with_context(|| format!("failed to read the {what} {}", path.display()))?;
    let name = path.display();
    ensure!(bytes.len() as u64 <= MAX_BYTES, "{name} is too large for a {what}: more than {MAX_BYTES} bytes");
    String::from_utf8(bytes).ok().with_context(|| format!("{name} is no TOML: it is not UTF-8"))
}

/// Parses `text` as a TOML table. `name` is the file's, for messages.
pub(in crate::cli) fn table<'a>(name: &str, text: &'a str) -> anyhow::Result<DeTable<'a>> {
    let table = DeTable::parse(text).map_err(|error| {
        let line = line(text, error.span().map_or(0, |span| span.start));
        anyhow!("{name}:{line}: {}", error.message().lines().next().unwrap_or_default())
    })?;
    Ok(table.into_inner())
}

/// Returns the number of the line that contains `byte`, from 1.
pub(in crate::cli) fn line(text: &str, byte: usize) -> usize {
    1 + text.bytes().take(byte).filter(|&byte| byte == b'\n').count()
}

fn not_a_profile(file: &str, line: usize) -> String {
    format!("{file}:{line}: a profile is a table of settings: [profile.NAME]")
}

/// Returns the entries of a table.
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
        // the flag's parser accepts neither hexadecimal numbers nor those of any length
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

/// Returns the path of the nearest configuration file, relative to the working folder.
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
