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
#[path = "../examples/year/variant.rs"]
mod variant;

use std::collections::BTreeSet;
use std::path::PathBuf;

use change::Source;
use corpus::Corpora;
use develop::{Effect, Gate, Plan, Touch, Year, year};
use fastrand::Rng;
use program::Program;
use seichi::board::{Color, Position};
use seichi::territory::{Strategy, territory_map};
use variant::Variant;

type Done<T> = Result<T, String>;

const BASE: &str = "fixed-black:size=2,blocks>5:seki:size=7,at=corner:lose-point";

/// Ten changes, developed on one half of the corpus and judged by the other.
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
fn short_year_adds_up_and_is_reproducible() {
    let year = short_year(Some(&[]));
    assert_eq!(year.changes.len(), 10);
    for change in &year.changes {
        // the default thresholds guarantee all four
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
fn year_without_gate_accepts_every_change() {
    let year = short_year(None);
    assert!(year.changes.iter().all(|change| !change.stopped));
    assert!(year.wrong[1] > year.wrong[0], "{:?}", year.wrong);
}

#[test]
fn random_changes_cover_all_kinds_of_variants() {
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

const BOARD: &str = "..xo...\n.xxo...\nxxoo...\noooo...\n.......\n.......\n.......\n";

#[track_caller]
fn territory(variant: &str) -> [u32; 2] {
    let variant = Variant::parse(variant).unwrap();
    let map = territory_map(&Position::from_diagram(BOARD).unwrap(), &variant);
    Color::BOTH.map(|color| map.territory(color))
}

#[test]
fn exceptions_apply_where_conditions_hold() {
    let [black, white] = territory("linked");
    assert_eq!(territory("linked:size=3:lose-point"), [black - 1, white]);
    assert_eq!(territory("linked:by=black,at=corner:seki"), [0, white]);
    assert_eq!(territory("linked:by=black,at=corner,size>3:seki"), [black, white]);
    assert_eq!(territory("linked::as-strict"), territory("strict"));
    assert_eq!(territory("linked:blocks>7:seki"), [black, white]);
    assert_eq!(territory("linked:size=3:seki:is=seki,by=black:territory"), [black, white]);
    assert_eq!(territory("flood::as-linked:size=3:lose-point"), [black - 1, white]);
    let is_control = |text: &str| Variant::parse(text).unwrap().is_control();
    assert!(is_control("flood:size=3:seki") && !is_control("linked:size=3:seki"));
}

/// Checks each condition. Black's corner has three points and one block around it, White's side 36 points and one
/// block. The board has no dame.
#[test]
fn conditions_select_the_right_regions() {
    let [black, white] = territory("linked");
    let (no_black, no_white) = ([0, white], [black, 0]);
    let (both, neither) = ([0, 0], [black, white]);
    for (condition, left) in [
        ("size=3", no_black),
        ("size>2", both),
        ("size>3", no_white),
        ("blocks=1", both),
        ("blocks=2", neither),
        ("blocks>0", both),
        ("blocks>1", neither),
        ("is=territory", both),
        ("is=dame", neither),
        ("is=seki", neither),
        ("by=black", no_black),
        ("by=white", no_white),
        ("at=edge", both),
        ("at=corner", both),
        // the indices of the first points are 9 and 13
        ("on=0/9", no_black),
        ("on=9/20", no_black),
        ("on=3/10", no_white),
        ("on=1/4", both),
        ("on=0/0", both),
    ] {
        assert_eq!(territory(&format!("linked:{condition}:seki")), left, "{condition}");
    }
    let middle = "xxxxx\nx.xox\nxxxxx\n";
    let at_edge = Variant::parse("flood:at=edge:seki").unwrap();
    assert_eq!(territory_map(&Position::from_diagram(middle).unwrap(), &at_edge).territory(Color::Black), 1);
}

#[test]
#[should_panic(expected = "a strategy that was told to")]
fn variant_panics_on_request() {
    let dame = Variant::parse("flood:is=dame:panic").unwrap();
    let _ = territory_map(&Position::from_diagram("x.o\n").unwrap(), &dame);
}

#[test]
fn invalid_variant_is_an_error() {
    for wrong in
        ["x", "reading", "linked:size=2", "linked:size=x:seki", "linked:colour=1:seki", "linked::as-x", "linked::dead"]
    {
        assert!(Variant::parse(wrong).is_err(), "{wrong}");
    }
}
