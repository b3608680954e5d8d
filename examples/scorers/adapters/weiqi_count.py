"""weiqi (PyPI, 0.2.1): counts territory."""

from question import Unsupported, name, only, serve, square, stones
from weiqi import Board, Position, Stone


def score(question):
    only("territory", question)
    size = square(question)
    if size not in (5, 6, 7, 8, 9, 11, 13, 15, 17, 19):
        raise Unsupported("it has only boards of 5x5 to 9x9, and odd sizes up to 19x19")
    board = Board.generate_empty_board(size)
    for x, y, stone in stones(question):
        board._figures[Position(x, y)] = {"X": Stone.BLACK, "O": Stone.WHITE}[stone]
    found = board.find_territories()
    names = lambda color: [name(point.x, point.y) for point in found[color]]
    return {"black": names(Stone.BLACK), "white": names(Stone.WHITE)}


serve(score)
