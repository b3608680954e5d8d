//! The disagreement of two engines about the end of a game.

use std::collections::BTreeSet;

use seichi::board::{Color, Point, Size};
use seichi::sgf::result_text;
use serde::Serialize;

use super::opinion::Opinion;

/// The disagreement of two engines about a game, where Black's engine comes first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Disagreement {
    /// The two results, if they differ.
    pub(super) results: Option<[String; 2]>,
    /// The stones that only one engine considers dead, in GTP coordinates.
    pub(super) dead: Vec<String>,
    /// The other points that the engines assign to different owners, in GTP coordinates.
    pub(super) territory: Vec<String>,
}

impl Disagreement {
    /// Returns the differences of two opinions about one position, or `None` if they do not contradict each other. Only
    /// values that both opinions have are compared.
    pub(super) fn between(opinions: [&Opinion; 2], size: Size) -> Option<Self> {
        let [black, white] = opinions;
        let results = match (black.margin, white.margin) {
            (Some(a), Some(b)) if a != b => Some([result_text(a), result_text(b)]),
            _ => None,
        };
        let dead: BTreeSet<Point> = match (&black.dead, &white.dead) {
            (Some(a), Some(b)) => a.symmetric_difference(b).copied().collect(),
            _ => BTreeSet::new(),
        };
        let mut territory = BTreeSet::new();
        if let (Some(a), Some(b)) = (&black.marks, &white.marks) {
            territory
                .extend(Color::BOTH.map(Color::index).iter().flat_map(|&side| a[side].symmetric_difference(&b[side])));
        }
        let names = |points: BTreeSet<Point>| points.into_iter().map(|point| point.label(size)).collect::<Vec<_>>();
        let territory = names(territory.difference(&dead).copied().collect());
        let found = Self { results, dead: names(dead), territory };
        (found != Self::default()).then_some(found)
    }

    /// Returns the disagreement as text, such as `B+3.5 against B+5.5; dead: D4 D5; territory: E5`, with up to `most` points
    /// in each list.
    pub(super) fn text(&self, most: usize) -> String {
        let list = |what: &str, names: &[String]| {
            let more = names.len().saturating_sub(most);
            let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
            (!names.is_empty()).then(|| format!("{what}: {}{rest}", names[..names.len() - more].join(" ")))
        };
        let results = self.results.as_ref().map(|[black, white]| format!("{black} against {white}"));
        let parts = [results, list("dead", &self.dead), list("territory", &self.territory)];
        parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }
}
