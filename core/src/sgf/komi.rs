//! Reads the komi, `KM`, in all forms found in records.

use super::quantity::Quantity;
use super::result::clauses;
use super::words::{Unit, Word, plain, words};
use crate::board::Color;
use crate::rules::{Method, Points};

/// A komi as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Komi {
    /// The number, in points or in stones.
    number: Points,
    /// Whether the number counts stones. A stone is worth two points.
    pub(super) is_in_stones: bool,
    /// Whether the number is written in hundredths, such as `650`.
    is_in_hundredths: bool,
}

impl Komi {
    /// Reads `6.5`, `6,5`, `-5`, `5 1/2`, `黑贴三又四分之三子`, `none` and so on, as well as hundredths such
    /// as `650` and `375`. A whole number without a unit is taken as hundredths if it is at least
    /// 100, or at least 25 if `hundredths` is true because the server writes hundredths.
    pub(super) fn parse(text: &str, hundredths: bool) -> Option<Self> {
        let text = plain(text);
        let (is_negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(&text)),
        };
        let (quantity, is_reverse) = quantity(text)?;
        if is_negative && is_reverse {
            return None;
        }
        let least = Points::whole(if hundredths { 25 } else { 100 });
        let is_in_hundredths =
            quantity.unit.is_none() && !quantity.has_decimals && quantity.number >= least;
        let number = if is_in_hundredths {
            quantity.number.hundredth()?
        } else {
            quantity.number
        };
        if number > Points::MOST {
            return None;
        }
        let is_in_stones = Quantity { number, ..quantity }.is_in_stones();
        Some(Self {
            number: if is_negative || is_reverse {
                -number
            } else {
                number
            },
            is_in_stones,
            is_in_hundredths,
        })
    }

    /// Returns the komi in points for a game with the result `margin`, under rules that count by
    /// `method`.
    ///
    /// # Errors
    /// If the number of points is unknown. The error holds the reason. Under area rules, Fox writes
    /// hundredths of points or hundredths of stones, so 350 can mean 3.5 or 7 points. The margin
    /// decides between the two, because komi and margin must add up to a whole number.
    pub(super) fn points(self, method: Method, margin: Option<Points>) -> Result<Points, String> {
        let in_stones = self.number.times(2).ok_or("is too large")?;
        let is_unclear = self.is_in_hundredths
            && method == Method::Area
            && self.number.abs() <= Points::whole(4);
        let points = match (self.is_in_stones, is_unclear) {
            (true, _) => in_stones,
            (false, false) => self.number,
            (false, true) => {
                let fits = [self.number, in_stones]
                    .map(|komi| margin.is_some_and(|margin| (margin + komi).is_whole()));
                match fits {
                    [true, false] => self.number,
                    [false, true] => in_stones,
                    _ => {
                        return Err(format!(
                            "can mean {} points or {} stones",
                            self.number, self.number
                        ));
                    }
                }
            }
        };
        if points.is_in_halves() {
            Ok(points)
        } else {
            Err("is not a number of points or half points".to_owned())
        }
    }
}

/// Returns the only number in a komi, without its sign, and whether White gives the komi. If the
/// words say that there is no komi, the number is 0.
fn quantity(text: &str) -> Option<(Quantity, bool)> {
    // elsewhere, a number with a `p` is a rank, but here `20p` means 20 points
    let text = text
        .strip_suffix('p')
        .filter(|text| text.ends_with(|last: char| last.is_ascii_digit()))
        .unwrap_or(text);
    let (all, _) = clauses(&words(text));
    let (mut rest, mut found, mut is_reverse) = (&*all, None, false);
    while let [word, behind @ ..] = rest {
        let zero = Quantity {
            number: Points::ZERO,
            unit: None,
            has_decimals: false,
        };
        let (quantity, behind) = match word {
            Word::Komi | Word::Player(Color::Black) | Word::Reverse => {
                is_reverse |= *word == Word::Reverse;
                rest = behind;
                continue;
            }
            Word::Absent => (zero, behind),
            _ => Quantity::read(rest)?,
        };
        if quantity.unit == Some(Unit::Moves) || found.replace(quantity).is_some() {
            return None;
        }
        rest = behind;
    }
    found.map(|quantity| (quantity, is_reverse))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn komi(text: &str, hundredths: bool, method: Method, margin: &str) -> Result<String, String> {
        let komi = Komi::parse(text, hundredths).ok_or("unreadable")?;
        komi.points(method, Points::parse(margin))
            .map(|points| points.to_string())
    }

    #[test]
    fn komi_is_read_in_all_notations() {
        for (text, expected) in [
            ("6.5", "6.5"),
            ("6,5", "6.5"),
            ("750", "7.5"),
            ("650", "6.5"),
            ("375", "7.5"),
            ("3.75", "7.5"),
            ("5。5", "5.5"),
            ("-59.5", "-59.5"),
            ("-100.00", "-100"),
            ("0", "0"),
            ("0.000", "0"),
            ("50", "50"),
            ("4 1/2", "4.5"),
            ("3 1/4", "6.5"),
            ("五目半", "5.5"),
            ("黑贴三又四分之三子", "7.5"),
            ("黒 4目半 コミ", "4.5"),
            ("7.5 points.", "7.5"),
            ("Komi: 8 (Ing)", "8"),
            ("덤 여섯집반", "6.5"),
            ("None", "0"),
            ("不贴目", "0"),
            ("Reverse, 20p", "-20"),
            ("reverse komi 5.5", "-5.5"),
            ("6.5p", "6.5"),
            ("逆コミ5目", "-5"),
            ("黑倒贴2子", "-4"),
        ] {
            assert_eq!(
                komi(text, false, Method::Territory, "").as_deref(),
                Ok(expected),
                "{text}"
            );
        }
    }

    #[test]
    fn other_texts_are_no_komi() {
        for text in [
            "",
            "?",
            "5.5 or 6.5",
            "白贴6.5目",
            "无贴目记录",
            "10手",
            "O.5",
            "-O.5",
            "reverse -5",
            "-5 reverse",
            "6.3",
            "2/3",
            "99999999",
        ] {
            assert!(komi(text, false, Method::Territory, "").is_err(), "{text}");
        }
    }

    #[test]
    fn hundredths_of_stones_and_of_points_are_told_apart_by_the_result() {
        let area = |text, margin| komi(text, true, Method::Area, margin).ok();
        for (text, margin, expected) in [
            ("350", "-2", Some("7")),
            ("350", "2.5", Some("3.5")),
            ("250", "3", Some("5")),
            ("50", "5", Some("1")),
            ("50", "-0.5", Some("0.5")),
            ("325", "1.5", Some("6.5")),
            ("700", "1", Some("7")),
            ("550", "1.5", Some("5.5")),
            ("300", "1", None),
            ("350", "", None),
        ] {
            assert_eq!(area(text, margin).as_deref(), expected, "{text} {margin}");
        }
        let territory = |text| komi(text, true, Method::Territory, "2");
        assert_eq!(
            ["350", "50", "8", "0"].map(|text| territory(text).unwrap()),
            ["3.5", "0.5", "8", "0"]
        );
    }
}
