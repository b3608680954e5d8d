//! Measures the local searches of the strategy `reading` at the ends of real games.
//!
//! `cargo run --release --example reading -- [--all] PATHS...` evaluates the games below the paths.
//! It prints the number of searched local games, the number of states that the searches visited,
//! and the number of unread local games. With `--all` it searches every local game, uncertain or
//! not, and counts the games whose map changes.

#[path = "common/ends.rs"]
mod ends;
#[path = "common/games.rs"]
mod games;

use std::env;
use std::process::ExitCode;

use seichi::territory::{Analysis, Evaluator, Status, Verdict, strategy};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let all = arguments.first().is_some_and(|first| first == "--all");
    match read(&arguments[usize::from(all)..], all) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("reading: {message}");
            ExitCode::FAILURE
        }
    }
}

fn read(paths: &[String], all: bool) -> Result<(), String> {
    let boards = ends::boards(paths)?;
    let (mut evaluator, mut verdict, mut shortcut) =
        (Evaluator::new(), Verdict::default(), Verdict::default());
    let reading = strategy("reading").expect("a strategy");
    let mut games = Games::default();
    for (name, board, dead) in &boards {
        let mut scoring = evaluator.on(board, dead);
        let results = if all {
            scoring.read_all(&mut verdict)
        } else {
            scoring.trace(reading, &mut verdict).local_results
        };
        games.all += 1;
        games.read += u32::from(!results.is_empty());
        games.unread += u32::from(verdict.unsettled().is_unread);
        games.unsettled += u32::from(!verdict.unsettled().points.is_empty());
        for result in &results {
            games.searches += 1;
            games.unread_searches += u32::from(result.is_unread);
            games.nodes.push(result.nodes);
        }
        if all && !verdict.unsettled().is_unread {
            scoring.decide(reading, &mut shortcut);
            let differs = verdict.unsettled() != shortcut.unsettled()
                || !verdict.same_territory(&shortcut, scoring.analysis());
            games.whole += 1;
            games.undisputed += u32::from(shortcut.unsettled().points.is_empty());
            if differs {
                games.differ += 1;
                println!("differs: {name}");
                show(scoring.analysis(), &verdict, &shortcut);
            }
        }
    }
    println!("{games}");
    Ok(())
}

/// Prints the points where two answers differ.
fn show(analysis: &Analysis, verdict: &Verdict, shortcut: &Verdict) {
    let mut statuses = vec![Status::Border; analysis.cells().len()];
    verdict.for_each_point(analysis, |index, status| statuses[index] = status);
    shortcut.for_each_point(analysis, |index, status| {
        if statuses[index].owner() != status.owner() {
            let point = analysis.grid().point(index).label(analysis.grid().size());
            println!(
                "  {point}: {:?} if everything is searched, {status:?} if only uncertain local games are",
                statuses[index]
            );
        }
    });
    for (point, owners) in &verdict.unsettled().points {
        println!(
            "  {}: {owners:?}",
            analysis
                .grid()
                .point(usize::from(*point))
                .label(analysis.grid().size())
        );
    }
}

#[derive(Debug, Default)]
struct Games {
    all: u32,
    read: u32,
    unread: u32,
    unsettled: u32,
    searches: u32,
    unread_searches: u32,
    nodes: Vec<u32>,
    whole: u32,
    undisputed: u32,
    differ: u32,
}

impl std::fmt::Display for Games {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            all,
            read,
            unread,
            unsettled,
            searches,
            unread_searches,
            ..
        } = self;
        writeln!(
            f,
            "games: {all}; with a local search: {read}; unsettled: {unsettled}; unread in part: {unread}"
        )?;
        writeln!(f, "local games: {searches}; unread: {unread_searches}")?;
        let mut nodes = self.nodes.clone();
        nodes.sort_unstable();
        let quantile = |percent: usize| {
            nodes.get((nodes.len() * percent / 100).min(nodes.len().saturating_sub(1)))
        };
        for percent in [25, 50, 75, 90, 95, 100] {
            writeln!(
                f,
                "nodes of a local game, {percent} %: {}",
                quantile(percent).unwrap_or(&0)
            )?;
        }
        write!(
            f,
            "nodes in all: {}",
            nodes.iter().map(|&nodes| u64::from(nodes)).sum::<u64>()
        )?;
        if self.whole > 0 {
            let Self {
                whole,
                undisputed,
                differ,
                ..
            } = self;
            write!(
                f,
                "\nsearched in full without failure: {whole}, of them settled by the limited search: {undisputed}"
            )?;
            write!(f, "; the limited search differs in {differ}")?;
        }
        Ok(())
    }
}
