//! Merges runs of parts of the same games into one run. Nothing is scored again.

use std::collections::BTreeMap;
use std::iter::Peekable;
use std::path::PathBuf;

use super::saved_game::SavedGame;
use super::{GameRow, RunWriter, SavedBoard, SavedError, SavedRun, SkippedRow};
use crate::Stop;
use crate::game::Part;

/// The reason why runs can't be merged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum MergeError {
    /// A run can't be read.
    #[error(transparent)]
    Unreadable(#[from] SavedError),
    /// A file of the new run can't be written.
    #[error(transparent)]
    Unwritable(#[from] std::io::Error),
    /// The user stopped the merge.
    #[error("interrupted")]
    Interrupted,
    /// Two runs were made with different strategies, scorers or settings.
    #[error("{0:?} and {1:?} have different strategies, scorers, settings, labels or versions")]
    OtherOptions(PathBuf, PathBuf),
    /// Two runs contain the same part of the games, or one of them has all games.
    #[error(
        "{0:?} and {1:?} are not parts of the same games; evaluate the same paths with --part 1/N, \
         2/N and so on"
    )]
    SamePart(PathBuf, PathBuf),
    /// Two runs have a game at the same place. Either it is the same game, or the walks differ
    /// before this place.
    #[error(
        "{0:?} and {1:?} are not parts of the same games: {2} and {3} are at the same place; \
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
    // the next game of each run that is not finished, by its place in the walk and the number of
    // the run
    let mut next = BTreeMap::new();
    for (number, run) in runs.iter().enumerate() {
        let mut games = SavedGames::open(run)?;
        if let Some(game) = games.next_game()? {
            next.insert((game.place(), number), (game, games));
        }
    }
    let mut last: Option<(u64, usize, String)> = None;
    while let Some(((place, number), (game, mut games))) = next.pop_first() {
        if stop.is_set() {
            return Err(MergeError::Interrupted);
        }
        let name = game.name.clone();
        if let Some((last_place, earlier, before)) = last
            && last_place == place
        {
            let [one, other] = [earlier, number].map(|number| runs[number].folder.clone());
            return Err(MergeError::SamePlace(one, other, before, name));
        }
        new.write(game)?;
        last = Some((place, number, name));
        if let Some(game) = games.next_game()? {
            next.insert((game.place(), number), (game, games));
        }
    }
    Ok(())
}

/// Checks that the runs have the same options, and that each part occurs exactly once. A run of all
/// games is part 1 of 1.
fn check_parts(runs: &[SavedRun]) -> Result<(), MergeError> {
    let part = |run: &SavedRun| run.options.part.unwrap_or(Part { number: 1, of: 1 });
    let (first, count) = (&runs[0], part(&runs[0]).of);
    let mut parts: BTreeMap<u32, &SavedRun> = BTreeMap::new();
    for run in runs {
        if run.options.of_all_parts() != first.options.of_all_parts()
            || run.figures.version != first.figures.version
        {
            let [one, other] = [first, run].map(|run| run.folder.clone());
            return Err(MergeError::OtherOptions(one, other));
        }
        let same = parts.insert(part(run).number, run);
        if let Some(same) = same.or((part(run).of != count).then_some(first)) {
            let [one, other] = [same, run].map(|run| run.folder.clone());
            return Err(MergeError::SamePart(one, other));
        }
    }
    let missing = (1..=count).find(|number| !parts.contains_key(number));
    missing.map_or(Ok(()), |number| Err(MergeError::MissingPart(number, count)))
}

/// The items that are still to be read.
type Rest<T> = Peekable<Box<dyn Iterator<Item = Result<T, SavedError>>>>;

fn rest<T>(items: impl Iterator<Item = Result<T, SavedError>> + 'static) -> Rest<T> {
    let items: Box<dyn Iterator<Item = _>> = Box::new(items);
    items.peekable()
}

/// Returns the next item without taking it.
fn peek<T>(items: &mut Rest<T>) -> Result<Option<&T>, SavedError> {
    if let Some(Err(error)) = items.next_if(Result::is_err) {
        return Err(error);
    }
    Ok(items.peek().and_then(|item| item.as_ref().ok()))
}

/// Takes the next item if it meets a condition.
fn next_if<T>(items: &mut Rest<T>, is_met: impl Fn(&T) -> bool) -> Result<Option<T>, SavedError> {
    let next = items.next_if(|item| item.as_ref().map_or(true, &is_met));
    next.transpose()
}

/// The games of a saved run, in the order of the walk.
struct SavedGames {
    games: Rest<GameRow>,
    mismatches: Rest<GameRow>,
    skipped: Rest<SkippedRow>,
    boards: Rest<SavedBoard>,
    /// The names of the strategies and scorers, each of which has a row.
    strategies: Vec<String>,
    /// The path of `mismatches.csv`, for errors.
    path: PathBuf,
}

impl SavedGames {
    fn open(run: &SavedRun) -> Result<Self, SavedError> {
        Ok(Self {
            games: rest(run.each_row("games.csv")?),
            mismatches: rest(run.each_row("mismatches.csv")?),
            skipped: rest(run.each_row("skipped.csv")?),
            boards: rest(run.each_board()?),
            strategies: run.options.strategies.clone(),
            path: run.folder.join("mismatches.csv"),
        })
    }

    /// Returns the next game; `None` if all have been read.
    fn next_game(&mut self) -> Result<Option<SavedGame>, SavedError> {
        let evaluated = peek(&mut self.games)?.map(|row| row.place);
        let skipped = peek(&mut self.skipped)?.map(|row| row.place);
        let Some(place) = evaluated.into_iter().chain(skipped).min() else {
            return match peek(&mut self.mismatches)? {
                Some(_) => Err(SavedError::of(&self.path, &"a row is not in games.csv")),
                None => Ok(None),
            };
        };
        if evaluated != Some(place) {
            let row = self.skipped.next().transpose()?;
            return Ok(row.map(SavedGame::of_skipped));
        }
        let mut rows: Vec<GameRow> = Vec::new();
        while let Some(row) = next_if(&mut self.games, |row| row.place == place)? {
            // the rows of mismatches.csv have two more columns
            let mismatch = next_if(&mut self.mismatches, |other| {
                other.place == place && other.strategy == row.strategy
            })?;
            rows.push(mismatch.unwrap_or(row));
        }
        if !rows.iter().map(|row| &row.strategy).eq(&self.strategies) {
            let path = self.path.with_file_name("games.csv");
            return Err(SavedError::of(
                &path,
                &"a game does not have one row for each strategy",
            ));
        }
        let name = rows[0].game.clone();
        Ok(Some(SavedGame {
            board: next_if(&mut self.boards, |board| board.game == name)?,
            name,
            rows,
            skipped: None,
        }))
    }
}
