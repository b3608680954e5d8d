"""Scores finished games of Go, and measures the accuracy of scorers.

The chapter "In Python" of the book describes the package.
"""

from ._seichi import __version__, controls, rules, strategies
from .audits import audit
from .boards import FinalScore, Kind, PlayerScore, Scoring, area_scoring, final_score, guess_dead, territory_scoring
from .errors import Error, SkipError
from .games import Answer, Explanation, Game, Label, games
from .runs import Run, SeichiWarning, Table, evaluate, merge, read_run
from .scorers import Scorer

__all__ = [
    "Answer",
    "Error",
    "Explanation",
    "FinalScore",
    "Game",
    "Kind",
    "Label",
    "PlayerScore",
    "Run",
    "Scorer",
    "Scoring",
    "SeichiWarning",
    "SkipError",
    "Table",
    "__version__",
    "area_scoring",
    "audit",
    "controls",
    "evaluate",
    "final_score",
    "games",
    "guess_dead",
    "merge",
    "read_run",
    "rules",
    "strategies",
    "territory_scoring",
]
