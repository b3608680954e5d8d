//! The parts that every page has: style, scripts and the browser of games.

/// The sections of a page, without the browser of games.
pub(super) struct Sections<'a> {
    pub(super) title: &'a str,
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

/// Returns the page with these sections.
pub(super) fn page(sections: &Sections<'_>) -> String {
    let Sections { title, header, before, games, after, data } = sections;
    let head = include_str!("head.html").replace("TITLE", title);
    let style = include_str!("page.css");
    let browser = include_str!("games.html").replace("HEADING", games);
    // concatenated in one scope: browsers do not load modules in a page opened from disk
    let scripts = [
        include_str!("games.js"),
        include_str!("board.js"),
        include_str!("filters.js"),
        include_str!("game.js"),
        include_str!("list.js"),
        include_str!("why.js"),
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
