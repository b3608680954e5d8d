"""Measures a scorer of your own: python own_scorer.py GAMES

The scorer gives each empty region to the only colour around it. It does not recognize seki.
"""

import sys

import numpy as np
import numpy.typing as npt

import seichi


def flood(stones: npt.NDArray[np.int8], dead: npt.NDArray[np.bool_], method: str) -> npt.NDArray[np.int8]:
    """Spreads the colours of the living stones over the empty points until nothing changes, on all boards at once."""
    living = np.where(dead, 0, stones)
    reached = np.stack([living == 1, living == 2])
    while True:
        wide = np.pad(reached, ((0, 0), (0, 0), (1, 1), (1, 1)))
        around = wide[..., :-2, 1:-1] | wide[..., 2:, 1:-1] | wide[..., 1:-1, :-2] | wide[..., 1:-1, 2:]
        grown = reached | (around & (living == 0))
        if np.array_equal(grown, reached):
            break
        reached = grown
    black, white = reached
    owner = np.where(black & ~white, 1, np.where(white & ~black, 2, 0))
    return np.where(living == 0, owner, 0).astype(np.int8)


def main() -> None:
    """Evaluates the games that the command line names."""
    run = seichi.evaluate(sys.argv[1:], strategy=["independent", "flood-py"], scorers={"flood-py": flood})
    print(run.text())


if __name__ == "__main__":
    main()
