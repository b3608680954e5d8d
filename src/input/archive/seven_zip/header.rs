//! Parses the numbers of a 7z header.

use std::io;

use super::super::dictionary;
use super::wrong;

/// The maximum number of members, and of their streams, in an archive.
const MOST_MEMBERS: u64 = 10_000_000;

/// The maximum number of inputs and outputs of the packing methods, as in 7-Zip itself.
const MOST_STREAMS: u64 = 32;

/// The IDs of header properties.
pub(super) mod kind {
    pub(in super::super) const END: u8 = 0x00;
    pub(in super::super) const HEADER: u8 = 0x01;
    pub(in super::super) const ARCHIVE_PROPERTIES: u8 = 0x02;
    pub(in super::super) const MAIN_STREAMS: u8 = 0x04;
    pub(in super::super) const FILES: u8 = 0x05;
    pub(in super::super) const PACK_INFO: u8 = 0x06;
    pub(in super::super) const UNPACK_INFO: u8 = 0x07;
    pub(in super::super) const SUB_STREAMS: u8 = 0x08;
    pub(in super::super) const SIZE: u8 = 0x09;
    pub(in super::super) const CRC: u8 = 0x0a;
    pub(in super::super) const FOLDER: u8 = 0x0b;
    pub(in super::super) const UNPACK_SIZE: u8 = 0x0c;
    pub(in super::super) const SUB_STREAM_COUNT: u8 = 0x0d;
    pub(in super::super) const EMPTY_STREAM: u8 = 0x0e;
    pub(in super::super) const EMPTY_FILE: u8 = 0x0f;
    pub(in super::super) const ANTI: u8 = 0x10;
    pub(in super::super) const TIMES: std::ops::RangeInclusive<u8> = 0x12..=0x14;
    pub(in super::super) const ATTRIBUTES: u8 = 0x15;
    pub(in super::super) const ENCODED_HEADER: u8 = 0x17;
}

/// A packing method.
pub(super) struct Method<'a> {
    pub(super) id: &'a [u8],
    pub(super) properties: &'a [u8],
}

/// The packed streams, and how the first block is unpacked.
#[derive(Default)]
pub(super) struct Streams<'a> {
    pub(super) place: u64,
    pub(super) packed: Vec<u64>,
    pub(super) methods: Vec<Method<'a>>,
    pub(super) unpacked: Vec<u64>,
}

/// A block of members that are packed together.
struct Block {
    /// The number of output streams of the block's methods, each with a size.
    outputs: u64,
    has_checksum: bool,
}

/// The unread rest of a header.
pub(super) struct Header<'a> {
    left: &'a [u8],
}

impl<'a> Header<'a> {
    pub(super) const fn new(left: &'a [u8]) -> Self {
        Self { left }
    }

