"""seichi: gives a strategy's map of the board without its dead stones: python3 seichi_score.py PROGRAM STRATEGY"""

import json
import subprocess
import sys

from question import name, serve, stones

program, strategy = sys.argv[1:]


def score(question):
    width, height = question["size"]
    placed = {color: "".join(f"[{name(x, y)}]" for x, y, stone in stones(question) if stone == color) for color in "XO"}
    first = "W" if question.get("to_play") == "white" else "B"
    record = f"(;SZ[{width}:{height}]RU[{question['rules']}]PL[{first}]"
    record += "".join(key + placed[color] for key, color in (("AB", "X"), ("AW", "O")) if placed[color]) + ")"
    command = [program, "score", "-", "-s", strategy, "--dead", "none", "--format", "ndjson"]
    done = subprocess.run(command, input=record, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    rows = json.loads(done.stdout)["map"]
    owned = lambda letter: [name(x, y) for y, row in enumerate(rows) for x, owner in enumerate(row) if owner == letter]
    return {"black": owned("b"), "white": owned("w")}


serve(score)
