"""`seichi.spark` on a cluster of two worker processes: runs equal to those of one machine, byte for byte."""

from __future__ import annotations

import bz2
import gzip
import json
import os
import re
import shutil
import sys
import tarfile
import time
import warnings
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import seichi

if shutil.which("java") is None:
    pytest.skip("SKIPPED: Spark was not tested, since Java is not installed", allow_module_level=True)
pytest.importorskip("pyspark", reason="SKIPPED: Spark was not tested: pip install seichi[spark]")

import seichi.spark  # noqa: E402
from conftest import CORPUS  # noqa: E402
from spark_cluster import Cluster  # noqa: E402
from test_cluster import code  # noqa: E402


AREA = b"(;SZ[5]RU[Chinese]KM[0]RE[B+25];B[cc];W[];B[])"
"""A record with area rules."""

NO_RULES = b"(;SZ[5]KM[0]RE[B+24];B[cc];W[];B[])"
"""A record without rules."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    cluster = Cluster()
    yield cluster
    cluster.stop()


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with records, labels, descriptions, archives, damaged files, and files that a walk ignores."""
    folder = tmp_path_factory.mktemp("a [corpus]")
    shutil.copytree(CORPUS, folder / "games")
    records = sorted((CORPUS / "gnugo").glob("*.sgf"))
    with zipfile.ZipFile(folder / "some.zip", "w") as archive:
        for record in records[:100]:
            archive.write(record, f"inside/{record.name}")
    with tarfile.open(folder / "more.tar.gz", "w:gz") as archive:
        # the same names twice, which is allowed in an archive
        for record in [*records[100:200], *records[100:110]]:
            archive.add(record, record.name)
    (folder / "damaged.zip").write_bytes((folder / "some.zip").read_bytes()[:5000])
    (folder / "many.sgf.bz2").write_bytes(bz2.compress(b"".join(record.read_bytes() for record in records)))
    (folder / "one.sgf.gz").write_bytes(gzip.compress(records[0].read_bytes()))
    (folder / "old.gib").write_bytes(b"\\HS")
    (folder / "empty.sgf").write_bytes(b"")
    (folder / "notes.txt").write_bytes(b"no games")
    (folder / "games.txt").write_bytes(records[0].read_bytes())
    (folder / "囲碁 odd\\name.sgf").write_bytes(records[1].read_bytes())
    (folder / "corpus.toml").write_text('[folder."games/gnugo"]\norigin = "gnugo"\n')
    (folder / "games" / "gnugo" / "labels.jsonl").write_text(
        json.dumps({"game": f"{records[5].name}#1", "result": "B+1.5"}) + "\n" + json.dumps({"game": "none#1"}) + "\n"
    )
    for name, records_of_folder in [("mixed", [AREA, NO_RULES, NO_RULES + AREA + NO_RULES]), ("plain", [NO_RULES])]:
        (folder / name).mkdir()
        for number, record in enumerate(records_of_folder):
            (folder / name / f"{number}.sgf").write_bytes(record)
    return folder


def assert_equal(there: Path, here: Path) -> None:
    """Asserts that two runs differ only in times and arguments."""
    names = sorted(path.name for path in here.iterdir())
    assert sorted(path.name for path in there.iterdir()) == names
    for name in names:
        if name != "run.json":
            assert (there / name).read_bytes() == (here / name).read_bytes(), name
    facts = [json.loads((run / "run.json").read_text()) for run in (there, here)]
    for fact in facts:
        for key in ["arguments", "started", "seconds", "stage_seconds", "digest"]:
            del fact[key]
    assert facts[0] == facts[1]


def test_folder_run_equals_one_machine(cluster: Cluster, games: Path, tmp_path: Path) -> None:
    frame = seichi.spark.files(cluster.session, str(games)).repartition(7)
    with warnings.catch_warnings(record=True) as there:
        seichi.spark.evaluate(frame, tmp_path / "there", dead=["auto", "estimate"], playouts=20)
    with warnings.catch_warnings(record=True) as here:
        seichi.evaluate(games, output=tmp_path / "here", dead=["auto", "estimate"], playouts=20)
    assert_equal(tmp_path / "there", tmp_path / "here")
    skipped = (tmp_path / "there" / "skipped.csv").read_text()
    # in a folder without area games, a record without rules counts
    assert [line.split(",")[0] for line in skipped.splitlines() if "unknown_rules" in line] == [
        "mixed/1.sgf#1",
        "mixed/2.sgf#1",
        "mixed/2.sgf#3",
    ]
    assert "old.gib" in skipped and "damaged.zip" in skipped
    own = [str(warning.message) for warning in there if warning.category is seichi.SeichiWarning]
    assert own == [str(warning.message) for warning in here] and "none#1" in own[0]
    assert cluster.session.conf.get("spark.sql.execution.arrow.maxRecordsPerBatch") == "10000", "the settings are not restored"


@pytest.mark.parametrize(
    "flags",
    [
        {"limit": 150},
        {"include": ["*.zip", "x*.sgf"], "exclude": ["article", "*-chinese-*"]},
        {"games_csv": "none", "boards_ndjson": "all", "strategy": ["linked", "grey"], "rules": "japanese"},
    ],
)
def test_flags_run_equals_one_machine(cluster: Cluster, games: Path, tmp_path: Path, flags: dict[str, Any]) -> None:
    frame = seichi.spark.files(cluster.session, str(games))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seichi.spark.evaluate(frame, tmp_path / "there", **flags)
        seichi.evaluate(games, output=tmp_path / "here", **flags)
    assert_equal(tmp_path / "there", tmp_path / "here")


