"""Games in SGF records."""

from __future__ import annotations

import difflib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, Union, cast

import numpy as np
import numpy.typing as npt

from . import _seichi
from ._flag_types import GameFlags, ReadingFlags
from ._flags import Flag, Path_, flag_list, takes
from ._pictures import draw, stone_letters
from .boards import truths
from .errors import Error, SkipError
from .scorers import Scorer, scorer_list

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Answer", "Explanation", "Game", "Label", "games"]

Record: TypeAlias = Union[str, bytes, bytearray, memoryview, "os.PathLike[str]"]
"""An SGF record: its text, its bytes, or the path of its file as a `pathlib.Path`."""

Dead: TypeAlias = Union[str, Iterable[str], npt.NDArray[np.bool_], None]
"""One or several sources of dead stones, of which the first that knows the dead stones is used; or an array of shape
`[height, width]` that marks the dead stones."""


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
    """Whether the label is consistent: `"consistent"`, `"area"`, `"inconsistent"`, `"contradictory"` or `"unchecked"`."""
    owner: npt.NDArray[np.int8] | None
    """The owner of each point, of shape `[height, width]`: 0 neither, 1 Black, 2 White. `None` if there are no marks."""


@dataclass(frozen=True, eq=False)
class Answer:
    """The answer of a strategy to a game."""

    strategy: str
    """The name of the strategy."""
    margin: float
    """Black's score minus White's, in points, with komi and prisoners."""
    result: str
    """The result as SGF writes it."""
    owner: npt.NDArray[np.int8]
    """The player who scores each point, of shape `[height, width]`: 0 neither, 1 Black, 2 White. Under area rules,
    living stones count."""
    kind: npt.NDArray[np.uint8]
    """The kind of each point, as a number of `Kind`."""
    flags: list[str]
    """The remarks about this answer, as in the column `flags` of `games.csv`."""
    explanation: Explanation
    """The explanation of only this answer."""

    def __repr__(self) -> str:
        return f"Answer({self.strategy!r}, {self.result!r})"

    def _repr_svg_(self) -> str:
        return self.explanation.svg


@dataclass(frozen=True, eq=False)
class _Asked:
    """The flags and functions with which a game is scored or explained."""

    flags: dict[str, Flag]
    """The flags of `seichi score`."""
    functions: tuple[list[tuple[str, Scorer]], bool]
    """The scorers with their names, and whether they answer alone, without any strategy."""
    dead: npt.NDArray[np.bool_] | None
    """The array that marks the dead stones, if one is given."""

    def only(self, name: str) -> _Asked:
        """Returns the flags and functions for only this strategy or scorer."""
        flags = {key: value for key, value in self.flags.items() if key != "strategy"}
        scorer = [one for one in self.functions[0] if one[0] == name]
        return _Asked(flags if scorer else {**flags, "strategy": name}, (scorer, bool(scorer)), self.dead)


