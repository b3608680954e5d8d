//! Compares the library with a slow and plain implementation of the strategies on random boards of
//! all shapes.

#[path = "common/compare.rs"]
mod compare;
#[path = "common/fast.rs"]
mod fast;

use seichi_oracle::{boards, playout, slow};
use std::collections::BTreeSet;

use compare::{compare, compared};
use fastrand::Rng;
use rayon::prelude::*;
use seichi::territory::Evaluator;
use slow::Answer;

/// The number of strategies that are compared.
const COUNT: usize = slow::NAMES.len();

/// Counts of features of the boards. A test whose boards are all trivial fails.
#[derive(Debug, Default)]
struct Counts {
    /// By strategy, the number of boards with a filled false eye, and with a region in seki.
    false_eyes: [u32; COUNT],
    seki: [u32; COUNT],
    /// Boards with a dame region of more than one point.
    wide_dame: u32,
    /// Boards on which two strategies give different maps.
    differ: [[u32; COUNT]; COUNT],
    /// Boards on which not all fills give the same map.
    disputed: u32,
}

impl Counts {
    fn add(&mut self, answers: &[Answer]) {
        for (number, answer) in answers.iter().enumerate() {
            self.false_eyes[number] += u32::from(answer.false_eyes > 0);
            self.seki[number] += u32::from(answer.seki > 0);
            for (other, count) in self.differ[number].iter_mut().enumerate() {
                *count += u32::from(answer.rows != answers[other].rows);
            }
        }
        self.wide_dame += u32::from(answers[0].dame.iter().any(|&points| points > 1));
        let mut maps = compared()
            .zip(answers)
            .filter(|(strategy, _)| strategy.is_fill());
        let first = maps.next();
        self.disputed += u32::from(
            maps.any(|(_, answer)| first.is_some_and(|(_, first)| first.rows != answer.rows)),
        );
    }

    fn plus(mut self, other: &Self) -> Self {
        let sum = |into: &mut [u32], from: &[u32]| {
            into.iter_mut()
                .zip(from)
                .for_each(|(into, from)| *into += from);
        };
        sum(&mut self.false_eyes, &other.false_eyes);
        sum(&mut self.seki, &other.seki);
        self.differ
            .iter_mut()
            .zip(&other.differ)
            .for_each(|(into, from)| sum(into, from));
        self.wide_dame += other.wide_dame;
        self.disputed += other.disputed;
        self
    }

    fn report(&self) {
        println!(
            "a dame region of several points on {}, disputed {}",
            self.wide_dame, self.disputed
        );
        println!(
            "{:24}{:>10}{:>8}  differs from each",
            "boards with", "false eye", "seki"
        );
        for (number, strategy) in compared().enumerate() {
            print!(
                "{:24}{:10}{:8}",
                strategy.name, self.false_eyes[number], self.seki[number]
            );
            self.differ[number]
                .iter()
                .for_each(|count| print!("{count:7}"));
            println!();
        }
    }

    /// Checks that enough boards have each feature, given `thousands` thousand boards in total.
    fn assert_are_not_trivial(&self, thousands: u32) {
        assert!(
            self.wide_dame > 200 * thousands && self.disputed > 50 * thousands,
            "{self:?}"
        );
        for (number, strategy) in compared().enumerate() {
            let (name, false_eyes, seki) =
                (strategy.name, self.false_eyes[number], self.seki[number]);
            let fills = !matches!(name, "flood" | "strict" | "unfilled");
            assert!(
                if fills {
                    false_eyes > 40 * thousands
                } else {
                    false_eyes == 0
                },
                "{name}: {false_eyes} false eyes"
            );
            assert!(
                if name == "flood" {
                    seki == 0
                } else {
                    seki > 80 * thousands
                },
                "{name}: {seki} in seki"
            );
            let mut others = (0..COUNT).filter(|&other| other != number);
            assert!(
                others.all(|other| self.differ[number][other] > 8 * thousands),
                "{name} differs from others: {self:?}"
            );
        }
    }
}

