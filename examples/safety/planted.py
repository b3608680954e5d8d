#!/usr/bin/env python3
"""Plants errors in recorded results, and counts how many of them seichi lists.

Copies games with a counted result from a folder, each once unchanged and once with each error: the winner swapped, or the
margin 1, 2 or 10 points larger. An error is missed if the strategy's answer agrees with the record, and the record does not
contradict itself.

    examples/safety/planted.py target/release/seichi games/ --games 300 --strategy teire
"""

import argparse
import csv
import random
import re
import subprocess
import tempfile
from pathlib import Path

RESULT = re.compile(rb"(?<![A-Za-z])RE\[([BW])\+(\d+(?:\.\d+)?)\]")


def changed(record, change):
    """Returns a record with an error in its result, or the unchanged record if there is no change to make."""

    def result(match):
        winner, points = match[1].decode(), float(match[2])
        if change == "winner":
            winner = "BW"[winner == "B"]
        elif change:
            points += change
        return f"RE[{winner}+{points:g}]".encode()

    return RESULT.sub(result, record, count=1)


def listed(rows, strategy):
    """Returns, for each game with an answer, whether the list of mismatches contains it."""
    games = {}
    for row in rows:
        if row["strategy"] == strategy and row["label"]:
            is_different = row["delta"] not in ("", "0") or row["map_diff"] not in ("", "0")
            games[row["game"]] = is_different or row["label_check"] == "inconsistent"
    return games


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("seichi")
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--games", type=int, default=300)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--strategy", default="teire")
    given = arguments.parse_args()
    records = {path: path.read_bytes() for path in sorted(given.folder.rglob("*.sgf"))}
    counted = [path for path, record in records.items() if RESULT.search(record)]
    random.Random(given.seed).shuffle(counted)
    counts = {}
    for change in (None, "winner", 1, 2, 10):
        with tempfile.TemporaryDirectory() as folder:
            games = Path(folder, "games")
            games.mkdir()
            # more games than asked for, since some are skipped
            for number, path in enumerate(counted[: 2 * given.games]):
                (games / f"{number:05}.sgf").write_bytes(changed(records[path], change))
            run = Path(folder, "run")
            command = [given.seichi, "eval", games, "--dead", "auto,estimate", "--quiet", "--out", run]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            with open(run / "games.csv", encoding="utf-8", newline="") as rows:
                counts[change] = listed(csv.DictReader(rows), given.strategy)
    # a record with an error may be skipped, which also reveals the error
    names = list(counts[None])[: given.games]
    print(f"unchanged: {sum(counts[None][name] for name in names)} of {len(names)} listed")
    for change in ("winner", 1, 2, 10):
        passed = sum(not counts[change].get(name, True) for name in names)
        print(f"{'winner exchanged' if change == 'winner' else f'{change} points more'}: {passed} of {len(names)} pass")


if __name__ == "__main__":
    main()
