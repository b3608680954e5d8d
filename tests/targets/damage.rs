//! Damages the inputs of the targets.

use fastrand::Rng;

/// Returns a seed with a few bytes changed, removed, or replaced with bytes of another seed.
pub(crate) fn damaged(rng: &mut Rng, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = rng.choice(seeds).expect("a seed").clone();
    for _ in 0..rng.u8(1..5) {
        let start = rng.usize(..=bytes.len());
        let end = (start + rng.usize(..16)).min(bytes.len());
        match rng.u8(..3) {
            0 => bytes[start..end].fill_with(|| rng.u8(..)),
            1 => drop(bytes.drain(start..end)),
            _ => {
                let other = rng.choice(seeds).expect("a seed");
                let first = rng.usize(..=other.len());
                let last = (first + rng.usize(..16)).min(other.len());
                bytes.splice(start..end, other[first..last].iter().copied());
            }
        }
    }
    bytes
}
