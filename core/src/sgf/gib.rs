//! Converts GIB, the record format of the server Tygem, to SGF.
//!
//! A GIB record has headers such as `\[GAMEBLACKNAME=Ann (5D)\]`, and lines for the handicap
//! (`INI`), the moves (`STO 0 NUMBER COLOUR X Y`) and passes (`SKI`). `GAMEINFOMAIN` and `GAMETAG`
//! contain fields for the result, the margin and the komi; margin and komi are in tenths of a
//! point. The board is 19×19, and points are counted from the upper left.

use std::fmt::Write as _;

/// The two headers that give the result. Each has fields for the kind of result, the margin and the
/// komi.
const RESULTS: [(&str, [&str; 3]); 2] = [
    ("GAMEINFOMAIN", ["GRLT:", "ZIPSU:", "GONGJE:"]),
    ("GAMETAG", ["W", "Z", "G"]),
];

/// The handicap points in Tygem's order. The last stone of an odd handicap of five or more is in
/// the centre.
const HANDICAP: [&str; 8] = ["pd", "dp", "dd", "pp", "dj", "pj", "jd", "jp"];

/// Converts a GIB record to SGF. Returns `None` if the text is not GIB.
pub(super) fn to_sgf(text: &str) -> Option<String> {
    let text = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    if !text.starts_with("\\HS") {
        return None;
    }
    let mut sgf = "(;GM[1]FF[4]CA[UTF-8]SZ[19]".to_owned();
    let mut written = Vec::new();
    for (property, value) in properties(text) {
        if value.is_empty() || written.contains(&property) {
            continue;
        }
        written.push(property);
        let value = value.replace('\\', r"\\").replace(']', r"\]");
        let _ = write!(sgf, "{property}[{value}]");
    }
    let mut last = "W";
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match *words {
            ["INI", _, _, stones, ..] => {
                if let Ok(stones @ 2..=9) = stones.parse() {
                    set_up(&mut sgf, stones);
                    last = "B";
                }
            }
            ["STO", _, _, color, x, y, ..] => {
                last = if color == "1" { "B" } else { "W" };
                let _ = write!(sgf, ";{last}[{}]", point(x, y));
            }
            ["SKI", ..] => {
                last = if last == "B" { "W" } else { "B" };
                let _ = write!(sgf, ";{last}[]");
            }
            _ => {}
        }
    }
    let is_whole = text.lines().any(|line| line.trim() == "\\GE");
    Some(if is_whole { sgf + ")" } else { sgf })
}

/// Returns the SGF properties for the headers. Of several properties with the same name, the caller
/// writes only the first that has a value.
fn properties(text: &str) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    for (name, [kind, margin, komi]) in RESULTS {
        if let Some(fields) = header(text, name) {
            let points = field(fields, margin).map(tenths);
            let result = field(fields, kind).and_then(|kind| result(kind, points));
            found.extend(result.map(|result| ("RE", result)));
            found.extend(field(fields, komi).map(|komi| ("KM", tenths(komi))));
        }
    }
    // the result in words, in one of several languages
    found.extend(header(text, "GAMERESULT").map(|words| ("RE", words.to_owned())));
    if let Some(date) = header(text, "GAMETAG").and_then(|fields| field(fields, "C")) {
        let day: Vec<&str> = date.split(':').take(3).collect();
        found.push(("DT", day.join("-")));
    }
    for (name, player, rank) in [("GAMEBLACKNAME", "PB", "BR"), ("GAMEWHITENAME", "PW", "WR")] {
        let text = header(text, name).unwrap_or_default();
        let rest = text.strip_suffix(')');
        let parts = rest.and_then(|text| text.rsplit_once('('));
        let (name, in_brackets) = parts.unwrap_or((text, ""));
        found.push((player, name.trim().to_owned()));
        found.push((rank, in_brackets.trim().to_owned()));
    }
    found
}

/// Returns the value of a header: `\[NAME=value\]`.
fn header<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| {
        let value = line.trim().strip_prefix("\\[")?.strip_prefix(name)?;
        Some(value.strip_prefix('=')?.trim_end_matches("\\]"))
    })
}

/// Returns the value of a field that begins with `name`.
fn field<'a>(fields: &'a str, name: &str) -> Option<&'a str> {
    let mut fields = fields.split(',');
    fields.find_map(|field| field.trim().strip_prefix(name))
}

/// Returns a result of this kind in the form of `RE`, or `None` if the kind is unknown.
fn result(kind: &str, margin: Option<String>) -> Option<String> {
    Some(match kind {
        "0" => format!("B+{}", margin?),
        "1" => format!("W+{}", margin?),
        "3" => "B+R".to_owned(),
        "4" => "W+R".to_owned(),
        "7" => "B+T".to_owned(),
        "8" => "W+T".to_owned(),
        _ => return None,
    })
}

