//! A checker of the certificates that the strategy `reading` can write for settled local games.
//!
//! It knows the rules of Go and the rules of local games, and shares no code with the search. A certificate gives the
//! local game, its value for each colour that moves first, and each player's moves that achieve this value: the
//! *prover* has one move in each position, and his opponent, the *refuter*, every legal move. The checker plays all of
//! this out.
//!
//! A prover may concede dame: then the refuter has stones there that cannot be captured. A strategy against these
//! stones also works without them, if two rules are kept. The refuter may not capture stones next to them, because
//! those stones have more liberties in the local game; and if neither player would fill a conceded point in the end, it
//! counts as dame for the prover's stones.
//!
//! The certificate lists the assumptions that the checker does not verify: the local game has only the points listed,
//! blocks that are `safe`, `beyond` or `safe-beyond` are not captured, and a territory has the stated number of eyes.
//! The rest of the statement is compared with the board.

mod board;
mod bound;
mod count;
pub mod damage;
mod field;
mod play;
mod sets;

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;

use field::Field;
use play::State;

/// The value of a point of territory.
const POINT: i32 = 256;

/// The value of a prisoner: slightly more than a point, to prefer results without sacrifices among equal ones.
const PRISONER: i32 = POINT + 1;

/// The limit on the positions that a strategy leads to. A wrong strategy may lead to any number.
const MOST_POSITIONS: usize = 100_000;

/// The start of the error message for a strategy that leads to more positions.
pub const TOO_MANY: &str = "too many positions";

/// A certificate.
#[derive(Clone, Debug, Deserialize)]
struct Certificate {
    #[serde(flatten)]
    statement: Statement,
    proofs: Vec<Proof>,
}

/// The local game. A point is the two letters of SGF, and a set of points is these letters one after another.
#[derive(Clone, Debug, Deserialize)]
struct Statement {
    /// The rows of the board without dead stones, in `x`, `o` and `.`.
    rows: Vec<String>,
    /// The playable points. Dame that are left at the end are filled in this order.
    points: String,
    /// The dead stones of Black and of White on these points: they are on the board until they are captured.
    dead: [String; 2],
    blocks: Vec<BlockClaim>,
    territories: Vec<TerritoryClaim>,
}

/// A block: all of its stones if it is small, otherwise one of them.
#[derive(Clone, Debug, Deserialize)]
struct BlockClaim {
    stones: String,
    kind: Kind,
}

/// The kind of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    /// At most four stones, which can be captured.
    Small,
    /// More stones, which can be captured. Their points are the captor's from then on.
    Large,
    /// It is not captured, because it has two liberties in a region of its colour.
    Held,
    /// It is not captured, and has two eyes outside the local game.
    Safe,
    /// It lies beyond the local game, and is not captured.
    Beyond,
    /// It lies beyond the local game, is not captured, and has two eyes there.
    SafeBeyond,
}

/// A region of one colour without play inside, except on listed points. It is given by one of its other points.
#[derive(Clone, Debug, Deserialize)]
struct TerritoryClaim {
    at: String,
    eyes: u32,
}

/// A strategy.
#[derive(Clone, Debug, Deserialize)]
struct Proof {
    first: String,
    prover: String,
    /// The least score of the prover, minus the refuter's gains.
    value: i32,
    /// The number of captures that the refuter can make. After one more, the prover must be sure of the value even if
    /// he passes from then on.
    captures: u32,
    /// Dame that the prover concedes: from the start the refuter has stones there that cannot be captured.
    conceded: String,
    /// The prover's moves by position. In all other positions he passes.
    moves: BTreeMap<String, String>,
}

/// The facts that a certificate has proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The value of the local game to Black, if Black moves first and if White does, in 256ths of a point.
    pub values: [i32; 2],
    /// The number of positions that were played through.
    pub positions: usize,
}

