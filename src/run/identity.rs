//! What tells one game from another, and what was odd about it.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use super::Evaluated;
use crate::board::{Action, Color, Replayed};
use crate::settle::{Settled, splits_a_block};
use crate::sgf::{Headers, Record};

/// What was odd about a game, in a fixed order.
pub(super) fn flags(record: &Record, headers: &Headers, end: &Replayed, settled: &Settled) -> Vec<String> {
    let odd = &end.oddities;
    let counted = [
        ("bad_marks", record.bad_marks),
        ("on_stone", odd.on_stone),
        ("ko_retaken", odd.ko_retaken),
        ("suicide", odd.suicide),
        ("same_color_twice", odd.same_color_twice),
        ("setup_later", odd.setup_later),
        ("senseless_marks", settled.senseless),
    ];
    let plain = [
        ("komi_missing", headers.komi_missing),
        ("handicap_counted", headers.handicap_counted),
        ("stale_marks", settled.stale_marks),
        ("partly_dead", splits_a_block(&end.position, &settled.dead)),
    ];
    let guessed = headers.rules_guessed.map(|how| format!("rules_source={how}"));
    let plain = plain.into_iter().filter(|&(_, is)| is).map(|(name, _)| name.to_owned());
    let counted = counted.into_iter().filter(|&(_, count)| count > 0).map(|(name, count)| format!("{name}={count}"));
    let text = record.oddities.iter().map(|&name| name.to_owned());
    guessed.into_iter().chain(text).chain(plain).chain(counted).collect()
}

/// The first eight bytes of the SHA-256 of the size, set-up and moves.
pub(super) fn content_hash(record: &Record) -> u64 {
    let mut text = record.size.to_string();
    for action in &record.actions {
        let _ = match action {
            Action::Move(color, Some(point)) => write!(text, ";{}{point}", color.letter()),
            Action::Move(color, None) => write!(text, ";{}", color.letter()),
            Action::Setup(point, color) => write!(text, "+{}{point}", color.map_or('E', Color::letter)),
        };
    }
    let digest = Sha256::digest(text.as_bytes());
    u64::from_be_bytes(digest[..8].try_into().expect("a digest is longer"))
}

/// The SHA-256 of a game's name and of all that its figures depend on but the strategy.
pub(super) fn fingerprint(name: &str, game: &Evaluated) -> [u8; 32] {
    let mut text = format!("{name}\n{:016x}\n{:?}\n{:?}\n", game.hash, game.count, game.label);
    game.dead.iter().for_each(|point| text += &point.to_string());
    text.push('\n');
    if let Some(map) = &game.label_map {
        text += &game.position.rows(|index, _| map.owner(index).map_or('.', Color::letter)).concat();
    }
    Sha256::digest(text.as_bytes()).into()
}
