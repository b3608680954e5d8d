//! The boards of the test suite of OGS's automatic scoring (`autoscore` of the project goban).

use seichi::board::{Color, Point, Position, Size};
use seichi::dead::{OwnershipLimits, judge, take_off};
use seichi::labels::{ExpectedOwners, OwnershipLine};
use seichi::rules::Rules;
use seichi::territory::{AREA, Evaluator, Verdict};
use serde::Deserialize;

use super::{Board, size_of};

/// A file of the suite. Keys that are not listed are ignored.
#[derive(Deserialize)]
struct File {
    /// `b` or `B`, `w` or `W`, and blanks.
    board: Vec<Row>,
    /// The ownership with Black to move, and with White to move.
    black: Vec<Vec<f64>>,
    white: Vec<Vec<f64>>,
    /// The owner of each point on the board as it is: `B`, `W`, blank for neutral, `s` for a seal, `*` for either.
    correct_ownership: Vec<Row>,
    /// The owner of each point after the seals are played, if these owners differ.
    sealed_ownership: Option<Vec<Row>>,
    /// The rules. By default, living stones count, and so do all points except the points that the suite lists as
    /// neutral.
    rules: Option<String>,
}

/// A row of letters.
#[derive(Deserialize)]
#[serde(untagged)]
enum Row {
    Text(String),
    Letters(Vec<String>),
}

/// Returns the board of a file, or the reason why it can't be read.
pub(super) fn read(text: &str) -> Result<Board, String> {
    let file: File = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let rules =
        file.rules.as_deref().map_or(Ok(Rules::CHINESE), Rules::parse).map_err(|why| format!("rules: {why}"))?;
    let (size, stones) = letters("board", &file.board, "BW.")?;
    let mut position = Position::new(size);
    for (point, &letter) in size.iter().zip(&stones) {
        position.set(point, owner(letter));
    }
    let of_size = |name: &str, rows: &[Row]| match letters(name, rows, "BW.s*")? {
        (other, letters) if other == size => Ok(letters),
        _ => Err(format!("{name} does not have the board's size")),
    };
    let open = of_size("correct_ownership", &file.correct_ownership)?;
    let sealed = file.sealed_ownership.as_deref().map(|rows| of_size("sealed_ownership", rows)).transpose()?;
    let sealed = sealed.as_ref().unwrap_or(&open);
    let ownership = OwnershipLine::of_players(file.black, file.white);
    let by_network = ownership.of(size).map_err(|error| error.to_string())?;
    let by_network = judge(&position, &by_network, OwnershipLimits::default()).dead;
    let points = || size.iter().zip(open.iter().zip(sealed));
    let is_dead = |point, letter| match (position.get(point).color(), letter) {
        (None, _) => false,
        (Some(_), '*') => by_network.contains(&point),
        (stone, letter) => owner(letter) != stone,
    };
    let dead: Vec<Point> =
        points().filter(|&(point, (_, &letter))| is_dead(point, letter)).map(|(point, _)| point).collect();
    let area = area_owners(&position, &dead);
    let territory = Color::BOTH.map(|color| {
        let is_own = |&(point, (&letter, _)): &(Point, (&char, &char))| {
            let owner = if letter == '*' { area[position.grid().index(point)] } else { owner(letter) };
            owner == Some(color) && position.get(point).color() != Some(color)
        };
        points().filter(is_own).map(|(point, _)| point).collect()
    });
    let rows: Vec<String> = sealed.chunks(size.width().into()).map(|row| row.iter().collect()).collect();
    let owners = Some(ExpectedOwners::try_from(rows)?);
    Ok(Board { position, rules, dead, territory, ownership: Some(ownership), owners })
}

fn owner(letter: char) -> Option<Color> {
    match letter {
        'B' => Some(Color::Black),
        'W' => Some(Color::White),
        _ => None,
    }
}

/// Returns the owner of each cell by area scoring, which decides points with either owner.
fn area_owners(position: &Position, dead: &[Point]) -> Vec<Option<Color>> {
    let (rest, _) = take_off(position, dead);
    let (mut evaluator, mut verdict) = (Evaluator::of(&[]), Verdict::default());
    evaluator.set(&rest, dead);
    evaluator.decide(AREA, &mut verdict);
    let mut owners: Vec<Option<Color>> = rest.cells().iter().map(|cell| cell.color()).collect();
    verdict.for_each_point(evaluator.analysis(), |index, status| owners[index] = status.owner());
    owners
}

