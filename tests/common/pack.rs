//! Packs files into archives.

use std::io::{Cursor, Write};

/// The kinds of archives, by their endings.
pub(crate) const KINDS: [&str; 5] = ["tar", "tar.gz", "tar.bz2", "tar.zst", "zip"];

fn tar(files: &[(&str, impl AsRef<[u8]>)]) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    for (name, text) in files {
        let text = text.as_ref();
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        if name.contains('\\') {
            // on Windows, `append_data` would write `/`
            header.as_gnu_mut().expect("it is new").name[..name.len()]
                .copy_from_slice(name.as_bytes());
            header.set_cksum();
            tar.append(&header, text).expect("a member");
        } else {
            tar.append_data(&mut header, name, text).expect("a member");
        }
    }
    tar.into_inner().expect("a tar")
}

/// Returns an archive of a kind with these members, given by name and text.
pub(crate) fn pack(kind: &str, files: &[(&str, impl AsRef<[u8]>)]) -> Vec<u8> {
    let written = |writer: &mut dyn Write| writer.write_all(&tar(files)).expect("a stream");
    match kind {
        "tar" => tar(files),
        "tar.gz" => {
            let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
            written(&mut gz);
            gz.finish().expect("a gzip")
        }
        "tar.bz2" => {
            let mut bz = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
            written(&mut bz);
            bz.finish().expect("a bzip2")
        }
        "tar.zst" => {
            // two frames, as parallel compressors write them, with a skippable frame between them,
            // as some compressors add it
            let tar = tar(files);
            let (a, b) = tar.split_at(tar.len() / 2);
            let [a, b] = [a, b].map(|part| zstd::encode_all(part, 1).expect("a frame"));
            let to_skip = b"\x50\x2a\x4d\x18\x04\0\0\0size";
            [&a, to_skip.as_slice(), &b].concat()
        }
        "zip" => {
            let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
            for (name, text) in files {
                zip.start_file(*name, zip::write::SimpleFileOptions::default())
                    .expect("a member");
                zip.write_all(text.as_ref()).expect("a member");
            }
            zip.finish().expect("a zip").into_inner()
        }
        _ => unreachable!("{kind}"),
    }
}
