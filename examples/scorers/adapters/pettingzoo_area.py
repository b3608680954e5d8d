"""pettingzoo (PyPI, 1.27.0): the board of its Go environment, from Minigo, counts area, by a number."""

import importlib
import os

import numpy
from pettingzoo.classic.go import go_base
from question import only, serve, square, stones


def score(question):
    only("area", question)
    size = square(question)
    if go_base.N != size:
        # the module makes its tables when it is imported, for a size in the environment
        os.environ["BOARD_SIZE"] = str(size)
        importlib.reload(go_base)
    board = numpy.zeros([size, size], dtype=numpy.int8)
    for x, y, stone in stones(question):
        board[y, x] = {"X": go_base.BLACK, "O": go_base.WHITE}[stone]
    return {"score": int(go_base.Position(board=board, komi=0).score())}


serve(score)
