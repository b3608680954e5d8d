//! Reads each archive format with its crate.

use std::io::{self, BufRead, Seek};

use super::format::Format;
use super::member::VisitMember;
use super::quota::Quota;
use super::{seven_zip, tar, zip};

/// Passes the members of an archive to `visit` until it wants no more. Returns whether it wants more. Members are passed
/// packed only if `may_be_packed` says so.
pub(super) fn read(
    format: Format,
    archive: impl BufRead + Seek,
    may_be_packed: bool,
    quota: &Quota<'_>,
    visit: &mut VisitMember<'_>,
) -> io::Result<bool> {
    match format {
        Format::Zip => zip::read(archive, may_be_packed, quota, visit),
        Format::SevenZip => seven_zip::read(archive, quota, visit),
        Format::Tar(compression) => tar::read(compression.unpack(archive)?, quota, visit),
        Format::Record(_) => Err(io::Error::other("it is a record, and no archive")),
    }
}
