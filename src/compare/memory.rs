//! The memory of an audit: a line for each game that earlier audits have seen.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use std::ptr;

use super::audited_game::{Judged, content};
use super::{AuditRow, AuditedGame, Suspicion};
use crate::game::GameOutcome;
use crate::run::Commands;
use crate::sgf::parse_result;
use crate::text::clean;

/// The games that earlier audits have seen. They are identified by their moves and results, so a
/// renamed record is recognised. A game without a hash and a file that cannot be read are
/// identified by their names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    /// All lines that are not in `seen`, such as names and hashes that a person has added.
    own: String,
    names: HashSet<String>,
    seen: BTreeMap<Key, Seen>,
    /// The judgements on counted games, by [`AuditedGame::audit_key`].
    judged: HashMap<u128, Judged>,
}

/// The hash of a game, or the name of a game without a hash or of a broken file, and the recorded
/// result.
type Key = (String, String);

/// The facts about a game in an earlier audit.
#[derive(Clone, Debug, Default)]
struct Seen {
    /// The verdict, if the game was listed.
    suspicion: Option<Suspicion>,
    name: String,
    /// The headers in [`terms`]; empty if they are not remembered.
    terms: String,
    /// The judgements on the copies of the game, as [`Judged::text`] writes them.
    judged: Vec<String>,
}

/// Returns the headers with the rules, the komi and the handicap; empty if a count checks these
/// headers, or if the game is a suspect.
fn terms(row: &AuditRow) -> Cow<'_, str> {
    if row.suspicion().is_none() {
        clean(&row.game.terms)
    } else {
        Cow::default()
    }
}

fn key(row: &AuditRow) -> Key {
    let identity = if row.game.hash.is_empty() {
        clean(&row.game.name).into_owned()
    } else {
        row.game.hash.to_string()
    };
    (identity, clean(&row.game.recorded).into_owned())
}

/// Reads a line that [`Memory::text`] wrote. Returns `None` for any other line.
fn seen(line: &str) -> Option<(Key, Seen)> {
    let fields: Vec<&str> = line.split('\t').collect();
    let (&[identity, result, verdict, name], rest) = fields.split_first_chunk()?;
    let suspicion = Suspicion::ALL
        .iter()
        .find(|suspicion| suspicion.name() == verdict);
    let is_named = is_hash(identity) || identity == name;
    let has_verdict = suspicion.is_some() || verdict == NO_SUSPICION;
    let seen = Seen {
        suspicion: suspicion.copied(),
        name: name.to_owned(),
        terms: (*rest.first().unwrap_or(&"")).to_owned(),
        judged: rest.iter().skip(1).map(ToString::to_string).collect(),
    };
    (has_verdict && is_named).then(|| ((identity.to_owned(), result.to_owned()), seen))
}

fn is_hash(text: &str) -> bool {
    text.len() == 16 && u64::from_str_radix(text, 16).is_ok()
}

/// Returns whether a line may come from a person who added a game. Such a line is the hash of a
/// game, or its name and number.
fn names_game(line: &str) -> bool {
    let number = line.rsplit_once('#').map(|(_, number)| number);
    is_hash(line) || number.is_some_and(|number| number.parse::<u32>().is_ok())
}

impl Memory {
    /// Reads lines that [`Self::text`] wrote, and lines with only a name or a hash.
    pub(crate) fn read(text: &str) -> Self {
        let mut memory = Self::default();
        for whole in text.trim_start_matches('\u{feff}').split_inclusive('\n') {
            let line = whole.trim_end_matches(['\r', '\n']);
            if let Some((key, seen)) = seen(line) {
                let judged = seen.judged.iter().filter_map(|text| Judged::read(text));
                memory.judged.extend(judged);
                memory.seen.insert(key, seen);
                continue;
            }
            memory.own += whole;
            if !line.is_empty() {
                memory.names.insert(line.to_owned());
            }
        }
        memory
    }

    /// Returns the keys of the games that need not be evaluated.
    pub(crate) fn keys(&self) -> HashSet<u128> {
        self.judged.keys().copied().collect()
    }

    /// Returns a game, with the remembered judgement if there is one.
    pub(crate) fn game(&self, outcome: &GameOutcome, commands: &Commands) -> AuditedGame {
        let key = outcome.facts.audit_key;
        let judged = key.and_then(|key| self.judged.get(&key));
        AuditedGame::with(outcome, commands, judged)
    }

    /// Returns whether [`Self::text`] may replace the lines that were read. This is allowed if
    /// [`Self::text`] wrote some of them, or if each of them names a game.
    pub(crate) fn is_ours(&self) -> bool {
        !self.seen.is_empty() || self.names.iter().all(|line| names_game(line))
    }

    /// Returns whether a person has named a game, or an earlier audit has listed it with this
    /// result and a verdict that is at least as certain.
    pub(crate) fn knows(&self, row: &AuditRow) -> bool {
        let seen = self.seen.get(&key(row)).and_then(|seen| seen.suspicion);
        seen.is_some_and(|suspicion| {
            row.suspicion() != Some(Suspicion::Lost) && Some(suspicion) <= row.suspicion()
        }) || self.names.contains(&*clean(&row.game.name))
            || self.names.contains(&*row.game.hash)
    }

