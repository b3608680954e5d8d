//! One game's way: bytes, record, position, dead stones, maps, margins, outcomes.

use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

use super::{Category, Options};
use crate::board::{Action, Color, Point, Position, Replayed, Size, replay};
use crate::score::{Count, LabelCheck, LabelMap, Method, Outcome, Points, Rules};
use crate::scoring::{AREA, Scorer, Strategy, TerritoryMap};
use crate::settle::{LabelLine, Settled, settle, splits_a_block, take_off};
use crate::sgf::{self, Headers, Record, Recorded};
use crate::skip::{Reason, Skip};
use crate::source::{Entry, Labels, fetch};
use crate::stats::{Comparison, Confusion};

/// What is known of a game, evaluated or not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The encoding of its file.
    pub encoding: &'static str,
    /// The board.
    pub size: Option<Size>,
    /// The rules.
    pub rules: Option<Rules>,
    /// How the rules were guessed.
    pub rules_guessed: Option<&'static str>,
    /// Where its label comes from.
    pub origin: String,
    /// What its record says of the result.
    pub result: Option<Recorded>,
    /// Whether it has a label's map.
    pub has_map: bool,
}

/// What became of a game.
#[derive(Clone, Debug)]
pub struct GameOutcome {
    /// Its name, `PATH#N`; the file's name alone where there is no game in it.
    pub name: String,
    /// What is known of it.
    pub facts: Facts,
    /// The evaluation, or why there is none.
    pub result: Result<Box<Evaluated>, Skip>,
}

/// A game that was evaluated.
#[derive(Clone, Debug)]
pub struct Evaluated {
    /// A name of the game's content, whatever its file: of the size, the set-up and the moves.
    pub hash: u64,
    /// The board's size.
    pub size: Size,
    /// What margins are made of.
    pub count: Count,
    /// Moves, passes among them.
    pub moves: u32,
    /// Dead stones.
    pub dead: Vec<Point>,
    /// Where the dead stones were taken from.
    pub dead_from: &'static str,
    /// The recorded margin; `None` only where no label is needed.
    pub label: Option<Points>,
    /// Where the label was taken from: `RE`, `RE+TBTW`, `file`, `RE+file`.
    pub label_from: &'static str,
    /// Whether the label agrees with itself.
    pub check: LabelCheck,
    /// Whether the label's map has points of one colour's region that are nobody's; `None` without a map.
    pub seki: Option<bool>,
    /// Whether the strategies that are no controls differ.
    pub disputed: bool,
    /// What was odd, as `name` or `name=value`, in a fixed order.
    pub flags: Vec<String>,
    /// A digest of all that the figures depend on.
    pub fingerprint: [u8; 32],
    /// The position without dead stones.
    pub position: Position,
    /// The label's map.
    pub label_map: Option<LabelMap>,
    /// The strategies' answers, in the order of [`Options::strategies`].
    pub answers: Vec<Answer>,
}

/// A strategy's answer for a game.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The map.
    pub map: TerritoryMap,
    /// Black's score minus White's.
    pub margin: Points,
    /// How it compares with the label; `None` without one.
    pub comparison: Option<Comparison>,
    /// What a difference is about; `None` where there is none.
    pub category: Option<Category>,
}

/// The time that the stages of a game's way took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timings {
    /// Fetching bytes.
    pub source: Duration,
    /// Reading records.
    pub sgf: Duration,
    /// Headers, replay, dead stones.
    pub replay: Duration,
    /// Scoring and comparing.
    pub score: Duration,
}

impl Timings {
    /// Adds another thread's.
    pub fn add(&mut self, other: &Self) {
        self.source += other.source;
        self.sgf += other.sgf;
        self.replay += other.replay;
        self.score += other.score;
    }
}

/// A thread's memory, made once.
#[derive(Debug, Default)]
pub struct Worker {
    scorer: Scorer,
    /// The time that this thread's stages took.
    pub timings: Timings,
}

fn timed<T>(total: &mut Duration, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    *total += start.elapsed();
    result
}

