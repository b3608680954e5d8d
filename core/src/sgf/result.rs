//! Reads the result of a game, `RE`, in all forms found in records.

use std::borrow::Cow;

use crate::board::Color;
use crate::rules::Points;
use crate::skip::Reason;

/// The result of a game according to its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recorded {
    /// The game was counted: Black's score minus White's, komi included.
    Margin(Points),
    /// No margin: the game ended in another way, or the result cannot be read.
    None(Reason),
}

/// Reads a result: `B+3.5`, `W+R`, `0`, `Draw`, `White resigns.`, `黑胜3/4子`, `백 불계승` …
///
/// Quarters count stones of two points each, as in `B+0.75`, `B+2 3/4` and `黑胜3/4子`. A result with a question mark is
/// unknown, because its writer did not trust it.
#[must_use]
pub fn parse_result(text: &str) -> Recorded {
    let text = narrow(text.trim()).to_lowercase();
    let text = text.trim_end_matches(['.', '!', ' ']);
    match text {
        "" => Recorded::None(Reason::NoResult),
        "?" | "unknown" => Recorded::None(Reason::UnknownResult),
        "both lost" | "both lose" => Recorded::None(Reason::BothLost),
        "0" | "draw" | "jigo" | "d" | "d+j" | "tie" | "b+0" | "w+0" | "0.0" => Recorded::Margin(Points::ZERO),
        "void" | "no result" | "no-result" | "v" => Recorded::None(Reason::Void),
        _ => latin(text).or_else(|| chinese(text)).unwrap_or(Recorded::None(Reason::UnreadableResult)),
    }
}

/// Writes a margin in the form of `RE`: `B+3.5`, `W+12`, `0`.
#[must_use]
pub fn result_text(margin: Points) -> String {
    match margin.sign() {
        0 => "0".to_owned(),
        sign => format!("{}+{}", if sign > 0 { Color::Black } else { Color::White }.letter(), margin.abs()),
    }
}

/// Replaces full-width letters, digits and signs with ASCII.
pub(super) fn narrow(text: &str) -> Cow<'_, str> {
    let plain = |letter: char| match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        '\u{3000}' => ' ',
        '。' => '.',
        other => other,
    };
    if text.is_ascii() { text.into() } else { text.chars().map(plain).collect() }
}

fn latin(text: &str) -> Option<Recorded> {
    if text.contains("adjourn") || text.contains("unfinished") || text.contains("suspended") {
        return Some(Recorded::None(Reason::Unfinished));
    }
    let (winner, how) = winner_and_how(text)?;
    let how = how.trim();
    let word = how.split(' ').next().unwrap_or_default();
    let rest = how[word.len()..].trim();
    Some(match word.trim_matches(',') {
        // a draw has no winner: aborted games of Fox have `W+0.0`
        "" | "0.0" | "0.00" => Recorded::None(Reason::WinnerOnly),
        "r" | "res" | "resign" | "resigns" | "resigned" | "resignation" => Recorded::None(Reason::Resign),
        "t" | "time" | "timeout" | "overtime" => Recorded::None(Reason::Time),
        "f" | "forfeit" | "bye" => Recorded::None(Reason::Forfeit),
        "illegal" | "repetition" => Recorded::None(Reason::Illegal),
        number if number.trim_end_matches('?').len() < number.len() => match points(number.trim_end_matches('?')) {
            Some(_) => Recorded::None(Reason::UnknownResult),
            None => Recorded::None(Reason::UnreadableResult),
        },
        number => match (points(number), rest) {
            (Some(points), "" | "points" | "point" | "pts" | "pt" | "moku" | "目") => margin(winner, points),
            // such as `W+15 (moves beyond 215 not known)`: the counted game had more moves than the record
            (whole, rest) => match whole.zip(fraction(rest)).and_then(|(whole, fraction)| whole.plus(fraction)) {
                Some(points) => margin(winner, points),
                None => Recorded::None(Reason::UnreadableResult),
            },
        },
    })
}

/// Reads a number of points in Latin digits: `3.5`, `2目`, `1半` for 1.5.
fn points(text: &str) -> Option<Points> {
    match text.strip_suffix('半') {
        Some(whole) => unsigned(whole.trim_end_matches('目'))?.plus(half()),
        None => unsigned(text.trim_end_matches('目')),
    }
}

