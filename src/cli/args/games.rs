//! Arguments that choose the games.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

use anyhow::{Context as _, anyhow};
use clap::Args;

use super::record_args::RecordArgs;
use crate::board::{BadSize, Size};
use crate::game::Options;
use crate::input::{Labels, SourceError, Walk, WalkOptions, walk, walk_list};

/// Arguments that choose the games and say how to read them.
#[derive(Debug, Args)]
#[command(next_help_heading = "Games")]
pub struct GamesArgs {
    /// Files, folders and archives with games; `-` is standard input
    #[arg(required_unless_present = "files_from", help_heading = None::<&str>)]
    pub(crate) paths: Vec<PathBuf>,
    /// Read only files that match GLOB (repeatable)
    #[arg(long, value_name = "GLOB")]
    include: Vec<String>,
    /// Skip files and folders that match GLOB (repeatable)
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
    /// Read the paths from FILE, one per line; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["paths", "include", "exclude"])]
    pub(crate) files_from: Option<PathBuf>,
    /// A labels file, in addition to each folder's labels.jsonl (repeatable)
    ///
    /// A line such as `{"game": "x.sgf#1", "dead": ["mf", "mg"]}` lists all dead stones of a game.
    /// The letters are those of SGF: `mf` is column 13, row 6 from the top, or N14 on a 19x19 board
    #[arg(long, value_name = "FILE")]
    pub labels: Vec<PathBuf>,
    /// Use only games on boards of these sizes, such as 19 or 9,13x9
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = parse_size)]
    size: Vec<Size>,
    /// Stop after N games, including skipped games
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
    /// The number of threads; 0 means one per core
    #[arg(
        short,
        long,
        value_name = "N",
        default_value_t = 0,
        value_parser = clap::value_parser!(u16).range(0..=1024),
    )]
    jobs: u16,
    #[command(flatten)]
    pub(crate) record: RecordArgs,
}

fn parse_size(text: &str) -> anyhow::Result<Size> {
    text.parse().map_err(|bad| match bad {
        BadSize(0, _) | BadSize(_, 0) => {
            anyhow!("expected a board size from 1 to 52, such as 19 or 13x9")
        }
        bad => bad.into(),
    })
}

impl GamesArgs {
    /// Sets the options that these arguments determine.
    pub fn apply(&self, options: &mut Options) {
        options.sizes.clone_from(&self.size);
        options.limit = self.limit;
        self.record.apply(options);
    }

    /// Finds the files, and reads their labels and the ownership files named in `options`.
    pub(crate) fn walk(&self, options: &Options) -> anyhow::Result<(Walk, Labels)> {
        let walk = self.files().map_err(|error| match error.downcast_ref() {
            Some(SourceError::NoRecord { path }) if !options.scorers.is_empty() => anyhow!(
                "{error}; if it is an argument for the scorer, quote the whole value: \
                 --scorer 'NAME=COMMAND {}'",
                path.display()
            ),
            _ => error,
        })?;
        let mut labels = Labels::read(&walk, &self.labels)?;
        if let Some(file) = &options.dead_ownership {
            labels.add_ownership(file, &walk)?;
        }
        if let Some(file) = &options.reference_owners {
            labels.add_owners(file, &walk)?;
        }
        Ok((walk, labels))
    }

    /// Finds the files.
    ///
    /// # Errors
    /// If [`walk`] fails, or the list of files can't be read.
    pub fn files(&self) -> anyhow::Result<Walk> {
        let Some(list) = &self.files_from else {
            let (include, exclude) = (self.include.clone(), self.exclude.clone());
            return Ok(walk(&self.paths, &WalkOptions { include, exclude })?);
        };
        if list.as_os_str() == "-" {
            return Ok(walk_list(io::stdin().lock())?);
        }
        let file = File::open(list)
            .with_context(|| format!("failed to read the --files-from list {list:?}"))?;
        Ok(walk_list(file)?)
    }

    /// Returns the folder in which a run's commands work, if one of the paths is absolute. The
    /// commands do not name this folder, so a run is the same on every machine.
    pub(crate) fn folder_of_commands(&self) -> Option<&Path> {
        let path = self.paths.iter().find(|path| path.has_root())?;
        match &*self.paths {
            [folder] if folder.is_dir() => Some(folder),
            _ => path.parent(),
        }
    }

    /// Returns the error message for paths without games.
    pub fn no_games(&self) -> String {
        if self.limit == Some(0) {
            return "no games were read, because --limit is 0".to_owned();
        }
        let paths = self
            .files_from
            .iter()
            .chain(&self.paths)
            .map(|path| format!("{path:?}"))
            .collect::<Vec<_>>();
        let has_globs = !self.include.is_empty() || !self.exclude.is_empty();
        let globs = if has_globs {
            "; check --include and --exclude"
        } else {
            ""
        };
        format!(
            "no records (.sgf, or an archive of them) found in {}{globs}",
            paths.join(", ")
        )
    }

    /// Returns the number of threads.
    pub fn jobs(&self) -> usize {
        match self.jobs {
            0 => available_parallelism().map_or(1, usize::from),
            jobs => jobs.into(),
        }
    }
}
