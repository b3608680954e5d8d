//! The public interface of both libraries: `tests/interface/` lists their public items, and the
//! public functions and constants of types and traits. To renew the lists, run `RENEW_GOLDEN=1
//! cargo test --test interface`.
//!
//! The items are found in the source, which rustfmt formats: an item begins in the first column and
//! ends with a brace there; its members are indented by four blanks.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The keywords that begin an item.
const KINDS: [&str; 8] = [
    "const fn", "fn", "struct", "enum", "trait", "type", "const", "mod",
];

/// The source of a library, without tests.
struct Library {
    files: Vec<(PathBuf, String)>,
    members: Vec<Member>,
    /// The lines of the list.
    list: BTreeSet<String>,
}

/// A public function or constant of a type or trait.
struct Member {
    owner: String,
    kind: &'static str,
    name: String,
    is_hidden: bool,
}

impl Library {
    /// Reads the library with its source in `folder`.
    fn read(folder: &Path) -> Self {
        let mut files = Vec::new();
        read_folder(folder, &mut files);
        let members = files
            .iter()
            .flat_map(|(_, text)| text.split("\n}"))
            .flat_map(members_of)
            .collect();
        Self {
            files,
            members,
            list: BTreeSet::new(),
        }
    }

    /// Adds the public items of the module in `file`. Its submodules are in `folder`.
    fn add_module(&mut self, folder: &Path, file: &Path, module: &str) {
        let (_, text) = self
            .files
            .iter()
            .find(|(path, _)| path == file)
            .expect("the file of the module");
        let text = text.clone();
        for (at, start) in text.match_indices("\npub ") {
            let statement = &text[at + start.len()..];
            let is_hidden = is_hidden(&text[..at]);
            if let Some(statement) = statement.strip_prefix("use ") {
                for (from, name) in exports(statement.split(';').next().expect("a `;`")) {
                    let kind = self.kind_of(folder, from, name);
                    self.add_item(
                        module,
                        kind.unwrap_or(&format!("{from}::{name}")),
                        name,
                        is_hidden,
                    );
                }
                continue;
            }
            let Some((kind, name)) = item(statement) else {
                continue;
            };
            self.add_item(module, kind, name, is_hidden);
            if statement.starts_with(&format!("mod {name};")) {
                let (inside, alone) = (folder.join(name), folder.join(format!("{name}.rs")));
                let file = if alone.exists() {
                    alone
                } else {
                    inside.join("mod.rs")
                };
                self.add_module(&inside, &file, &format!("{module}{name}::"));
            }
        }
    }

    /// Returns the kind of an item of the submodule `from` of the module in `folder`; `None` if the
    /// item is not there.
    fn kind_of(&self, folder: &Path, from: &str, name: &str) -> Option<&'static str> {
        let (inside, alone) = (folder.join(from), folder.join(format!("{from}.rs")));
        let files = self
            .files
            .iter()
            .filter(|(file, _)| file.starts_with(&inside) || *file == alone);
        let mut items = files.flat_map(|(_, text)| text.split("\npub ").skip(1).filter_map(item));
        items
            .find(|(_, other)| *other == name)
            .map(|(kind, _)| kind)
    }

    /// Adds an item with its members.
    fn add_item(&mut self, module: &str, kind: &str, name: &str, is_hidden: bool) {
        let note = |is_hidden| if is_hidden { ", hidden" } else { "" };
        self.list
            .insert(format!("{module}{name} ({kind}{})", note(is_hidden)));
        for member in self.members.iter().filter(|member| member.owner == name) {
            let note = note(is_hidden || member.is_hidden);
            self.list.insert(format!(
                "{module}{name}::{} ({}{note})",
                member.name, member.kind
            ));
        }
    }
}

/// Reads the files of a folder, up to their tests.
fn read_folder(folder: &Path, files: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).expect("a folder of the source") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            read_folder(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).expect("a source file");
            let text = text
                .split("\n#[cfg(test)]\nmod tests {")
                .next()
                .expect("text before the tests");
            files.push((path, text.to_owned() + &made_by_macros(text)));
        }
    }
}

