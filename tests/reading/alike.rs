//! The strategy does not care which colour is which, how the board lies, or what was read before.

use fastrand::Rng;
use rayon::prelude::*;
use seichi::scoring::Scorer;

use crate::said::{Said, read_all, said};
use crate::symmetry::{swapped, turned};
use crate::{boards, real};

/// The boards of these tests begin where those of others end.
const FIRST_BOARD: u64 = 2_000_000;

/// What is to be said of the board after a symmetry, and after an exchange of the colours.
fn moved(said: &Said, symmetry: usize, swap: bool) -> Said {
    let turn = |rows: &Vec<String>| if swap { swapped(&turned(rows, symmetry)) } else { turned(rows, symmetry) };
    let mut moved = Said { map: turn(&said.map), maps: said.maps.each_ref().map(turn), ..said.clone() };
    if swap {
        moved.maps.swap(0, 1);
        moved.margin = -said.margin;
        moved.margins = [-said.margins[1], -said.margins[0]];
    }
    moved
}

/// Asks about one of the fifteen other boards. Returns whether anything was unsettled, and whether anything was unread.
fn check(rows: &[String], number: usize) -> [u32; 2] {
    let (symmetry, swap) = (number % 8, number >= 8);
    let first = said(&mut Scorer::new(), rows);
    let board = turned(rows, symmetry);
    let board = if swap { swapped(&board) } else { board };
    let other = said(&mut Scorer::new(), &board);
    assert_eq!(other, moved(&first, symmetry, swap), "symmetry {symmetry}, swapped: {swap}\n{}", rows.join("\n"));
    [u32::from(first.maps[0] != first.maps[1]), u32::from(first.is_unread)]
}

fn sum(one: [u32; 2], other: [u32; 2]) -> [u32; 2] {
    [one[0] + other[0], one[1] + other[1]]
}

/// `SYMMETRY_BOARDS=100000` asks about more.
#[test]
fn colours_and_sides_are_treated_alike() {
    let number = std::env::var("SYMMETRY_BOARDS").map_or(2_000, |text| text.parse().expect("a number"));
    let one = |number: u64| {
        let rows = boards::random(FIRST_BOARD + number).rows();
        check(&rows, Rng::with_seed(number).usize(1..16))
    };
    let [unsettled, unread] = (0..number).into_par_iter().map(one).reduce(|| [0; 2], sum);
    println!("{number} boards, unsettled {unsettled}, unread {unread}");
    assert!(unsettled > 20 && unread > 0, "boards that are unsettled: {unsettled}, unread: {unread}");
}

#[test]
fn colours_and_sides_are_treated_alike_in_real_games() {
    let Some(games) = real::games() else { return };
    let one = |(number, rows): (usize, &Vec<String>)| check(rows, 1 + number % 15);
    let [unsettled, unread] = games.par_iter().enumerate().map(one).reduce(|| [0; 2], sum);
    println!("{} games, unsettled {unsettled}, unread {unread}", games.len());
    assert!(games.len() > 10_000);
}

/// A scorer keeps memory from board to board: a table of moments, and lists. None of it may show.
#[test]
fn what_was_read_before_does_not_matter() {
    let rows: Vec<Vec<String>> = (0..300).map(|number| boards::random(FIRST_BOARD + number).rows()).collect();
    let mut kept = Scorer::new();
    let text =
        |scorer: &mut Scorer, rows: &[String]| format!("{:?} {:?}", read_all(scorer, rows, &[]), said(scorer, rows));
    let forward: Vec<String> = rows.iter().map(|rows| text(&mut kept, rows)).collect();
    let unread = forward.iter().filter(|text| text.contains("is_unread: true")).count();
    assert!(unread > 3, "boards on which the budget is used up: {unread}");
    for (rows, forward) in rows.iter().zip(&forward).rev() {
        assert_eq!(&text(&mut kept, rows), forward, "\n{}", rows.join("\n"));
        assert_eq!(&text(&mut Scorer::new(), rows), forward, "afresh\n{}", rows.join("\n"));
    }
}
