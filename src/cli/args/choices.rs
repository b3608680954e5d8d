//! Formats, colours and lists to choose from.

use std::io::IsTerminal;

use clap::ValueEnum;

use crate::report::Style;

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(in crate::cli) enum Listed {
    Strategies,
    Reasons,
    Flags,
    Categories,
    Measures,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum TableFormat {
    Text,
    Json,
}

/// As [`TableFormat`], and a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum CompareFormat {
    Text,
    Json,
    Html,
}

/// As [`TableFormat`], and annotations for GitHub Actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum EvalFormat {
    Text,
    Json,
    Github,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ReportFormat {
    Text,
    Json,
    Github,
    Markdown,
    Junit,
    Html,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ScoreFormat {
    Text,
    Ndjson,
}

/// How `games.csv` is written, which has a row for each game and strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum GamesCsv {
    /// As games.csv
    Plain,
    /// As games.csv.gz
    Gzip,
    /// Not at all: `compare` and JUnit XML can't be had from such a run
    None,
}

/// How `boards.ndjson` is written, which has a line for each game on which a strategy differs from the label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum BoardsNdjson {
    /// As boards.ndjson
    Plain,
    /// As boards.ndjson, with a line for every game
    All,
    /// Not at all: pages and drafts of labels can't be had from such a run
    None,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(in crate::cli) enum ColorChoice {
    Auto,
    Always,
    Never,
}

impl ColorChoice {
    /// Colour where standard output is a terminal that wants it (<https://no-color.org>).
    pub(in crate::cli) fn style(self) -> Style {
        let wanted =
            || std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let dumb = || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Style {
            color: match self {
                Self::Always => true,
                Self::Never => false,
                Self::Auto => wanted() && !dumb(),
            },
        }
    }
}
