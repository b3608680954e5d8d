//! Text and links in HTML.

use std::fmt::Write as _;

use crate::text::escape;

/// Returns a number of games as a link to the list of these games, or as plain text if it is 0.
/// `view` has the filters of the list, as `page.js` names them, and `words` say which games they
/// are.
pub(super) fn count_link(games: u64, view: &[(&str, &str)], words: &str) -> String {
    if games == 0 {
        return "0".to_owned();
    }
    let view: Vec<String> = view
        .iter()
        .map(|(key, value)| format!("{key}={}", percent_encoded(value)))
        .collect();
    format!(
        "<a href=\"#{}\" aria-label=\"{games} {}\">{games}</a>",
        view.join("&amp;"),
        escape(words)
    )
}

/// Returns text as a value of a query: all characters except letters, digits and `-` are
/// percent-encoded.
fn percent_encoded(text: &str) -> String {
    text.bytes()
        .fold(String::with_capacity(text.len()), |mut encoded, byte| {
            match byte {
                b'-' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => encoded.push(char::from(byte)),
                _ => {
                    let _ = write!(encoded, "%{byte:02X}");
                }
            }
            encoded
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_accept_any_name() {
        assert_eq!(
            count_link(
                2,
                &[("strategy", "a&b=\"ü\""), ("games", "area")],
                "games wrong: a&b"
            ),
            "<a href=\"#strategy=a%26b%3D%22%C3%BC%22&amp;games=area\" aria-label=\"2 games wrong: a&amp;b\">2</a>"
        );
        assert_eq!(count_link(0, &[("games", "area")], "games"), "0");
    }
}
