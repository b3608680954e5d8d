//! `seichi-corpus labels`: drafts labels files from a run for a person to correct, and checks them.

mod check;
mod diagnostic;
mod draft;
mod line_check;
mod make;

use std::io;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use seichi::cli::{GamesArgs, OutputArgs, TableFormat};
use seichi::labels::LabelLine;
use seichi::pipeline::Category;
use serde::Serialize;
use serde_json::ser::Formatter;

pub(crate) use check::run as check;
pub(crate) use make::run as make;

#[derive(Debug, Subcommand)]
pub(crate) enum LabelsCommand {
    /// Draft a labels file from the games of a run that are worth a look, for a person to correct
    Make(MakeArgs),
    /// Check a labels file, line by line
    ///
    /// Exits with 0 if no line has an error, 1 if a line has one, and 3 if the file has no lines or no games are found.
    #[command(
        mut_arg("labels", |arg| arg.hide(true)),
        mut_arg("limit", |arg| arg.hide(true)),
        mut_arg("quiet", |arg| arg.help("Print errors only: no notices and no totals")),
        mut_arg("verbose", |arg| arg.help("Print every notice, not only the first few of each kind"))
    )]
    Check(Box<CheckArgs>),
}

#[derive(Debug, Args)]
pub(crate) struct MakeArgs {
    /// The folder of the run
    #[arg(value_name = "RUN")]
    run: PathBuf,
    /// Write to FILE instead of standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    draft: DraftArgs,
    /// Also write the boards to FILE as text, with SGF coordinates, to look at while correcting the labels
    #[arg(long, value_name = "FILE")]
    boards: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
    /// Print only errors
    #[arg(short, long)]
    quiet: bool,
}

/// The games to draft labels for, and the values to write.
#[derive(Debug, Args)]
struct DraftArgs {
    /// The source of the map, dead stones and result: `label` or a strategy's name; if the label has no map, the map
    /// comes from the reference strategy
    #[arg(long, value_name = "SOURCE", default_value = LABEL)]
    from: String,
    /// Only games where the label and this strategy differ (repeatable); by default all strategies count except the
    /// control strategies
    #[arg(short, long = "differs", value_name = "NAME")]
    strategies: Vec<String>,
    /// Only games with a difference of this category (repeatable)
    #[arg(long = "category", value_name = "NAME",
        value_parser = PossibleValuesParser::new(Category::ALL.map(Category::name)))]
    categories: Vec<String>,
    /// Only disputed games: two fills give different territory
    #[arg(long)]
    disputed: bool,
    /// Every game whose board the run has, even if only control strategies differ; a run usually has no board of a game
    /// without differences
    #[arg(long, conflicts_with_all = ["strategies", "categories", "disputed"])]
    all: bool,
    /// The origin of every line, such as `hand`; by default the record's, or the strategy
    #[arg(long, value_name = "NAME")]
    origin: Option<String>,
}

/// The value of `--from` for the label.
const LABEL: &str = "label";

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// The labels file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    games: GamesArgs,
    /// The output format
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    format: TableFormat,
    #[command(flatten)]
    output: OutputArgs,
}

/// Returns a line of a labels file, with its newline.
pub(crate) fn label_json(line: &LabelLine) -> String {
    let mut text = Vec::new();
    line.serialize(&mut serde_json::Serializer::with_formatter(&mut text, Spaced)).expect("keys are strings");
    String::from_utf8(text).expect("JSON is UTF-8") + "\n"
}

/// A formatter of JSON on one line, with a blank after each comma and colon, for people to read.
struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        writer.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        writer.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn label_line_is_written_with_blanks() {
        let text =
            "{\"game\": \"x.sgf#1\", \"result\": \"B+3.5\", \"dead\": [\"aa\", \"ab\"], \"black_territory\": []}\n";
        assert_eq!(label_json(&LabelLine::parse(text.as_bytes()).unwrap()), text);
    }
}