/// Returns the items that macros make, as if they stood in the first column.
fn made_by_macros(text: &str) -> String {
    let mut items = String::new();
    for body in text
        .split("\nmacro_rules!")
        .skip(1)
        .filter_map(|rest| rest.split("\n}").next())
    {
        for line in body
            .lines()
            .filter_map(|line| line.strip_prefix("        "))
        {
            items.push('\n');
            items.push_str(line);
        }
    }
    items
}

/// Returns the names that the text of a `pub use` exports, each with the module where its path
/// begins.
fn exports(used: &str) -> Vec<(&str, &str)> {
    let Some((path, list)) = used.split_once('{') else {
        let name = used.rsplit("::").next().expect("a name");
        return vec![(used.split("::").next().expect("a path"), name)];
    };
    let list = list.trim_end().strip_suffix('}').expect("a brace");
    let mut depth = 0;
    let mut names = Vec::new();
    for part in list.split(|letter| {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        letter == ',' && depth == 0
    }) {
        let part = part.trim();
        match path.split("::").next().filter(|first| !first.is_empty()) {
            _ if part.is_empty() => {}
            Some(first) => names.push((first, part)),
            None => names.extend(exports(part)),
        }
    }
    names
}

/// Returns the members of the last block in some lines, if it belongs to a type or a public trait.
fn members_of(lines: &str) -> Vec<Member> {
    let (block, start) = match (
        lines.rsplit_once("\nimpl"),
        lines.rsplit_once("\npub trait "),
    ) {
        (Some((_, block)), _) => (block, "\n    pub "),
        (None, Some((_, block))) => (block, "\n    "),
        (None, None) => return Vec::new(),
    };
    let Some((header, body)) = block.split_once('{') else {
        return Vec::new();
    };
    if header.contains(" for ") {
        return Vec::new();
    }
    // the type follows the parameters of the block
    let owner = header
        .strip_prefix('<')
        .and_then(|rest| rest.split_once("> "))
        .map_or(header, |(_, rest)| rest);
    let owner = word(owner.trim_start());
    let member = |(at, start): (usize, &str)| {
        let (kind, name) = item(&body[at + start.len()..])?;
        Some(Member {
            owner: owner.to_owned(),
            kind,
            name: name.to_owned(),
            is_hidden: is_hidden(&body[..at]),
        })
    };
    body.match_indices(start).filter_map(member).collect()
}

/// Returns the kind and the name of the item that some text begins with.
fn item(text: &str) -> Option<(&'static str, &str)> {
    let kind = KINDS.into_iter().find(|kind| {
        text.strip_prefix(kind)
            .is_some_and(|rest| rest.starts_with(' '))
    })?;
    Some((
        kind.strip_prefix("const ").unwrap_or(kind),
        word(&text[kind.len() + 1..]),
    ))
}

/// Returns the name that some text begins with.
fn word(text: &str) -> &str {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .next()
        .unwrap_or_default()
}

/// Returns whether the attributes at the end of `before` hide the item that follows from the
/// documentation.
fn is_hidden(before: &str) -> bool {
    let attributes = before
        .lines()
        .rev()
        .map(str::trim_start)
        .take_while(|line| line.starts_with(['#', '/']));
    attributes
        .into_iter()
        .any(|line| line.starts_with("#[doc(hidden)]"))
}

#[test]
fn public_interface_is_the_listed_one() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (name, folder) in [("seichi-core", "core/src"), ("seichi", "src")] {
        let folder = top.join(folder);
        let mut library = Library::read(&folder);
        library.add_module(&folder, &folder.join("lib.rs"), "");
        let list: String = library.list.into_iter().map(|line| line + "\n").collect();
        let file = top.join(format!("tests/interface/{name}.txt"));
        if std::env::var_os("RENEW_GOLDEN").is_some() {
            fs::write(&file, &list).expect("the list");
        }
        let listed = fs::read_to_string(&file).expect("a list");
        let mut lines = list.lines().filter(|line| !listed.contains(line));
        let change = listed
            .lines()
            .find(|line| !list.contains(line))
            .or_else(|| lines.next());
        assert!(
            list == listed,
            "{name} has another interface, first at {change:?}: see the comment at the top"
        );
    }
}
