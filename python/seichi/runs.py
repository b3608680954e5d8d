"""Evaluates many games, and opens the runs that an evaluation writes."""

from __future__ import annotations

import html
import json
import os
import shutil
import sys
import tempfile
import warnings
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from . import _seichi
from ._flag_types import EvalFlags
from ._flags import Path_, flag_list, takes
from .errors import in_python
from .games import Game, game_of_run
from .scorers import Scorer, scorer_list

if TYPE_CHECKING:
    import pandas
    from typing_extensions import Unpack

__all__ = ["Progress", "Run", "SeichiWarning", "Table", "evaluate", "merge", "read_run"]

Progress: TypeAlias = Callable[[int, int, int], object]
"""A function that is called with three numbers: files done so far, all files, and games so far."""


class SeichiWarning(UserWarning):
    """A warning that the program would print in the terminal."""


SHOWN = 20
"""The number of rows of a table that a notebook shows."""


class Table:
    """A table of a run, with the columns of its CSV file; an empty field is null.

    It has the Arrow PyCapsule interface, for `pandas.DataFrame.from_arrow(table)`, `polars.DataFrame(table)` and
    `pyarrow.table(table)`. DuckDB can select from a variable that holds a table. A table is also an iterable of rows, which
    are dictionaries, for `pandas.DataFrame(table)`. The file is read again each time.
    """

    def __init__(self, run: Run, name: str, native: _seichi.Table) -> None:
        # a reference to the run, so that its folder is not deleted
        self._run = run
        self._name = name
        self._native = native

    @property
    def column_names(self) -> list[str]:
        """The names of the columns."""
        return self._native.column_names

    def __arrow_c_schema__(self) -> object:
        """Returns the schema as an Arrow PyCapsule."""
        return self._native.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Returns the rows as an Arrow PyCapsule with a stream of record batches."""
        return self._native.__arrow_c_stream__(requested_schema)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Iterates over the rows."""
        return iter(self._native.rows())

    def __reduce__(self) -> tuple[Any, ...]:
        return getattr, (self._run, self._name)

    def __repr__(self) -> str:
        return f"<{self._name} of {self._run!r}: {', '.join(self.column_names)}>"

    def _repr_html_(self) -> str:
        shown = list(islice(self, SHOWN + 1))
        rows = [_cells("th", self.column_names), *(_cells("td", row.values()) for row in shown[:SHOWN])]
        return f"<table>{''.join(rows)}</table>" + ("…" if len(shown) > SHOWN else "")


def _cells(tag: str, values: Iterable[object]) -> str:
    texts = ("" if value is None else html.escape(str(value)) for value in values)
    return "<tr>" + "".join(f"<{tag}>{text}</{tag}>" for text in texts) + "</tr>"


class Run:
    """A run in a folder, as `seichi eval` and `evaluate` write it. Pickling a run stores only the path of its folder."""

    folder: Path
    """The folder."""

    def __init__(self, folder: Path_) -> None:
        """Opens the run in `folder`. Raises `seichi.Error` if the folder has no run, or if a file in it has changed."""
        self._measured = _seichi.open_run(os.fspath(folder))
        self.folder = Path(folder)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.folder,)

    def _table(self, name: str) -> Table:
        return Table(self, name, self._measured.table(name))

    @property
    def summary(self) -> Table:
        """A row for each strategy and stratum, with rates and intervals: `summary.csv`."""
        return self._table("summary")

    @property
    def pairwise(self) -> Table:
        """A row for every pair of strategies, with a test of their difference: `pairwise.csv`."""
        return self._table("pairwise")

    @property
    def figures(self) -> dict[str, Any]:
        """All figures, as `seichi eval --format json` prints them."""
        figures: dict[str, Any] = json.loads(self._measured.json())
        return figures

    @property
    def signature(self) -> str:
        """The line that records how the figures were produced. Two figures are comparable if and only if their lines are equal."""
        return self._measured.signature

    @property
    def strategies(self) -> list[str]:
        """The names of the strategies and scorers."""
        return self._measured.strategies

    def text(self) -> str:
        """Returns the output of `seichi eval`."""
        return self._measured.text()

    @property
    def games(self) -> Table:
        """A row for each game and strategy: `games.csv`."""
        return self._table("games")

    @property
    def mismatches(self) -> Table:
        """A row for each answer that differs from the label, with the category of the difference: `mismatches.csv`."""
        return self._table("mismatches")

    @property
    def skipped(self) -> Table:
        """A row for each game that was skipped, with the reason: `skipped.csv`."""
        return self._table("skipped")

    def game(self, name: str) -> Game:
        """Reads the game with this name in the tables, with the run's flags. Its file must still be where the run read it.

        Raises `seichi.SkipError` if the game cannot be scored, and `seichi.Error` if there is no such game.
        """
        return game_of_run(self._measured, name)

    def __repr__(self) -> str:
        games, strategies = self._measured.evaluated, len(self.strategies)
        return f"Run({os.fspath(self.folder)!r}): {games} games, {strategies} strategies"

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.text(), quote=False)}</pre>"


TABLES = ("games", "mismatches", "summary", "pairwise", "dead", "skipped")


