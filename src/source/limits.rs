//! What is read of files and archives at the most.

/// Limits on files and archives, which no archive of games is known to meet. What is beyond one is a skip that names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The bytes of a file, or of a member of an archive.
    pub bytes: u64,
    /// The bytes of a path: of a file's below its argument, of a member's in its archive.
    pub path: usize,
    /// The members of an archive, with those of archives in it.
    pub members: u64,
    /// The bytes that an archive unpacks to, with those of archives in it, whether they are wanted or not.
    pub unpacked: u64,
    /// How many times its own size an archive may unpack to, with those in it, once that is more than [`Self::FREE`].
    pub ratio: u64,
    /// Archives in archives: 1 is an archive that is in none.
    pub nesting: u32,
}

impl Limits {
    /// The bytes that any archive may unpack to, however small it is: 64 MiB.
    pub const FREE: u64 = 64 << 20;
}

impl Default for Limits {
    /// Files of 64 MiB, and archives of 256 GiB in ten million members.
    fn default() -> Self {
        Self { bytes: 64 << 20, path: 4096, members: 10_000_000, unpacked: 256 << 30, ratio: 500, nesting: 3 }
    }
}
