//! A game as JSON.

use serde_json::{Map, Value, json};

use super::board_text::View;
use crate::board::Grid;
use crate::explain::{Explained, point_name, point_names, together};
use crate::game::{Evaluated, GameSafety};
use crate::run::SavedBoard;
use crate::safety::Doubt;
use crate::territory::{OwedMove, Status};

impl Explained<'_> {
    /// Returns the explanation as JSON, whose field `board` is the game's line from
    /// `boards.ndjson`. `command` is the command that shows the game.
    ///
    /// # Panics
    /// Never, because every key is a string.
    pub fn json_with_board(&self, command: &str) -> Value {
        let mut json = self.json();
        let board = SavedBoard::of(self.outcome, self.game, &self.names, command);
        json["board"] = serde_json::to_value(board).expect("keys are strings");
        json
    }

    /// Returns the explanation as JSON, without the board.
    pub fn json(&self) -> Value {
        let game = &self.game.labelled;
        let left_out = game.left_out.as_ref().map(|skip| skip.reason.name());
        let mut json = Value::Object(safety_json(self.game));
        json["left_out"] = json!(left_out);
        json["places"] = json!(self.board.places(true));
        json["differences"] = self.differences_json();
        json["protective_moves"] = protective_json(&self.owed, game.position.grid());
        json
    }

    /// Returns the points where answers differ. Points with the same label and the same answers
    /// form a group. The groups are in the order of their first points.
    fn differences_json(&self) -> Value {
        let board = &self.board;
        let groups = together(board.disputed().map(|index| {
            let label = board.label.as_ref().map(|_| self.mark(index, View::Label));
            let statuses: Vec<Status> = board
                .compared
                .iter()
                .map(|&at| board.shown[at].statuses[index])
                .collect();
            (board.scene.point(index), (label, statuses))
        }));
        groups
            .iter()
            .map(|((label, _), points)| json!({ "points": points, "label": label }))
            .collect()
    }
}

/// Returns protective moves as JSON: `owner`, `point`, `for` (a stone that the move protects) and
/// `refutation`. The refutation lists the moves that capture stones if the owner omits the
/// protective move. The opponent moves first, and the players take turns. A pass is written `pass`,
/// as in GTP.
pub(crate) fn protective_json(moves: &[OwedMove], grid: Grid) -> Value {
    let mut list = Vec::new();
    for OwedMove {
        owed, refutation, ..
    } in moves
    {
        let refutation: Vec<String> = refutation
            .iter()
            .map(|(_, point)| {
                point.map_or_else(|| "pass".to_owned(), |point| point_name(grid, point))
            })
            .collect();
        list.push(json!({
            "owner": owed.owner.to_string(),
            "point": point_name(grid, owed.point),
            "for": point_name(grid, owed.stone),
            "refutation": refutation,
        }));
    }
    list.into()
}

/// Returns the entries of a JSON object that say whether a game is safe to score: `unsafe`,
/// `certainty` and `unclosed`. There are no such entries without `--safety`.
pub(crate) fn safety_json(game: &Evaluated) -> Map<String, Value> {
    let Some(GameSafety { safety, unclosed }) = &game.labelled.safety else {
        return Map::new();
    };
    let size = game.labelled.size;
    let mut doubts = Vec::new();
    for doubt in &safety.doubts {
        // the size of the doubt, in a unit that depends on its kind
        let by = match doubt {
            Doubt::Unclear(chain) => rounded(chain.mean),
            _ => f64::from(u32::try_from(doubt.points().len()).expect("at most 52 · 52 points")),
        };
        let points = point_names(doubt.points(), size);
        doubts.push(json!({"kind": doubt.name(), "points": points, "by": by}));
    }
    let borders = unclosed.iter().map(|border| {
        let [seals, open] = [&border.seals, &border.open].map(|points| point_names(points, size));
        json!({"seals": seals, "open": open})
    });
    Map::from_iter([
        ("unsafe".to_owned(), doubts.into()),
        ("certainty".to_owned(), json!(rounded(safety.certainty))),
        ("unclosed".to_owned(), borders.collect()),
    ])
}

/// Rounds a number to three decimals.
fn rounded(number: f64) -> f64 {
    // adding 0 turns -0 into 0
    (number * 1000.0).round() / 1000.0 + 0.0
}