/// Converts a number of tenths to a number with a decimal point.
fn tenths(number: &str) -> String {
    let points = number.parse::<f64>().map(|tenths| tenths / 10.0);
    points.map_or(number.to_owned(), |points| points.to_string())
}

/// Adds the stones of a handicap.
fn set_up(sgf: &mut String, stones: usize) {
    let outside = if stones > 4 { stones / 2 * 2 } else { stones };
    let mut points = HANDICAP[..outside].to_vec();
    if outside < stones {
        points.push("jj");
    }
    let _ = write!(sgf, "HA[{stones}]AB[{}]", points.join("]["));
}

/// Returns a point in SGF notation. For a point off the board, returns a text that readers reject.
fn point(x: &str, y: &str) -> String {
    let letters = [x, y].map(|number| "abcdefghijklmnopqrs".chars().nth(number.parse().ok()?));
    match letters {
        [Some(x), Some(y)] => format!("{x}{y}"),
        _ => format!("{x} {y}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::{Defect, Encoding, Recorded, parse_result, read};

    fn gib(headers: &str, moves: &str) -> String {
        format!("\\HS\n{headers}\n\\HE\n\\GS\n2 1 0\n119 0 &4\n{moves}\n\\GE\n")
    }

    #[test]
    fn headers_and_moves_are_converted() {
        let text = gib(
            "\\[GAMEBLACKNAME=Ann] (5D)\\]\n\\[GAMEWHITENAME=Bob\\]\n\
             \\[GAMETAG=S0,R14,G65,W1,Z35,C2015:03:09:12:40\\]\n\\[GAMERESULT=백 불계승\\]",
            "INI 0 1 3 &4\nSTO 0 2 2 15 2\nSTO 0 3 1 0 18\nSKI 0 4\nSKI 0 5",
        );
        assert_eq!(
            to_sgf(&text).as_deref(),
            Some(
                "(;GM[1]FF[4]CA[UTF-8]SZ[19]RE[W+3.5]KM[6.5]DT[2015-03-09]\
                 PB[Ann\\]]BR[5D]PW[Bob]HA[3]AB[pd][dp][dd];W[pc];B[as];W[];B[])"
            )
        );
        // after handicap stones, White plays first
        let pass = to_sgf(&gib("", "INI 0 1 2 &4\nSKI 0 2"));
        assert!(pass.unwrap().ends_with("HA[2]AB[pd][dp];W[])"));
        assert_eq!(to_sgf("(;GM[1])"), None);
    }

    #[test]
    fn results_of_every_kind_are_read() {
        for (fields, expected) in [
            ("GRLT:0,ZIPSU:65,GONGJE:65", "B+6.5"),
            ("GRLT:1,ZIPSU:5,GONGJE:65", "W+0.5"),
            ("GRLT:3,ZIPSU:0,GONGJE:65", "B+R"),
            ("GRLT:4,ZIPSU:0,GONGJE:0", "W+R"),
            ("GRLT:7,ZIPSU:0,GONGJE:65", "B+T"),
            ("GRLT:8,ZIPSU:0,GONGJE:65", "W+T"),
        ] {
            let text = gib(&format!("\\[GAMEINFOMAIN=GBKIND:3,{fields},TCNT:2\\]"), "");
            let games = read(text.as_bytes(), Encoding::default()).unwrap().1;
            let result = games[0].record.as_ref().unwrap().info.result.clone();
            assert_eq!(result.as_deref(), Some(expected));
        }
        let text = gib("\\[GAMERESULT=흑 3.5집 승\\]", "");
        let record = read(text.as_bytes(), Encoding::default()).unwrap().1;
        let result = record[0]
            .record
            .as_ref()
            .unwrap()
            .info
            .result
            .clone()
            .unwrap();
        assert!(matches!(parse_result(&result), Recorded::Margin(margin) if margin.sign() > 0));
    }

    #[test]
    fn cut_off_record_is_unclosed_and_bad_points_are_reported() {
        let text = gib("", "STO 0 2 1 3 3").replace("\\GE", "");
        let games = read(text.as_bytes(), Encoding::default()).unwrap().1;
        let record = games[0].record.as_ref().unwrap();
        assert_eq!(
            (record.actions.len(), record.defects.as_slice()),
            (1, &[Defect::Unclosed][..])
        );
        let text = gib("", "STO 0 2 1 3 19");
        let games = read(text.as_bytes(), Encoding::default()).unwrap().1;
        assert!(games[0].record.is_err());
    }

    #[test]
    fn handicap_stones_are_in_tygems_order() {
        for (stones, last) in [(2, "[dp]"), (5, "[jj]"), (6, "[pj]"), (9, "[jj]")] {
            let sgf = to_sgf(&gib("", &format!("INI 0 1 {stones} &4"))).unwrap();
            let list = sgf.split_once("AB").unwrap().1.trim_end_matches(')');
            assert!(list.ends_with(last), "{list}");
            assert_eq!(list.matches('[').count(), stones);
        }
    }
}
