//! Unpacks zstd in Rust, for WebAssembly.

use std::io::{self, BufRead, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// Unpacks the frames of a zstd file (RFC 8878): packers that use several threads write more than one.
pub(super) struct ZstdFrames<R> {
    packed: R,
    frame: FrameDecoder,
    is_in_frame: bool,
}

impl<R: BufRead> ZstdFrames<R> {
    pub(super) fn new(packed: R) -> Self {
        Self { packed, frame: FrameDecoder::new(), is_in_frame: false }
    }

    /// Begins the next frame. Returns whether there is one.
    fn begin(&mut self) -> io::Result<bool> {
        while !self.packed.fill_buf()?.is_empty() {
            match self.frame.reset(&mut self.packed) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                    let skipped = io::copy(&mut self.packed.by_ref().take(length.into()), &mut io::sink())?;
                    if skipped < length.into() {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        Ok(false)
    }

    /// Checks the bytes of a frame that has ended.
    fn end(&self) -> io::Result<()> {
        match self.frame.get_checksum_from_data() {
            Some(sum) if self.frame.get_calculated_checksum() != Some(sum) => {
                Err(io::Error::other("the checksum of a zstd frame is wrong"))
            }
            _ => Ok(()),
        }
    }
}

impl<R: BufRead> Read for ZstdFrames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.is_in_frame {
                if self.frame.can_collect() > 0 {
                    return self.frame.read(buffer);
                }
                if self.frame.is_finished() {
                    self.end()?;
                    self.is_in_frame = false;
                } else {
                    let wanted = BlockDecodingStrategy::UptoBytes(buffer.len());
                    self.frame.decode_blocks(&mut self.packed, wanted).map_err(io::Error::other)?;
                }
            } else if self.begin()? {
                self.is_in_frame = true;
            } else {
                return Ok(0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unpacked(packed: &[u8]) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        ZstdFrames::new(packed).read_to_end(&mut bytes).map(|_| bytes)
    }

    fn frame(content: &[u8]) -> Vec<u8> {
        let mut encoder = zstd::Encoder::new(Vec::new(), 19).unwrap();
        encoder.include_checksum(true).unwrap();
        io::copy(&mut &*content, &mut encoder).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn frames_are_unpacked_one_after_another() {
        let content: Vec<u8> = (0..300_000_u32).flat_map(|number| number.wrapping_mul(number).to_le_bytes()).collect();
        // a skippable frame, as pzstd writes
        let skipped = [b"\x50\x2a\x4d\x18\x04\0\0\0".as_slice(), b"abcd"].concat();
        let packed = [skipped.clone(), frame(&content), frame(b""), skipped, frame(b"end")].concat();
        assert_eq!(unpacked(&packed).unwrap(), [&content, b"end".as_slice()].concat());
        assert_eq!(zstd::decode_all(&*packed).unwrap(), unpacked(&packed).unwrap());
        assert!(unpacked(b"").unwrap().is_empty());
    }

    #[test]
    fn damaged_frame_is_an_error() {
        let content: Vec<u8> = (0..2000_u32).flat_map(|number| (number * 7919).to_le_bytes()).collect();
        let packed = frame(&content);
        let mut noticed = 0;
        for at in (0..packed.len()).step_by(17) {
            let mut damaged = packed.clone();
            damaged[at] ^= 0x10;
            let (ours, theirs) = (unpacked(&damaged), zstd::decode_all(&*damaged));
            assert!(ours.as_ref().is_ok_and(|bytes| *bytes == content) || ours.is_err(), "byte {at}");
            assert_eq!(ours.is_ok(), theirs.is_ok(), "byte {at}");
            noticed += usize::from(ours.is_err());
            assert!(unpacked(&packed[..at]).is_err() || at == 0, "cut off at {at}");
        }
        assert!(noticed > 100, "{noticed}");
        assert!(unpacked(b"no frame").is_err() && unpacked(b"\x50\x2a\x4d\x18\xff\0\0\0ab").is_err());
    }
}
