//! Measures each stage of the evaluation of a game separately and in memory, on the project's games
//! of GNU Go.
//!
//! `cargo bench` runs all stages, and `cargo bench -- replay strategies` runs some of them. Every
//! figure is for one pass over all games, with the games per second and, for stages that read text,
//! the bytes per second. To judge a figure, divide it by `reference` (copying the bytes once) or by
//! another stage of the same run. Times of different runs or machines cannot be compared.

use std::hint::black_box;
use std::path::Path;
use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use seichi::Stop;
use seichi::board::{Position, replay};
use seichi::dead::{DeadFrom, take_off};
use seichi::game::{Context, Evaluated, GameEvaluator, GameOutcome, Options};
use seichi::input::{Entry, Labels, WalkOptions, fetch, walk};
use seichi::labels::Claims;
use seichi::sgf::{Encoding, HeaderOverrides, Record, interpret, read};
use seichi::territory::{Evaluator, STRATEGIES, TerritoryMap};

fn main() {
    divan::main();
}

/// The games in the forms that the stages need.
struct Games {
    entries: Vec<Entry>,
    bytes: Vec<Vec<u8>>,
    records: Vec<Record>,
    /// The final positions without dead stones.
    positions: Vec<Position>,
    outcomes: Vec<GameOutcome>,
    options: Options,
}

static GAMES: LazyLock<Games> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/gnugo");
    let entries = walk(&[folder], &WalkOptions::default())
        .expect("the project's own games")
        .entries;
    let options = Options {
        needs_label: false,
        ..Options::default()
    };
    let context = Context::new(options.clone(), Labels::default(), &Stop::default());
    let (mut games, mut worker) = (Vec::new(), GameEvaluator::new(context));
    for entry in entries {
        let bytes = fetch(&entry).expect("a game that can be read");
        let record = records(&bytes).remove(0);
        let outcome = worker.evaluate_bytes(&entry, Ok(&bytes)).remove(0);
        let end = replay(record.size, &record.actions)
            .expect("moves on the board")
            .position;
        let headers = interpret(&record, &HeaderOverrides::default()).expect("headers");
        let claims = Claims::new(&end, &record, None, headers.counts_all_stones);
        let dead = claims
            .dead(DeadFrom::Auto)
            .map_or_else(Vec::new, |(dead, _)| dead);
        games.push((entry, bytes, record, take_off(&end, &dead).0, outcome));
    }
    let mut all = Games {
        entries: Vec::new(),
        bytes: Vec::new(),
        records: Vec::new(),
        positions: Vec::new(),
        outcomes: Vec::new(),
        options,
    };
    for (entry, bytes, record, position, outcome) in games {
        all.entries.push(entry);
        all.bytes.push(bytes);
        all.records.push(record);
        all.positions.push(position);
        all.outcomes.push(outcome);
    }
    all
});

fn records(bytes: &[u8]) -> Vec<Record> {
    let (_, games) = read(bytes, Encoding::default()).expect("a game");
    games
        .into_iter()
        .map(|game| game.record.expect("a sound record"))
        .collect()
}

/// Measures `work` on every item of `of`.
fn each<T>(bencher: Bencher<'_, '_>, of: &[T], mut work: impl FnMut(&T)) {
    bencher
        .counter(ItemsCount::new(of.len()))
        .bench_local(|| of.iter().for_each(&mut work));
}

/// Measures `work` on the bytes of every file, and counts games and bytes.
fn each_text(bencher: Bencher<'_, '_>, mut work: impl FnMut(&[u8])) {
    let files = &GAMES.bytes;
    let bytes: usize = files.iter().map(Vec::len).sum();
    bencher
        .counter(ItemsCount::new(files.len()))
        .counter(BytesCount::new(bytes))
        .bench_local(|| files.iter().for_each(|bytes| work(bytes)));
}

fn evaluated() -> Vec<(&'static GameOutcome, &'static Evaluated)> {
    let with_result =
        |outcome: &'static GameOutcome| Some((outcome, outcome.result.as_deref().ok()?));
    GAMES.outcomes.iter().filter_map(with_result).collect()
}

