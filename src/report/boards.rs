//! `boards.ndjson`: a line for each game on which a strategy differs from the label, or that is disputed. A line has
//! all that a page needs to show the game, so that a page can be made from the run alone.

use std::io;
use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::ser::Formatter;

use super::reasons::{StrategyReasons, reasons};
use crate::board::{Cell, Color, Grid, Point, Position};
use crate::labels::{LabelMap, LabelPoint};
use crate::outcome::Outcome;
use crate::pipeline::{Answer, Category, Evaluated, GameOutcome};
use crate::sgf::result_text;
use crate::territory::{Status, TerritoryMap};

/// A line of `boards.ndjson`. `R` is the type of a board's rows and `T` that of texts; the writer uses other types.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedBoard<R = Vec<String>, T = String> {
    /// The game's name.
    pub game: T,
    /// Black's name and White's; empty where the record has none. They may contain anything but line breaks.
    #[serde(default)]
    pub players: [T; 2],
    /// The date of the game, as the record gives it; empty where the record has none.
    #[serde(default)]
    pub date: T,
    /// The range of the rank of the weaker player, as strata name it; empty in runs of earlier versions.
    #[serde(default)]
    pub rank: T,
    /// The rules by which the game was counted.
    pub rules: T,
    /// Komi, in points.
    pub komi: f64,
    /// The number of handicap stones.
    pub handicap: u32,
    /// The number of moves, including passes.
    pub moves: u32,
    /// The origin of the label.
    pub origin: T,
    /// The label's result, as `RE` writes it.
    pub label: Option<String>,
    /// The result of the label check: whether the label agrees with itself.
    pub label_check: T,
    /// The prisoners of Black and of White, including dead stones.
    pub prisoners: [u32; 2],
    /// Whether the strategies, apart from control strategies, differ from each other.
    pub disputed: bool,
    /// Whether the game is safe to score: `safe` or `unsure`; `None` where that was not judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub safety: Option<T>,
    /// The flags of the game, for anything odd about it.
    pub flags: Vec<T>,
    /// The command that shows the game.
    pub explain: T,
    /// The rows of the board: `X` and `O` are living stones, `x` and `o` dead ones, `.` is empty.
    pub position: R,
    /// The dead stones of the label, as SGF coordinates; `None` where they are those of `position`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label_dead: Option<Vec<LabelPoint>>,
    /// The rows of the label's map: `b` and `w` are territory, `X` and `O` stones, `.` the rest.
    pub label_map: Option<R>,
    /// Every distinct answer once.
    pub answers: Vec<BoardAnswer<R, T>>,
    /// The reasons of the strategies that count eyes; empty in runs of earlier versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<StrategyReasons<T>>,
}

/// An answer, with the strategies that gave it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoardAnswer<R = Vec<String>, T = String> {
    /// The names of the strategies.
    pub strategies: Vec<T>,
    /// Black's score minus White's.
    pub margin: f64,
    /// The margin minus the label's.
    pub delta: Option<f64>,
    /// The comparison of the margin with the label's.
    pub outcome: Option<Outcome>,
    /// The number of points on which the map differs from the label's.
    pub map_diff: Option<u32>,
    /// The category of a difference from the label.
    pub category: Option<T>,
    /// The rows of the map, with the letters of `label_map`, and `s` for an eye in seki, `f` for a false eye.
    pub map: R,
}

/// A board as ASCII letters.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Letters {
    grid: Grid,
    /// The letter of each cell.
    letters: Vec<u8>,
}

impl Letters {
    /// Returns the letters of the stones of a position.
    fn of(position: &Position) -> Self {
        Self { grid: position.grid(), letters: position.cells().iter().map(|&cell| stone_letter(cell)).collect() }
    }

