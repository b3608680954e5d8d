//! `seichi score`: prints maps and margins of games, with or without labels.

use std::io::{self, BufWriter, Write};
use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};

use super::args::{ScoreArgs, ScoreFormat};
use super::each::{each_game, no_faults};
use super::exit::Failure;
use super::progress::{Progress, complain};
use super::score_sgf::sgf;
use super::warnings::cache_warning;
use crate::board::{Cell, Color};
use crate::dead::DeadFrom;
use crate::external::scorer::NoAnswer;
use crate::pipeline::{Answer, Evaluated, FileBytes, GameOutcome, Options};
use crate::report::{clean, open_text, result_text};
use crate::skip::{Reason, Skip};
use crate::territory::TerritoryMap;

pub(super) fn run(options: &ScoreArgs, stop: &AtomicBool) -> Result<(), Failure> {
    let plan = options.options(stop)?;
    let names = plan.names();
    if options.format == ScoreFormat::Sgf {
        return sgf(options, &Options { file_bytes: FileBytes::Kept, ..plan }, stop);
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let (mut scored, mut faults, mut unmarked) = (0_u64, Vec::new(), UnmarkedWarnings::default());
    let mut is_first = true;
    let print_skip = |progress: &Progress, name: &str, skip: &Skip| print_skip(options, progress, name, skip);
    each_game(&options.games, &options.output, &plan, stop, print_skip, |progress, outcome| {
        match &outcome.result {
            Err(skip) => {
                note_skip(options, progress, outcome, skip, &mut faults);
                return Ok(());
            }
            Ok(game) => {
                scored += 1;
                unmarked.add(options, progress, &outcome.name, game);
                match options.format {
                    ScoreFormat::Text => text(&mut out, outcome, game, &names),
                    ScoreFormat::Json => {
                        let lines = json_lines(outcome, game, &names);
                        lines.iter().try_for_each(|line| {
                            let before = if std::mem::take(&mut is_first) { "[" } else { "," };
                            writeln!(out, "{before}{line}")
                        })
                    }
                    _ => json_lines(outcome, game, &names).iter().try_for_each(|line| writeln!(out, "{line}")),
                }
            }
        }
        .map_err(Failure::output)
    })?;
    if options.format == ScoreFormat::Json {
        writeln!(out, "{}]", if is_first { "[" } else { "" }).map_err(Failure::output)?;
    }
    unmarked.finish();
    finish(&mut out, &plan, scored, &faults)
}

/// Prints that a game or file was skipped.
pub(super) fn print_skip(options: &ScoreArgs, progress: &Progress, name: &str, skip: &Skip) {
    if !options.output.quiet {
        progress.say(&clean(&format!("seichi: skipped {name}: {skip}")));
    }
}

/// Warns of games without marks of dead stones, which are scored as if every stone were alive.
#[derive(Default)]
pub(super) struct UnmarkedWarnings(u64);

impl UnmarkedWarnings {
    /// Prints a warning about the first such game, and counts the others.
    pub(super) fn add(&mut self, options: &ScoreArgs, progress: &Progress, name: &str, game: &Evaluated) {
        let is_asked_for = options.scoring.dead.0.contains(&DeadFrom::None);
        if game.dead_from != DeadFrom::None || is_asked_for || options.output.quiet {
            return;
        }
        self.0 += 1;
        if self.0 == 1 {
            progress.say(&format!(
                "seichi: {} has no marks of dead stones: every stone counts as alive; --dead estimate judges which are \
                 dead",
                clean(name)
            ));
        }
    }

    /// Prints the number of the other games.
    pub(super) fn finish(&self) {
        match self.0 {
            0 | 1 => {}
            2 => complain("seichi: 1 more game has none"),
            games => complain(&format!("seichi: {} more games have none", games - 1)),
        }
    }
}

/// Prints that a game was skipped, and adds it to `faults` if the program failed on it.
pub(super) fn note_skip(
    options: &ScoreArgs,
    progress: &Progress,
    outcome: &GameOutcome,
    skip: &Skip,
    faults: &mut Vec<String>,
) {
    if skip.reason == Reason::Internal {
        faults.push(outcome.name.clone());
    }
    print_skip(options, progress, &outcome.name, skip);
}

/// Writes what is left, and says whether any game was scored.
pub(super) fn finish(out: &mut impl Write, plan: &Options, scored: u64, faults: &[String]) -> Result<(), Failure> {
    out.flush().map_err(Failure::output)?;
    if let Some(warning) = cache_warning(plan) {
        complain(&format!("seichi: {warning}"));
    }
    no_faults(faults)?;
    if scored == 0 { Err(Failure::Nothing("no game could be scored".to_owned())) } else { Ok(()) }
}

/// Returns the rows of the board: `X` and `O` are living stones, `b` and `w` territory, `.` the rest.
fn rows(game: &Evaluated, map: &TerritoryMap) -> Vec<String> {
    let statuses = map.statuses();
    game.position.rows(|index, cell| letter(cell, statuses[index].owner()))
}

fn letter(cell: Cell, owner: Option<Color>) -> char {
    match (cell, owner) {
        (Cell::Black, _) => 'X',
        (Cell::White, _) => 'O',
        (_, owner) => owner.map_or('.', |color| color.letter().to_ascii_lowercase()),
    }
}

/// Returns a JSON object for each strategy and scorer.
fn json_lines(outcome: &GameOutcome, game: &Evaluated, names: &[String]) -> Vec<Value> {
    let answered = answers(game, names).map(|(strategy, answer)| {
        let mut line = json!({"game": outcome.name, "strategy": strategy, "margin": answer.margin});
        if answer.unsettled > 0 {
            line["margin_lo"] = json!(answer.interval[0]);
            line["margin_hi"] = json!(answer.interval[1]);
        }
        if let Some(map) = &answer.map {
            line["map"] = rows(game, map).into();
        }
        line
    });
    let failed = no_answers(game, names)
        .map(|(scorer, why)| json!({"game": outcome.name, "strategy": scorer, "error": why.to_string()}));
    answered.chain(failed).collect()
}

/// Returns the answers of a game, each with the name of its strategy or scorer.
fn answers<'a>(game: &'a Evaluated, names: &'a [String]) -> impl Iterator<Item = (&'a str, &'a Answer)> {
    names.iter().zip(game.all_answers()).filter_map(|(name, answer)| Some((name.as_str(), answer.ok()?)))
}

