//! Reads the checkpoints of all shares as one run.

use std::fs::File;
use std::path::{Path, PathBuf};

use super::index::{Index, Span};
use super::{CHECKPOINT, CheckpointError, Head};
use crate::input::Order;
use crate::report::json::RunFacts;
use crate::report::run::FormattedGame;
use crate::skip::Skip;

/// The checkpoints of all shares of a run.
#[derive(Debug)]
pub struct Checkpoints {
    /// The head of the first checkpoint.
    pub head: Head,
    /// The facts of each share: command line, threads and times.
    pub facts: Vec<RunFacts>,
    /// The paths that the walks had to skip, sorted by name.
    pub not_walked: Vec<(String, Skip)>,
    files: Vec<(PathBuf, File)>,
    /// Every file of the run, in the walk's order, with the index of its checkpoint in `files` and its line there.
    order: Vec<(Order, usize, Span)>,
}

impl Checkpoints {
    /// Reads the checkpoints in the folders of runs.
    ///
    /// # Errors
    /// If a checkpoint can't be read or is no complete share, or the checkpoints are of different runs, or are not all
    /// shares of one run.
    pub fn open(folders: &[PathBuf]) -> Result<Self, CheckpointError> {
        let mut whole: Option<Self> = None;
        let mut shares = Vec::new();
        for folder in folders {
            let path = folder.join(CHECKPOINT);
            let (file, index) = read(folder, &path)?;
            let (Some(head), Some(facts)) = (index.head, index.facts) else {
                return Err(CheckpointError::NotWhole(path));
            };
            let Some(shard) = head.shard else { return Err(CheckpointError::NoShare(folder.clone())) };
            shares.push((shard, folder));
            let whole = whole.get_or_insert_with(|| Self {
                head: head.clone(),
                facts: Vec::new(),
                not_walked: Vec::new(),
                files: Vec::new(),
                order: Vec::new(),
            });
            if let Some(difference) = whole.head.difference(&head) {
                return Err(CheckpointError::Other { path, difference });
            }
            let number = whole.files.len();
            whole.facts.push(facts);
            whole.not_walked.extend(index.not_walked);
            whole.files.push((path, file));
            whole.order.extend(index.files.into_iter().map(|(order, span)| (order, number, span)));
        }
        let mut whole = whole.ok_or_else(|| CheckpointError::Shares("there are no runs".to_owned()))?;
        all_shares(&mut shares)?;
        whole.not_walked.sort_by(|a, b| a.0.cmp(&b.0));
        whole.order.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(whole)
    }

    /// Returns every file of the run, in the walk's order: its name and its games.
    pub fn files(&self) -> impl Iterator<Item = Result<(String, Vec<FormattedGame>), CheckpointError>> {
        self.order.iter().map(|(order, number, span)| {
            let (path, file) = &self.files[*number];
            Ok((order.name(), span.games(file, path)?))
        })
    }

    /// Returns the number of files.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.order.len()
    }

    /// Returns whether there are no files.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.order.is_empty()
    }
}

fn read(folder: &Path, path: &Path) -> Result<(File, Index), CheckpointError> {
    let file = match File::open(path) {
        Ok(file) => file,
        // only a share keeps its checkpoint when it is done
        Err(_) if folder.join("run.json").exists() => return Err(CheckpointError::NoShare(folder.to_owned())),
        Err(error) => return Err(CheckpointError::Io { path: path.to_owned(), error }),
    };
    let index = Index::read(&file, path)?;
    if let Some(line) = index.damaged {
        let message = "it has changed since its run wrote it".to_owned();
        return Err(CheckpointError::Damaged { path: path.to_owned(), line, message });
    }
    Ok((file, index))
}

/// Checks that every share is given exactly once.
fn all_shares(shares: &mut [(crate::input::Shard, &PathBuf)]) -> Result<(), CheckpointError> {
    shares.sort();
    if let Some([(shard, one), (_, other)]) = shares.windows(2).find(|two| two[0].0 == two[1].0) {
        return Err(CheckpointError::Shares(format!(
            "two of the runs are share {shard}: {} and {}",
            one.display(),
            other.display()
        )));
    }
    let count = shares.first().map_or(0, |(shard, _)| shard.count);
    let missing: Vec<String> = (1..=count)
        .filter(|&number| shares.iter().all(|(shard, _)| shard.number != number))
        .map(|number| format!("{number}/{count}"))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(CheckpointError::Shares(format!(
        "not all shares are there: {} missing",
        missing.join(", ") + if missing.len() == 1 { " is" } else { " are" }
    )))
}
