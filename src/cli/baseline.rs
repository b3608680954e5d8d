//! `seichi baseline`: accepts, shows or compares the gate's baseline.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::{Args, Subcommand};

use super::eval::every_scorer_answers;
use super::exit::Failure;
use super::output::{print, say, write};
use super::read::{is_missing, read_file};
use crate::compare::{Baseline, MARK, given_up_text, no_answer_text};
use crate::render::baseline_difference;
use crate::run::{Figures, GameRow, SavedRun};
use crate::text::{Style, clean, count};

#[derive(Debug, Subcommand)]
pub(crate) enum BaselineCommand {
    /// Make a run the baseline
    Accept {
        /// The folder of the run
        #[arg(value_name = "RUN", default_value = "reports")]
        run: PathBuf,
        #[command(flatten)]
        baseline: BaselineFile,
        /// Accept even if the environment variable CI is set, and overwrite FILE even if it is not
        /// a baseline
        #[arg(long)]
        force: bool,
    },
    /// Show the baseline
    Show {
        #[command(flatten)]
        baseline: BaselineFile,
    },
    /// Show what `accept` would change
    Diff {
        /// The folder of the run
        #[arg(value_name = "RUN", default_value = "reports")]
        run: PathBuf,
        #[command(flatten)]
        baseline: BaselineFile,
    },
}

#[derive(Debug, Args)]
pub(crate) struct BaselineFile {
    /// The baseline file
    #[arg(
        long = "baseline",
        value_name = "FILE",
        default_value = "seichi-baseline.txt"
    )]
    pub(crate) path: PathBuf,
}

pub(super) fn run(command: &BaselineCommand) -> Result<(), Failure> {
    match command {
        BaselineCommand::Accept {
            run,
            baseline,
            force,
        } => accept(run, &baseline.path, *force),
        BaselineCommand::Show { baseline } => {
            say(&read_baseline(&baseline.path)?.to_text(), Style::default())
        }
        BaselineCommand::Diff { run, baseline } => diff(run, &baseline.path),
    }
}

fn accept(place: &Path, path: &Path, force: bool) -> Result<(), Failure> {
    // a person has to review a baseline, because a job that accepts its own baseline always passes
    let ci = std::env::var("CI").unwrap_or_default().to_lowercase();
    if !force && !["", "0", "false", "no"].contains(&&*ci) {
        return Err(Failure::Error(anyhow!(
            "the environment variable CI is set, but a baseline needs a person's review; accept \
             it outside CI, or use --force"
        )));
    }
    let run = saved(place)?;
    let (new, _) = candidate(&run)?;
    acceptable(&run.figures)?;
    let mut text = format!(
        "{}: {}, {}\n",
        path.display(),
        count(new.strategies.len() as u64, "strategy"),
        count(new.mismatches.len() as u64, "mismatch")
    );
    for (scorer, games) in run.figures.unanswered().filter(|&(_, games)| games > 0) {
        let gaps = no_answer_text(scorer, games, run.figures.counted(), None);
        let _ = writeln!(text, "accepted although {}", clean(&gaps));
    }
    // a baseline that can't be read is replaced
    if let Ok(old) = read_baseline(path) {
        for name in old.strategies.keys() {
            if !new.strategies.contains_key(name) {
                let _ = writeln!(
                    text,
                    "no longer in the baseline, and no longer checked: {}",
                    clean(name)
                );
            }
        }
    }
    // a merge conflict may have damaged the first line
    let mark = if force { "" } else { MARK };
    write(path, new.to_text(), &[mark])?;
    say(&text, Style::default())
}

/// Checks that a run can become the baseline. A run in which a scorer never answers or was
/// abandoned can't become the baseline, because no later run could be worse.
pub(super) fn acceptable(figures: &Figures) -> Result<(), Failure> {
    every_scorer_answers(figures)?;
    match figures.given_up().next() {
        Some((scorer, games)) => {
            Err(anyhow!("can't accept the run: {}", given_up_text(scorer, games)).into())
        }
        None => Ok(()),
    }
}

fn saved(place: &Path) -> Result<SavedRun, Failure> {
    let run = SavedRun::read(place)?;
    enough_counted(&run.figures)?;
    Ok(run)
}

fn diff(place: &Path, path: &Path) -> Result<(), Failure> {
    let old = read_baseline(path)?;
    let (new, _) = candidate(&saved(place)?)?;
    let difference = baseline_difference(&old, &new);
    if difference.is_empty() {
        return print("The run matches the baseline.\n");
    }
    say(&difference, Style::default())
}

/// Checks that at least one label could be used. Without labels, a comparison is meaningless.
pub(super) fn enough_counted(figures: &Figures) -> Result<(), Failure> {
    match figures.counted() {
        0 => Err(Failure::Nothing(
            "no label can be used, because all labels contradict themselves: see the column \
             label_check in games.csv"
                .to_owned(),
        )),
        _ => Ok(()),
    }
}

/// Returns the baseline that would result from accepting a run, and the rows of the run's
/// `mismatches.csv`.
pub(super) fn candidate(run: &SavedRun) -> Result<(Baseline, Vec<GameRow>), Failure> {
    let rows = run.mismatches()?;
    let baseline = Baseline::of(&run.figures, &rows).map_err(|what| {
        anyhow!(
            "the run in {} is inconsistent: {what}",
            run.folder.display()
        )
    })?;
    Ok((baseline, rows))
}

/// Reads the baseline, which must exist and be complete.
pub(super) fn read_baseline(path: &Path) -> Result<Baseline, Failure> {
    let failed = || format!("failed to read {}", path.display());
    // a pipe or a device may have no end
    if path.exists() && !path.is_file() {
        return Err(anyhow!("{}: it is not a regular file", failed()).into());
    }
    if is_missing(path) {
        let path = path.display();
        return Err(Failure::Baseline(format!("missing baseline {path}")));
    }
    let text = String::from_utf8(read_file(path)?)
        .map_err(|_| Failure::Baseline(format!("{}: it is not UTF-8 text", failed())))?;
    Baseline::parse(&text).map_err(|damage| Failure::Baseline(format!("{}: {damage}", failed())))
}
