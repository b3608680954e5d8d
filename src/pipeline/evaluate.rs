//! Evaluates one game: bytes → record → position → dead stones → label → maps → margins → outcome.

use serde::{Deserialize, Serialize};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::dead_stones::{DeadStoneFinder, RunDeadStones};
use super::identity::{content_hash, fingerprint, flags};
use super::strategies::StrategyEvaluator;
use super::{Against, Evaluated, Facts, GameOutcome, Opening, Options, Survey};
use crate::board::{Color, Point, Position, Replayed, all_on_board, replay};
use crate::dead::{DeadFrom, take_off};
use crate::external::scorer::ExternalScorer;
use crate::input::{Description, Entry, Labels, fetch};
use crate::labels::LabelCheck;
use crate::labels::{LabelLine, Resolved, may_resolve, resolve};
use crate::rules::{Count, Points};
use crate::sgf::{self, HeaderOverrides, Headers, KomiFrom, Record, result_text};
use crate::skip::{Reason, Skip};
use crate::stats::{Confusion, DeadComparison};
use crate::territory::Completeness;

/// The time that each stage of the evaluation took.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Timings {
    /// Fetching bytes.
    pub source: Duration,
    /// Reading records.
    pub sgf: Duration,
    /// Headers, replay, dead stones by marks and labels.
    pub replay: Duration,
    /// Dead stones by an engine or by playouts.
    pub dead: Duration,
    /// Scoring and comparing.
    pub score: Duration,
    /// Waiting for external scorers.
    pub outside: Duration,
}

impl Timings {
    /// Adds the times of another thread.
    pub fn add(&mut self, other: &Self) {
        self.source += other.source;
        self.sgf += other.sgf;
        self.replay += other.replay;
        self.dead += other.dead;
        self.score += other.score;
        self.outside += other.outside;
    }
}

/// Evaluates one game after another on one thread, and keeps its memory between them.
#[derive(Debug, Default)]
pub struct GameEvaluator {
    pub(super) strategies: StrategyEvaluator,
    /// The external scorers, started when the first game is asked about.
    pub(super) external: Vec<ExternalScorer>,
    finder: DeadStoneFinder,
    bytes: Vec<u8>,
    /// The time that this thread's stages took.
    pub timings: Timings,
}

/// The line of a labels file and the description that are about a game.
#[derive(Clone, Copy)]
struct UserFacts<'a> {
    /// The line of a labels file.
    line: Option<&'a LabelLine>,
    /// The description of its folder.
    description: &'a Description,
}

impl<'a> UserFacts<'a> {
    /// Returns the headers that do not come from the record. A flag overrides a labels file, which overrides a description.
    fn given(self, options: &Options) -> HeaderOverrides {
        HeaderOverrides {
            rules: options.rules,
            result: self.line.and_then(LabelLine::recorded),
            missing_rules: self.description.rules,
            missing_komi: options.missing_komi.or(self.description.komi),
        }
    }

    /// Returns the origin of the label, if a flag or a file names one.
    fn origin(self, options: &'a Options) -> Option<&'a str> {
        let line = self.line.and_then(|line| line.origin.as_deref());
        options.origin.as_deref().or(line).or(self.description.origin.as_deref())
    }
}

pub(super) fn timed<T>(total: &mut Duration, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    *total += start.elapsed();
    result
}

impl GameEvaluator {
    /// Returns the outcomes of all games of a file. Waits for no engine once `stop` is set.
    pub fn file(&mut self, entry: &Entry, labels: &Labels, options: &Options, stop: &AtomicBool) -> Vec<GameOutcome> {
        let mut bytes = std::mem::take(&mut self.bytes);
        let fetched = timed(&mut self.timings.source, || fetch(entry, &options.files, &mut bytes));
        let outcomes = self.bytes(entry, fetched.map(|()| bytes.as_slice()), labels, options, stop);
        self.bytes = bytes;
        outcomes
    }

    /// Returns the outcomes of all games in the bytes of a file. Waits for no engine once `stop` is set.
    pub fn bytes(
        &mut self,
        entry: &Entry,
        bytes: Result<&[u8], Skip>,
        labels: &Labels,
        options: &Options,
        stop: &AtomicBool,
    ) -> Vec<GameOutcome> {
        let read = timed(&mut self.timings.sgf, || {
            let read = |bytes: &[u8]| -> Result<_, Skip> {
                let (text, games) = sgf::read_within(&options.records, bytes, options.encoding, options.reader)?;
                Ok((text.encoding, games))
            };
            guarded(|| read(bytes?))
        });
        match read {
            Err(skip) => vec![GameOutcome::without_game(entry, skip)],
            Ok((encoding, games)) => games
                .into_iter()
                .map(|game| {
                    let name = [entry.name.as_str(), "#", itoa::Buffer::new().format(game.number)].concat();
                    let mut facts = Facts { encoding, ..Facts::default() };
                    let line = labels.get(&name);
                    let description = labels.description(&name);
                    let said = UserFacts { line, description: &description };
                    let result = guarded(|| self.game(&name, &game.record?, said, options, &mut facts, stop));
                    if result.as_ref().is_err_and(|skip| skip.reason == Reason::Internal) {
                        // a panic may have left these half written
                        (self.strategies, self.finder) = Default::default();
                    }
                    GameOutcome { name, facts, result: result.map(Box::new) }
                })
                .collect(),
        }
    }

