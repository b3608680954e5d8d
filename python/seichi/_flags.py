"""The flags of the program as keyword arguments."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TypeAlias, Union

Word: TypeAlias = Union[str, int, float, "os.PathLike[str]"]

Flag: TypeAlias = Union[bool, Word, Iterable[Word], None]
"""The value of a flag of the program: `True` for a flag without a value, a list for several values."""


def flag_list(flags: Mapping[str, Flag]) -> list[tuple[str, bool | list[str]]]:
    """Returns flags as the program names them, each with its values as words."""
    words: list[tuple[str, bool | list[str]]] = []
    for name, value in flags.items():
        key = name.replace("_", "-")
        if value is None:
            continue
        if isinstance(value, bool):
            words.append((key, value))
        elif isinstance(value, (str, int, float, os.PathLike)):
            words.append((key, [_word(value)]))
        else:
            words.append((key, [_word(one) for one in value]))
    return words


def _word(value: Word) -> str:
    return str(value) if isinstance(value, (int, float)) else os.fspath(value)
