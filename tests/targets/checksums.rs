//! Corrects the checksums of a tar, so that a fuzzer can get past them.

/// Returns the tar with a correct checksum in every header. The size in each header leads to the
/// next one.
pub(super) fn repaired(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let mut at = 0;
    while let Some(header) = bytes.get_mut(at..at + 512) {
        if header.iter().all(|&byte| byte == 0) {
            break;
        }
        header[148..156].fill(b' ');
        let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
        header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        let digits = String::from_utf8_lossy(&header[124..136]);
        let size = usize::from_str_radix(digits.trim_matches(['\0', ' ']), 8).unwrap_or(0);
        at += 512 + size.min(1 << 20).next_multiple_of(512);
    }
    bytes
}