/// Reads the fraction of a mixed number such as `6 3/4`: halves and quarters, because a count has no others.
fn fraction(text: &str) -> Option<Points> {
    let quarter = Points::parse("0.25").expect("a number");
    match text {
        "1/4" => Some(quarter),
        "1/2" | "2/4" => quarter.times(2),
        "3/4" => quarter.times(3),
        _ => None,
    }
}

/// Returns half a point.
fn half() -> Points {
    Points::parse("0.5").expect("a number")
}

/// Splits a result in Latin letters into the winner and the remaining text.
fn winner_and_how(text: &str) -> Option<(Color, &str)> {
    const WINNERS: [(&str, Color); 8] = [
        ("b+", Color::Black),
        ("w+", Color::White),
        ("black+", Color::Black),
        ("white+", Color::White),
        ("black wins by", Color::Black),
        ("white wins by", Color::White),
        ("white resign", Color::Black),
        ("black resign", Color::White),
    ];
    match text {
        "b" | "black" | "black wins" => return Some((Color::Black, "")),
        "w" | "white" | "white wins" => return Some((Color::White, "")),
        _ => {}
    }
    WINNERS.iter().find_map(|&(start, winner)| {
        let rest = text.strip_prefix(start)?;
        Some((winner, if start.ends_with("resign") { "resign" } else { rest }))
    })
}

/// Reads Chinese, Japanese and Korean results, such as `共257手 白胜10目`, `黑胜3又1/4子`, `白中押し勝ち`, `백 불계승`.
fn chinese(text: &str) -> Option<Recorded> {
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if has(&["打挂", "打掛", "停止", "封盘", "未完"]) {
        return Some(Recorded::None(Reason::Unfinished));
    }
    if has(&["和棋", "和局", "持碁", "持棋", "ジゴ", "무승부"]) {
        return Some(Recorded::Margin(Points::ZERO));
    }
    // the remaining moves are omitted: the counted game had more moves than the record
    if has(&["后略", "以下略"]) {
        return Some(Recorded::None(Reason::UnreadableResult));
    }
    let black = text.find(['黑', '黒', '흑']);
    let white = text.find(['白', '백']);
    let winner = match (black, white) {
        (Some(_), None) => Color::Black,
        (None, Some(_)) => Color::White,
        _ => return None,
    };
    if has(&["中盘", "中盤", "中押", "불계", "认输", "認輸", "认负"]) {
        return Some(Recorded::None(Reason::Resign));
    }
    if has(&["超时", "超時", "時間", "时间", "시간"]) {
        return Some(Recorded::None(Reason::Time));
    }
    let behind = &text[black.or(white)?..];
    match number(behind) {
        Some(points) => Some(margin(winner, points)),
        None if has(&["胜", "勝", "승"])
            && !behind.contains(|letter: char| letter.is_ascii_digit() || "目子집".contains(letter)) =>
        {
            Some(Recorded::None(Reason::WinnerOnly))
        }
        None => None,
    }
}

/// Reads `10目`, `3目半`, `半目`, `2.5目`, `3/4子`, `2又1/4子`, `3집반`. A stone is two points.
fn number(text: &str) -> Option<Points> {
    let unit = text.find(['目', '子', '집'])?;
    let digits = text[..unit].trim_start_matches(|letter: char| !letter.is_ascii_digit() && letter != '半');
    let after = &text[unit..];
    if after.starts_with('子') {
        let (whole, fraction) =
            digits.split_once('又').unwrap_or(if digits.contains('/') { ("0", digits) } else { (digits, "") });
        let part = if fraction.is_empty() { Points::ZERO } else { self::fraction(fraction)? };
        // a number of half the board or more is the winner's total of stones, not the margin
        let twice = unsigned(whole)?.times(2).filter(|&points| points < Points::whole(361))?;
        return twice.plus(part.times(2)?);
    }
    let plus = if after.contains(['半', '반']) { half() } else { Points::ZERO };
    if digits.starts_with('半') { Some(half()) } else { unsigned(digits)?.plus(plus) }
}

/// Reads a number without a sign, because the winner is stated separately.
fn unsigned(text: &str) -> Option<Points> {
    if text.starts_with(['+', '-']) { None } else { Points::parse(text) }
}

