//! The reasons for the answers of strategies, packed. A run keeps no reasons, so the strategies are run again.
//!
//! Most strategies share most reasons, so each reason is written once, and a strategy has the indices of its reasons:
//!
//! ```text
//! g2=3:1,5:1   a group with two eyes, and the eyes of each of its spaces: one in region 3, one in region 5. Left out
//!              if the group is one whole region, which the region's own numbers describe
//! n4           region 4 is in no group
//! f17:3,20     the false eye at point 17 was filled, since the blocks at points 3 and 20 had no other liberty
//! j3,20        the blocks at points 3 and 20 count as one, joined by dame
//! r4=TEXT      region 4 was searched, and the text is the result; u instead of r: the search did not finish
//! ```
//!
//! Points are row-major numbers; a block is named by its first point.

use std::fmt::Display;

use serde::Serialize;

use super::changes::own_name;
use crate::board::Cell;
use crate::report::readings::read_text;
use crate::report::{BoardAnswer, SavedBoard};
use crate::rules::{Method, Rules};
use crate::territory::{Analysis, Evaluator, Group, Status, Trace, Verdict, strategy};

/// The reasons of a game: the distinct reasons, and the distinct lists of indices into them.
#[derive(Debug, Default, Serialize)]
pub(super) struct Reasons(Vec<String>, Vec<Vec<usize>>);

impl Reasons {
    /// Returns, for each strategy of an answer, the index of its list of reasons, or -1 if it has none. It has none if
    /// it counts no eyes, under area rules, or if the strategy of that name gives another answer: the run may have used
    /// a variant or an earlier version.
    pub(super) fn of(&mut self, board: &SavedBoard, answer: &BoardAnswer, evaluator: &mut Evaluator) -> Vec<i32> {
        let by_area = |rules: &Rules| rules.name() == board.rules && rules.method() == Method::Area;
        let is_area = Rules::ALL.iter().any(by_area);
        let mut verdict = Verdict::default();
        let number = |name: &String| {
            let Some(strategy) = strategy(own_name(name)).filter(|_| !is_area) else { return -1 };
            let trace = evaluator.explain(strategy, &mut verdict);
            if !is_answer(evaluator.analysis(), &verdict, answer) {
                return -1;
            }
            pack_reasons(evaluator.analysis(), &trace).map_or(-1, |reasons| self.number(reasons))
        };
        answer.strategies.iter().map(number).collect()
    }

    fn number(&mut self, reasons: Vec<String>) -> i32 {
        let numbers = reasons.into_iter().map(|reason| intern(&mut self.0, reason)).collect();
        i32::try_from(intern(&mut self.1, numbers)).unwrap_or(-1)
    }
}

/// Returns the index of a value in a list, and adds the value if it is missing.
fn intern<T: PartialEq>(list: &mut Vec<T>, value: T) -> usize {
    list.iter().position(|other| *other == value).unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    })
}

fn is_answer(analysis: &Analysis, verdict: &Verdict, answer: &BoardAnswer) -> bool {
    let letters = answer.map.iter().flat_map(|row| row.bytes());
    analysis.grid().points().zip(letters).all(|(index, letter)| {
        analysis.cells()[index] != Cell::Empty
            || match verdict.status(analysis, index) {
                Status::BlackTerritory => letter == b'b',
                Status::WhiteTerritory => letter == b'w',
                Status::Seki => letter == b's',
                Status::FalseEye => letter == b'f',
                _ => letter == b'.',
            }
    })
}

/// Returns the reasons of a strategy, or `None` if it counts no eyes.
fn pack_reasons(analysis: &Analysis, trace: &Trace) -> Option<Vec<String>> {
    let groups = trace.groups.as_ref()?;
    let mut reasons = Vec::new();
    let number = |index: usize| analysis.grid().size().index_of(analysis.grid().point(index));
    let mut firsts = vec![None; analysis.blocks().len()];
    for index in analysis.grid().points().filter(|&index| analysis.cells()[index] != Cell::Empty) {
        firsts[analysis.block(index)].get_or_insert(number(index));
    }
    let blocks = |blocks: &[u16]| list(blocks.iter().filter_map(|&block| firsts[usize::from(block)]));
    for filled in &trace.filled_eyes {
        reasons.push(format!("f{}:{}", number(usize::from(filled.point)), blocks(&filled.in_atari)));
    }
    for group in groups.iter().filter(|group| !is_plain(analysis, trace, group)) {
        let spaces = group.spaces.iter().map(|space| format!("{}:{}", space.region, space.eyes));
        reasons.push(format!("g{}={}", group.eyes, list(spaces)));
    }
    for (region, ..) in analysis.controlled() {
        let is_in = |group: &Group| group.spaces.iter().any(|space| usize::from(space.region) == region);
        if !groups.iter().any(is_in) {
            reasons.push(format!("n{region}"));
        }
    }
    for (region, own, _) in analysis.controlled() {
        if let Some(result) = trace.local_result_of(analysis, own) {
            let sign = if result.is_unread { 'u' } else { 'r' };
            reasons.push(format!("{sign}{region}={}", read_text(analysis.grid(), result)));
        }
    }
    reasons.extend(trace.joined.iter().map(|set| format!("j{}", blocks(set))));
    Some(reasons)
}

/// Returns whether a group is one whole region, whose own numbers give its eyes.
fn is_plain(analysis: &Analysis, trace: &Trace, group: &Group) -> bool {
    let [space] = group.spaces.as_slice() else { return false };
    let region = &analysis.regions()[usize::from(space.region)];
    let is_filled = trace.filled_eyes.iter().any(|filled| filled.region == space.region);
    !is_filled && group.eyes == region.boundary.most_eyes()
}

fn list(items: impl Iterator<Item = impl Display>) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::territory::STRATEGIES;

    #[test]
    fn a_false_eye_names_the_block_in_atari() {
        let diagram = ".O.O.O.OX\nXXOOOOOOX\nXXXXXXXXX\n....X....";
        let mut evaluator = Evaluator::new();
        evaluator.set(&Position::from_diagram(diagram).unwrap(), &[]);
        let fill = *STRATEGIES.iter().rfind(|strategy| strategy.is_fill()).expect("a fill");
        let trace = evaluator.explain(fill, &mut Verdict::default());
        // the point between the first two white stones at the top, the left of which has no other liberty
        let reasons = pack_reasons(evaluator.analysis(), &trace).expect("it counts eyes");
        assert_eq!(reasons[0], "f2:1");
        assert!(reasons.iter().any(|reason| reason.starts_with("g2=")), "{reasons:?}");
        let control = evaluator.explain(STRATEGIES[0], &mut Verdict::default());
        assert_eq!(pack_reasons(evaluator.analysis(), &control), None, "it counts no eyes");
    }

    #[test]
    fn what_several_say_is_written_once() {
        let mut reasons = Reasons::default();
        let list = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        let numbers = [&["f2:1", "n0"][..], &["n0"], &["f2:1", "n0"]].map(|words| reasons.number(list(words)));
        assert_eq!(numbers, [0, 1, 0]);
        assert_eq!(serde_json::to_string(&reasons).unwrap(), r#"[["f2:1","n0"],[[0,1],[1]]]"#);
    }
}
