//! The board region by region, in words: the adjacent blocks, the boundary length and the eyes that follow from it, the
//! false eyes that are filled and why, the other regions of the same group, and the result. `why.js` writes these words
//! too, for the HTML page.

use std::fmt::Write as _;

use super::words::Words;
use super::{Explained, Shown, together, who, whose};
use crate::board::Color;
use crate::report::readings::read_text;
use crate::report::text::{Style, count};
use crate::territory::{FilledEye, Group, ProtectiveMove, Region, Status, Trace};

/// The legend of the regions.
const LEGEND: &str = "A block is named by its first stone and its number of stones, as in D4 (5). The boundary length of a \
                      region is the number of stones around it, plus one for each of its points on an edge of the \
                      board, and two for each in a corner. It gives the region's eyes; 1½ eyes are 2 if the owner \
                      plays first, else 1, and count as 2.";

impl Explained<'_> {
    pub(super) fn regions(&self, style: Style) -> String {
        let mut text = format!("\n{}\n\n{LEGEND}\n", style.bold("Region by region:"));
        for (number, region) in self.analysis().regions().iter().enumerate() {
            let around = self.analysis().blocks_around(region);
            let points = self.analysis().points(region);
            let _ = write!(
                text,
                "\n{}. {}: {}, ",
                number + 1,
                self.point_list(points),
                count(region.size().into(), "point")
            );
            match region.owner {
                _ if around.is_empty() => text.push_str("an empty board\n"),
                None => {
                    let _ = writeln!(text, "neutral, adjacent to {}", self.block_list(around));
                }
                Some(color) => {
                    let _ = writeln!(
                        text,
                        "surrounded by {color}'s {}; boundary length {} → {}",
                        self.block_list(around),
                        region.boundary.length,
                        halves(region.boundary.half_eyes())
                    );
                    self.sayings(&mut text, number, region);
                }
            }
        }
        self.joined(&mut text, style);
        text
    }

    /// Writes the answers of the label and the strategies on a region.
    fn sayings(&self, text: &mut String, number: usize, region: &Region) {
        // the list has control strategies, too
        let differs = |at| self.analysis().points(region).iter().any(|&point| self.differs_on(at, point.into()));
        let disputed = (0..self.shown.len()).any(differs);
        if let Some(words) = self.label_saying(region).filter(|_| disputed) {
            let _ = writeln!(text, "   label: {words}");
        }
        let said = self.shown.iter().enumerate().map(|(at, shown)| (shown.name, self.saying(at, number, region)));
        for (words, names) in together(said) {
            let _ = writeln!(text, "   {}: {words}", who(&names, self.shown.len()));
        }
    }

    /// Returns the owners of a region's points on the label's map, if it has one.
    fn label_saying(&self, region: &Region) -> Option<String> {
        let map = self.game.label_map.as_ref()?;
        let points = self.analysis().points(region);
        let owners = [Some(Color::Black), Some(Color::White), None];
        let counts = owners.map(|owner| points.iter().filter(|&&point| map.owner(usize::from(point)) == owner).count());
        let words = owners.map(whose);
        if let Some(all) = counts.iter().position(|&count| count == points.len()) {
            return Some(words[all].to_owned());
        }
        let parts = words.iter().zip(counts).filter(|&(_, count)| count > 0);
        Some(parts.map(|(word, count)| format!("{count} {word}")).collect::<Vec<_>>().join(", "))
    }

    /// Returns an answer on a region, with the reasons.
    fn saying(&self, at: usize, number: usize, region: &Region) -> String {
        let points = self.analysis().points(region).iter().map(|&point| (point, self.words(at, usize::from(point))));
        let mut found: Vec<(Words, Vec<u16>)> = Vec::new();
        for (point, words) in points {
            match found.iter_mut().find(|(other, _)| other.text() == words.text()) {
                Some((_, points)) => points.push(point),
                None => found.push((words, vec![point])),
            }
        }
        let words: Vec<String> = match found.as_slice() {
            [(words, _)] => vec![words.text().to_owned()],
            _ => found.iter().map(|(words, points)| format!("{} {}", self.point_list(points), words.text())).collect(),
        };
        let is_seki = found.iter().any(|(words, _)| words.status == Status::Seki);
        let reasons = self.reasons(at, number, region, is_seki);
        if reasons.is_empty() { words.join(", ") } else { format!("{}: {}", words.join(", "), reasons.join("; ")) }
    }

    /// Returns the reasons for an answer on a region; `is_seki` says whether it has eyes in seki there.
    fn reasons(&self, at: usize, number: usize, region: &Region, is_seki: bool) -> Vec<String> {
        let trace = &self.shown[at].trace;
        let points = self.analysis().points(region);
        let owed = trace.protective_moves.iter().filter(|owed| points.contains(&owed.point));
        let reasons: Vec<String> = trace
            .filled_eyes
            .iter()
            .filter(|filled| usize::from(filled.region) == number)
            .map(|filled| self.why_filled(filled))
            .chain(owed.map(|&owed| self.why_owed(owed, self.charges(at, owed))))
            .chain(trace.groups.iter().flatten().filter_map(|group| why_counted(trace, group, number, is_seki)))
            .collect();
        let read = trace.local_result_of(self.analysis(), region);
        // the result of local search replaces the static answer, unless the search did not finish
        match read {
            Some(result) if !result.is_unread => vec![read_text(self.analysis().grid(), result)],
            Some(result) => reasons.into_iter().chain([read_text(self.analysis().grid(), result)]).collect(),
            None => reasons,
        }
    }

    /// Returns whether an answer takes the point of a protective move from its owner.
    pub(super) fn charges(&self, at: usize, owed: ProtectiveMove) -> bool {
        self.status(at, owed.point.into()).owner().is_none()
    }

    /// Returns why a protective move is owed, whether it is charged or not.
    pub(super) fn why_owed(&self, owed: ProtectiveMove, is_charged: bool) -> String {
        let ProtectiveMove { owner, point, stone } = owed;
        let [point, stone] = [point, stone].map(|point| self.point(point));
        let not_charged = if is_charged { "" } else { ", which is not counted" };
        format!(
            "{owner} owes a move at {point}{not_charged}: without it the stones at {stone} are captured once the dame \
             are filled"
        )
    }

    /// Returns why a false eye has to be filled.
    pub(super) fn why_filled(&self, filled: &FilledEye) -> String {
        let point = self.point(filled.point);
        match filled.in_atari.as_slice() {
            [] => format!("stones filled in before have no other liberty, so {point} has to be filled"),
            blocks => {
                let (names, have) = (self.block_list(blocks), if blocks.len() == 1 { "has" } else { "have" });
                format!("once the dame are filled, {names} {have} no other liberty, so {point} has to be filled")
            }
        }
    }

    /// Writes the sets of blocks that are joined over dame.
    fn joined(&self, text: &mut String, style: Style) {
        let sets = |trace: &Trace| -> Vec<String> { trace.joined.iter().map(|set| self.block_list(set)).collect() };
        let mut said: Vec<(String, Vec<&str>)> = Vec::new();
        for Shown { name, trace, .. } in &self.shown {
            for set in sets(trace) {
                match said.iter_mut().find(|(other, _)| *other == set) {
                    Some((_, names)) => names.push(name),
                    None => said.push((set, vec![name])),
                }
            }
        }
        if !said.is_empty() {
            let _ = writeln!(text, "\n{}\n", style.bold("Blocks joined over dame:"));
        }
        for (set, names) in said {
            let _ = writeln!(text, "  {set}: {}", who(&names, self.shown.len()));
        }
    }
}

