//! Corrects the checksums of archives, to let a fuzzer get past them.

/// The archive with correct checksums in its headers. Kinds with checksums only at the end are
/// returned unchanged.
pub(super) fn repaired(kind: &str, bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    match kind {
        ".7z" => seven_zip(&mut bytes),
        ".tar.xz" => xz(&mut bytes),
        _ => tar(&mut bytes),
    }
    bytes
}

/// Every header of a tar. The size in each header leads to the next one.
fn tar(bytes: &mut [u8]) {
    let mut at = 0;
    while let Some(header) = bytes.get_mut(at..at + 512) {
        if header.iter().all(|&byte| byte == 0) {
            return;
        }
        header[148..156].fill(b' ');
        let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
        header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        let digits = String::from_utf8_lossy(&header[124..136]);
        let size = usize::from_str_radix(digits.trim_matches(['\0', ' ']), 8).unwrap_or(0);
        at += 512 + size.min(1 << 20).next_multiple_of(512);
    }
}

fn crc(bytes: &[u8]) -> [u8; 4] {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum().to_le_bytes()
}

/// The header at the start of a 7z, and the header at its end, where the first one points.
fn seven_zip(bytes: &mut [u8]) {
    let number = |bytes: &[u8], at: usize| {
        let eight: Option<[u8; 8]> = bytes
            .get(at..at + 8)
            .and_then(|eight| eight.try_into().ok());
        eight.and_then(|eight| usize::try_from(u64::from_le_bytes(eight)).ok())
    };
    let (Some(offset), Some(size)) = (number(bytes, 12), number(bytes, 20)) else {
        return;
    };
    let start = 32_usize.saturating_add(offset);
    if bytes.len() < 32 {
        return;
    }
    if let Some(header) = bytes.get(start..start.saturating_add(size)) {
        let sum = crc(header);
        bytes[28..32].copy_from_slice(&sum);
    }
    let sum = crc(&bytes[12..32]);
    bytes[8..12].copy_from_slice(&sum);
}

/// The header of an xz stream, and the header of its first block.
fn xz(bytes: &mut [u8]) {
    if bytes.len() < 13 {
        return;
    }
    let sum = crc(&bytes[6..8]);
    bytes[8..12].copy_from_slice(&sum);
    let end = 12 + usize::from(bytes[12]) * 4;
    if bytes.len() >= end + 4 {
        let sum = crc(&bytes[12..end]);
        bytes[end..end + 4].copy_from_slice(&sum);
    }
}
