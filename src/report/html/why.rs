//! Why a strategy gives its answer, packed: asked of the strategy again, for a run keeps answers and no reasons.

use std::fmt::Write as _;

use crate::board::Cell;
use crate::report::{Board, BoardAnswer};
use crate::score::{Method, Rules};
use crate::scoring::{Analysis, Scorer, Status, Trace, Verdict, strategy};

/// For each region the eyes of its group, 9 for more, `-` where none were counted; then for each false eye that was
/// filled ` point:stone,stone`: the point and the first stones of the blocks that had no other liberty, row-major.
///
/// Empty where there is nothing to say, or where the strategy of that name does not give this answer: it may have been
/// a variant of it, or an earlier version.
pub(super) fn why(board: &Board, answer: &BoardAnswer, scorer: &mut Scorer) -> String {
    let by_area = |rules: &Rules| rules.name() == board.rules && rules.method() == Method::Area;
    let known = answer.strategies.first().and_then(|name| strategy(name));
    let Some(strategy) = known.filter(|_| !Rules::ALL.iter().any(by_area)) else { return String::new() };
    let mut verdict = Verdict::default();
    let trace = scorer.explain(strategy, &mut verdict);
    if is_answer(scorer.analysis(), &verdict, answer) { pack(scorer.analysis(), &trace) } else { String::new() }
}

fn is_answer(analysis: &Analysis, verdict: &Verdict, answer: &BoardAnswer) -> bool {
    let letters = answer.map.iter().flat_map(|row| row.bytes());
    analysis.grid().points().zip(letters).all(|(index, letter)| {
        analysis.cells()[index] != Cell::Empty
            || match verdict.status(analysis, index) {
                Status::Territory(color) => letter == color.letter().to_ascii_lowercase() as u8,
                Status::Seki => letter == b's',
                Status::FalseEye => letter == b'f',
                _ => letter == b'.',
            }
    })
}

fn pack(analysis: &Analysis, trace: &Trace) -> String {
    let Some(groups) = &trace.groups else { return String::new() };
    let mut eyes = vec![b'-'; analysis.regions().len()];
    for group in groups {
        let digit = b'0' + u8::try_from(group.eyes.min(9)).expect("one digit");
        for space in &group.spaces {
            eyes[usize::from(space.region)] = digit;
        }
    }
    let mut packed: String = eyes.into_iter().map(char::from).collect();
    let number = |index: usize| {
        let point = analysis.grid().point(index);
        usize::from(point.y) * usize::from(analysis.grid().size().width()) + usize::from(point.x)
    };
    let first = |block: u16| {
        let is_stone = |&index: &usize| analysis.cells()[index] != Cell::Empty;
        let mut stones = analysis.grid().points().filter(is_stone);
        stones.find(|&index| analysis.block(index) == usize::from(block)).map_or(0, number)
    };
    for filled in &trace.filled {
        let stones: Vec<String> = filled.in_atari.iter().map(|&block| first(block).to_string()).collect();
        let _ = write!(packed, " {}:{}", number(usize::from(filled.point)), stones.join(","));
    }
    packed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::scoring::STRATEGIES;

    #[test]
    fn a_false_eye_names_the_block_in_atari() {
        let diagram = ".O.O.O.OX\nXXOOOOOOX\nXXXXXXXXX\n....X....";
        let mut scorer = Scorer::new();
        scorer.set(&Position::from_diagram(diagram).unwrap());
        let fill = *STRATEGIES.last().expect("a strategy");
        let trace = scorer.explain(fill, &mut Verdict::default());
        // the point between the two stones at the top, of which the left one has no other liberty
        assert_eq!(pack(scorer.analysis(), &trace), "--2244 2:1");
        let control = scorer.explain(STRATEGIES[0], &mut Verdict::default());
        assert_eq!(pack(scorer.analysis(), &control), "", "it counts no eyes");
    }
}
