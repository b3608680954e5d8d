//! Every point on which answers differ, with the answer of each strategy.

use std::fmt::Write as _;

use super::board::View;
use super::near::stones_once;
use super::words::Words;
use super::{Explained, whose};
use crate::report::text::Style;

/// The legend of the label's answers.
const LEGEND: &str = "On a label's map, eyes in seki, false eyes and dame are all nobody's.";

/// Points with equal answers: the label gives all of them to the same side, and each strategy has one status for all.
pub(super) struct Difference {
    /// The points, row by row.
    pub(super) points: Vec<usize>,
    /// The letter on the label's map, if it has one: `b`, `w` or `.`.
    pub(super) label: Option<char>,
}

/// Points of one region, or stones, with equal answers.
pub(super) struct Place {
    pub(super) points: Vec<usize>,
    /// The number of their region; `None` for living stones that an answer takes for dead.
    pub(super) region: Option<usize>,
}

impl Explained<'_> {
    pub(super) fn points(&self, style: Style) -> String {
        let places = self.places();
        let controls = self.controls_left_out("compared", "");
        if places.is_empty() {
            return format!("\n{}{controls}", self.agreement("compared"));
        }
        let mut text = format!("\n{}\n", style.bold("Points where the answers differ:"));
        if self.game.label_map.is_some() {
            let _ = write!(text, "\n{LEGEND}\n");
        }
        for place in &places {
            text.push_str(&stones_once(&self.all_answers(place)));
        }
        if !controls.is_empty() {
            let _ = write!(text, "\n{controls}");
        }
        text
    }

    /// Returns every answer to the points of a place, each with its reason.
    fn all_answers(&self, Place { points, region }: &Place) -> String {
        let place = match region {
            Some(number) => format!("region {}", number + 1),
            None => format!("stones that {} takes for dead", self.taker(points[0])),
        };
        let mut text = format!("\n  {}: {place}\n", self.names(points).join(" "));
        if let Some(map) = &self.game.label_map {
            let _ = writeln!(text, "    label: {}", whose(map.owner(points[0])));
        }
        for (words, answers) in self.said(points[0]) {
            let names: Vec<&str> = answers.iter().map(|&at| self.shown[at].name).collect();
            let why = region.map_or(String::new(), |number| self.reason(&answers, words.status, points, number));
            let _ = writeln!(text, "    {}: {}{why}", names.join(", "), words.text());
        }
        text
    }

    /// Returns the points on which answers differ, by answers and regions, in the order of the first points.
    pub(super) fn places(&self) -> Vec<Place> {
        let mut places: Vec<Place> = Vec::new();
        for difference in self.differences() {
            let first = places.len();
            for point in difference.points {
                let region = self.region_of(point);
                match places[first..].iter_mut().find(|place| place.region == region) {
                    Some(place) => place.points.push(point),
                    None => places.push(Place { points: vec![point], region }),
                }
            }
        }
        places
    }

    /// Returns the number of the region of a point, or `None` for a living stone.
    fn region_of(&self, point: usize) -> Option<usize> {
        self.game.position.cells()[point].color().is_none().then(|| self.analysis().region(point))
    }

    /// Returns the answers to a point, each with the indices of those who give it.
    pub(super) fn said(&self, index: usize) -> Vec<(Words, Vec<usize>)> {
        let mut said: Vec<(Words, Vec<usize>)> = Vec::new();
        for at in self.compared() {
            let words = self.words(at, index);
            match said.iter_mut().find(|(other, _)| *other == words) {
                Some((_, answers)) => answers.push(at),
                None => said.push((words, vec![at])),
            }
        }
        said
    }

    /// Returns whose answer takes a living stone for dead.
    pub(super) fn taker(&self, stone: usize) -> &str {
        let mut takers = self.compared().filter(|&at| self.status(at, stone).owner().is_some());
        takers.next().map_or("the label", |at| self.shown[at].name)
    }

    /// Returns the points on which answers differ, grouped by all answers, in the order of the first points.
    pub(super) fn differences(&self) -> Vec<Difference> {
        let statuses = |index| self.compared().map(move |at| self.status(at, index));
        let label = |index| self.game.label_map.as_ref().map(|_| self.mark(index, View::Label));
        let mut groups: Vec<Difference> = Vec::new();
        for index in self.game.position.grid().points().filter(|&index| self.is_disputed(index)) {
            let same =
                |group: &&mut Difference| group.label == label(index) && statuses(group.points[0]).eq(statuses(index));
            match groups.iter_mut().find(same) {
                Some(group) => group.points.push(index),
                None => groups.push(Difference { points: vec![index], label: label(index) }),
            }
        }
        groups
    }
}
