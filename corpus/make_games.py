#!/usr/bin/env python3
"""Play the games of corpus/gnugo: GNU Go 3.8 against itself, labelled by its own end-of-game status.

Usage: make_games.py OUT_DIR [--jobs N] [--only SUBSTRING]      (GNU Go from `$GNUGO`, else `gnugo` on the PATH)

A game is a function of its line in PLAN alone: the seed is written into the file, and playing it again gives the
same bytes. Files that are there already are left alone, so an interrupted run is continued by starting it again.
"""

import argparse
import concurrent.futures
import os
import pathlib
import subprocess

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
KOMI = {"japanese": "6.5", "chinese": "7.5"}

# (board size, games a rule set, levels that Black and White take in turn, whether they stop early)
PLAN = [
    (9, 60, (1, 3, 5, 8), False), (13, 34, (1, 3, 5), False), (19, 16, (1, 2, 4), False),
    (9, 20, (1, 3, 5, 8), True), (13, 16, (1, 3, 5), True), (19, 10, (1, 2, 4), True),
]
# GNU Go plays every dame. People stop before: in a game that stops early, a side passes instead of a move that GNU Go
# holds for worth less than this, in points, and the dame stay open. Under Japanese rules only: in Chinese ones a dame
# is a point
WORTHLESS = 0.7
# every HANDICAP_EVERY-th game above 9x9 gives two to four stones and half a point of komi
HANDICAP_EVERY = 5


class Engine:
    """One GNU Go process spoken to over GTP."""

    def __init__(self, rules, seed):
        self.process = subprocess.Popen(
            [os.environ.get("GNUGO", "gnugo"), "--mode", "gtp", "--never-resign", f"--{rules}-rules", "--seed", str(seed)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline()) not in ("\n", ""):
            lines.append(line.rstrip("\n"))
        answer = "\n".join(lines)
        if not answer.startswith("="):
            raise RuntimeError(f"{command}: {answer or 'the engine is gone'}")
        return answer[1:].strip()


def sgf_point(vertex, size):
    if vertex.upper() == "PASS":
        return ""
    x, y = COLUMNS.index(vertex[0].upper()), size - int(vertex[1:])
    return chr(97 + x) + chr(97 + y)


def points(vertices, size):
    return sorted(sgf_point(vertex, size) for vertex in vertices.split())


def best_value(engine):
    """What GNU Go holds the best move of its last search for, in points; 0 where it saw none."""
    words = engine.ask("top_moves").split()
    return float(words[1]) if len(words) > 1 else 0.0


def play(job):
    path, size, rules, levels, seed, handicap, early = job
    engine = Engine(rules, seed)
    komi = "0.5" if handicap else KOMI[rules]
    for command in (f"boardsize {size}", "clear_board", f"komi {komi}"):
        engine.ask(command)
    setup = points(engine.ask(f"fixed_handicap {handicap}"), size) if handicap else []
    colour, moves, passes = ("W" if handicap else "B"), [], 0
    while passes < 2:
        if len(moves) > 4 * size * size:
            raise RuntimeError(f"{path}: the game does not end")
        engine.ask(f"level {levels[0] if colour == 'B' else levels[1]}")
        point = sgf_point(engine.ask(f"genmove {'black' if colour == 'B' else 'white'}"), size)
        if early and point and best_value(engine) < WORTHLESS:
            engine.ask("undo")
            engine.ask(f"play {'black' if colour == 'B' else 'white'} pass")
            point = ""
        passes = passes + 1 if point == "" else 0
        moves.append(f";{colour}[{point}]")
        colour = "W" if colour == "B" else "B"
    engine.ask("level 10")
    result = engine.ask("final_score")
    status = {key: points(engine.ask(f"final_status_list {key}"), size)
              for key in ("black_territory", "white_territory", "dead")}
    stones = {colour: set(points(engine.ask(f"list_stones {colour}"), size)) for colour in ("black", "white")}
    # territory lists empty points only; a dead stone's point is its enemy's
    marks = {"TB": sorted(set(status["black_territory"]) | (set(status["dead"]) & stones["white"])),
             "TW": sorted(set(status["white_territory"]) | (set(status["dead"]) & stones["black"]))}
    engine.ask("quit")
    header = [("GM", "1"), ("FF", "4"), ("CA", "UTF-8"), ("AP", "GNU Go:3.8"), ("SZ", str(size)),
              ("RU", rules.capitalize()), ("KM", komi), ("PB", f"GNU Go level {levels[0]}"),
              ("PW", f"GNU Go level {levels[1]}"), ("RE", result), ("GC", f"seed {seed}")]
    if handicap:
        header.append(("HA", str(handicap)))
    text = "(;" + "".join(f"{name}[{value}]" for name, value in header)
    if setup:
        text += "AB" + "".join(f"[{point}]" for point in setup)
    text += "\n" + "\n".join("".join(moves[i:i + 10]) for i in range(0, len(moves), 10))
    text += "\n;" + "".join(name + "".join(f"[{point}]" for point in marks[name]) for name in marks if marks[name])
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".part")
    partial.write_text(text + ")\n", encoding="utf-8")
    partial.rename(path)
    return path


def jobs(out):
    for size, games, levels, early in PLAN:
        for index in range(games):
            for offset, rules in enumerate(["japanese"] if early else KOMI):
                seed = size * 1000 + 500 * early + index * 2 + offset + 1
                pair = (levels[index % len(levels)], levels[(index // len(levels)) % len(levels)])
                handicap = 2 + index // HANDICAP_EVERY % 3 if size > 9 and index % HANDICAP_EVERY == 4 else 0
                name = f"{size}x{size}-{rules}-{seed}{'-early' if early else ''}.sgf"
                yield out / name, size, rules, pair, seed, handicap, early


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("out", type=pathlib.Path)
    arguments.add_argument("--jobs", type=int, default=1)
    arguments.add_argument("--only", default="", help="only the games whose name contains this")
    options = arguments.parse_args()
    todo = [job for job in jobs(options.out) if options.only in job[0].name and not job[0].exists()]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for path in pool.map(play, todo):
            print(path, flush=True)


if __name__ == "__main__":
    main()
