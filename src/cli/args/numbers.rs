//! Parsers of numbers in the arguments of several commands.

use std::fmt::Display;
use std::num::{IntErrorKind, ParseIntError};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use anyhow::anyhow;

/// Parses a whole number.
///
/// # Errors
/// If the text is not a whole number, or the number is too large; the error says which.
pub fn whole<T: FromStr<Err = ParseIntError>>(text: &str) -> Result<T, &'static str> {
    text.parse().map_err(|error: ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow => "the number is too large",
        _ => "expected a whole number",
    })
}

/// Returns a parser of whole numbers in `range`. Its error names the range.
pub fn whole_in<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Clone,
{
    move |text| {
        let number = text.parse::<T>().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a whole number from {} to {}", range.start(), range.end()))
    }
}

/// Parses a number of seconds, at most a day: a longer time is a typing mistake and might overflow a duration.
pub(super) fn parse_seconds(text: &str) -> anyhow::Result<Duration> {
    let seconds = text.parse::<f64>().ok().filter(|&seconds| seconds > 0.0 && seconds <= 86_400.0);
    let seconds = seconds.ok_or_else(|| anyhow!("expected a number more than 0 and at most 86400"))?;
    Ok(Duration::from_secs_f64(seconds))
}

/// Parses a share from 0 to 1, or in per cent.
pub(crate) fn parse_share(text: &str) -> anyhow::Result<f64> {
    let (number, whole) = text.strip_suffix('%').map_or((text, 1.0), |percent| (percent, 100.0));
    let share = number.trim().parse::<f64>().ok().map(|number| number / whole);
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

    #[test]
    fn whole_number_errors_name_the_expected_range() {
        assert_eq!((whole::<u64>("7"), whole_in(1..=16)("16")), (Ok(7), Ok(16)));
        for text in ["x", "", "0.5", "-1"] {
            assert_eq!(whole::<u64>(text), Err("expected a whole number"), "{text}");
        }
        assert_eq!(whole::<u8>("256"), Err("the number is too large"));
        for text in ["0", "17", "x", "999999999999"] {
            assert_eq!(whole_in(1..=16)(text), Err("expected a whole number from 1 to 16".to_owned()), "{text}");
        }
    }
}
