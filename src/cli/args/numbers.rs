//! Parsers of the numbers that arguments of several commands have.

use anyhow::anyhow;

/// Parses a number of seconds, at most a day: a longer time is a typing error and might overflow a duration.
pub(super) fn parse_seconds(text: &str) -> anyhow::Result<f64> {
    let seconds: f64 = text.parse()?;
    if seconds > 0.0 && seconds <= 86_400.0 { Ok(seconds) } else { Err(anyhow!("it is more than 0 and at most 86400")) }
}

/// Parses a mean ownership of more than 0 and at most 1.
pub(super) fn parse_mean(text: &str) -> anyhow::Result<f64> {
    let mean: f64 = text.parse()?;
    if mean > 0.0 && mean <= 1.0 { Ok(mean) } else { Err(anyhow!("it is more than 0 and at most 1")) }
}
