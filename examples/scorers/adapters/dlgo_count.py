"""dlgo (PyPI, 0.2), the code of the book "Deep Learning and the Game of Go": counts territory or area."""

import sys
import types

from question import paid, serve, square, stones

# the package imports learning frameworks that counting does not need
for missing in ("dlgo.agent", "dlgo.encoders"):
    sys.modules.setdefault(missing, types.ModuleType(missing))

from dlgo.goboard_slow import Board  # noqa: E402
from dlgo.gotypes import Player, Point  # noqa: E402
from dlgo.scoring import GameResult, evaluate_territory  # noqa: E402


def score(question):
    size = square(question)
    board = Board(size, size)
    for x, y, stone in stones(question):
        board.place_stone({"X": Player.black, "O": Player.white}[stone], Point(y + 1, x + 1))
    found = evaluate_territory(board)
    black, white = found.num_black_territory, found.num_white_territory
    if question["method"] == "area":
        black, white = black + found.num_black_stones, white + found.num_white_stones
    return paid(question, black - white, lambda komi: GameResult(black, white, komi).winner.name)


serve(score)
