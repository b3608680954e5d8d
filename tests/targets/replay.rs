//! Fuzzes replay: writes any game as SGF, reads and replays it, and compares the result with play
//! on a simple board.

use std::fmt::Write;

use seichi::board::{Action, Cell, Color, MoveFault, Point, Replayed, Size, replay};
use seichi::sgf::Record;

use super::games;
use crate::fast;
use seichi_oracle::playout::Board;

/// The longest side of the boards. A plain board is slow.
const LONGEST: u8 = 9;

/// Checks that no stone is lost, and that a plain board has the same final position. Bytes that
/// begin with `(` are read as SGF.
pub(crate) fn check(data: &[u8]) {
    match data {
        [] => {}
        [b'(', ..] => {
            for game in games(data) {
                if let Ok(record) = game.record {
                    check_record(&record);
                }
            }
        }
        [size, moves @ ..] => {
            let size = Size::new(
                u32::from(1 + size % LONGEST),
                u32::from(1 + size / LONGEST % LONGEST),
            );
            let size = size.expect("a small board");
            let actions: Vec<Action> = moves
                .as_chunks()
                .0
                .iter()
                .map(|pair| action(*pair, size))
                .collect();
            let record = games(written(size, &actions).as_bytes()).remove(0).record;
            let record = record.expect("a written record can be read");
            assert_eq!((record.size, &record.actions), (size, &actions));
            check_record(&record);
        }
    }
}

/// Returns the action that two bytes encode, mostly a move.
fn action([kind, point]: [u8; 2], size: Size) -> Action {
    let point = Point::new(point % size.width(), point / size.width() % size.height());
    let color = if kind % 2 == 0 {
        Color::Black
    } else {
        Color::White
    };
    match kind / 2 % 16 {
        0 => Action::Move(color, None),
        1 => Action::Setup(point, Some(color)),
        2 => Action::Setup(point, None),
        _ => Action::Move(color, Some(point)),
    }
}

fn written(size: Size, actions: &[Action]) -> String {
    let mut text = format!("(;SZ[{}:{}]", size.width(), size.height());
    for action in actions {
        let _ = match action {
            Action::Move(color, point) => {
                write!(
                    text,
                    ";{}[{}]",
                    color.letter(),
                    point.map(|point| point.to_string()).unwrap_or_default()
                )
            }
            Action::Setup(point, None) => write!(text, ";AE[{point}]"),
            Action::Setup(point, Some(color)) => write!(text, ";A{}[{point}]", color.letter()),
        };
    }
    text + ")"
}

fn check_record(record: &Record) {
    let end = replay(record.size, &record.actions);
    assert_eq!(end, replay(record.size, &record.actions), "a second replay");
    let on_board = |action: &Action| match action {
        Action::Move(_, Some(point)) | Action::Setup(point, _) => record.size.contains(*point),
        Action::Move(_, None) => true,
    };
    match record.actions.iter().position(|action| !on_board(action)) {
        Some(number) => assert_eq!(end.map_err(|(number, _)| number), Err(number)),
        None => check_end(record, &end.expect("everything is on the board")),
    }
}

fn check_end(record: &Record, end: &Replayed) {
    let mut plain = Plain::new(record.size);
    record.actions.iter().for_each(|&action| plain.act(action));
    assert_eq!(
        end.position,
        fast::position(&plain.board.rows()),
        "{:?}",
        record.actions
    );
    let oddities = [
        end.count(MoveFault::OnStone),
        end.count(MoveFault::Suicide),
        end.setup_later,
    ];
    let counts = (end.prisoners, end.moves, end.passes, oddities);
    assert_eq!(
        counts,
        (plain.prisoners, plain.moves, plain.passes, plain.oddities),
        "{:?}",
        record.actions
    );
    let stones = Color::BOTH
        .map(|color| end.position.stones(color))
        .iter()
        .sum::<u32>();
    assert_eq!(
        i64::from(stones + end.prisoners[0] + end.prisoners[1]),
        plain.placed,
        "stones placed minus stones captured"
    );
    let set_up = record
        .actions
        .iter()
        .any(|action| matches!(action, Action::Setup(..)));
    assert!(
        set_up || end.position.without_liberty().is_none(),
        "a block without a liberty\n{}",
        end.position
    );
    assert!(
        end.position
            .cells()
            .iter()
            .filter(|&&cell| cell != Cell::Border)
            .count()
            == record.size.points()
    );
}

/// A game on a plain board.
struct Plain {
    board: Board,
    prisoners: [u32; 2],
    moves: u32,
    passes: u32,
    /// The numbers of moves on a stone, of suicides, and of points that are set up after a move.
    oddities: [u32; 3],
    /// The stones that were put on the board, minus stones that were replaced or removed by set-up.
    placed: i64,
}

impl Plain {
    fn new(size: Size) -> Self {
        let board = Board::empty(size.width().into(), size.height().into());
        Self {
            board,
            prisoners: [0; 2],
            moves: 0,
            passes: 0,
            oddities: [0; 3],
            placed: 0,
        }
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Move(_, None) => {
                self.moves += 1;
                self.passes += 1;
            }
            Action::Move(color, Some(point)) => {
                self.moves += 1;
                let at = (usize::from(point.x), usize::from(point.y));
                let on_stone = self.board.cells[at.1][at.0] != '.';
                self.oddities[0] += u32::from(on_stone);
                self.placed += i64::from(!on_stone);
                let (captured, own) = self.board.play(letter(Some(color)), at);
                let count = |stones: usize| u32::try_from(stones).expect("a small board");
                self.prisoners[color.index()] += count(captured);
                self.prisoners[color.opponent().index()] += count(own);
                self.oddities[1] += u32::from(own > 0);
            }
            Action::Setup(point, color) => {
                let cell = &mut self.board.cells[usize::from(point.y)][usize::from(point.x)];
                self.oddities[2] += u32::from(self.moves > 0);
                self.placed += i64::from(color.is_some()) - i64::from(*cell != '.');
                *cell = letter(color);
            }
        }
    }
}

fn letter(color: Option<Color>) -> char {
    match color {
        Some(Color::Black) => 'x',
        Some(Color::White) => 'o',
        None => '.',
    }
}
