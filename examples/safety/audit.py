#!/usr/bin/env python3
"""Plants errors in an archive, and measures how many of them `seichi audit` lists, and how certain its verdicts are.

Copies the records of folders. Changes the result of some games with marks of dead stones and of some without marks (the
winner swapped, or the margin 1, 2 or 10 points larger), and the komi of others, and adds copies of other games with a
changed result. Real errors in the archive count as false alarms.

    examples/safety/audit.py target/release/seichi kgs/ human/ --seed 2
"""

import argparse
import csv
import random
import re
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from planted import RESULT, changed

KOMI = re.compile(rb"(?<![A-Za-z])KM\[(-?\d+(?:\.\d+)?)\]")
CHANGES = ("winner", 1, 2, 10)


def with_komi(record, more):
    """Returns a record with a larger komi."""
    return KOMI.sub(lambda match: f"KM[{float(match[1]) + more:g}]".encode(), record, count=1)


def plant(folders, games, chosen, given):
    """Writes all records below `games`, with errors. Returns the kind of error of each changed file."""
    records = [
        (path, path.relative_to(folder.parent)) for folder in folders for path in sorted(folder.rglob("*.sgf")) if path.is_file()
    ]
    chosen.shuffle(records)
    wanted = {"marked": given.errors, "unmarked": given.errors, "komi": given.komi, "copy": given.copies}
    planted = {}
    for path, name in records:
        record = path.read_bytes()
        copy = name.with_name(f"copy of {name.name}")
        # the records of a folder may have the same rules, so they stay together
        (games / name).parent.mkdir(parents=True, exist_ok=True)
        marks = "marked" if re.search(rb"T[BW]\[", record) else "unmarked"
        kinds = [kind for kind in (marks, "komi", "copy") if wanted[kind] and RESULT.search(record)]
        if kinds and (kinds[0] != "komi" or KOMI.search(record)):
            kind = chosen.choice(kinds)
            wanted[kind] -= 1
            if kind == "copy":
                (games / copy).write_bytes(changed(record, chosen.choice(CHANGES)))
                planted[str(copy)] = kind
            elif kind == "komi":
                record = with_komi(record, chosen.choice((0.5, 1)))
                planted[str(name)] = kind
            else:
                record = changed(record, chosen.choice(CHANGES))
                planted[str(name)] = kind
        (games / name).write_bytes(record)
    return planted


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("seichi")
    arguments.add_argument("folders", type=Path, nargs="+")
    arguments.add_argument("--errors", type=int, default=300)
    arguments.add_argument("--copies", type=int, default=100)
    arguments.add_argument("--komi", type=int, default=50)
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        games = Path(folder, "games")
        games.mkdir()
        planted = plant(given.folders, games, random.Random(given.seed), given)
        command = [given.seichi, "audit", games, "--format", "csv", "--no-progress"]
        text = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    rows = [(row["game"].rsplit("#", 1)[0], row["verdict"]) for row in csv.DictReader(text.splitlines())]
    suspects = [(name, verdict) for name, verdict in rows if verdict not in ("agrees", "not-counted")]
    kinds = Counter(planted.values())
    print(f"{len(rows)} games, {len(planted)} with a planted error, {len(suspects)} suspects")
    for verdict, listed in Counter(verdict for _, verdict in suspects).items():
        right = sum(name in planted for name, other in suspects if other == verdict)
        print(f"{verdict:<20} {right:>4} of {listed:>5} planted")
    for kind, all_of_kind in kinds.items():
        found = Counter(verdict for name, verdict in rows if planted.get(name) == kind)
        print(f"{kind}: {all_of_kind} planted;", ", ".join(f"{verdict} {count}" for verdict, count in found.most_common()))
    for first in (20, 100, 500, len(planted)):
        print(f"first {first}: {sum(name in planted for name, _ in suspects[:first])} planted")


if __name__ == "__main__":
    main()
