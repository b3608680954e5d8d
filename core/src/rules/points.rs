//! Scores, komi and margins as exact numbers.

use std::fmt;
use std::ops::{Add, Neg, Sub};

use serde::{Deserialize, Serialize};

/// A number of points, exact to a hundredth.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, Serialize,
)]
#[serde(try_from = "f64", into = "f64")]
pub struct Points(i32);

impl From<Points> for f64 {
    fn from(points: Points) -> Self {
        points.to_f64()
    }
}

impl TryFrom<f64> for Points {
    type Error = String;

    fn try_from(number: f64) -> Result<Self, String> {
        Self::parse(&number.to_string())
            .ok_or_else(|| format!("{number} is not a number of points"))
    }
}

impl Points {
    /// Zero points.
    pub const ZERO: Self = Self(0);
    /// The largest komi that is accepted, and the largest margin that is accepted from a user:
    /// twice the number of points of the largest board.
    pub const MOST: Self = Self(2 * 52 * 52 * 100);
    /// Half a point.
    pub(crate) const HALF: Self = Self(50);
    /// A quarter of a point.
    pub(crate) const QUARTER: Self = Self(25);

    /// Returns `points` whole points.
    ///
    /// # Panics
    /// If `points` is more than twenty million.
    pub fn whole(points: i64) -> Self {
        Self(i32::try_from(points * 100).expect("fewer than twenty million points"))
    }

