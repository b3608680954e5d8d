//! The board region by region: the surroundings of each region, and every distinct answer to it with its reasons.

use std::cmp::Reverse;

use super::{Explained, Shown, together};
use crate::board::Color;
use crate::territory::Status;
use crate::text::{Style, fold};

/// The legend of the boundary lengths.
pub(super) const LEGEND: &str = "The boundary length of a region is the number of stones around it, plus one for each of \
                                 its points on an edge of the board, and two for each in a corner. It gives the \
                                 region's eyes; 1½ eyes are 2 if the owner plays first, else 1, and count as 2.";

/// The name of the label in lists of answers.
const LABEL: &str = "label";

/// The number of names above which the last list of a region becomes "the other 8".
const NAMES: usize = 4;

/// Regions with the same answers.
pub(super) struct Paragraph {
    /// Each region with its surroundings.
    pub(super) titles: Vec<(String, String)>,
    /// The answers, one per line.
    answers: String,
    /// The number of points of all titles.
    pub(super) points: usize,
}

/// Points with the answers to them.
struct Place {
    /// The points, row by row.
    points: Vec<u16>,
    /// The number of their region; `None` for living stones that an answer considers dead.
    region: Option<usize>,
}

impl Paragraph {
    pub(super) fn text(&self, style: Style) -> String {
        let titles = self.titles.iter().map(|(points, around)| format!("{}: {around}\n", style.bold(points)));
        fold(&format!("\n{}{}", titles.collect::<String>(), self.answers))
    }
}

impl Explained<'_> {
    /// With `all`, returns a paragraph for each region. Otherwise returns one for the disputed points of each region:
    /// first the regions where an external scorer differs, then the regions with the most disputed points. Places with
    /// the same answers share a paragraph.
    pub(super) fn paragraphs(&self, all: bool) -> Vec<Paragraph> {
        let mut paragraphs: Vec<Paragraph> = Vec::new();
        for place in self.places(all) {
            let (title, answers) = (self.title(&place, all), self.answers(&place, all));
            match paragraphs.iter_mut().find(|other| other.answers == answers) {
                Some(same) => {
                    same.titles.push(title);
                    same.points += place.points.len();
                }
                None => paragraphs.push(Paragraph { titles: vec![title], answers, points: place.points.len() }),
            }
        }
        paragraphs
    }

    /// Returns the regions, or their disputed points, and then the disputed living stones of each block.
    fn places(&self, all: bool) -> Vec<Place> {
        let is_disputed = |&point: &u16| self.is_disputed(point.into());
        let regions = self.scene.analysis.regions().iter().enumerate().map(|(number, region)| {
            let points = self.scene.analysis.points(region).iter().copied();
            Place { points: points.filter(|point| all || is_disputed(point)).collect(), region: Some(number) }
        });
        let stones = self.disputed().filter_map(|index| {
            let point = u16::try_from(index).expect("at most 53 · 54 cells");
            Some((point, self.scene.block_at(index)?))
        });
        let of_blocks = together(stones).into_iter().map(|(_, points)| Place { points, region: None });
        let mut places: Vec<Place> = regions.chain(of_blocks).filter(|place| !place.points.is_empty()).collect();
        for place in &mut places {
            place.points.sort_unstable();
        }
        if !all {
            let is_of_scorer = |place: &Place| {
                self.compared.iter().any(|&at| self.shown[at].is_external && self.differs(at, &place.points))
            };
            places.sort_by_key(|place| (!is_of_scorer(place), Reverse(place.points.len())));
        }
        places
    }

    /// Returns the points of a place, and its surroundings.
    fn title(&self, place: &Place, all: bool) -> (String, String) {
        let points = self.point_list(&place.points);
        let Some(region) = place.region.map(|number| &self.scene.analysis.regions()[number]) else {
            return (points, format!("stones that {} considers dead", self.taker(place.points[0].into())));
        };
        let all_around = self.scene.analysis.blocks_around(region);
        let around = self.scene.blocks_next_to(&place.points, all_around);
        let blocks = self.scene.both_colors(&around, &place.points);
        let size = region.size();
        let whole =
            if size as usize > place.points.len() { format!("in a region of {size} points, ") } else { String::new() };
        let words = match region.owner {
            _ if around.is_empty() => "an empty board".to_owned(),
            None => format!("{whole}neutral, next to {blocks}"),
            Some(_) if around.len() < all_around.len() => format!("{whole}next to {blocks}"),
            Some(_) => format!("{whole}surrounded by {blocks}"),
        };
        let boundary = region.owner.filter(|_| all).map_or(String::new(), |_| {
            format!("; boundary length {} → {}", region.boundary.length, halves(region.boundary.half_eyes()))
        });
        (points, words + &boundary)
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

    /// Returns the answers for a place with their reasons; with `all`, control strategies are included. Neutral points
    /// where no answer differs have none.
    fn answers(&self, place: &Place, all: bool) -> String {
        let answers: Vec<usize> = if all { (0..self.shown.len()).collect() } else { self.compared.clone() };
        let is_disputed = answers.iter().any(|&at| self.differs(at, &place.points));
        let is_owned = place.region.is_some_and(|number| self.scene.analysis.regions()[number].owner.is_some());
        if !is_disputed && !is_owned {
            return String::new();
        }
        let label = self.game.labelled.label.map.as_ref().filter(|_| is_disputed).map(|map| {
            let word = |index| match (map.owner(index), self.stone(index)) {
                (None, Some(_)) => "alive",
                (owner, _) => whose(owner),
            };
            let words = self.words(&place.points, word);
            (LABEL, (words, String::new()))
        });
        let said = answers.iter().map(|&at| {
            let words = self.words(&place.points, |index| self.word(at, index));
            let Shown { name, trace, statuses, .. } = &self.shown[at];
            let reason = place
                .region
                .map_or(String::new(), |number| self.scene.reason(trace, statuses, number, &place.points, all));
            (*name, (words, reason))
        });
        let said: Vec<_> = label.into_iter().chain(said).collect();
        let total = said.len();
        let mut lines = if all {
            let groups = together(said.into_iter());
            groups.into_iter().map(|((words, reason), names)| (with_reason(words, &reason), names)).collect()
        } else {
            by_words(&said)
        };
        // the largest group comes last, as "the other" answers
        lines.sort_by_key(|(_, names)| names.len() > NAMES);
        let last = lines.len() - 1;
        let line = |(at, (words, names)): (usize, &(String, Vec<&str>))| match names.as_slice() {
            names if names.len() == total && total > 1 => format!("  all: {words}\n"),
            [LABEL, names @ ..] if at == last && names.len() > NAMES => {
                format!("  label and the other {}: {words}\n", names.len())
            }
            names if at == last && names.len() > NAMES => format!("  the other {}: {words}\n", names.len()),
            names => format!("  {}: {words}\n", names.join(", ")),
        };
        lines.iter().enumerate().map(line).collect()
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
