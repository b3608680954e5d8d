#!/usr/bin/env python3
"""Measures the peak memory, the time and the answer of seichi on files that are made to exhaust a program.

Needs only Python 3.11 and a release build: `cargo build --release`, then `python3 benches/bombs.py`. It makes one bomb
after another, the largest of 3 GB, in a temporary folder.
"""

import argparse
import bz2
import gzip
import io
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
GAME = b"(;SZ[9]RU[Japanese]KM[0]RE[0];B[aa];W[bb];B[];W[])"
PIECE = 64 << 20
GIGABYTES = 10


def tar_header(name, size):
    info = tarfile.TarInfo(name)
    info.size = size
    return info.tobuf(tarfile.GNU_FORMAT)


def zstd_raw(data):
    """A zstd frame that stores the bytes uncompressed (RFC 8878: no checksum, a window of 128 KB)."""
    assert len(data) < 1 << 17
    return b"\x28\xb5\x2f\xfd\x00\x38" + (len(data) << 3 | 1).to_bytes(3, "little") + data


def zstd_zeros(size):
    """A zstd frame of blocks, each of which repeats one byte."""
    block = 1 << 17
    blocks = (block << 3 | 2).to_bytes(3, "little") + b"\0"
    last = (block << 3 | 3).to_bytes(3, "little") + b"\0"
    return b"\x28\xb5\x2f\xfd\x00\x38" + blocks * (size // block - 1) + last


def zeros_tar(path, pack, zeros):
    """A tar with a game, then a member of zeros. Each piece is a separate stream, and readers continue with the next."""
    with open(path, "wb") as file:
        file.write(pack(tar_header("a.sgf", len(GAME)) + GAME.ljust(512, b"\0") + tar_header("b.sgf", GIGABYTES << 30)))
        for _ in range((GIGABYTES << 30) // PIECE):
            file.write(zeros)
        file.write(pack(bytes(1024)))


def zeros_zip(path):
    """A zip whose second member is one stream: pieces that end at a byte boundary, one after another."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    piece = packer.compress(bytes(PIECE)) + packer.flush(zlib.Z_FULL_FLUSH)
    count = (GIGABYTES << 30) // PIECE
    crc = 0
    for _ in range(count):
        crc = zlib.crc32(bytes(PIECE), crc)
    stream = piece * count + b"\x03\x00"
    raw_zip(path, [("b.sgf", stream, GIGABYTES << 30, crc)])


def raw_zip(path, members):
    """A zip64 of deflated streams."""
    with open(path, "wb") as file:
        listed = b""
        for name, stream, size, crc in members:
            at, name = file.tell(), name.encode()
            extra = struct.pack("<HHQQ", 1, 16, size, len(stream))
            file.write(struct.pack("<IHHHHHIIIHH", 0x04034B50, 45, 0, 8, 0, 0, crc, 2**32 - 1, 2**32 - 1, len(name), len(extra)))
            file.write(name + extra + stream)
            extra = struct.pack("<HHQQQ", 1, 24, size, len(stream), at)
            most = (2**32 - 1, 2**32 - 1, len(name), len(extra), 0, 0, 0, 0, 2**32 - 1)
            listed += struct.pack("<IHHHHHHIIIHHHHHII", 0x02014B50, 45, 45, 0, 8, 0, 0, crc, *most) + name + extra
        start = file.tell()
        file.write(listed)
        end = file.tell()
        count = len(members)
        file.write(struct.pack("<IQHHIIQQQQ", 0x06064B50, 44, 45, 45, 0, 0, count, count, end - start, start))
        file.write(struct.pack("<IIQI", 0x07064B50, 0, end, 1))
        file.write(struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, count, count, end - start, 2**32 - 1, 0))


def nest(path):
    """Zips nested five deep, sixteen in each, with four gigabytes in each of the innermost, like 42.zip."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    piece = packer.compress(bytes(PIECE)) + packer.flush(zlib.Z_FULL_FLUSH)
    crc = 0
    for _ in range(64):
        crc = zlib.crc32(bytes(PIECE), crc)
    raw_zip(path, [("0.sgf", piece * 64 + b"\x03\x00", 4 << 30, crc)])
    for _ in range(5):
        content = path.read_bytes()
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as outer:
            for member in range(16):
                outer.writestr(f"{member:x}.zip", content)


def long_value(path):
    with open(path, "wb") as file:
        file.write(b"(;SZ[9]C[")
        for _ in range(2048):
            file.write(b"x" * (1 << 20))
        file.write(b"]RE[0])")


def members(path, pack):
    names = [f"{member:06}.sgf" for member in range(100_000)]
    if pack is None:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name in names:
                archive.writestr(name, GAME)
    else:
        with tarfile.open(path, pack) as archive:
            for name in names:
                info = tarfile.TarInfo(name)
                info.size = len(GAME)
                archive.addfile(info, io.BytesIO(GAME))


def write(data):
    return lambda path: path.write_bytes(data())


def bombs():
    """The name of each bomb, its file name, the function that writes it, and options."""
    zeros = f"a member of {GIGABYTES} GiB of zeros"
    packers = {
        "gz": (gzip.compress, lambda: gzip.compress(bytes(PIECE))),
        "bz2": (bz2.compress, lambda: bz2.compress(bytes(PIECE))),
        "zst": (zstd_raw, lambda: zstd_zeros(PIECE)),
    }
    yield "a nest of zips", "nest.zip", nest, []
    yield f"{zeros}: zip", "zeros.zip", zeros_zip, []
    for kind, (pack, piece) in packers.items():
        yield f"{zeros}: tar.{kind}", f"zeros.tar.{kind}", lambda path: zeros_tar(path, pack, piece()), []
    line = b";B[aa];W[bb]" * 500_000
    yield "1,000,000 nodes", "line.sgf", write(lambda: b"(;SZ[9]RU[Japanese]KM[0]RE[0]" + line[30:] + b")"), []
    yield "2,000,000 nodes", "lines.sgf", write(lambda: b"(;SZ[9]RE[0]" + line + line + b")"), []
    yield "1,000,000 (", "open.sgf", write(lambda: b"(" * 1_000_000 + GAME), []
    yield "1,000,000 (;", "trees.sgf", write(lambda: b"(;" * 1_000_000 + GAME), []
    yield "a value of 2 GiB", "value.sgf", long_value, []
    yield "65,535 games in a file", "games.sgf", write(lambda: GAME * 65_535), []
    yield "22,000,000 games in a file", "more.sgf", write(lambda: b"(;)" * 22_000_000), []
    yield "100,000 members: zip", "members.zip", lambda path: members(path, None), []
    yield "100,000 members: tar.gz", "members.tar.gz", lambda path: members(path, "w:gz"), []
    yield "rectangles without end", "points.sgf", write(lambda: b"(;SZ[52]AB" + b"[aa:ZZ]" * 9_000_000 + b")"), []


# A program's peak memory includes its parent's, so this parent is small, unlike the process that makes the bombs.
STARTER = """
import os, sys
program = os.spawnv(os.P_NOWAIT, sys.argv[2], sys.argv[2:])
_, status, used = os.wait4(program, 0)
with open(sys.argv[1], "w") as file:
    print(used.ru_maxrss, os.waitstatus_to_exitcode(status), file=file)
"""


def run(command, place):
    """Peak memory in MB, seconds, exit code, and the output."""
    used = place / "used"
    start = time.perf_counter()
    starter = [sys.executable, "-S", "-E", "-c", STARTER, used, *command]
    said = subprocess.run(starter, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True).stdout
    seconds = time.perf_counter() - start
    memory, code = used.read_text().split()
    return int(memory) / 1024, seconds, code, said.decode(errors="replace")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", type=Path, default=HERE / "target", help="cargo's target folder")
    parser.add_argument("--only", default="", help="the bombs whose file has this in its name")
    options = parser.parse_args()
    seichi = options.target / "release/seichi"
    if not seichi.exists():
        sys.exit(f"bombs.py: {seichi} is missing: build it first, or use --target")
    print("| bomb | bytes on disk | peak memory, MB | seconds | exit code | games | skipped |\n|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as place:
        place = Path(place)
        for name, file, make, more in bombs():
            if options.only not in file:
                continue
            path = place / file
            if make:
                for old in place.glob("*.*"):
                    shutil.rmtree(old) if old.is_dir() else old.unlink()
                make(path)
            command = [seichi, "eval", path, "--dead", "none", "-s", "linked", "-o", place / "out", "-j", "2", *more]
            memory, seconds, code, said = run(command, place)
            lines = [line for line in said.splitlines() if " games, " in line and "evaluated" in line or "skipped" in line]
            reasons = [line for line in said.splitlines() if line.startswith("Skipped:") or "nothing was written" in line]
            games = lines[0].split(",")[1].strip() if lines and " games, " in lines[0] else ""
            why = reasons[0].split("kipped: ")[-1] if reasons else ""
            size = path.stat().st_size
            print(f"| {name} | {size:,} | {memory:.0f} | {seconds:.1f} | {code} | {games} | {why} |", flush=True)


main()