impl Worker {
    /// The outcomes of all games of a file.
    pub fn file(&mut self, entry: &Entry, labels: &Labels, options: &Options) -> Vec<GameOutcome> {
        let failed = |skip| vec![GameOutcome { name: entry.name.clone(), facts: Facts::default(), result: Err(skip) }];
        let bytes = match timed(&mut self.timings.source, || fetch(entry, options.max_bytes)) {
            Ok(bytes) => bytes,
            Err(skip) => return failed(skip),
        };
        let read = timed(&mut self.timings.sgf, || {
            let encoding = options.encoding;
            catch_unwind(|| sgf::read(&bytes, encoding)).unwrap_or_else(|panic| Err(internal(&*panic)))
        });
        match read {
            Err(skip) => failed(skip),
            Ok((text, games)) => games
                .into_iter()
                .map(|game| {
                    let name = format!("{}#{}", entry.name, game.number);
                    let label = labels.get(&name);
                    let mut facts = Facts { encoding: text.encoding, ..Facts::default() };
                    let way = || {
                        let record = game.record?;
                        self.game(&name, &record, text.wrong_ca, label, options, &mut facts)
                    };
                    let result = catch_unwind(AssertUnwindSafe(way)).unwrap_or_else(|panic| Err(internal(&*panic)));
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
        wrong_ca: bool,
        line: Option<&LabelLine>,
        options: &Options,
        facts: &mut Facts,
    ) -> Result<Evaluated, Skip> {
        facts.size = Some(record.size);
        if let Some(size) = options.size.filter(|&size| size != record.size) {
            return Err(Skip::at(Reason::OtherSize, record.byte, format!("{}, not {size}", record.size)));
        }
        let start = Instant::now();
        let result = line.and_then(LabelLine::recorded);
        let without_result = (!options.needs_label && result.is_none()).then_some(Recorded::None(Reason::NoResult));
        let headers = sgf::interpret(record, options.rules, result.or(without_result))?;
        let margin = understood(facts, &headers, line, record, options)?;
        let end = replay(record.size, &record.actions).map_err(|(number, point)| {
            let detail = format!("{point} is off the board of {}, action {}", record.size, number + 1);
            Skip::at(Reason::OffBoard, record.byte, detail)
        })?;
        let settled = settle(&end.position, record, line, margin, options.dead).or_else(|skip| {
            let without = || settle(&end.position, record, line, margin, crate::settle::DeadFrom::None);
            if options.needs_label { Err(skip) } else { without() }
        })?;
        facts.has_map = settled.label.map.is_some();
        self.timings.replay += start.elapsed();
        let start = Instant::now();
        let evaluated = self.score(name, record, wrong_ca, &headers, end, settled, options);
        self.timings.score += start.elapsed();
        Ok(evaluated)
    }

    #[allow(clippy::too_many_arguments)] // the sum of all stages before
    fn score(
        &mut self,
        name: &str,
        record: &Record,
        wrong_ca: bool,
        headers: &Headers,
        end: Replayed,
        settled: Settled,
        options: &Options,
    ) -> Evaluated {
        let (position, dead_prisoners) = take_off(&end.position, &settled.dead);
        let count = count(headers, &position, end.prisoners, dead_prisoners);
        let check = {
            let (position, prisoners) = take_off(&end.position, &settled.label_dead);
            settled.label.check(&self::count(headers, &position, end.prisoners, prisoners))
        };
        let flags = flags(record, wrong_ca, headers, &end, &settled);
        let mut evaluated = Evaluated {
            hash: content_hash(record),
            size: record.size,
            count,
            moves: end.moves,
            dead_from: settled.dead_from,
            label: settled.label.margin,
            label_from: label_from(&settled, record),
            check,
            seki: None,
            disputed: false,
            flags,
            fingerprint: [0; 32],
            position,
            dead: settled.dead,
            label_map: settled.label.map,
            answers: Vec::with_capacity(options.strategies.len()),
        };
        evaluated.fingerprint = fingerprint(name, &evaluated);
        self.answer(&mut evaluated, &options.strategies);
        evaluated
    }

    /// Adds the strategies' answers. Under area scoring what surrounds what is all there is to know, and the answer of
    /// each.
    fn answer(&mut self, game: &mut Evaluated, strategies: &[&'static dyn Strategy]) {
        self.scorer.set(&game.position);
        let mut controlled = TerritoryMap::default();
        self.scorer.score(AREA, &mut controlled);
        game.seki = game.label_map.as_ref().map(|label| confusion(&controlled, &controlled, label).label_only > 0);
        for &strategy in strategies {
            let mut map = TerritoryMap::default();
            match game.count.rules.method() {
                Method::Area => map.clone_from(&controlled),
                Method::Territory => self.scorer.score(strategy, &mut map),
            }
            let margin = game.count.margin(Color::BOTH.map(|color| map.territory(color)));
            let against_map = game
                .label_map
                .as_ref()
                .map(|label| (label.differences(&game.position, &map), confusion(&controlled, &map, label)));
            let comparison = game.label.map(|label| Comparison {
                outcome: Outcome::of(margin, label),
                delta: margin - label,
                map: against_map,
            });
            let category = comparison.and_then(|comparison| Category::of(game, &map, &comparison));
            game.answers.push(Answer { map, margin, comparison, category });
        }
        let mut fills = strategies.iter().zip(&game.answers).filter(|(strategy, _)| !strategy.is_control());
        let first = fills.next();
        game.disputed = first.is_some_and(|(_, first)| fills.any(|(_, other)| !other.map.same_territory(&first.map)));
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
    match headers.result {
        Recorded::Margin(margin) => Ok(Some(margin)),
        Recorded::None(_) if !options.needs_label => Ok(None),
        Recorded::None(reason) => {
            let text = line.and_then(|line| line.result.as_deref()).or(record.info.result.as_deref());
            Err(Skip::at(reason, record.byte, text.map(|text| format!("RE[{text}]")).unwrap_or_default()))
        }
    }
}

fn internal(panic: &(dyn std::any::Any + Send)) -> Skip {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    Skip::new(Reason::Internal, text.unwrap_or("unknown"))
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

fn label_from(settled: &Settled, record: &Record) -> &'static str {
    match (record.info.result.is_some(), settled.map_from_file, settled.label.map.is_some()) {
        (true, true, _) => "RE+file",
        (false, true, _) => "file",
        (_, false, true) => "RE+TBTW",
        (_, false, false) => "RE",
    }
}

/// Counts the points that one colour controls and that are nobody's territory, for the map, for the label, or for
/// both.
fn confusion(controlled: &TerritoryMap, map: &TerritoryMap, label: &LabelMap) -> Confusion {
    let mut confusion = Confusion::default();
    for index in controlled.grid().points().filter(|&index| controlled.statuses()[index].owner().is_some()) {
        match (map.statuses()[index].owner(), label.owner(index)) {
            (None, None) => confusion.both += 1,
            (None, Some(_)) => confusion.strategy_only += 1,
            (Some(_), None) => confusion.label_only += 1,
            (Some(_), Some(_)) => {}
        }
    }
    confusion
}

/// What was odd about a game, in a fixed order.
fn flags(record: &Record, wrong_ca: bool, headers: &Headers, end: &Replayed, settled: &Settled) -> Vec<String> {
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
        ("wrong_ca", wrong_ca),
        ("junk", record.junk),
        ("unclosed", record.unclosed),
        ("size_missing", record.size_missing),
        ("komi_missing", headers.komi_missing),
        ("handicap_counted", headers.handicap_counted),
        ("stale_marks", settled.stale_marks),
        ("partly_dead", splits_a_block(&end.position, &settled.dead)),
    ];
    let guessed = headers.rules_guessed.map(|how| format!("rules_source={how}"));
    let plain = plain.into_iter().filter_map(|(name, is)| is.then(|| name.to_owned()));
    let counted = counted.into_iter().filter_map(|(name, count)| (count > 0).then(|| format!("{name}={count}")));
    guessed.into_iter().chain(plain).chain(counted).collect()
}

/// The first eight bytes of the SHA-256 of the size, set-up and moves.
fn content_hash(record: &Record) -> u64 {
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
fn fingerprint(name: &str, game: &Evaluated) -> [u8; 32] {
    let mut text = format!("{name}\n{:016x}\n{:?}\n{:?}\n", game.hash, game.count, game.label);
    game.dead.iter().for_each(|point| text += &point.to_string());
    text.push('\n');
    if let Some(map) = &game.label_map {
        text += &game.position.rows(|index, _| map.owner(index).map_or('.', Color::letter)).concat();
    }
    Sha256::digest(text.as_bytes()).into()
}
