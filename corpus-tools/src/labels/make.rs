//! `seichi-corpus labels make`: drafts a labels file from a run, for a person to correct.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use seichi::cli::{Failure, complain, paths_of_run, print, write};
use seichi::game::Category;
use seichi::input::{Naming, not_walked};
use seichi::run::SavedRun;

use super::draft::Draft;

#[derive(Debug, Args)]
pub(crate) struct MakeArgs {
    /// The folder of the run
    #[arg(value_name = "RUN")]
    run: PathBuf,
    /// Write to FILE instead of standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// The source of the map, dead stones and result: `label` or a strategy's name; if the label
    /// has no map, the map comes from the reference strategy
    #[arg(long, value_name = "SOURCE", default_value = LABEL)]
    pub(super) from: String,
    /// Only games where the label and this strategy differ (repeatable); by default all strategies
    /// count except the control strategies
    #[arg(short, long = "differs", value_name = "NAME")]
    pub(super) strategies: Vec<String>,
    /// Only games with a difference of this category (repeatable)
    #[arg(long = "category", value_name = "NAME",
        value_parser = PossibleValuesParser::new(Category::ALL.iter().map(|one| one.name()))
            .map(|name| name.parse::<Category>().expect("clap knows only these")))]
    pub(super) categories: Vec<Category>,
    /// Only disputed games: two fills give different territory
    #[arg(long)]
    pub(super) disputed: bool,
    /// Every game whose board the run contains, even if only control strategies differ; a run
    /// usually contains no boards of games without differences
    #[arg(long, conflicts_with_all = ["strategies", "categories", "disputed"])]
    pub(super) all: bool,
    /// The origin of every line, such as `hand`; by default the record's origin, or the strategy's
    /// name
    #[arg(long, value_name = "NAME")]
    pub(super) origin: Option<String>,
    /// Also write the boards to FILE as text, with SGF coordinates, to look at while correcting the
    /// labels
    #[arg(long, value_name = "FILE")]
    boards: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
    /// Print only errors
    #[arg(short, long)]
    quiet: bool,
}

/// The value of `--from` for the label.
pub(super) const LABEL: &str = "label";

/// The heading of the file of boards.
const LEGEND: &str = "The boards, with the letters of their points: column, then row.\n\
    X O living stones, x o dead ones, b w territory, . neutral, * before a point where answers differ\n\n";

pub(crate) fn run(options: &MakeArgs) -> Result<(), Failure> {
    for file in [&options.file, &options.boards].into_iter().flatten() {
        // a person may have corrected it
        if file.is_file() && !options.force {
            return Err(anyhow!(
                "{} already exists: name another file, or use --force",
                file.display()
            )
            .into());
        }
    }
    let run = SavedRun::read(&options.run)?;
    let known = &run.figures.strategies;
    let from = Some(&options.from).filter(|name| *name != LABEL);
    if let Some(name) = options
        .strategies
        .iter()
        .chain(from)
        .find(|name| !known.contains(name))
    {
        return Err(anyhow!("the run has no strategy {name}, only {}", known.join(", ")).into());
    }
    let boards = run.boards()?;
    let mut drafts: Vec<Draft<'_>> = boards
        .iter()
        .filter_map(|board| Draft::new(board, options))
        .collect();
    let (lines, evaluated) = (drafts.len(), run.figures.evaluated);
    let tally = format!(
        "{lines} of {evaluated} evaluated games; the run contains the boards of {} (--all)",
        boards.len()
    );
    if drafts.is_empty() {
        return Err(Failure::Nothing(format!(
            "no game was chosen, so nothing was written: {tally}"
        )));
    }
    if let (Some(file), Some(paths)) = (&options.file, paths_of_run(&run.facts.arguments)) {
        // names are relative to the labels file
        std::fs::create_dir_all(file.parent().unwrap_or(Path::new("")))
            .and_then(|()| Naming::of_file(file, &not_walked(&paths)))
            .map(|naming| {
                for draft in &mut drafts {
                    draft.line.game = naming.in_file(&draft.line.game);
                }
            })
            .with_context(|| format!("failed to write {}", file.display()))?;
    }
    let marks: &[&str] = if options.force { &[""] } else { &[] };
    if let Some(file) = &options.boards {
        let pictures = drafts
            .iter()
            .enumerate()
            .map(|(index, draft)| draft.picture(index + 1));
        write(
            file,
            LEGEND.to_owned() + &pictures.collect::<String>(),
            marks,
        )?;
    }
    let json =
        |draft: &Draft<'_>| serde_json::to_string(&draft.line).expect("keys are strings") + "\n";
    let text: String = drafts.iter().map(json).collect();
    match &options.file {
        Some(file) => write(file, &text, marks)?,
        None => print(&text)?,
    }
    if !options.quiet {
        complain(&tally);
    }
    Ok(())
}
