"""Evaluates games on several machines: an engine such as Spark, Ray or Dask runs the tasks, and one program writes the run.

`seichi.spark` is built on this module. See `docs/clusters.md`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pyarrow as pa

from . import _seichi

#: The columns of the rows that `Plan.evaluate` returns.
SCHEMA = pa.schema(
    [("key", pa.binary()), ("part", pa.int64()), ("if_area", pa.bool_()), ("json", pa.string())]
)


class Plan:
    """The evaluation of a table of files, divided among tasks.

    A plan can be pickled. Tasks call `evaluate`; then the program that made the plan calls `write`.

    Args:
        output: The folder of the run, on the machine that calls `write`.
        is_folder: Whether the files are those of a folder, of which a walk leaves some out by their names. Otherwise
            all rows are records or archives.
        found: The files named `labels.jsonl` and `corpus.toml` of a folder: name, path and bytes of each.
        flags: The flags of `seichi eval`, as `seichi.evaluate` takes them.
    """

    def __init__(
        self,
        output: str | os.PathLike[str],
        *,
        is_folder: bool = False,
        found: Iterable[tuple[str, str, bytes]] = (),
        **flags: Any,
    ) -> None:
        words = ["seichi", "eval", "table", "--out", os.fspath(output), *_words(flags)]
        self.words, labels, descriptions = _seichi.plan(words)
        self.labels = (list(found), labels, descriptions)
        self.is_folder = is_folder
        self._started = time.time()
        # errors of the plan are those of this program, and not of a task
        self._worker: Any = _seichi.Worker(self.words, self.labels, self.is_folder)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_worker": None}

    def evaluate(
        self, batch: pa.RecordBatch | pa.Table, name: str = "name", content: str = "content", path: str | None = None
    ) -> Iterator[pa.RecordBatch]:
        """Evaluates the files of a batch, and yields their rows with the columns of `SCHEMA`.

        Args:
            batch: One row a file.
            name: The column with the names of the files in every report.
            content: The column with the bytes of the files, or with the text of records.
            path: The column with the paths of the files in commands; the names if `None`.
        """
        if self._worker is None:
            self._worker = _seichi.Worker(self.words, self.labels, self.is_folder)
        names = batch.column(name).to_pylist()
        contents = batch.column(content).cast(pa.binary()).to_pylist()
        paths = names if path is None else batch.column(path).to_pylist()
        files = [(name, path, content or b"") for name, path, content in zip(names, paths, contents)]
        del contents
        for columns in self._worker.evaluate(files):
            yield pa.RecordBatch.from_arrays(
                [pa.array(column, field.type) for column, field in zip(columns, SCHEMA)], schema=SCHEMA
            )

    def writer(self, notes: Iterable[str]) -> Writer:
        """Creates the files of the run.

        Args:
            notes: The column `json` of all rows without a `key`.
        """
        return Writer(self, notes)

    def write(self, rows: pa.Table) -> str:
        """Writes the run from all rows of all batches, and returns its folder."""
        is_note = rows.column("key").is_null()
        writer = self.writer(rows.filter(is_note).column("json").to_pylist())
        games = rows.filter(rows.column("key").is_valid())
        order = [("key", "ascending"), ("part", "ascending"), ("if_area", "ascending")]
        return writer.write(row.values() for batch in games.sort_by(order).to_batches() for row in batch.to_pylist())


class Writer:
    """Writes a run from the rows of all tasks."""

    def __init__(self, plan: Plan, notes: Iterable[str]) -> None:
        self._writer = _seichi.Writer(plan.words, plan.labels, list(notes), plan._started)
        #: The size in bytes of all rows.
        self.bytes: int = self._writer.bytes

    def write(self, rows: Iterable[Iterable[Any]]) -> list[str]:
        """Writes the run.

        Args:
            rows: The rows with a `key`, sorted by their first three columns, nulls anywhere.
        """
        for row in rows:
            if not self._writer.add(*row):
                break
        return self._writer.finish()
