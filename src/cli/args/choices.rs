//! Values of flags: output formats, colour, and the lists that `seichi list` prints.

use std::io::IsTerminal;
use std::path::Path;

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::render::{FORMATS, Format};
use crate::report::Style;

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(in crate::cli) enum Listed {
    /// The built-in strategies
    Strategies,
    /// The reasons for skipping a game
    Reasons,
    /// The flags of odd games
    Flags,
    /// The categories of mismatches
    Categories,
    /// The measures of a strategy
    Measures,
}

/// The output format of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    #[allow(missing_docs)] // the help would repeat it
    Text,
    #[allow(missing_docs)]
    Json,
}

/// Returns the parser of a report's format: one of those that `can` render the documents of the command.
pub(in crate::cli) fn report_format(
    can: fn(&dyn Format) -> bool,
) -> impl TypedValueParser<Value = &'static dyn Format> {
    let formats = move || FORMATS.iter().copied().filter(move |format| can(*format));
    let values = formats().map(|format| PossibleValue::new(format.name()).help(format.summary()));
    let named = move |name: String| formats().find(|format| format.name() == name).expect("clap knows only these");
    PossibleValuesParser::new(values).map(named)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ScoreFormat {
    /// Boards
    Text,
    /// A JSON object a line, for each game and strategy
    Ndjson,
    /// The objects of `ndjson` as a JSON list
    Json,
    /// The records, with the territory and the result of one strategy in TB, TW and RE
    Sgf,
    /// A line of JSON for each game, as --ownership reads it: the ownership by playouts, or by the source of --dead
    Ownership,
}

/// How to write `games.csv`, which has a row for each game and strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum GamesCsv {
    /// Write games.csv
    Plain,
    /// Write games.csv.gz
    Gzip,
    /// Write no file; `compare` and JUnit XML can't be made from such a run
    None,
}

/// How to write `boards.ndjson`, which has a line for each game on which a strategy differs from the label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum BoardsNdjson {
    /// Write boards.ndjson
    Plain,
    /// Write boards.ndjson, with a line for every game
    All,
    /// Write no file; pages and drafts of labels can't be made from such a run
    None,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(in crate::cli) enum ColorChoice {
    Auto,
    Always,
    Never,
}

impl ColorChoice {
    /// Returns the style of what is written to a file, or else to standard output. A file has no colour.
    pub(in crate::cli) fn style_of(self, file: Option<&Path>) -> Style {
        if file.is_some() { Style::default() } else { self.style() }
    }

    /// Returns the style of standard output. `auto` uses colour on a terminal, unless `NO_COLOR` is set
    /// (<https://no-color.org>) or `TERM` is `dumb`.
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
