//! Reads the headers of a game: rules, komi, handicap and result, and whether the game is wanted at all.

use super::game_input::GameInput;
use super::rank::rank_range;
use super::{Against, GameFacts, Opening};
use crate::sgf::{self, Headers, KomiFrom};
use crate::skip::{Reason, Skip};

/// Returns the headers of a game, and writes them into `facts`.
///
/// # Errors
/// The reason why the game is left out: its size, its result, or other records of it.
pub(super) fn read_headers(game: &GameInput<'_>, facts: &mut GameFacts) -> Result<Headers, Skip> {
    let record = game.record;
    facts.size = Some(record.size);
    if let Some(size) = game.options.size.filter(|&size| size != record.size) {
        return Err(Skip::at(Reason::OtherSize, record.byte, format!("{}, not {size}", record.size)));
    }
    let headers = sgf::interpret(record, &game.overrides())?;
    write_facts(game, &headers, facts);
    check_result(game, &headers)?;
    check_other_records(game, &headers)?;
    Ok(headers)
}

/// Writes what the headers say into the facts about the game.
fn write_facts(game: &GameInput<'_>, headers: &Headers, facts: &mut GameFacts) {
    let record = game.record;
    let origin = match game.options.against {
        Against::Record => game.origin().unwrap_or(headers.origin),
        Against::Reading => Against::Reading.name(),
    };
    origin.clone_into(&mut facts.origin);
    facts.rules = Some(headers.rules);
    facts.rules_guessed = headers.rules_guessed;
    facts.result = Some(headers.result);
    facts.komi = (headers.komi_from != KomiFrom::Nowhere).then_some(headers.komi);
    facts.players = record.info.players.clone().map(Option::unwrap_or_default);
    facts.rank = rank_range(&record.info.ranks);
    facts.date = record.info.date.clone().unwrap_or_default();
    facts.opening = game.options.notes_openings.then(|| Opening::of(record));
}

/// Checks that the game has a counted result, where one is needed.
fn check_result(game: &GameInput<'_>, headers: &Headers) -> Result<(), Skip> {
    match headers.margin() {
        // the map of a board makes its margin
        Err((reason, detail)) if game.options.needs_label => {
            let from_file = game.line.and_then(|line| line.result.as_deref());
            let text = from_file.or(game.record.info.result.as_deref());
            let written = || text.map(|text| format!("RE[{text}]")).unwrap_or_default();
            Err(Skip::at(reason, game.record.byte, if detail.is_empty() { written() } else { detail }))
        }
        _ => Ok(()),
    }
}

/// Checks that other records do not contradict guessed rules, and that this is not another record of the same game.
fn check_other_records(game: &GameInput<'_>, headers: &Headers) -> Result<(), Skip> {
    let Some(records) = &game.options.survey else { return Ok(()) };
    if headers.rules_guessed == Some("default") && records.has_area_games_in_folder_of(game.name, game.stop) {
        let detail = "no RU, and others of its folder are counted by area: --rules or a corpus.toml says more";
        return Err(Skip::at(Reason::UnknownRules, game.record.byte, detail));
    }
    match records.duplicate(game.name, game.stop) {
        Some(skip) => Err(Skip { byte: Some(game.record.byte), ..skip.clone() }),
        None => Ok(()),
    }
}
