//! One game's way: bytes, record, position, dead stones, maps, margins, outcomes.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::finder::{Asked, Finder};
use super::identity::{content_hash, fingerprint, flags};
use super::{Answer, Category, Evaluated, Facts, GameOutcome, Maps, Options};
use crate::board::{Color, Point, Position, Replayed, replay};
use crate::score::{Count, Crosstab, LabelCounts, Method, Outcome, Points};
use crate::scorer::{Given, Outsider};
use crate::scoring::{AREA, Scorer, Status, Strategy, TerritoryMap, Verdict};
use crate::settle::{DeadFrom, LabelLine, Settled, settle, take_off};
use crate::sgf::{self, Headers, Record};
use crate::skip::{Reason, Skip};
use crate::source::{Entry, Labels, fetch};
use crate::stats::{Comparison, Confusion, DeadComparison};

/// The time that the stages of a game's way took.
#[derive(Clone, Copy, Debug, Default)]
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
    /// Waiting for scorers from outside.
    pub outside: Duration,
}

impl Timings {
    /// Adds another thread's.
    pub fn add(&mut self, other: &Self) {
        self.source += other.source;
        self.sgf += other.sgf;
        self.replay += other.replay;
        self.dead += other.dead;
        self.score += other.score;
        self.outside += other.outside;
    }
}

/// A thread's memory, made once.
#[derive(Debug, Default)]
pub struct Worker {
    pub(super) judge: Judge,
    /// Programs from outside, once there is something to ask them.
    pub(super) outsiders: Vec<Outsider>,
    finder: Finder,
    bytes: Vec<u8>,
    /// The time that this thread's stages took.
    pub timings: Timings,
}

pub(super) fn timed<T>(total: &mut Duration, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    *total += start.elapsed();
    result
}

impl Worker {
    /// The outcomes of all games of a file. Nobody waits for an engine once `stop` is set.
    pub fn file(&mut self, entry: &Entry, labels: &Labels, options: &Options, stop: &AtomicBool) -> Vec<GameOutcome> {
        let mut bytes = std::mem::take(&mut self.bytes);
        let fetched = timed(&mut self.timings.source, || fetch(entry, options.max_bytes, &mut bytes));
        let outcomes = self.bytes(entry, fetched.map(|()| bytes.as_slice()), labels, options, stop);
        self.bytes = bytes;
        outcomes
    }

    /// The outcomes of all games in the bytes of a file. Nobody waits for an engine once `stop` is set.
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
                let (text, games) = sgf::read(bytes, options.encoding, options.reader)?;
                Ok((text.encoding, games))
            };
            guarded(|| read(bytes?))
        });
        match read {
            Err(skip) => vec![GameOutcome::without_game(entry, skip)],
            Ok((encoding, games)) => games
                .into_iter()
                .map(|game| {
                    let name = format!("{}#{}", entry.name, game.number);
                    let mut facts = Facts { encoding, ..Facts::default() };
                    let line = labels.get(&name);
                    let result = guarded(|| self.game(&name, &game.record?, line, options, &mut facts, stop));
                    GameOutcome { name, facts, result: result.map(Box::new) }
                })
                .collect(),
        }
    }

    /// The way of a game, once its record is read.
    fn game(
        &mut self,
        name: &str,
        record: &Record,
        line: Option<&LabelLine>,
        options: &Options,
        facts: &mut Facts,
        stop: &AtomicBool,
    ) -> Result<Evaluated, Skip> {
        facts.size = Some(record.size);
        if let Some(size) = options.size.filter(|&size| size != record.size) {
            return Err(Skip::at(Reason::OtherSize, record.byte, format!("{}, not {size}", record.size)));
        }
        let start = Instant::now();
        let headers = sgf::interpret(record, options.rules, line.and_then(LabelLine::recorded))?;
        let margin = understood(facts, &headers, line, record, options)?;
        let end = replay(record.size, &record.actions).map_err(|(number, point)| {
            let detail = format!("{point} is off the board of {}, action {}", record.size, number + 1);
            Skip::at(Reason::OffBoard, record.byte, detail)
        })?;
        let mut asked = Asked { finder: &mut self.finder, options, stop, spent: Duration::ZERO };
        let mut settle_by = |from: &[_]| settle(&end.position, record, line, margin, from, &mut asked);
        let settled = match settle_by(&options.dead) {
            Err(skip) if skip.reason == Reason::NoDeadInfo && !options.needs_label => settle_by(&[DeadFrom::None])?,
            settled => settled?,
        };
        let result_from_file = line.is_some_and(|line| line.result.is_some());
        let mut evaluated = counted(name, record, &headers, &end, settled, result_from_file);
        let spent = asked.spent;
        self.timings.dead += spent;
        self.timings.replay += start.elapsed().saturating_sub(spent);
        timed(&mut self.timings.score, || self.judge.answer(&mut evaluated, options));
        Ok(evaluated)
    }
}

