//! Merges runs of parts of the same games into one run. Nothing is scored again.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader, Lines};
use std::iter::Peekable;
use std::path::PathBuf;

use csv::DeserializeRecordsIntoIter;
use serde::de::DeserializeOwned;

use super::saved_game::SavedGame;
use super::{GameRow, Interrupted, RunWriter, SavedBoard, SavedError, SavedRun, SkippedRow};
use crate::Stop;

/// Reasons why runs can't be merged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum MergeError {
    /// A run can't be read.
    #[error(transparent)]
    Unreadable(#[from] SavedError),
    /// A file of the new run can't be written.
    #[error(transparent)]
    Unwritable(#[from] std::io::Error),
    /// The user stopped it.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// Two runs were made with other strategies, scorers or settings.
    #[error("{0:?} and {1:?} have other strategies, scorers or settings, or another version")]
    OtherOptions(PathBuf, PathBuf),
    /// Two runs have the same game, or other games before it.
    #[error(
        "{0:?} and {1:?} are no parts of the same games: {2} and {3} are at the same place; \
         evaluate the same paths with --part 1/N, 2/N and so on"
    )]
    SamePlace(PathBuf, PathBuf, String, String),
    /// No run has this part of the games.
    #[error("part {0}/{1} of the games is missing; evaluate it with --part {0}/{1}")]
    MissingPart(u32, u32),
}

/// Writes the games of `runs` to `new`, in the order of the walk, until `stop` is set.
///
/// # Errors
/// [`MergeError`].
pub(crate) fn merge(runs: &[SavedRun], new: &mut RunWriter, stop: &Stop) -> Result<(), MergeError> {
    check_parts(runs)?;
    let mut games = Vec::new();
    for run in runs {
        games.push(run.each_game()?.peekable());
    }
    let mut last: Option<(usize, SavedGame)> = None;
    while let Some(number) = next_run(&mut games)? {
        if stop.is_set() {
            return Err(Interrupted::ByUser.into());
        }
        let game = games[number].next().expect("it was peeked at")?;
        if let Some((earlier, before)) = &last
            && before.place() == game.place()
        {
            let [one, other] = [*earlier, number].map(|number| runs[number].folder.clone());
            return Err(MergeError::SamePlace(
                one,
                other,
                before.name.clone(),
                game.name,
            ));
        }
        new.write(&game)?;
        last = Some((number, game));
    }
    Ok(())
}

/// Checks that the runs have the same options, and that none of the parts is missing.
fn check_parts(runs: &[SavedRun]) -> Result<(), MergeError> {
    let of = |run: &SavedRun| run.options.part.map(|part| part.of);
    for run in runs {
        if run.options.of_all_parts() != runs[0].options.of_all_parts()
            || run.figures.version != runs[0].figures.version
            || of(run).is_some() && of(&runs[0]).is_some() && of(run) != of(&runs[0])
        {
            let [one, other] = [&runs[0], run].map(|run| run.folder.clone());
            return Err(MergeError::OtherOptions(one, other));
        }
    }
    let parts: BTreeSet<u32> = runs
        .iter()
        .filter_map(|run| run.options.part.map(|part| part.number))
        .collect();
    // a run of all games is caught when a part has the same game
    let count = runs.iter().find_map(of).unwrap_or_default();
    match (1..=count).find(|number| !parts.contains(number)) {
        Some(number) if parts.len() == runs.len() => Err(MergeError::MissingPart(number, count)),
        _ => Ok(()),
    }
}

/// Returns the number of the run with the next game of the walk; `None` if all games are read.
fn next_run(runs: &mut [Peekable<SavedGames<'_>>]) -> Result<Option<usize>, SavedError> {
    let mut next: Option<(u64, usize)> = None;
    for (number, games) in runs.iter_mut().enumerate() {
        let place = match games.peek() {
            None => continue,
            Some(Ok(game)) => game.place(),
            Some(Err(_)) => return Err(games.next().and_then(Result::err).expect("an error")),
        };
        if next.is_none_or(|(first, _)| place < first) {
            next = Some((place, number));
        }
    }
    Ok(next.map(|(_, number)| number))
}

/// The rows of a CSV file of a run.
type Rows<T> = Peekable<DeserializeRecordsIntoIter<File, T>>;

/// The games of a saved run, in the order of the walk.
pub(crate) struct SavedGames<'a> {
    run: &'a SavedRun,
    games: Rows<GameRow>,
    mismatches: Rows<GameRow>,
    skipped: Rows<SkippedRow>,
    boards: Lines<BufReader<File>>,
    /// The next board.
    board: Option<SavedBoard>,
}

