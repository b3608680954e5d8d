//! Reads each archive format with its crate.

use std::io::{self, BufRead, Read, Seek};
use std::sync::atomic::{AtomicU64, Ordering};

use super::format::Format;
use super::member::{Broken, VisitMember};
use super::quota::{Quota, QuotaReader};
use super::zip_directory::{DirectoryReader, directory_bytes};
use super::{seven_zip, tar};

/// Passes the members of an archive to `visit` until it wants no more. Returns whether it wants more.
pub(super) fn read(
    format: Format,
    archive: impl BufRead + Seek,
    quota: &Quota<'_>,
    visit: &mut VisitMember<'_>,
) -> io::Result<bool> {
    match format {
        Format::Zip => zip(archive, quota, visit),
        Format::SevenZip => seven_zip::read(archive, quota, visit),
        Format::Tar(compression) => tar::read(compression.unpack(archive)?, quota, visit),
        Format::Record(_) => Err(io::Error::other("it is a record, and no archive")),
    }
}

/// Reads the members of a zip in the order of their names, which is possible because a zip has a directory.
fn zip(mut archive: impl Read + Seek, quota: &Quota<'_>, visit: &mut VisitMember<'_>) -> io::Result<bool> {
    let left = AtomicU64::new(directory_bytes(&mut archive, quota)?);
    let mut archive = zip::ZipArchive::new(DirectoryReader { archive, left: &left })?;
    left.store(u64::MAX, Ordering::Relaxed);
    let mut order: Vec<(Vec<u8>, usize)> = Vec::with_capacity(archive.len());
    for index in 0..archive.len() {
        let member = archive.by_index_raw(index)?;
        if member.is_file() {
            order.push((member.name_raw().to_vec(), index));
        }
    }
    order.sort_unstable();
    for (name, index) in order {
        quota.clear_error();
        let go_on = match archive.by_index(index) {
            Ok(mut member) => {
                let size = member.size();
                visit(&name, size, &mut QuotaReader { content: &mut member, quota })?
            }
            Err(error) => visit(&name, 0, &mut Broken(Some(error.into())))?,
        };
        if !go_on {
            return Ok(false);
        }
    }
    Ok(true)
}
