#!/usr/bin/env python3
"""Makes initial inputs for every target from the project's corpus, in fuzz/corpus/TARGET: run it once, then fuzz."""

import bz2
import gzip
import hashlib
import io
import json
import lzma
import re
import tarfile
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
CORPUS = HERE.parent / "corpus"
RECORDS = sorted(CORPUS.glob("*/*.sgf"))
TEXTS = [path.read_text() for path in RECORDS]


def put(target, data):
    data = data.encode() if isinstance(data, str) else data
    folder = HERE / "corpus" / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / hashlib.sha1(data).hexdigest()).write_bytes(data)


def board(text):
    """The first byte and the points of a board, from the set-up of a record."""
    side = int(re.search(r"SZ\[(\d+)", text)[1])
    cells = ["."] * side * side
    for kind, points in re.findall(r"A([BW])((?:\[[a-z]{2}\])+)", text):
        for x, y in re.findall(r"\[(.)(.)\]", points):
            cells[(ord(y) - 97) * side + ord(x) - 97] = "x" if kind == "B" else "o"
    return side, "".join(cells)


for text in TEXTS[:60:3]:
    put("reader", text[:700])
for text in TEXTS:
    head, tail = text[: text.find(";", 3)][:150], text[-150:]
    put("reader", head + tail)
    put("replay", "(;SZ[9];" + ";".join(re.findall(r"[BW]\[[a-i]{2}\]", text)[:40]) + ")")
    for value in re.findall(r"(?:RE|KM|SZ|HA|RU)\[([^\]]*)\]", text):
        put("headers", value)
        put("values", value)
    if "A" in text and (side := re.search(r"SZ\[(\d+)", text)) and int(side[1]) <= 9:
        side, cells = board(text)
        put("strategies", bytes([side - 1]) + cells.encode())
        for turn in (0, 13):
            put("reading", bytes([turn, side - 1]) + cells.encode())
# the forms of results and komi that the documentation lists, and board sizes
for value in ["B+3.5", "W+R", "0", "Draw", "White resigns.", "黑胜3/4子", "白胜2又1/4子", "共257手 白胜10目", "黑胜1目半", "半目",
              "백 불계승", "W+3.5 points", "Ｂ＋２．５", "B+0.75", "Void", "19:13", "375", "-0.5", "gbk", "Chinese", "AGA"]:
    put("headers", value)
    put("values", value)
for line in (CORPUS / "article/labels.jsonl").read_text().splitlines():
    put("labels", line)
    label = json.loads(line)
    answer = {"id": 1, "black": label.get("black_territory", [])[:4], "white": label.get("white_territory", [])[:4]}
    put("protocol", json.dumps(answer))
    points = " ".join(f"{chr(65 + ord(p[0]) - 97)}{ord(p[1]) - 96}" for p in label.get("black_territory", []))
    put("gtp", f"=7 {points}\n\n")
put("protocol", '{"id": 7, "error": "too hard"}\n{"id": 8, "black": ["aa"], "white": null}')
put("protocol", "name=gtp:gnugo --mode gtp 'a b'")
for text in ["banner\n=7 B+3.5\n\n", "?7 unknown command\n\n", "=8\n\n", "=7 A1 B2\nC3\tpass\n\n", "= true\n\n"]:
    put("gtp", text)
lines = (CORPUS / "baseline.txt").read_text().splitlines()
first = [line for line in lines if not line.startswith(("mismatch", "strategy", "lines"))]
for strategy in [line for line in lines if line.startswith("strategy")]:
    name = strategy.split(",")[1]
    own = [line for line in lines if line.startswith("mismatch") and f",{name}," in line]
    counts = strategy.split(",")[2:]
    put("baseline", "\n".join([*first, "lines,1,0", f"strategy,{name},{counts[0]},{counts[0]},{counts[0]},1,1", ""]))
    put("baseline", "\n".join([*first[-5:], f"lines,1,{len(own[:1])}", f"strategy,{name},1,0,1,1,0", *own[:1], ""]))

files = [("a.sgf", TEXTS[0][:300]), ("b/c.SGF", "(;RE[W+R])"), ("notes.txt", "not a game"), ("long.sgf", "(;" + "a" * 2100)]
memory = io.BytesIO()
with tarfile.open(fileobj=memory, mode="w", format=tarfile.GNU_FORMAT) as tar:
    for name, text in files:
        info = tarfile.TarInfo(name)
        info.size = len(text.encode())
        tar.addfile(info, io.BytesIO(text.encode()))
whole = memory.getvalue().rstrip(b"\0")
plain = whole + b"\0" * (1024 + -len(whole) % 512)
for flags in (0, 0x40):
    put("archives", bytes([flags]) + plain)
    for kind in range(1, 5):
        # 0x80: the target packs it
        put("archives", bytes([0x80 + flags + kind]) + plain)
    put("archives", bytes([flags + 1]) + gzip.compress(plain, mtime=0))
    put("archives", bytes([flags + 2]) + bz2.compress(plain))
    put("archives", bytes([flags + 3]) + lzma.compress(plain))
memory = io.BytesIO()
with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as archive:
    for name, text in files:
        archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED if len(text) > 20 else zipfile.ZIP_STORED)
put("archives", b"\5" + memory.getvalue())
