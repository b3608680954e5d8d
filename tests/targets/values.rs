//! Fuzzes values: reads any text as a result, a number of points, a name of rules, or a name of an
//! encoding.

use seichi::rules::{Points, Rules};
use seichi::sgf::{Encoding, Recorded, parse_result, result_text};

/// Checks that the text of a parsed value parses to the same value, also in full-width letters.
pub(crate) fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    result(&text);
    points(&text);
    rules(&text);
    if let Some(name) = text
        .parse::<Encoding>()
        .ok()
        .and_then(|encoding| encoding.name())
    {
        assert_eq!(
            name.parse::<Encoding>().map(|encoding| encoding.name()),
            Ok(Some(name))
        );
    }
}

fn result(text: &str) {
    let recorded = parse_result(text);
    assert_eq!(
        parse_result(&format!(" {text}\n")),
        recorded,
        "blanks around {text:?}"
    );
    let wide = |letter: char| match letter {
        '!'..='~' => char::from_u32(u32::from(letter) + 0xfee0).expect("a full-width letter"),
        other => other,
    };
    assert_eq!(
        parse_result(&text.chars().map(wide).collect::<String>()),
        recorded,
        "full-width {text:?}"
    );
    if let Recorded::Margin(margin) = recorded {
        assert!(margin.hundredths() % 50 == 0, "{text:?} is {margin}");
        assert_eq!(
            parse_result(&result_text(margin)),
            recorded,
            "{text:?} as {}",
            result_text(margin)
        );
    }
}

/// Parses a decimal number to hundredths in a plain way.
fn hundredths(text: &str) -> Option<i128> {
    let text = text.trim().replace(',', ".");
    let (digits, sign) = match text.strip_prefix('-') {
        Some(digits) => (digits, -1),
        None => (text.strip_prefix('+').unwrap_or(&text), 1),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = whole.len() + fraction.len() > 0
        && (whole.to_owned() + fraction)
            .bytes()
            .all(|byte| byte.is_ascii_digit());
    let fraction = fraction.trim_end_matches('0');
    if !is_number || fraction.len() > 2 {
        return None;
    }
    let number = format!("{}{fraction:0<2}", whole.trim_start_matches('0'));
    number.parse::<i128>().ok().map(|number| sign * number)
}

fn points(text: &str) {
    let points = Points::parse(text);
    // both read a long fraction of zeros, and neither reads a number that is too large
    let plain = hundredths(text).filter(|number| i32::try_from(number.abs()).is_ok());
    assert_eq!(
        points.map(|points| i128::from(points.hundredths())),
        plain,
        "{text:?}"
    );
    if let Some(points) = points {
        assert_eq!(Points::parse(&points.to_string()), Some(points));
        assert_eq!(Points::parse(&points.signed()), Some(points));
        assert_eq!(
            points.times(3).map(|times| i64::from(times.hundredths())),
            {
                let times = i64::from(points.hundredths()) * 3;
                i32::try_from(times).is_ok().then_some(times)
            }
        );
    }
}

fn rules(text: &str) {
    let rules = Rules::from_text(text);
    assert_eq!(
        Rules::from_text(&format!("\t{text} ")),
        rules,
        "blanks around {text:?}"
    );
    if text.is_ascii() {
        assert_eq!(
            Rules::from_text(&text.to_ascii_uppercase()),
            rules,
            "{text:?} in capitals"
        );
    }
}
