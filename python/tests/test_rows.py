"""`seichi.rows` and `seichi.summarize`: equal to a run, with any engine; and the chapter's examples."""

from __future__ import annotations

import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import polars
import pyarrow as pa
import pytest

import seichi
from conftest import CORPUS, PROJECT

GAMES = CORPUS / "gnugo"


def table(paths: list[Path]) -> pa.Table:
    return pa.table({"name": [path.name for path in paths], "content": [path.read_bytes() for path in paths]})


def batches(size: int, **flags: Any) -> list[pa.Table]:
    """Returns the rows of the games, from the last to the first."""
    paths = sorted(GAMES.glob("*.sgf"), reverse=True)
    return [seichi.rows(table(paths[start : start + size]), **flags) for start in range(0, len(paths), size)]


def assert_equal(summary: seichi.Summary, run: seichi.Run) -> None:
    assert summary.figures == run.figures and summary.text() == run.text()
    for name in ["summary", "pairwise"]:
        assert pa.table(getattr(summary, name)).equals(pa.table(getattr(run, name)))


def test_summary_of_rows_equals_run() -> None:
    def naive(stones: Any, dead: Any, method: str) -> Any:
        return seichi.area_scoring(stones, dead).owner

    flags = {"strategy": ["linked", "grey", "naive"], "scorers": {"naive": naive}, "dead": ["auto", "estimate"]}
    parts = batches(50, **flags)
    run = seichi.evaluate(GAMES, output="out", **flags)
    assert_equal(seichi.summarize(pa.concat_tables(parts)), run)
    # the sample is enough, in any order
    few = pa.concat_tables(reversed(parts)).select(["sample"]).to_pandas().sample(frac=1, random_state=1)
    assert_equal(seichi.summarize(few), run)
    again = pickle.loads(pickle.dumps(seichi.summarize(few)))
    assert_equal(again, run)
    rows = pa.concat_tables(parts).filter(pa.compute.field("strategy").is_valid())
    columns = run.games.column_names
    key = [("game", "ascending"), ("strategy", "ascending")]
    assert rows.select(columns).sort_by(key).equals(pa.table(run.games).sort_by(key))


def test_rows_have_the_columns_of_row_types() -> None:
    rows = seichi.rows({"name": ["a.sgf", "b.sgf"], "content": ["(;SZ[5]KM[0]RE[B+25]AB[cc])", "(;SZ[99])"]}, dead="none")
    assert rows.column_names == list(seichi.ROW_TYPES)
    types = {pa.string(): "string", pa.int64(): "bigint", pa.float64(): "double", pa.bool_(): "boolean"}
    assert {field.name: types[field.type] for field in rows.schema} == seichi.ROW_TYPES
    bad = rows.filter(pa.compute.field("reason").is_valid()).to_pylist()
    assert [(row["game"], row["reason"], row["strategy"]) for row in bad] == [("b.sgf#1", "bad_size", None)]
    assert rows.num_rows == 1 + len(seichi.summarize(rows).strategies)


@pytest.mark.parametrize("frame", [pandas.DataFrame, polars.DataFrame, pa.table])
def test_any_table_goes_in(frame: Any) -> None:
    files = frame({"id": ["x", "y"], "sgf": [b"(;SZ[5]KM[0]RE[B+25]AB[cc])", None]})
    rows = seichi.rows(files, name="id", content="sgf", dead="none", strategy="linked")
    assert [row["game"] for row in rows.to_pylist()] == ["x#1", "y"]
    assert seichi.summarize(polars.from_arrow(rows)).figures["evaluated"] == 1


def test_archive_in_a_table_and_empty_table(tmp_path: Path) -> None:
    shutil.make_archive("games", "zip", GAMES)
    content = Path("games.zip").read_bytes()
    rows = seichi.rows(pa.table({"name": ["games.zip"], "content": [content]}), strategy="linked")
    assert_equal(seichi.summarize(rows), seichi.evaluate("games.zip", output="out", strategy="linked"))
    empty = seichi.rows(pa.table({"name": pa.array([], pa.string()), "content": pa.array([], pa.binary())}))
    assert empty.num_rows == 0 and empty.column_names == list(seichi.ROW_TYPES)