    /// Returns the rows of the board as a JSON list of strings. They are formatted at once, because a string for each
    /// row would take most of the time of writing a game.
    fn json(&self) -> Vec<u8> {
        // each row is in quotes and has a comma after it; the last comma becomes the bracket
        let width = usize::from(self.grid.size().width());
        let mut json = vec![b'"'; Self::json_bytes(self.grid)];
        json[0] = b'[';
        for (line, row) in json[1..].chunks_exact_mut(width + 3).zip(self.grid.rows()) {
            line[1..=width].copy_from_slice(&self.letters[row]);
            line[width + 2] = b',';
        }
        json[Self::json_bytes(self.grid) - 1] = b']';
        json
    }

    fn json_bytes(grid: Grid) -> usize {
        usize::from(grid.size().height()) * (usize::from(grid.size().width()) + 3) + 1
    }
}

impl Serialize for Letters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.json())
    }
}

/// A formatter of compact JSON that writes byte arrays as they are: those of [`Letters`] are JSON already.
struct AsJson;

impl Formatter for AsJson {
    fn write_byte_array<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: &[u8]) -> io::Result<()> {
        writer.write_all(value)
    }
}

/// Returns the line of a game, or `None` if none of its maps were kept. `names` are those of the strategies and then of
/// the external scorers; `explain` returns the command that shows the game.
///
/// # Panics
/// Never: every key is a string.
#[must_use]
pub fn board_line(
    outcome: &GameOutcome,
    game: &Evaluated,
    names: &[String],
    explain: impl FnOnce() -> String,
) -> Option<String> {
    let has_map = |answer: Result<&Answer, _>| answer.is_ok_and(|answer| answer.map.is_some());
    if !game.all_answers().any(has_map) {
        return None;
    }
    let (explain, rules) = (explain(), game.count.rules.name());
    let board = SavedBoard::of_letters(outcome, game, names, &rules, &explain);
    // boards are most of the line
    let mut line =
        Vec::with_capacity(1024 + (board.answers.len() + 2) * (Letters::json_bytes(board.position.grid) + 160));
    board.serialize(&mut serde_json::Serializer::with_formatter(&mut line, AsJson)).expect("keys are strings");
    line.push(b'\n');
    Some(String::from_utf8(line).expect("JSON is UTF-8"))
}

impl<'a> SavedBoard<Letters, &'a str> {
    fn of_letters(
        outcome: &'a GameOutcome,
        game: &'a Evaluated,
        names: &'a [String],
        rules: &'a str,
        explain: &'a str,
    ) -> Self {
        let living = Letters::of(&game.position);
        let count = &game.count;
        Self {
            game: &outcome.name,
            players: outcome.facts.players.each_ref().map(String::as_str),
            date: &outcome.facts.date,
            rank: outcome.facts.rank,
            rules,
            komi: count.komi.to_f64(),
            handicap: count.handicap,
            moves: game.moves,
            origin: &outcome.facts.origin,
            label: game.label_margin.map(result_text),
            label_check: game.check.name(),
            prisoners: count.prisoners,
            disputed: game.disputed,
            safety: game.safety.as_ref().map(|judged| judged.safety.verdict()),
            flags: game.flags.iter().map(String::as_str).collect(),
            explain,
            position: whole_letters(game, &living),
            label_dead: game.label_dead.as_ref().map(|dead| dead.iter().copied().map(LabelPoint).collect()),
            label_map: game.label_map.as_ref().map(|map| label_letters(map, &living)),
            answers: answers(game, names, &living),
            reasons: reasons(game, names),
        }
    }
}

impl SavedBoard {
    /// Returns the board of a game, as [`board_line`] writes it.
    ///
    /// # Panics
    /// Never: a line that was just written can be parsed.
    #[must_use]
    pub fn of(
        outcome: &GameOutcome,
        game: &Evaluated,
        names: &[String],
        explain: impl FnOnce() -> String,
    ) -> Option<Self> {
        let line = board_line(outcome, game, names, explain)?;
        Some(serde_json::from_str(&line).expect("a line that was just written"))
    }

    /// Returns the position without its dead stones, or `None` if the rows are no board.
    #[must_use]
    pub fn living(&self) -> Option<Position> {
        Position::from_diagram(&self.position.join("\n").replace(['x', 'o'], "."))
    }

