//! Tests of the gate on hand-made runs.

use std::collections::BTreeMap;

use super::*;
use crate::compare::Suspicion;
use crate::outcome::Outcome;
use crate::rules::Points;
use crate::run::{StrategyFigures, StratumFigures, any_row};

/// Returns the figures of strategies, given the numbers of evaluated games and of exact games.
fn figures(strategies: &[(&str, u64, u64)]) -> Figures {
    let stratum = StratumFigures {
        games: 100,
        strategies: strategies
            .iter()
            .map(|&(name, games, exact)| StrategyFigures {
                strategy: name.to_owned(),
                games,
                exact,
                winner: games,
                ..StrategyFigures::default()
            })
            .collect(),
        ..StratumFigures::default()
    };
    Figures {
        version: String::new(),
        signature: String::new(),
        corpus: "c".to_owned(),
        without_map: BTreeMap::new(),
        strategies: strategies
            .iter()
            .map(|(name, ..)| (*name).to_owned())
            .collect(),
        no_answers: BTreeMap::new(),
        weak: BTreeMap::new(),
        first_no_answers: BTreeMap::new(),
        not_whole: BTreeMap::new(),
        games: 110,
        evaluated: 100,
        skipped: BTreeMap::new(),
        label_checks: BTreeMap::new(),
        strata: [
            ("all".to_owned(), stratum.clone()),
            ("method=territory".to_owned(), stratum),
        ]
        .into(),
        seed: 0,
        pairwise: Vec::new(),
    }
}

fn row(game: usize, strategy: &str, delta: i64) -> GameRow {
    GameRow {
        game: format!("{game:03}"),
        label: "B+50".to_owned(),
        strategy: strategy.to_owned(),
        margin: Some(Points::whole(50 + delta)),
        delta: Some(Points::whole(delta)),
        outcome: Some(Outcome::of(Points::whole(50 + delta), Points::whole(50))),
        map_diff: None,
        ..any_row()
    }
}

fn rows(strategy: &str, games: std::ops::Range<usize>, delta: i64) -> Vec<GameRow> {
    games.map(|game| row(game, strategy, delta)).collect()
}

/// Runs the gate on `a`, which was off by 2 on games 0 to 9, and `b`, which was always right.
fn gate(strategies: &[(&str, u64, u64)], now: &[GameRow], thresholds: Thresholds) -> GateResult {
    let before = Baseline::unchecked(
        &figures(&[("a", 100, 90), ("b", 100, 100)]),
        &rows("a", 0..10, 2),
    );
    let figures = figures(strategies);
    check_run(
        &before,
        &Baseline::unchecked(&figures, now),
        &figures,
        now,
        thresholds,
    )
    .expect("the same corpus")
}

const LOOSE: Thresholds = Thresholds {
    max_new_mismatches: 1000,
    max_drop: None,
    alpha: 0.0,
    max_skip_rate: None,
};

#[test]
fn every_mismatch_is_counted_by_its_change() {
    // known, worse, changed, fixed and new
    let now = [
        rows("a", 0..5, 2),
        rows("a", 5..7, 3),
        rows("a", 7..9, 1),
        rows("a", 20..23, 1),
    ]
    .concat();
    let judged = gate(&[("a", 100, 88), ("b", 100, 100)], &now, LOOSE);
    let a = &judged.strategies[0];
    assert_eq!(
        (a.known, a.worse, a.changed, a.fixed, a.new),
        (5, 2, 2, 1, 3)
    );
    assert_eq!((a.newly_wrong, a.newly_right), (3, 1));
    assert!(judged.passed && judged.accept);
    assert!(Baseline::of(&figures(&[("a", 100, 88)]), &now).is_ok());
    assert!(Baseline::of(&figures(&[("a", 100, 89)]), &now).is_err());
    assert!(
        !gate(
            &[("a", 100, 90), ("b", 100, 100)],
            &rows("a", 0..10, 2),
            LOOSE
        )
        .accept
    );
    let changed = [rows("a", 0..9, 2), rows("a", 9..10, -2)].concat();
    assert!(
        gate(&[("a", 100, 90), ("b", 100, 100)], &changed, LOOSE).accept,
        "a change must be accepted too"
    );
}