    /// Evaluates a game whose record is read.
    fn game(
        &mut self,
        name: &str,
        record: &Record,
        said: UserFacts<'_>,
        options: &Options,
        facts: &mut Facts,
        stop: &AtomicBool,
    ) -> Result<Evaluated, Skip> {
        let line = said.line;
        facts.size = Some(record.size);
        if let Some(size) = options.size.filter(|&size| size != record.size) {
            return Err(Skip::at(Reason::OtherSize, record.byte, format!("{}, not {size}", record.size)));
        }
        let start = Instant::now();
        let headers = sgf::interpret(record, &said.given(options))?;
        let margin = understood(facts, &headers, said, record, options)?;
        if let Some(survey) = &options.survey {
            not_beside_others(survey, name, &headers, record, stop)?;
        }
        let off_board = |(number, point)| {
            let detail = format!("{point} is off the board of {}, action {}", record.size, number + 1);
            Skip::at(Reason::OffBoard, record.byte, detail)
        };
        // checked before the replay, which most games of an archive without marks do not need
        let from = match may_resolve(record, line, &options.dead) {
            Ok(()) => options.dead.as_slice(),
            Err(_) if !options.needs_label => &[DeadFrom::None],
            Err(skip) => {
                all_on_board(record.size, &record.actions).map_err(off_board)?;
                return Err(skip);
            }
        };
        let end = replay(record.size, &record.actions).map_err(off_board)?;
        let mut asked = RunDeadStones { finder: &mut self.finder, options, stop, spent: Duration::ZERO };
        let resolved = resolve(&end.position, record, line, margin, from, &mut asked)?;
        let result_from_file = line.is_some_and(|line| line.result.is_some());
        let mut evaluated = counted(name, record, &headers, &end, resolved, result_from_file);
        if headers.komi_from == KomiFrom::Nowhere && options.needs_label && options.against == Against::Record {
            komi_was_none(&evaluated, record)?;
        }
        let spent = asked.spent;
        self.timings.dead += spent;
        self.timings.replay += start.elapsed().saturating_sub(spent);
        if options.against == Against::Reading {
            Against::Reading.name().clone_into(&mut facts.origin);
        }
        timed(&mut self.timings.score, || self.strategies.answer(&mut evaluated, options))?;
        Ok(evaluated)
    }
}

/// Checks that the komi of a game whose record has none was 0: its label's map and prisoners make its margin without any.
///
/// # Errors
/// [`Reason::NoKomi`] where they do not, or where there is no map.
fn komi_was_none(game: &Evaluated, record: &Record) -> Result<(), Skip> {
    match (game.check, game.label) {
        (LabelCheck::Consistent, _) | (_, None) => Ok(()),
        (_, Some(label)) => {
            let detail = format!("a result of {}, no KM, and no map that makes it without komi", result_text(label));
            Err(Skip::at(Reason::NoKomi, record.byte, detail))
        }
    }
}

/// Returns the evaluated game without the answers of the strategies.
fn counted(
    name: &str,
    record: &Record,
    headers: &Headers,
    end: &Replayed,
    resolved: Resolved,
    result_from_file: bool,
) -> Evaluated {
    let count_without = |dead: &[Point]| {
        let (position, prisoners) = take_off(&end.position, dead);
        let count = count(headers, &position, end.prisoners, prisoners);
        (position, count)
    };
    let (position, count) = count_without(&resolved.dead);
    let label_dead = resolved.label_dead.as_ref().map_or(&[][..], |(dead, _)| dead);
    let same_dead = label_dead == resolved.dead;
    let check = resolved.label.check(&if same_dead { count } else { count_without(label_dead).1 });
    let mut evaluated = Evaluated {
        hash: content_hash(record),
        size: record.size,
        count,
        moves: end.moves,
        dead_from: resolved.dead_from,
        dead_comparison: compare_dead(&end.position, &resolved),
        label: resolved.label.margin,
        label_from: label_from(&resolved, result_from_file),
        check,
        seki: None,
        disputed: false,
        completeness: Completeness::default(),
        moves_missing: record.moves_missing,
        flags: flags(record, headers, end, &resolved),
        fingerprint: [0; 32],
        position,
        dead_colors: resolved.dead.iter().map(|&point| end.position.get(point).color()).collect(),
        label_dead: resolved.label_dead.map(|(dead, _)| dead).filter(|dead| *dead != resolved.dead),
        dead: resolved.dead,
        label_map: resolved.label.map,
        local_results: Vec::new(),
        answers: Vec::new(),
        outside: Vec::new(),
    };
    evaluated.fingerprint = fingerprint(name, &evaluated, evaluated.label_map.as_ref());
    evaluated
}

/// Compares the dead stones with those of the label, where the two have different sources.
fn compare_dead(position: &Position, resolved: &Resolved) -> Option<(DeadFrom, DeadComparison)> {
    let (label, from) = resolved.label_dead.as_ref().filter(|(_, from)| *from != resolved.dead_from)?;
    let both = resolved.dead.iter().filter(|point| label.binary_search(point).is_ok()).count();
    let dead = [both, resolved.dead.len() - both, label.len() - both].map(|count| count as u64);
    let stones = Color::BOTH.map(|color| u64::from(position.stones(color))).iter().sum();
    let dead = Confusion { both: dead[0], claimed_only: dead[1], label_only: dead[2] };
    Some((*from, DeadComparison { stones, dead }))
}

/// Writes the headers into `facts`. Returns the recorded margin, or the reason why the game has none but needs one.
fn understood(
    facts: &mut Facts,
    headers: &Headers,
    said: UserFacts<'_>,
    record: &Record,
    options: &Options,
) -> Result<Option<Points>, Skip> {
    let line = said.line;
    facts.rules = Some(headers.rules);
    facts.rules_guessed = headers.rules_guessed;
    said.origin(options).unwrap_or(headers.origin).clone_into(&mut facts.origin);
    facts.result = Some(headers.result);
    facts.komi = (headers.komi_from != KomiFrom::Nowhere).then_some(headers.komi);
    facts.players = record.info.players.clone().map(Option::unwrap_or_default);
    facts.date = record.info.date.clone().unwrap_or_default();
    facts.opening = options.notes_openings.then(|| Opening::of(record));
    match headers.margin() {
        Ok(margin) => Ok(Some(margin)),
        Err(_) if !options.needs_label => Ok(None),
        Err((reason, detail)) => {
            let text = line.and_then(|line| line.result.as_deref()).or(record.info.result.as_deref());
            let written = || text.map(|text| format!("RE[{text}]")).unwrap_or_default();
            Err(Skip::at(reason, record.byte, if detail.is_empty() { written() } else { detail }))
        }
    }
}

/// Checks what other records say of a game: that its rules could be guessed, and that it is not the same game again.
///
/// # Errors
/// Why the game is left out.
fn not_beside_others(
    survey: &Survey,
    name: &str,
    headers: &Headers,
    record: &Record,
    stop: &AtomicBool,
) -> Result<(), Skip> {
    if headers.rules_guessed == Some("default") && survey.has_area_games_beside(name, stop) {
        let detail = "no RU, and others of its folder are counted by area: --rules or a corpus.toml says more";
        return Err(Skip::at(Reason::UnknownRules, record.byte, detail));
    }
    match survey.duplicate(name, stop) {
        Some(skip) => Err(Skip { byte: Some(record.byte), ..skip.clone() }),
        None => Ok(()),
    }
}

/// Calls `work` and turns a panic into a skip, so that a bug in one game does not lose the others.
///
/// # Errors
/// The skip that `work` returns, or [`crate::skip::Reason::Internal`] if it panics.
pub fn guarded<T>(work: impl FnOnce() -> Result<T, Skip>) -> Result<T, Skip> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(Skip::internal(&*panic)))
}

fn count(headers: &Headers, position: &Position, captured: [u32; 2], dead: [u32; 2]) -> Count {
    Count {
        rules: headers.rules,
        komi: headers.komi,
        handicap: headers.handicap,
        stones: Color::BOTH.map(|color| position.stones(color)),
        prisoners: [captured[0] + dead[0], captured[1] + dead[1]],
    }
}

/// Returns the sources of the label's margin and of its map, as signatures name them.
fn label_from(resolved: &Resolved, result_from_file: bool) -> &'static str {
    match (result_from_file, resolved.label.map.is_some(), resolved.map_from_file) {
        (false, false, _) => "RE",
        (false, true, false) => "RE+TBTW",
        (false, true, true) => "RE+file",
        (true, true, false) => "TBTW+file",
        (true, ..) => "file",
    }
}