def test_mistakes_are_errors() -> None:
    files = pa.table({"name": ["x"], "content": ["(;SZ[5]KM[0]RE[B+25]AB[cc])"]})
    for flags in [{"unique": True}, {"limit": 2}, {"sample": 0.5}, {"files_from": "list"}]:
        with pytest.raises(seichi.Error, match=next(iter(flags))):
            seichi.rows(files, **flags)
    with pytest.raises(TypeError, match="did you mean origin"):
        seichi.rows(files, orign="x")
    with pytest.raises(TypeError, match="output"):
        seichi.rows(files, out="x")
    with pytest.raises(ValueError, match="no name"):
        seichi.rows(pa.table({"name": pa.array([None], pa.string()), "content": ["(;)"]}))
    with pytest.raises(ValueError, match="no column sgf: its columns are name, content"):
        seichi.rows(files, content="sgf")
    with pytest.raises(ValueError, match="two rows have the name 'x'"):
        seichi.rows(pa.concat_tables([files, files]))
    rows = [seichi.rows(files, dead="none", strategy=name) for name in ["linked", "grey"]]
    with pytest.raises(seichi.Error, match="different flags"):
        seichi.summarize(pa.concat_tables(rows))
    with pytest.raises(seichi.Error, match="two games have the name"):
        seichi.summarize(pa.concat_tables([rows[0], rows[0]]))
    with pytest.warns(seichi.SeichiWarning, match='add dead="auto,estimate"'):
        seichi.summarize(seichi.rows(files))


def test_games_of_unknown_rules_are_left_out() -> None:
    area, none = "(;SZ[5]RU[Chinese]KM[0]RE[B+25];B[cc];W[];B[])", "(;SZ[5]KM[0]RE[B+24];B[cc];W[];B[])"
    contents = {"area.sgf": area, "none.sgf": none}
    flags = {"dead": "none", "strategy": "linked"}
    Path("games").mkdir()
    parts = []
    for name, text in contents.items():
        Path("games", name).write_text(text)
        parts.append(seichi.rows({"name": [name], "content": [text]}, **flags))
    summary = seichi.summarize(pa.concat_tables(parts))
    assert summary.left_out == ["none.sgf#1"]
    assert_equal(summary, seichi.evaluate("games", output="out", **flags))


def test_interrupt_ends_a_call_soon() -> None:
    def slow(stones: Any, dead: Any, method: str) -> Any:
        time.sleep(0.1)
        return np.zeros_like(stones)

    paths = sorted(GAMES.glob("*.sgf"))
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        for _ in range(100):
            seichi.rows(table(paths), scorers={"slow": slow})


CHAPTER = (PROJECT / "docs" / "clusters.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("module", ["pyspark", "ray", "dask", "duckdb", "polars"])
def test_chapter_code(module: str) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", CHAPTER, flags=re.DOTALL | re.MULTILINE)
    [block] = [block for block in blocks if re.search(rf"^(import|from) {module}\b", block, flags=re.MULTILINE)]
    assert len(block.splitlines()) <= 15
    pytest.importorskip(module, reason=f"SKIPPED: the example for {module} was not tested: python/build FOLDER test,engines")
    if module == "pyspark" and shutil.which("java") is None:
        pytest.skip("SKIPPED: the example for Spark was not tested, since Java is not installed")
    Path("corpus").symlink_to(CORPUS)
    code = block + "\nprint(summary.signature)\n"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    run = seichi.evaluate("corpus/gnugo", output="out", strategy=["linked", "grey"])
    assert done.stdout.splitlines()[-1] == run.signature


def test_every_example_is_tested() -> None:
    assert CHAPTER.count("```python\n") == 5
