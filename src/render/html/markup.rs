//! Sections, tables and links in HTML.

use std::fmt::Write as _;

use crate::text::escape;

/// Returns a section with a heading. `body` is HTML.
pub(super) fn section(id: &str, heading: &str, body: &str) -> String {
    format!(
        "<section aria-labelledby=\"{id}\" class=\"{id}\">\n<h2 id=\"{id}\">{heading}</h2>\n\
         {body}</section>\n"
    )
}

/// Returns a table that scrolls if it is too wide. The cells are HTML, and the first cell of a row
/// is its heading.
pub(super) fn table(
    name: &str,
    heads: &[impl AsRef<str>],
    rows: impl IntoIterator<Item = Vec<String>>,
) -> String {
    let mut text = format!(
        "<div class=\"scroll\" role=\"region\" aria-label=\"Table of {name}\" tabindex=\"0\">\n\
         <table>\n<thead><tr>"
    );
    for head in heads {
        let _ = write!(text, "<th scope=\"col\">{}</th>", head.as_ref());
    }
    text.push_str("</tr></thead>\n<tbody>\n");
    for row in rows {
        let (head, cells) = row.split_first().expect("a row has a heading");
        let _ = writeln!(
            text,
            "<tr><th scope=\"row\">{head}</th><td>{}</td></tr>",
            cells.join("</td><td>")
        );
    }
    text + "</tbody>\n</table>\n</div>\n"
}

/// Returns a number of games as a link to the list of these games, or as plain text if it is 0.
/// `view` has the filters of the list, as `page.js` names them, and `words` say which games they
/// are.
pub(super) fn count_link(games: u64, view: &[(&str, &str)], words: &str) -> String {
    if games == 0 {
        return "0".to_owned();
    }
    let mut address = String::new();
    for (number, (key, value)) in view.iter().enumerate() {
        let _ = write!(address, "{}{key}=", if number > 0 { "&amp;" } else { "" });
        for byte in value.bytes() {
            if byte == b'-' || byte.is_ascii_alphanumeric() {
                address.push(byte.into());
            } else {
                let _ = write!(address, "%{byte:02X}");
            }
        }
    }
    let words = escape(words);
    format!("<a href=\"#{address}\" aria-label=\"{games} {words}\">{games}</a>")
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
            "<a href=\"#strategy=a%26b%3D%22%C3%BC%22&amp;games=area\" \
             aria-label=\"2 games wrong: a&amp;b\">2</a>"
        );
        assert_eq!(count_link(0, &[("games", "area")], "games"), "0");
    }
}
