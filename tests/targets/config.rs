//! Any text as a configuration file.

use std::sync::OnceLock;

use seichi::cli::Settings;

/// Checks that the output of `--dump-config` sets the same as the file that it was made from, and that an error is one
/// line that names the file.
pub(crate) fn check(data: &[u8]) {
    static SETTINGS: OnceLock<Settings> = OnceLock::new();
    let Ok(text) = std::str::from_utf8(data) else { return };
    let settings = SETTINGS.get_or_init(|| Settings::of(&["seichi", "eval"]).expect("there is such a command"));
    for profile in [None, Some("p")] {
        match settings.read(text, profile) {
            Ok(dump) => {
                let again = settings.read(&dump, None).expect("a dump is a configuration file");
                assert_eq!(lines(&again), lines(&dump), "{text}");
            }
            Err(message) => assert!(message.contains("seichi.toml"), "{message}"),
        }
    }
}

/// Returns the settings of a dump without their sources. An empty list counts as not set.
fn lines(dump: &str) -> Vec<String> {
    let is_set = |line: &&str| !line.starts_with('#');
    dump.lines()
        .filter(is_set)
        .map(|line| line.rsplit_once("  # ").map_or(line, |(line, _)| line).trim().to_owned())
        .collect()
}
