#!/usr/bin/env python3
"""A scorer for seichi --scorer that gives the whole result: the map of flood.py, and the margin with everything else."""

import json
import sys

from flood import LETTERS, score

# White's points for a handicap of at least two stones, in addition to one for each stone; None means no points
HANDICAP = {"japanese": None, "korean": None, "new-zealand": None, "tromp-taylor": None, "ing": None}
HANDICAP |= {"chinese": 0, "chinese-ogs": 0, "chinese-kgs": 0, "aga": -1, "aga-button": -1, "bga": -1, "french": -1}


def unsupported(question):
    if question["rules"] not in HANDICAP:
        return f"the rules {question['rules']}"
    if question["komi"] is None:
        return "an unknown komi"
    if question["rules"] == "aga-button" and question.get("first_pass") is None:
        return "a button without a pass"
    return None


def margin(question, territory):
    """Returns Black's points minus White's."""
    dead = [question["rows"][LETTERS.index(y)][LETTERS.index(x)] for x, y in question["dead"]]
    points = len(territory["black"]) - len(territory["white"])
    if question["method"] == "territory":
        prisoners = question["prisoners"]
        points += prisoners["black"] - prisoners["white"] + dead.count("O") - dead.count("X")
    else:
        stones = "".join(question["rows"])
        points += stones.count("X") - dead.count("X") - stones.count("O") + dead.count("O")
    handicap, more = question["handicap"], HANDICAP[question["rules"]]
    if handicap >= 2 and more is not None:
        points -= handicap + more
    if question["rules"] == "aga-button":
        points += 0.5 if question["first_pass"] == "black" else -0.5
    return points - question["komi"]


for line in sys.stdin:
    question = json.loads(line)
    answer = {"id": question["id"]}
    if why := unsupported(question):
        answer["unsupported"] = why
    else:
        territory = score(question["rows"], question["dead"])
        answer |= territory | {"margin": margin(question, territory)}
    print(json.dumps(answer), flush=True)
