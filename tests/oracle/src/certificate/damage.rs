//! Deliberate damage to certificates, to test the checker.

use serde_json::{Value, json};

use super::POINT;

/// A kind of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// Each prover claims one point more.
    Value,
    /// Both values of a first player are a point higher: the prover's claim and the opponent's still meet.
    BothValues,
    /// A strategy lacks a move.
    Dropped,
    /// A strategy has a different move in one position.
    Changed,
}

/// All kinds of damage.
pub const DAMAGES: [Damage; 4] = [Damage::Value, Damage::BothValues, Damage::Dropped, Damage::Changed];

/// The number of moves of a strategy that are dropped or changed, one in each damaged certificate.
const TRIED: usize = 5;

/// Returns certificates with this kind of damage. The list is empty if the strategies have no move to damage.
#[must_use]
pub fn damaged(certificate: &str, damage: Damage) -> Vec<String> {
    let certificate: Value = serde_json::from_str(certificate).expect("a certificate");
    let proofs = certificate["proofs"].as_array().expect("proofs");
    let mut damaged = Vec::new();
    let mut push = |change: &mut dyn FnMut(&mut Value)| {
        let mut copy = certificate.clone();
        change(&mut copy["proofs"]);
        damaged.push(copy.to_string());
    };
    for (number, proof) in proofs.iter().enumerate() {
        let value = proof["value"].as_i64().expect("a value");
        let higher = value + i64::from(POINT);
        let moves = proof["moves"].as_object().expect("moves");
        let step = moves.len().div_ceil(TRIED).max(1);
        match damage {
            Damage::Value => push(&mut |proofs| proofs[number]["value"] = json!(higher)),
            Damage::BothValues => push(&mut |proofs| {
                for proof_of_first in proofs.as_array_mut().expect("proofs") {
                    if proof_of_first["first"] == proof["first"] {
                        let is_same = proof_of_first["prover"] == proof["prover"];
                        proof_of_first["value"] = json!(if is_same { higher } else { -higher });
                    }
                }
            }),
            Damage::Dropped => moves.keys().step_by(step).for_each(|state| {
                push(&mut |proofs| {
                    proofs[number]["moves"].as_object_mut().expect("moves").remove(state);
                });
            }),
            Damage::Changed => moves.iter().step_by(step).for_each(|(state, played)| {
                let points = certificate["points"].as_str().expect("points").as_bytes().chunks(2);
                let mut points = points.map(|pair| String::from_utf8_lossy(pair).into_owned());
                if let Some(other) = points.find(|point| *point != *played) {
                    push(&mut |proofs| proofs[number]["moves"][state] = json!(other));
                }
            }),
        }
    }
    damaged
}
