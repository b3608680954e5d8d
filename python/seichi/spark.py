"""Evaluates games on a cluster of Apache Spark. The chapter "On a cluster" of the book describes the module."""

from __future__ import annotations

import posixpath
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import Any

import pyarrow as pa
from pyspark import StorageLevel
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from . import _seichi
from ._flags import Flag
from .cluster import File, Plan, Writer
from .runs import Path_, Run, Scorer

__all__ = ["evaluate", "files"]

SETTINGS = {
    "spark.sql.files.maxPartitionBytes": str(16 << 20),
    # the cost of a small file, in bytes: by default a partition has four files
    "spark.sql.files.openCostInBytes": str(64 << 10),
    "spark.sql.execution.arrow.maxRecordsPerBatch": "1000",
    "spark.sql.execution.arrow.maxBytesPerBatch": str(4 << 20),
}
"""The settings of Spark during an evaluation. Small partitions and batches limit a task's memory, and the work that is
lost with a worker."""

PART = 16 << 20
"""The size in bytes of the sorted parts that the driver fetches."""

PARTS = 10_000
"""The largest number of parts: Spark keeps facts of each part of each task."""

AHEAD = 4
"""The number of parts that are on their way to the driver or in its memory."""

SCHEMA = "key binary, part bigint, json string"
"""The columns of the rows, as Spark names their types."""

FOLDER = {"seichi": "folder"}
"""The metadata of the column of names in a frame of `files`."""


def files(spark: SparkSession, folder: str, *, skip_hidden: bool = False) -> DataFrame:
    """Returns the files below a folder, or one file, as a frame for `evaluate`.

    `folder` is any path that Spark reads. The columns are `name`, `path` and `content`. Unlike a walk on one machine,
    Spark leaves out files and folders whose names begin with `_` or `.`. Raises `ValueError` if they include records or
    archives, unless `skip_hidden` allows that.
    """
    jvm: Any = spark._jvm
    context: Any = spark._jsc
    root = jvm.org.apache.hadoop.fs.Path(folder)
    store = root.getFileSystem(context.hadoopConfiguration())
    root = store.makeQualified(root)
    prefix = root.toString()
    is_folder = store.getFileStatus(root).isDirectory()
    prefix = (prefix if is_folder else posixpath.dirname(prefix)).rstrip("/") + "/"
    read = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(_literal(root.toString()))
    read = read.select("path", "content")
    hidden, empty = _left_out(store, root, read, prefix) if is_folder else ([], [])
    if hidden and not skip_hidden:
        raise ValueError(
            f"Spark does not read {len(hidden)} of the files below {folder}, because their names begin with _ or ., "
            f"such as {hidden[0]}: rename them, or leave them out with skip_hidden=True"
        )
    if empty:
        read = read.union(spark.createDataFrame([(prefix + path, b"") for path in empty], read.schema))
    name = F.substring(F.col("path"), F.lit(len(prefix) + 1), F.length("path"))
    start = posixpath.join(folder if is_folder else posixpath.dirname(folder), "")
    return read.select(name.alias("name", metadata=FOLDER), F.concat(F.lit(start), name).alias("path"), "content")