/// Checks a certificate.
///
/// # Errors
/// Returns the first fault: a statement that does not fit the board, or a line of play that refutes a value.
pub fn check(json: &str) -> Result<Checked, String> {
    let certificate: Certificate = serde_json::from_str(json).map_err(|error| error.to_string())?;
    let field = Field::new(&certificate.statement)?;
    let mut bounds = [[None; 2]; 2];
    let mut positions = 0;
    for proof in &certificate.proofs {
        let [first, prover] = [color(&proof.first)?, color(&proof.prover)?];
        let field = field.conceding(1 - prover, &proof.conceded)?;
        let mut walk = Walk { field: &field, proof, prover, proved: HashMap::new(), line: Vec::new() };
        walk.prove(&field.initial(first), proof.value)?;
        positions += walk.proved.len();
        bounds[first][prover] = Some(proof.value);
    }
    let value = |[black, white]: [Option<i32>; 2]| match (black, white) {
        (Some(black), Some(white)) if black == -white => Ok(black),
        _ => Err("a proof is missing, or two proofs give different values".to_owned()),
    };
    Ok(Checked { values: [value(bounds[0])?, value(bounds[1])?], positions })
}

/// Returns the number of a colour: 0 for Black, 1 for White.
fn color(name: &str) -> Result<usize, String> {
    ["Black", "White"].iter().position(|color| *color == name).ok_or(format!("unknown colour: {name}"))
}

/// A walk through all moves of the refuter.
struct Walk<'a> {
    field: &'a Field,
    proof: &'a Proof,
    prover: usize,
    /// For each position, the least score of the prover from there on.
    proved: HashMap<State, i32>,
    /// The moves so far.
    line: Vec<Option<usize>>,
}

impl Walk<'_> {
    /// Proves that the prover gets at least `need` from a position on. A position never repeats, because that takes
    /// captures by the refuter, and their number is part of the position.
    fn prove(&mut self, state: &State, need: i32) -> Result<(), String> {
        let sign = [1, -1][self.prover];
        if state.passes == 2 {
            let value = sign * self.field.count(state);
            return if value >= need { Ok(()) } else { Err(self.refuted(&format!("gets {value} at the end"))) };
        }
        if self.field.least_if_passing(state, self.prover) >= need {
            return Ok(());
        }
        if state.captures[1 - self.prover] > self.proof.captures {
            return Err(self.refuted("has lost too many stones"));
        }
        // the number of the prover's captures does not affect what follows
        let mut position = *state;
        position.captures[self.prover] = 0;
        if self.proved.get(&position).is_some_and(|&proved| proved >= need) {
            return Ok(());
        }
        if state.player == self.prover {
            let name = self.field.name(state, self.prover);
            let reply = self.proof.moves.get(&name).map(|point| self.field.point(point)).transpose()?;
            let Some((next, gain)) = self.field.play(state, reply) else {
                return Err(self.refuted(&format!("plays an illegal move in {name}")));
            };
            self.follow(reply, &next, need - gain)?;
        } else {
            for place in self.field.moves(state) {
                if let Some((next, gain)) = self.field.play(state, place) {
                    self.follow(place, &next, need + gain)?;
                }
            }
        }
        self.proved.insert(position, need);
        if self.proved.len() > MOST_POSITIONS { Err(TOO_MANY.to_owned()) } else { Ok(()) }
    }

    /// Proves a position after one more move.
    fn follow(&mut self, place: Option<usize>, next: &State, need: i32) -> Result<(), String> {
        self.line.push(place);
        self.prove(next, need)?;
        self.line.pop();
        Ok(())
    }

    /// Describes the line that refutes the proof.
    fn refuted(&self, why: &str) -> String {
        let Proof { first, prover, value, .. } = self.proof;
        let line: Vec<&str> =
            self.line.iter().map(|place| place.map_or("pass", |place| self.field.label(place))).collect();
        format!("{first} first: {prover}, who should get {value}, {why}, after {}", line.join(" "))
    }
}
