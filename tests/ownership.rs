//! Boards of the test suite of OGS's automatic scoring, which is not part of the project, at
//! `SEICHI_GAMES/ogs-autoscore`: the ownership by a network, and the expected owner of each point.

use std::fs;
use std::path::{Path, PathBuf};

use seichi::board::{Position, replay};
use seichi::dead::{OwnershipLimits, judge};
use seichi::input::BoardFile;

/// Returns the number of points that are judged otherwise than the suite expects.
fn differences(board: &BoardFile, limits: OwnershipLimits) -> usize {
    let position: Position = replay(board.record.size, &board.record.actions).expect("stones on the board").position;
    let ownership = board.ownership.as_ref().expect("an ownership").of(position.size()).expect("numbers");
    let judgement = judge(&position, &ownership, limits);
    let points = position.size().iter().zip(&judgement.owners);
    let expected = board.expected.as_ref().expect("expected owners");
    let is_wrong = |((point, &owner), expected): ((_, &_), &seichi::input::Expected)| {
        !expected.allows(owner, judgement.seals.contains(&point))
    };
    points.zip(expected).filter(|&one| is_wrong(one)).count()
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
    let read = |file: &PathBuf| BoardFile::read("x.json", &fs::read(file).unwrap()).expect("a board");
    let boards: Vec<BoardFile> = files.iter().map(read).collect();
    let count = |limits| boards.iter().filter(|board| differences(board, limits) == 0).count();
    let right = count(OwnershipLimits::default());
    println!("{right} of {} boards are as expected", boards.len());
    for (file, board) in files.iter().zip(&boards) {
        let differences = differences(board, OwnershipLimits::default());
        if differences > 0 {
            println!("{}: {differences} points", file.display());
        }
    }
    // one board expects a seal on a dead stone
    assert!(20 * boards.len() <= 21 * right, "{right} of {}", boards.len());
    let others = [(0.5, 0.6), (0.7, 0.7), (0.6, 0.8)].map(|(dead, owned)| count(OwnershipLimits { dead, owned }));
    println!("with other limits {others:?}");
}
