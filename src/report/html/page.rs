//! The parts that every page has: style, scripts and the browser of games.

use super::escape::escape;

/// The sections of a page, without the browser of games.
pub(super) struct Sections<'a> {
    /// The name of the run, or of both; any text.
    pub(super) title: &'a str,
    /// The command whose page it is.
    pub(super) kind: &'a str,
    pub(super) header: String,
    /// The sections before the games.
    pub(super) before: String,
    /// The heading of the games.
    pub(super) games: &'a str,
    /// The sections after the games.
    pub(super) after: String,
    /// The packed games.
    pub(super) data: String,
}

/// The sections in the navigation: the identifier of the heading, and the word for it.
const NAVIGATION: [(&str, &str); 6] = [
    ("summary", "Strategies"),
    ("games", "Games"),
    ("pairs", "Which is better?"),
    ("strata", "By size, year …"),
    ("errors", "Errors"),
    ("skipped", "Skipped"),
];

/// The modules of the page's script, which `web/page` uses, too.
const MODULES: [&str; 11] = [
    include_str!("elements.js"),
    include_str!("games.js"),
    include_str!("board.js"),
    include_str!("text.js"),
    include_str!("filters.js"),
    include_str!("views.js"),
    include_str!("game.js"),
    include_str!("list.js"),
    include_str!("why.js"),
    include_str!("pairs.js"),
    include_str!("page.js"),
];

/// Returns the modules as one script: browsers load no modules in a page that is opened from disk. All names are in one
/// scope, where nothing has to be imported. An import takes one line, or has a closing brace before its `from`.
fn script() -> String {
    let mut script = String::from("'use strict';\n(() => {\n");
    let mut is_import = false;
    for line in MODULES.iter().flat_map(|module| module.split_inclusive('\n')) {
        is_import |= line.starts_with("import ");
        if !is_import {
            script.push_str(line.strip_prefix("export ").unwrap_or(line));
        }
        is_import &= !line.contains(" from '");
    }
    script + "})();\n"
}

/// Returns the page with these sections.
pub(super) fn page(sections: &Sections<'_>) -> String {
    let Sections { title, kind, header, before, games, after, data } = sections;
    let title = escape(title);
    let head = include_str!("head.html").replace("TITLE", &format!("{title} – {kind}"));
    let style = include_str!("page.css");
    let browser = include_str!("games.html").replace("HEADING", games);
    let parts = [before.as_str(), browser.as_str(), after.as_str()].concat();
    let has = |id: &str| parts.contains(&format!("<h2 id=\"{id}\""));
    let link = |(id, word): (&str, &str)| has(id).then(|| format!("<a href=\"#{id}\">{word}</a>\n"));
    let navigation: String = NAVIGATION.into_iter().filter_map(link).collect();
    let script = script();
    format!(
        "{head}<style>\n{style}</style>\n</head>\n<body>\n<header>\n<h1>{title} <span class=\"kind\">{kind}</span></h1>\n\
         {header}</header>\n<nav aria-label=\"Sections\">\n{navigation}</nav>\n<main id=\"main\">\n{parts}</main>\n\
         <script type=\"application/json\" id=\"data\">{data}</script>\n\
         <script>\n{script}</script>\n</body>\n</html>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_needs_no_module() {
        let script = script();
        let begins = |word: &str| script.lines().any(|line| line.starts_with(word));
        assert!(!begins("import ") && !begins("export ") && !script.contains(" from './"));
        assert!(begins("function drawBoard(") && begins("const byId = "));
    }
}
