//! Strategies from another crate (the examples of CONTRIBUTING.md), evaluated on the project's
//! corpus together with the built-in strategies.

mod evaluation;
mod interface;
mod outnumbered;
mod striped;
mod vote;

use std::fs;
use std::path::Path;

use seichi::Stop;
use seichi::game::{Context, Options};
use seichi::input::{Labels, WalkOptions, walk};
use seichi::run::{Figures, Summary, SummaryOptions, evaluate};
use seichi::territory::{Evaluator, STRATEGIES, Strategy, TerritoryMap};

const TOP: &str = env!("CARGO_MANIFEST_DIR");

/// The strategies of this crate.
const OWN: [&Strategy; 3] = [&striped::STRIPED, &outnumbered::OUTNUMBERED, &vote::VOTE];

/// Returns the built-in strategies and the strategies of this crate.
fn all() -> Vec<&'static Strategy> {
    STRATEGIES.iter().copied().chain(OWN).collect()
}

/// Evaluates the project's corpus with some strategies, and returns the figures.
fn figures(strategies: Vec<&'static Strategy>, jobs: usize) -> Figures {
    let options = Options {
        strategies,
        ..Options::default()
    };
    let games =
        walk(&[Path::new(TOP).join("corpus")], &WalkOptions::default()).expect("the corpus");
    let labels = Labels::read(&games, &[]).expect("its labels");
    let context = Context::new(options, labels, &Stop::default());
    let mut summary = Summary::new(SummaryOptions::new(&context));
    for batch in evaluate(&games, jobs, &context) {
        for game in batch.expect("the evaluation is not interrupted").games {
            match &game.result {
                Ok(_) => summary.add_rows(&game.rows(&context.options.names())),
                Err(skip) => summary.add_skipped(skip.reason),
            }
        }
    }
    summary.figures()
}

#[test]
fn outside_strategies_are_evaluated_on_a_corpus() {
    let (figures, own) = (figures(all(), 0), figures(STRATEGIES.to_vec(), 1));
    let rates = |figures: &Figures| -> Vec<(String, u64, u64)> {
        let of = |strategy: &seichi::run::StrategyFigures| {
            (strategy.strategy.clone(), strategy.games, strategy.exact)
        };
        figures.all().strategies.iter().map(of).collect()
    };
    let (rates, expected) = (rates(&figures), rates(&own));
    assert_eq!(
        rates[..expected.len()],
        expected,
        "the built-in strategies have other figures if outside ones run with them"
    );
    let others: Vec<&str> = rates[expected.len()..]
        .iter()
        .map(|(name, ..)| name.as_str())
        .collect();
    assert_eq!(others, ["striped", "outnumbered", "vote"]);
    assert!(
        rates
            .iter()
            .all(|&(_, games, exact)| games > 100 && exact > games / 2),
        "{rates:?}"
    );
}

#[test]
fn outside_strategy_gives_the_same_answer_in_every_use() {
    let games = walk(
        &[Path::new(TOP).join("corpus/article")],
        &WalkOptions::default(),
    )
    .expect("the corpus");
    let positions = games.entries.iter().map(|entry| position(&entry.path));
    let (mut together, mut alone) = (Evaluator::new(), Evaluator::new());
    let [mut map, mut expected] = [TerritoryMap::default(), TerritoryMap::default()];
    let mut filled = 0;
    for position in positions {
        let mut scoring = together.on(&position, &[]);
        let mut alone = alone.on(&position, &[]);
        for strategy in OWN {
            scoring.decide(strategy, &mut map);
            alone.decide(strategy, &mut expected);
            assert_eq!(map, expected, "{}\n{position}", strategy.name);
            filled += scoring.trace(strategy, &mut map).filled_dame.len();
            assert_eq!(map, expected, "{}\n{position}", strategy.name);
        }
    }
    assert!(filled > 50, "too few filled dame in the traces: {filled}");
}

/// Returns the final position of the first game in a file.
fn position(file: &Path) -> seichi::board::Position {
    let bytes = fs::read(file).expect("a file");
    let (_, games) = seichi::sgf::read(&bytes, seichi::sgf::Encoding::default()).expect("games");
    let record = games[0].record.as_ref().expect("a record");
    seichi::board::replay(record.size, &record.actions)
        .expect("moves on the board")
        .position
}