class Explanation:
    """The explanation of a game: where strategies and the label differ, and why. It is computed on first use."""

    def __init__(self, game: Game, asked: _Asked, all: bool) -> None:
        self._game = game
        self._asked = asked
        self._all = all
        self._made: tuple[str, str] | None = None

    def _explained(self) -> tuple[str, str]:
        if self._made is None:
            asked = self._asked
            self._made = self._game.explanation(
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
        """The board as a picture, with the first strategy's territory. Points on which answers differ have a frame."""
        board = self.data["board"]
        if board is None:
            return draw(self._game.name, stone_letters(self._game), None, [])
        maps = [answer["map"] for answer in board["answers"]]
        others = maps[1:] if board["label_map"] is None else [*maps[1:], board["label_map"]]
        return draw(f"{self._game.name}: {board['answers'][0]['strategies'][0]}", board["position"], maps[0], others)

    def __repr__(self) -> str:
        return f"<explanation of {self._game.name}>"

    def __str__(self) -> str:
        return self.text

    def _repr_svg_(self) -> str:
        return self.svg


_FLAGS = sorted(ReadingFlags.__annotations__)
"""The flags that say how to read a game."""


def _check(flags: Mapping[str, object]) -> None:
    """Raises `TypeError` for a flag that has no effect on a single game."""
    for name in flags:
        if name not in _FLAGS:
            similar = difflib.get_close_matches(name, _FLAGS, 1)
            hint = f": did you mean {similar[0]}?" if similar else f"; these do: {', '.join(_FLAGS)}"
            raise TypeError(f"{name} does not apply to a single game{hint}")


def _read_again(kind: type[Game], sgf: bytes, before: int, number: int, file: str, flags: ReadingFlags) -> Game:
    game = kind._all(sgf, before, file, flags)[number - 1]
    assert not isinstance(game, SkipError)
    return game


def games(paths: Path_ | Iterable[Path_], **flags: Unpack[ReadingFlags]) -> Iterator[Game | SkipError]:
    """Reads the games below `paths` (files, folders and archives) one after another.

    Yields each game, or the exception that says why it cannot be scored. `flags` are as in `Game.from_sgf`. Unlike
    `seichi.evaluate`, this reads no labels files.
    """
    _check(flags)
    several = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    return _games([os.fspath(path) for path in several], flags, None)


def _games(paths: list[str], flags: ReadingFlags, only: str | None) -> Iterator[Game | SkipError]:
    """Yields the games below `paths`. With `only`, yields just the games in the file with this name."""
    for name, before, record in _seichi.record_files(paths, flag_list(flags), only):
        if isinstance(record, SkipError):
            yield record
            continue
        try:
            yield from Game._all(record, before, name, flags)
        except SkipError as skip:
            yield skip


def game_of_run(run: _seichi.Measured, name: str) -> Game:
    """Reads a game from a run: see `Run.game`."""
    paths, given = _seichi.paths_and_flags(run)
    flags = cast(ReadingFlags, {flag: value for flag, value in given.items() if flag in _FLAGS})
    for game in _games(paths, flags, name.rpartition("#")[0]):
        if isinstance(game, Game) and game.name == name:
            return game
        if isinstance(game, SkipError) and game.name == name:
            raise game
    raise Error(f"the files of the run do not contain the game {name}")


class Game(_seichi.Game):
    """A game in an SGF record. A notebook draws its last position, with pale dead stones and the label's territory."""

    def __new__(cls, game: _seichi.Game, source: tuple[bytes, int, int, str], flags: ReadingFlags) -> Game:
        """Wraps a game of the compiled part: see `from_sgf`. `source` contains the game's record or a piece of
        the record, the number of games before that piece, the game's number in the piece, and the file's name."""
        return super().__new__(cls, game)

    def __init__(self, game: _seichi.Game, source: tuple[bytes, int, int, str], flags: ReadingFlags) -> None:
        self._source = source
        self._reading = flags

    def __reduce__(self) -> tuple[Any, ...]:
        # read again, because the compiled part can't be pickled
        return _read_again, (type(self), *self._source, self._reading)

    @classmethod
    @takes(ReadingFlags)
    def from_sgf(
        cls, sgf: Record, number: int = 1, *, name: str | None = None, **flags: Unpack[ReadingFlags]
    ) -> Game:
        """Reads the game with this number in a record. Numbers start at 1.

        `sgf` is text, bytes, or a `pathlib.Path`. `name` is the file's name, as used in the names of games. `flags` are the flags
        of `seichi score` that say how to read a game: `rules="chinese"`, `encoding="gbk"`, `dead="estimate"`,
        `seed`, and `komi=6.5` for a record without komi. If no source has dead stones, every stone
        counts as alive: see `dead_from`.

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
    @takes(ReadingFlags)
    def all_from_sgf(
        cls, sgf: Record, *, name: str | None = None, **flags: Unpack[ReadingFlags]
    ) -> list[Game | SkipError]:
        """Reads all games in a record. Returns each game, or the exception that says why it cannot be scored.

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
        return cls._all(bytes(sgf), 0, os.fspath(name or "game.sgf"), flags)

    @classmethod
    def _all(cls, record: bytes, before: int, file: str, flags: ReadingFlags) -> list[Game | SkipError]:
        """Reads the games in a record, or in a piece of it after its first `before` games."""
        games = _seichi.read_games(record, file, before, flag_list(flags))
        found: list[Game | SkipError] = []
        for number, game in enumerate(games, 1):
            found.append(game if isinstance(game, SkipError) else cls(game, (record, before, number, file), flags))
        return found

    @takes(GameFlags)
    def score(
        self,
        strategies: str | Iterable[str] = "independent",
        dead: Dead = None,
        *,
        scorers: Mapping[str, Scorer] | None = None,
        **flags: Unpack[GameFlags],
    ) -> dict[str, Answer]:
        """Scores the game with strategies, and returns their answers by name. The default strategy scores as servers do.

        `dead` replaces the dead stones. `scorers` are functions that also answer, as in `seichi.evaluate`. If
        `strategies` names some of them, the other functions do not answer. `flags` are as in `from_sgf`.

        Raises `seichi.Error` if a scorer has no answer.
        """
        asked = self._asked(strategies, dead, scorers, flags)
        answers = self.answers(flag_list(asked.flags), asked.functions, asked.dead)
        return {
            answer[0]: Answer(*answer, explanation=Explanation(self, asked.only(answer[0]), False))
            for answer in answers
        }

    @takes(GameFlags)
    def explain(
        self,
        strategies: str | Iterable[str] | None = None,
        dead: Dead = None,
        *,
        scorers: Mapping[str, Scorer] | None = None,
        all: bool = False,
        **flags: Unpack[GameFlags],
    ) -> Explanation:
        """Explains where strategies (by default, all of them) differ from each other or from the label.

        The arguments are as in `score`. With `all`, the text contains every region and the answers of control strategies.
        """
        return Explanation(self, self._asked(strategies, dead, scorers, flags), all)

    def _asked(
        self,
        strategies: str | Iterable[str] | None,
        dead: Dead,
        scorers: Mapping[str, Scorer] | None,
        flags: GameFlags,
    ) -> _Asked:
        """Returns the flags and functions for the arguments of `score`."""
        _check(flags)
        given: dict[str, Flag] = {**self._reading, **flags}  # type: ignore[dict-item]
        functions, are_alone = scorer_list(scorers), False
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
    def label(self) -> Label | None:
        """The recorded result; `None` if the record has no counted result."""
        label = self.recorded
        return None if label is None else Label(*label)

    def __repr__(self) -> str:
        black, white = self.players
        players = f", {black or '?'} – {white or '?'}" if black or white else ""
        result = f", {self.label.result}" if self.label else ""
        return f"<Game {self.name}: {self.width}×{self.height}{players}{result}>"

    def _repr_svg_(self) -> str:
        board = self.explain("linked").data["board"]
        return draw(self.name, stone_letters(self), board and board["label_map"], [])
