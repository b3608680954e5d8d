"""Fixtures and helpers that the tests share."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PROJECT = Path(__file__).resolve().parents[2]
"""The folder of the repository."""

CORPUS = PROJECT / "corpus"
"""The labelled games of the repository."""

PROGRAM = [os.environ["SEICHI"]] if "SEICHI" in os.environ else [sys.executable, "-m", "seichi"]
"""The program: the build at `SEICHI`, or the one in the package."""


def program(*words: str | Path, program: list[str] = PROGRAM, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Runs the program."""
    return subprocess.run([*program, *map(str, words)], capture_output=True, check=False, **options)


def printed(*words: str | Path) -> str:
    """Returns what the program prints."""
    done = program(*words)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def lines_of_json(text: str) -> list[dict[str, Any]]:
    """Returns the objects in lines of JSON."""
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs a test in its own empty folder."""
    monkeypatch.chdir(tmp_path)
