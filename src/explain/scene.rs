//! A board in words: its blocks and points by their coordinates, and a sentence for each point.

use super::together;
use crate::board::{Color, Point};
use crate::territory::{Analysis, Region, Scoring, Status, Strategy, TerritoryMap, Trace};
use crate::text::count;

/// The blocks and regions of a position from which the dead stones have been removed.
#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) analysis: Analysis,
    /// The first stone and the number of stones of each block.
    pub(super) blocks: Vec<(usize, u32)>,
}

/// Points with the same status for the same reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The points, row by row.
    pub points: Vec<Point>,
    /// Their status and the reason for it. The text starts in lower case and has no full stop.
    pub text: String,
}

/// Returns sentences about a strategy's answer to the position of `scoring`. Each point belongs to
/// exactly one sentence.
pub fn sentences_of(scoring: &mut Scoring<'_>, strategy: &'static Strategy) -> Vec<Sentence> {
    let mut map = TerritoryMap::default();
    let trace = scoring.trace(strategy, &mut map);
    Scene::new(scoring.analysis().clone()).sentences(&trace, map.statuses())
}

impl Scene {
    /// Returns the scene of a position.
    pub(super) fn new(analysis: Analysis) -> Self {
        let mut blocks = vec![(0, 0); analysis.blocks().len()];
        for index in analysis
            .grid()
            .points()
            .filter(|&index| analysis.cells()[index].color().is_some())
        {
            let (first, stones) = &mut blocks[analysis.block(index)];
            if *stones == 0 {
                *first = index;
            }
            *stones += 1;
        }
        Self { analysis, blocks }
    }

    /// Returns sentences about a strategy's answer. Each point belongs to exactly one sentence.
    fn sentences(&self, trace: &Trace, statuses: &[Status]) -> Vec<Sentence> {
        let mut sentences = Vec::new();
        for (number, region) in self.analysis.regions().iter().enumerate() {
            let points = self.analysis.points(region).iter().map(|&point| {
                let index = usize::from(point);
                let status = match statuses[index] {
                    Status::FalseEye if trace.is_owed(index) => "neutral point",
                    status => words(status),
                };
                (point, (status, self.analysis.is_dead(index)))
            });
            for ((status, is_dead), points) in together(points) {
                let (mark, why) = match region.owner {
                    Some(_) => (": ", self.reason(trace, statuses, number, &points)),
                    None => (", ", self.next_to(&points, region)),
                };
                let start = if is_dead { "dead stone on " } else { "" };
                let mark = if why.is_empty() { "" } else { mark };
                let text = format!("{start}{status}{mark}{why}");
                sentences.push(self.sentence(&points, text));
            }
        }
        let eyes = trace.eyes_of_blocks(&self.analysis);
        for (block, stones) in self.stones(self.analysis.grid().points()) {
            let block = usize::from(block);
            let color = self.analysis.blocks()[block].color;
            let text = match eyes.as_ref().map(|eyes| eyes[block]) {
                None => format!("{color}'s living stones"),
                Some(eyes) => {
                    let life = if eyes < 2 {
                        "stones in seki"
                    } else {
                        "living stones"
                    };
                    format!("{color}'s {life}: their group has {}", eyes_text(eyes))
                }
            };
            sentences.push(self.sentence(&stones, text));
        }
        sentences
    }

    /// Returns the stones of both colours next to points of a region, or an empty text if the
    /// region is the whole board.
    fn next_to(&self, points: &[u16], region: &Region) -> String {
        let blocks = self.blocks_next_to(points, self.analysis.blocks_around(region));
        if blocks.is_empty() {
            String::new()
        } else {
            format!("next to {}", self.both_colors(&blocks, points))
        }
    }

    fn sentence(&self, points: &[u16], text: String) -> Sentence {
        let grid = self.analysis.grid();
        Sentence {
            points: points
                .iter()
                .map(|&point| grid.point(point.into()))
                .collect(),
            text,
        }
    }

    /// Lists blocks of both colours, such as
    /// `Black's stones at D4 (3) and White's stones at E4 (2)`.
    pub(super) fn both_colors(&self, blocks: &[u16], points: &[u16]) -> String {
        let mut texts = Vec::new();
        for color in Color::BOTH {
            let mut own = blocks.to_vec();
            own.retain(|&block| self.analysis.blocks()[usize::from(block)].color == color);
            if !own.is_empty() {
                let list = self.block_list(&own, points);
                texts.push(format!("{color}'s stones at {list}"));
            }
        }
        texts.join(" and ")
    }

    /// Returns the coordinates of a point.
    pub(crate) fn point(&self, index: impl Into<usize>) -> String {
        let grid = self.analysis.grid();
        grid.point(index.into()).name(grid.size())
    }
}

/// Returns a status in words.
const fn words(status: Status) -> &'static str {
    match status {
        Status::BlackTerritory => "Black's territory",
        Status::WhiteTerritory => "White's territory",
        Status::Seki => "eye in seki, which counts for neither player",
        Status::FalseEye => "false eye, which counts for neither player",
        _ => "neutral point",
    }
}

/// Returns a number of eyes in words.
pub(super) fn eyes_text(eyes: u16) -> String {
    if eyes == 0 {
        "no eyes".to_owned()
    } else {
        count(eyes.into(), "eye")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::territory::{Evaluator, strategy};

    #[test]
    fn sentences_name_the_status_of_every_point_and_its_reason() {
        let board = ".XO.O.OOO.\n.XOOOOOXXO\nXXXXXXXXO.\n.......XOO\n.......X..\n.......XXX\n";
        let position = Position::from_diagram(board).expect("a board");
        let mut evaluator = Evaluator::new();
        let sentences = sentences_of(
            &mut evaluator.on(&position, &[Point::new(0, 5)]),
            strategy("linked").expect("the strategy is listed"),
        );
        for (x, y, text) in [
            (
                0,
                0,
                "Black's territory: the group has 3 eyes: 1 at A6 and 2 at A3",
            ),
            (
                0,
                5,
                "dead stone on Black's territory: the group has 3 eyes: 1 at A6 and 2 at A3",
            ),
            (
                9,
                2,
                "false eye, which counts for neither player: once the dame are filled, \
                 the stones at J4 (3) have no other liberty, so White has to fill K4",
            ),
            (
                8,
                4,
                "neutral point, next to Black's stones at H2 (17) and White's stones at J3 (3)",
            ),
            (2, 0, "White's living stones: their group has 2 eyes"),
            (9, 1, "White's stones in seki: their group has no eyes"),
        ] {
            let of_point: Vec<&str> = sentences
                .iter()
                .filter(|sentence| sentence.points.contains(&Point::new(x, y)))
                .map(|sentence| sentence.text.as_str())
                .collect();
            assert_eq!(of_point, [text]);
        }
    }

    #[test]
    fn point_of_protective_move_is_no_false_eye() {
        let board = "XO.O.OOOO\nXOOOOOXXO\nXXXXXXXO.\n......XO.\nXXXXXXXOO\n......XX.\n";
        let position = Position::from_diagram(board).expect("a board");
        let mut evaluator = Evaluator::new();
        let sentences = sentences_of(
            &mut evaluator.on(&position, &[]),
            strategy("teire").expect("the strategy is listed"),
        );
        let mut of_point = sentences.iter();
        let of_point = of_point.find(|sentence| sentence.points == [Point::new(8, 2)]);
        assert_eq!(
            of_point.expect("every point has a sentence").text,
            "neutral point: White owes a move at J4"
        );
    }
}
