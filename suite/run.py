#!/usr/bin/env python3
"""Runs the suite on a scorer (see README.md): python3 suite/run.py COMMAND [--seconds N] [--expect FILE] [LEVEL...]"""

import argparse
import hashlib
import json
import os
import queue
import shlex
import signal
import string
import subprocess
import sys
import threading
from pathlib import Path

GIVEN = "id rows dead to_play rules komi handicap prisoners first_pass method tax sgf".split()
KEYS = "id black white dead score margin winner unsupported error".split()
LETTERS = string.ascii_letters
OUTCOMES = ("right", "wrong", "declined", "invalid")


class Scorer:
    def __init__(self, command, seconds=10, **options):
        self.command, self.seconds, self.options = command, seconds, options
        self.start()

    def start(self):
        words = shlex.split(self.command)
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(words, **pipes, start_new_session=True, **self.options)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, args=(self.process.stdout, self.lines), daemon=True).start()

    @staticmethod
    def read(output, lines):
        for line in output:
            lines.put(line.decode(errors="replace"))
        lines.put("")

    def ask(self, question):
        """Returns the answer, or the reason why there is none; in this case, the scorer is started again."""
        try:
            self.process.stdin.write(json.dumps(question).encode() + b"\n")
            self.process.stdin.flush()
            answer = json.loads(self.lines.get(timeout=self.seconds), parse_constant=int)
            quoted(answer).encode()  # fails for half of a surrogate pair
            if isinstance(answer, dict) and answer.get("id") == question["id"]:
                return answer, None
            why = "the answer has another id, or none"
        except queue.Empty:
            why = f"no answer in {self.seconds:g} s"
        except (OSError, ValueError, RecursionError):
            why = "it ended, or wrote no JSON"
        self.end()
        self.start()
        return None, why

    def end(self):
        """Ends the scorer and the programs that it started."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except (AttributeError, OSError):  # Windows has no groups of processes
            self.process.kill()
        self.process.wait()

    def outcome(self, case):
        """Returns the answer to a case, its outcome, and the text that describes it."""
        size = {"size": [len(case["rows"][0]), len(case["rows"])]}
        answer, ended = self.ask({key: case[key] for key in GIVEN if key in case} | size)
        why = ended or fault(case, answer)
        return (answer, "invalid", why) if why else (answer, *judge(case, answer))


def winner(margin):
    return "black" if margin > 0 else "white" if margin < 0 else "draw"


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= 100_000


def fault(case, answer):
    """Returns the reason why an answer is invalid, or `None`."""
    unknown = sorted(set(answer) - set(KEYS))
    if unknown:
        return f"unknown key {quoted(unknown[0])}"
    for key in ("error", "unsupported"):
        if key in answer and not isinstance(answer[key], str):
            return f'"{key}" is not a text'
    if "error" in answer:
        return quoted(answer["error"])
    if "unsupported" in answer:
        return '"unsupported" with another part of an answer' if len(answer) > 2 else None
    for key in ("margin", "score"):
        if key in answer and not is_number(answer[key]):
            return f'"{key}" is not a number of points'
    if answer.get("winner", "draw") not in ("black", "white", "draw"):
        return '"winner" is not "black", "white" or "draw"'
    width, height = len(case["rows"][0]), len(case["rows"])
    stones = {LETTERS[x] + LETTERS[y]: case["rows"][y][x] for y in range(height) for x in range(width)}
    for key in ("dead", "black", "white"):
        points = answer.get(key, [])
        if not isinstance(points, list) or not all(isinstance(point, str) and point in stones for point in points):
            return f'"{key}" is not a list of points of the board'
        if len({*points}) < len(points):
            return f'"{key}" names a point twice'
    dead = {*case["dead"], *answer.get("dead", [])}
    if any(stones[point] == "." for point in dead):
        return '"dead" names a point without a stone'
    if ("black" in answer) != ("white" in answer):
        return '"black" without "white", or "white" without "black"'
    if {*answer.get("black", [])} & {*answer.get("white", [])}:
        return "a point belongs to both players"
    if any(stones[point] != "." and point not in dead for key in ("black", "white") for point in answer.get(key, [])):
        return "a point of territory has a living stone"
    said = margins(case, answer)
    if not said and "winner" not in answer:
        return "no map, score, margin or winner"
    if "margin" in answer and "score" not in answer:
        said = said[:1]  # a margin counts even if the map contradicts it, because players see the margin
    others = [signed(other) for other in said if other != said[0]]
    if said and answer.get("winner", winner(said[0])) != winner(said[0]):
        others.append(f"winner {answer['winner']}")
    return f"parts of the answer contradict each other: {signed(said[0])} and {others[0]}" if others else None


def margins(case, answer):
    """Returns the margin according to each part of an answer: its margin, its score, and its map."""
    rows = case["rows"]
    stones = {LETTERS[x] + LETTERS[y]: {"X": 1, "O": -1, ".": 0}[row[x]] for y, row in enumerate(rows) for x in range(len(row))}
    dead = {*case["dead"], *answer.get("dead", [])}
    prisoners = sum(stones[point] for point in dead) if case["method"] == "territory" else 0
    found = [answer["margin"]] if "margin" in answer else []
    if "score" in answer:
        found.append(answer["score"] - prisoners + case["added"])
    if "black" in answer:
        living = 0 if case["method"] == "territory" else sum(stones.values()) - sum(stones[point] for point in dead)
        found.append(len(answer["black"]) - len(answer["white"]) + living - prisoners + case["added"])
    return found


def same_map(case, answer):
    """Returns whether every point has the right owner, if the answer has a map."""
    if "black" not in answer or not case["owners"]:
        return True
    dead = {*case["dead"], *answer.get("dead", [])}
    owner = dict.fromkeys(answer["black"], "B") | dict.fromkeys(answer["white"], "W")

    def owned(x, y):
        point, stone = LETTERS[x] + LETTERS[y], case["rows"][y][x]
        return owner.get(point, ".") if stone == "." or point in dead else {"X": "B", "O": "W"}[stone]

    return all(owned(x, y) == right for y, row in enumerate(case["owners"]) for x, right in enumerate(row))


def mistakes(case, answer, is_wrong):
    """Returns the mistakes that would change the answer, and for each, whether it explains a wrong answer."""
    said = margins(case, answer)
    key, value = ("margin", said[0]) if said else ("winner", answer["winner"])
    found = {}
    # the point of a stone that stays on the board cannot be territory
    if case["dead"] and "black" in answer and not {*case["dead"]} & {*answer["black"], *answer["white"]}:
        found["leaves dead stones on the board"] = is_wrong
    found = {trap["mistake"]: trap[key] == value for trap in case["traps"] if key in trap} | found
    if said and case["komi"]:
        found["gives komi to Black"] = value == case["margin"] + 2 * case["komi"]
    if said and case["margin"] % 1:
        found["drops half points"] = value % 1 == 0 and abs(value - case["margin"]) < 1
    return found


def likely(seen, wrong):
    """Returns a line for each mistake that explains at least three and a quarter of the wrong answers, and that more answers
    show than refute, unless another mistake fits as well. For each mistake, `seen` has the number of answers of both kinds."""
    found = []
    for name, (refuted, shown) in seen.items():
        rivals = [other for other, (less, more) in seen.items() if other != name and less <= refuted and more >= shown]
        if shown >= max(3, wrong / 4) and shown > refuted and not rivals:
            found.append((-shown, name))
    return [f"likely mistake: {name} (explains {-shown} of {wrong} wrong answers)" for shown, name in sorted(found)]


def quoted(value):
    return json.dumps(value, ensure_ascii=False)


def signed(number):
    return f"{number + 0:+.2f}".rstrip("0").rstrip(".")


def judge(case, answer):
    """Returns the outcome of a valid answer, and the text that describes it."""
    if "unsupported" in answer:
        return "declined", answer["unsupported"]
    said = margins(case, answer)
    if not said:
        won = answer["winner"]
        return ("right", "") if won == case["winner"] else ("wrong", f"winner {won}, not {case['winner']}")
    if said[0] != case["margin"]:
        return "wrong", f"{signed(said[0])}, not {signed(case['margin'])}"
    if not same_map(case, answer):
        return "wrong", f"the margin {signed(said[0])} is right, but the owners of some points are not"
    return "right", ""


def expectations(file):
    """Returns the cases that are known to fail: the first word of each line, which may be a line that this program printed."""
    lines = Path(file).read_text(encoding="utf-8").splitlines() if file else []
    return {line.split()[0].rstrip(":") for line in lines if line.strip() and not line.lstrip().startswith("#")}


def unknown(levels, names, expected):
    """Returns which of the given levels and expected failures the suite does not have, or `None`."""
    known, cases = [level["level"] for level in levels], {case["id"] for level in levels for case in level["cases"]}
    if missing := sorted({*names} - {*known}):
        return f"unknown level: {', '.join(missing)} (the levels are {', '.join(known)})"
    if missing := sorted(expected - cases):
        return f"unknown case in the file of expected failures: {', '.join(missing)}"
    return None


def main():
    parser = argparse.ArgumentParser(description="Runs the suite on a scorer.")
    parser.add_argument("command")
    parser.add_argument("--seconds", type=float, default=10, help="time limit for an answer")
    parser.add_argument("--expect", metavar="FILE", help="cases that are known to fail")
    parser.add_argument("levels", nargs="*", metavar="LEVEL")
    args = parser.parse_intermixed_args()
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    levels = {file: json.loads(file.read_bytes()) for file in sorted(Path(__file__).parent.glob("*.json"))}
    try:
        expected = expectations(args.expect)
        wrong = unknown(levels.values(), args.levels, expected)
        if wrong:
            print(wrong, file=sys.stderr)
            return 2
        scorer = Scorer(args.command, args.seconds)
    except (OSError, ValueError, IndexError):
        print("cannot start the command, or read the file of expected failures", file=sys.stderr)
        return 2
    read, unexpected, right, wrong, seen = hashlib.sha256(), 0, 0, 0, {}
    for file, level in levels.items():
        name = level["level"]
        if name not in args.levels if args.levels else level.get("optional"):
            continue
        read.update(file.read_bytes())
        counts, bare = dict.fromkeys(OUTCOMES, 0), {"margin": 0, "winner": 0}
        for case in level["cases"]:
            answer, outcome, said = scorer.outcome(case)
            counts[outcome] += 1
            if outcome == "right" and not ("black" in answer and case["owners"]):
                bare["margin" if margins(case, answer) else "winner"] += 1
            if outcome in ("right", "wrong"):
                for mistake, fits in mistakes(case, answer, outcome == "wrong").items():
                    seen.setdefault(mistake, [0, 0])[fits] += 1
            is_known = case["id"] in expected
            unexpected += is_known == (outcome == "right") and outcome != "declined"
            if outcome in ("wrong", "invalid"):
                board = f": {' '.join(case['rows'])}" if len(case["rows"]) <= 13 else ""
                print(f"{case['id']}: {outcome}{', as expected' if is_known else ''}: {said}{board}")
            elif outcome == "right" and is_known:
                print(f"{case['id']}: right, but expected to fail")
        right, wrong = right + counts["right"], wrong + counts["wrong"]
        bare = "".join(f", {number} by {key} only" for key, number in bare.items() if number)
        print(f"{name}: {', '.join(f'{number} {outcome}' for outcome, number in counts.items())}{bare}")
    print("".join(f"{line}\n" for line in likely(seen, wrong)), end="")
    chosen = ",".join(sorted({*args.levels})) or "default"
    print(f"suite:{level['version']}|data:{read.hexdigest()[:12]}|levels:{chosen}|scorer:{args.command}")
    scorer.end()
    return int(unexpected > 0 or right == 0)


if __name__ == "__main__":
    try:
        code = main()
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of the output has closed the pipe, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    sys.exit(code)