fn margin(winner: Color, points: Points) -> Recorded {
    let points = if points.is_in_quarters() { points.times(2) } else { Some(points) };
    match points {
        Some(points) if points.is_in_halves() => {
            Recorded::Margin(if winner == Color::Black { points } else { -points })
        }
        _ => Recorded::None(Reason::UnreadableResult),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn result_text_can_be_parsed() {
        for (margin, text) in [("3.5", "B+3.5"), ("-12", "W+12"), ("0", "0")] {
            let margin = Points::parse(margin).unwrap();
            assert_eq!(result_text(margin), text);
            assert_eq!(parse_result(text), Recorded::Margin(margin));
        }
    }

    #[test]
    fn counted_results_have_margins() {
        for (text, expected) in [
            ("B+3.5", "3.5"),
            ("W+20.50", "-20.5"),
            ("w+2.5", "-2.5"),
            ("B+6,5", "6.5"),
            (" W+3 ", "-3"),
            ("W+3.5 points", "-3.5"),
            ("Ｂ＋２．５", "2.5"),
            ("0", "0"),
            ("Draw", "0"),
            ("Jigo", "0"),
            ("D+J", "0"),
            ("B+0.75", "1.5"),
            ("W+2.25", "-4.5"),
            ("Black wins by 4.5", "4.5"),
            ("共257手 白胜10目", "-10"),
            ("共212手 黑胜1目半", "1.5"),
            ("白胜半目", "-0.5"),
            ("白棋2.5目胜!", "-2.5"),
            ("黑胜3/4子", "1.5"),
            ("白胜2又1/4子", "-4.5"),
            ("黑胜3子", "6"),
            ("W+2目", "-2"),
            ("共250手 和棋", "0"),
            ("흑 3집반 승", "3.5"),
            ("W+1半", "-1.5"),
            ("B+2目半", "2.5"),
            ("B+1 1/2", "1.5"),
            ("W+6 3/4", "-13.5"),
        ] {
            assert_eq!(parse_result(text), Recorded::Margin(Points::parse(expected).unwrap()), "{text}");
        }
    }

    #[test]
    fn results_without_a_margin_have_reasons() {
        for (text, expected) in [
            ("", Reason::NoResult),
            ("?", Reason::UnknownResult),
            ("B+R", Reason::Resign),
            ("W+Resign", Reason::Resign),
            ("White resigns.", Reason::Resign),
            ("共133手 黑中盘胜", Reason::Resign),
            ("백 불계승", Reason::Resign),
            ("白中押し勝ち", Reason::Resign),
            ("W+Time Over", Reason::Time),
            ("B+T", Reason::Time),
            ("B+Forfeit", Reason::Forfeit),
            ("B+Illegal", Reason::Illegal),
            ("Void", Reason::Void),
            ("has adjourned.", Reason::Unfinished),
            ("共90手 打挂", Reason::Unfinished),
            ("W", Reason::WinnerOnly),
            ("B+", Reason::WinnerOnly),
            ("B+, human judge for communication error ", Reason::WinnerOnly),
            ("黑胜", Reason::WinnerOnly),
            ("W+15 (moves beyond 215 not known)", Reason::UnreadableResult),
            ("W+0.02", Reason::UnreadableResult),
            ("B+1?", Reason::UnknownResult),
            ("W+x?", Reason::UnreadableResult),
            ("Both lost", Reason::BothLost),
            ("B+bye", Reason::Forfeit),
            ("W+0.0", Reason::WinnerOnly),
            // a count of stones has quarters, and a count of points has halves
            ("W+6 3/5", Reason::UnreadableResult),
            ("共200手后略 白胜3目", Reason::UnreadableResult),
            ("12-bb", Reason::UnreadableResult),
            ("B+AW", Reason::UnreadableResult),
            ("W+-3.5", Reason::UnreadableResult),
            ("黑胜185子", Reason::UnreadableResult),
            // the added half point overflows the number
            ("黑胜21474836目半", Reason::UnreadableResult),
            ("白认输", Reason::Resign),
        ] {
            assert_eq!(parse_result(text), Recorded::None(expected), "{text}");
        }
    }
}
