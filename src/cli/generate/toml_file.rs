//! Reads TOML files, with the number of the line that each key is in.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, anyhow, ensure};
use toml::de::{DeTable, DeValue};

/// The largest file that is read, in bytes: by mistake the path may name an archive of games, or a device without end.
const MAX_BYTES: u64 = 1 << 20;

/// An entry of a table.
pub(super) struct Item<'a> {
    pub(super) key: String,
    pub(super) line: usize,
    pub(super) value: DeValue<'a>,
}

/// Reads a TOML file. `kind` names the kind of file in messages.
pub(super) fn read_toml(path: &Path, kind: &str) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes));
    read.with_context(|| format!("failed to read the {kind} {}", path.display()))?;
    let name = path.display();
    ensure!(bytes.len() as u64 <= MAX_BYTES, "{name} is too large for a {kind}: more than {MAX_BYTES} bytes");
    String::from_utf8(bytes).ok().with_context(|| format!("{name} is no TOML: it is not UTF-8"))
}

/// Parses `text` as a TOML table. `name` is the file's, for messages.
pub(super) fn table<'a>(name: &str, text: &'a str) -> anyhow::Result<DeTable<'a>> {
    let table = DeTable::parse(text).map_err(|error| {
        let line = line(text, error.span().map_or(0, |span| span.start));
        anyhow!("{name}:{line}: {}", error.message().lines().next().unwrap_or_default())
    })?;
    Ok(table.into_inner())
}

/// Returns the number of the line that contains `byte`, from 1.
pub(super) fn line(text: &str, byte: usize) -> usize {
    1 + text.bytes().take(byte).filter(|&byte| byte == b'\n').count()
}

/// Returns the entries of a table of `text`.
pub(super) fn items<'a>(table: DeTable<'a>, text: &str) -> Vec<Item<'a>> {
    let mut items = Vec::with_capacity(table.len());
    for (key, value) in table {
        let line = line(text, key.span().start);
        items.push(Item { key: key.into_inner().into_owned(), line, value: value.into_inner() });
    }
    items
}
