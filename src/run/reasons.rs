//! The reasons for the answers of strategies, as `boards.ndjson` writes them:
//!
//! ```text
//! g2=3:1,5:1   a group with two eyes, and the eyes of each of its spaces: one in region 3, one in region 5. Left out
//!              if the group is one whole region, which the region's own numbers describe
//! n4           region 4 is in no group
//! f17:3,20     the false eye at point 17 was filled, since the blocks at points 3 and 20 had no other liberty
//! j3,20        the blocks at points 3 and 20 count as one, joined by dame
//! p17:20       once the dame are filled, the owner has to play at point 17: else the stones at point 20 are captured
//! r4=TEXT      region 4 was searched, and the text is the result; u instead of r: the search did not finish
//! ```
//!
//! Points are row-major numbers; a block is named by its first point. Regions are numbered from 0, in the order of their
//! first points.

use std::fmt::Display;

use serde::{Deserialize, Serialize};

use super::readings::read_text;
use crate::board::Cell;
use crate::pipeline::{Evaluated, Traces};
use crate::territory::{Analysis, Group, Trace};

/// The reasons that several strategies have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StrategyReasons {
    /// The names of the strategies.
    pub strategies: Vec<String>,
    /// The reasons: see `docs/files.md`.
    pub reasons: Vec<String>,
}

/// Returns the reasons of every strategy that counts eyes and whose trace was kept.
pub(super) fn reasons(game: &Evaluated, names: &[String]) -> Vec<StrategyReasons> {
    let mut all: Vec<StrategyReasons> = Vec::new();
    let Some(Traces { analysis, traces }) = game.traces.as_deref() else { return all };
    for (name, trace) in names.iter().zip(traces) {
        let Some(reasons) = pack_reasons(analysis, trace) else { continue };
        match all.iter_mut().find(|other| other.reasons == reasons) {
            Some(same) => same.strategies.push(name.clone()),
            None => all.push(StrategyReasons { strategies: vec![name.clone()], reasons }),
        }
    }
    all
}

/// Returns the reasons of a strategy, or `None` if it does not count eyes.
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
    for owed in &trace.protective_moves {
        let [point, stone] = [owed.point, owed.stone].map(|point| number(usize::from(point)));
        reasons.push(format!("p{point}:{stone}"));
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
            reasons.push(format!("{sign}{region}={}", read_text(analysis.grid(), result, false)));
        }
    }
    reasons.extend(trace.joined.iter().map(|set| format!("j{}", blocks(set))));
    Some(reasons)
}

/// Returns whether a group is one whole region: the region's own numbers then give its eyes.
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
    use crate::territory::{Evaluator, STRATEGIES, Verdict, strategy};

    #[test]
    fn false_eye_reason_names_the_block_in_atari() {
        let diagram = ".O.O.O.OX\nXXOOOOOOX\nXXXXXXXXX\n....X....";
        let mut evaluator = Evaluator::new();
        evaluator.set(&Position::from_diagram(diagram).unwrap(), &[]);
        let fill = *STRATEGIES.iter().rfind(|strategy| strategy.is_fill()).expect("a fill");
        let trace = evaluator.explain(fill, &mut Verdict::default());
        // the point between the first two white stones at the top: the left stone has no other liberty
        let reasons = pack_reasons(evaluator.analysis(), &trace).expect("it counts eyes");
        assert_eq!(reasons[0], "f2:1");
        assert!(reasons.iter().any(|reason| reason.starts_with("g2=")), "{reasons:?}");
        let control = evaluator.explain(STRATEGIES[0], &mut Verdict::default());
        assert_eq!(pack_reasons(evaluator.analysis(), &control), None, "it counts no eyes");
    }

    #[test]
    fn protective_move_reason_names_the_protected_stones() {
        // once the dame are filled, White can cut four stones off
        let board = "........ox.x.\noooooooooxxxx\noooo.oooox.x.\noxxxxooxoxxxx\noox..xxxox.x.\n.oox..x.xxxxx";
        let mut evaluator = Evaluator::new();
        evaluator.set(&Position::from_diagram(board).unwrap(), &[]);
        let teire = strategy("teire").expect("a listed strategy");
        let trace = evaluator.trace(teire, &mut Verdict::default());
        let reasons = pack_reasons(evaluator.analysis(), &trace).expect("it counts eyes");
        let owed: Vec<&String> = reasons.iter().filter(|reason| reason.starts_with('p')).collect();
        assert_eq!(owed.len(), trace.protective_moves.len());
        assert!(!owed.is_empty(), "{reasons:?}");
    }
}
