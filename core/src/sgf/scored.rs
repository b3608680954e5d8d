//! Writes a score into a record, and leaves every other byte unchanged.

use std::ops::Range;

use super::encoding::{Encoding, decode};
use super::lexer::{Lexer, Token};
use super::main_line::{PropertySink, next_game};
use crate::board::Point;

/// The parts of a record to rewrite. `None` leaves a part unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Black's and White's points: their territory, including the dead stones that they capture. A
    /// point under a dead stone is in both lists if it is neither player's territory.
    pub territory: Option<[Vec<Point>; 2]>,
    /// The result, in the form of `RE`.
    pub result: Option<String>,
    /// The rules, in the form of `RU`.
    pub rules: Option<String>,
    /// The komi, in the form of `KM`.
    pub komi: Option<String>,
}

/// Returns the bytes of a file with the scores written into it. `scores` is in the order of the
/// games in the file; a game with `None`, or without an entry, stays unchanged. A record in another
/// format is written as SGF.
///
/// Writes `RE`, `RU` and `KM` into the root, and `TB` and `TW` into the last node of the main line.
/// The new values replace those of existing properties; missing properties are added at the end of
/// the node. `TB` and `TW` in earlier nodes are kept, because readers use the last marks. Stray
/// values are removed where they would otherwise become values of a new property.
///
/// # Examples
/// ```
/// use seichi_core::board::Point;
/// use seichi_core::sgf::{Encoding, Score, write_scores};
///
/// let territory = Some([vec![Point::new(0, 0)], Vec::new()]);
/// let score = Score { territory, result: Some("B+1".to_owned()), ..Score::default() };
/// let scored = write_scores(b"(;SZ[2];B[bb])", Encoding::default(), &[Some(score)]);
/// assert_eq!(String::from_utf8(scored).as_deref(), Ok("(;SZ[2]RE[B+1];B[bb]TB[aa])"));
/// ```
pub fn write_scores(bytes: &[u8], encoding: Encoding, scores: &[Option<Score>]) -> Vec<u8> {
    let text = decode(bytes, encoding);
    if text.is_converted {
        return write_scores(text.as_bytes(), Encoding::default(), scores);
    }
    let mut lexer = Lexer::new(&text);
    let mut written = Vec::with_capacity(bytes.len() + 1024);
    // everything before these offsets in the text and in the file has been written
    let mut known = (0, 0);
    for score in scores {
        let Some((_, places)) = next_game(&mut lexer, Places::default) else {
            break;
        };
        let Some(score) = score else { continue };
        for (range, new) in places.edits(&text, score) {
            let start = text.byte_of(bytes, known, range.start);
            written.extend_from_slice(&bytes[known.1..start]);
            match text.encoding {
                "UTF-16LE" => written.extend(new.encode_utf16().flat_map(u16::to_le_bytes)),
                "UTF-16BE" => written.extend(new.encode_utf16().flat_map(u16::to_be_bytes)),
                _ => written.extend_from_slice(new.as_bytes()),
            }
            known = (
                range.end,
                text.byte_of(bytes, (range.start, start), range.end),
            );
        }
    }
    written.extend_from_slice(&bytes[known.1..]);
    written
}

/// The places on a main line where a score is written, as offsets in the text.
#[derive(Debug, Default)]
struct Places {
    /// The end of the root.
    root_end: usize,
    /// The end of the current node.
    end: usize,
    /// The number of nodes so far.
    nodes: usize,
    /// The places of each of [`PROPERTIES`]. Headers are found in any node, because some programs
    /// do not write them into the root. Territory is found only in the current node.
    ranges: [Vec<Range<usize>>; 5],
}

/// The properties that a score changes. The first [`HEADERS`] are written into the root, unless the
/// record has them elsewhere.
const PROPERTIES: [&str; 5] = ["RE", "RU", "KM", "TB", "TW"];

/// The number of headers in [`PROPERTIES`].
const HEADERS: usize = 3;

impl PropertySink for Places {
    fn node(&mut self, start: usize) {
        self.nodes += 1;
        self.read_to(start);
        self.ranges[HEADERS..].iter_mut().for_each(Vec::clear);
    }

    fn property(&mut self, identifier: &[u8], _: &[&str], range: Range<usize>) {
        self.read_to(range.end);
        let mut names = PROPERTIES.iter();
        if let Some(number) = names.position(|name| name.as_bytes() == identifier) {
            self.ranges[number].push(range);
        }
    }
}

impl Places {
    fn read_to(&mut self, end: usize) {
        self.end = end;
        if self.nodes <= 1 {
            self.root_end = end;
        }
    }

