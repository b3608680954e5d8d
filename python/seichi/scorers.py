"""Scorers: functions of the user that are measured like strategies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import numpy as np
import numpy.typing as npt

from . import _seichi
from .errors import Error

__all__ = ["Scorer"]


class Scorer(Protocol):
    """A scorer: a function of boards that returns the owner of each point."""

    def __call__(
        self, stones: npt.NDArray[np.int8], dead: npt.NDArray[np.bool_], method: str, /
    ) -> npt.ArrayLike:
        """Scores boards of the same size.

        `stones` has the shape `[boards, height, width]`: 0 is an empty point, 1 a black stone, and 2 a white stone. `dead` has
        the same shape and is true on each dead stone. `method` is `"territory"` or `"area"`. The result has the same shape:
        0 for a neutral point, 1 for Black's territory, 2 for White's; a dead stone's point is territory of the other
        colour. A living stone's point has the stone's colour, or 0. Several threads call a scorer at the same time.
        """
        ...


def scorer_list(scorers: Mapping[str, Scorer] | None) -> list[tuple[str, Scorer]]:
    """Returns the scorers with their names.

    Raises `TypeError` if one is not a function, and `seichi.Error` if one has the name of a built-in strategy.
    """
    if scorers is not None and not isinstance(scorers, Mapping):
        raise TypeError(f"scorers must be a dictionary of names and functions, not {type(scorers).__name__}")
    wrong = next((name for name, scorer in (scorers or {}).items() if not callable(scorer)), None)
    if wrong is not None:
        raise TypeError(f"the scorer {wrong} is not a function")
    taken = next((name for name in scorers or {} if name in (*_seichi.strategies, "all")), None)
    if taken is not None:
        raise Error(f"{taken} is a built-in strategy; give the scorer another name")
    return list((scorers or {}).items())


def _owners(answer: npt.ArrayLike, shape: tuple[int, int, int]) -> npt.NDArray[np.int8]:
    """Returns a scorer's answer to boards of `shape`. Raises an exception that says what is wrong with the answer."""
    owners = np.asarray(answer)
    if owners.dtype == object:
        raise TypeError(f"the answer must be an array of owners, not {type(answer).__name__}")
    if owners.shape != shape:
        raise ValueError(f"the answer has the shape {list(owners.shape)}, not {list(shape)}")
    if owners.dtype.kind not in "iu":
        raise ValueError(f"owners must be whole numbers, not {owners.dtype}")
    wrong = owners[(owners < 0) | (owners > 2)]
    if wrong.size:
        raise ValueError(f"an owner must be 0 (neither), 1 (Black) or 2 (White), not {wrong[0]}")
    return np.ascontiguousarray(owners, dtype=np.int8)
