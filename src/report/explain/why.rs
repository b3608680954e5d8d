//! Why an answer gives points a status, for the explanation that fits a screen: with the stones beside the points and
//! the dame that decide.

use super::near::{DameBefore, in_a_row};
use super::{Explained, together};
use crate::report::readings::read_summary;
use crate::report::text::count;
use crate::territory::{FilledEye, Group, Region, Status, Trace};

/// The number of dame that a sentence names, at most.
const NAMED_DAME: usize = 4;

/// The number of strategies that a reason names, at most.
const NAMED_STRATEGIES: usize = 3;

impl Explained<'_> {
    /// Returns the reason that the answers `said` have for the status of points of the region `number`, after a
    /// punctuation mark. Where they have several, the reason is that of a strategy which fills no dame and does not
    /// search, if there is one, and the text says whose it is.
    pub(super) fn reason(&self, said: &[usize], status: Status, points: &[usize], number: usize) -> String {
        let region = &self.analysis().regions()[number];
        let is_read = |at: &usize| self.read(*at, region).is_some();
        let (searched, counted): (Vec<usize>, Vec<usize>) = said.iter().partition(|at| is_read(at));
        let name = |at: &usize| self.shown[*at].name;
        let because = |at: &usize| (name(at), self.because(*at, status, points, number));
        let reasons = together(counted.iter().map(because));
        let is_static = |(_, names): &&(String, Vec<&str>)| {
            let mut own = counted.iter().filter(|at| names.contains(&name(at))).map(|&at| &self.shown[at].trace);
            own.any(|trace| trace.filled_dame.is_empty() && trace.groups.is_some())
        };
        let Some((reason, names)) = reasons.iter().find(is_static).or(reasons.first()) else {
            let reason = searched.first().map_or(String::new(), |at| because(at).1);
            return if reason.is_empty() { reason } else { format!(": {reason}") };
        };
        let by_play: Vec<String> = searched.iter().map(|at| name(at).to_owned()).collect();
        let by_play =
            if by_play.is_empty() { by_play.concat() } else { format!("; {}: by play", in_a_row(&by_play, "and")) };
        match reasons.len() {
            _ if reason.is_empty() => by_play,
            1 => format!(": {reason}{by_play}"),
            _ => format!(", by {}: {reason}{by_play}", some_names(names)),
        }
    }

    /// Returns the result of local search that decides a region, if one does.
    fn read(&self, at: usize, region: &Region) -> Option<&crate::territory::LocalResult> {
        self.shown[at].trace.local_result_of(self.analysis(), region).filter(|result| !result.is_unread)
    }

    /// Returns why a strategy gives points of the region `number` a status.
    fn because(&self, at: usize, status: Status, points: &[usize], number: usize) -> String {
        let (trace, region) = (&self.shown[at].trace, &self.analysis().regions()[number]);
        let unread = trace.local_result_of(self.analysis(), region);
        if let Some(result) = self.read(at, region) {
            return read_summary(self.analysis().grid(), result);
        }
        let mut reasons: Vec<String> = Vec::new();
        let here = |group: &Group| eyes_in(group, number).sum::<u16>();
        // two eyes in one region need no other, and no connection unless it saves a point in question
        let has_two = trace.groups.iter().flatten().any(|group| here(group) >= 2);
        let is_false = |at| self.status(at, points[0]) == Status::FalseEye;
        if status.owner().is_some() && (!has_two || self.compared().any(is_false)) {
            let blocks = self.blocks_beside(points, self.analysis().blocks_around(region));
            reasons.extend(trace.joined.iter().filter_map(|set| self.how_joined(trace, set, &blocks, points)));
        }
        let is_false = status == Status::FalseEye;
        if is_false {
            let own = trace.filled_eyes.iter().filter(|filled| points.contains(&filled.point.into()));
            reasons.extend(own.map(|filled| self.why_filled_near(trace, filled)));
        }
        // a move that is owed costs its point; elsewhere in the region it is a remark
        let everywhere = self.analysis().points(region).iter().map(|&point| point.into());
        let here = if is_false { points.to_vec() } else { everywhere.collect() };
        let owed = trace.protective_moves.iter().filter(|owed| here.contains(&owed.point.into()));
        let charged = owed.filter(|&&owed| self.charges(at, owed));
        reasons.extend(charged.map(|&owed| self.why_owed(owed, true)));
        if !is_false {
            let groups = trace.groups.iter().flatten();
            reasons.extend(groups.filter_map(|group| self.eyes_near(trace, group, status, number)));
        }
        reasons.extend(unread.map(|result| read_summary(self.analysis().grid(), result)));
        reasons.join("; ")
    }

    /// Returns why a false eye has to be filled, and after which dame.
    pub(super) fn why_filled_near(&self, trace: &Trace, filled: &FilledEye) -> String {
        let point = usize::from(filled.point);
        let owner = self.analysis().regions()[usize::from(filled.region)].owner;
        let Some(owner) = owner else { return String::new() };
        let fills = format!("{owner} has to fill {}", self.point(point));
        if filled.in_atari.is_empty() {
            return format!("stones filled in before have no other liberty, so {fills}");
        }
        let (have, them) = if filled.in_atari.len() == 1 { ("has", "it") } else { ("have", "them") };
        let before = match self.dame_before(trace, filled, owner) {
            DameBefore::Unknown => "once the dame are filled, ".to_owned(),
            DameBefore::Points(dame) if dame.is_empty() => String::new(),
            DameBefore::Points(dame) => {
                let dame = match dame.len() {
                    ..=NAMED_DAME => in_a_row(&self.names(&dame), "and"),
                    more => format!("the {more} dame beside {them}"),
                };
                format!("once {} has {dame}, ", owner.opponent())
            }
        };
        let blocks = self.blocks_near(&filled.in_atari, &[point]);
        format!("{before}{blocks} {have} no other liberty, so {fills}")
    }

    /// Returns the eyes of a group, if it contains the region `number`.
    fn eyes_near(&self, trace: &Trace, group: &Group, status: Status, number: usize) -> Option<String> {
        eyes_in(group, number).next()?;
        if status == Status::Seki {
            let cut = self.cut_off_at(trace, &self.analysis().regions()[number]);
            let cut = match cut.as_slice() {
                [(_, color), ..] if cut.len() <= NAMED_DAME => {
                    let dame: Vec<usize> = cut.iter().map(|&(point, _)| point.into()).collect();
                    format!("once {color} has {}, ", in_a_row(&self.names(&dame), "and"))
                }
                _ => String::new(),
            };
            return Some(cut + &counts_as_seki(group));
        }
        let here: u16 = eyes_in(group, number).sum();
        if here >= 2 {
            return Some(format!("the group has {here} eyes here"));
        }
        let mut elsewhere: Vec<String> = Vec::new();
        for space in group.spaces.iter().filter(|space| usize::from(space.region) != number && space.eyes > 0) {
            let points = self.analysis().points(&self.analysis().regions()[usize::from(space.region)]);
            let name = points.iter().min().map_or(String::new(), |&point| self.point(point));
            if !elsewhere.contains(&name) {
                elsewhere.push(name);
            }
        }
        Some(match (group.eyes, elsewhere.as_slice()) {
            (eyes, []) => format!("the group has {}", count(eyes.into(), "eye")),
            (2, [other]) if here == 1 => format!("the group has 2 eyes, here and at {other}"),
            (_, more) => format!("the group has more eyes, as at {}", in_a_row(&more[..more.len().min(2)], "and")),
        })
    }
}

/// Returns the eyes of each space that a group has in the region `number`.
fn eyes_in(group: &Group, number: usize) -> impl Iterator<Item = u16> {
    group.spaces.iter().filter(move |space| usize::from(space.region) == number).map(|space| space.eyes)
}

/// Returns the sentence about a group with fewer than two eyes. Its stones may be alive or dead in the game: the
/// strategy only counts.
pub(super) fn counts_as_seki(group: &Group) -> String {
    let eyes = match group.eyes {
        0 => "no eye".to_owned(),
        eyes => count(eyes.into(), "eye"),
    };
    format!("the group has {eyes}, too few for territory")
}

/// Returns the first few names of strategies with the same reason.
fn some_names(names: &[&str]) -> String {
    let shown: Vec<String> = match names.len() {
        ..=NAMED_STRATEGIES => names.iter().map(|&name| name.to_owned()).collect(),
        more => vec![names[0].to_owned(), format!("{} more", more - 1)],
    };
    in_a_row(&shown, "and")
}
