"""Scores finished games of Go, and measures how accurate scorers of them are.

https://github.com/seichi/seichi is the program; `docs/python.md` is the chapter about this package.
"""

from ._seichi import __version__, controls, strategies
from .boards import Kind, Scoring, area_scoring, guess_dead, territory_scoring

__all__ = [
    "Kind",
    "Scoring",
    "__version__",
    "area_scoring",
    "controls",
    "guess_dead",
    "strategies",
    "territory_scoring",
]