    fn bytes(&mut self, size: u64) -> io::Result<&'a [u8]> {
        let at = usize::try_from(size).ok().filter(|&at| at <= self.left.len());
        let (bytes, left) = self.left.split_at(at.ok_or_else(|| wrong("it ends too early"))?);
        self.left = left;
        Ok(bytes)
    }

    pub(super) fn byte(&mut self) -> io::Result<u8> {
        self.bytes(1).map(|bytes| bytes[0])
    }

    /// Reads a number of one to nine bytes: the number of leading ones in the first byte is the number of bytes that
    /// follow it.
    fn number(&mut self) -> io::Result<u64> {
        let first = self.byte()?;
        let more = first.leading_ones();
        let rest = self.bytes(more.into())?.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
        let top = u64::from(first & 0x7f_u8.checked_shr(more).unwrap_or(0));
        Ok(rest | top.checked_shl(8 * more).unwrap_or(0))
    }

    /// Reads the length of a list whose items take at least one byte each.
    fn count(&mut self) -> io::Result<u64> {
        let count = self.number()?;
        if count > MOST_MEMBERS.min(self.left.len() as u64) {
            return Err(wrong(&format!("it has {} bytes for a list of {count}", self.left.len())));
        }
        Ok(count)
    }

    /// Reads one bit for each of `count` items. Returns how many are set.
    fn bits(&mut self, count: u64) -> io::Result<u64> {
        let bytes = self.bytes(count.div_ceil(8))?;
        let bits = bytes.iter().flat_map(|byte| (0..8).map(move |bit| byte & (0x80 >> bit) != 0));
        let count = usize::try_from(count).expect("there are bytes for it");
        Ok(bits.take(count).filter(|&is_set| is_set).count() as u64)
    }

    /// Reads one bit for each of `count` items, unless a first byte declares all of them set. Returns how many are set.
    fn all_or_bits(&mut self, count: u64) -> io::Result<u64> {
        if self.byte()? == 0 { self.bits(count) } else { Ok(count) }
    }

    fn checksums(&mut self, count: u64) -> io::Result<u64> {
        let defined = self.all_or_bits(count)?;
        self.bytes(4 * defined).map(|_| defined)
    }

    pub(super) fn whole(mut self) -> io::Result<()> {
        let mut next = self.byte()?;
        if next == kind::ARCHIVE_PROPERTIES {
            while self.byte()? != kind::END {
                let size = self.number()?;
                self.bytes(size)?;
            }
            next = self.byte()?;
        }
        if next == kind::MAIN_STREAMS {
            self.streams()?;
            next = self.byte()?;
        }
        if next == kind::FILES { self.files() } else { Ok(()) }
    }

    pub(super) fn streams(&mut self) -> io::Result<Streams<'a>> {
        let mut streams = Streams::default();
        let mut blocks = Vec::new();
        let mut next = self.byte()?;
        if next == kind::PACK_INFO {
            self.pack_info(&mut streams)?;
            next = self.byte()?;
        }
        if next == kind::UNPACK_INFO {
            blocks = self.unpack_info(&mut streams)?;
            next = self.byte()?;
        }
        if next == kind::SUB_STREAMS {
            self.sub_streams(&blocks)?;
            next = self.byte()?;
        }
        self.end(next).map(|()| streams)
    }

    fn end(&self, next: u8) -> io::Result<()> {
        if next == kind::END {
            return Ok(());
        }
        Err(wrong(&format!("{next:#x} instead of an end, {} bytes before its own", self.left.len())))
    }

    fn pack_info(&mut self, streams: &mut Streams<'_>) -> io::Result<()> {
        streams.place = self.number()?;
        let count = self.count()?;
        let mut next = self.byte()?;
        if next == kind::SIZE {
            streams.packed = (0..count).map(|_| self.number()).collect::<io::Result<_>>()?;
            next = self.byte()?;
        }
        if next == kind::CRC {
            self.checksums(count)?;
            next = self.byte()?;
        }
        self.end(next)
    }

    /// Reads the blocks. The methods and sizes of the first one are stored in `streams`.
    fn unpack_info(&mut self, streams: &mut Streams<'a>) -> io::Result<Vec<Block>> {
        if self.byte()? != kind::FOLDER {
            return Err(wrong("it has no list of blocks"));
        }
        let count = self.count()?;
        if self.byte()? != 0 {
            return Err(wrong("its blocks are elsewhere"));
        }
        let mut blocks = (0..count).map(|_| self.block(streams)).collect::<io::Result<Vec<Block>>>()?;
        if self.byte()? != kind::UNPACK_SIZE {
            return Err(wrong("it has no sizes of blocks"));
        }
        for (number, block) in blocks.iter().enumerate() {
            for _ in 0..block.outputs {
                let size = self.number()?;
                if number == 0 {
                    streams.unpacked.push(size);
                }
            }
        }
        let mut next = self.byte()?;
        if next == kind::CRC {
            let all = self.left.first().is_some_and(|&byte| byte != 0);
            let bits = self.left.get(1..).unwrap_or_default();
            for (number, block) in blocks.iter_mut().enumerate() {
                let is_set = bits.get(number / 8).is_some_and(|byte| byte & (0x80 >> (number % 8)) != 0);
                block.has_checksum = all || is_set;
            }
            self.checksums(count)?;
            next = self.byte()?;
        }
        self.end(next).map(|()| blocks)
    }

    fn block(&mut self, streams: &mut Streams<'a>) -> io::Result<Block> {
        let is_first = streams.methods.is_empty();
        let (mut inputs, mut outputs) = (0, 0);
        let few = |number: u64| if number > MOST_STREAMS { Err(wrong("a block of too many streams")) } else { Ok(()) };
        let count = self.count()?;
        few(count)?;
        for _ in 0..count {
            let (method, [more_inputs, more_outputs]) = self.method()?;
            few(more_inputs)?;
            few(more_outputs)?;
            inputs += more_inputs;
            outputs += more_outputs;
            if is_first {
                streams.methods.push(method);
            }
        }
        few(inputs)?;
        few(outputs)?;
        let Some(bound) = outputs.checked_sub(1).filter(|&bound| bound <= inputs) else {
            return Err(wrong("a block without streams"));
        };
        let packed = inputs - bound;
        for _ in 0..2 * bound + if packed == 1 { 0 } else { packed } {
            self.number()?;
        }
        Ok(Block { outputs, has_checksum: false })
    }

    /// Reads a method, and its numbers of inputs and outputs.
    fn method(&mut self) -> io::Result<(Method<'a>, [u64; 2])> {
        let bits = self.byte()?;
        let id = self.bytes(u64::from(bits & 0x0f))?;
        let streams = if bits & 0x10 == 0 { [1, 1] } else { [self.number()?, self.number()?] };
        let mut properties: &[u8] = &[];
        if bits & 0x20 != 0 {
            let size = self.number()?;
            properties = self.bytes(size)?;
        }
        dictionary::check(match (id, properties) {
            ([0x03, 0x01, 0x01], &[_, a, b, c, d, ..]) => u64::from(u32::from_le_bytes([a, b, c, d])),
            ([0x03, 0x01, 0x01], _) | ([0x21], []) => return Err(wrong("a method without what it has to know")),
            ([0x21], &[bits, ..]) => dictionary::lzma2(bits),
            _ => 0,
        })?;
        Ok((Method { id, properties }, streams))
    }

    fn sub_streams(&mut self, blocks: &[Block]) -> io::Result<()> {
        let mut next = self.byte()?;
        let mut counts = vec![1; blocks.len()];
        if next == kind::SUB_STREAM_COUNT {
            let mut all = 0_u64;
            for count in &mut counts {
                *count = self.number()?;
                all = all.saturating_add(*count);
                if all > MOST_MEMBERS {
                    return Err(wrong(&format!("it has more than {MOST_MEMBERS} streams")));
                }
            }
            next = self.byte()?;
        }
        if next == kind::SIZE {
            for _ in 0..counts.iter().map(|count| count.saturating_sub(1)).sum() {
                self.number()?;
            }
            next = self.byte()?;
        }
        if next == kind::CRC {
            let known = |(count, block): &(&u64, &Block)| **count == 1 && block.has_checksum;
            self.checksums(counts.iter().zip(blocks).filter(|pair| !known(pair)).map(|(count, _)| count).sum())?;
            next = self.byte()?;
        }
        self.end(next)
    }

    fn files(&mut self) -> io::Result<()> {
        let count = self.count()?;
        let mut empty = 0;
        loop {
            let next = self.byte()?;
            if next == kind::END {
                return Ok(());
            }
            let size = self.number()?;
            let before = self.left.len();
            match next {
                kind::EMPTY_STREAM => empty = self.bits(count)?,
                kind::EMPTY_FILE | kind::ANTI => drop(self.bits(empty)?),
                _ if kind::TIMES.contains(&next) || next == kind::ATTRIBUTES => {
                    let defined = self.all_or_bits(count)?;
                    let each = if next == kind::ATTRIBUTES { 4 } else { 8 };
                    self.bytes(1 + each * defined)?;
                }
                _ => drop(self.bytes(size)?),
            }
            if (before - self.left.len()) as u64 != size {
                return Err(wrong(&format!("a list of {size} bytes has {}", before - self.left.len())));
            }
        }
    }
}