/// Returns the size of a board, and the letter of each point, row by row: one of `known`, with `.` for a blank.
fn letters(name: &str, rows: &[Row], known: &str) -> Result<(Size, Vec<char>), String> {
    let row = |row: &Row| -> Vec<char> {
        let text = match row {
            Row::Text(text) => text.clone(),
            Row::Letters(letters) => letters.concat(),
        };
        text.replace('b', "B").replace('w', "W").replace(' ', ".").chars().collect()
    };
    let rows: Vec<Vec<char>> = rows.iter().map(row).collect();
    let size = size_of(&rows).map_err(|why| format!("{name}: {why}"))?;
    match rows.iter().flatten().find(|&&letter| !known.contains(letter)) {
        Some(letter) => Err(format!("{name}: unknown letter {letter:?}")),
        None => Ok((size, rows.concat())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Black's left side is open at the bottom, where `s` has to be played; White's stone there is dead.
    const FILE: &str = r#"{
        "game_id": 1, "board": ["  bW ", "W bW ", "  bW ", [" ", " ", " ", "w", " "]],
        "black": [[1, 1, 1, -1, -1], [1, 1, 1, -1, -1], [1, 1, 1, -1, -1], [1, 1, 0.1, -1, -1]],
        "white": [[1, 1, 1, -1, -1], [1, 1, 1, -1, -1], [1, 1, 1, -1, -1], [0, 0, -0.5, -1, -1]],
        "correct_ownership": ["  BWW", "  BWW", "  BW*", "  sWW"],
        "sealed_ownership": ["BBBWW", "BBBWW", "BBBW*", "BBsWW"]
    }"#;

    #[test]
    fn board_has_record_label_and_ownership() {
        let board = read(FILE).unwrap();
        let label = serde_json::to_string(&board.label("a.sgf#1".to_owned())).unwrap();
        assert_eq!(
            board.sgf(),
            "(;GM[1]FF[4]CA[UTF-8]SZ[5:4]RU[Chinese]KM[0]HA[0]AB[ca][cb][cc]AW[ab][da][db][dc][dd])\n"
        );
        assert_eq!(
            label,
            "{\"game\":\"a.sgf#1\",\"result\":\"W+5\",\"dead\":[\"ab\"],\"black_territory\":[],\
             \"white_territory\":[\"ea\",\"eb\",\"ec\",\"ed\"],\"origin\":\"hand\",\
             \"owners\":[\"BBBWW\",\"BBBWW\",\"BBBW*\",\"BBsWW\"]}"
        );
        assert!(board.ownership.is_some());
    }

    #[test]
    fn rules_in_the_file_override_the_default() {
        let board = read(&FILE.replace("\"game_id\": 1", "\"rules\": \"japanese\"")).unwrap();
        assert!(board.sgf().contains("RU[Japanese]"));
        // four points against a prisoner
        assert_eq!(board.label(String::new()).result.as_deref(), Some("W+3"));
        let wrong = read(&FILE.replace("\"game_id\": 1", "\"rules\": \"new\"")).err();
        assert!(wrong.is_some_and(|why| why.starts_with("rules: ")));
    }

    #[test]
    fn other_json_is_an_error() {
        let error = |from: &str, to: &str| read(&FILE.replacen(from, to, 1)).err().unwrap_or_default();
        assert!(error("\"correct_ownership\"", "\"ownership\"").starts_with("missing field `correct_ownership`"));
        assert_eq!(error("\"W bW \"", "\"W bW\""), "board: the rows differ in length");
        assert_eq!(error("\"  BWW\"", "\"  BW?\""), "correct_ownership: unknown letter '?'");
        assert_eq!(error("\"W bW \"", "\"WsbW \""), "board: unknown letter 's'");
        assert!(error("[1, 1, 1, -1, -1]", "[1, 1, 1, -1]").contains("ownership in 4 rows, some of 4 numbers"));
        assert_eq!(error("\"BBsWW\"]", "\"BBsWW\", \"     \"]"), "sealed_ownership does not have the board's size");
        assert!(read("[]").is_err() && read("{").is_err() && read("").is_err());
    }
}