    /// Returns the text ranges to change, in order, each with its new content.
    fn edits(mut self, text: &str, score: &Score) -> Vec<(Range<usize>, String)> {
        let ends = [self.root_end, self.end];
        [self.root_end, self.end] = ends.map(|end| after_stray_values(text, end));
        let mut edits = Vec::new();
        for (number, new) in changes(score) {
            let end = if number < HEADERS {
                self.root_end
            } else {
                self.end
            };
            let mut ranges = self.ranges[number].iter();
            // a property is written once; further properties with the same name are removed
            if let Some(new) = new {
                edits.push(
                    match ranges.next().and_then(|first| value_range(text, first)) {
                        Some(values) => (values, new),
                        None => (end..end, format!("{}[{new}]", PROPERTIES[number])),
                    },
                );
            }
            edits.extend(ranges.map(|range| (without_blanks(text, range), String::new())));
        }
        let mut stray = vec![ends[0]..self.root_end, ends[1]..self.end];
        stray.dedup();
        stray.retain(|stray| {
            edits
                .iter()
                .any(|(edit, _)| *edit == (stray.end..stray.end))
        });
        edits.extend(stray.into_iter().map(|range| (range, String::new())));
        edits.sort_by_key(|(range, _)| range.start);
        edits
    }
}

/// Returns the changes to [`PROPERTIES`]. Each change holds the index of the property and its new
/// values, or `None` to remove the property.
fn changes(score: &Score) -> Vec<(usize, Option<String>)> {
    let headers = [&score.result, &score.rules, &score.komi]
        .into_iter()
        .enumerate();
    let mut changes: Vec<_> = headers
        .filter(|(_, new)| new.is_some())
        .map(|(number, new)| (number, new.clone()))
        .collect();
    if let Some(territory) = &score.territory {
        // without any mark, the record would not show that neither side has territory
        let is_empty = territory.iter().all(Vec::is_empty);
        for (color, points) in territory.iter().enumerate() {
            let values: Vec<String> = points.iter().map(Point::to_string).collect();
            let has_values = is_empty || !values.is_empty();
            changes.push((HEADERS + color, has_values.then(|| values.join("]["))));
        }
    }
    changes
}

/// Returns the end of the stray values at `from`, or `from` if there are none. Stray values belong
/// to no property.
fn after_stray_values(text: &str, from: usize) -> usize {
    let rest = &text[from..];
    let mut end = from;
    if rest.trim_ascii_start().starts_with('[') {
        let mut lexer = Lexer::new(rest);
        while let Some(Token::Junk) = lexer.next(&mut Vec::new()) {
            end = from + lexer.at();
        }
    }
    end
}

/// Returns the range of a property without the blanks before it, because the blanks are kept.
fn without_blanks(text: &str, property: &Range<usize>) -> Range<usize> {
    let blanks = text[property.clone()]
        .bytes()
        .take_while(u8::is_ascii_whitespace);
    property.start + blanks.count()..property.end
}

