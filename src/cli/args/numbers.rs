//! Parsers of numbers in the arguments of several commands.

use std::time::Duration;

use anyhow::anyhow;

/// Parses a number of seconds, at most a day: a longer time is a typing mistake and might overflow a duration.
pub(super) fn parse_seconds(text: &str) -> anyhow::Result<Duration> {
    let seconds: f64 = text.parse()?;
    let is_valid = seconds > 0.0 && seconds <= 86_400.0;
    if is_valid {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(anyhow!("it must be more than 0 and at most 86400"))
    }
}

/// Parses a mean ownership of more than 0 and at most 1.
pub(super) fn parse_mean(text: &str) -> anyhow::Result<f64> {
    let mean: f64 = text.parse()?;
    if mean > 0.0 && mean <= 1.0 { Ok(mean) } else { Err(anyhow!("it must be more than 0 and at most 1")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_bounds() {
        for (text, is_time, is_mean) in [
            ("0", false, false),
            ("-1", false, false),
            ("NaN", false, false),
            ("0.1", true, true),
            ("1", true, true),
            ("1.1", true, false),
            ("86400", true, false),
            ("86401", false, false),
            ("inf", false, false),
            ("x", false, false),
        ] {
            assert_eq!([parse_seconds(text).is_ok(), parse_mean(text).is_ok()], [is_time, is_mean], "{text}");
        }
    }
}
