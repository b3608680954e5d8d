"""Evaluates games on several machines: an engine such as Spark, Ray or Dask runs tasks, and one program writes the run.

`seichi.spark` is made with this module. The chapter "On a cluster" of the book describes both.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timezone
from typing import Any

import pyarrow as pa

from . import _seichi
from ._flags import Flag, flag_list
from .runs import Path_, Run, Scorer, SeichiWarning, scorer_list, without_effect

__all__ = ["SCHEMA", "Plan", "Writer"]

SCHEMA = pa.schema([("key", pa.binary()), ("part", pa.int64()), ("json", pa.string())])
"""The columns of rows: see `Plan.evaluate`."""

File = tuple[str, Path_, bytes]
"""A file: its name or its path below a folder, its path in commands, and its bytes."""

_ORDER = ["key", "part"]


class Plan:
    """The evaluation of a table of files, divided among tasks.

    A plan can be pickled. Tasks call `evaluate`; then the program that made the plan calls `write`.
    """

    def __init__(
        self,
        output: Path_,
        *,
        is_folder: bool = False,
        found: Iterable[File] = (),
        scorers: Mapping[str, Scorer] | None = None,
        **flags: Flag,
    ) -> None:
        """Plans a run in the folder `output`, on the machine that makes the plan.

        `is_folder` says that the files come from a folder: files that a walk leaves out by their names are left out,
        and `found` are its files `labels.jsonl` and `corpus.toml`. Otherwise all rows are records, or archives if their
        names say so. `scorers` and `flags` are as in `seichi.evaluate`.

        Raises `seichi.Error` if a flag does not work in such a run.
        """
        without_effect(flags)
        self.scorers = scorer_list(scorers)
        self.words, labels, descriptions = _seichi.plan([*flag_list(flags), ("out", [str(output)])], self.scorers)
        self.labels = (list(found), labels, descriptions)
        self.is_folder = is_folder
        self.started = datetime.now(timezone.utc)
        # raises an error of the plan here instead of in a task
        self._worker: _seichi.Worker | None = self._new_worker()

    def _new_worker(self) -> _seichi.Worker:
        return _seichi.Worker(self.words, self.scorers, self.labels, self.is_folder)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_worker": None}

    def evaluate(
        self, batch: pa.RecordBatch | pa.Table, name: str = "name", content: str = "content", path: str | None = None
    ) -> Iterator[pa.RecordBatch]:
        """Evaluates the files of a batch on this thread, and yields rows with the columns of `SCHEMA`.

        The columns of the batch: `name` has the name of each file for reports, `content` its bytes or the text of
        records, and `path` its path for commands, if it differs from the name. A row has games as JSON, and the sort
        key of the rows of all tasks: `key` and `part`. The row of a note has no key.
        """
        if self._worker is None:
            self._worker = self._new_worker()
        names = batch.column(name).to_pylist()
        if None in names:
            raise ValueError(f"a row has no name in the column {name}")
        paths = names if path is None else batch.column(path).to_pylist()
        contents = batch.column(content).cast(pa.binary()).to_pylist()
        files = [(name, path, content or b"") for name, path, content in zip(names, paths, contents)]
        del contents
        for columns in self._worker.evaluate(files):
            arrays = [pa.array(column, field.type) for column, field in zip(columns, SCHEMA)]
            yield pa.RecordBatch.from_arrays(arrays, schema=SCHEMA)

    def write(self, rows: pa.Table) -> Run:
        """Writes the run from the rows of all tasks, in any order."""
        notes = rows.filter(rows.column("key").is_null()).column("json").to_pylist()
        games = rows.filter(rows.column("key").is_valid()).sort_by([(column, "ascending") for column in _ORDER])
        batches = games.to_batches(max_chunksize=1000)
        return Writer(self, notes).write(tuple(row.values()) for batch in batches for row in batch.to_pylist())


class Writer:
    """Writes a run from rows that come one by one."""

    size: int
    """The number of bytes of all rows together."""

    def __init__(self, plan: Plan, notes: Iterable[str]) -> None:
        """Creates the files of the run. `notes` are the JSON texts of the rows that have no key."""
        self._writer = _seichi.Writer(plan.words, plan.scorers, plan.labels, list(notes), plan.started)
        self.size = self._writer.size

    def write(self, rows: Iterable[tuple[bytes, int, str]]) -> Run:
        """Writes the run. `rows` are all rows with a key, sorted by key and part."""
        for row in rows:
            if not self._writer.add(*row):
                break
        folder, messages = self._writer.finish()
        for message in messages:
            warnings.warn(message, SeichiWarning, stacklevel=3)
        return Run(folder)
