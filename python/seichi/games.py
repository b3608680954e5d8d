"""Games of SGF records."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, Union

import numpy as np
import numpy.typing as npt

from . import _seichi
from ._flags import Flag, flag_list
from .boards import truths
from .errors import Error, SkipError
from .runs import Scorer, scorer_list

__all__ = ["Answer", "Explanation", "Game", "Label"]

Record: TypeAlias = Union[str, bytes, bytearray, memoryview, "os.PathLike[str]"]
"""An SGF record: its text, its bytes, or the path of its file as a `pathlib.Path`."""

Dead: TypeAlias = Union[str, Iterable[str], npt.NDArray[np.bool_], None]
"""The source of dead stones, or several, of which the first with dead stones counts. Or an array of shape
`[height, width]` that marks them."""


@dataclass(frozen=True, eq=False)
class Label:
    """The recorded result of a game."""

    result: str
    """The result as SGF writes it, such as `"B+3.5"`."""
    margin: float
    """Black's score minus White's, in points."""
    source: str
    """The source of the label: `"RE"`, or `"RE+TBTW"` if marks also give the owners of points."""
    check: str
    """Whether the label is consistent: `"consistent"`, `"area"`, `"inconsistent"` or `"unchecked"`."""
    owner: npt.NDArray[np.int8] | None
    """The owner of each point, of shape `[height, width]`: 0 neither, 1 Black, 2 White. `None` without marks."""


@dataclass(frozen=True, eq=False)
class Answer:
    """The answer of a strategy to a game."""

    strategy: str
    """The name of the strategy."""
    margin: float
    """Black's score minus White's, in points, with komi and prisoners."""
    interval: tuple[float, float]
    """The least and the greatest margin, if they depend on who plays first; otherwise the margin twice."""
    result: str
    """The result as SGF writes it."""
    owner: npt.NDArray[np.int8]
    """The player who scores each point, of shape `[height, width]`: 0 neither, 1 Black, 2 White. Under area rules,
    living stones count."""
    kind: npt.NDArray[np.uint8]
    """The kind of each point, as a number of `Kind`."""
    flags: list[str]
    """`unsettled=N` if the owners of N points depend on who plays first; `unread` if a search did not finish."""
    explanation: Explanation
    """The explanation of only this answer."""

    def __repr__(self) -> str:
        return f"Answer({self.strategy!r}, {self.result!r})"

    def _repr_svg_(self) -> str:
        return self.explanation.svg


@dataclass(frozen=True, eq=False)
class _Asked:
    """The flags and functions of a question about a game."""

    flags: dict[str, Flag]
    """The flags of `seichi score`."""
    functions: tuple[list[tuple[str, Scorer]], bool]
    """The scorers, each with its name; and whether only they answer, without any strategy."""
    dead: npt.NDArray[np.bool_] | None
    """The array that marks the dead stones, if one is given."""

    def only(self, name: str) -> _Asked:
        """Returns the question for only the strategy or scorer with this name."""
        flags = {key: value for key, value in self.flags.items() if key != "strategy"}
        scorer = [one for one in self.functions[0] if one[0] == name]
        return _Asked(flags if scorer else {**flags, "strategy": name}, (scorer, bool(scorer)), self.dead)


class Explanation:
    """The explanation of a game: where strategies and the label differ, and why. It is computed on first use."""

    def __init__(self, game: Game, asked: _Asked, all: bool) -> None:
        self._game = game
        self._asked = asked
        self._all = all
        self._made: tuple[str, str, str] | None = None

    def _explained(self) -> tuple[str, str, str]:
        if self._made is None:
            asked = self._asked
            self._made = self._game._native.explain(
                flag_list(asked.flags), asked.functions, asked.dead, self._all
            )
        return self._made

    @property
    def text(self) -> str:
        """The text that `seichi explain` prints."""
        return self._explained()[0]

    @property
    def data(self) -> dict[str, Any]:
        """The data that `seichi explain --format json` prints."""
        data: dict[str, Any] = json.loads(self._explained()[1])
        return data

    @property
    def svg(self) -> str:
        """The board as a picture, with the first strategy's territory. Points where answers differ have a frame."""
        return self._explained()[2]

    def __repr__(self) -> str:
        return f"<explanation of {self._game.name}>"

    def __str__(self) -> str:
        return self.text

    def _repr_svg_(self) -> str:
        return self.svg


