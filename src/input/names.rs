//! Writes paths as names, and recognizes game records by their names.

use std::path::{Component, Path};

/// The endings of the files that a walk of a folder reads, in any case.
const RECORDS: [&str; 3] = ["sgf", "sgfs", "mgt"];

/// Returns whether a file with this name is a game record.
pub(super) fn is_record(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, ending)| RECORDS.iter().any(|record| ending.eq_ignore_ascii_case(record)))
}

/// Returns the path as text, separated by `/`.
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

/// Returns a name as text, with each invalid UTF-8 byte as `\xNN` and each `\` as `\\`, so that distinct names stay
/// distinct.
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
