//! Fuzzes GTP: reads any bytes as an engine's output after a command.

use crate::board::Size;
use crate::external::NoAnswer;
use crate::external::gtp::{parse_score, parse_vertex, read_response};

/// Checks that an answer ends with the first empty line after its `=7` or `?7` and has no control
/// characters, and that a parsed point is written back unchanged.
pub fn check(data: &[u8]) {
    let plain = plain(data);
    let mut lines = data.split_inclusive(|&byte| byte == b'\n').enumerate();
    let mut number = 0;
    let response = read_response(7, "name", || {
        let (next, line) = lines.next().ok_or(NoAnswer::Interrupted)?;
        number = next;
        Ok(line.to_vec())
    });
    let read = match response {
        Ok(text) => Ok(text),
        Err(NoAnswer::Refused(text)) => Err(text),
        Err(NoAnswer::Nonsense(why)) => {
            assert!(why.contains("the answer to name has "), "{why}");
            assert!(
                plain.as_ref().is_none_or(|(end, _)| number < *end),
                "nonsense instead of {plain:?}"
            );
            return;
        }
        Err(NoAnswer::Interrupted) => return assert_eq!(plain, None),
        Err(other) => panic!("{other:?}"),
    };
    let text = read.as_ref().unwrap_or_else(|text| text);
    assert!(
        !text
            .chars()
            .any(|letter| letter.is_control() && letter != '\n'),
        "{text:?}"
    );
    check_words(text);
    assert_eq!(Some((number, read)), plain);
}

/// The answer according to the specification, and the line that ends it, unless an answer with
/// another number comes first.
fn plain(data: &[u8]) -> Option<(usize, Result<String, String>)> {
    let clean = |line: &[u8]| -> String {
        let text = String::from_utf8_lossy(line).into_owned();
        let text: String = text
            .chars()
            .map(|letter| if letter == '\t' { ' ' } else { letter })
            .collect();
        let text: String = text.chars().filter(|letter| !letter.is_control()).collect();
        text.trim_end().to_owned()
    };
    let lines: Vec<String> = data
        .split_inclusive(|&byte| byte == b'\n')
        .map(clean)
        .collect();
    let number = |line: &str| {
        let rest = line.strip_prefix(['=', '?'])?;
        let word = rest.split(' ').next().unwrap_or_default();
        word.bytes()
            .all(|byte| byte.is_ascii_digit())
            .then(|| (word.parse::<u64>(), rest[word.len()..].to_owned()))
    };
    let start = lines.iter().position(|line| number(line).is_some())?;
    let (id, first) = number(&lines[start])?;
    let end = start + 1 + lines[start + 1..].iter().position(String::is_empty)?;
    if id != Ok(7) {
        return None;
    }
    let first = first.trim_start().to_owned();
    let text = [&[first], &lines[start + 1..end]]
        .concat()
        .join("\n")
        .trim()
        .to_owned();
    Some((
        end,
        match lines[start].starts_with('=') {
            true => Ok(text),
            false if text.is_empty() => Err("? without a reason".to_owned()),
            false => Err(text),
        },
    ))
}

fn check_words(text: &str) {
    if let Some(margin) = parse_score(text) {
        assert!(margin.hundredths() % 50 == 0, "{text:?}");
    }
    for side in [1, 9, 19, 25] {
        let size = Size::new(side, side).expect("a board");
        for word in text.split_whitespace() {
            if let Some(Some(point)) = parse_vertex(word, size) {
                let digits = word[1..].trim_start_matches('0');
                assert_eq!(point.name(size), word[..1].to_ascii_uppercase() + digits);
            }
        }
    }
}
