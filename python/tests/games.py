"""Games with the program's scores."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import seichi
from conftest import lines_of_json, printed


def sgf_files(folder: Path) -> list[Path]:
    """Returns the records in a folder, sorted."""
    return sorted(folder.rglob("*.sgf"))


def scored_by_the_program(*words: str | Path) -> list[dict[str, Any]]:
    """Returns the answers of `seichi score`, one for each game and strategy."""
    return lines_of_json(printed("score", "--format", "ndjson", "-q", *words))


def letters(game: seichi.Game, answer: seichi.Answer) -> list[str]:
    """Returns the rows of an answer as `seichi score` prints them."""
    living = np.where(game.dead, 0, game.stones)
    numbers = np.where(living > 0, living + 2, answer.owner)
    return ["".join(".bwXO"[number] for number in row) for row in numbers]