/// Returns the number of eyes of a group, if it contains the region `number`, and the other regions of the group.
fn why_counted(trace: &Trace, group: &Group, number: usize, is_seki: bool) -> Option<String> {
    let is_own = |region: u16| usize::from(region) == number;
    let own = group.spaces.iter().filter(|space| is_own(space.region)).count();
    let left = trace.filled_eyes.iter().any(|filled| is_own(filled.region));
    let what = match (left, own) {
        (_, 0) => return None,
        (true, 1) => "the rest has ",
        (true, _) => "the rest, joined, has ",
        _ => "the group has ",
    };
    let mut others: Vec<String> = Vec::new();
    for space in group.spaces.iter().filter(|space| !is_own(space.region)) {
        let name = (space.region + 1).to_string();
        if !others.contains(&name) {
            others.push(name);
        }
    }
    let eyes = eyes_of(group);
    let beside = match others.len() {
        0 => String::new(),
        1 => format!(", with region {}", others[0]),
        _ => format!(", with regions {}", others.join(", ")),
    };
    // the strategy only counts: the stones may be dead in the game
    let seki = if is_seki && group.eyes < 2 { ", too few for territory" } else { "" };
    Some(format!("{what}{eyes}{beside}{seki}"))
}

/// Returns the eyes of a group, such as `2 + 1 = 3 eyes`. Half eyes count as whole: the owner may play first.
pub(super) fn eyes_of(group: &Group) -> String {
    let eyes = count(group.eyes.into(), "eye");
    if group.spaces.len() == 1 {
        return eyes;
    }
    let each: Vec<String> = group.spaces.iter().map(|space| space.eyes.to_string()).collect();
    if each.len() > 8 { eyes } else { format!("{} = {eyes}", each.join(" + ")) }
}

/// Returns a number of eyes in words; `eyes` counts half eyes.
pub(super) fn halves(eyes: u16) -> &'static str {
    match eyes {
        2 => "1 eye",
        3 => "1½ eyes",
        _ => "2 eyes",
    }
}