/// Returns the range of a property's value, without its brackets.
fn value_range(text: &str, property: &Range<usize>) -> Option<Range<usize>> {
    let start = property.start + text[property.clone()].find('[')? + 1;
    let end = start + text[start..property.end].rfind(']')?;
    Some(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(black: &[&str], white: &[&str]) -> Score {
        let points = |names: &[&str]| {
            names
                .iter()
                .map(|name| Point::from_sgf(name).expect("a point"))
                .collect()
        };
        Score {
            territory: Some([points(black), points(white)]),
            result: Some("B+2".to_owned()),
            ..Score::default()
        }
    }

    fn written(text: &str) -> String {
        let score = score(&["aa", "ab"], &["ss"]);
        String::from_utf8(write_scores(
            text.as_bytes(),
            Encoding::default(),
            &[Some(score)],
        ))
        .expect("UTF-8")
    }

    #[test]
    fn rules_and_komi_are_replaced_or_added() {
        let score = Score {
            rules: Some("Chinese".to_owned()),
            komi: Some("7.5".to_owned()),
            ..Score::default()
        };
        let written =
            |text: &str| write_scores(text.as_bytes(), Encoding::default(), &[Some(score.clone())]);
        assert_eq!(
            written("(;RU[jp]KM[6.5]RE[?];B[aa])"),
            b"(;RU[Chinese]KM[7.5]RE[?];B[aa])"
        );
        assert_eq!(written("(;SZ[9];KM[1])"), b"(;SZ[9]RU[Chinese];KM[7.5])");
    }

    #[test]
    fn score_is_added_at_the_ends_of_root_and_main_line() {
        for (text, expected) in [
            (
                "(;SZ[19];B[dd])\r\n",
                "(;SZ[19]RE[B+2];B[dd]TB[aa][ab]TW[ss])\r\n",
            ),
            ("(;SZ[19])", "(;SZ[19]RE[B+2]TB[aa][ab]TW[ss])"),
            (
                "(;B[dd];W[pp]\n;)",
                "(;B[dd]RE[B+2];W[pp]\n;TB[aa][ab]TW[ss])",
            ),
            (
                "x (;GM[1]C[a\\]b](;B[dd] C[)])(;B[pp]))",
                "x (;GM[1]C[a\\]b]RE[B+2](;B[dd] C[)]TB[aa][ab]TW[ss])(;B[pp]))",
            ),
            (
                "(SZ[19](B[dd])(B[pp]))",
                "(SZ[19]RE[B+2](B[dd]TB[aa][ab]TW[ss])(B[pp]))",
            ),
        ] {
            assert_eq!(written(text), expected, "{text}");
        }
    }

    #[test]
    fn score_replaces_an_earlier_score() {
        for (text, expected) in [
            (
                "(;RE[W+R]KM[0];B[dd]\nTW[aa:cc]\n[dd] TB[]C[x])",
                "(;RE[B+2]KM[0];B[dd]\nTW[ss] TB[aa][ab]C[x])",
            ),
            (
                "(;REsult[?]RE[0];TB[aa];TB[bb]TB[cc])",
                "(;REsult[B+2];TB[aa];TB[aa][ab]TW[ss])",
            ),
            ("(;;RE[0])", "(;;RE[B+2]TB[aa][ab]TW[ss])"),
            ("(;RE[?];RE[0];B[aa])", "(;RE[B+2];;B[aa]TB[aa][ab]TW[ss])"),
            // values without a property would join the new ones
            (
                "(; [W+9] x;B[dd];[aa] [bb])",
                "(;RE[B+2];B[dd];TB[aa][ab]TW[ss])",
            ),
            ("(;[W+9])", "(;RE[B+2]TB[aa][ab]TW[ss])"),
            ("(;[x;B[dd])", "(;RE[B+2];B[dd]TB[aa][ab]TW[ss])"),
            ("(;[x]RE[0])", "(;[x]RE[B+2]TB[aa][ab]TW[ss])"),
        ] {
            assert_eq!(written(text), expected, "{text}");
            assert_eq!(written(expected), expected, "unchanged when written again");
        }
    }

    #[test]
    fn parts_that_are_not_given_are_unchanged() {
        let text = "(; RE [W+R\\] x] \n;B[dd]TB[cc])";
        let written = |score| {
            String::from_utf8(write_scores(
                text.as_bytes(),
                Encoding::default(),
                &[Some(score)],
            ))
        };
        let full = score(&["aa"], &[]);
        assert_eq!(written(Score::default()).as_deref(), Ok(text));
        assert_eq!(
            written(Score {
                territory: None,
                ..full.clone()
            })
            .as_deref(),
            Ok("(; RE [B+2] \n;B[dd]TB[cc])")
        );
        assert_eq!(
            written(Score {
                result: None,
                ..full
            })
            .as_deref(),
            Ok("(; RE [W+R\\] x] \n;B[dd]TB[aa])")
        );
    }

    #[test]
    fn each_game_of_a_file_gets_its_own_score() {
        let scores = [None, Some(score(&[], &[])), Some(score(&["aa"], &[]))];
        let text = "(;KM[0])\n(;KM[1]) (;KM[2])(;KM[3])";
        let written =
            String::from_utf8(write_scores(text.as_bytes(), Encoding::default(), &scores))
                .expect("UTF-8");
        assert_eq!(
            written,
            "(;KM[0])\n(;KM[1]RE[B+2]TB[]TW[]) (;KM[2]RE[B+2]TB[aa])(;KM[3])"
        );
    }

    #[cfg(feature = "encodings")]
    #[test]
    fn other_bytes_are_unchanged_in_any_encoding() {
        let text = "(;PB[古力]PW[乗]KM[0];B[dd]C[白胜]\n)(;PB[力])";
        let expected = "(;PB[古力]PW[乗]KM[0]RE[B+2];B[dd]C[白胜]TB[aa]\n)(;PB[力]RE[B+2]TB[aa])";
        let scores = [Some(score(&["aa"], &[])), Some(score(&["aa"], &[]))];
        let check = |encode: &dyn Fn(&str) -> Vec<u8>| {
            assert_eq!(
                write_scores(&encode(text), Encoding::default(), &scores),
                encode(expected)
            );
        };
        check(&|text| {
            encoding_rs::GBK
                .encode(&text.replacen("(;", "(;CA[GBK]", 1))
                .0
                .into_owned()
        });
        check(&|text| [b"\xef\xbb\xbf", text.as_bytes()].concat());
        check(&|text| text.as_bytes().to_vec());
        check(&|text| {
            [0xfeff]
                .into_iter()
                .chain(text.encode_utf16())
                .flat_map(u16::to_le_bytes)
                .collect()
        });
        check(&|text| {
            [0xfeff]
                .into_iter()
                .chain(text.encode_utf16())
                .flat_map(u16::to_be_bytes)
                .collect()
        });
        check(&|text| {
            text.bytes()
                .map(|byte| if byte.is_ascii() { byte } else { 0xe9 })
                .collect()
        });
    }
}
