//! Reports panics, of which most cost no more than one game.

use std::collections::BTreeSet;
use std::panic::{PanicHookInfo, set_hook};
use std::sync::{Mutex, PoisonError};

use super::progress::complain;
use crate::skip::Skip;

/// Prints one line for each place in the source that panics, instead of a backtrace for each panic: a bug often shows in
/// many games. What it means for the command is printed at its end.
pub(super) fn report_in_one_line(name: &'static str) {
    static REPORTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    set_hook(Box::new(move |panic: &PanicHookInfo<'_>| {
        let place = panic.location().map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
        let is_new = REPORTED.lock().unwrap_or_else(PoisonError::into_inner).insert(place.clone());
        if is_new {
            let why = Skip::text_of(panic.payload());
            let what = "a bug in seichi, or in a library that reads archives; please report this line";
            let line = format!("panicked at {place}: {why} ({what})");
            complain(&format!("{name}: {}", line.split_whitespace().collect::<Vec<_>>().join(" ")));
        }
    }));
}
