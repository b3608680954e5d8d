"""Flags as keyword arguments: their types, `help`, and mistakes that type checkers find."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import seichi
from conftest import PROJECT
from flag_types import text


def test_types_are_those_of_the_program() -> None:
    written = (PROJECT / "python" / "seichi" / "_flag_types.py").read_text(encoding="utf-8")
    assert written == text(), "write them: python python/tests/flag_types.py > python/seichi/_flag_types.py"


def test_signatures_list_the_flags() -> None:
    assert {"strategy", "dead", "jobs", "min_games"} <= inspect.signature(seichi.evaluate).parameters.keys()
    own = inspect.signature(seichi.Game.from_sgf).parameters.keys()
    assert {"dead", "rules", "komi"} <= own and "strategy" not in own


CALLS = '''
import seichi

run = seichi.evaluate("x", strategy=["linked"], dead="estimate", jobs=2, finished=True, min_games=None)
game = seichi.Game.from_sgf("(;)", rules="chinese", dead=["auto", "estimate"])
game.score("linked", komi=6.5)
run.game("x#1").explain(all=True)
'''

MISTAKES = '''
import seichi

seichi.evaluate("x", strategi=["linked"])
seichi.evaluate("x", finished="yes")
seichi.Game.from_sgf("(;)", strategy="linked")
'''


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_type_checkers_find_mistakes_in_flags(checker: str) -> None:
    program = str(Path(sys.executable).with_name(checker))
    for name, code, errors in [("calls.py", CALLS, 0), ("mistakes.py", MISTAKES, 3)]:
        Path(name).write_text(code)
        words = [program, "--strict", name] if checker == "mypy" else [program, "--pythonpath", sys.executable, name]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        found = [line for line in done.stdout.splitlines() if "error:" in line and name in line]
        assert len(found) == errors, done.stdout
