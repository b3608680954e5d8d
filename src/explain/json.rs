//! A game as JSON.

use serde_json::{Map, Value, json};

use super::board::View;
use super::{Explained, together};
use crate::board::Color;
use crate::explain::remarks::{chains_json, protective_json, safety_json};
use crate::run::SavedBoard;
use crate::territory::{Group, LocalResult, Region, Step, Trace};

impl Explained<'_> {
    /// Returns the explanation as JSON, with the game's line of `boards.ndjson` as `board`; `command` returns the
    /// command that shows the game.
    ///
    /// # Panics
    /// Never: every key is a string.
    #[must_use]
    pub fn json_with_board(&self, command: impl FnOnce() -> String) -> Value {
        let mut json = self.json();
        let board = SavedBoard::of(self.outcome, self.game, &self.names, command);
        json["board"] = serde_json::to_value(board).expect("keys are strings");
        json
    }

    /// Returns the explanation as JSON, without the board.
    #[must_use]
    pub fn json(&self) -> Value {
        let regions: Value = self.scene.analysis.regions().iter().map(|region| self.region_json(region)).collect();
        let strategies = self.shown.iter().filter(|shown| !shown.is_external);
        let steps: Map<String, Value> =
            strategies.map(|shown| (shown.name.to_owned(), self.trace_json(&shown.trace))).collect();
        let mut json = safety_json(self.game);
        json.extend([
            ("chains".to_owned(), chains_json(self.game)),
            ("left_out".to_owned(), json!(self.left_out.as_ref().map(|skip| skip.reason.name()))),
            ("regions".to_owned(), regions),
            ("differences".to_owned(), self.differences_json()),
            ("steps".to_owned(), json!(steps)),
            ("protective_moves".to_owned(), protective_json(&self.owed, self.game.labelled.position.grid())),
        ]);
        json.into()
    }

    /// Returns the points where answers differ, grouped by the label and all answers, in the order of their first
    /// points.
    fn differences_json(&self) -> Value {
        let label = |index| self.game.labelled.label.map.as_ref().map(|_| self.mark(index, View::Label));
        let groups = together(self.disputed().map(|index| {
            let statuses = self.compared.iter().map(|&at| self.shown[at].statuses[index]);
            (self.point(index), (label(index), statuses.collect::<Vec<_>>()))
        }));
        groups.iter().map(|((label, _), points)| json!({ "points": points, "label": label })).collect()
    }

    /// Returns the names of blocks: the coordinates of their first stones.
    fn blocks_json(&self, blocks: &[u16]) -> Vec<String> {
        blocks.iter().map(|&block| self.point(self.scene.blocks[usize::from(block)].0)).collect()
    }

    fn region_json(&self, region: &Region) -> Value {
        let owned = region.owner.map(|_| region.boundary);
        json!({
            "points": self.scene.names(self.scene.analysis.points(region)),
            "owner": region.owner.map(|color| color.to_string()),
            "blocks": self.blocks_json(self.scene.analysis.blocks_around(region)),
            "ext": owned.map(|boundary| boundary.length),
            "eyes": owned.map(|boundary| f64::from(boundary.half_eyes()) / 2.0),
        })
    }

    fn local_result_json(&self, result: &LocalResult) -> Value {
        let step = |&(color, point): &Step| json!([color.to_string(), point.map(|point| self.point(point))]);
        let line = |steps: &[Step]| steps.iter().map(step).collect::<Value>();
        let of_first = |first: Color| {
            json!({
                "line": line(&result.variations[first.index()]),
                "tries": line(&result.attempts[first.index()]),
                "black": result.value(first),
                "bounds": result.bounds[first.index()],
            })
        };
        json!({
            "points": self.scene.names(&result.points),
            "unread": result.is_unread,
            "cyclic": result.is_cyclic,
            "whole": result.is_whole,
            "unsettled": self.scene.names(&result.unsettled),
            "black_first": of_first(Color::Black),
            "white_first": of_first(Color::White),
            "moments": result.nodes,
        })
    }

    fn trace_json(&self, trace: &Trace) -> Value {
        let filled = trace.filled_eyes.iter().map(|filled| {
            json!({
                "point": self.point(filled.point),
                "round": filled.round,
                "in_atari": self.blocks_json(&filled.in_atari),
            })
        });
        let groups = trace.groups.as_ref().map(|groups| {
            let group = |group: &Group| {
                let spaces = group.spaces.iter().map(|space| self.scene.names(&space.points));
                json!({ "eyes": group.eyes, "spaces": spaces.collect::<Vec<_>>() })
            };
            groups.iter().map(group).collect::<Value>()
        });
        let owed = trace.protective_moves.iter().map(|owed| {
            json!({
                "owner": owed.owner.to_string(),
                "point": self.point(owed.point),
                "protects": self.point(owed.stone),
            })
        });
        json!({
            "painted": trace.filled_dame.iter().map(|&(point, color)| json!([self.point(point), color.to_string()])).collect::<Value>(),
            "readouts": trace.local_results.iter().map(|result| self.local_result_json(result)).collect::<Value>(),
            "joined": trace.joined.iter().map(|set| self.blocks_json(set)).collect::<Value>(),
            "filled": filled.collect::<Value>(),
            "groups": groups,
            "protective_moves": owed.collect::<Value>(),
        })
    }
}
