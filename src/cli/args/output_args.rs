//! Arguments that choose the output and the messages on the terminal.

use std::io::IsTerminal;

use clap::{Args, ColorChoice, ValueEnum};

use crate::text::Style;

/// Arguments that choose the messages on the terminal.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Messages")]
pub struct OutputArgs {
    /// When to use colour
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    color: ColorChoice,
    /// Hide the progress bar
    #[arg(long)]
    pub(crate) no_progress: bool,
    /// Print only errors
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Say why games are skipped
    #[arg(short, long)]
    pub verbose: bool,
}

/// The output format of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    Text,
    Json,
}

impl OutputArgs {
    /// Returns the style of standard output.
    pub fn style(&self) -> Style {
        style(self.color)
    }
}

/// Returns the style of standard output. `auto` uses colour on a terminal, unless `NO_COLOR` is set
/// (<https://no-color.org>) or `TERM` is `dumb`.
pub(crate) fn style(color: ColorChoice) -> Style {
    let color = match color {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            std::io::stdout().is_terminal()
                && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
                && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
        }
    };
    Style { color }
}
