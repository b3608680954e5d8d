"""`seichi.cluster`, on which engines such as Spark, Ray and Dask build, and its chapter."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pyarrow as pa
import pytest

import seichi
from conftest import CORPUS, PROJECT
from seichi.cluster import Plan


def code(language: str) -> list[str]:
    """Returns the code of the chapter."""
    text = (PROJECT / "docs" / "clusters.md").read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)


def test_pickled_plan_rows_make_a_run() -> None:
    plan = Plan("out", strategy=["linked", "grey"])
    there = pickle.loads(pickle.dumps(plan))
    paths = sorted((CORPUS / "gnugo").glob("*.sgf"), reverse=True)
    batches = []
    for start in range(0, len(paths), 50):
        part = paths[start : start + 50]
        table = pa.table({"name": [path.name for path in part], "content": [path.read_bytes() for path in part]})
        batches += there.evaluate(table)
    run = plan.write(pa.Table.from_batches(batches))
    assert run.figures["evaluated"] == 266
    with pytest.raises(ValueError, match="no name"):
        list(plan.evaluate(pa.table({"name": pa.array([None], pa.string()), "content": [b"(;)"]})))
    null = Plan("null", dead="none", min_games=0)
    batches = list(null.evaluate(pa.table({"name": ["x"], "content": pa.array([None], pa.binary())})))
    with pytest.raises(seichi.Error, match="the game could not be evaluated"):
        null.write(pa.Table.from_batches(batches))


@pytest.mark.parametrize(("module", "number"), [("ray", 2), ("dask", 3)])
def test_chapter_code_for_ray_and_dask(module: str, number: int) -> None:
    block = code("python")[number]
    assert f"import {module}\n" in block
    pytest.importorskip(module, reason=f"SKIPPED: the code for {module} was not tested: pip install 'ray[data]' dask")
    Path("corpus").symlink_to(CORPUS)
    exec(block, {})
    assert seichi.Run("out").figures["evaluated"] == 266
