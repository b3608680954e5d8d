//! The parts that every page has: style, scripts, the browser of games, and the name, date and
//! command of a run.

use std::fmt::Write as _;
use std::path::Path;

use super::data::PageData;
use super::script::{integrity, without_modules};
use crate::run::SavedRun;
use crate::text::{escape, shell_word};

/// The sections of a page, without the browser of games.
pub(super) struct Sections<'a> {
    /// The name of the run; any text.
    pub(super) title: &'a str,
    pub(super) header: String,
    /// The sections before the games.
    pub(super) before: String,
    /// The sections after the games.
    pub(super) after: String,
    pub(super) data: PageData<'a>,
}

/// The sections in the navigation: the identifier of the heading, and the word for it.
const NAVIGATION: [(&str, &str); 4] = [
    ("summary", "Strategies"),
    ("games", "Games"),
    ("pairs", "Which is better?"),
    ("strata", "By size, year …"),
];

/// The modules of the page's script, which `web/page` also uses.
const MODULES: [&str; 9] = [
    include_str!("elements.js"),
    include_str!("games.js"),
    include_str!("board.js"),
    include_str!("text.js"),
    include_str!("filters.js"),
    include_str!("views.js"),
    include_str!("game.js"),
    include_str!("list.js"),
    include_str!("page.js"),
];

/// Returns the modules as one script, because browsers do not load modules in a page that is opened
/// from disk. All names are in one scope.
fn script() -> String {
    let code: String = MODULES.into_iter().map(without_modules).collect();
    format!("'use strict';\n(() => {{\n{code}startReport();\n}})();\n")
}

/// Returns the page with these sections.
pub(super) fn page(sections: &Sections<'_>) -> String {
    let Sections {
        title,
        header,
        before,
        after,
        data,
    } = sections;
    let title = escape(title);
    let [style, script] = [include_str!("page.css"), &script()].map(|text| format!("\n{text}"));
    // the browser uses only this style and this script, so no other text of the page can become a
    // style or a script
    let head = include_str!("head.html")
        .replace("STYLE", &integrity(&style))
        .replace("SCRIPT", &integrity(&script));
    let head = head.replace("TITLE", &format!("{title} – seichi report"));
    let parts = [before, include_str!("games.html"), after].concat();
    let mut navigation = String::new();
    for (id, word) in NAVIGATION {
        if parts.contains(&format!("<h2 id=\"{id}\"")) {
            let _ = writeln!(navigation, "<a href=\"#{id}\">{word}</a>");
        }
    }
    format!(
        "{head}<style>{style}</style>\n</head>\n<body>\n\
         <header>\n<h1>{title} <span class=\"kind\">seichi report</span></h1>\n{header}</header>\n\
         <nav aria-label=\"Sections\">\n{navigation}</nav>\n<main id=\"main\">\n{parts}</main>\n\
         <script type=\"text/plain\" id=\"data\">{}</script>\n\
         <script>{script}</script>\n</body>\n</html>\n",
        data.packed()
    )
}

/// Returns the date of a run, to be formatted by the script, and the command that made the run, as
/// HTML; an empty text if neither is known.
pub(super) fn date_and_command(run: &SavedRun) -> String {
    let mut parts = Vec::new();
    if run.facts.started > 0 {
        parts.push(format!(
            "<time data-seconds=\"{}\"></time>",
            run.facts.started
        ));
    }
    if let [program, words @ ..] = run.facts.arguments.as_slice() {
        let program = Path::new(program).file_stem().unwrap_or_default();
        let mut command = vec![shell_word(&program.to_string_lossy())];
        command.extend(words.iter().map(|word| shell_word(word)));
        parts.push(format!("<code>{}</code>", escape(&command.join(" "))));
    }
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn script_has_no_imports_or_exports() {
        let script = script();
        for (word, is_there) in [
            ("\nimport ", false),
            ("\nexport ", false),
            (" from './", false),
            ("\nfunction drawBoard(", true),
            ("\nconst byId = ", true),
        ] {
            assert_eq!(script.contains(word), is_there, "{word}");
        }
    }
}
