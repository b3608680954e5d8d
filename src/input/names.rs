//! Writes paths as names, and recognises game records by their names or first bytes.

use std::path::{Component, Path};

use super::archive::Compression;
use crate::skip::{Reason, Skip};

/// The name of the labels files that a walk reads.
pub(crate) const LABELS: &str = "labels.jsonl";

/// The endings of game records in a folder, in any case.
const RECORDS: [&str; 3] = ["sgf", "sgfs", "mgt"];

/// The endings of records in other formats, with the formats' names.
const OTHERS: [(&str, &str); 3] = [("gib", "GIB"), ("ngf", "NGF"), ("ugf", "UGF")];

/// Returns whether a file with this name is a game record.
pub(super) fn is_record(name: &str) -> bool {
    let (name, _) = Compression::split(name);
    RECORDS.iter().any(|record| ends_in(name, record))
}

/// Returns whether a file with this name is metadata of another file: macOS adds such files to
/// archives, and to folders on other systems.
pub(super) fn is_metadata(name: &str) -> bool {
    name.rsplit('/')
        .next()
        .is_some_and(|file| file.starts_with("._"))
}

/// Returns whether a file with this name is a text. Some collections of games are texts.
pub(super) fn is_text(name: &str) -> bool {
    ends_in(name, "txt")
}

/// The number of bytes at the start of a text that are checked to recognise a record.
pub(super) const TEXT_START: usize = 512;

/// Returns whether a text begins like a record.
pub(super) fn begins_as_record(bytes: &[u8]) -> bool {
    let bytes = &bytes[..bytes.len().min(TEXT_START)];
    let bytes = bytes
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(bytes)
        .trim_ascii_start();
    bytes
        .strip_prefix(b"(")
        .is_some_and(|rest| rest.trim_ascii_start().starts_with(b";"))
}

/// Returns the skip for a record in a format other than SGF, by the name of the file.
pub(super) fn other_format(name: &str) -> Option<Skip> {
    let (_, format) = OTHERS.iter().find(|(ending, _)| ends_in(name, ending))?;
    Some(Skip::new(
        Reason::NoGame,
        format!("it is a {format} record: convert it to SGF first"),
    ))
}

/// Returns the skip for a labels file in an archive, where nothing reads it.
pub(super) fn about_games(name: &str) -> Option<Skip> {
    (name.rsplit('/').next()? == LABELS).then(|| {
        Skip::new(
            Reason::NoGame,
            "not read inside an archive: unpack the archive, or name a copy of the file",
        )
    })
}

/// Returns whether a file name has this ending, in any case.
pub(super) fn ends_in(name: &str, ending: &str) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(_, end)| end.eq_ignore_ascii_case(ending))
}

/// Returns the path as text with `/` between its components.
pub(super) fn slashed(path: &Path) -> String {
    let mut name = String::with_capacity(path.as_os_str().len());
    for component in path.components() {
        if !name.is_empty() && !name.ends_with('/') {
            name.push('/');
        }
        match component {
            Component::RootDir => name.push('/'),
            Component::CurDir => {}
            other => push_escaped(&mut name, other.as_os_str().as_encoded_bytes()),
        }
    }
    name
}

/// Returns a name as text, with each invalid UTF-8 byte as `\xNN` and each `\` as `\\`. Distinct
/// names stay distinct.
pub(super) fn escaped(name: &[u8]) -> String {
    let mut text = String::new();
    push_escaped(&mut text, name);
    text
}

pub(super) fn push_escaped(text: &mut String, name: &[u8]) {
    for chunk in name.utf8_chunks() {
        for (number, plain) in chunk.valid().split('\\').enumerate() {
            *text += if number > 0 { "\\\\" } else { "" };
            *text += plain;
        }
        text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
}

/// Returns the hexadecimal digits of `bytes`.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}
