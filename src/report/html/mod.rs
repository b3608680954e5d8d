//! A run as one page: what it found, and the board of every game that some answer differs on. The page needs nothing
//! but itself: no network, no file beside it, no server.
//!
//! Figures, tables and pictures are written here; boards and the list of games are drawn by the page's own script when
//! they are looked at, from data that [`data`] packs.

mod data;
mod picture;
mod tables;
mod why;

use std::fmt::Write as _;

use super::terminal::agreement;
use super::{Board, SkippedGame};
use crate::compare::Row;
use crate::run::Figures;

/// The page of a run. `mismatches` are the rows of `mismatches.csv`.
#[must_use]
pub fn html(figures: &Figures, mismatches: &[Row], skipped: &[SkippedGame], boards: &[Board]) -> String {
    let mut page = String::from(include_str!("head.html"));
    let _ = writeln!(page, "<style>\n{}</style>\n</head>\n<body>", include_str!("page.css"));
    header(&mut page, figures);
    page.push_str("<main id=\"main\">\n");
    page.push_str(&tables::summary(figures));
    page.push_str(include_str!("games.html"));
    page.push_str(&tables::matrix(figures));
    page.push_str(&picture::histograms(figures, mismatches));
    page.push_str(&tables::skipped(figures, skipped));
    page.push_str("</main>\n");
    let _ = writeln!(page, "<script type=\"application/json\" id=\"data\">{}</script>", data::pack(figures, boards));
    // one after another in one scope: none of them is a module, which a page from disk may not load
    let scripts = [include_str!("board.js"), include_str!("list.js"), include_str!("game.js"), include_str!("page.js")];
    let _ = writeln!(page, "<script>\n'use strict';\n(() => {{\n{}}})();\n</script>", scripts.concat());
    page.push_str("</body>\n</html>\n");
    page
}

/// What the run is of, and what its figures mean.
fn header(page: &mut String, figures: &Figures) {
    let skipped = figures.games - figures.evaluated;
    let _ = write!(
        page,
        "<header>\n<h1>seichi report</h1>\n<p class=\"signature\"><code>{}</code></p>\n\
         <p>{} games, {} evaluated, {skipped} <a href=\"#skipped\">skipped</a>. Labels: ",
        escape(&figures.signature),
        figures.games,
        figures.evaluated,
    );
    let origins = figures.strata.iter().filter_map(|(name, stratum)| Some((name.strip_prefix("origin=")?, stratum)));
    let origins: Vec<String> =
        origins.map(|(origin, stratum)| format!("{} {}", escape(origin), stratum.games)).collect();
    let _ = writeln!(page, "{}.</p>", if origins.is_empty() { "none".to_owned() } else { origins.join(", ") });
    for line in agreement(figures) {
        let line = escape(&line).replace("agreement", "<strong>agreement</strong>");
        let _ = writeln!(page, "<p class=\"note\">{line}</p>");
    }
    page.push_str("</header>\n");
}

/// Text as HTML, in an element or a quoted attribute.
pub(in crate::report) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // no control character but a blank is allowed in HTML
            _ if letter.is_control() => escaped.extend(letter.escape_default()),
            _ => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_text() {
        assert_eq!(escape("<b>'\"&\u{7}"), "&lt;b&gt;&#39;&quot;&amp;\\u{7}");
    }
}
