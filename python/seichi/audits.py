"""Lists the games whose recorded results may be wrong."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from . import _seichi
from ._flag_types import AuditFlags
from ._flags import Path_, flag_list, takes
from .errors import in_python
from .runs import SeichiWarning

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["audit"]


@takes(AuditFlags)
def audit(paths: Path_ | Iterable[Path_], **flags: Unpack[AuditFlags]) -> list[dict[str, Any]]:
    """Returns a row for each game below `paths`. Games whose recorded results may be wrong come first, the most certain
    at the top.

    The rows are the same as in `seichi audit --format json`, and `flags` are its flags: `only=["contradicts-itself"]`,
    `known="known.txt"`, `remember=True`. `pandas.DataFrame(seichi.audit(paths))` makes a table of them.

    Raises `seichi.Error` if the program would end with an error; new suspects are not an error.
    """
    for name in {"format", "color", "no_progress", "quiet"} & flags.keys():
        raise TypeError(f"{name} does not apply here: nothing is printed")
    several = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    rows, messages = _seichi.audit([os.fspath(path) for path in several], flag_list(flags))
    for message in messages:
        warnings.warn(in_python(message), SeichiWarning, stacklevel=2)
    found: list[dict[str, Any]] = json.loads(rows)
    return found
