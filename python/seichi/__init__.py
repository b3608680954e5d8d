"""Scores finished games of Go, and measures how accurate scorers of them are.

The chapter "In Python" of the book describes the package.
"""

from ._seichi import __version__, controls, strategies
from .boards import Kind, Scoring, area_scoring, guess_dead, territory_scoring
from .errors import Error, SkipError
from .games import Answer, Explanation, Game, Label
from .runs import Run, Scorer, SeichiWarning, Table, evaluate

__all__ = [
    "Answer",
    "Error",
    "Explanation",
    "Game",
    "Kind",
    "Label",
    "Run",
    "Scorer",
    "Scoring",
    "SeichiWarning",
    "SkipError",
    "Table",
    "__version__",
    "area_scoring",
    "controls",
    "evaluate",
    "guess_dead",
    "strategies",
    "territory_scoring",
]
