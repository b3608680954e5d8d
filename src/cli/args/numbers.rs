//! Parsers of numbers in the arguments of several commands.

use std::time::Duration;

use anyhow::anyhow;

/// Parses a number of seconds, at most a day: a longer time is a typing mistake and might overflow
/// a duration.
pub(super) fn parse_seconds(text: &str) -> anyhow::Result<Duration> {
    let seconds = text
        .parse::<f64>()
        .ok()
        .filter(|&seconds| seconds > 0.0 && seconds <= 86_400.0);
    let seconds = seconds.ok_or_else(|| anyhow!("expected a number above 0 and at most 86400"))?;
    Ok(Duration::from_secs_f64(seconds))
}

/// Parses a share: a number from 0 to 1, or a percentage.
pub(crate) fn parse_share(text: &str) -> anyhow::Result<f64> {
    let (number, whole) = text
        .strip_suffix('%')
        .map_or((text, 1.0), |percent| (percent, 100.0));
    let share = number
        .trim()
        .parse::<f64>()
        .ok()
        .map(|number| number / whole);
    let share = share.filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| anyhow!("expected a share from 0 to 1, or from 0% to 100%"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_more_than_0_and_at_most_a_day() {
        for text in ["0.1", "1", "86400"] {
            assert!(parse_seconds(text).is_ok(), "{text}");
        }
        for text in ["0", "-1", "NaN", "86401", "inf", "x"] {
            assert!(parse_seconds(text).is_err(), "{text}");
        }
    }
}
