#!/usr/bin/env python3
"""A scorer for seichi --scorer: regions that border only one colour are its territory. It equals the strategy `flood`."""

import json
import string
import sys

LETTERS = string.ascii_letters  # the letters of SGF: a to z, then A to Z


def score(rows, dead):
    board = {(x, y): stone for y, row in enumerate(rows) for x, stone in enumerate(row)}
    for point in dead:
        board[LETTERS.index(point[0]), LETTERS.index(point[1])] = "."
    territory = {"X": [], "O": []}
    seen = set()
    for start in board:
        if board[start] != "." or start in seen:
            continue
        region, borders, todo = [], set(), [start]
        seen.add(start)
        while todo:
            x, y = todo.pop()
            region.append(LETTERS[x] + LETTERS[y])
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if board.get(near, ".") != ".":
                    borders.add(board[near])
                elif near in board and near not in seen:
                    seen.add(near)
                    todo.append(near)
        if len(borders) == 1:
            territory[borders.pop()] += region
    return {"black": territory["X"], "white": territory["O"]}


if __name__ == "__main__":
    for line in sys.stdin:
        position = json.loads(line)
        answer = score(position["rows"], position["dead"])
        print(json.dumps({"id": position["id"], **answer}), flush=True)