    /// Returns a row for each game or result that is gone. A result is gone if no record has the
    /// same moves and the same result any more. If there is still a record with the same moves or
    /// the same name, the result counts as gone only if this record is not a suspect and one of
    /// these is true:
    /// - Its result says less than before.
    /// - Its moves are different, or its result is different and no count confirms it. This does
    ///   not apply if the game was a suspect or had no result, because the difference may be a
    ///   correction.
    ///
    /// Also returns a row for each game that is not counted and whose rules, komi or handicap have
    /// changed.
    ///
    /// # Errors
    /// If most games are gone, because the archive must then be a different one. The error contains
    /// the number of games that are gone and the number of games seen.
    pub(crate) fn lost(&self, rows: &[AuditRow]) -> Result<Vec<AuditRow>, [usize; 2]> {
        let mut by_key: HashMap<Key, Vec<&AuditRow>> = HashMap::new();
        let mut by_hash: HashMap<&str, &AuditRow> = HashMap::new();
        let mut by_name: HashMap<_, &AuditRow> = HashMap::new();
        for row in rows {
            by_key.entry(key(row)).or_default().push(row);
            // of several copies, take the one whose result says the most
            let same = by_hash.entry(&*row.game.hash).or_insert(row);
            if row.game.content() > same.game.content() {
                *same = row;
            }
            by_name.insert(clean(&row.game.name), row);
        }
        let (mut lost, mut changed) = (Vec::new(), Vec::new());
        for ((identity, result), seen) in &self.seen {
            if let Some(now) = by_key.get(&(identity.clone(), result.clone())) {
                let mut terms = now.iter().map(|row| terms(row));
                if !seen.terms.is_empty() && terms.all(|now| !now.is_empty() && now != seen.terms) {
                    let now = &now[0].game.terms;
                    let why = format!("the record now has {now}, not {}", seen.terms);
                    changed.push(AuditRow::lost(&seen.name, identity, result, &why));
                }
                continue;
            }
            // a file has no games while it cannot be read, but may have some later
            let (file, first) = match seen.name.rsplit_once('#') {
                Some((file, _)) => (file, String::new()),
                None => ("", format!("{}#1", seen.name)),
            };
            let named = [&*seen.name, file, &*first];
            let now = by_hash
                .get(&**identity)
                .or_else(|| named.iter().find_map(|name| by_name.get(*name)));
            let before = content(parse_result(result));
            let why = match now {
                None => "there is no longer a record with the moves of this game".to_owned(),
                Some(now) if now.suspicion().is_some() => continue,
                Some(now) if now.game.content() < before => match now.game.content() {
                    0 => "the record no longer gives a result".to_owned(),
                    _ => format!("the result is now {}", now.game.recorded),
                },
                Some(_) if before == 0 || seen.suspicion.is_some() => continue,
                Some(now) if is_hash(identity) && *now.game.hash != **identity => {
                    "the record now has different moves".to_owned()
                }
                Some(now) if now.game.judged.margin.is_none() => {
                    format!("the result is now {}", now.game.recorded)
                }
                Some(_) => continue,
            };
            lost.push(AuditRow::lost(&seen.name, identity, result, &why));
        }
        let gone = lost.len();
        if gone > FEW && 2 * gone > self.seen.len() {
            return Err([gone, self.seen.len()]);
        }
        lost.extend(changed);
        Ok(lost)
    }

    /// Returns the lines for the next audit, after an audit that listed the games in `listed`. A
    /// game that is gone is forgotten once it has been listed. If `rows` covers the whole archive,
    /// all games without a row are forgotten too. `now` is the current content of the file; lines
    /// that another program has added since `self` was read are kept.
    pub(crate) fn text(
        &self,
        now: Self,
        rows: &[AuditRow],
        listed: &[&AuditRow],
        is_whole: bool,
    ) -> String {
        let listed: HashSet<_> = listed.iter().map(|row| ptr::from_ref(*row)).collect();
        let (mut seen, mut found) = (now.seen, HashSet::new());
        for row in rows {
            let key = key(row);
            let before = self.seen.get(&key).and_then(|seen| seen.suspicion);
            let listed_as = row
                .suspicion()
                .filter(|_| listed.contains(&ptr::from_ref(row)));
            if listed_as == Some(Suspicion::Lost) {
                continue;
            }
            let game = seen.entry(key.clone()).or_default();
            if found.insert(key) {
                game.name = clean(&row.game.name).into_owned();
                // keep the old headers until their change has been listed
                if is_whole && row.suspicion() != Some(Suspicion::Lost) {
                    game.terms = terms(row).into_owned();
                    game.judged.clear();
                }
            }
            let key = row.game.audit_key;
            let judged = key.map(|key| row.game.judged.text(key));
            game.judged.extend(judged);
            // the most certain verdict comes first
            let known = [game.suspicion, before, listed_as].into_iter();
            game.suspicion = known.flatten().min();
        }
        if is_whole {
            seen.retain(|key, _| found.contains(key) || !self.seen.contains_key(key));
        }
        let mut text = now.own;
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        for ((identity, result), mut game) in seen {
            let verdict = game.suspicion.map_or(NO_SUSPICION, Suspicion::name);
            let _ = write!(text, "{identity}\t{result}\t{verdict}\t{}", game.name);
            game.judged.sort_unstable();
            game.judged.dedup();
            let rest = [vec![game.terms], game.judged].concat().join("\t");
            if !rest.is_empty() {
                let _ = write!(text, "\t{rest}");
            }
            text.push('\n');
        }
        text
    }
}

/// The verdict on a game that was not listed.
const NO_SUSPICION: &str = "-";

/// The number of games that may disappear from any archive, however small.
const FEW: usize = 20;