/// The game with all but the strategies' answers.
fn counted(
    name: &str,
    record: &Record,
    headers: &Headers,
    end: &Replayed,
    settled: Settled,
    result_from_file: bool,
) -> Evaluated {
    let count_without = |dead: &[Point]| {
        let (position, prisoners) = take_off(&end.position, dead);
        let count = count(headers, &position, end.prisoners, prisoners);
        (position, count)
    };
    let (position, count) = count_without(&settled.dead);
    let label_dead = settled.label_dead.as_ref().map_or(&[][..], |(dead, _)| dead);
    let same_dead = label_dead == settled.dead;
    let check = settled.label.check(&if same_dead { count } else { count_without(label_dead).1 });
    let mut evaluated = Evaluated {
        hash: content_hash(record),
        size: record.size,
        count,
        moves: end.moves,
        dead_from: settled.dead_from,
        dead_comparison: compare_dead(&end.position, &settled),
        label: settled.label.margin,
        label_from: label_from(&settled, result_from_file),
        check,
        seki: None,
        disputed: false,
        flags: flags(record, headers, end, &settled),
        fingerprint: [0; 32],
        position,
        dead_colors: settled.dead.iter().map(|&point| end.position.get(point).color()).collect(),
        dead: settled.dead,
        label_map: settled.label.map,
        answers: Vec::new(),
        outside: Vec::new(),
    };
    evaluated.fingerprint = fingerprint(name, &evaluated, evaluated.label_map.as_ref());
    evaluated
}

/// How the dead stones compare with those of the label, where they come from somewhere else.
fn compare_dead(position: &Position, settled: &Settled) -> Option<(DeadFrom, DeadComparison)> {
    let (label, from) = settled.label_dead.as_ref().filter(|(_, from)| *from != settled.dead_from)?;
    let both = settled.dead.iter().filter(|point| label.binary_search(point).is_ok()).count();
    let dead = [both, settled.dead.len() - both, label.len() - both].map(|count| count as u64);
    let stones = Color::BOTH.map(|color| u64::from(position.stones(color))).iter().sum();
    let dead = Confusion { both: dead[0], claimed_only: dead[1], label_only: dead[2] };
    Some((*from, DeadComparison { stones, dead }))
}

/// The memory of scoring one game after another.
#[derive(Debug, Default)]
pub(super) struct Judge {
    scorer: Scorer,
    /// The verdict of each strategy.
    verdicts: Vec<Verdict>,
    /// What surrounds what.
    controlled: Verdict,
    /// One that is looked at for itself.
    verdict: Verdict,
    label: LabelCounts,
}

impl Judge {
    /// Adds the strategies' answers. Under area scoring what surrounds what is all there is to know, and the answer of
    /// each.
    fn answer(&mut self, game: &mut Evaluated, options: &Options) {
        self.scorer.set(&game.position);
        self.scorer.decide(AREA, &mut self.controlled);
        if let Some(label) = &game.label_map {
            self.label.set(self.scorer.analysis(), label);
            game.seki = Some(self.label.has_seki(self.scorer.analysis()));
        }
        game.answers.reserve_exact(options.strategies.len());
        self.verdicts.resize_with(options.strategies.len(), Verdict::default);
        // the first strategy that is no control
        let mut first = None;
        for (number, &strategy) in options.strategies.iter().enumerate() {
            let (earlier, verdict) = self.verdicts.split_at_mut(number);
            let verdict = &mut verdict[0];
            decide(&mut self.scorer, &self.controlled, game, strategy, verdict);
            // many have the same one, and with it the same answer
            let same = earlier.iter().position(|earlier| earlier == verdict);
            if !strategy.is_control() {
                let first = *first.get_or_insert(number);
                game.disputed |= first != number
                    && same != Some(first)
                    && !verdict.same_territory(&earlier[first], self.scorer.analysis());
            }
            let answer = match same {
                Some(same) => game.answers[same].clone(),
                None => self.compare(game, &self.verdicts[number], Vec::new()),
            };
            game.answers.push(answer);
        }
        let differs = || game.disputed || game.answers.iter().any(|answer| answer.category.is_some());
        if options.maps == Maps::All || options.maps == Maps::Differing && differs() {
            self.draw(game, options);
        }
    }

    /// Adds the maps. Most games need none, so that deciding once more costs less than keeping what was decided.
    fn draw(&mut self, game: &mut Evaluated, options: &Options) {
        for (number, &strategy) in options.strategies.iter().enumerate() {
            decide(&mut self.scorer, &self.controlled, game, strategy, &mut self.verdict);
            let map = game.answers[number].map.insert(TerritoryMap::default());
            map.write(self.scorer.analysis(), &self.verdict);
        }
    }

