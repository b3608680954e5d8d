"""sente (PyPI, 0.4.2, for Python 3.7 to 3.10): counts territory or area; the answer is a number."""

import sente
from question import Unsupported, serve, square, stones


def score(question):
    size = square(question)
    if size not in (9, 13, 19):
        raise Unsupported("it has only boards of 9x9, 13x13 and 19x19")
    game = sente.Game(size, sente.CHINESE if question["method"] == "area" else sente.JAPANESE)
    points = {color: [(x, y) for x, y, stone in stones(question) if stone == color] for color in "XO"}
    while points["X"] or points["O"]:
        for color in "XO":
            if points[color]:
                x, y = points[color].pop()
                game.play(x + 1, y + 1)
            else:
                game.pss()
    while not game.is_over():
        game.pss()
    found = game.score()
    # the package adds its own komi, which can't be changed
    komi = 7.5 if question["method"] == "area" else 6.5
    return {"score": found[sente.stone.BLACK] - found[sente.stone.WHITE] + komi}


serve(score)
