"""`seichi.audit`: the rows of the program, its flags and its messages."""

from __future__ import annotations

import inspect
import json
from pathlib import Path

import pandas
import pytest

import seichi
from conftest import CORPUS, printed

GAMES = CORPUS / "gnugo"
RECORD = GAMES / "13x13-japanese-13503-early.sgf"


@pytest.fixture
def wrong() -> Path:
    """A folder with a record whose marks contradict its result, and one that can't be counted."""
    folder = Path("games")
    folder.mkdir()
    text = RECORD.read_text(encoding="utf-8")
    assert "RE[B+3.5]" in text
    (folder / "wrong.sgf").write_text(text.replace("RE[B+3.5]", "RE[B+13.5]"), encoding="utf-8")
    (folder / "broken.sgf").write_text("(;GM[1]SZ[99])", encoding="utf-8")
    return folder


def test_rows_are_those_of_the_program() -> None:
    rows = seichi.audit(GAMES)
    assert rows == json.loads(printed("audit", GAMES, "--format", "json"))
    table = pandas.DataFrame(rows)
    assert len(table) == len(list(GAMES.glob("*.sgf")))
    assert {"game", "recorded", "counted", "verdict", "why", "explain"} <= set(table.columns)


def test_flags_choose_and_remember_suspects(wrong: Path) -> None:
    only = seichi.audit([wrong / "wrong.sgf", wrong / "broken.sgf"], only=["contradicts-itself"])
    assert [(row["recorded"], row["counted"]) for row in only] == [("B+13.5", "B+3.5")]
    new = seichi.audit(wrong, known="known.txt", remember=True)
    assert [row["verdict"] for row in new] == ["contradicts-itself", "unreadable-file"]
    assert seichi.audit(wrong, known="known.txt") == []
    # the same margin for the other player: only the result can be wrong
    text = (GAMES / "13x13-japanese-13001.sgf").read_text(encoding="utf-8")
    assert "RE[W+41.5]" in text
    (wrong / "reversed.sgf").write_text(text.replace("RE[W+41.5]", "RE[B+41.5]"), encoding="utf-8")
    seichi.audit(wrong, fix=Path("corrected"))
    assert (Path("corrected") / "reversed.sgf").read_text(encoding="utf-8") == text


def test_flag_for_output_or_unknown_flag_is_type_error(wrong: Path) -> None:
    assert {"only", "known", "fix", "dead", "jobs"} <= inspect.signature(seichi.audit).parameters.keys()
    for flags in [{"format": "csv"}, {"strategy": "linked"}]:
        with pytest.raises(TypeError):
            seichi.audit(wrong, **flags)


def test_failure_of_the_program_is_error_and_its_messages_are_warnings(wrong: Path) -> None:
    with pytest.raises(seichi.Error, match="only"):
        seichi.audit(wrong, only="nothing")
    with pytest.raises(seichi.Error, match="missing"):
        seichi.audit("missing")
    Path("labels.jsonl").write_text('{"game": "other.sgf#1", "dead": []}', encoding="utf-8")
    with pytest.warns(seichi.SeichiWarning, match="other.sgf#1"):
        seichi.audit(wrong, labels="labels.jsonl")
