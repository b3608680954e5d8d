//! A short run of `examples/year`: its counts add up, and the same seed gives the same result.
#![cfg(feature = "cli")]

#[path = "../examples/year/change.rs"]
mod change;
#[path = "../examples/year/corpus.rs"]
mod corpus;
#[path = "../examples/year/develop.rs"]
mod develop;
#[path = "../examples/year/program.rs"]
mod program;

use std::collections::BTreeSet;
use std::path::PathBuf;

use change::Source;
use corpus::Corpora;
use develop::{Effect, Gate, Plan, Touch, Year, year};
use fastrand::Rng;
use program::Program;
use seichi::cli::Variant;

type Done<T> = Result<T, String>;

const BASE: &str = "fixed-black:size=2,blocks>5:seki:size=7,at=corner:lose-point";

/// Ten changes, on one half of the corpus, judged by the other.
fn short_year(options: Gate) -> Year {
    let folder = tempfile::tempdir().expect("a folder");
    let program = Program { path: PathBuf::from(env!("CARGO_BIN_EXE_seichi")), folder: folder.path().to_owned() };
    let corpus = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/corpus"));
    let corpora = Corpora::new(&[corpus], &[], &program).expect("a corpus");
    assert!(corpora.games[0].abs_diff(corpora.games[1]) <= 1 && corpora.games[1] > 50, "{:?}", corpora.games);
    let plan = Plan { source: Source::parse(BASE), changes: 10, seed: 1 };
    year(&plan, options, &corpora, &program).expect("a year")
}

#[test]
fn a_short_year_adds_up_and_can_be_lived_again() {
    let year = short_year(Some(&[]));
    assert_eq!(year.changes.len(), 10);
    for change in &year.changes {
        // what the default thresholds promise
        assert!(change.stopped || change.gate != Touch::Harm, "{change:?}");
        assert!(change.gate != Touch::Nothing || !change.stopped, "{change:?}");
        assert!(change.truth == Touch::Harm || change.effect != Effect::Harm, "{change:?}");
        assert!(change.truth != Touch::Nothing || change.effect == Effect::Neutral, "{change:?}");
    }
    let stopped = year.changes.iter().filter(|change| change.stopped).count();
    assert!(0 < stopped && stopped < 10, "{stopped}");
    assert_eq!(short_year(Some(&[])), year);
}

#[test]
fn without_a_gate_everything_passes() {
    let year = short_year(None);
    assert!(year.changes.iter().all(|change| !change.stopped));
    assert!(year.wrong[1] > year.wrong[0], "{:?}", year.wrong);
}

#[test]
fn random_changes_are_variants_of_all_kinds() {
    let (mut source, mut rng, mut kinds) = (Source::parse(BASE), Rng::with_seed(1), BTreeSet::new());
    for _ in 0..500 {
        let (kind, next) = source.changed(&mut rng);
        let text = next.to_string();
        assert!(Variant::parse(&text).is_ok(), "{text}");
        assert_eq!(Source::parse(&text), next);
        kinds.insert(kind);
        source = next;
    }
    assert_eq!(Vec::from_iter(kinds), ["add", "edit then", "edit where", "refactor", "remove", "swap"]);
}
