//! Digests as numbers, and bytes as hexadecimal digits.

/// Returns the first eight bytes of a digest: enough to tell a user's games and files apart, but no protection against
/// attacks.
pub(crate) fn first_eight(digest: &[u8]) -> u64 {
    u64::from_be_bytes(digest[..8].try_into().expect("a digest is longer"))
}

/// Returns the hexadecimal digits of `bytes`.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}
