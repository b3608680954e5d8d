//! The hash and the fingerprint of a game, and its remarks.

use sha2::{Digest, Sha256};

use super::records::opening;
use crate::board::{Action, Point, Replayed};
use crate::dead::splits_a_block;
use crate::input::INSIDE;
use crate::labels::{LabelMap, Resolved};
use crate::rules::{Count, Points, Rules};
use crate::sgf::{Headers, KomiFrom, Record};

/// The remarks about games (the column `flags`), each with its meaning. Some have a value.
pub const FLAGS: &[(&str, &str)] = &[
    (
        "rules_source",
        "the record names no known rules; the rules come from --rules (flag), the server, a komi or result in stones, or the default (Japanese)",
    ),
    (
        "rules_unknown",
        "the rules that the record names, if seichi does not fully understand them",
    ),
    (
        "rules_overridden",
        "the rules that the record names, if --rules names others",
    ),
    ("wrong_ca", "the record names the wrong encoding"),
    ("junk", "text other than SGF between properties"),
    ("unclosed", "the file ends before the game is closed"),
    ("size_missing", "the record has no board size; 19 is used"),
    ("komi_missing", "the record has no komi; 0 is used"),
    (
        "komi_given",
        "the record has no komi; the value of --komi is used",
    ),
    ("moves_missing", "a comment says that moves are missing"),
    (
        "handicap_counted",
        "the record gives no handicap or a handicap of 0, although the label is consistent only with a handicap; the handicap \
         stones on the board were counted",
    ),
    (
        "handicap_of_ogs",
        "the label is consistent only with OGS's points for a handicap: one for each stone",
    ),
    (
        "handicap_unreadable",
        "the handicap makes no sense and is ignored",
    ),
    (
        "handicap_missing",
        "before White's first stone, the board has fewer black stones than the recorded handicap",
    ),
    (
        "button_guessed",
        "neither player passed, so the button (half a point) goes to the player to move",
    ),
    ("stale_marks", "stones were played after the last marks"),
    ("partly_dead", "only part of a block is marked dead"),
    (
        "bad_marks",
        "marks that are ignored because they cannot be understood",
    ),
    (
        "on_stone",
        "moves on an occupied point; the stone there is replaced, not captured",
    ),
    ("ko_retaken", "immediate recaptures in a ko"),
    (
        "suicide",
        "moves that removed their own block, whose stones become prisoners",
    ),
    (
        "same_color_twice",
        "consecutive moves by one player, after White's first move",
    ),
    (
        "setup_later",
        "stones set up or removed after the first move",
    ),
    (
        "also_dead",
        "in the row of an external scorer: stones that only it considers dead",
    ),
    (
        "unsettled",
        "in the row of `reading`: points whose owner depends on who moves first",
    ),
    (
        "unread",
        "in the row of `reading`: a local game is too large, or its search exceeded the budget; its points have the \
         static answer",
    ),
    (
        "fits_if",
        "a change that would give the label's margin: reversing the status of unproved stones, or correcting a common mistake \
         of external scorers",
    ),
    (
        "no_answer",
        "in the row of an external scorer: the reason for a missing answer",
    ),
    (
        "senseless_marks",
        "marks that are ignored because they are off the board, or mark empty points as dead stones",
    ),
    (
        "close",
        "why the winner is in doubt, regardless of the recorded result: strategies disagree (count), a border is open (border), or stones \
         may have another status (stones)",
    ),
    (
        "unmarked_dead",
        "dead stones without a mark, if every strategy misses the label's margin; if the marks are the source of dead \
         stones, playouts find the unmarked ones",
    ),
    (
        "unmarked_dead_explain",
        "reversing the status of the unmarked_dead stones gives the label's margin",
    ),
];

/// Returns the remarks about a game: see [`FLAGS`].
pub(super) fn flags(
    record: &Record,
    headers: &Headers,
    end: &Replayed,
    resolved: &Resolved,
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
    ];
    let plain = [
        ("komi_missing", headers.komi_from == KomiFrom::Nowhere),
        ("komi_given", headers.komi_from == KomiFrom::Given),
        ("moves_missing", record.moves_missing),
        ("handicap_counted", headers.handicap_counted),
        ("handicap_unreadable", headers.handicap_unreadable),
        ("handicap_missing", headers.handicap_missing),
        (
            "button_guessed",
            headers.rules.has_button() && end.first_pass.is_none(),
        ),
        ("stale_marks", resolved.stale_marks),
        ("partly_dead", splits_a_block(&end.position, &resolved.dead)),
    ];
    let guessed = headers
        .rules_guessed
        .map(|how| format!("rules_source={how}"));
    let unknown = headers
        .rules_unknown
        .as_ref()
        .map(|text| format!("rules_unknown={}", flag_value(text)));
    let named = record
        .info
        .rules
        .as_deref()
        .and_then(Rules::from_text)
        .filter(|&named| named != headers.rules);
    let overridden = named.map(|named| format!("rules_overridden={}", named.name()));
    let plain = plain
        .into_iter()
        .filter(|&(_, is_met)| is_met)
        .map(|(name, _)| name.to_owned());
    let counted = counted
        .into_iter()
        .filter(|&(_, count)| count > 0)
        .map(|(name, count)| format!("{name}={count}"));
    let text = record.oddities.iter().map(|&name| name.to_owned());
    let rules = guessed.into_iter().chain(unknown).chain(overridden);
    let flags: Vec<String> = rules.chain(text).chain(plain).chain(counted).collect();
    debug_assert!(flags.iter().all(|flag| {
        FLAGS
            .iter()
            .any(|(name, _)| flag.split('=').next() == Some(name))
    }));
    flags
}

