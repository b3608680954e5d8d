//! Hashes of states, for tables of a fixed size.

/// Returns the hash of some words, by the function of the Firefox browser and the Rust compiler ("`FxHash`").
pub(super) fn hash<const N: usize>(words: [u64; N]) -> u64 {
    words.into_iter().fold(0, |hash: u64, word| (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95))
}

/// Returns the index of a hash in a table of `size` entries, at most 2^24.
pub(super) fn table_index(hash: u64, size: usize) -> usize {
    usize::try_from(hash >> 40).expect("24 bits") % size
}
