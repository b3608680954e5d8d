"""Scorers that are functions."""

from __future__ import annotations

import traceback
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pytest

import seichi
from conftest import CORPUS

Stones = npt.NDArray[np.int8]
Dead = npt.NDArray[np.bool_]


def independent(stones: Stones, dead: Dead, method: str) -> Stones:
    """Scores like the strategy of the same name."""
    assert stones.shape == dead.shape and stones.dtype == np.int8 and dead.dtype == np.bool_
    score = seichi.territory_scoring if method == "territory" else seichi.area_scoring
    return score(stones, dead).owner


def rows(run: seichi.Run, strategy: str) -> list[dict[str, object]]:
    return [row for row in pa.table(run.games).to_pylist() if row["strategy"] == strategy]


def test_function_counts_as_strategy() -> None:
    run = seichi.evaluate(CORPUS, output="out", scorers={"mine": independent})
    assert run.strategies == [*seichi.evaluate(CORPUS).strategies, "mine"]
    mine, theirs = rows(run, "mine"), rows(run, "independent")
    assert len(mine) == 347
    compared = [key for key in mine[0] if key not in ("strategy", "false_eyes", "seki_points", "dame", "whole")]
    for one, two in zip(mine, theirs, strict=True):
        assert [one[key] for key in compared] == [two[key] for key in compared]
    assert seichi.evaluate(CORPUS, strategy="mine", scorers={"mine": independent}).strategies == ["mine"]


def test_failing_scorer_run_does_not_depend_on_jobs() -> None:
    def odd(stones: Stones, dead: Dead, method: str) -> Stones:
        if stones.shape[0] > 1 and (stones.sum() % 5 == 0):
            raise RuntimeError("this batch fails")
        if (stones[0].sum() + dead[0].sum()) % 7 == 0:
            raise ZeroDivisionError("seven")
        return independent(stones, dead, method)

    runs = {}
    for jobs in (1, 2, 5):
        with pytest.warns(seichi.SeichiWarning, match=r"odd has no answer for .*\.sgf#1: it reported: ZeroDivisionError: seven"):
            seichi.evaluate(CORPUS, output=f"out{jobs}", strategy=["linked", "odd"], scorers={"odd": odd}, jobs=jobs)
        runs[jobs] = [Path(f"out{jobs}", name).read_bytes() for name in ("games.csv", "mismatches.csv", "summary.csv")]
    assert runs[1] == runs[2] == runs[5]
    run = seichi.Run("out1")
    failed = [row for row in rows(run, "odd") if row["margin"] is None]
    assert 10 < len(failed) < 100
    assert {row["category"] for row in pa.table(run.mismatches).to_pylist() if row["margin"] is None} == {"no_answer"}


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda stones, dead: stones[0], r"ValueError: the answer has the shape \[9, 9\], not \[1, 9, 9\]"),
        (lambda stones, dead: np.zeros(stones.shape), "owners must be whole numbers, not float64"),
        (lambda stones, dead: np.where(stones == 1, 2, 0), "is territory but has a living stone"),
        (lambda stones, dead: None, "the answer must be an array of owners, not NoneType"),
        (lambda stones, dead: stones + 5, "an owner must be 0 .neither., 1 .Black. or 2 .White., not 5"),
    ],
)
def test_malformed_answer_is_rejected(answer: object, message: str) -> None:
    paths = sorted((CORPUS / "gnugo").glob("9x9-japanese*.sgf"))[:3]

    def wrong(stones: Stones, dead: Dead, method: str) -> object:
        return answer(stones, dead)  # type: ignore[operator]

    with pytest.warns(seichi.SeichiWarning, match=message), pytest.raises(seichi.Error, match="wrong has no answer") as caught:
        seichi.evaluate(paths, output="out", strategy=["linked", "wrong"], scorers={"wrong": wrong})  # type: ignore[dict-item]
    assert caught.value.exit_code == 3
    # an exception in Python says what is wrong with the array
    assert isinstance(caught.value.__cause__, (TypeError, ValueError, type(None)))
    assert [row["margin"] for row in rows(seichi.Run("out"), "wrong")] == [None] * 3


def test_exception_of_scorer_is_the_cause() -> None:
    def broken(stones: Stones, dead: Dead, method: str) -> Stones:
        raise ZeroDivisionError("broken")

    with pytest.warns(seichi.SeichiWarning), pytest.raises(seichi.Error, match="broken has no answer") as caught:
        seichi.evaluate(CORPUS / "article", strategy=["linked", "broken"], scorers={"broken": broken})
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    assert traceback.extract_tb(caught.value.__cause__.__traceback__)[-1].name == "broken"


def test_living_stones_own_colour_or_zero_same_score() -> None:
    def with_stones(stones: Stones, dead: Dead, method: str) -> Stones:
        owner = independent(stones, dead, method)
        return np.where((stones > 0) & ~dead, stones, owner)

    def without_stones(stones: Stones, dead: Dead, method: str) -> Stones:
        return np.where((stones > 0) & ~dead, 0, independent(stones, dead, method))

    run = seichi.evaluate(CORPUS / "gnugo", scorers={"with": with_stones, "without": without_stones})
    assert [row["margin"] for row in rows(run, "with")] == [row["margin"] for row in rows(run, "without")]
    assert [row["margin"] for row in rows(run, "with")] == [row["margin"] for row in rows(run, "independent")]


def test_scorer_names_invalid_or_taken_are_errors() -> None:
    with pytest.raises(seichi.Error, match="is not a valid name"):
        seichi.evaluate(CORPUS, scorers={"a b": independent})
    with pytest.raises(seichi.Error, match="linked is a built-in strategy"):
        seichi.evaluate(CORPUS, scorers={"linked": independent})


def test_explain_commands_omit_functions() -> None:
    def nothing(stones: Stones, dead: Dead, method: str) -> Stones:
        return np.zeros_like(stones)

    run = seichi.evaluate(CORPUS, strategy=["linked", "nothing"], scorers={"nothing": nothing})
    commands = {row["explain"] for row in pa.table(run.mismatches).to_pylist()}
    assert commands and all("nothing" not in command and " -s linked " in command for command in commands)
