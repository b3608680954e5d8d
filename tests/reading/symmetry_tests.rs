//! The answer of `reading` does not depend on the colours, on the orientation of the board, or on
//! positions read earlier.

use fastrand::Rng;
use rayon::prelude::*;
use seichi::territory::Evaluator;

use crate::answer::{answer, check_symmetry, read_all};
use crate::real;
use seichi_oracle::boards;

/// The number of the first board: other tests use lower ones.
const FIRST_BOARD: u64 = 2_000_000;

fn sum(one: [u32; 2], other: [u32; 2]) -> [u32; 2] {
    [one[0] + other[0], one[1] + other[1]]
}

#[test]
fn turned_random_boards_have_the_same_answer() {
    let boards = 600;
    let one = |number: u64| {
        let rows = boards::random(FIRST_BOARD + number).rows();
        check_symmetry(&rows, Rng::with_seed(number).usize(1..16))
    };
    let [unsettled, unread] = (0..boards).into_par_iter().map(one).reduce(|| [0; 2], sum);
    println!("{boards} boards, unsettled {unsettled}, unread {unread}");
    assert!(
        unsettled > 6 && unread > 0,
        "too few boards: {unsettled} unsettled, {unread} unread"
    );
}

#[test]
#[ignore = "takes minutes"]
fn turned_real_games_have_the_same_answer() {
    let Some(games) = real::games() else { return };
    let one = |(number, rows): (usize, &Vec<String>)| check_symmetry(rows, 1 + number % 15);
    let [unsettled, unread] = games.par_iter().enumerate().map(one).reduce(|| [0; 2], sum);
    println!(
        "{} games, unsettled {unsettled}, unread {unread}",
        games.len()
    );
    assert!(games.len() > 10_000);
}

/// An evaluator keeps its transposition table and lists from board to board. They do not change
/// answers.
#[test]
fn reused_evaluator_gives_the_same_answers() {
    let rows: Vec<Vec<String>> = (0..100)
        .map(|number| boards::random(FIRST_BOARD + number).rows())
        .collect();
    let mut kept = Evaluator::new();
    let text = |evaluator: &mut Evaluator, rows: &[String]| {
        format!(
            "{:?} {:?}",
            read_all(evaluator, rows, &[]),
            answer(evaluator, rows)
        )
    };
    let forward: Vec<String> = rows.iter().map(|rows| text(&mut kept, rows)).collect();
    let unread = forward
        .iter()
        .filter(|text| text.contains("is_unread: true"))
        .count();
    assert!(
        unread > 0,
        "too few boards that use up the budget: {unread}"
    );
    for (rows, forward) in rows.iter().zip(&forward).rev() {
        assert_eq!(&text(&mut kept, rows), forward, "\n{}", rows.join("\n"));
        assert_eq!(
            &text(&mut Evaluator::new(), rows),
            forward,
            "afresh\n{}",
            rows.join("\n")
        );
    }
}