    /// Reads a decimal number with a point or a comma, such as `6.5`, `-2`, `.5` or `7.500`. Digits
    /// after the hundredths must be zero.
    ///
    /// # Examples
    /// ```
    /// use seichi_core::rules::Points;
    ///
    /// assert_eq!(Points::parse("6.50").map(|points| points.to_string()), Some("6.5".to_owned()));
    /// assert_eq!(Points::parse("6.505"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (sign, digits) = match text.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, fraction) = digits.split_once(['.', ',']).unwrap_or((digits, ""));
        let decimals = fraction.trim_end_matches('0');
        let hundredths = format!("{whole}{decimals:0<2}");
        let is_number = !(whole.is_empty() && fraction.is_empty())
            && decimals.len() <= 2
            && hundredths.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number {
            return None;
        }
        let hundredths: i32 = hundredths.parse().ok()?;
        Some(Self(sign * hundredths))
    }

    /// Reads a komi from a user: a number of points or half points, at most [`Self::MOST`].
    ///
    /// # Errors
    /// If the text is not such a number.
    pub fn parse_komi(text: &str) -> Result<Self, &'static str> {
        Self::parse(text)
            .filter(|komi| komi.is_in_halves() && komi.abs() <= Self::MOST)
            .ok_or("expected a number of points or half points, at most 5408")
    }

    /// Returns `self` times `factor`, or `None` on overflow.
    pub fn times(self, factor: i32) -> Option<Self> {
        self.0.checked_mul(factor).map(Self)
    }

    /// Returns the sum of `self` and `other`, or `None` on overflow.
    pub fn plus(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    /// Returns a hundredth of `self`, or `None` if that is not a whole number of hundredths.
    pub(crate) fn hundredth(self) -> Option<Self> {
        (self.0 % 100 == 0).then_some(Self(self.0 / 100))
    }

    /// Returns whether `self` is a multiple of half a point.
    pub(crate) const fn is_in_halves(self) -> bool {
        self.0 % 50 == 0
    }

    /// Returns whether the fractional part of `self` is a quarter or three quarters of a point.
    /// Such a number counts stones, as in Chinese records, where a stone is worth two points.
    pub(crate) const fn is_in_quarters(self) -> bool {
        self.0 % 25 == 0 && self.0 % 50 != 0
    }

    /// Returns whether `self` is a whole number.
    pub const fn is_whole(self) -> bool {
        self.0 % 100 == 0
    }

    /// Returns the absolute value.
    #[must_use]
    pub const fn abs(self) -> Self {
        Self(self.0.abs())
    }

    /// Returns 1 if Black is ahead, −1 if White is ahead, and 0 otherwise.
    pub const fn sign(self) -> i32 {
        self.0.signum()
    }

    /// Returns the number as text with its sign, including `+`: `+2`, `-0.5`, `0`.
    pub fn signed(self) -> String {
        format!("{}{self}", if self.0 > 0 { "+" } else { "" })
    }

    /// Returns the nearest double, which is exact for halves and quarters.
    pub fn to_f64(self) -> f64 {
        f64::from(self.0) / 100.0
    }

    /// Returns the number of hundredths of a point.
    pub const fn hundredths(self) -> i32 {
        self.0
    }
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Points {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Points {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Points {
    /// Writes the fewest decimals needed: `6.5`, `12`, `-0.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, fraction) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        let text = format!("{sign}{whole}.{fraction:02}");
        f.pad(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_read_and_written_exactly() {
        for (text, written) in [
            ("6.5", "6.5"),
            ("-0.50", "-0.5"),
            ("6,5", "6.5"),
            ("750", "750"),
            (".5", "0.5"),
            ("7.500000", "7.5"),
            ("0.02", "0.02"),
        ] {
            assert_eq!(Points::parse(text).unwrap().to_string(), written);
        }
        for wrong in [
            "",
            ".",
            "-",
            "6.5.5",
            "6.505",
            "1e3",
            "99999999999",
            "六",
            "+-5",
            "5.-5",
        ] {
            assert_eq!(Points::parse(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn komi_of_a_user_is_in_halves() {
        assert_eq!(Points::parse_komi("6.5"), Ok(points("6.5")));
        for wrong in ["6.25", "six", "5408.5", "-21474836"] {
            assert!(Points::parse_komi(wrong).is_err(), "{wrong}");
        }
    }

    fn points(text: &str) -> Points {
        Points::parse(text).expect("a number")
    }

    #[test]
    fn inexact_or_overflowing_results_are_none() {
        assert_eq!(points("2.25").times(2), Some(points("4.5")));
        assert_eq!(points("20000000").times(2), None);
        assert_eq!(points("6.5").plus(points("-7")), Some(points("-0.5")));
        assert_eq!(points("20000000").plus(points("20000000")), None);
        assert_eq!(
            (points("750").hundredth(), points("6.5").hundredth()),
            (Some(points("7.5")), None)
        );
        assert_eq!(
            (points("6.5") + points("-7"), points("6.5") - points("7")),
            (points("-0.5"), points("-0.5"))
        );
        assert_eq!(
            (-points("0.02"), points("-0.5").abs(), Points::whole(-3)),
            (points("-0.02"), points("0.5"), points("-3"))
        );
    }

    #[test]
    fn halves_quarters_and_wholes_are_told_apart() {
        for (text, halves, quarters, whole, sign, signed) in [
            ("6", true, false, true, 1, "+6"),
            ("6.5", true, false, false, 1, "+6.5"),
            ("-0.75", false, true, false, -1, "-0.75"),
            ("2.25", false, true, false, 1, "+2.25"),
            ("0.02", false, false, false, 1, "+0.02"),
            ("0", true, false, true, 0, "0"),
        ] {
            let points = points(text);
            assert_eq!(
                (
                    points.is_in_halves(),
                    points.is_in_quarters(),
                    points.is_whole()
                ),
                (halves, quarters, whole),
                "{text}"
            );
            assert_eq!((points.sign(), &*points.signed()), (sign, signed));
        }
    }

    #[test]
    fn points_round_trip_through_serde() {
        let number = points("-6.5");
        assert_eq!(
            serde_json::to_value(number).unwrap(),
            serde_json::json!(-6.5)
        );
        assert_eq!((number.hundredths(), number.to_f64()), (-650, -6.5));
        for hundredths in [0, 1, -7, 25, 99, 100, 12_345, i32::MAX] {
            let text = serde_json::to_string(&Points(hundredths)).unwrap();
            assert_eq!(
                serde_json::from_str::<Points>(&text).unwrap(),
                Points(hundredths),
                "{text}"
            );
        }
        for wrong in ["0.005", "1e9", "\"1\""] {
            assert!(serde_json::from_str::<Points>(wrong).is_err(), "{wrong}");
        }
    }
}
