//! `seichi explain`: one game, for a person.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};

use super::args::ExplainArgs;
use super::exit::Failure;
use crate::board::{Cell, Color};
use crate::report::{Style, result_text};
use crate::run::{Answer, Evaluated, GameOutcome, Maps, Options, Worker};
use crate::scoring::Status;
use crate::skip::Skip;
use crate::source::{Entry, Format, Labels, Limits, WalkOptions, walk};

pub(super) fn run(options: &ExplainArgs) -> Result<(), Failure> {
    let (path, number) = split(&options.game);
    let (path, member) = split_member(path);
    let found = walk(&[path], &WalkOptions::default()).context("failed to find the game")?;
    let [entry] = found.entries.as_slice() else {
        return Err(Failure::Error(anyhow::anyhow!("{}: name one game, as PATH#N", options.game)));
    };
    let labels = Labels::read(&found, &options.labels).map_err(anyhow::Error::new)?;
    let plan = Options {
        strategies: options.scoring.strategies(),
        dead: options.scoring.dead,
        encoding: options.encoding,
        rules: options.rules.0,
        needs_label: false,
        maps: Maps::All,
        ..Options::default()
    };
    let outcome = game(entry, member.as_deref(), number, &labels, &plan, &options.game)?;
    let game = match &outcome.result {
        Ok(game) => game,
        Err(skip) => return Err(Failure::Error(anyhow::anyhow!("failed to evaluate {}: {skip}", outcome.name))),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    show(&mut out, &outcome, game, &plan, options.color.style()).and_then(|()| out.flush()).map_err(Failure::output)
}

/// A path and a number; a file may have a `#` in its name.
fn split(game: &str) -> (PathBuf, usize) {
    match game.rsplit_once('#').and_then(|(path, number)| Some((path, number.parse().ok()?))) {
        Some((path, number)) => (PathBuf::from(path), number),
        None => (PathBuf::from(game), 1),
    }
}

/// The archive and the member in it, where a path has `!/` and is no file's.
fn split_member(path: PathBuf) -> (PathBuf, Option<String>) {
    if path.exists() {
        return (path, None);
    }
    match path.to_str().and_then(|text| text.split_once("!/")) {
        Some((archive, member)) => (PathBuf::from(archive), Some(member.to_owned())),
        None => (path, None),
    }
}

/// The bytes of one member; what is stored before it has to be read.
fn find_member(entry: &Entry, format: Format, wanted: &str, plan: &Options) -> anyhow::Result<Result<Vec<u8>, Skip>> {
    let mut found = None;
    format
        .read(&entry.path, Limits::new(plan.max_bytes), &mut |member| {
            if member.name == wanted {
                found = Some(member.bytes);
            }
            found.is_none()
        })
        .map_err(|skip| anyhow::anyhow!("{}: {skip}", entry.path.display()))?;
    found.with_context(|| format!("{} has no member {wanted}", entry.path.display()))
}

fn game(
    entry: &Entry,
    member: Option<&str>,
    number: usize,
    labels: &Labels,
    plan: &Options,
    wanted: &str,
) -> anyhow::Result<GameOutcome> {
    let mut outcomes = match (member, entry.archive) {
        (Some(member), Some(format)) => {
            let bytes = find_member(entry, format, member, plan)?;
            Worker::default().bytes(&entry.member(member), bytes.as_deref().map_err(Skip::clone), labels, plan)
        }
        (None, Some(_)) => bail!("{wanted}: name a game of the archive, as PATH!/MEMBER#N"),
        _ => Worker::default().file(entry, labels, plan),
    };
    match outcomes.len() {
        // a file without a game says so
        1 if outcomes[0].result.is_err() => Ok(outcomes.remove(0)),
        games if (1..=games).contains(&number) => Ok(outcomes.remove(number - 1)),
        games => bail!("{wanted}: the file has {games} games"),
    }
}

fn show(out: &mut impl Write, outcome: &GameOutcome, game: &Evaluated, plan: &Options, style: Style) -> io::Result<()> {
    let count = &game.count;
    let guessed = if outcome.facts.rules_guessed.is_some() { " (guessed)" } else { "" };
    writeln!(out, "{}", style.bold(&outcome.name))?;
    writeln!(
        out,
        "{} board, {} rules{guessed}, komi {}, handicap {}, {} moves",
        game.size,
        count.rules.name(),
        count.komi,
        count.handicap,
        game.moves
    )?;
    writeln!(
        out,
        "prisoners: Black {}, White {}; dead stones {} ({})",
        count.prisoners[0],
        count.prisoners[1],
        game.dead.len(),
        game.dead_from
    )?;
    if let Some(label) = game.label {
        writeln!(
            out,
            "label: {} by {} ({}, {})",
            result_text(label),
            outcome.facts.origin,
            game.label_from,
            game.check.name()
        )?;
    }
    if !game.flags.is_empty() {
        writeln!(out, "flags: {}", game.flags.join(", "))?;
    }
    board(out, game)?;
    writeln!(out, "\n{}", style.bold("strategy                 margin   delta  seki  false eyes  dame  about"))?;
    for (strategy, answer) in plan.strategies.iter().zip(&game.answers) {
        let delta = answer.comparison.map_or(String::from("–"), |comparison| comparison.delta.to_string());
        let category = answer.category.map_or("", crate::run::Category::name);
        let line = format!(
            "{:<24} {:>6} {delta:>7} {:>5} {:>11} {:>5}  {category}",
            strategy.name(),
            result_text(answer.margin),
            answer.counts.seki,
            answer.counts.false_eyes,
            answer.counts.dame,
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    points(out, game, plan)
}

/// The board with dead stones, the label's territory where there is one, or else the first strategy's, and the points
/// that are not the same for all.
fn board(out: &mut impl Write, game: &Evaluated) -> io::Result<()> {
    let grid = game.position.grid();
    let dead = |index: usize| game.dead.binary_search(&grid.point(index)).is_ok();
    let diagram = game.position.diagram(|index, cell| match cell {
        Cell::Black => 'X',
        Cell::White => 'O',
        _ if is_disputed(game, index) => '?',
        _ if dead(index) => '+',
        _ => match owner(game, index) {
            Some(Color::Black) => 'b',
            Some(Color::White) => 'w',
            None => '.',
        },
    });
    writeln!(out, "\n{diagram}")?;
    let whose = if game.label_map.is_some() { "the label's" } else { "the first strategy's" };
    writeln!(out, "X O living stones, b w territory ({whose}), + a dead stone was here,")?;
    writeln!(out, ". nobody's, ? where the answers differ")
}

/// What a strategy says of a point.
fn status(answer: &Answer, index: usize) -> Status {
    answer.map.as_ref().expect("maps were asked for").statuses()[index]
}

fn owner(game: &Evaluated, index: usize) -> Option<Color> {
    match &game.label_map {
        Some(map) => map.owner(index),
        None => game.answers.first().and_then(|answer| status(answer, index).owner()),
    }
}

fn is_disputed(game: &Evaluated, index: usize) -> bool {
    game.answers.iter().any(|answer| status(answer, index).owner() != owner(game, index))
}

/// Every point where answers differ, and who says what.
fn points(out: &mut impl Write, game: &Evaluated, plan: &Options) -> io::Result<()> {
    let grid = game.position.grid();
    let disputed: Vec<usize> = grid
        .points()
        .filter(|&index| game.position.cells()[index] == Cell::Empty && is_disputed(game, index))
        .collect();
    if disputed.is_empty() {
        return writeln!(out, "\nAll answers give every point to the same side.");
    }
    writeln!(out, "\nPoints where the answers differ:")?;
    for (verdicts, points) in grouped(game, &disputed) {
        let labels: Vec<String> = points.iter().map(|&index| grid.point(index).label(game.size)).collect();
        writeln!(out, "\n  {}", labels.join(" "))?;
        if game.label_map.is_some() {
            let says = owner(game, points[0]).map_or("nobody's".to_owned(), |color| format!("{color}'s"));
            writeln!(out, "    label: {says}")?;
        }
        let mut said: Vec<(Status, Vec<&str>)> = Vec::new();
        for (strategy, &status) in plan.strategies.iter().zip(&verdicts) {
            match said.iter_mut().find(|(other, _)| *other == status) {
                Some((_, names)) => names.push(strategy.name()),
                None => said.push((status, vec![strategy.name()])),
            }
        }
        for (status, names) in said {
            writeln!(out, "    {}: {}", in_words(status), names.join(", "))?;
        }
    }
    Ok(())
}

/// The points by what all strategies and the label say of them, in the order of their first points.
fn grouped(game: &Evaluated, points: &[usize]) -> Vec<(Vec<Status>, Vec<usize>)> {
    let mut groups: Vec<(Vec<Status>, Vec<usize>)> = Vec::new();
    for &index in points {
        let verdicts: Vec<Status> = game.answers.iter().map(|answer| status(answer, index)).collect();
        let same = |group: &&mut (Vec<Status>, Vec<usize>)| {
            group.0 == verdicts && owner(game, group.1[0]) == owner(game, index)
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.1.push(index),
            None => groups.push((verdicts, vec![index])),
        }
    }
    groups
}

fn in_words(status: Status) -> String {
    match status {
        Status::Territory(color) => format!("{color}'s"),
        Status::Seki => "an eye in seki".to_owned(),
        Status::FalseEye => "a false eye".to_owned(),
        Status::Dame => "neutral".to_owned(),
        Status::Stone => "a stone".to_owned(),
        Status::Border => "off the board".to_owned(),
    }
}
