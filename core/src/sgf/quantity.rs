//! Reads numbers and their units from words, as in `3.5`, `2又3/4子`, `三目半`, `3집반`, `half a
//! point`.

use super::words::{Unit, Word};
use crate::rules::Points;

/// A number and its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quantity {
    /// The number, counted in `unit`.
    pub(super) number: Points,
    /// The unit, if one is written.
    pub(super) unit: Option<Unit>,
    /// Whether the number has decimals.
    pub(super) has_decimals: bool,
}

impl Quantity {
    /// Reads the quantity at the start of `words`, and returns it with the words after it. A
    /// numeral without a unit or a fraction is not read, because it may be part of an unknown word:
    /// `이` can mean 2, but `백이 승` means that White wins.
    pub(super) fn read(words: &[Word]) -> Option<(Self, &[Word])> {
        let ((whole, has_decimals), rest) = match fraction(words) {
            Some(_) => ((Points::ZERO, false), words),
            None => whole(words)?,
        };
        let (mut quarters, rest) = fraction(rest).unwrap_or((0, rest));
        let (unit, mut rest) = match rest {
            [Word::Unit(unit), rest @ ..] => (Some(*unit), rest),
            _ => (None, rest),
        };
        if unit.is_none() && matches!(words, [Word::Numeral(_), ..]) && quarters == 0 {
            return None;
        }
        if let [Word::Half, behind @ ..] | [Word::And, Word::Half, behind @ ..] = rest
            && quarters == 0
        {
            (quarters, rest) = (2, behind);
        }
        let number = whole.plus(Points::QUARTER.times(quarters)?)?;
        Some((
            Self {
                number,
                unit,
                has_decimals,
            },
            rest,
        ))
    }

    /// Returns whether the number counts stones. Only a number of stones can have quarters, because
    /// a count by area compares the winner's stones with half the board, and one stone is worth two
    /// points.
    pub(super) fn is_in_stones(self) -> bool {
        self.unit == Some(Unit::Stones) || self.number.is_in_quarters()
    }

    /// Returns the number in points, or `None` if it is not a whole number of half points.
    pub(super) fn points(self) -> Option<Points> {
        let points = if self.is_in_stones() {
            self.number.times(2)
        } else {
            Some(self.number)
        };
        points.filter(|points| points.is_in_halves())
    }
}

/// Reads a whole number or a decimal number, and returns whether it has decimals.
fn whole(words: &[Word]) -> Option<((Points, bool), &[Word])> {
    match words {
        [Word::Number(points, has_decimals), rest @ ..] => Some(((*points, *has_decimals), rest)),
        [Word::Numeral(_), ..] => {
            let (number, rest) = numerals(words)?;
            Some(((Points::whole(number), false), rest))
        }
        _ => None,
    }
}

/// Reads numerals such as `十二` or `百三十`. Two digits in a row are not read, because `三四目`
/// means "3 or 4 points".
fn numerals(words: &[Word]) -> Option<(i64, &[Word])> {
    let (mut sum, mut digit, mut least) = (0, None, i64::MAX);
    let mut rest = words;
    while let [Word::Numeral(numeral), behind @ ..] = rest {
        match i64::from(*numeral) {
            power @ (10 | 100) if power < least => {
                sum += digit.take().unwrap_or(1) * power;
                least = power;
            }
            10 | 100 => return None,
            _ if digit.is_some() => return None,
            number => digit = Some(number),
        }
        rest = behind;
    }
    Some((sum + digit.unwrap_or(0), rest))
}

/// Reads a fraction, which may follow a word that joins it to a whole number. Returns the number of
/// quarters.
fn fraction(words: &[Word]) -> Option<(i32, &[Word])> {
    match words {
        [Word::And, rest @ ..] => fraction(rest),
        [Word::Half, rest @ ..] => Some((2, rest)),
        [Word::Quarters(quarters), rest @ ..] => Some(((*quarters).into(), rest)),
        _ => {
            let ((denominator, _), rest) = whole(words)?;
            let [Word::Parts, rest @ ..] = rest else {
                return None;
            };
            let ((numerator, _), rest) = whole(rest)?;
            let quarters = Points::whole(4).hundredths() / denominator.hundredths().max(1);
            let is_exact = [Points::whole(2), Points::whole(4)].contains(&denominator)
                && numerator.is_whole()
                && numerator < denominator;
            // the numerator may be too large to multiply unless it is below the denominator
            is_exact.then(|| (quarters * numerator.hundredths() / 100, rest))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::words::{plain, words};
    use super::*;

    fn read(text: &str) -> Option<String> {
        let words = words(&plain(text));
        let (quantity, rest) = Quantity::read(&words)?;
        rest.is_empty()
            .then(|| quantity.points().map(|points| points.to_string()))?
    }

    #[test]
    fn numbers_of_several_scripts_are_read() {
        for (text, expected) in [
            ("12", "12"),
            ("７．５", "7.5"),
            (".5", "0.5"),
            ("2 1/2", "2.5"),
            ("2½", "2.5"),
            ("4 and a half points", "4.5"),
            ("3 points et demi", "3.5"),
            ("half a point", "0.5"),
            ("八目", "8"),
            ("十二目半", "12.5"),
            ("二十目", "20"),
            ("百三十四目", "134"),
            ("両目半", "2.5"),
            ("다섯집반", "5.5"),
            ("열두집", "12"),
            ("여섯집 반", "6.5"),
        ] {
            assert_eq!(read(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn stones_are_two_points() {
        for (text, expected) in [
            ("5子", "10"),
            ("4子半", "9"),
            ("半子", "1"),
            ("1/2子", "1"),
            ("2.75", "5.5"),
            ("2¾", "5.5"),
            ("5又1/4子", "10.5"),
            ("5 3/4子", "11.5"),
            ("二又四分之一子", "4.5"),
            ("四分之一子", "0.5"),
            ("二分之一子", "1"),
            ("1 stone", "2"),
        ] {
            assert_eq!(read(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn unclear_numbers_are_not_read() {
        for text in [
            "",
            "目",
            "三四目",
            "十百",
            "三分之一子",
            "1分之6000000子",
            "四分之五子",
            "四分之1.5子",
            "3.3子",
            "1.23",
            "2/3",
            "3目半半",
            "又3",
            "9p",
            "六",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
