"""Rows of SGF records in any data-processing engine, and the figures of rows.

The chapter "In any engine" of the book has examples for Spark, Ray, Dask, DuckDB and Polars.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from . import _seichi
from ._flags import flag_list, takes
from .errors import in_python
from .runs import Scorer, SeichiWarning, Summary, scorer_list, without_effect

if TYPE_CHECKING:
    import pyarrow as pa
    from typing_extensions import Unpack

    from ._flag_types import EvalFlags

__all__ = ["ROW_TYPES", "rows", "summarize"]

_SKIPPED = _seichi.columns("skipped.csv")

ROW_TYPES: dict[str, str] = {**dict(_seichi.columns("games.csv")), **dict(_SKIPPED), "sample": "string"}
"""The columns of `rows`, each with the name of its type in SQL."""


@takes("EvalFlags")
def rows(
    files: Any,
    *,
    name: str = "name",
    content: str = "content",
    scorers: Mapping[str, Scorer] | None = None,
    **flags: Unpack[EvalFlags],
) -> pa.Table:
    """Scores the games of a table of files, and returns their rows as an Arrow table.

    `files` is an Arrow table or record batch, a data frame of pandas or Polars, or any other object with the Arrow
    PyCapsule interface. Its column `name` has the unique name of each file; `content` has the text or the bytes of a
    record, or the bytes of an archive, which is recognised by its name.

    The columns are those of `games.csv`, those of `skipped.csv` for games that cannot be scored, and `sample`, which
    `summarize` needs; they do not depend on the flags. `scorers` and `flags` are as in `seichi.evaluate`, except that `jobs`
    is 1 by default. Each call restarts scorers and engines.

    Raises `seichi.Error` if a flag needs all records at once.
    """
    import pyarrow as pa

    without_effect(flags)
    table = pa.table(files)
    for column in (name, content):
        if column not in table.column_names:
            raise ValueError(f"the table has no column {column}: its columns are {', '.join(table.column_names)}")
    names = table.column(name).cast(pa.string()).to_pylist()
    if None in names:
        raise ValueError(f"a row has no name in the column {name}")
    if twice := next((name for name, count in Counter(names).items() if count > 1), None):
        raise ValueError(f"two rows have the name {twice!r}")
    contents = table.column(content).cast(pa.binary()).to_pylist()
    given = {"jobs": 1, **flags}
    found = _seichi.rows(
        [(name, content or b"") for name, content in zip(names, contents)], flag_list(given), scorer_list(scorers)
    )
    games, skipped, samples, skipped_samples, rows_of_a_game = found
    # the first row of a game has its sample
    spread = [sample for first in samples for sample in (first, *[None] * (rows_of_a_game - 1))]
    parts = [
        pa.table(part).append_column("sample", pa.array(own, pa.string()))
        for part, own in [(games, spread), (skipped, skipped_samples)]
    ]
    return pa.concat_tables(parts, promote_options="default").select(list(ROW_TYPES))


def summarize(table: Any, *, jobs: int = 0) -> Summary:
    """Returns the figures of rows: byte for byte the figures of one run over all their files.

    `table` has the rows of any number of calls of `rows` in any order, at least their column `sample`. It may be any object
    that `rows` takes. `jobs` is the number of threads; 0 is one for each core.

    Raises `seichi.Error` if rows were made with different flags, or if two games have the same name.
    """
    import pyarrow as pa

    samples = pa.table(table).column("sample").cast(pa.string()).drop_null().to_pylist()
    measured, left_out, messages = _seichi.summarize(samples, jobs)
    summary = Summary(measured)
    summary.left_out = left_out
    for message in messages:
        warnings.warn(in_python(message), SeichiWarning, stacklevel=2)
    return summary
