//! Limits on reading files, archives and lists.

/// The maximum length in bytes of a path in a list of files, and of a member's path in its archive.
pub(super) const MAX_PATH: usize = 4096;

/// The maximum ratio of an archive's unpacked size to its packed size. The limit applies to
/// unpacked sizes above [`FREE`].
pub(super) const MAX_RATIO: u64 = 500;

/// The unpacked size in bytes that even the smallest archive may have.
pub(super) const FREE: u64 = 64 << 20;

/// The maximum size in bytes of a file, and of a game in a record that is read in pieces.
pub(super) const MAX_FILE: usize = 64 << 20;

/// The maximum size in bytes of a labels file.
pub(super) const MAX_LABELS: u64 = 256 << 20;

/// The maximum size in bytes of an ownership file: enough for a million boards.
pub(super) const MAX_OWNERSHIP: u64 = 4 << 30;

/// The maximum size in bytes of a list of files: enough for four million names.
pub(super) const MAX_LIST: u64 = 512 << 20;

/// The limits on an archive. No known archive of games reaches the default limits. A member or
/// archive that exceeds a limit is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileLimits {
    /// The maximum size in bytes of a member.
    pub bytes: u64,
    /// The maximum number of members.
    pub members: u64,
    /// The maximum number of bytes that are unpacked from an archive.
    pub unpacked: u64,
}

impl FileLimits {
    /// Returns the maximum size in bytes of the directory of a zip. The names in it stay in memory,
    /// so the limit is below the possible size of a directory with the maximum number of members
    /// (46 bytes and a name for each).
    #[cfg(feature = "archives")]
    pub(super) fn directory_bytes(&self) -> u64 {
        FREE.max(self.members.saturating_mul(32))
    }
}

impl Default for FileLimits {
    /// Returns limits of 64 MiB per file, and of 256 GiB and ten million members per archive.
    fn default() -> Self {
        Self {
            bytes: MAX_FILE as u64,
            members: 10_000_000,
            unpacked: 256 << 30,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_gives_the_limits() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/limits.md");
        let page = std::fs::read_to_string(path).unwrap();
        let limits = FileLimits::default();
        assert_eq!(
            (limits.bytes, limits.members),
            (MAX_FILE as u64, 10_000_000)
        );
        for row in [
            format!("| a file | {} MiB;", MAX_FILE >> 20),
            format!(
                "| an archive, unpacked | {} MiB or {MAX_RATIO} times its packed size, whichever \
                 is more; at most {} GiB |",
                FREE >> 20,
                limits.unpacked >> 30
            ),
            "| members of an archive | ten million |".to_owned(),
            #[cfg(feature = "archives")]
            format!(
                "| the directory of a zip | {} MiB |",
                limits.directory_bytes() >> 20
            ),
            format!(
                "| a path in an archive or a list; a result, komi or rules in a record | \
                 {},096 bytes |",
                MAX_PATH / 1000
            ),
            format!(
                "| labels, baseline, `--known` or `--decisions` file | {} MiB |",
                MAX_LABELS >> 20
            ),
            format!("| ownership file | {} GiB |", MAX_OWNERSHIP >> 30),
            format!("| `--files-from` list | {} MiB |", MAX_LIST >> 20),
        ] {
            assert!(page.contains(&row), "{row}");
        }
    }
}
