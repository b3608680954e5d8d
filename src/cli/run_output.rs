//! Checks whether a run is usable.

use std::path::Path;

use super::each::no_faults;
use super::eval::RunArgs;
use super::exit::Failure;
use super::warnings::remedy;
use crate::compare::no_answer_text;
use crate::pipeline::Figures;
use crate::render::reasons;
use crate::run::SavedRun;
use crate::skip::Reason;

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

/// Checks that at least one game, and at least [`RunArgs::min_games`], were evaluated.
pub(super) fn enough_games(figures: &Figures, args: &RunArgs) -> Result<(), Failure> {
    if figures.evaluated < args.min_games.max(1) { Err(Failure::Nothing(too_few(figures, args))) } else { Ok(()) }
}

/// Checks that every scorer has an answer to at least one game. Otherwise the run has no figures for this scorer;
/// usually its command is wrong.
pub(super) fn every_scorer_answers(figures: &Figures) -> Result<(), Failure> {
    let text =
        |scorer| no_answer_text(scorer, figures.evaluated, figures.evaluated, figures.first_no_answers.get(scorer));
    let silent: Vec<String> = figures.silent_scorers().map(text).collect();
    if silent.is_empty() { Ok(()) } else { Err(Failure::Nothing(silent.join("\n"))) }
}

fn too_few(figures: &Figures, args: &RunArgs) -> String {
    let (reasons, min_games) = (reasons(figures), args.min_games);
    match (figures.games, args.sample) {
        (0, Some(_)) => "no games in the sample: give a larger share with --sample".to_owned(),
        (0, None) => args.games.no_games(),
        (games, _) => format!(
            "{}{}, and nothing was written{}",
            match (figures.evaluated, games) {
                (0, 1) => "the game could not be evaluated".to_owned(),
                (0, _) => format!("none of {games} games could be evaluated"),
                (evaluated, _) => format!("{evaluated} of {games} games could be evaluated"),
            },
            if min_games > 1 { format!(", fewer than --min-games {min_games}") } else { String::new() },
            if reasons.is_empty() {
                String::new()
            } else {
                format!("; skipped games: {}\n{}", reasons[..reasons.len().min(5)].join(", "), first_remedy(figures))
            },
        ),
    }
}

/// Returns the remedy of the most frequent reason for skipping that has a remedy.
fn first_remedy(figures: &Figures) -> String {
    let remedies = Reason::ALL.iter().filter_map(|&reason| {
        let games = figures.skipped.get(reason.name())?;
        Some((games, reason.name(), remedy(reason)?))
    });
    remedies.max_by_key(|&(games, ..)| games).map_or_else(
        || "for the meanings of the reasons, run: seichi list reasons".to_owned(),
        |(_, reason, remedy)| format!("{remedy}\nto list these games, run: seichi inspect PATHS --list {reason}"),
    )
}