/// Returns the external scorers that have no answer, each with the reason.
fn no_answers<'a>(game: &'a Evaluated, names: &'a [String]) -> impl Iterator<Item = (&'a str, &'a NoAnswer)> {
    names.iter().zip(game.all_answers()).filter_map(|(name, answer)| Some((name.as_str(), answer.err()?)))
}

/// Prints every distinct map once, with the names of the strategies that give it.
fn text(out: &mut impl Write, outcome: &GameOutcome, game: &Evaluated, names: &[String]) -> io::Result<()> {
    let count = &game.count;
    writeln!(
        out,
        "{}  {}, {} rules, komi {}, prisoners B {} W {}, dead {} ({})",
        clean(&outcome.name),
        game.size,
        count.rules.name(),
        count.komi,
        count.prisoners[0],
        count.prisoners[1],
        game.dead.len(),
        game.dead_from.name(),
    )?;
    let mut maps: Vec<(&Answer, &TerritoryMap, Vec<&str>)> = Vec::new();
    for (strategy, answer) in answers(game, names) {
        let Some(map) = &answer.map else {
            writeln!(out, "\n{}  {strategy}, which has no map", result_text(answer.margin))?;
            continue;
        };
        let same = |other: &&mut (&Answer, &TerritoryMap, _)| {
            other.0.margin == answer.margin && other.0.interval == answer.interval && other.1.same_territory(map)
        };
        match maps.iter_mut().find(same) {
            Some((.., strategies)) => strategies.push(strategy),
            None => maps.push((answer, map, vec![strategy])),
        }
    }
    for (answer, map, strategies) in maps {
        writeln!(out, "\n{}  {}", result_text(answer.margin), strategies.join(", "))?;
        if let Some(open) = open_text(answer) {
            writeln!(out, "{open}")?;
        }
        write!(out, "{}", game.position.diagram(|index, cell| letter(cell, map.statuses()[index].owner())))?;
    }
    for (scorer, why) in no_answers(game, names) {
        writeln!(out, "\n{scorer} has no answer: {why}")?;
    }
    writeln!(out)
}
