//! A game as JSON.

use serde_json::{Map, Value, json};

use super::board::View;
use crate::board::{Grid, Point};
use crate::dead::{ChainLife, UnclosedBorder};
use crate::explain::{Explained, labels, together};
use crate::pipeline::{Evaluated, GameSafety};
use crate::run::SavedBoard;
use crate::safety::Doubt;
use crate::territory::{OwedMove, Region};

impl Explained<'_> {
    /// Returns the explanation as JSON, with the game's line of `boards.ndjson` as `board`;
    /// `command` shows the game.
    ///
    /// # Panics
    /// Never: every key is a string.
    #[must_use]
    pub fn json_with_board(&self, command: &str) -> Value {
        let mut json = self.json();
        let board = SavedBoard::of(self.outcome, self.game, &self.names, command);
        json["board"] = serde_json::to_value(board).expect("keys are strings");
        json
    }

    /// Returns the explanation as JSON, without the board.
    #[must_use]
    pub fn json(&self) -> Value {
        let regions: Value = self
            .board
            .scene
            .analysis
            .regions()
            .iter()
            .map(|region| self.region_json(region))
            .collect();
        let mut json = safety_json(self.game);
        json.extend([
            ("chains".to_owned(), chains_json(self.game)),
            (
                "left_out".to_owned(),
                json!(
                    self.game
                        .labelled
                        .left_out
                        .as_ref()
                        .map(|skip| skip.reason.name())
                ),
            ),
            ("regions".to_owned(), regions),
            ("places".to_owned(), json!(self.board.places(true))),
            ("differences".to_owned(), self.differences_json()),
            (
                "protective_moves".to_owned(),
                protective_json(&self.owed, self.game.labelled.position.grid()),
            ),
        ]);
        json.into()
    }

    /// Returns the points where answers differ, grouped by the label and all answers, in the order
    /// of their first points.
    fn differences_json(&self) -> Value {
        let label = |index| {
            self.board
                .label
                .as_ref()
                .map(|_| self.mark(index, View::Label))
        };
        let groups = together(self.board.disputed().map(|index| {
            let statuses = self
                .board
                .compared
                .iter()
                .map(|&at| self.board.shown[at].statuses[index]);
            (
                self.board.point(index),
                (label(index), statuses.collect::<Vec<_>>()),
            )
        }));
        groups
            .iter()
            .map(|((label, _), points)| json!({ "points": points, "label": label }))
            .collect()
    }

    fn region_json(&self, region: &Region) -> Value {
        let owned = region.owner.map(|_| region.boundary);
        let blocks = self.board.scene.analysis.blocks_around(region).iter();
        let first_stones = blocks.map(|&block| {
            self.board
                .point(self.board.scene.blocks[usize::from(block)].0)
        });
        json!({
            "points": self.board.scene.names(self.board.scene.analysis.points(region)),
            "owner": region.owner.map(|color| color.to_string()),
            "blocks": first_stones.collect::<Vec<_>>(),
            "ext": owned.map(|boundary| boundary.length),
            "eyes": owned.map(|boundary| f64::from(boundary.half_eyes()) / 2.0),
        })
    }
}

/// Returns protective moves as JSON: `owner`, `point`, `for` (a stone that the move protects) and
/// `refutation`. The refutation has the moves that capture stones if the owner omits the protective
/// move: the players take turns, the opponent moves first, and a pass is `pass`, as in GTP.
pub(crate) fn protective_json(moves: &[OwedMove], grid: Grid) -> Value {
    let label = |point: u16| grid.point(point.into()).label(grid.size());
    let of = |OwedMove { owed, refutation }: &OwedMove| {
        json!({
            "owner": owed.owner.to_string(),
            "point": label(owed.point),
            "for": label(owed.stone),
            "refutation": refutation.iter().map(|step| step.1.map_or_else(|| "pass".to_owned(), label)).collect::<Vec<_>>(),
        })
    };
    moves.iter().map(of).collect()
}

/// Returns the entries of a JSON object that say whether a game is safe to score: `unsafe`,
/// `certainty` and `unclosed`. Without `--safety`, these entries are missing.
pub(crate) fn safety_json(game: &Evaluated) -> Map<String, Value> {
    let Some(GameSafety { safety, unclosed }) = &game.labelled.safety else {
        return Map::new();
    };
    let points = |points: &[Point]| labels(points, game.labelled.size);
    let doubt = |doubt: &Doubt| {
        // the size of the doubt, in a unit that depends on its kind
        let by = match doubt {
            Doubt::Unclear(chain) => rounded(chain.mean),
            Doubt::Unsettled { swing, .. } => f64::from(*swing),
            _ => f64::from(u32::try_from(doubt.points().len()).expect("at most 52 · 52 points")),
        };
        json!({"kind": doubt.name(), "points": points(doubt.points()), "by": by})
    };
    let border = |border: &UnclosedBorder| json!({"seals": points(&border.seals), "open": points(&border.open)});
    Map::from_iter([
        (
            "unsafe".to_owned(),
            safety.doubts.iter().map(doubt).collect(),
        ),
        ("certainty".to_owned(), json!(rounded(safety.certainty))),
        ("unclosed".to_owned(), unclosed.iter().map(border).collect()),
    ])
}

/// Returns the chains that playouts or proofs of capture consider dead, and the chains that are
/// proved alive although playouts were unsure. Each chain comes with whether its status is proved,
/// and whether it lives in seki.
fn chains_json(game: &Evaluated) -> Value {
    let named = |chain: &&ChainLife| chain.is_dead() || chain.proved.is_some();
    let size = game.labelled.size;
    let entry = |chain: &ChainLife| {
        json!({"at": chain.stones[0].label(size), "stones": chain.stones.len(), "dead": chain.is_dead(),
            "proved": chain.proved.is_some(), "seki": chain.in_seki})
    };
    game.labelled
        .chains
        .iter()
        .filter(named)
        .map(entry)
        .collect()
}

/// Rounds a number to three decimals.
fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}