#[test]
fn missing_answer_is_never_a_fixed_game() {
    let mut now = rows("a", 0..10, 2);
    (now[0].margin, now[0].delta, now[0].outcome) = (None, None, None);
    let judged = gate(
        &[("a", 99, 90), ("b", 100, 100)],
        &now,
        Thresholds::default(),
    );
    assert_eq!(
        (judged.strategies[0].worse, judged.strategies[0].fixed),
        (1, 0)
    );
    assert!(matches!(
        judged.violations[0],
        Violation::FewerGames {
            before: 100,
            now: 99,
            ..
        }
    ));
    assert_eq!(
        judged.changes[0].words(),
        "no answer; before: 2 points too many for Black"
    );
}

#[test]
fn scorer_without_any_answer_has_one_violation() {
    let now = rows("a", 0..10, 2);
    let judged = gate(&[("a", 0, 0), ("b", 100, 100)], &now, LOOSE);
    assert_eq!(
        judged.violations,
        [Violation::NoAnswers {
            strategy: "a".to_owned(),
            games: 100,
            first: None
        }]
    );
    let a = &judged.strategies[0];
    assert_eq!(
        (
            a.known,
            a.worse,
            a.changed,
            a.fixed,
            a.new,
            judged.changes.len()
        ),
        (0, 0, 0, 0, 0, 0)
    );
    // a scorer without answers fails even if the baseline does not have it
    let strategies = [("a", 100, 90), ("b", 100, 100), ("c", 0, 0)];
    assert!(!gate(&strategies, &now, LOOSE).passed);
}

/// Returns the violations that the gate finds for a scorer that is right in all of its 100 games,
/// given the numbers of maps and the digests of the games without a map in the baseline and in the
/// run.
fn violations_of_maps(maps: [u64; 2], without_map: [Option<&str>; 2]) -> Vec<Violation> {
    let [before, run] = [0, 1].map(|one| {
        let mut figures = figures(&[("a", 100, 100)]);
        for stratum in figures.strata.values_mut() {
            stratum.strategies[0].maps = maps[one];
            stratum.strategies[0].maps_exact = maps[one];
        }
        let digest = without_map[one].map(|digest| ("a".to_owned(), digest.to_owned()));
        figures.without_map = digest.into_iter().collect();
        figures
    });
    let [before, now] =
        [&before, &run].map(|figures| Baseline::of(figures, &[]).expect("no mismatches"));
    let judged = check_run(&before, &now, &run, &[], LOOSE).expect("the same corpus");
    judged.violations
}

#[test]
fn scorer_without_its_maps_fails() {
    let violation = Violation::FewerMaps {
        strategy: "a".to_owned(),
        before: 80,
        now: 79,
    };
    assert_eq!(violations_of_maps([80, 79], [None; 2]), [violation]);
    assert!(violations_of_maps([80, 80], [None; 2]).is_empty());
    assert!(violations_of_maps([79, 80], [None; 2]).is_empty());
}

#[test]
fn scorer_without_its_margins_fails() {
    let [before, run] = [3, 4].map(|answers| {
        let mut figures = figures(&[("a", 100, 100)]);
        figures.not_whole = [("a".to_owned(), answers)].into();
        figures
    });
    let baselines =
        [&before, &run].map(|figures| Baseline::of(figures, &[]).expect("no mismatches"));
    let violations = |[one, other]: [usize; 2]| {
        let figures = [&before, &run][other];
        let judged = check_run(&baselines[one], &baselines[other], figures, &[], LOOSE);
        judged.expect("the same corpus").violations
    };
    let violation = Violation::FewerMargins {
        strategy: "a".to_owned(),
        before: 3,
        now: 4,
    };
    assert_eq!(violations([0, 1]), [violation]);
    assert_eq!(violations([1, 0]), []);
}

