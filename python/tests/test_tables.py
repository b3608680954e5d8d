"""The tables of a run as Arrow streams."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import seichi
from conftest import CORPUS

NAMES = ["games", "mismatches", "summary", "pairwise", "skipped"]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> seichi.Run:
    return seichi.evaluate(CORPUS, output=tmp_path_factory.mktemp("runs") / "out", dead="auto,estimate")


def table(run: seichi.Run, name: str) -> seichi.Table:
    found = getattr(run, name)
    assert isinstance(found, seichi.Table)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_table_equals_csv_file(run: seichi.Run, name: str) -> None:
    with (run.folder / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    arrow = pa.table(table(run, name))
    assert table(run, name).column_names == arrow.column_names == header
    assert arrow.num_rows == len(rows) > 0
    for column, texts in zip(header, zip(*rows, strict=True), strict=True):
        values = arrow[column].to_pylist()
        for text, value in zip(texts, values, strict=True):
            if text == "" or value is None:
                assert (text, value) == ("", None), column
            elif isinstance(value, bool):
                assert text == ("yes" if value else "no")
            elif isinstance(value, (int, float)):
                assert float(text) == value
            else:
                assert text == value
        if not any(texts):
            continue
        # a column of numbers must not stay text
        is_number = all(number(text) for text in texts if text)
        assert is_number == (arrow.schema.field(column).type in (pa.int64(), pa.float64())) or column in TEXTS, column


TEXTS = {"hash", "size"}
"""Columns that are text even if their values look like numbers."""


def number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def test_pandas_polars_pyarrow_duckdb_read_tables(run: seichi.Run) -> None:
    expected = pa.table(run.games)
    frame = pd.DataFrame.from_arrow(run.games)
    assert frame.shape == (expected.num_rows, expected.num_columns)
    assert frame["margin"].dtype == "float64" and frame["finished"].dtype == "bool"
    polars = pl.DataFrame(run.games)
    assert polars.shape == frame.shape and polars["moves"].dtype == pl.Int64
    games = run.games
    rows = duckdb.sql("select strategy, sum(margin) from games group by strategy order by strategy").fetchall()
    assert rows == sorted(frame.groupby("strategy")["margin"].sum().items())
    assert [name for name, _ in rows] == sorted(run.strategies)
    # a table is read again for each stream
    assert pl.DataFrame(games).equals(polars)
    assert "games of Run(" in repr(games)


def test_damaged_table_is_error(run: seichi.Run, tmp_path: Path) -> None:
    folder = tmp_path / "damaged"
    shutil.copytree(run.folder, folder)
    opened = seichi.Run(folder)
    path = folder / "games.csv"
    path.write_bytes(path.read_bytes().replace(b",japanese,territory,", b",japanese,territory,x", 1))
    with pytest.raises((pa.ArrowInvalid, OSError), match="x"):
        pa.table(opened.games)
    with pytest.raises(seichi.Error, match="games.csv\" has changed since the run wrote it"):
        seichi.Run(folder)


def test_unknown_columns_are_text(run: seichi.Run, tmp_path: Path) -> None:
    folder = tmp_path / "other"
    shutil.copytree(run.folder, folder)
    opened = seichi.Run(folder)
    (folder / "skipped.csv").write_text("game,new\na,1\n")
    assert pa.table(opened.skipped).to_pylist() == [{"game": "a", "new": "1"}]


def test_table_is_an_iterable_of_rows_and_html(run: seichi.Run) -> None:
    for table in [run.games, run.summary, run.skipped]:
        assert list(table) == pa.table(table).to_pylist()
    frame = pd.DataFrame(run.summary)
    assert list(frame.columns) == run.summary.column_names and len(frame) == pa.table(run.summary).num_rows
    text = run.games._repr_html_()
    assert text.count("<tr>") == 21 and text.endswith("…") and "<th>game</th>" in text
    assert run.skipped._repr_html_().count("<tr>") == 4


def test_read_run_gives_every_file_its_types(run: seichi.Run) -> None:
    frames = seichi.read_run(run.folder)
    games = frames["games"]
    assert games["finished"].dtype == games["counted"].dtype == "bool" and games["komi"].dtype == "float64"
    assert all(pd.api.types.is_string_dtype(games[name]) for name in ("size", "flags", "date"))
    assert len(frames["boards"]) == len((run.folder / "boards.ndjson").read_text(encoding="utf-8").splitlines())
    # a plain mean over the counted games is the rate of the summary
    counted = games[games["counted"]]
    rates = (counted["delta"] == 0).groupby(counted["strategy"]).mean()
    summary = frames["summary"].query("stratum == 'all'").set_index("strategy")["exact_rate"]
    assert (rates - summary).abs().max() < 1e-6
