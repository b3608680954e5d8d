//! The archive formats, recognized by the endings of file names.

/// The format of an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `.zip`
    Zip,
    /// `.tar`
    Tar,
    /// `.tar.gz`, `.tgz`
    TarGz,
    /// `.tar.bz2`, `.tbz2`
    TarBz2,
    /// `.tar.xz`, `.txz`
    TarXz,
    /// `.tar.zst`, `.tzst`
    TarZst,
    /// `.7z`
    SevenZip,
}

/// The file name endings of archives.
const ENDINGS: [(&str, Format); 11] = [
    (".zip", Format::Zip),
    (".tar", Format::Tar),
    (".tar.gz", Format::TarGz),
    (".tgz", Format::TarGz),
    (".tar.bz2", Format::TarBz2),
    (".tbz2", Format::TarBz2),
    (".tar.xz", Format::TarXz),
    (".txz", Format::TarXz),
    (".tar.zst", Format::TarZst),
    (".tzst", Format::TarZst),
    (".7z", Format::SevenZip),
];

impl Format {
    /// Returns the format of an archive with this name, or `None` if the ending is not an archive's.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        let ends = |ending: &str| {
            let at = name.len().checked_sub(ending.len());
            at.is_some_and(|at| name.as_bytes()[at..].eq_ignore_ascii_case(ending.as_bytes()))
        };
        ENDINGS.iter().find(|(ending, _)| ends(ending)).map(|&(_, format)| format)
    }
}