#[test]
fn scorer_that_exchanges_its_maps_fails() {
    let violation = Violation::OtherMaps {
        strategy: "a".to_owned(),
    };
    for (maps, without_map, expected) in [
        (80, [Some("1a"), Some("2b")], Some(&violation)),
        // all had a map before
        (80, [None, Some("2b")], Some(&violation)),
        (80, [Some("1a"), Some("1a")], None),
        // all have a map now
        (80, [Some("1a"), None], None),
        // there was no map to lose
        (0, [Some("1a"), Some("2b")], None),
    ] {
        let found = violations_of_maps([maps; 2], without_map);
        assert_eq!(found.first(), expected, "{maps} {without_map:?}");
    }
}

#[test]
fn baseline_without_a_strategy_of_the_run_gives_no_verdict() {
    let [before, run] = [
        figures(&[("linked", 100, 100)]),
        figures(&[("mine", 100, 90)]),
    ];
    let rows = rows("mine", 0..10, 2);
    let [before, now] = [
        Baseline::unchecked(&before, &[]),
        Baseline::unchecked(&run, &rows),
    ];
    let error = check_run(&before, &now, &run, &rows, Thresholds::default())
        .expect_err("nothing to compare");
    assert!(
        error
            .to_string()
            .ends_with("the baseline has only linked, and the run only mine"),
        "{error}"
    );
}

#[test]
fn counts_have_to_fit_the_changes() {
    let known = rows("a", 0..10, 2);
    let before = Baseline::unchecked(&figures(&[("a", 100, 90)]), &known);
    // nine games are fixed and two are new
    let changed = [rows("a", 9..10, 2), rows("a", 20..22, 2)].concat();
    for (exact, rows, fits) in [
        (90, &known, true),
        (97, &changed, true),
        (96, &changed, false),
        (98, &changed, false),
    ] {
        let figures = figures(&[("a", 100, exact)]);
        let now = Baseline::unchecked(&figures, rows);
        match check_run(&before, &now, &figures, rows, LOOSE) {
            Ok(_) => assert!(fits, "{exact}"),
            Err(why) => {
                let counts = format!("{exact} in the run, 9 newly right, 2 newly wrong");
                assert!(!fits && why.to_string().ends_with(&counts), "{why}");
            }
        }
    }
}

#[test]
fn game_with_two_rows_is_refused() {
    let twice = [rows("a", 0..2, 2), rows("a", 1..2, 3)].concat();
    let error = Baseline::of(&figures(&[("a", 100, 97)]), &twice).expect_err("two rows");
    assert!(
        error.what.starts_with("a is exact in 97 of 100 games"),
        "{error}"
    );
    assert!(Baseline::of(&figures(&[("a", 100, 98)]), &twice[..2]).is_ok());
}

#[test]
fn violations_are_described_in_sentences() {
    let new = Violation::NewMismatches {
        strategy: "a".to_owned(),
        new: 60,
        worse: 1,
        allowed: 0,
    };
    let words = "mismatches of a: 60 new, 1 worse; 0 allowed (--max-new-mismatches)";
    assert_eq!(new.to_string(), words);
    let worse = Violation::Significant {
        strategy: "a".to_owned(),
        newly_wrong: 7,
        newly_right: 1,
        holm_p: 0.031_25,
        alpha: 0.05,
    };
    assert_eq!(
        worse.to_string(),
        "a is worse: newly wrong games: 7, newly right games: 1; p = 0.031250 (--alpha 0.05)"
    );
}

#[test]
fn most_severe_mismatches_come_first() {
    let mut now = [
        rows("a", 0..10, 2),
        rows("a", 20..21, 1),
        rows("a", 30..31, -9),
        rows("a", 40..41, -60),
    ]
    .concat();
    now[9].delta = Some(Points::whole(4));
    let judged = gate(&[("a", 100, 87), ("b", 100, 100)], &now, LOOSE);
    let games: Vec<&str> = judged
        .changes
        .iter()
        .map(|change| change.game.as_str())
        .collect();
    assert_eq!(
        games,
        ["040", "030", "009", "020"],
        "a wrong winner, then by the size of the error"
    );
}

