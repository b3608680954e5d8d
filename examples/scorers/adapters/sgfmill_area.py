"""sgfmill (PyPI, 1.1.1), or, with the argument gomill, its ancestor gomill (0.8.3): counts area; the answer is a number."""

import importlib
import sys

from question import only, serve, square, stones

boards = importlib.import_module((sys.argv[1:] or ["sgfmill"])[0] + ".boards")


def score(question):
    only("area", question)
    board = boards.Board(square(question, 2))
    for x, y, stone in stones(question):
        board.board[board.side - 1 - y][x] = {"X": "b", "O": "w"}[stone]
    return {"score": board.area_score()}


serve(score)
