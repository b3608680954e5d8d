//! `boards.ndjson`: a line for each game whose label some strategy differs from, or that is disputed. It has all that a
//! page needs to show the game, so that the page can be made from the run alone.

use serde::{Deserialize, Serialize};

use super::result_text;
use crate::board::{Cell, Color, Point, Position};
use crate::run::{Evaluated, GameOutcome};
use crate::score::{LabelMap, Outcome};
use crate::scoring::{Status, TerritoryMap};
use crate::settle::LabelPoint;

/// A line of `boards.ndjson`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Board {
    /// The game's name.
    pub game: String,
    /// Black's name and White's; empty where the record has none. They may hold anything but line breaks.
    #[serde(default)]
    pub players: [String; 2],
    /// When it was played, as the record has it; empty where it does not say.
    #[serde(default)]
    pub date: String,
    /// The rules by which it was counted.
    pub rules: String,
    /// Komi, in points.
    pub komi: f64,
    /// Handicap stones.
    pub handicap: u32,
    /// Moves, passes among them.
    pub moves: u32,
    /// Where the label comes from.
    pub origin: String,
    /// The label's result, as `RE` writes it.
    pub label: Option<String>,
    /// Whether the label agrees with itself.
    pub label_check: String,
    /// Prisoners of Black and of White, dead stones among them.
    pub prisoners: [u32; 2],
    /// Whether the strategies that are no controls differ.
    pub disputed: bool,
    /// What was odd about the game.
    pub flags: Vec<String>,
    /// The command that shows it.
    pub explain: String,
    /// The rows of the board: `X` and `O` are living stones, `x` and `o` dead ones, `.` is empty.
    pub position: Vec<String>,
    /// The stones that the label holds for dead, as SGF names points; left out where they are those of the position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label_dead: Option<Vec<LabelPoint>>,
    /// The label's map: `b` and `w` are territory, `X` and `O` stones, `.` the rest.
    pub label_map: Option<Vec<String>>,
    /// Every different answer once.
    pub answers: Vec<BoardAnswer>,
}

/// An answer, with the strategies that gave it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoardAnswer {
    /// The strategies' names.
    pub strategies: Vec<String>,
    /// Black's score minus White's.
    pub margin: f64,
    /// The margin minus the label's.
    pub delta: Option<f64>,
    /// How it compares with the label's margin.
    pub outcome: Option<Outcome>,
    /// Points that are not the same on the label's map.
    pub map_diff: Option<u32>,
    /// What a difference is about.
    pub category: Option<String>,
    /// As the label's map, and `s` is an eye in seki, `f` a false eye.
    pub map: Vec<String>,
}

impl Board {
    /// What is written of a game; nothing where its maps were not kept.
    #[must_use]
    pub fn of(
        outcome: &GameOutcome,
        game: &Evaluated,
        names: &[String],
        explain: impl FnOnce() -> String,
    ) -> Option<Self> {
        let answers = answers(game, names);
        if answers.is_empty() {
            return None;
        }
        let count = &game.count;
        Some(Self {
            game: outcome.name.clone(),
            players: outcome.facts.players.clone(),
            date: outcome.facts.date.clone(),
            rules: count.rules.name().to_owned(),
            komi: count.komi.to_f64(),
            handicap: count.handicap,
            moves: game.moves,
            origin: outcome.facts.origin.clone(),
            label: game.label.map(result_text),
            label_check: game.check.name().to_owned(),
            prisoners: count.prisoners,
            disputed: game.disputed,
            flags: game.flags.clone(),
            explain: explain(),
            position: position_rows(game),
            label_dead: game.label_dead.as_ref().map(|dead| dead.iter().copied().map(LabelPoint).collect()),
            label_map: game.label_map.as_ref().map(|map| label_rows(game, map)),
            answers,
        })
    }

    /// The position without its dead stones; `None` where the rows are no board.
    #[must_use]
    pub fn living(&self) -> Option<Position> {
        Position::from_diagram(&self.position.join("\n").replace(['x', 'o'], "."))
    }

    /// The dead stones.
    #[must_use]
    pub fn dead(&self) -> Vec<Point> {
        let at = |number: usize| u8::try_from(number).ok();
        let in_row = |(y, row): (usize, &String)| {
            let dead = row.bytes().enumerate().filter(|(_, letter)| matches!(letter, b'x' | b'o'));
            dead.filter_map(|(x, _)| Some(Point::new(at(x)?, at(y)?))).collect::<Vec<_>>()
        };
        self.position.iter().enumerate().flat_map(in_row).collect()
    }

    /// Whether the position is a board, and the maps are of its size, as in a file that was not tampered with.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let same = |rows: &[String]| {
            rows.iter().all(|row| row.is_ascii())
                && rows.iter().map(String::len).eq(self.position.iter().map(String::len))
        };
        let maps = self.label_map.iter().chain(self.answers.iter().map(|answer| &answer.map));
        self.living().is_some() && !self.answers.is_empty() && maps.map(Vec::as_slice).all(same)
    }

    /// The line of the file.
    ///
    /// # Panics
    /// Never: every key is a string.
    #[must_use]
    pub fn line(&self) -> Vec<u8> {
        let mut line = serde_json::to_vec(self).expect("keys are strings");
        line.push(b'\n');
        line
    }
}

fn position_rows(game: &Evaluated) -> Vec<String> {
    let grid = game.position.grid();
    game.position.rows(|index, cell| match cell {
        Cell::Black => 'X',
        Cell::White => 'O',
        _ => match game.dead_color(grid.point(index)) {
            Some(Color::Black) => 'x',
            Some(Color::White) => 'o',
            None => '.',
        },
    })
}

fn label_rows(game: &Evaluated, map: &LabelMap) -> Vec<String> {
    game.position.rows(|index, cell| match (map.owner(index), cell) {
        (Some(color), _) => color.letter().to_ascii_lowercase(),
        (None, Cell::Black) => 'X',
        (None, Cell::White) => 'O',
        (None, _) => '.',
    })
}

fn map_rows(game: &Evaluated, map: &TerritoryMap) -> Vec<String> {
    game.position.rows(|index, cell| match (map.statuses()[index], cell) {
        (Status::Territory(color), _) => color.letter().to_ascii_lowercase(),
        (Status::Seki, _) => 's',
        (Status::FalseEye, _) => 'f',
        (_, Cell::Black) => 'X',
        (_, Cell::White) => 'O',
        _ => '.',
    })
}

fn answers(game: &Evaluated, names: &[String]) -> Vec<BoardAnswer> {
    let mut answers: Vec<(&TerritoryMap, BoardAnswer)> = Vec::new();
    for (name, answer) in names.iter().zip(game.all_answers()) {
        let Ok(answer) = answer else { continue };
        let Some(map) = &answer.map else { continue };
        if let Some((_, same)) = answers.iter_mut().find(|(other, _)| *other == map) {
            same.strategies.push(name.clone());
            continue;
        }
        let comparison = answer.comparison;
        let new = BoardAnswer {
            strategies: vec![name.clone()],
            margin: answer.margin.to_f64(),
            delta: comparison.map(|comparison| comparison.delta.to_f64()),
            outcome: comparison.map(|comparison| comparison.outcome),
            map_diff: comparison.and_then(|comparison| comparison.map).map(|(differences, _)| differences),
            category: answer.category.map(|category| category.name().to_owned()),
            map: map_rows(game, map),
        };
        answers.push((map, new));
    }
    answers.into_iter().map(|(_, answer)| answer).collect()
}
