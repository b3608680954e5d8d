//! The board, place by place: the surroundings of each region, and every distinct answer about the
//! region, with its reasons.

use std::cmp::Reverse;

use serde::Serialize;

use super::{ComparedBoard, Shown, together};
use crate::board::Color;
use crate::territory::{Region, Status};
use crate::text::some;

/// Points with the answers about them: a region, or living stones that an answer considers dead.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Place<'a> {
    /// The coordinates of the points, row by row.
    pub(crate) points: Vec<String>,
    /// The surroundings of the points.
    pub(crate) title: String,
    /// The boundary length of the region and the number of eyes that follows from it, if one colour
    /// surrounds the region.
    pub(crate) boundary: Option<String>,
    /// The distinct answers; empty for neutral points on which all answers agree.
    pub(crate) answers: Vec<PlaceAnswer<'a>>,
}

/// An answer about a place, with its reasons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct PlaceAnswer<'a> {
    /// The statuses of the points, and the reasons.
    pub(crate) text: String,
    /// The sources of the answer: the label, strategies and scorers.
    pub(crate) names: Vec<&'a str>,
}

impl<'a> ComparedBoard<'a> {
    /// Returns a place for each region, and for the disputed living stones of each block. With
    /// `all`, the places include the answers of all strategies. Otherwise, they include only the
    /// disputed points and the compared answers. They are then sorted: places where an external
    /// scorer differs come first, and larger places come before smaller ones.
    pub(crate) fn places(&self, all: bool) -> Vec<Place<'a>> {
        let analysis = &self.scene.analysis;
        let mut places: Vec<(Option<usize>, Vec<u16>)> = Vec::new();
        for (number, region) in analysis.regions().iter().enumerate() {
            let mut points = analysis.points(region).to_vec();
            points.retain(|&point| all || self.is_disputed(point.into()));
            places.push((Some(number), points));
        }
        for (_, stones) in self.scene.stones(self.disputed()) {
            places.push((None, stones));
        }
        places.retain(|(_, points)| !points.is_empty());
        for (_, points) in &mut places {
            points.sort_unstable();
        }
        if !all {
            places.sort_by_key(|(_, points)| {
                let is_of_scorer = self
                    .compared
                    .iter()
                    .any(|&at| self.shown[at].is_external && self.differs(at, points));
                (!is_of_scorer, Reverse(points.len()))
            });
        }
        places
            .into_iter()
            .map(|(region, points)| self.place(region, &points, all))
            .collect()
    }

    /// Returns the place with these points of a region, or of a block of living stones.
    fn place(&self, region: Option<usize>, points: &[u16], all: bool) -> Place<'a> {
        let owned = region
            .map(|number| &self.scene.analysis.regions()[number])
            .filter(|region| region.owner.is_some());
        let boundary = owned.map(|Region { boundary, .. }| {
            format!(
                "boundary length {} → {}",
                boundary.length,
                halves(boundary.half_eyes())
            )
        });
        let answers: Vec<usize> = if all {
            (0..self.shown.len()).collect()
        } else {
            self.compared.clone()
        };
        let is_disputed = answers.iter().any(|&at| self.differs(at, points));
        let mut said = Vec::new();
        if let (true, Some(owners)) = (is_disputed, &self.label) {
            let words = self.words(points, |index| match (owners[index], self.stone(index)) {
                (None, Some(_)) => "alive",
                (owner, _) => whose(owner),
            });
            said.push(("label", words));
        }
        if is_disputed || owned.is_some() {
            for at in answers {
                let mut words = self.words(points, |index| self.word(at, index));
                let Shown {
                    name,
                    trace,
                    statuses,
                    ..
                } = &self.shown[at];
                let reason = region
                    .map(|number| self.scene.reason(trace, statuses, number, points))
                    .filter(|reason| !reason.is_empty());
                if let Some(reason) = reason {
                    words = format!("{words}: {reason}");
                }
                said.push((*name, words));
            }
        }
        let answers = together(said.into_iter()).into_iter();
        Place {
            points: self.scene.names(points),
            title: self.title(points, region),
            boundary,
            answers: answers
                .map(|(text, names)| PlaceAnswer { text, names })
                .collect(),
        }
    }

    /// Describes the surroundings of points.
    fn title(&self, points: &[u16], region: Option<usize>) -> String {
        let Some(region) = region.map(|number| &self.scene.analysis.regions()[number]) else {
            // name the first compared answer that considers the stones dead
            let stone = usize::from(points[0]);
            let mut takers = self.compared.iter().map(|&at| &self.shown[at]);
            let taker = takers.find(|shown| shown.statuses[stone].owner().is_some());
            let name = taker.map_or("the label", |taker| taker.name);
            return format!("stones that {name} considers dead");
        };
        let all_around = self.scene.analysis.blocks_around(region);
        let around = self.scene.blocks_next_to(points, all_around);
        let blocks = self.scene.both_colors(&around, points);
        let size = region.size();
        let whole = if size as usize > points.len() {
            format!("in a region of {size} points, ")
        } else {
            String::new()
        };
        match region.owner {
            _ if around.is_empty() => "an empty board".to_owned(),
            None => format!("{whole}neutral, next to {blocks}"),
            Some(_) if around.len() < all_around.len() => format!("{whole}next to {blocks}"),
            Some(_) => format!("{whole}surrounded by {blocks}"),
        }
    }

    /// Returns whether an answer differs at one of `points` from the label or, if the label has no
    /// map, from the first compared answer.
    fn differs(&self, at: usize, points: &[u16]) -> bool {
        points
            .iter()
            .any(|&point| self.differs_on(at, point.into()))
    }

    /// Returns the statuses of points in words, such as `J4 a false eye, the rest White's`.
    fn words(&self, points: &[u16], word: impl Fn(usize) -> &'static str) -> String {
        let mut found = together(points.iter().map(|&point| (point, word(point.into()))));
        found.sort_by_key(|(_, points)| points.len());
        let (most, _) = found.pop().expect("a place has points");
        let mut words = Vec::new();
        for (word, mut points) in found {
            points.sort_unstable();
            words.push(format!("{} {word}", some(&self.scene.names(&points))));
        }
        words.push(if words.is_empty() {
            most.to_owned()
        } else {
            format!("the rest {most}")
        });
        words.join(", ")
    }

    /// Returns the word for the status that an answer gives a point. A scorer says only who owns
    /// the point.
    fn word(&self, at: usize, index: usize) -> &'static str {
        let shown = &self.shown[at];
        match shown.statuses[index] {
            Status::Stone => "alive",
            Status::Seki if !shown.is_external => "an eye in seki",
            Status::FalseEye if !shown.is_external && !shown.trace.is_owed(index) => "a false eye",
            status => whose(status.owner()),
        }
    }
}

/// Returns `Black's`, `White's` or `neutral`.
const fn whose(owner: Option<Color>) -> &'static str {
    match owner {
        Some(Color::Black) => "Black's",
        Some(Color::White) => "White's",
        None => "neutral",
    }
}

/// Returns a number of half eyes in words.
const fn halves(eyes: u16) -> &'static str {
    match eyes {
        2 => "1 eye",
        3 => "1½ eyes",
        _ => "2 eyes",
    }
}
