//! Certificates of settled local games, checked without the search.

use std::fs;
use std::path::Path;

use seichi::territory::{Certificate, Evaluator, NoCertificate};
use seichi_oracle::certificate::check;
use seichi_oracle::certificate::damage::{DAMAGES, Damage, damaged};

use crate::fast;
use crate::golden::marked;

/// Returns the certificates of a board; `b` and `w` are dead stones.
fn certificates(diagram: &[&str]) -> Vec<String> {
    let rows: Vec<String> = diagram.iter().map(|row| row.replace(['b', 'w'], ".")).collect();
    let mut evaluator = Evaluator::new();
    evaluator.set(&fast::position(&rows), &marked(diagram, &['b', 'w']));
    let certificate = |made: Result<Certificate, NoCertificate>| match made {
        Ok(certificate) => certificate.to_json(),
        Err(reason) => panic!("{reason:?}\n{}", diagram.join("\n")),
    };
    evaluator.certify().into_iter().map(certificate).collect()
}

/// Returns the certificate of a board with one local game.
fn certificate(diagram: &[&str]) -> String {
    let [certificate] = <[String; 1]>::try_from(certificates(diagram)).expect("one local game");
    certificate
}

/// The first move decides a point: Black throws in, or White makes an eye.
const THROW_IN: [&str; 6] = [".o...xo.o", "oooo.xooo", "xxxxxxxxx", ".........", "....x....", "........."];

/// A ko for two eyes, with another ko next to it.
const TWO_KOS: [&str; 4] = [".oxo.ox.x", "oooxoxxx.", "xxxxooooo", "....o...."];

#[test]
fn settled_games_on_small_boards_have_valid_certificates() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reading/boards");
    let mut made = 0;
    for entry in fs::read_dir(folder).expect("the boards") {
        let text = fs::read_to_string(entry.expect("a file").path()).expect("a board");
        let diagram: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).collect();
        for certificate in certificates(&diagram) {
            made += 1;
            check(&certificate).unwrap_or_else(|error| panic!("{error}\n{}", diagram.join("\n")));
            for damage in [Damage::Value, Damage::BothValues] {
                let damaged = damaged(&certificate, damage);
                assert_eq!(damaged.len(), 4, "two provers, two first players");
                assert!(damaged.iter().all(|damaged| check(damaged).is_err()), "{damage:?}: {certificate}");
            }
        }
    }
    assert!(made >= 10, "{made} certificates");
}

#[test]
fn certificate_has_values_for_both_first_players() {
    let checked = check(&certificate(&THROW_IN)).expect("it is right");
    assert_eq!(checked.values, [10 * 256, -256], "five stones in atari, or an eye");
}

#[test]
fn stone_escapes_to_dame_outside_local_game() {
    // White D5 runs to E5, and gets out at E4 or F5
    let diagram = ["..x......", "..xo.....", "..xx.....", "...xx....", "....xxxxx", "........."];
    let checked = check(&certificate(&diagram)).expect("it is right");
    assert_eq!(checked.values[1], 0, "{checked:?}");
}

#[test]
fn certificate_lacking_one_move_is_rejected() {
    for diagram in [&THROW_IN[..], &TWO_KOS[..]] {
        for certificate in certificates(diagram) {
            check(&certificate).expect("it is right");
            for dropped in damaged(&certificate, Damage::Dropped) {
                assert!(check(&dropped).is_err(), "{dropped}");
            }
        }
    }
}

#[test]
fn certificate_contradicting_the_board_is_rejected() {
    let right = certificate(&["x.oo....."]);
    check(&right).expect("it is right");
    for (from, to, reason) in [
        ("\"kind\":\"small\"", "\"kind\":\"large\"", "not Large"),
        ("\"kind\":\"small\"", "\"kind\":\"held\"", "not Held"),
        ("\"points\":\"", "\"points\":\"haha", "listed twice"),
        ("\"points\":\"", "\"points\":\"ca", "not `.`"),
        ("\"eyes\":", "\"eyes\":3", "not a territory"),
        ("\"Black\"", "\"Grey\"", "unknown colour"),
        ("x.oo.", "x.ooo", "not `.`"),
    ] {
        let wrong = right.replacen(from, to, 1);
        assert_ne!(wrong, right, "{from}: {right}");
        let error = check(&wrong).expect_err(from);
        assert!(error.contains(reason), "{from}: {error}");
    }
    assert_eq!(DAMAGES.len(), 4);
}
