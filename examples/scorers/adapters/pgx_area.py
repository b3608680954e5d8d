"""pgx (PyPI, 2.6.0): its Go environment counts area; the answer is a number, and a draw counts as a win for one player."""

import jax
from pgx._src.games import go
from question import only, paid, serve, square, stones

count = jax.jit(go._count_scores, static_argnums=1)


def score(question):
    only("area", question)
    size = square(question)
    board = [0] * (size * size)
    for x, y, stone in stones(question):
        board[y * size + x] = {"X": 1, "O": -1}[stone]
    state = go.Game(size).init()._replace(board=jax.numpy.int32(board), consecutive_pass_count=jax.numpy.int32(2))
    black, white = map(int, count(state, size))
    winner = lambda komi: ["black", "white"][int(go.Game(size, komi).rewards(state).argmax())]
    return paid(question, black - white, winner)


serve(score)
