"""Scores boards that are numpy arrays."""

from __future__ import annotations

import enum
import operator
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _seichi

__all__ = ["FinalScore", "Kind", "PlayerScore", "Scoring", "area_scoring", "final_score", "guess_dead", "territory_scoring"]


class Kind(enum.IntEnum):
    """The kinds of points in `Scoring.kind`."""

    DAME = 0
    """A neutral point."""
    TERRITORY = 1
    """Territory of the player in `Scoring.owner`, or area without a living stone."""
    SEKI = 2
    """An eye of a group in seki, which scores nothing under territory rules."""
    FALSE_EYE = 3
    """A false eye, or the point of a protective move, which its owner has to fill."""
    STONE = 4
    """A living stone."""


@dataclass(frozen=True, eq=False)
class Scoring:
    """The score of a board, or of each board of a batch.

    The arrays have the shape of the stones that were scored: `[height, width]` or `[boards, height, width]`.
    """

    owner: npt.NDArray[np.int8]
    """The player who scores each point: 0 neither, 1 Black, 2 White. Under area rules, living stones count."""
    kind: npt.NDArray[np.uint8]
    """The kind of each point, as a number of `Kind`."""

    @property
    def points(self) -> npt.NDArray[np.int64]:
        """The points of Black and of White on the board, of shape `[2]` or `[boards, 2]`.

        Komi and prisoners are not included. Under territory rules, the dead stones are among the prisoners.
        """
        return np.stack([np.count_nonzero(self.owner == color, axis=(-2, -1)) for color in (1, 2)], axis=-1)

    def margin(
        self, komi: npt.ArrayLike, prisoners: Mapping[str, npt.ArrayLike] | None = None
    ) -> npt.NDArray[np.float64]:
        """Returns Black's score minus White's, as a number or as an array of shape `[boards]`.

        Under territory rules, `prisoners` gives the numbers of stones that `black` and `white` have captured, including dead
        stones. Under area rules, prisoners do not count. `komi` and the prisoners are numbers or arrays of shape `[boards]`.

        >>> import numpy as np
        >>> float(territory_scoring(np.array([[0, 1, 0, 2, 0]])).margin(6.5, prisoners={"black": 3, "white": 1}))
        -4.5
        """
        black, white = _both(prisoners or {"black": 0, "white": 0})
        return np.asarray(self.points[..., 0] + black - self.points[..., 1] - white - np.asarray(komi), dtype=np.float64)


def _both(prisoners: Mapping[str, Any]) -> tuple[Any, Any]:
    """Returns the prisoners of Black and of White."""
    if not isinstance(prisoners, Mapping) or set(prisoners) != {"black", "white"}:
        raise TypeError(f"prisoners must be a dictionary with the keys black and white, not {prisoners!r}")
    return np.asarray(prisoners["black"]), np.asarray(prisoners["white"])


def _boards(stones: npt.ArrayLike) -> tuple[npt.NDArray[np.int8], bool]:
    """Returns stones in the shape `[boards, height, width]`, and whether they were given as a batch."""
    array = np.asarray(stones)
    if array.ndim not in (2, 3):
        raise ValueError(f"stones must be [height, width] or [boards, height, width], not of shape {list(array.shape)}")
    if array.dtype != np.int8:
        if array.dtype.kind not in "iu":
            raise TypeError(f"stones must be whole numbers (0 empty, 1 Black, 2 White), not {array.dtype}")
        if array.size and not 0 <= array.min() <= array.max() <= 2:
            raise ValueError("a point must be 0 (empty), 1 (Black) or 2 (White)")
    return np.ascontiguousarray(array, dtype=np.int8).reshape(-1, *array.shape[-2:]), array.ndim == 3


def truths(marks: npt.ArrayLike, what: str) -> npt.NDArray[np.bool_]:
    """Returns marks as `True` and `False`. Raises `TypeError` for other values, such as an array of stones."""
    array = np.asarray(marks)
    if array.dtype.kind not in "biu" or (array.size and not 0 <= array.min() <= array.max() <= 1):
        raise TypeError(f"{what} must be an array of True and False, or of 1 and 0, not of {array.dtype}")
    return np.ascontiguousarray(array, dtype=np.bool_)


def _marks(marked_dead: npt.ArrayLike | None, boards: npt.NDArray[np.int8]) -> npt.NDArray[np.bool_]:
    """Returns the marks of dead stones for `boards`. Without `marked_dead`, no stone is dead."""
    if marked_dead is None:
        return np.zeros(boards.shape, dtype=np.bool_)
    marks = truths(marked_dead, "marked_dead")
    marks = marks.reshape(1, *marks.shape) if marks.ndim == 2 else marks
    if marks.shape != boards.shape:
        raise ValueError(f"marked_dead has the shape {list(marks.shape)}, but stones have {list(boards.shape)}")
    return marks


def _scoring(arrays: tuple[npt.NDArray[np.int8], npt.NDArray[np.uint8]], is_batch: bool) -> Scoring:
    owner, kind = arrays
    return Scoring(owner, kind) if is_batch else Scoring(owner[0], kind[0])


