"""Evaluates games on a cluster of Apache Spark. See `docs/clusters.md`."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pyarrow as pa
from pyspark import StorageLevel
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from . import _seichi
from .cluster import Plan

__all__ = ["evaluate", "files"]

#: The settings of Spark during an evaluation. Small partitions and batches bound the memory of a task, and what is lost
#: with a worker.
SETTINGS = {
    "spark.sql.files.maxPartitionBytes": str(16 << 20),
    "spark.sql.execution.arrow.maxRecordsPerBatch": "1000",
    "spark.sql.execution.arrow.maxBytesPerBatch": str(4 << 20),
}

#: The size in bytes of the sorted parts that the driver takes one by one.
PART = 32 << 20

#: The columns of the rows, as Spark names their types.
SCHEMA = "key binary, part bigint, if_area boolean, json string"


def files(spark: SparkSession, folder: str, *, skip_hidden: bool = False) -> DataFrame:
    """Returns the files below a folder, or one file, as a frame for `evaluate`.

    The frame has the columns `name`, `path` and `content`. Spark leaves out files and folders whose names begin with `_`
    or `.`; a walk of the folder on one machine would not.

    Args:
        spark: The session.
        folder: Any path that Spark reads.
        skip_hidden: Whether to leave such files out. Otherwise they are an error.
    """
    jvm: Any = spark._jvm
    root = jvm.org.apache.hadoop.fs.Path(folder)
    store = root.getFileSystem(spark._jsc.hadoopConfiguration())
    root = store.makeQualified(root)
    prefix = root.toString()
    is_folder = store.getFileStatus(root).isDirectory()
    if is_folder:
        prefix = prefix.rstrip("/") + "/"
        hidden = [] if skip_hidden else [path[len(prefix) :] for path in _hidden(jvm, store, prefix)]
        hidden = [path for path in hidden if _seichi.may_be_walked(path)]
        if hidden:
            raise ValueError(
                f"Spark does not read {len(hidden)} of the files below {folder}, because their names begin with _ or ., "
                f"such as {hidden[0]}: rename them, or leave them out with skip_hidden=True"
            )
    else:
        prefix, folder = posixpath.dirname(prefix) + "/", posixpath.dirname(folder)
    read = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(_literal(root.toString()))
    name = F.substring(F.col("path"), F.lit(len(prefix) + 1), F.length("path"))
    start = posixpath.join(folder, "")
    return read.select(name.alias("name"), F.concat(F.lit(start), name).alias("path"), "content")


def evaluate(
    frame: DataFrame,
    output: str,
    *,
    name: str = "name",
    content: str = "content",
    path: str | None = "path",
    **flags: Any,
) -> str:
    """Evaluates the games of a frame, and writes the run that `seichi eval` would write on one machine.

    A frame with the column `path` is one of `files`: what a walk of the folder leaves out is left out, and `labels.jsonl`
    and `corpus.toml` count. In any other frame, each row is a record, or an archive if its name ends as one.

    Args:
        frame: One row a file.
        output: The folder of the run, on the driver's machine.
        name: The column with the names of the files in every report. No two rows have the same name.
        content: The column with the bytes of the files, or with the text of records.
        path: The column with the paths of the files in commands.
        flags: The flags of `seichi eval`, as `seichi.evaluate` takes them.
    """
    if path not in frame.columns:
        path = None
    found = [] if path is None else _label_files(frame, name, path)
    plan = Plan(output, is_folder=path is not None, found=found, **flags)
    columns = [F.col(column) for column in (name, path, content) if column is not None]

    def task(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield from plan.evaluate(batch, name, content, path)

    with _settings(frame.sparkSession):
        # kept, because the rows are taken twice: for the notes, and sorted
        rows = frame.select(columns).mapInArrow(task, SCHEMA).persist(StorageLevel.DISK_ONLY)
        try:
            notes = [row.json for row in rows.where("key is null").select("json").toLocalIterator()]
            writer = plan.writer(notes)
            parts = 1 + writer.bytes // PART
            order = ["key", "part", "if_area"]
            games = rows.where("key is not null").repartitionByRange(parts, "key").sortWithinPartitions(order)
            return writer.write(games.toLocalIterator(prefetchPartitions=True))
        finally:
            rows.unpersist()


def _label_files(frame: DataFrame, name: str, path: str) -> list[tuple[str, str, bytes]]:
    """Reads the labels files and descriptions among the files of a folder."""
    is_label = F.col(name).rlike(r"(^|/)(labels\.jsonl|corpus\.toml)$")
    names = {row[1]: row[0] for row in frame.where(is_label).select(name, path).collect()}
    spark = frame.sparkSession
    read = spark.read.format("binaryFile")
    return [(names[path], path, bytes(read.load(_literal(path)).select("content").first()[0])) for path in names]


def _hidden(jvm: Any, store: Any, prefix: str) -> Iterator[str]:
    """Yields the files below a folder that Spark leaves out, because of their own names or of a folder's."""
    level = _literal(prefix)
    while store.globStatus(jvm.org.apache.hadoop.fs.Path(level + "*")):
        for status in store.globStatus(jvm.org.apache.hadoop.fs.Path(level + "{.,_}*")):
            below = store.listFiles(status.getPath(), True)
            while below.hasNext():
                yield below.next().getPath().toString()
        level += "*/"


def _literal(path: str) -> str:
    """Returns a path that is no glob."""
    return re.sub(r"([{}\[\]*?\\])", r"\\\1", path)


@contextmanager
def _settings(spark: SparkSession) -> Iterator[None]:
    """Changes settings of Spark for a while."""
    before = {key: spark.conf.get(key, None) for key in SETTINGS}
    for key, value in SETTINGS.items():
        spark.conf.set(key, value)
    try:
        yield
    finally:
        for key, value in before.items():
            if value is None:
                spark.conf.unset(key)
            else:
                spark.conf.set(key, value)
