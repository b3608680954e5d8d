"""open_spiel (PyPI, 2.0.2): its Go game counts area and names only the winner; the score is the komi that makes a draw."""

import pyspiel
from question import only, paid, serve, square, stones


def result(size, moves, komi):
    game = pyspiel.load_game("go", {"board_size": size, "komi": komi, "max_game_length": len(moves) + 4})
    state = game.new_initial_state()
    for move in moves:
        state.apply_action(move)
    while not state.is_terminal():
        state.apply_action(size * size)
    return state.returns()[0]


def score(question):
    only("area", question)
    size = square(question, 2, 19)
    points = {color: [y * size + x for x, y, stone in stones(question) if stone == color] for color in "XO"}
    moves = []
    while points["X"] or points["O"]:
        moves += [points[color].pop() if points[color] else size * size for color in "XO"]
    low, high = -size * size, size * size
    while low < high:
        middle = (low + high) // 2
        if result(size, moves, middle + 0.5) < 0:
            high = middle
        else:
            low = middle + 1
    winner = lambda komi: {1: "black", 0: "draw", -1: "white"}[result(size, moves, float(komi))]
    return paid(question, low, winner)


serve(score)
