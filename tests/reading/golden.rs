//! Boards that a player can judge, in `tests/reading/boards`.
//!
//! A file has the board (`x` and `o` alive, `b` and `w` stones that are marked dead and taken off
//! first), the answer of `reading`, and after a line of dashes a player's judgement of the answer.
//! After an intended change, update the answers with `RENEW_GOLDEN=1 cargo test --test reading
//! golden`, and review the diff.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use seichi::board::Point;
use seichi::territory::{Evaluator, LocalResult};

use crate::answer::read_all;
use crate::fast;

const DASHES: &str = "----\n";

#[test]
fn boards_have_the_answers_in_their_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reading/boards");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the boards")
        .map(|entry| entry.expect("a file").path())
        .collect();
    paths.sort();
    assert!(paths.len() >= 18, "boards are missing");
    for path in paths {
        let kept = fs::read_to_string(&path).expect("a board");
        let diagram: Vec<&str> = kept.lines().take_while(|line| !line.is_empty()).collect();
        let judged = kept.split_once(DASHES).map_or("", |(_, judged)| judged);
        let now = format!(
            "{}\n\n{}{DASHES}{judged}",
            diagram.join("\n"),
            text(&diagram)
        );
        if std::env::var_os("RENEW_GOLDEN").is_some() {
            fs::write(&path, &now).expect("a file");
        }
        let kept = fs::read_to_string(&path).expect("a board");
        assert!(
            now == kept,
            "{} differs from the current answer:\n{now}",
            path.display()
        );
    }
}

/// Returns the points of a diagram that have one of `letters`.
pub(crate) fn marked(rows: &[&str], letters: &[char]) -> Vec<Point> {
    let rows = (0..).zip(rows);
    let points = rows.flat_map(|(y, row)| {
        (0..)
            .zip(row.chars())
            .map(move |(x, letter)| (letter, Point::new(x, y)))
    });
    points
        .filter(|(letter, _)| letters.contains(letter))
        .map(|(_, point)| point)
        .collect()
}

fn text(diagram: &[&str]) -> String {
    let rows: Vec<String> = diagram
        .iter()
        .map(|row| row.replace(['b', 'w'], "."))
        .collect();
    let dead = marked(diagram, &['b', 'w']);
    let (answer, results) = read_all(&mut Evaluator::new(), &rows, &dead);
    let mut text = String::new();
    let mut line = |words: String| writeln!(text, "{}", words.trim_end()).expect("a string");
    let margins = answer.margins.map(|margin| match margin {
        1.. => format!("B+{margin}"),
        0 => "0".to_owned(),
        _ => format!("W+{}", -margin),
    });
    if answer.maps[0] == answer.maps[1] {
        line(format!("settled, territory: {}", margins[0]));
        answer.map.iter().for_each(|row| line(row.clone()));
    } else {
        let width = rows[0].len().max(11);
        line(format!(
            "unsettled, territory: {} if Black is first, {} if White is",
            margins[0], margins[1]
        ));
        line(format!("{:width$}   White first", "Black first"));
        answer.maps[0]
            .iter()
            .zip(&answer.maps[1])
            .for_each(|(black, white)| line(format!("{black:width$}   {white}")));
    }
    if results.is_empty() {
        line("nothing to play".to_owned());
    }
    for result in &results {
        let point = |cell: u16| name(&rows, cell);
        lines(result, &point).into_iter().for_each(&mut line);
    }
    text
}

fn lines(result: &LocalResult, point: &dyn Fn(u16) -> String) -> Vec<String> {
    if result.is_unread {
        let why = if result.is_cyclic {
            "play repeats"
        } else {
            "no end within the budget"
        };
        return vec![why.to_owned()];
    }
    let played = |line: &Vec<seichi::territory::Step>| {
        let moves = line
            .iter()
            .map(|(color, step)| format!("{color:?} {}", step.map_or("pass".to_owned(), point)));
        moves.collect::<Vec<_>>().join(", ")
    };
    let mut lines: Vec<String> = result.variations.iter().map(played).collect();
    for (what, cells) in [
        (
            "captured with either player first, so alive by agreement",
            &result.agreed,
        ),
        ("open", &result.unsettled),
    ] {
        let mut points: Vec<String> = cells.iter().map(|&cell| point(cell)).collect();
        points.sort();
        if !points.is_empty() {
            lines.push(format!("{what}: {}", points.join(" ")));
        }
    }
    lines
}

fn name(rows: &[String], cell: u16) -> String {
    let point = fast::position(rows).grid().point(usize::from(cell));
    let column = b"ABCDEFGHJKLMNOPQRSTUVWXYZ"[usize::from(point.x)];
    format!(
        "{}{}",
        char::from(column),
        rows.len() - usize::from(point.y)
    )
}
