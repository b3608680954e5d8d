//! A run as an HTML page: the results, as on the terminal, and the board of every game where
//! answers differ. The page is self-contained: it needs no network, no server and no other file.
//!
//! The page's script draws boards and the list of games on demand, from data that [`data`] packs.

mod data;
mod script;

use std::path::Path;

use data::PageData;
use script::{integrity, without_modules};

use crate::render::eval_text;
use crate::run::{SavedBoard, SavedRun};
use crate::text::{Style, escape, shell_word};

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
/// from disk. All names share one scope.
fn script() -> String {
    let code: String = MODULES.into_iter().map(without_modules).collect();
    format!("'use strict';\n(() => {{\n{code}startReport();\n}})();\n")
}

/// Returns the page of a run.
pub fn html(run: &SavedRun, boards: &[SavedBoard]) -> String {
    let title = escape(&run.folder.display().to_string());
    let [style, script] = [include_str!("page.css"), &script()].map(|text| format!("\n{text}"));
    // the browser uses only this style and this script, so no other text in the page can become a
    // style or a script
    let head = include_str!("head.html")
        .replace("STYLE", &integrity(&style))
        .replace("SCRIPT", &integrity(&script));
    let head = head.replace("TITLE", &format!("{title} – seichi report"));
    let results = eval_text(&run.figures, Style::default());
    let results: Vec<_> = results.lines().map(escape).collect();
    format!(
        "{head}<style>{style}</style>\n</head>\n<body>\n\
         <header>\n<h1>{title} <span class=\"kind\">seichi report</span></h1>\n\
         <p class=\"run\">{}</p>\n</header>\n\
         <nav aria-label=\"Sections\">\n<a href=\"#results\">Results</a>\n\
         <a href=\"#games\">Games</a>\n</nav>\n<main id=\"main\">\n\
         <section aria-labelledby=\"results\" class=\"results\">\n\
         <h2 id=\"results\">Results</h2>\n\
         <pre role=\"region\" aria-label=\"Figures\" tabindex=\"0\">{}\n</pre>\n</section>\n\
         {}</main>\n\
         <script type=\"text/plain\" id=\"data\">{}</script>\n\
         <script>{script}</script>\n</body>\n</html>\n",
        date_and_command(run),
        results.join("\n"),
        include_str!("games.html"),
        PageData::new(&run.figures.strategies, boards).packed()
    )
}

/// Returns, as HTML, the date of a run and the command that made it. The page's script formats the
/// date. The text is empty if neither is known.
fn date_and_command(run: &SavedRun) -> String {
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
