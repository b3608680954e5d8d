"""Measures how long boards take: python speed.py GAMES

Scores the last positions of the 19x19 games in a folder. Install sgfmill to compare with its `Board.area_score`, which
is area scoring in pure Python.
"""

import importlib
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt

import seichi


def positions(folder: Path) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.bool_]]:
    """Returns the last positions of 19x19 games, and their dead stones."""
    stones, dead = [], []
    for path in sorted(folder.rglob("*.sgf")):
        for game in seichi.Game.all_from_sgf(path.read_bytes()):
            if isinstance(game, seichi.Game) and (game.width, game.height) == (19, 19):
                stones.append(game.stones)
                dead.append(game.dead)
    return np.stack(stones), np.stack(dead)


def best(work: Callable[[], object], boards: int) -> str:
    """Returns the time for a board, in microseconds, of the fastest of five runs."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return f"{min(times) / boards * 1e6:8.1f} µs a board"


def sgfmill_area(stones: npt.NDArray[np.int8]) -> None:
    """Scores boards with sgfmill."""
    boards = importlib.import_module("sgfmill.boards")
    for board in stones:
        made = boards.Board(19)
        black, white = (list(map(tuple, np.argwhere(board == color).tolist())) for color in (1, 2))
        made.apply_setup(black, white, [])
        made.area_score()


def main() -> None:
    """Prints a line for each way of scoring."""
    stones, dead = positions(Path(sys.argv[1]))
    number = len(stones)
    print(f"{number} positions")
    for strategy in ["flood", "linked", "independent", "teire"]:
        print(f"territory_scoring, {strategy:12}", best(lambda: seichi.territory_scoring(stones, dead, strategy=strategy), number))
    print("territory_scoring, a call each ", best(lambda: [seichi.territory_scoring(*one) for one in zip(stones, dead)], number))
    print("area_scoring                   ", best(lambda: seichi.area_scoring(stones, dead), number))
    few = stones[:200]
    print("guess_dead                     ", best(lambda: seichi.guess_dead(few[:5]), 5))
    try:
        print("sgfmill's area_score           ", best(lambda: sgfmill_area(few), len(few)))
    except ImportError:
        print("sgfmill is not installed")


if __name__ == "__main__":
    main()
