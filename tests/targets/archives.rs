//! Fuzzes archives: reads any bytes as an archive of each kind.

use std::io::Write;

use seichi::input::{Entry, FileLimits, Member};
use seichi::skip::{Reason, Skip};

use super::checksums::repaired;

const KINDS: [&str; 5] = [".tar", ".tar.gz", ".tar.bz2", ".tar.zst", ".zip"];

const LIMITS: FileLimits = FileLimits {
    bytes: 2_000,
    members: 20,
    unpacked: 10_000,
};

/// Checks that the limits hold, that a second pass yields the same bytes, and that a tar has the
/// same members with any compression. The first byte decides the kind, whether checksums are
/// corrected, and whether the rest is compressed first.
pub(crate) fn check(data: &[u8]) {
    let Some((&choice, bytes)) = data.split_first() else {
        return;
    };
    let kind = KINDS[usize::from(choice % 16) % KINDS.len()];
    let (is_packed, is_repaired) = (choice & 0x80 != 0, choice & 0x40 != 0);
    let repaired = is_repaired.then(|| repaired(bytes));
    let bytes = repaired.as_deref().unwrap_or(bytes);
    if is_packed {
        let plain = read(".tar", bytes);
        if let Some(packed) = packed(kind, bytes) {
            let unpacked = read(kind, &packed);
            assert_eq!(
                (&unpacked.0, reason(&unpacked.1)),
                (&plain.0, reason(&plain.1)),
                "{kind}"
            );
        }
    } else {
        let first = read(kind, bytes);
        assert_eq!(read(kind, bytes), first, "a second pass");
    }
}

type Found = (Vec<(String, Result<Vec<u8>, Skip>)>, Result<(), Skip>);

fn reason(end: &Result<(), Skip>) -> Option<Reason> {
    end.as_ref().err().map(|skip| skip.reason)
}

fn read(kind: &str, bytes: &[u8]) -> Found {
    let archive = Entry::new(format!("x{kind}"), "x".into()).with_content(bytes.to_owned());
    let mut members = Vec::new();
    let end = archive
        .format
        .expect("an archive")
        .read(&archive, LIMITS, &mut |member: Member| {
            members.push((member.name, member.bytes));
            true
        });
    let length = |bytes: &Result<Vec<u8>, Skip>| bytes.as_ref().map_or(0, Vec::len) as u64;
    assert!(
        members.len() as u64 <= LIMITS.members,
        "{} members",
        members.len()
    );
    assert!(
        members
            .iter()
            .all(|(_, bytes)| length(bytes) <= LIMITS.bytes),
        "a member is too large"
    );
    let all: u64 = members.iter().map(|(_, bytes)| length(bytes)).sum();
    assert!(all <= LIMITS.unpacked, "{all} bytes");
    (members, end)
}

/// A compressed tar; `None` for other kinds.
fn packed(kind: &str, tar: &[u8]) -> Option<Vec<u8>> {
    fn written<W: Write>(mut writer: W, tar: &[u8], end: impl FnOnce(W) -> Vec<u8>) -> Vec<u8> {
        writer.write_all(tar).expect("a stream");
        end(writer)
    }
    Some(match kind {
        ".tar.gz" => {
            let gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            written(gz, tar, |gz| gz.finish().expect("a gzip"))
        }
        ".tar.bz2" => {
            let bz = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
            written(bz, tar, |bz| bz.finish().expect("a bzip2"))
        }
        ".tar.zst" => {
            let (a, b) = tar.split_at(tar.len() / 2);
            [a, b]
                .map(|part| zstd::encode_all(part, 1).expect("a frame"))
                .concat()
        }
        _ => return None,
    })
}
