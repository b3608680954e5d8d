//! The board place by place: the surroundings of each region, and every distinct answer to it with its reasons.

use std::cmp::Reverse;

use super::{ComparedBoard, Shown, together};
use crate::board::Color;
use crate::territory::{Region, Status};

/// The legend of the boundary lengths.
pub(crate) const LEGEND: &str = "The boundary length of a region is the number of stones around it, plus one for each of \
                                 its points on an edge of the board, and two for each in a corner. It gives the \
                                 region's eyes; 1½ eyes are 2 if the owner plays first, else 1, and count as 2.";

/// The name of the label in lists of answers.
pub(crate) const LABEL: &str = "label";

/// Points with the answers to them.
#[derive(Clone, Debug)]
pub struct Place<'a> {
    /// The points, row by row.
    pub points: Vec<u16>,
    /// The number of their region; `None` for living stones that an answer considers dead.
    pub region: Option<usize>,
    /// The surroundings of the points.
    pub title: String,
    /// The boundary length of the region and the eyes that it gives, if one colour surrounds it.
    pub boundary: Option<String>,
    /// Whether any answer differs from the label here, or from the first answer if the label has no map.
    pub is_disputed: bool,
    /// The distinct answers with their reasons, each with the names of the label and the strategies that give it. Neutral
    /// points where no answer differs have none.
    pub answers: Vec<(String, Vec<&'a str>)>,
}

impl<'a> ComparedBoard<'a> {
    /// With `all`, returns a place for each region with the answers of all strategies. Otherwise returns one for the
    /// disputed points of each region with the compared answers: first the regions where an external scorer differs, then
    /// the regions with the most disputed points. The disputed living stones of each block come last.
    #[must_use]
    pub fn places(&self, all: bool) -> Vec<Place<'a>> {
        let is_disputed = |&point: &u16| self.is_disputed(point.into());
        let regions = self.scene.analysis.regions().iter().enumerate().map(|(number, region)| {
            let points = self.scene.analysis.points(region).iter().copied();
            (Some(number), points.filter(|point| all || is_disputed(point)).collect())
        });
        let stones = self.disputed().filter_map(|index| {
            let point = u16::try_from(index).expect("at most 53 · 54 cells");
            Some((point, self.scene.block_at(index)?))
        });
        let of_blocks = together(stones).into_iter().map(|(_, points)| (None, points));
        let mut places: Vec<Place<'a>> = Vec::new();
        for (region, mut points) in regions.chain(of_blocks) {
            if points.is_empty() {
                continue;
            }
            points.sort_unstable();
            places.push(self.place(points, region, all));
        }
        if !all {
            let is_of_scorer = |place: &Place<'_>| {
                self.compared.iter().any(|&at| self.shown[at].is_external && self.differs(at, &place.points))
            };
            places.sort_by_key(|place| (!is_of_scorer(place), Reverse(place.points.len())));
        }
        places
    }

    /// Returns the place with these points of a region, or of a block of living stones.
    fn place(&self, points: Vec<u16>, region: Option<usize>, all: bool) -> Place<'a> {
        let answers: Vec<usize> = if all { (0..self.shown.len()).collect() } else { self.compared.clone() };
        let is_disputed = answers.iter().any(|&at| self.differs(at, &points));
        let owned = region.map(|number| &self.scene.analysis.regions()[number]).filter(|region| region.owner.is_some());
        let boundary = owned.map(|Region { boundary, .. }| {
            format!("boundary length {} → {}", boundary.length, halves(boundary.half_eyes()))
        });
        let answers = if is_disputed || owned.is_some() {
            self.answers(&answers, &points, region, is_disputed, all)
        } else {
            Vec::new()
        };
        Place { title: self.title(&points, region), points, region, boundary, is_disputed, answers }
    }

    /// Returns the surroundings of points.
    fn title(&self, points: &[u16], region: Option<usize>) -> String {
        let Some(region) = region.map(|number| &self.scene.analysis.regions()[number]) else {
            return format!("stones that {} considers dead", self.taker(points[0].into()));
        };
        let all_around = self.scene.analysis.blocks_around(region);
        let around = self.scene.blocks_next_to(points, all_around);
        let blocks = self.scene.both_colors(&around, points);
        let size = region.size();
        let whole =
            if size as usize > points.len() { format!("in a region of {size} points, ") } else { String::new() };
        match region.owner {
            _ if around.is_empty() => "an empty board".to_owned(),
            None => format!("{whole}neutral, next to {blocks}"),
            Some(_) if around.len() < all_around.len() => format!("{whole}next to {blocks}"),
            Some(_) => format!("{whole}surrounded by {blocks}"),
        }
    }

    /// Returns whether an answer differs from the label, or from the first answer, at one of `points`.
    fn differs(&self, at: usize, points: &[u16]) -> bool {
        points.iter().any(|&point| self.differs_on(at, point.into()))
    }

    /// Returns the first compared answer that considers a living stone dead.
    fn taker(&self, stone: usize) -> &str {
        let mut takers = self.compared.iter().filter(|&&at| self.shown[at].statuses[stone].owner().is_some());
        takers.next().map_or("the label", |&at| self.shown[at].name)
    }

    /// Returns the answers for a place with their reasons, each with the names that give it.
    fn answers(
        &self,
        answers: &[usize],
        points: &[u16],
        region: Option<usize>,
        is_disputed: bool,
        all: bool,
    ) -> Vec<(String, Vec<&'a str>)> {
        let label = self.label.as_ref().filter(|_| is_disputed).map(|owners| {
            let word = |index: usize| match (owners[index], self.stone(index)) {
                (None, Some(_)) => "alive",
                (owner, _) => whose(owner),
            };
            (LABEL, (self.words(points, word), String::new()))
        });
        let said = answers.iter().map(|&at| {
            let words = self.words(points, |index| self.word(at, index));
            let Shown { name, trace, statuses, .. } = &self.shown[at];
            let reason = region.map_or(String::new(), |number| self.scene.reason(trace, statuses, number, points, all));
            (*name, (words, reason))
        });
        let said: Vec<_> = label.into_iter().chain(said).collect();
        if all {
            let groups = together(said.into_iter()).into_iter();
            groups.map(|((words, reason), names)| (with_reason(words, &reason), names)).collect()
        } else {
            by_words(&said)
        }
    }

    /// Returns the words for the statuses of points: `J4 a false eye, the rest White's`.
    fn words(&self, points: &[u16], word: impl Fn(usize) -> &'static str) -> String {
        let mut found = together(points.iter().map(|&point| (point, word(point.into()))));
        found.sort_by_key(|(_, points)| points.len());
        let (most, _) = found.pop().expect("a place has points");
        let mut words: Vec<String> =
            found.iter().map(|(word, points)| format!("{} {word}", self.point_list(points))).collect();
        words.push(if words.is_empty() { most.to_owned() } else { format!("the rest {most}") });
        words.join(", ")
    }

    /// Returns the word for the status that an answer gives a point. A scorer only says who owns the point.
    fn word(&self, at: usize, index: usize) -> &'static str {
        match self.shown[at].statuses[index] {
            Status::Stone => "alive",
            Status::Seki if !self.shown[at].is_external => "an eye in seki",
            Status::FalseEye if !self.shown[at].is_external => "a false eye",
            status => whose(status.owner()),
        }
    }
}

