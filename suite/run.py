#!/usr/bin/env python3
"""Runs the suite on a scorer (see README.md): python3 suite/run.py COMMAND [SECONDS [LEVEL...]]"""

import itertools
import json
import queue
import shlex
import subprocess
import sys
import threading
from pathlib import Path

GIVEN = "id rows dead to_play rules komi handicap prisoners first_pass method tax sgf".split()


class Scorer:
    def __init__(self, command):
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in itertools.chain(self.process.stdout, [""]):
            self.lines.put(line)

    def ask(self, question, seconds):
        """Returns the answer, and whether the scorer is still usable."""
        try:
            self.process.stdin.write(json.dumps(question) + "\n")
            self.process.stdin.flush()
            return json.loads(self.lines.get(timeout=seconds)), True
        except queue.Empty:
            return {"error": f"no answer in {seconds:g} s"}, False
        except (OSError, ValueError):
            return {"error": "it ended, or wrote no JSON"}, False


def judge(case, answer):
    """Returns the answer's margin, and whether the answer is right: its margin, and its map if it has one."""
    if "margin" in answer:
        return answer["margin"], answer["margin"] == case["margin"]
    points = [(x, y) for y, row in enumerate(case["rows"]) for x in range(len(row))]
    name = lambda x, y: "".join(chr(97 + at) if at < 26 else chr(39 + at) for at in (x, y))
    dead = {*case["dead"], *answer.get("dead", [])}
    stones = {name(x, y): 1 if case["rows"][y][x] == "X" else -1 for x, y in points if case["rows"][y][x] != "."}
    living = {point: sign for point, sign in stones.items() if point not in dead}
    score = answer["score"] if "score" in answer else len(answer["black"]) - len(answer["white"])
    if case["method"] == "territory":
        score -= sum(stones[point] for point in dead)
    elif "score" not in answer:
        score += sum(living.values())
    same_map = True
    if "score" not in answer and case["owners"]:
        owner = {point: "B" for point in answer["black"]} | {point: "W" for point in answer["white"]}
        owner |= {point: "B" if sign > 0 else "W" for point, sign in living.items()}
        same_map = all(owner.get(name(x, y), ".") == case["owners"][y][x] for x, y in points)
    return score + case["added"], same_map and score + case["added"] == case["margin"]


def mistake(case, answer, got):
    """Returns the mistake that explains the wrong answer, in a list, or no mistake."""
    # no point of a stone that is left on the board can be territory
    if case["dead"] and "black" in answer and not {*case["dead"]} & {*answer["black"], *answer["white"]}:
        return ["leaves dead stones on the board"]
    return [trap["mistake"] for trap in case["traps"] if trap["margin"] == got][:1]


def main(command, seconds="10", *levels):
    scorer, failed = Scorer(command), False
    for file in sorted(Path(__file__).parent.glob("*.json")):
        level, counts = json.loads(file.read_text(encoding="utf-8")), [0, 0, 0]
        for case in level["cases"] if not levels or level["level"] in levels else []:
            size = {"size": [len(case["rows"][0]), len(case["rows"])]}
            answer, lives = scorer.ask({key: case[key] for key in GIVEN if key in case} | size, float(seconds))
            if not lives:
                scorer.process.kill()
                scorer = Scorer(command)
            got, right = (None, False) if "error" in answer else judge(case, answer)
            counts[2 if got is None else 0 if right else 1] += 1
            if not right:
                failed = True
                why = "".join(f" (it {name}?)" for name in mistake(case, answer, got))
                said = f"{answer.get('error') or f'{got:+g}'}{why}, not {case['margin']:+g}"
                if got == case["margin"]:
                    said = f"the margin {got:+g} is right, but the owners of some points are not{why}"
                print(f"{case['id']}: {said}: {' '.join(case['rows'])}")
        print(f"{level['level']}: {counts[0]} right, {counts[1]} wrong, {counts[2]} without an answer")
    return int(failed)


sys.exit(main(*sys.argv[1:]))