def territory_scoring(
    stones: npt.ArrayLike, marked_dead: npt.ArrayLike | None = None, *, strategy: str = "independent"
) -> Scoring:
    """Scores boards under territory rules (Japanese, Korean).

    `stones` has the shape `[height, width]`, or `[boards, height, width]` for a batch of boards of the same size: 0 is an
    empty point, 1 a black stone, and 2 a white stone. `marked_dead` has the same shape and is true on each dead stone. A
    dead stone's point is territory of the other colour; the prisoner is not counted here. `strategy` is one of
    `seichi.strategies`. The global interpreter lock is released, so threads can score batches in parallel.

    >>> import numpy as np
    >>> board = np.array([[0, 1, 0, 2, 0], [0, 1, 0, 2, 0], [0, 1, 0, 2, 0]])
    >>> territory_scoring(board).owner.tolist()
    [[1, 0, 0, 0, 2], [1, 0, 0, 0, 2], [1, 0, 0, 0, 2]]
    """
    boards, is_batch = _boards(stones)
    return _scoring(_seichi.score_territory(boards, _marks(marked_dead, boards), strategy), is_batch)


def area_scoring(stones: npt.ArrayLike, marked_dead: npt.ArrayLike | None = None) -> Scoring:
    """Scores boards under area rules (Chinese, AGA). The arrays are as in `territory_scoring`.

    >>> import numpy as np
    >>> area_scoring(np.array([[0, 1, 0, 2, 0]])).points.tolist()
    [2, 2]
    """
    boards, is_batch = _boards(stones)
    return _scoring(_seichi.score_area(boards, _marks(marked_dead, boards)), is_batch)


@dataclass(frozen=True)
class PlayerScore:
    """The parts of a player's score, which add up to `total`. Parts that the rules do not count are 0."""

    territory: int
    """Surrounded points; the number may be negative under rules with a group tax."""
    stones: int
    """Living stones, under area rules."""
    prisoners: int
    """Captured and dead stones, under territory rules."""
    handicap: int
    """White's compensation for a handicap."""
    komi: float
    button: float
    """The button, half a point."""
    total: float


@dataclass(frozen=True, eq=False)
class FinalScore:
    """The score of a finished game."""

    black: PlayerScore
    white: PlayerScore
    margin: float
    """Black's points minus White's."""
    result: str
    """The result as a record writes it: `B+3.5`, or `0` for a draw."""
    scoring: Scoring
    """The owner and the kind of each point, on which the scores are based."""

    @property
    def winner(self) -> str:
        """`black`, `white` or `draw`."""
        return "draw" if self.margin == 0 else "black" if self.margin > 0 else "white"


def final_score(
    stones: npt.ArrayLike,
    marked_dead: npt.ArrayLike | None,
    *,
    rules: str,
    komi: float,
    handicap: int,
    prisoners: Mapping[str, int],
    first_pass: int = 0,
    strategy: str = "independent",
) -> FinalScore:
    """Scores a board at the end of a game, under any rules.

    `rules` is a name such as `japanese` or `chinese`, or KataGo's string. `prisoners` gives the numbers of stones that `black`
    and `white` captured in play, like `Game.prisoners`; dead stones are added to them. `handicap` is the number of handicap
    stones, or 0. Under rules with a button, `first_pass` is the player who passed first, 1 or 2.

    >>> board = [[0, 1, 0, 2, 0], [0, 1, 0, 2, 0], [0, 1, 0, 2, 0]]
    >>> final_score(board, None, rules="japanese", komi=6.5, handicap=0, prisoners={"black": 3, "white": 1}).result
    'W+4.5'
    >>> final_score(board, None, rules="chinese", komi=0, handicap=2, prisoners={"black": 3, "white": 1}).white
    PlayerScore(territory=3, stones=3, prisoners=0, handicap=2, komi=0.0, button=0.0, total=8.0)
    """
    boards, is_batch = _boards(stones)
    if is_batch:
        raise ValueError("stones must be one board, [height, width]")
    marks = _marks(marked_dead, boards)
    black_captures, white_captures = (_whole(count, "prisoners") for count in _both(prisoners))
    if first_pass not in (0, 1, 2):
        raise ValueError(f"first_pass is {first_pass!r}, not 0, 1 or 2")
    *parts, margin, result, arrays = _seichi.final_score(
        boards, marks, strategy, rules, komi, _whole(handicap, "handicap"), (black_captures, white_captures), first_pass
    )
    black, white = (PlayerScore(*score) for score in parts)
    return FinalScore(black, white, margin, result, _scoring(arrays, False))


def _whole(value: Any, what: str, most: int = 100_000) -> int:
    """Returns a value as a whole number. Raises an exception if it is not from 0 to `most`."""
    number = operator.index(value)
    if not 0 <= number <= most:
        raise ValueError(f"{what} is {number}, not a whole number from 0 to {most}")
    return number


def guess_dead(
    stones: npt.ArrayLike, playouts: int = 200, seed: int = 1979, *, timeout: float | None = None
) -> npt.NDArray[np.bool_]:
    """Guesses the dead stones of finished boards with playouts (at most 20,000). The result is true on each dead stone.

    `stones` and the result have the shape `[height, width]` or `[boards, height, width]`. Equal seeds give equal answers.
    Raises `TimeoutError` after `timeout` seconds.
    """
    boards, is_batch = _boards(stones)
    playouts, seed = _whole(playouts, "playouts", 20_000), _whole(seed, "seed", 2**64 - 1)
    dead: npt.NDArray[np.bool_] = _seichi.guess_dead(boards, playouts, seed, timeout)
    return dead if is_batch else dead[0]