/// Groups answers by their words. If answers of a group have different reasons, the group gets the most frequent
/// reason, and the text names the strategies with this reason.
fn by_words<'a>(said: &[(&'a str, (String, String))]) -> Vec<(String, Vec<&'a str>)> {
    let groups = together(said.iter().map(|(name, (words, _))| (*name, words)));
    let line = |(words, names): (&String, Vec<&'a str>)| {
        let own = said.iter().filter(|(name, _)| *name != LABEL && names.contains(name));
        let reasons = together(own.map(|(name, (_, reason))| (*name, reason)));
        let Some((reason, of)) = reasons.iter().rev().max_by_key(|(_, names)| names.len()) else {
            return (words.clone(), names);
        };
        let by = match of.as_slice() {
            _ if reasons.len() == 1 || reason.is_empty() => String::new(),
            [first, more @ ..] if more.len() > 2 => format!(", by {first} and {} more", more.len()),
            some => format!(", by {}", some.join(", ")),
        };
        (with_reason(words.clone() + &by, reason), names)
    };
    groups.into_iter().map(line).collect()
}

fn with_reason(words: String, reason: &str) -> String {
    if reason.is_empty() { words } else { format!("{words}: {reason}") }
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
        let said = |name, words: &str, reason: &str| (name, (words.to_owned(), reason.to_owned()));
        let lines = by_words(&[
            said("a", "Black's", "one"),
            said("b", "Black's", "two"),
            said("c", "neutral", ""),
            said("d", "Black's", "two"),
        ]);
        let expected = [("Black's, by b, d: two".to_owned(), vec!["a", "b", "d"]), ("neutral".to_owned(), vec!["c"])];
        assert_eq!(lines, expected);
    }
}
