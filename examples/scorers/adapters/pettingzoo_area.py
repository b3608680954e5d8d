"""pettingzoo (PyPI, 1.27.0): the board of its Go environment, taken from Minigo, counts area; the answer is a number."""

import importlib
import os

import numpy

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"  # standard output is for answers

from pettingzoo.classic.go import go, go_base  # noqa: E402
from question import only, paid, serve, square, stones  # noqa: E402


def score(question):
    only("area", question)
    size = square(question)
    if go_base.N != size:
        # when the module is imported, it makes its tables for the board size in the environment
        os.environ["BOARD_SIZE"] = str(size)
        importlib.reload(go_base)
    board = numpy.zeros([size, size], dtype=numpy.int8)
    for x, y, stone in stones(question):
        board[y, x] = {"X": go_base.BLACK, "O": go_base.WHITE}[stone]

    def winner(komi):
        result = go_base.Position(board=board, komi=komi).result()
        return "black" if go.raw_env._encode_rewards(None, result)[0] > 0 else "white"

    return paid(question, int(go_base.Position(board=board, komi=0).score()), winner)


serve(score)