def test_table_of_texts_run_equals_one_machine(cluster: Cluster, games: Path, tmp_path: Path) -> None:
    records = sorted((CORPUS / "article").glob("*.sgf"))
    rows = [(record.stem, record.read_text()) for record in records]
    frame = cluster.session.createDataFrame(rows, "id string, sgf string").repartition(3)
    labels = tmp_path / "labels.jsonl"
    labels.write_text((CORPUS / "article" / "labels.jsonl").read_text().replace(".sgf#", "#"))
    run = seichi.spark.evaluate(frame, tmp_path / "run", name="id", content="sgf", labels=labels)
    here = seichi.evaluate(CORPUS / "article")
    assert run.figures["evaluated"] == here.figures["evaluated"] > 0
    figures = [{**one, "signature": ""} for one in run.figures["strata"]["all"]["strategies"]]
    assert figures == [{**one, "signature": ""} for one in here.figures["strata"]["all"]["strategies"]]
    twice = frame.union(frame.limit(1))
    with pytest.raises(seichi.Error, match="two files have the name"):
        seichi.spark.evaluate(twice, tmp_path / "twice", name="id", content="sgf", labels=labels)
    assert not (tmp_path / "twice").exists()


def test_function_scorer_is_sent_to_workers(cluster: Cluster, tmp_path: Path) -> None:
    def mine(stones: Any, dead: Any, method: str) -> Any:
        if stones.shape[1] == 5:
            raise ValueError("too small")
        return np.where(dead, 3 - stones, 0)

    frame = seichi.spark.files(cluster.session, str(CORPUS / "article"))
    run = seichi.spark.evaluate(frame, tmp_path / "there", scorers={"mine": mine}, strategy=["linked", "mine"])
    seichi.evaluate(CORPUS / "article", output=tmp_path / "here", scorers={"mine": mine}, strategy=["linked", "mine"])
    assert run.strategies == ["linked", "mine"]
    assert_equal(tmp_path / "there", tmp_path / "here")


def test_wrong_arguments_fail_before_tasks_start(cluster: Cluster, tmp_path: Path) -> None:
    frame = seichi.spark.files(cluster.session, str(CORPUS))
    for flags, message in [
        ({"unique": True}, "--unique"),
        ({"jobs": 2}, "--jobs"),
        ({"strategy": "nothing"}, "nothing"),
        ({"labels": tmp_path / "none"}, "none"),
    ]:
        with pytest.raises(seichi.Error, match=message):
            seichi.spark.evaluate(frame, tmp_path / "run", **flags)
    with pytest.raises(TypeError, match="did you mean origin"):
        seichi.spark.evaluate(frame, tmp_path / "run", orign="x")
    (tmp_path / "games" / ".git").mkdir(parents=True)
    (tmp_path / "games" / "x.sgf").write_bytes(AREA)
    (tmp_path / "games" / ".git" / "config").write_bytes(b"")
    seichi.spark.files(cluster.session, str(tmp_path / "games"))
    (tmp_path / "games" / ".git" / "y.sgf").write_bytes(AREA)
    with pytest.raises(ValueError, match=r"1 of the files.*such as \.git/y\.sgf"):
        seichi.spark.files(cluster.session, str(tmp_path / "games"))
    frame = seichi.spark.files(cluster.session, str(tmp_path / "games"), skip_hidden=True)
    run = seichi.spark.evaluate(frame, tmp_path / "run", dead="none")
    assert run.figures["games"] == 1


def test_chapter_code_runs(
    cluster: Cluster, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in [Path.cwd(), Path(cluster.folder)]:
        Path(folder, "corpus").symlink_to(CORPUS)
    spark, table, *_ = code("python")
    assert code("sh") == ["python/build target/python spark\n"], "the chapter builds the package differently"
    names: dict[str, Any] = {}
    # Spark would start the `python3` of the PATH, which may lack the package
    monkeypatch.delenv("PYSPARK_PYTHON")
    exec(spark, names)
    assert os.environ["PYSPARK_PYTHON"] == sys.executable
    assert names["spark"] is cluster.session
    assert re.search("^linked +149 ", capsys.readouterr().out, flags=re.MULTILINE)
    folder = Path("out").resolve()
    own = seichi.evaluate("corpus/gnugo", output="here", strategy=["linked", "grey"])
    assert_equal(folder, own.folder)
    exec(table, names)
    assert names["run"].figures["games"] == 2


def test_lost_worker_does_not_change_run(cluster: Cluster, tmp_path: Path) -> None:
    def slow(stones: Any, dead: Any, method: str) -> Any:
        time.sleep(0.005 * len(stones))
        return np.zeros_like(stones)

    frame = seichi.spark.files(cluster.session, str(CORPUS)).repartition(12)
    assert cluster.executors() == 2
    killer = cluster.kill_worker_in_the_middle(tasks=3)
    seichi.spark.evaluate(frame, tmp_path / "there", scorers={"slow": slow})
    killer.join()
    assert killer.left, "some tasks were left when the worker was killed"
    assert cluster.executors() == 1
    seichi.evaluate(CORPUS, output=tmp_path / "here", scorers={"slow": slow})
    assert_equal(tmp_path / "there", tmp_path / "here")
