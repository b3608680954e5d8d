"""weiqi (PyPI, 0.2.1): counts territory."""

from question import name, only, serve, square, stones
from weiqi import Board, Position, Stone


def score(question):
    only("territory", question)
    board = Board.generate_empty_board(square(question))
    for x, y, stone in stones(question):
        board._figures[Position(x, y)] = {"X": Stone.BLACK, "O": Stone.WHITE}[stone]
    found = board.find_territories()
    names = lambda color: [name(point.x, point.y) for point in found[color]]
    return {"black": names(Stone.BLACK), "white": names(Stone.WHITE)}


serve(score)