/// References: divide other figures by these.
mod reference {
    use super::{Bencher, GAMES, black_box, each, each_text, fetch};

    /// Copies each byte once in memory.
    #[divan::bench]
    fn copy(bencher: Bencher<'_, '_>) {
        let mut memory = Vec::new();
        each_text(bencher, |bytes| {
            memory.clear();
            memory.extend_from_slice(bytes);
            black_box(&memory);
        });
    }

    /// Reads each file from disk or from the page cache.
    #[divan::bench]
    fn fetch_files(bencher: Bencher<'_, '_>) {
        each(bencher, &GAMES.entries, |entry| {
            black_box(fetch(entry).expect("it was read before"));
        });
    }

    /// Parses each file with sgf-parse.
    #[divan::bench]
    fn sgf_parse(bencher: Bencher<'_, '_>) {
        each_text(bencher, |bytes| {
            let text = std::str::from_utf8(bytes).expect("the project's games are in ASCII");
            black_box(sgf_parse::parse(text).expect("a game"));
        });
    }
}

/// Bytes to record.
#[divan::bench]
fn reading(bencher: Bencher<'_, '_>) {
    each_text(bencher, |bytes| drop(black_box(records(bytes))));
}

/// Record to headers.
#[divan::bench]
fn headers(bencher: Bencher<'_, '_>) {
    each(bencher, &GAMES.records, |record| {
        drop(black_box(interpret(record, &HeaderOverrides::default())));
    });
}

/// Record to position.
#[divan::bench]
fn replaying(bencher: Bencher<'_, '_>) {
    each(bencher, &GAMES.records, |record| {
        drop(black_box(replay(record.size, &record.actions)));
    });
}

/// Position to verdicts.
mod scoring {
    use super::{Bencher, Evaluator, GAMES, STRATEGIES, TerritoryMap, black_box, each};

    /// Blocks and regions, which all strategies share.
    #[divan::bench]
    fn analysis(bencher: Bencher<'_, '_>) {
        let mut evaluator = Evaluator::new();
        each(bencher, &GAMES.positions, |position| {
            black_box(evaluator.on(position, &[]).analysis());
        });
    }

    /// Scores with one strategy, including the analysis and the bounds that may decide its answer.
    #[divan::bench(args = STRATEGIES.iter().map(|strategy| strategy.name))]
    fn one(bencher: Bencher<'_, '_>, name: &str) {
        let strategy = seichi::territory::strategy(name).expect("it is listed");
        let (mut evaluator, mut map) = (Evaluator::new(), TerritoryMap::default());
        each(bencher, &GAMES.positions, |position| {
            evaluator.on(position, &[]).decide(strategy, &mut map);
            black_box(&map);
        });
    }

    /// Scores with all strategies after one analysis.
    #[divan::bench]
    fn all(bencher: Bencher<'_, '_>) {
        let (mut evaluator, mut map) = (Evaluator::new(), TerritoryMap::default());
        each(bencher, &GAMES.positions, |position| {
            let mut scoring = evaluator.on(position, &[]);
            for &strategy in STRATEGIES {
                scoring.decide(strategy, &mut map);
                black_box(&map);
            }
        });
    }
}

/// Outcomes to rows of the files of a run.
#[divan::bench]
fn rows(bencher: Bencher<'_, '_>) {
    let names = GAMES.options.names();
    each(bencher, &evaluated(), |(outcome, _)| {
        black_box(outcome.rows(&names));
    });
}

/// Bytes to outcomes: every stage except fetching and writing rows.
#[divan::bench]
fn whole_way(bencher: Bencher<'_, '_>) {
    let options = GAMES.options.clone();
    let mut worker = GameEvaluator::new(Context::new(options, Labels::default(), &Stop::default()));
    let files: Vec<_> = GAMES.entries.iter().zip(&GAMES.bytes).collect();
    each(bencher, &files, |(entry, bytes)| {
        black_box(worker.evaluate_bytes(entry, Ok(bytes)));
    });
}
