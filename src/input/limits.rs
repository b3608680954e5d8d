//! Limits on reading files and archives.

/// The limits on files and archives, which no known archive of games reaches. Whatever exceeds a limit is skipped, and
/// the skip names the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileLimits {
    /// The maximum size in bytes of a file or a member of an archive.
    pub bytes: u64,
    /// The maximum length in bytes of a path: of a file's path below its argument, or of a member's path in its
    /// archive.
    pub path: usize,
    /// The maximum number of members of an archive, including those of nested archives.
    pub members: u64,
    /// The maximum number of bytes that an archive unpacks to, including nested archives and unwanted members.
    pub unpacked: u64,
    /// The maximum ratio of the unpacked size, including nested archives, to the size of the archive; it applies above
    /// [`Self::FREE`].
    pub ratio: u64,
    /// The maximum nesting depth of archives: 1 allows only archives that are in no other.
    pub nesting: u32,
}

impl FileLimits {
    /// The number of bytes that any archive may unpack to, however small it is: 64 MiB.
    pub const FREE: u64 = 64 << 20;
}

impl Default for FileLimits {
    /// Returns limits of 64 MiB per file, and of 256 GiB and ten million members per archive.
    fn default() -> Self {
        Self { bytes: 64 << 20, path: 4096, members: 10_000_000, unpacked: 256 << 30, ratio: 500, nesting: 3 }
    }
}