_FLAGS = ("dead", "encoding", "komi", "origin", "playouts", "rules", "seed", "size")
"""The flags that say how to read a game, besides the limits."""


def _check(flags: Mapping[str, Flag]) -> None:
    """Raises `TypeError` for a flag that has no effect on a single game."""
    for name in flags:
        if name not in _FLAGS and not name.startswith("max_"):
            raise TypeError(f"{name} does not apply to a single game; these do: {', '.join(_FLAGS)}")


def _read_again(game: type[Game], sgf: bytes, number: int, name: str, flags: dict[str, Flag]) -> Game:
    return game.from_sgf(sgf, number, name=name, **flags)


class Game:
    """A game of an SGF record. A notebook draws its last position, with pale dead stones and the label's territory."""

    def __init__(self, native: _seichi.Game, source: tuple[bytes, int, str], flags: dict[str, Flag]) -> None:
        """Wraps a game of the compiled part: see `from_sgf`. `source` is its record, its number, and the file's name."""
        self._native = native
        self._source = source
        self._reading = flags

    def __reduce__(self) -> tuple[Any, ...]:
        # read again, because the compiled part can't be pickled
        sgf, number, name = self._source
        return _read_again, (type(self), sgf, number, name, self._reading)

    @classmethod
    def from_sgf(cls, sgf: Record, number: int = 1, *, name: str | None = None, **flags: Flag) -> Game:
        """Reads the game with this number, from 1, in a record.

        `sgf` is text, bytes, or a `pathlib.Path`. `name` is the file's name in the names of games. `flags` are the flags
        of `seichi score` that say how to read a game: `rules="chinese"`, `encoding="gbk"`, `dead="estimate"`,
        `playouts`, `seed`, `origin`, and `komi=6.5` for a record without komi. If no source has dead stones, every stone
        is alive: see `dead_from`.

        Raises `SkipError` if the game cannot be scored, and `seichi.Error` if no game has this number.
        """
        games = cls.all_from_sgf(sgf, name=name, **flags)
        if not 1 <= number <= len(games):
            raise Error(f"{name or 'the record'} has no game {number}: the number of games is {len(games)}")
        game = games[number - 1]
        if isinstance(game, SkipError):
            raise game
        return game

    @classmethod
    def all_from_sgf(cls, sgf: Record, *, name: str | None = None, **flags: Flag) -> list[Game | SkipError]:
        """Reads all games of a record. Returns each game, or the exception that says why it cannot be scored.

        Raises `SkipError` if the record has no game.
        """
        _check(flags)
        if isinstance(sgf, os.PathLike):
            name = Path(sgf).name if name is None else name
            sgf = Path(sgf).read_bytes()
        elif isinstance(sgf, str):
            # the encoding of text is known, whatever the record says
            sgf = sgf.encode("utf-8", "replace")
            flags.setdefault("encoding", "utf-8")
        record, file = bytes(sgf), os.fspath(name or "game.sgf")
        games = _seichi.read_games(record, file, flag_list(flags))
        return [
            game if isinstance(game, SkipError) else cls(game, (record, number, file), flags)
            for number, game in enumerate(games, 1)
        ]

    def score(
        self,
        strategies: str | Iterable[str] | None = None,
        dead: Dead = None,
        *,
        scorers: Mapping[str, Scorer] | None = None,
        **flags: Flag,
    ) -> dict[str, Answer]:
        """Scores the game by strategies, by default the usual ones, and returns their answers by name.

        `dead` replaces the dead stones. `scorers` are functions that also answer, as in `seichi.evaluate`. If
        `strategies` names some of them, the other functions do not answer. `flags` are as in `from_sgf`.

        Raises `seichi.Error` if a scorer has no answer.
        """
        asked = self._asked(strategies, dead, scorers, flags)
        answers = self._native.score(flag_list(asked.flags), asked.functions, asked.dead)
        return {
            answer[0]: Answer(*answer, explanation=Explanation(self, asked.only(answer[0]), False))
            for answer in answers
        }

    def explain(
        self,
        strategies: str | Iterable[str] | None = None,
        dead: Dead = None,
        *,
        scorers: Mapping[str, Scorer] | None = None,
        all: bool = False,
        **flags: Flag,
    ) -> Explanation:
        """Explains where strategies, by default all of them, and the label differ.

        The arguments are as in `score`. With `all`, the text has every region, and the answers of control strategies.
        """
        return Explanation(self, self._asked(strategies, dead, scorers, flags), all)

    def _asked(
        self,
        strategies: str | Iterable[str] | None,
        dead: Dead,
        scorers: Mapping[str, Scorer] | None,
        flags: dict[str, Flag],
    ) -> _Asked:
        """Returns the question for the arguments of `score`."""
        _check(flags)
        given, functions, are_alone = {**self._reading, **flags}, scorer_list(scorers), False
        if strategies is not None:
            named = [strategies] if isinstance(strategies, str) else list(strategies)
            own = [name for name in named if name not in (scorers or {})]
            are_alone = not own
            functions = [one for one in functions if one[0] in named] if len(own) < len(named) or not named else functions
            given["strategy"] = own or None
        if isinstance(dead, np.ndarray):
            return _Asked(given, (functions, are_alone), truths(dead, "dead"))
        if dead is not None:
            given["dead"] = dead
        return _Asked(given, (functions, are_alone), None)

    @property
    def name(self) -> str:
        """The name of the game, `FILE#NUMBER`."""
        return self._native.name

    @property
    def players(self) -> tuple[str, str]:
        """The names of Black and of White; empty if the record has none."""
        return self._native.players

    @property
    def date(self) -> str:
        """The date as the record writes it; may be empty."""
        return self._native.date

    @property
    def width(self) -> int:
        """The number of columns."""
        return self._native.width

    @property
    def height(self) -> int:
        """The number of rows."""
        return self._native.height

    @property
    def rules(self) -> str:
        """The name of the rules."""
        return self._native.rules

    @property
    def rules_guessed(self) -> str | None:
        """How the rules were found if the record does not name them."""
        return self._native.rules_guessed

    @property
    def method(self) -> str:
        """The method of counting: `"territory"` or `"area"`."""
        return self._native.method

    @property
    def komi(self) -> float:
        """The points that White gets for moving second."""
        return self._native.komi

    @property
    def handicap(self) -> int:
        """The number of handicap stones."""
        return self._native.handicap

    @property
    def moves(self) -> int:
        """The number of moves, with passes."""
        return self._native.moves

    @property
    def encoding(self) -> str:
        """The encoding of the record."""
        return self._native.encoding

    @property
    def origin(self) -> str:
        """The origin of the label, such as `"KGS"`."""
        return self._native.origin

    @property
    def stones(self) -> npt.NDArray[np.int8]:
        """The last position with its dead stones, of shape `[height, width]`: 0 empty, 1 Black, 2 White."""
        return self._native.stones

    @property
    def dead(self) -> npt.NDArray[np.bool_]:
        """Whether each point has a dead stone, of shape `[height, width]`."""
        return self._native.dead

    @property
    def dead_from(self) -> str:
        """The source of the dead stones; `"none"` if every stone counts as alive because no source has dead stones."""
        return self._native.dead_from

    @property
    def prisoners(self) -> tuple[int, int]:
        """The prisoners that Black and White have taken, dead stones included."""
        return self._native.prisoners

    @property
    def label(self) -> Label | None:
        """The recorded result; `None` if the record has no counted result."""
        label = self._native.label
        return None if label is None else Label(*label)

    @property
    def flags(self) -> list[str]:
        """The remarks on oddities of the record; `docs/files.md` lists them."""
        return self._native.flags

    def __repr__(self) -> str:
        black, white = self.players
        players = f", {black or '?'} – {white or '?'}" if black or white else ""
        result = f", {self.label.result}" if self.label else ""
        return f"<Game {self.name}: {self.width}×{self.height}{players}{result}>"

    def _repr_svg_(self) -> str:
        return self._native.svg()
