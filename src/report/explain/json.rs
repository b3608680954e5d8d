//! A game as JSON.

use serde_json::{Value, json};

use super::Explained;
use crate::board::Color;
use crate::territory::{LocalResult, Region, Step, Trace};

impl Explained<'_> {
    /// Returns the explanation as JSON, an object to which its readers add `board`, the game's line of `boards.ndjson`.
    #[must_use]
    pub fn json(&self) -> Value {
        let regions: Vec<Value> = self.analysis().regions().iter().map(|region| self.region_json(region)).collect();
        let strategies = self.shown.iter().filter(|shown| !shown.is_external);
        let traces: serde_json::Map<String, Value> =
            strategies.map(|shown| (shown.name.to_owned(), self.trace_json(&shown.trace))).collect();
        let differences: Vec<Value> = self
            .differences()
            .iter()
            .map(|difference| {
                let points: Vec<String> = difference.points.iter().map(|&index| self.point(index)).collect();
                json!({ "points": points, "label": difference.label })
            })
            .collect();
        let left_out = self.left_out.as_ref().map(|skip| skip.reason.name());
        json!({ "left_out": left_out, "regions": regions, "differences": differences, "steps": traces })
    }

    fn names_of(&self, points: &[u16]) -> Vec<String> {
        points.iter().map(|&point| self.point(point)).collect()
    }

    /// Returns the names of blocks: the coordinates of their first stones.
    fn blocks_json(&self, blocks: &[u16]) -> Vec<String> {
        blocks.iter().map(|&block| self.point(self.blocks[usize::from(block)].0)).collect()
    }

    fn region_json(&self, region: &Region) -> Value {
        let owned = region.owner.map(|_| region.boundary);
        json!({
            "points": self.names_of(self.analysis().points(region)),
            "owner": region.owner.map(|color| color.to_string()),
            "blocks": self.blocks_json(self.analysis().blocks_around(region)),
            "ext": owned.map(|boundary| boundary.length),
            "eyes": owned.map(|boundary| f64::from(boundary.half_eyes()) / 2.0),
        })
    }

    fn local_result_json(&self, result: &LocalResult) -> Value {
        let points = |points: &[u16]| self.names_of(points);
        let step = |&(color, point): &Step| json!([color.to_string(), point.map(|point| self.point(point))]);
        let line = |first: Color| result.variations[first.index()].iter().map(step).collect::<Vec<_>>();
        let tries = |first: Color| result.attempts[first.index()].iter().map(step).collect::<Vec<_>>();
        let of_first = |first: Color| {
            json!({
                "line": line(first),
                "tries": tries(first),
                "black": result.value(first),
                "bounds": result.bounds[first.index()],
            })
        };
        json!({
            "points": points(&result.points),
            "unread": result.is_unread,
            "cyclic": result.is_cyclic,
            "whole": result.is_whole,
            "unsettled": points(&result.unsettled),
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
            let group = |group: &crate::territory::Group| {
                let spaces = group.spaces.iter().map(|space| self.names_of(&space.points));
                json!({ "eyes": group.eyes, "spaces": spaces.collect::<Vec<_>>() })
            };
            groups.iter().map(group).collect::<Vec<_>>()
        });
        let owed = trace.protective_moves.iter().map(|owed| {
            json!({
                "owner": owed.owner.to_string(),
                "point": self.point(owed.point),
                "protects": self.point(owed.stone),
            })
        });
        json!({
            "painted": trace.filled_dame.iter().map(|&(point, color)| json!([self.point(point), color.to_string()])).collect::<Vec<_>>(),
            "readouts": trace.local_results.iter().map(|result| self.local_result_json(result)).collect::<Vec<_>>(),
            "joined": trace.joined.iter().map(|set| self.blocks_json(set)).collect::<Vec<_>>(),
            "filled": filled.collect::<Vec<_>>(),
            "groups": groups,
            "protective_moves": owed.collect::<Vec<_>>(),
        })
    }
}