    /// The answer of a scorer from outside. Where it differs from the label, the strategies' maps are wanted, too.
    pub(super) fn given(&mut self, game: &mut Evaluated, given: Given, options: &Options) -> Answer {
        let (territory, also_dead) = match given {
            Given::Territory { territory, also_dead } => (territory, also_dead),
            Given::Margin(margin) => return Self::margin_only(game, margin),
        };
        let grid = game.position.grid();
        let mut owners = vec![None; grid.cells()];
        for (points, color) in territory.iter().zip(Color::BOTH) {
            for &point in points {
                owners[grid.index(point)] = Some(color);
            }
        }
        self.scorer.set(&game.position);
        self.verdict.set_owners(self.scorer.analysis(), |index| owners[index]);
        if let Some(label) = &game.label_map {
            self.label.set(self.scorer.analysis(), label);
        }
        let mut answer = self.compare(game, &self.verdict, also_dead);
        let drawn = game.answers.iter().any(|answer| answer.map.is_some());
        let differs = answer.category.is_some();
        if options.maps == Maps::All || options.maps == Maps::Differing && (drawn || differs) {
            answer.map.insert(TerritoryMap::default()).write(self.scorer.analysis(), &self.verdict);
            if !drawn {
                self.scorer.decide(AREA, &mut self.controlled);
                self.draw(game, options);
            }
        }
        answer
    }

    /// The answer that a margin without a map is.
    fn margin_only(game: &Evaluated, margin: Points) -> Answer {
        let comparison = game.label.map(|label| Comparison {
            outcome: Outcome::of(margin, label),
            delta: margin - label,
            map: None,
        });
        let category = comparison.and_then(|comparison| Category::of(game, comparison.delta, None, 0));
        Answer { counts: None, also_dead: Vec::new(), map: None, margin, category, comparison }
    }

    /// The answer that a verdict is, without its map. Stones that are `also_dead` are points and prisoners.
    fn compare(&self, game: &Evaluated, verdict: &Verdict, also_dead: Vec<Point>) -> Answer {
        let (mut counts, mut count) = (*verdict.counts(), game.count);
        for captor in also_dead.iter().filter_map(|&point| game.position.get(point).color()).map(Color::opponent) {
            counts.territory[captor.index()] += 1;
            count.prisoners[captor.index()] += 1;
            count.stones[captor.opponent().index()] -= 1;
        }
        let margin = count.margin(counts.territory);
        let more = u32::try_from(also_dead.len()).expect("at most 52 · 52 stones");
        let table = game.label_map.as_ref().map(|label| self.label.against(verdict, label));
        let comparison = game.label.map(|label| Comparison {
            outcome: Outcome::of(margin, label),
            delta: margin - label,
            map: table.as_ref().map(|table| (table.differences() + more, confusion(table))),
        });
        let category = comparison.and_then(|comparison| Category::of(game, comparison.delta, table.as_ref(), more));
        Answer { counts: Some(counts), also_dead, map: None, margin, category, comparison }
    }
}

/// A strategy's verdict. Under area scoring it is what surrounds what.
fn decide(scorer: &mut Scorer, controlled: &Verdict, game: &Evaluated, strategy: &dyn Strategy, verdict: &mut Verdict) {
    match game.count.rules.method() {
        Method::Area => verdict.clone_from(controlled),
        Method::Territory => scorer.decide(strategy, verdict),
    }
}

/// Notes what the headers say, and asks for a counted result where one is needed.
fn understood(
    facts: &mut Facts,
    headers: &Headers,
    line: Option<&LabelLine>,
    record: &Record,
    options: &Options,
) -> Result<Option<Points>, Skip> {
    facts.rules = Some(headers.rules);
    facts.rules_guessed = headers.rules_guessed;
    facts.origin = line.and_then(|line| line.origin.clone()).unwrap_or_else(|| headers.origin.to_owned());
    facts.result = Some(headers.result);
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

/// Makes a panic a skip: a fault of the program in one game is no reason to lose the others.
fn guarded<T>(work: impl FnOnce() -> Result<T, Skip>) -> Result<T, Skip> {
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

/// Where the label's margin and its map were taken from.
fn label_from(settled: &Settled, result_from_file: bool) -> &'static str {
    match (result_from_file, settled.label.map.is_some(), settled.map_from_file) {
        (false, false, _) => "RE",
        (false, true, false) => "RE+TBTW",
        (false, true, true) => "RE+file",
        (true, true, false) => "TBTW+file",
        (true, ..) => "file",
    }
}

/// Counts the points that one colour controls and that are nobody's territory, for the strategy, for the label, or for
/// both.
fn confusion(table: &Crosstab) -> Confusion {
    let unowned = [Status::Seki, Status::FalseEye];
    let sum = |count: &dyn Fn(Status) -> u32| unowned.iter().map(|&status| u64::from(count(status))).sum();
    Confusion {
        both: sum(&|status| table.count(status, None)),
        claimed_only: sum(&|status| table.owned(status)),
        label_only: u64::from(table.unowned_territory()),
    }
}