    /// Returns the dead stones.
    #[must_use]
    pub fn dead(&self) -> Vec<Point> {
        let at = |number: usize| u8::try_from(number).ok();
        let in_row = |(y, row): (usize, &String)| {
            let dead = row.bytes().enumerate().filter(|(_, letter)| matches!(letter, b'x' | b'o'));
            dead.filter_map(|(x, _)| Some(Point::new(at(x)?, at(y)?))).collect::<Vec<_>>()
        };
        self.position.iter().enumerate().flat_map(in_row).collect()
    }

    /// Returns whether the position is a board and all maps have its size. A damaged or edited file may have others.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let same = |rows: &[String]| {
            rows.iter().all(|row| row.is_ascii())
                && rows.iter().map(String::len).eq(self.position.iter().map(String::len))
        };
        let maps = self.label_map.iter().chain(self.answers.iter().map(|answer| &answer.map));
        self.living().is_some() && !self.answers.is_empty() && maps.map(Vec::as_slice).all(same)
    }
}

/// Returns the letters of the position with its dead stones in lower case.
fn whole_letters(game: &Evaluated, living: &Letters) -> Letters {
    let mut whole = living.clone();
    for (&point, color) in game.dead.iter().zip(&game.dead_colors) {
        if let Some(color) = *color {
            whole.letters[living.grid.index(point)] = stone_letter(color.into()).to_ascii_lowercase();
        }
    }
    whole
}

fn label_letters(map: &LabelMap, living: &Letters) -> Letters {
    let mut label = living.clone();
    for (index, letter) in label.letters.iter_mut().enumerate() {
        *letter = map.owner(index).map_or(*letter, territory_letter);
    }
    label
}

fn map_letters(map: &TerritoryMap, living: &Letters) -> Letters {
    let mut letters = living.clone();
    // over all cells, including the border, so that the compiler can vectorize the loop
    for (letter, &status) in letters.letters.iter_mut().zip(map.statuses()) {
        *letter = status_letter(status, *letter);
    }
    letters
}

/// Returns the letter of a status. `stone` is the letter of a stone, since [`Status::Stone`] has no colour.
fn status_letter(status: Status, stone: u8) -> u8 {
    // a sum instead of a `match`, which would compile to branches that are often mispredicted
    let [black, white] = Color::BOTH.map(|color| (Status::territory(color), territory_letter(color)));
    let letters = [black, white, (Status::Seki, b's'), (Status::FalseEye, b'f'), (Status::Stone, stone)];
    letters.into_iter().fold(b'.', |sum, (other, letter)| sum + u8::from(status == other) * (letter - b'.'))
}

const fn territory_letter(color: Color) -> u8 {
    match color {
        Color::Black => b'b',
        Color::White => b'w',
    }
}

const fn stone_letter(cell: Cell) -> u8 {
    match cell {
        Cell::Black => b'X',
        Cell::White => b'O',
        Cell::Empty | Cell::Border => b'.',
    }
}

fn answers<'a>(game: &Evaluated, names: &'a [String], living: &Letters) -> Vec<BoardAnswer<Letters, &'a str>> {
    let mut answers: Vec<(&Arc<TerritoryMap>, BoardAnswer<Letters, &str>)> = Vec::with_capacity(names.len());
    for (name, answer) in names.iter().zip(game.all_answers()) {
        let Ok(answer) = answer else { continue };
        let Some(map) = &answer.map else { continue };
        if let Some((_, same)) = answers.iter_mut().find(|(other, _)| *other == map) {
            same.strategies.push(name);
            continue;
        }
        let comparison = answer.comparison;
        let new = BoardAnswer {
            strategies: vec![name.as_str()],
            margin: answer.margin.to_f64(),
            delta: comparison.map(|comparison| comparison.delta.to_f64()),
            outcome: comparison.map(|comparison| comparison.outcome),
            map_diff: comparison.and_then(|comparison| comparison.map).map(|(differences, _)| differences),
            category: answer.category.map(Category::name),
            map: map_letters(map, living),
        };
        answers.push((map, new));
    }
    answers.into_iter().map(|(_, answer)| answer).collect()
}