def evaluate(
    frame: DataFrame,
    output: Path_,
    *,
    name: str = "name",
    content: str = "content",
    scorers: Mapping[str, Scorer] | None = None,
    **flags: Flag,
) -> Run:
    """Evaluates the games of a frame, and writes the run that `seichi eval` would write on one machine.

    The frame has a row for each file. `name` is the column with the file's name in every report; names must be unique.
    `content` is the column with its bytes, or with the text of records. In a frame of `files`, the files that a walk of
    the folder leaves out are left out, and `labels.jsonl` and `corpus.toml` have their effect. In any other frame, each
    row is a record, or an archive if its name says so.

    The run is written to the folder `output` on the driver's machine. `scorers` and `flags` are as in
    `seichi.evaluate`. Raises `seichi.Error` if a flag does not work in such a run.
    """
    path = "path" if frame.schema[name].metadata == FOLDER else None
    found = [] if path is None else _label_files(frame, name, path)
    plan = Plan(output, is_folder=path is not None, found=found, scorers=scorers, **flags)
    columns = [F.col(name).cast("string").alias(name), F.col(content), *([F.col(path)] if path else [])]

    def task(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield from plan.evaluate(batch, name, content, path)

    with _settings(frame.sparkSession):
        # kept, because the rows are used twice: for the notes, and sorted
        rows = frame.select(columns).mapInArrow(task, SCHEMA).persist(StorageLevel.DISK_ONLY)
        try:
            notes = rows.where("key is null").select("json").collect()
            writer = Writer(plan, (row.json for row in notes))
            parts = min(1 + writer.size // PART, PARTS)
            order = ["key", "part"]
            games = rows.where("key is not null").repartitionByRange(parts, "key").sortWithinPartitions(order)
            return writer.write(_part_by_part(games))
        finally:
            rows.unpersist()


def _part_by_part(frame: DataFrame) -> Iterator[tuple[Any, ...]]:
    """Yields the rows of a frame, partition by partition."""
    # `DataFrame.toLocalIterator` of Spark 4.3 keeps all rows that it has yielded in Java's memory
    rdd, context = frame.rdd, frame.sparkSession.sparkContext
    numbers = iter(range(rdd.getNumPartitions()))

    def fetch(number: int) -> list[tuple[Any, ...]]:
        return context.runJob(rdd, _tuples, [number])

    with ThreadPoolExecutor(AHEAD) as pool:
        fetched = deque(pool.submit(fetch, number) for number in islice(numbers, AHEAD))
        try:
            while fetched:
                yield from fetched.popleft().result()
                fetched.extend(pool.submit(fetch, number) for number in islice(numbers, 1))
        finally:
            # with `--limit`, the driver needs no more rows
            pool.shutdown(wait=False, cancel_futures=True)


def _tuples(rows: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
    return (tuple(row) for row in rows)


def _label_files(frame: DataFrame, name: str, path: str) -> list[File]:
    """Reads the labels files and descriptions among the files of a folder."""
    is_label = F.col(name).rlike(r"(^|/)(labels\.jsonl|corpus\.toml)$")
    names = {row[1]: row[0] for row in frame.where(is_label).select(name, path).collect()}
    spark = frame.sparkSession
    read = spark.read.format("binaryFile")
    contents = {path: read.load(_literal(path)).select("content").collect()[0][0] for path in names}
    return [(names[path], path, bytes(content)) for path, content in contents.items()]


def _left_out(store: Any, root: Any, read: DataFrame, prefix: str) -> tuple[list[str], list[str]]:
    """Returns the files of a folder that Spark does not read: the hidden ones, and the empty ones."""
    hidden: list[str] = []
    empty: list[str] = []
    # a call of Java for each file is slow in large folders
    if store.getContentSummary(root).getFileCount() == read.select("path").count():
        return hidden, empty
    statuses = store.listFiles(root, True)
    while statuses.hasNext():
        status = statuses.next()
        path = status.getPath().toString()[len(prefix) :]
        if any(part.startswith(".") or part.startswith("_") and "=" not in part for part in path.split("/")):
            hidden += [path] if _seichi.may_be_walked(path) else []
        elif status.getLen() == 0:
            empty.append(path)
    return hidden, empty


def _literal(path: str) -> str:
    """Returns a path with the characters of globs escaped."""
    return re.sub(r"([{}\[\]*?\\])", r"\\\1", path)


@contextmanager
def _settings(spark: SparkSession) -> Iterator[None]:
    """Changes settings of Spark temporarily."""
    before = {key: spark.conf.get(key, None) for key in SETTINGS}
    for key, value in SETTINGS.items():
        spark.conf.set(key, value)
    try:
        yield
    finally:
        for key, old in before.items():
            if old is None:
                spark.conf.unset(key)
            else:
                spark.conf.set(key, old)
