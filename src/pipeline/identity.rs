//! The hash and the fingerprint of a game, and its flags.

use sha2::{Digest, Sha256};

use crate::board::{Action, Point, Replayed};
use crate::dead::splits_a_block;
use crate::labels::{LabelMap, Resolved};
use crate::rules::{Count, Points};
use crate::sgf::{Headers, KomiFrom, Record};

/// The flags of a game, in the order in which they are written, and what each means; some have a value.
pub const FLAGS: &[(&str, &str)] = &[
    (
        "rules_source",
        "the record does not say the rules: by a corpus.toml, by its server, by a komi or result in stones, or by default",
    ),
    ("wrong_ca", "the file names an encoding that it is not written in"),
    ("junk", "there is something between the properties that is not SGF"),
    ("unclosed", "the file ends before the game is closed"),
    ("size_missing", "the record does not say the size of the board, which is 19 then"),
    ("komi_missing", "the record does not say the komi, which is none then"),
    ("komi_given", "the record does not say the komi, which is that of --komi or a corpus.toml"),
    ("moves_missing", "a comment says that moves which were played are missing"),
    ("handicap_counted", "the record does not say the handicap, which was counted on the board"),
    ("handicap_unreadable", "the record's handicap makes no sense, and was left out"),
    (
        "button_guessed",
        "the rules give half a point to the player who passes first, and no pass is recorded: it is given to the one whose turn it was",
    ),
    ("stale_marks", "stones were played after the last marks, which say nothing of the end then"),
    ("partly_dead", "of some block a part is marked dead"),
    ("bad_marks", "marks that make no sense, and were left out"),
    ("on_stone", "moves on a stone, which is replaced and no one's prisoner"),
    ("ko_retaken", "stones taken back at once in a ko"),
    ("suicide", "moves that took their own block off; its stones are the opponent's prisoners"),
    ("same_color_twice", "moves by the player who had moved last, after White's first move"),
    ("setup_later", "stones set up or taken off after the first move"),
    ("also_dead", "in the row of an external scorer: the number of stones that it alone takes for dead"),
    ("unsettled", "in the row of a strategy that reads: points whose owner depends on who plays first"),
    ("unread", "in the row of a strategy that reads: some part was too large to read, the static answer stands there"),
    ("no_answer", "in the row of an external scorer: why it has no answer"),
    ("senseless_marks", "marks off the board, or dead stones where there is none, which were left out"),
    ("owners_differ", "points whose owner by the source of dead stones is not the one that the labels file expects"),
    (
        "unmarked_dead",
        "stones that are dead and not marked so, where the first strategy has another margin than the label; without other sources they are dead by playouts",
    ),
    ("unmarked_dead_explain", "with the other status of these stones the first strategy has the label's margin"),
];

/// Returns the flags of a game, in the order of [`FLAGS`].
pub(super) fn flags(
    record: &Record,
    headers: &Headers,
    end: &Replayed,
    resolved: &Resolved,
    owners_differ: Option<u32>,
) -> Vec<String> {
    let odd = &end.oddities;
    let counted = [
        ("bad_marks", record.bad_marks),
        ("on_stone", odd.on_stone),
        ("ko_retaken", odd.ko_retaken),
        ("suicide", odd.suicide),
        ("same_color_twice", odd.same_color_twice),
        ("setup_later", odd.setup_later),
        ("senseless_marks", resolved.ignored),
        ("owners_differ", owners_differ.unwrap_or_default()),
    ];
    let plain = [
        ("komi_missing", headers.komi_from == KomiFrom::Nowhere),
        ("komi_given", headers.komi_from == KomiFrom::Given),
        ("moves_missing", record.moves_missing),
        ("handicap_counted", headers.handicap_counted),
        ("handicap_unreadable", headers.handicap_unreadable),
        ("button_guessed", headers.rules.has_button() && end.first_pass.is_none()),
        ("stale_marks", resolved.stale_marks),
        ("partly_dead", splits_a_block(&end.position, &resolved.dead)),
    ];
    let guessed = headers.rules_guessed.map(|how| format!("rules_source={how}"));
    let plain = plain.into_iter().filter(|&(_, is_met)| is_met).map(|(name, _)| name.to_owned());
    let counted = counted.into_iter().filter(|&(_, count)| count > 0).map(|(name, count)| format!("{name}={count}"));
    let text = record.oddities.iter().map(|&name| name.to_owned());
    let flags: Vec<String> = guessed.into_iter().chain(text).chain(plain).chain(counted).collect();
    debug_assert!(flags.iter().all(|flag| FLAGS.iter().any(|(name, _)| flag.split('=').next() == Some(name))));
    flags
}

/// Returns the first eight bytes of the SHA-256 of the size, set-up and moves: `19;Bdd;W+Bpp…`, as SGF writes points.
pub(super) fn content_hash(record: &Record) -> u64 {
    let mut text = record.size.to_string().into_bytes();
    let mut end = text.len();
    text.resize(end + 4 * record.actions.len(), 0);
    for action in &record.actions {
        let (start, color, point) = match *action {
            Action::Move(color, point) => (b';', Some(color), point),
            Action::Setup(point, color) => (b'+', color, Some(point)),
        };
        let color = color.map_or(b'E', |color| color.letter() as u8);
        // a pass ends before its point
        let [x, y] = point.map_or([0; 2], Point::to_sgf);
        text[end..end + 4].copy_from_slice(&[start, color, x, y]);
        end += if point.is_some() { 4 } else { 2 };
    }
    let digest = Sha256::digest(&text[..end]);
    u64::from_be_bytes(digest[..8].try_into().expect("a digest is longer"))
}

/// Returns the SHA-256 of a game's name and of all that its figures depend on except the strategy. `hash` is the
/// [`content_hash`] of its record.
pub(super) fn fingerprint(
    name: &str,
    hash: u64,
    count: &Count,
    dead: &[Point],
    label_margin: Option<Points>,
    label_map: Option<&LabelMap>,
) -> [u8; 32] {
    let mut digest = Sha256::new();
    digest.update(name.as_bytes());
    digest.update([0]);
    digest.update(hash.to_be_bytes());
    digest.update(count.rules.name().as_bytes());
    if count.rules.has_button() {
        digest.update(count.button().hundredths().to_be_bytes());
    }
    let numbers = [count.handicap, count.prisoners[0], count.prisoners[1], count.stones[0], count.stones[1]];
    digest.update(numbers.map(u32::to_be_bytes).as_flattened());
    let points = [Some(count.komi), label_margin].map(|points| points.map_or(i32::MIN, Points::hundredths));
    digest.update(points.map(i32::to_be_bytes).as_flattened());
    let dead: Vec<[u8; 2]> = dead.iter().map(|point| [point.x, point.y]).collect();
    digest.update(dead.as_flattened());
    if let Some(label) = label_map {
        let owners: Vec<u8> = label.owners().map(|owner| owner.map_or(b'.', |color| color.letter() as u8)).collect();
        digest.update(&owners);
    }
    digest.finalize().into()
}