/// Empty points where dead stones may have stood: none on half of the boards, few or many on the
/// others.
fn dead(board: &playout::Board, number: u64) -> BTreeSet<(usize, usize)> {
    let mut rng = Rng::with_seed(number);
    let often = rng.f64() * f64::from(rng.u8(..2));
    board
        .all('.')
        .into_iter()
        .filter(|_| rng.f64() < often)
        .collect()
}

#[test]
fn library_equals_slow_implementation_on_random_boards() {
    check_random_boards(15);
}

#[test]
#[ignore = "takes five minutes"]
fn library_equals_slow_implementation_on_many_random_boards() {
    check_random_boards(100);
}

/// Compares the first `thousands` thousand random boards.
fn check_random_boards(thousands: u32) {
    let boards = 1_000 * u64::from(thousands);
    // one evaluator scores all boards, so its buffers must not change the next answer
    let start = || (Evaluator::new(), Counts::default());
    let counts = (0..boards)
        .into_par_iter()
        .fold(start, |(mut evaluator, mut counts), number| {
            let board = boards::random(number);
            counts.add(&compare(
                &mut evaluator,
                &board.rows(),
                &dead(&board, number),
            ));
            (evaluator, counts)
        });
    let counts = counts
        .map(|(_, counts)| counts)
        .reduce(Counts::default, |one, other| one.plus(&other));
    counts.report();
    counts.assert_are_not_trivial(thousands);
}

/// All boards of eight sizes up to 3x3. The oddest cases occur when most points are at an edge.
#[test]
fn library_equals_slow_implementation_on_all_small_boards() {
    for (width, height) in [
        (1, 1),
        (2, 1),
        (1, 4),
        (8, 1),
        (2, 2),
        (3, 2),
        (2, 4),
        (3, 3),
    ] {
        (0..3_usize.pow(width * height))
            .into_par_iter()
            .for_each_init(Evaluator::new, |evaluator, number| {
                let letter = |x, y| ['.', 'x', 'o'][number / 3_usize.pow(y * width + x) % 3];
                let rows: Vec<String> = (0..height)
                    .map(|y| (0..width).map(|x| letter(x, y)).collect())
                    .collect();
                compare(evaluator, &rows, &BTreeSet::new());
            });
    }
}

/// The boards of the article. The slow implementation has to get them right before it can judge the
/// library.
#[test]
fn slow_implementation_is_right_on_known_boards() {
    let corner = "..xo... .xxo... xxoo... oooo... ....... ....... .......";
    let two_points = "xxxx.o. x..xoo. xxxxooo ooooo.. ....... ....... .......";
    let nakade = "...xo.. xxxxo.. ooooo.. ....... ....... ....... .......";
    let gap =
        ".o.o.o.ox xoooooo.x xxxxxxoox .....xxxx ......... ......... ......... ......... .........";
    let must_not_hang = "..x. xx.x .xo. .xx.";
    for strategy in compared() {
        let count = |diagram: &str, letter| {
            let rows: Vec<String> = diagram.split(' ').map(String::from).collect();
            let answer = slow::score(strategy.name, &rows, &mut slow::first);
            answer
                .rows
                .concat()
                .chars()
                .filter(|&point| point == letter)
                .count()
        };
        let name = strategy.name;
        let (one_eye, white) = match name {
            "flood" => (2, 3),
            "strict" => (0, 0),
            "unfilled" | "fixed-white" | "checkered-white" | "grey" | "majority" | "linked"
            | "independent" => (0, 3),
            "fixed-black" | "alternating" | "alternating-transposed" | "checkered" => (0, 2),
            // for other strategies, the right answers are unknown
            _ => continue,
        };
        assert_eq!(
            (
                count(corner, 'b'),
                count(nakade, 'b'),
                count(must_not_hang, 'w')
            ),
            (3, 3, 0),
            "{name}"
        );
        assert_eq!(
            (count(two_points, 'b'), count(gap, 'w')),
            (one_eye, white),
            "{name}"
        );
    }
}