/// The maximum number of characters of a record's text in a remark.
const MAX_VALUE: usize = 60;

/// Returns the text of a record as the value of a remark: on one line, and without the `;` between
/// remarks.
fn flag_value(text: &str) -> String {
    let words =
        text.split(|letter: char| letter.is_control() || letter.is_whitespace() || letter == ';');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ").chars().take(MAX_VALUE).collect()
}

/// The properties that copies of a game share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Identity {
    /// A hash of the size, the set-up and the moves.
    pub hash: u64,
    /// A digest of the size, the set-up and the first fifty moves, allowing for symmetry; `None`
    /// for a game with so few moves that other games may share them.
    pub opening: Option<[u8; 16]>,
}

/// The minimum number of moves that identify a game.
const MIN_MOVES: usize = 20;

impl Identity {
    pub(super) fn of(record: &Record) -> Self {
        let moves = record
            .actions
            .iter()
            .filter(|action| matches!(action, Action::Move(..)))
            .count();
        Self {
            hash: content_hash(record),
            opening: (moves >= MIN_MOVES).then(|| opening(record)),
        }
    }
}

/// Returns the first eight bytes of the SHA-256 of the size, set-up and moves: `19;Bdd;W+Bpp…`, as
/// SGF writes points.
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
        // a pass has no point
        let [x, y] = point.map_or([0; 2], Point::to_sgf);
        text[end..end + 4].copy_from_slice(&[start, color, x, y]);
        end += if point.is_some() { 4 } else { 2 };
    }
    let digest = Sha256::digest(&text[..end]);
    u64::from_be_bytes(digest[..8].try_into().expect("a digest is longer"))
}

/// Splits the name of a game into the name of its archive and the rest. The first part is empty
/// unless the archive itself is an argument. So a copy of the archive with another name gives the
/// same figures.
pub(super) fn split_archive(name: &str) -> (&str, &str) {
    name.split_once(INSIDE)
        .filter(|(archive, _)| !archive.contains('/'))
        .unwrap_or(("", name))
}

/// Returns whether the game or file `name` is among the share of all games that is evaluated. This
/// depends only on its name.
pub(super) fn is_in_share(name: &str, share: f64) -> bool {
    let start = || {
        Sha256::digest(split_archive(name).1)[..4]
            .try_into()
            .expect("a digest is longer")
    };
    share >= 1.0 || f64::from(u32::from_be_bytes(start())) < share * f64::from(u32::MAX)
}

/// Returns the SHA-256 of a game's name, without an archive that is an argument
/// ([`split_archive`]), and of all data, except the strategy, that affects its figures. `hash` is
/// the [`content_hash`] of its record.
pub(super) fn fingerprint(
    name: &str,
    hash: u64,
    count: &Count,
    dead: &[Point],
    label_margin: Option<Points>,
    label_map: Option<&LabelMap>,
) -> [u8; 32] {
    let mut digest = Sha256::new();
    digest.update(split_archive(name).1.as_bytes());
    digest.update([0]);
    digest.update(hash.to_be_bytes());
    digest.update(count.rules.name().as_bytes());
    if count.rules.has_button() {
        digest.update(count.button().hundredths().to_be_bytes());
    }
    let numbers = [
        count.handicap,
        count.prisoners[0],
        count.prisoners[1],
        count.stones[0],
        count.stones[1],
    ];
    digest.update(numbers.map(u32::to_be_bytes).as_flattened());
    let points =
        [Some(count.komi), label_margin].map(|points| points.map_or(i32::MIN, Points::hundredths));
    digest.update(points.map(i32::to_be_bytes).as_flattened());
    let dead: Vec<[u8; 2]> = dead.iter().map(|point| [point.x, point.y]).collect();
    digest.update(dead.as_flattened());
    if let Some(label) = label_map {
        let owners: Vec<u8> = label
            .owners()
            .map(|owner| owner.map_or(b'.', |color| color.letter() as u8))
            .collect();
        digest.update(&owners);
    }
    digest.finalize().into()
}
