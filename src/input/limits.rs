//! Limits on reading files, archives and lists.

/// The limits on files and archives. No known archive of games reaches them. A game, file or archive that exceeds a
/// limit is skipped, and the skip names the limit. A labels file, description or list that exceeds a limit is an
/// error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileLimits {
    /// The maximum size in bytes of a file or a member of an archive.
    pub bytes: u64,
    /// The maximum length in bytes of a file's path below its argument, and of a member's path in its archive.
    pub path: usize,
    /// The maximum number of members of an archive.
    pub members: u64,
    /// The maximum number of bytes that are unpacked of an archive.
    pub unpacked: u64,
    /// The maximum ratio of the unpacked bytes to the size of the archive. It applies above [`Self::FREE`].
    pub ratio: u64,
    /// The maximum size in bytes of all labels files together.
    pub labels: u64,
    /// The maximum size in bytes of a description of games, such as a `corpus.toml`.
    pub description: u64,
    /// The maximum number of names in a list of files.
    pub list: u64,
}

impl FileLimits {
    /// The number of bytes that even the smallest archive may unpack to: 64 MiB.
    pub const FREE: u64 = 64 << 20;

    /// Returns the maximum size in bytes of the directory of a zip. Its names stay in memory, so it is less than the
    /// maximum number of members could take, each with 46 bytes and a name.
    #[cfg(feature = "archives")]
    pub(super) fn directory_bytes(&self) -> u64 {
        Self::FREE.max(self.members.saturating_mul(32))
    }

    /// Returns the maximum size in bytes of a list of files.
    pub(super) const fn list_bytes(&self) -> u64 {
        self.list.saturating_mul(128)
    }
}

impl Default for FileLimits {
    /// Returns limits of 64 MiB per file, of 256 GiB and ten million members per archive, of 256 MiB of labels, and of four
    /// million names in a list.
    fn default() -> Self {
        Self {
            bytes: 64 << 20,
            path: 4096,
            members: 10_000_000,
            unpacked: 256 << 30,
            ratio: 500,
            labels: 256 << 20,
            description: 1 << 20,
            list: 4_000_000,
        }
    }
}
