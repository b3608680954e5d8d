"""The flags of the program as keyword arguments."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Mapping
from numbers import Number
from typing import Any, TypeAlias, TypeVar, Union

import numpy as np

from .errors import Error

Path_: TypeAlias = Union[str, "os.PathLike[str]"]
"""The path of a file or a folder."""

Word: TypeAlias = Union[str, int, float, "np.number[Any]", "os.PathLike[str]"]
"""A value of a flag."""

Flag: TypeAlias = Union[bool, np.bool_, Word, Iterable[Word], None]
"""The value of a program flag: `True` for a flag that takes no value, a list for several values."""

_Function = TypeVar("_Function", bound=Callable[..., Any])


def takes(flags: type) -> Callable[[_Function], _Function]:
    """Returns a decorator that adds the flags of a `TypedDict` to a function's signature, so that `help` shows them."""
    names = flags.__annotations__

    def decorate(function: _Function) -> _Function:
        signature = inspect.signature(function)
        own = [one for one in signature.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
        kind = inspect.Parameter.KEYWORD_ONLY
        added = [inspect.Parameter(name, kind, default=None) for name in names]
        function.__signature__ = signature.replace(parameters=own + added)  # type: ignore[attr-defined]
        return function

    return decorate


def flag_list(flags: Mapping[str, Any]) -> list[tuple[str, bool | list[str]]]:
    """Returns the flags under the names that the program gives them, each with its values as words."""
    words: list[tuple[str, bool | list[str]]] = []
    for name, value in flags.items():
        key = name.replace("_", "-")
        if value is None:
            continue
        if isinstance(value, (bool, np.bool_)):
            words.append((key, bool(value)))
            continue
        values = list(value) if isinstance(value, Iterable) and not isinstance(value, (str, bytes)) else [value]
        if key == "strategy" and not values:
            # without any strategy, the program would run its default strategies
            raise Error("strategy is an empty list")
        words.append((key, [_word(one, name) for one in values]))
    return words


def _word(value: object, name: str) -> str:
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    raise TypeError(f"{name} must be a string, a number or a path, or several of them, not {type(value).__name__}")
