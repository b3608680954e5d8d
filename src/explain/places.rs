//! The board place by place: the surroundings of each region, and every distinct answer to it with
//! its reasons.

use std::cmp::Reverse;

use serde::Serialize;

use super::{ComparedBoard, together};
use crate::board::Color;
use crate::territory::{Region, Status};
use crate::text::some;

/// The legend of the boundary lengths.
pub(crate) const LEGEND: &str = "\
    The boundary length of a region is the number of stones around it, plus one for each of its \
    points on an edge of the board, and two for each in a corner. It determines the number of \
    eyes. 1½ eyes are two eyes if the owner plays first, otherwise one; they count as two.";

/// The name of the label in lists of answers.
pub(crate) const LABEL: &str = "label";

/// Points with the answers to them: a region, or living stones that an answer considers dead.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Place<'a> {
    /// The coordinates of the points, row by row.
    pub(crate) points: Vec<String>,
    /// The surroundings of the points.
    pub(crate) title: String,
    /// The boundary length of the region and the eyes that it gives, if one colour surrounds it.
    pub(crate) boundary: Option<String>,
    /// The distinct answers. Neutral points where no answer differs have no answers here.
    pub(crate) answers: Vec<PlaceAnswer<'a>>,
}

/// An answer to a place, with its reasons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct PlaceAnswer<'a> {
    /// The statuses of the points, and the reasons.
    pub(crate) text: String,
    /// The names of its sources: the label, strategies and scorers.
    pub(crate) names: Vec<&'a str>,
}

impl<'a> ComparedBoard<'a> {
    /// With `all`, returns a place for each region with the answers of all strategies. Otherwise
    /// returns a place for the disputed points of each region with the compared answers: first the
    /// regions where an external scorer differs, then the regions with the most disputed points.
    /// The disputed living stones of each block come last.
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
            said.push((LABEL, (words, String::new())));
        }
        if is_disputed || owned.is_some() {
            for at in answers {
                let words = self.words(points, |index| self.word(at, index));
                let shown = &self.shown[at];
                let reason = region.map_or(String::new(), |number| {
                    self.scene
                        .reason(&shown.trace, &shown.statuses, number, points)
                });
                said.push((shown.name, (words, reason)));
            }
        }
        let answers = if all {
            by_reason(said)
        } else {
            by_words(&said)
        };
        Place {
            points: self.scene.names(points),
            title: self.title(points, region),
            boundary,
            answers,
        }
    }

    /// Returns the surroundings of points.
    fn title(&self, points: &[u16], region: Option<usize>) -> String {
        let Some(region) = region.map(|number| &self.scene.analysis.regions()[number]) else {
            return format!(
                "stones that {} considers dead",
                self.taker(points[0].into())
            );
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

    /// Returns whether an answer differs from the label, or from the first answer, at one of
    /// `points`.
    fn differs(&self, at: usize, points: &[u16]) -> bool {
        points
            .iter()
            .any(|&point| self.differs_on(at, point.into()))
    }

    /// Returns the first compared answer that considers a living stone dead.
    fn taker(&self, stone: usize) -> &str {
        let mut takers = self
            .compared
            .iter()
            .filter(|&&at| self.shown[at].statuses[stone].owner().is_some());
        takers.next().map_or("the label", |&at| self.shown[at].name)
    }

    /// Returns the words for the statuses of points: `J4 a false eye, the rest White's`.
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

    /// Returns the word for the status that an answer gives a point. A scorer only says who owns
    /// the point.
    fn word(&self, at: usize, index: usize) -> &'static str {
        match self.shown[at].statuses[index] {
            Status::Stone => "alive",
            Status::Seki if !self.shown[at].is_external => "an eye in seki",
            Status::FalseEye if !self.shown[at].is_external => "a false eye",
            status => whose(status.owner()),
        }
    }
}

/// Groups answers by their words and reasons.
fn by_reason(said: Vec<(&str, (String, String))>) -> Vec<PlaceAnswer<'_>> {
    let groups = together(said.into_iter()).into_iter();
    groups
        .map(|((words, reason), names)| PlaceAnswer {
            text: with_reason(words, &reason),
            names,
        })
        .collect()
}

/// Groups answers by their words. If answers of a group have different reasons, the group gets the
/// most frequent reason, and the text names the strategies with this reason.
fn by_words<'a>(said: &[(&'a str, (String, String))]) -> Vec<PlaceAnswer<'a>> {
    let mut answers = Vec::new();
    for (words, names) in together(said.iter().map(|(name, (words, _))| (*name, words))) {
        let own = said
            .iter()
            .filter(|(name, _)| *name != LABEL && names.contains(name));
        let reasons = together(own.map(|(name, (_, reason))| (*name, reason)));
        let mut text = words.clone();
        if let Some((reason, of)) = reasons.iter().rev().max_by_key(|(_, names)| names.len()) {
            let by = match of.as_slice() {
                _ if reasons.len() == 1 || reason.is_empty() => String::new(),
                [first, more @ ..] if more.len() > 2 => {
                    format!(", by {first} and {} more", more.len())
                }
                some => format!(", by {}", some.join(", ")),
            };
            text = with_reason(text + &by, reason);
        }
        answers.push(PlaceAnswer { text, names });
    }
    answers
}

fn with_reason(words: String, reason: &str) -> String {
    if reason.is_empty() {
        words
    } else {
        format!("{words}: {reason}")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_frequent_reason_is_given_with_its_names() {
        let lines = by_words(
            &[
                ("a", "Black's", "one"),
                ("b", "Black's", "two"),
                ("c", "neutral", ""),
                ("d", "Black's", "two"),
            ]
            .map(|(name, words, reason)| (name, (words.to_owned(), reason.to_owned()))),
        );
        let expected = [
            ("Black's, by b, d: two", vec!["a", "b", "d"]),
            ("neutral", vec!["c"]),
        ];
        let expected = expected.map(|(text, names)| PlaceAnswer {
            text: text.to_owned(),
            names,
        });
        assert_eq!(lines, expected);
    }
}