def read_run(folder: Path_) -> dict[str, pandas.DataFrame]:
    """Reads the files of a run into pandas data frames, keyed by file name without the extension, such as `games`.

    Sizes, flags and dates are text, `yes` and `no` are Booleans, and only an empty field is missing. `boards` has a row
    for each line of `boards.ndjson`, if the run has this file.

    Raises `seichi.Error` if the folder has no run, or if a file in it has changed.
    """
    import pandas

    run = Run(folder)
    frames = {name: pandas.DataFrame.from_arrow(run._table(name)) for name in TABLES}
    boards = run.folder / "boards.ndjson"
    if boards.exists():
        with boards.open(encoding="utf-8") as lines:
            frames["boards"] = pandas.DataFrame([json.loads(line) for line in lines])
    return frames


@takes(EvalFlags)
def evaluate(
    paths: Path_ | Iterable[Path_],
    *,
    output: Path_ | None = None,
    progress: bool | Progress | None = None,
    scorers: Mapping[str, Scorer] | None = None,
    **flags: Unpack[EvalFlags],
) -> Run:
    """Scores every game below `paths`, compares it with its label, and returns the run.

    `paths` are files, folders and archives. `flags` are the flags of `seichi eval`, with underscores for the dashes:
    `strategy=["linked", "grey"]`, `dead="estimate"`, `jobs=2`.

    The run is written to `output`, or to a temporary folder that exists only as long as the returned run does. `progress`
    decides whether a bar is shown: with `None` only in a terminal or notebook, with `True` always, with `False` never. It
    can also be a function, which is called with three numbers: files done, all files, and games. `scorers` maps names to
    functions that count as strategies: see `Scorer`. A scorer that raises an exception has no answer for that board.

    Ctrl-C or an exception raised by `progress` ends the evaluation, and nothing is written.

    Raises `seichi.Error` if the program would end with an error.
    """
    without_effect(flags)
    several = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    with _folder_for(output) as folder, _progress(progress) as show:
        _seichi.evaluate(
            [os.fspath(path) for path in several],
            [*flag_list(flags), ("out", [folder])],
            scorer_list(scorers),
            show,
            _warn,
        )
    return _opened(folder, output)


def merge(runs: Iterable[Path_ | Run], *, output: Path_ | None = None) -> Run:
    """Joins the runs of all parts of the same games, as returned or written by `evaluate(..., part="1/4")` and so on.

    Nothing is scored again, and the order of `runs` does not matter. The run is written to `output`, or to a temporary
    folder that exists only as long as the returned run does.

    Raises `seichi.Error` if the runs are not parts of the same games.
    """
    folders = [os.fspath(run.folder if isinstance(run, Run) else run) for run in runs]
    with _folder_for(output) as folder:
        _seichi.merge(folders, folder)
    return _opened(folder, output)


@contextmanager
def _folder_for(output: Path_ | None) -> Iterator[str]:
    """Yields the folder for a new run: `output`, or one in a temporary folder, which is removed after an exception."""
    if output is not None:
        yield os.fspath(output)
        return
    temporary = tempfile.mkdtemp(prefix="seichi-")
    try:
        yield os.path.join(temporary, "run")
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise


def _opened(folder: str, output: Path_ | None) -> Run:
    """Opens a new run. If `output` is not given, the temporary folder is removed when the run is deleted."""
    run = Run(folder)
    if output is None:
        weakref.finalize(run, shutil.rmtree, run.folder.parent, ignore_errors=True)
    return run


def without_effect(flags: Mapping[str, object]) -> None:
    """Raises `TypeError` for a flag that has no effect in Python."""
    instead = {
        "out": "`output` names the folder",
        "format": "`Run.text()` and `Run.figures` contain what the program prints",
        "color": "nothing is printed",
        "no_progress": "`progress=False` hides the bar",
    }
    for name in instead.keys() & flags.keys():
        raise TypeError(f"{name} does not apply here: {instead[name]}")


def _warn(message: str) -> None:
    # reported at the line of the user's code that called `evaluate`
    warnings.warn(in_python(message), SeichiWarning, stacklevel=3)


def _is_seen() -> bool:
    """Returns whether a bar would be visible: in a terminal, or in a notebook (recognized by its kernel)."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return hasattr(shell, "kernel") or (sys.stderr is not None and sys.stderr.isatty())


class _progress:
    """A context with the function that shows progress."""

    def __init__(self, wanted: bool | Progress | None) -> None:
        self._wanted = wanted
        self._bar: Any = None

    def __enter__(self) -> Progress:
        if callable(self._wanted):
            return self._wanted
        if self._wanted is False or (self._wanted is None and not _is_seen()):
            return lambda done, files, games: None
        from tqdm import tqdm

        self._bar = tqdm(unit="file", leave=False)
        return self._show

    def _show(self, done: int, files: int, games: int) -> None:
        self._bar.total = files
        self._bar.set_postfix_str(f"{games} games", refresh=False)
        self._bar.update(done - self._bar.n)
        if done == files:
            self._bar.refresh()

    def __exit__(self, *exception: object) -> None:
        if self._bar is not None:
            self._bar.close()
