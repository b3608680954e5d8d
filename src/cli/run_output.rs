//! Prints the figures of a run that a command has written, and checks whether the run is usable.

use std::path::Path;

use super::args::{EvalFormat, OutputArgs};
use super::each::no_faults;
use super::exit::Failure;
use super::output::{print, step_summary};
use crate::compare::no_answer_text;
use crate::pipeline::Figures;
use crate::report::{SavedRun, eval_annotations, eval_text, json, markdown, reasons, shell_word};
use crate::skip::{Reason, Stage};
use crate::territory::strategy;

/// Returns an error if the program itself failed on a game, even if all other games succeeded.
pub(super) fn report_faults(figures: &Figures, folder: &Path) -> Result<(), Failure> {
    let reason = Reason::Internal.name();
    if !figures.skipped.contains_key(reason) {
        return Ok(());
    }
    let skipped = SavedRun::read(folder)?.skipped()?;
    let games = skipped.into_iter().filter(|game| game.reason == reason).map(|game| game.game).collect::<Vec<_>>();
    no_faults(&games)
}

/// A run that was written, and how to report it on standard output.
pub(super) struct WrittenRun<'a> {
    pub(super) out: &'a Path,
    pub(super) format: EvalFormat,
    pub(super) output: &'a OutputArgs,
    /// Whether to compare every two strategies.
    pub(super) pairs: bool,
}

/// Prints the figures of a run in the format that the user chose.
pub(super) fn print_run(run: &WrittenRun<'_>, figures: &Figures) -> Result<(), Failure> {
    if run.output.quiet {
        return Ok(());
    }
    let out = run.out.display().to_string();
    let page = || {
        if run.out.join("boards.ndjson").exists() {
            // not in the folder of the run, which the next run replaces
            format!("Page: seichi report {} --format html --file report.html\n", shell_word(&out))
        } else {
            String::new()
        }
    };
    let mismatches = || match erring(figures) {
        Some(strategy) => format!("Mismatches: seichi report {} --list {}\n", shell_word(&out), shell_word(strategy)),
        None => String::new(),
    };
    let unread = || match unread(figures) {
        0 => String::new(),
        1 => format!("Unreadable: {out}/skipped.csv says where 1 record could not be read\n"),
        records => format!("Unreadable: {out}/skipped.csv says where {records} records could not be read\n"),
    };
    let pairs = || match figures.strategies.len() {
        2.. if !run.pairs && figures.all().games > 0 => {
            format!("Pairs: seichi report {} --pairs\n", shell_word(&out))
        }
        _ => String::new(),
    };
    let text = || {
        let text = eval_text(figures, run.pairs, run.output.style());
        format!("{text}Reports: {out}\n{}{}{}{}", mismatches(), page(), pairs(), unread())
    };
    print(match run.format {
        EvalFormat::Json => json(figures),
        EvalFormat::Text => text(),
        EvalFormat::Github => {
            step_summary(&markdown(figures, None, &[]))?;
            text() + &eval_annotations(figures)
        }
    })
}

/// Returns the strategy whose mismatches are worth a look first, if any has some: the user's own scorer, or else the
/// most exact strategy.
pub(super) fn erring(figures: &Figures) -> Option<&str> {
    let erring = || figures.all().strategies.iter().filter(|figures| figures.exact < figures.games);
    let own = erring().find(|figures| strategy(&figures.strategy).is_none());
    // `max_by_key` takes the last of equals, and the list of strategies goes from the simplest to the most refined
    own.or_else(|| erring().max_by_key(|figures| figures.exact)).map(|figures| figures.strategy.as_str())
}

/// Returns the number of files and records that could not be read, though they may well be games of Go.
fn unread(figures: &Figures) -> u64 {
    let is_damaged = |reason: &&Reason| {
        matches!(reason.stage(), Stage::Source | Stage::Sgf) && !matches!(reason, Reason::OtherSize | Reason::NotGo)
    };
    let games = |reason: &Reason| figures.skipped.get(reason.name()).copied().unwrap_or_default();
    Reason::ALL.iter().filter(is_damaged).map(games).sum()
}

/// Checks that at least `min_games` games, and at least one, were evaluated.
pub(super) fn enough_games(figures: &Figures, min_games: u64) -> Result<(), Failure> {
    if figures.evaluated < min_games.max(1) { Err(Failure::Nothing(too_few(figures, min_games))) } else { Ok(()) }
}

/// Checks that every scorer has an answer to at least one game: otherwise the run says nothing of it, and its command is
/// most often wrong.
pub(super) fn every_scorer_answers(figures: &Figures) -> Result<(), Failure> {
    let text =
        |scorer| no_answer_text(scorer, figures.evaluated, figures.evaluated, figures.first_no_answers.get(scorer));
    let silent: Vec<String> = figures.silent_scorers().map(text).collect();
    if silent.is_empty() { Ok(()) } else { Err(Failure::Nothing(silent.join("\n"))) }
}

fn too_few(figures: &Figures, min_games: u64) -> String {
    let reasons = reasons(figures);
    match figures.games {
        0 => "no game was found: is there a .sgf file below the paths?".to_owned(),
        games => format!(
            "{} of {games} games could be evaluated{}, and nothing was written{}",
            if figures.evaluated == 0 { "none".to_owned() } else { figures.evaluated.to_string() },
            if min_games > 1 { format!(", fewer than --min-games {min_games} asks for") } else { String::new() },
            if reasons.is_empty() {
                String::new()
            } else {
                format!("; skipped: {}\n{}", reasons[..reasons.len().min(5)].join(", "), skip_advice(figures))
            },
        ),
    }
}

/// Returns what a user can do about skipped games.
fn skip_advice(figures: &Figures) -> &'static str {
    if figures.skipped.contains_key(Reason::NoDeadInfo.name()) {
        "the records do not mark dead stones: add --dead auto,estimate to let playouts judge them\n\
         names of these games: seichi inspect PATHS --list no_dead_info"
    } else {
        "what the reasons mean: seichi list reasons"
    }
}
