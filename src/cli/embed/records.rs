//! Reads the bytes of the records found under given paths, for a program that looks at individual
//! games.

use std::ffi::OsString;
use std::sync::Arc;

use super::score_args;
use crate::Stop;
use crate::cli::exit::Failure;
use crate::game::{Context, GameOutcome, Options};
use crate::input::Labels;
use crate::run::evaluate;
use crate::skip::Skip;

/// A file with records, or a piece of a large file.
#[derive(Clone, Debug)]
pub struct RecordFile {
    /// The name that reports use.
    pub name: String,
    /// The number of games in earlier pieces of the file.
    pub games_before: usize,
    /// The bytes, or the reason why there are none.
    pub bytes: Result<Arc<[u8]>, Skip>,
}

/// Calls `take` with each file and archive member that `seichi score` would read if it were given
/// these command-line arguments. Stops if `take` returns `false`. With `only`, reads only the file
/// with that name, or the archive that contains it.
///
/// # Errors
/// If `score` does not accept the arguments, a path can't be read, or `stop` is set.
pub fn read_records(
    words: &[OsString],
    only: Option<&str>,
    stop: &Stop,
    mut take: impl FnMut(RecordFile) -> bool,
) -> Result<(), Failure> {
    let args = score_args(words)?;
    let mut walk = args.games.files()?;
    if let Some(name) = only {
        walk.entries
            .retain(|entry| entry.name == name || entry.is_around(name));
    }
    let mut options = Options::default().for_reading();
    args.games.apply(&mut options);
    let context = Context::new(options, Labels::default(), stop);
    for batch in evaluate(&walk, 1, &context) {
        let games = batch?.games;
        for file in games.chunk_by(|one, other| Arc::ptr_eq(&one.entry, &other.entry)) {
            let GameOutcome { entry, result, .. } = &file[0];
            let bytes = match (&file[0].bytes, result) {
                (Some(bytes), _) => Ok(bytes.clone()),
                (None, Err(skip)) => Err(skip.clone()),
                (None, Ok(_)) => continue,
            };
            let record = RecordFile {
                name: entry.name.clone(),
                games_before: entry.games_before,
                bytes,
            };
            if !take(record) {
                return Ok(());
            }
        }
    }
    Ok(())
}
