//! Reports panics. A panic usually affects only one game.

use std::collections::BTreeSet;
use std::panic::{PanicHookInfo, set_hook};
use std::sync::{Mutex, PoisonError};

use super::progress::complain;
use crate::skip::Skip;

/// Prints one line for each place in the source that panics, instead of a backtrace for each panic,
/// because a bug often affects many games. When the command ends, a message says how the panics
/// affect its result.
pub(super) fn report_in_one_line(name: &'static str) {
    static REPORTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    set_hook(Box::new(move |panic: &PanicHookInfo<'_>| {
        let place = panic
            .location()
            .map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
        let is_new = REPORTED
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(place.clone());
        if is_new {
            let why = Skip::text_of(panic.payload());
            let what =
                "a bug in seichi, or in a library that reads archives; please report this line";
            let line = format!("panicked at {place}: {why} ({what})");
            complain(&format!(
                "{name}: {}",
                line.split_whitespace().collect::<Vec<_>>().join(" ")
            ));
        }
    }));
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    /// Runs the test again in another process, because a hook affects all threads of a process.
    #[test]
    fn panics_at_one_place_print_one_line() {
        const PANICS: &str = "SEICHI_TEST_PANICS";
        if std::env::var_os(PANICS).is_some() {
            super::report_in_one_line("seichi");
            for _ in 0..3 {
                std::panic::catch_unwind(|| panic!("one\ntwo")).expect_err("it panics");
            }
            return;
        }
        for backtrace in ["0", "1", "full"] {
            let mut test = Command::new(std::env::current_exe().expect("this program"));
            test.args([
                "--exact",
                "cli::panic::tests::panics_at_one_place_print_one_line",
                "--nocapture",
            ]);
            let output = test
                .env(PANICS, "1")
                .env("RUST_BACKTRACE", backtrace)
                .output()
                .expect("the program runs");
            let shown = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{shown}");
            assert!(
                shown.starts_with("seichi: panicked at ")
                    && shown.contains(": one two (a bug in seichi, "),
                "{shown}"
            );
            assert!(
                shown.lines().count() == 1 && shown.contains("please report this line"),
                "{shown}"
            );
        }
    }
}
