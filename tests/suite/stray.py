"""A scorer for the level `owed-moves`. If the player to move decides, it gives a map with the right margin, and otherwise a
wrong margin. It writes a stray line before its answer to the third case.
"""

import json
import sys
from pathlib import Path

CASES = {case["id"]: case for case in json.loads(Path("suite/owed-moves.json").read_text(encoding="utf-8"))["cases"]}
LETTERS = "abcdefghijklmnopqrstuvwxyz"

for line in sys.stdin:
    case = CASES[json.loads(line)["id"]]
    if case["id"] == [*CASES][2]:
        print('{"info": "thinking"}')
    answer = {"margin": case["margin"] + 1}
    if case["to_play"]:
        stones = {LETTERS[x] + LETTERS[y]: stone for y, row in enumerate(case["rows"]) for x, stone in enumerate(row)}
        dead = [stones[point] for point in case["dead"]]
        points = case["margin"] + dead.count("X") - dead.count("O")
        empty = [point for point, stone in stones.items() if stone == "."]
        answer = {"black": empty[: max(points, 0)], "white": empty[: max(-points, 0)]}
    print(json.dumps({"id": case["id"], **answer}), flush=True)
