//! The records in an archive.

use std::path::PathBuf;

use seichi::input::{Entry, FileLimits, Format, Member};
use seichi::skip::Skip;
use wasm_bindgen::prelude::*;

/// The largest size in bytes of an unpacked archive. WebAssembly has four gigabytes of memory, and
/// browsers have less.
const UNPACKED: u64 = 2 << 30;

#[wasm_bindgen]
extern "C" {
    /// The records of an archive, which `worker.js` collects.
    pub type Members;

    /// Adds a record: its name in the archive, and its bytes, or the skip with the reason why it
    /// can't be read, as JSON.
    #[wasm_bindgen(method)]
    fn add(this: &Members, name: &str, bytes: Option<Vec<u8>>, skip: Option<String>);
}

/// Adds the records of an archive called `name` to `members`, as `seichi eval` finds them. Returns
/// a skip, as JSON, if the archive or the rest of it could not be read.
///
/// # Errors
/// If the name does not belong to an archive.
#[wasm_bindgen]
pub fn unpack(name: &str, bytes: Vec<u8>, members: &Members) -> Result<Option<String>, JsError> {
    let format = Format::of(name).filter(|format| format.is_archive());
    let format = format.ok_or_else(|| JsError::new("not an archive"))?;
    let limits = FileLimits {
        unpacked: UNPACKED,
        ..FileLimits::default()
    };
    let entry = Entry::new(name.to_owned(), PathBuf::from(name)).with_content(bytes);
    let read = format.read(&entry, limits, &mut |Member { name, bytes }| {
        match bytes {
            Ok(bytes) => members.add(&name, Some(bytes), None),
            Err(skip) => members.add(&name, None, Some(json(&skip))),
        }
        true
    });
    Ok(read.err().map(|skip| json(&skip)))
}

fn json(skip: &Skip) -> String {
    serde_json::to_string(skip).expect("keys are strings")
}