#[test]
fn other_corpus_error_names_the_differences() {
    let before = figures(&[("a", 100, 90)]);
    let baseline = Baseline::unchecked(&before, &[]);
    for (evaluated, signature, differences) in [
        (
            99,
            "",
            "the games have changed: 99 of 110 were evaluated; in the baseline, 100 of 110",
        ),
        (
            100,
            "strategy:*|dead:marks|label:",
            "the dead stones come from marks; in the baseline, they come from ",
        ),
        (
            100,
            "",
            "the number of evaluated games is the same, but some games, or their names, \
             labels or dead stones, differ from the baseline",
        ),
    ] {
        let other = Figures {
            corpus: "d".to_owned(),
            evaluated,
            signature: signature.to_owned(),
            ..before.clone()
        };
        let now = Baseline::unchecked(&other, &[]);
        let error = check_run(&baseline, &now, &other, &[], LOOSE).expect_err("another corpus");
        assert_eq!(
            error.to_string(),
            format!("the run can't be compared with the baseline: {differences}")
        );
    }
}

#[test]
fn p_value_counts_changed_games_with_holm_correction() {
    let alpha = Thresholds {
        alpha: 0.05,
        ..LOOSE
    };
    // six newly wrong games and none newly right give p = 0.03 for one strategy, and twice that for
    // two strategies
    let six = [rows("a", 0..10, 2), rows("a", 20..26, 1)].concat();
    assert!(gate(&[("a", 100, 84), ("b", 100, 100)], &six, alpha).passed);
    let seven = [rows("a", 0..10, 2), rows("a", 20..27, 1)].concat();
    let strategies = [
        ("a", 100, 83),
        ("b", 100, 100),
        ("c", 100, 1),
        ("d", 100, 1),
    ];
    assert!(!gate(&strategies[..2], &seven, alpha).passed);
    // the correction ignores strategies that are missing from the baseline
    let with_others = gate(&strategies, &seven, alpha);
    assert!((with_others.strategies[0].holm_p - 2.0 * 2.0 * 0.5_f64.powi(7)).abs() < 1e-12);
    assert!(!with_others.passed);
    // equal numbers of fixed and broken games show no difference
    let mended = rows("a", 20..27, 1);
    assert!(gate(&[("a", 100, 93), ("b", 100, 100)], &mended, alpha).passed);
}

#[test]
fn limits_are_exact_to_one_game() {
    let now = [rows("a", 0..10, 2), rows("a", 20..23, 1)].concat();
    let strategies = [("a", 100, 87), ("b", 100, 100)];
    for (max_new_mismatches, max_drop, max_skip_rate, passes) in [
        (3, None, None, true),
        (2, None, None, false),
        (3, Some(0.03), None, true),
        (3, Some(0.029), None, false),
        (3, None, Some(0.1), true),
        (3, None, Some(0.09), false),
    ] {
        let thresholds = Thresholds {
            max_new_mismatches,
            max_drop,
            max_skip_rate,
            ..LOOSE
        };
        let judged = gate(&strategies, &now, thresholds);
        assert_eq!(judged.passed, passes, "{thresholds:?}");
    }
}

#[test]
fn documented_shares_are_those_of_the_program() {
    let chapter = include_str!("../../docs/audit.md");
    for &suspicion in Suspicion::ALL {
        let share = suspicion
            .planted()
            .map_or("–".to_owned(), |[planted, all]| {
                format!("{planted} of {all}")
            });
        let start = format!("| `{}` |", suspicion.name());
        let row = chapter
            .lines()
            .find(|line| line.starts_with(&start))
            .expect("a row");
        assert!(row.ends_with(&format!(" | {share} |")), "{row}");
    }
}
