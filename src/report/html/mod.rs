//! A run as an HTML page: the results, and the board of every game on which answers differ. The page is self-contained:
//! it needs no network, no other file and no server.
//!
//! Figures, tables and charts are written here. Boards and the list of games are drawn by the page's script on demand,
//! from data that [`data`] packs.

mod data;
mod picture;
mod tables;
mod two;
mod why;

pub use two::runs_html;

use std::fmt::Write as _;

use super::terminal::{dead_notes, label_makers};
use super::{SavedBoard, SkippedGame};
use crate::compare::SavedRow;
use crate::pipeline::Figures;

/// Returns the page of a run. `mismatches` are the rows of `mismatches.csv`.
#[must_use]
pub fn html(figures: &Figures, mismatches: &[SavedRow], skipped: &[SkippedGame], boards: &[SavedBoard]) -> String {
    let after = [tables::matrix(figures), picture::histograms(figures, mismatches), tables::skipped(figures, skipped)];
    page(&Sections {
        title: "seichi report",
        header: header(figures),
        before: tables::summary(figures),
        games: "Games on which answers differ",
        after: after.concat(),
        data: data::pack(&figures.strategies, boards, None),
    })
}

/// The sections of a page, without the browser of games.
struct Sections<'a> {
    title: &'a str,
    header: String,
    /// The sections before the games.
    before: String,
    /// The heading of the games.
    games: &'a str,
    /// The sections after the games.
    after: String,
    /// The packed games.
    data: String,
}

fn page(sections: &Sections<'_>) -> String {
    let Sections { title, header, before, games, after, data } = sections;
    let head = include_str!("head.html").replace("TITLE", title);
    let style = include_str!("page.css");
    let browser = include_str!("games.html").replace("HEADING", games);
    // concatenated in one scope: browsers do not load modules in a page opened from disk
    let scripts = [
        include_str!("board.js"),
        include_str!("list.js"),
        include_str!("why.js"),
        include_str!("game.js"),
        include_str!("page.js"),
    ];
    format!(
        "{head}<style>\n{style}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n{header}</header>\n\
         <main id=\"main\">\n{before}{browser}{after}</main>\n\
         <script type=\"application/json\" id=\"data\">{data}</script>\n\
         <script>\n'use strict';\n(() => {{\n{}}})();\n</script>\n</body>\n</html>\n",
        scripts.concat()
    )
}

/// Returns the header of the page: the games of the run, and the meaning of its figures.
fn header(figures: &Figures) -> String {
    let mut page = String::new();
    let skipped = figures.games - figures.evaluated;
    let _ = write!(
        page,
        "<p class=\"signature\"><code>{}</code></p>\n\
         <p>{} games, {} evaluated, {skipped} <a href=\"#skipped\">skipped</a>. Labels by origin: ",
        escape(&figures.signature),
        figures.games,
        figures.evaluated,
    );
    let origins = figures.strata.iter().filter_map(|(name, stratum)| Some((name.strip_prefix("origin=")?, stratum)));
    let origins: Vec<String> =
        origins.map(|(origin, stratum)| format!("{} {}", escape(origin), stratum.games)).collect();
    let _ = writeln!(page, "{}.</p>", if origins.is_empty() { "none".to_owned() } else { origins.join(", ") });
    for line in label_makers(figures) {
        let line = escape(&line).replace("agreement", "<strong>agreement</strong>");
        let _ = writeln!(page, "<p class=\"note\">{line}</p>");
    }
    for note in dead_notes(figures) {
        let _ = writeln!(page, "<p class=\"dead-stones\">{}</p>", escape(&note.replace('\n', " ")));
    }
    page
}

/// Escapes text for HTML, in an element or a quoted attribute.
pub(in crate::report) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // HTML allows no control characters but white space
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