impl SavedRun {
    /// Reads the games back, in the order of the walk.
    ///
    /// # Errors
    /// If a file can't be read.
    pub(crate) fn each_game(&self) -> Result<SavedGames<'_>, SavedError> {
        let mut games = SavedGames {
            run: self,
            games: self.each_row("games.csv")?.peekable(),
            mismatches: self.each_row("mismatches.csv")?.peekable(),
            skipped: self.each_row("skipped.csv")?.peekable(),
            boards: BufReader::new(self.open("boards.ndjson")?).lines(),
            board: None,
        };
        games.board = games.next_board()?;
        Ok(games)
    }
}

impl SavedGames<'_> {
    fn failed(&self, file: &str, error: &dyn ToString) -> SavedError {
        SavedError::of(&self.run.folder.join(file), error)
    }

    fn next_board(&mut self) -> Result<Option<SavedBoard>, SavedError> {
        let Some(line) = self.boards.next() else {
            return Ok(None);
        };
        let line = line.map_err(|error| self.failed("boards.ndjson", &error))?;
        let board = serde_json::from_str(&line);
        Ok(Some(
            board.map_err(|error| self.failed("boards.ndjson", &error))?,
        ))
    }

    /// Returns the next game, given the place of the next row of each file.
    fn next_game(&mut self) -> Result<Option<SavedGame>, SavedError> {
        let evaluated = next_place(&mut self.games, |row| row.place);
        let evaluated = evaluated.map_err(|error| self.failed("games.csv", &error))?;
        let skipped = next_place(&mut self.skipped, |row| row.place);
        let skipped = skipped.map_err(|error| self.failed("skipped.csv", &error))?;
        let mismatch = next_place(&mut self.mismatches, |row| row.place);
        let mismatch = mismatch.map_err(|error| self.failed("mismatches.csv", &error))?;
        match (evaluated, skipped) {
            (None, None) if mismatch.is_some() => {
                Err(self.failed("mismatches.csv", &"a row is not in games.csv"))
            }
            (None, None) => Ok(None),
            (Some(place), next) if next.is_none_or(|next| place < next) => self.evaluated(place),
            _ => {
                let row = self.skipped.next().and_then(Result::ok);
                Ok(row.map(SavedGame::of_skipped))
            }
        }
    }

    /// Returns the evaluated game at a place.
    fn evaluated(&mut self, place: u64) -> Result<Option<SavedGame>, SavedError> {
        let mut rows = Vec::new();
        while let Some(Ok(mut row)) = self
            .games
            .next_if(|row| row.as_ref().is_ok_and(|row| row.place == place))
        {
            // the rows of mismatches.csv have two columns more
            let is_mismatch = |mismatch: &csv::Result<GameRow>| {
                let mismatch = mismatch.as_ref();
                mismatch.is_ok_and(|other| other.place == place && other.strategy == row.strategy)
            };
            if let Some(Ok(mismatch)) = self.mismatches.next_if(is_mismatch) {
                row = mismatch;
            }
            rows.push(row);
        }
        let name = rows[0].game.clone();
        let mut board = None;
        if self.board.as_ref().is_some_and(|board| board.game == name) {
            board = self.board.take();
            self.board = self.next_board()?;
        }
        Ok(Some(SavedGame {
            name,
            rows,
            board,
            skipped: None,
        }))
    }
}

/// Returns the place of the next row; `None` if there is none.
fn next_place<T: DeserializeOwned>(
    rows: &mut Rows<T>,
    place: fn(&T) -> u64,
) -> Result<Option<u64>, String> {
    match rows.peek() {
        Some(Ok(row)) => Ok(Some(place(row))),
        Some(Err(error)) => Err(error.to_string()),
        None => Ok(None),
    }
}

impl Iterator for SavedGames<'_> {
    type Item = Result<SavedGame, SavedError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_game().transpose()
    }
}
