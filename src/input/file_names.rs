//! Turns paths into names, and recognises game records by their names or first bytes.

use std::path::{Component, Path};

use crate::skip::{Reason, Skip};

/// The name of the labels files that a walk reads.
pub(crate) const LABELS: &str = "labels.jsonl";

/// The endings of records in other formats, with the formats' names.
const OTHERS: [(&str, &str); 2] = [(".ngf", "NGF"), (".ugf", "UGF")];

/// The endings of archives and compressed records that are not opened.
const NOT_OPENED: [&str; 9] = [
    ".7z",
    ".lha",
    ".lzh",
    ".rar",
    ".txz",
    ".tar.lz",
    ".tar.lzma",
    ".tar.xz",
    ".sgf.xz",
];

/// Returns whether a file with this name is metadata for another file. macOS adds such files to
/// archives, and to folders on file systems other than its own.
pub(super) fn is_metadata(name: &str) -> bool {
    name.rsplit('/')
        .next()
        .is_some_and(|file| file.starts_with("._"))
}

/// Returns whether a file with this name is a text file, as some collections of games are.
pub(super) fn is_text(name: &str) -> bool {
    strip_ending(name, ".txt").is_some()
}

/// The number of bytes at the start of a text file that are checked to recognise a record.
pub(super) const TEXT_START: usize = 512;

/// Returns whether a text file begins like a record.
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

/// Returns the skip for a record in a format other than SGF, or for an archive that seichi does not
/// open, judging by the file's name.
pub(super) fn other_format(name: &str) -> Option<Skip> {
    for (ending, format) in OTHERS {
        if strip_ending(name, ending).is_some() {
            let detail = format!("its format is {format}: convert it to SGF first");
            return Some(Skip::new(Reason::NoGame, detail));
        }
    }
    NOT_OPENED
        .iter()
        .find(|ending| strip_ending(name, ending).is_some())
        .map(|ending| not_opened(&format!("a {ending} file")))
}

/// Returns the skip for an archive that seichi does not open.
pub(super) fn not_opened(kind: &str) -> Skip {
    let detail = format!("{kind} can't be opened: unpack it first");
    Skip::new(Reason::Archive, detail)
}

/// Returns the part of a file name before `ending`; `None` if the name ends differently. The
/// comparison ignores case.
pub(super) fn strip_ending<'a>(name: &'a str, ending: &str) -> Option<&'a str> {
    let (stem, end) = name.split_at_checked(name.len().checked_sub(ending.len())?)?;
    end.eq_ignore_ascii_case(ending).then_some(stem)
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
            other => name += &escaped(other.as_os_str().as_encoded_bytes()),
        }
    }
    name
}

/// Returns a name as text, with each invalid UTF-8 byte as `\xNN` and each `\` as `\\`. Distinct
/// names stay distinct.
pub(super) fn escaped(name: &[u8]) -> String {
    let mut text = String::with_capacity(name.len());
    for chunk in name.utf8_chunks() {
        text += &chunk.valid().replace('\\', "\\\\");
        text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    text
}

/// Returns the hexadecimal digits of `bytes`.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}
