//! Boards of the test suite of OGS's automatic scoring, which is not part of the project, at
//! `SEICHI_GAMES/ogs-autoscore`: the ownership by a network, and the expected owner of each point.

use std::fs;
use std::path::{Path, PathBuf};

use seichi::board::{Color, Position};
use seichi::dead::{Ownership, OwnershipJudgement, OwnershipLimits, judge};
use serde::Deserialize;

/// A board of the suite.
#[derive(Deserialize)]
struct Case {
    /// `b` or `B`, `w` or `W`, and blanks.
    board: Vec<String>,
    /// The ownership with Black to move, and with White to move.
    black: Vec<Vec<f64>>,
    white: Vec<Vec<f64>>,
    correct_ownership: Vec<Row>,
    /// The owners once the seals are played, where they differ.
    sealed_ownership: Option<Vec<Row>>,
}

/// A row of owners: `B`, `W`, blank for nobody, `s` for a seal, `*` for any.
#[derive(Deserialize)]
#[serde(untagged)]
enum Row {
    Text(String),
    Letters(Vec<String>),
}

impl Row {
    fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Letters(letters) => letters.concat(),
        }
    }
}

impl Case {
    /// Returns the number of points that are judged otherwise than the suite expects.
    fn differences(&self, limits: OwnershipLimits) -> usize {
        let rows: Vec<String> = self
            .board
            .iter()
            .map(|row| row.to_lowercase().replace('b', "x").replace('w', "o").replace(' ', "."))
            .collect();
        let position = Position::from_diagram(&rows.join("\n")).expect("a board");
        let ownership =
            Ownership::new(position.size(), vec![self.black.concat(), self.white.concat()]).expect("numbers");
        let judgement = judge(&position, &ownership, limits);
        let expected = self.sealed_ownership.as_ref().unwrap_or(&self.correct_ownership);
        let expected: String = expected.iter().map(Row::text).collect();
        let given = letters(&position, &judgement);
        assert_eq!(given.len(), expected.chars().count());
        given
            .into_iter()
            .zip(expected.chars())
            .filter(|&(given, expected)| expected != '*' && given != expected.to_ascii_uppercase())
            .count()
    }
}

fn letters(position: &Position, judgement: &OwnershipJudgement) -> Vec<char> {
    let letter = |owner: &Option<Color>| match owner {
        Some(Color::Black) => 'B',
        Some(Color::White) => 'W',
        None => ' ',
    };
    let mut letters: Vec<char> = judgement.owners.iter().map(letter).collect();
    for &point in &judgement.seals {
        letters[position.size().index_of(point)] = 'S';
    }
    letters
}

#[test]
fn the_boards_of_ogs_are_judged_as_expected() {
    let games = std::env::var_os("SEICHI_GAMES").map(PathBuf::from);
    let games = games.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus"));
    let Ok(folder) = fs::read_dir(games.join("ogs-autoscore")) else {
        eprintln!("SKIPPED: no boards of OGS, since SEICHI_GAMES names no folder with ogs-autoscore");
        return;
    };
    let mut files: Vec<PathBuf> = folder.map(|file| file.expect("a file").path()).collect();
    files.sort();
    let boards: Vec<Case> =
        files.iter().map(|file| serde_json::from_slice(&fs::read(file).unwrap()).unwrap()).collect();
    let count = |limits| boards.iter().filter(|board| board.differences(limits) == 0).count();
    let right = count(OwnershipLimits::default());
    println!("{right} of {} boards are as expected", boards.len());
    for (file, board) in files.iter().zip(&boards) {
        let differences = board.differences(OwnershipLimits::default());
        if differences > 0 {
            println!("{}: {differences} points", file.display());
        }
    }
    // one board expects a seal on a dead stone
    assert!(20 * boards.len() <= 21 * right, "{right} of {}", boards.len());
    let others = [(0.5, 0.6), (0.7, 0.7), (0.6, 0.8)].map(|(dead, owned)| count(OwnershipLimits { dead, owned }));
    println!("with other limits {others:?}");
}
