"""The keyword arguments of functions, one for each flag of the program. `python/tests/flag_types.py` writes this file."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ._flags import Word


class GameFlags(TypedDict, total=False):
    """The flags of `seichi score` that apply to a single game."""

    seed: Word | None
    """The random seed for the playouts."""
    size: Word | Iterable[Word] | None
    """Use only games on boards of these sizes, such as 19 or 9,13x9."""
    rules: Word | None
    """The rules: `auto` (the record's rules), `auto,NAME` (NAME if the record has none), or NAME, which overrides the record. NAME may also be rules in KataGo's notation, as a string or as JSON."""
    komi: Word | None
    """The komi for records that do not state one."""
    encoding: Word | None
    """The text encoding of the records, such as GBK; by default, it is detected."""


class ReadingFlags(GameFlags, total=False):
    """The flags for reading a game."""

    dead: Word | Iterable[Word] | None
    """The source of dead stones, or several sources separated by commas: the first one with an answer is used."""


class EvalFlags(ReadingFlags, total=False):
    """The flags of `seichi eval`."""

    finished: bool | None
    """Use only finished games: all borders between Black and White are closed, and no comment mentions missing moves."""
    safety: bool | None
    """Also say whether each game is safe to score, that is, whether it can be counted without asking the players."""
    unique: bool | None
    """Use only one record of each game: if several records share their first fifty moves (allowing for symmetry), use the longest, or none if their results differ."""
    part: Word | None
    """Use only the Ith of N parts of the games, such as 2/16: a game's name decides which part it belongs to. `seichi merge` joins the runs of all parts."""
    owners: Word | None
    """Compare eyes in seki with the owners of the points in an ownership file, such as one made with a neural network."""
    min_games: Word | None
    """Exit with code 3 if fewer than N games are evaluated; the default is 1, or 0 with --part."""
    strategy: Word | Iterable[Word] | None
    """The strategies and scorers to run: names separated by commas (repeatable), or `all`; by default, those marked with * in `seichi list strategies`. Commands that need only one answer use the first."""
    scorer: Word | Iterable[Word] | None
    """Measure an external scorer: a program that reads positions and writes their territory as lines of JSON, or a GTP engine given as NAME=gtp:COMMAND (repeatable)."""
    scorer_timeout: Word | None
    """The time limit per position in seconds; by default 10 for a scorer, and 60 for the engine."""
    engine: Word | None
    """The command of a GTP engine, for --dead engine."""
    ownership: Word | None
    """A file with the predicted owner of each point, one JSON line per game, for --dead ownership."""
    verbose: bool | None
    """Say why games are skipped."""
    include: Word | Iterable[Word] | None
    """Read only files that match GLOB (repeatable)."""
    exclude: Word | Iterable[Word] | None
    """Skip files and folders that match GLOB (repeatable)."""
    files_from: Word | None
    """Read the paths from FILE, one per line; `-` is standard input."""
    labels: Word | Iterable[Word] | None
    """A labels file, in addition to each folder's labels.jsonl (repeatable)."""
    limit: Word | None
    """Stop after N games, including skipped games."""
    jobs: Word | None
    """The number of threads; 0 means one per core."""


class AuditFlags(TypedDict, total=False):
    """The flags of `seichi audit`."""

    only: Word | Iterable[Word] | None
    """List only games with these verdicts."""
    known: Word | None
    """List only suspects that FILE does not contain, and games and results that have disappeared since FILE was written; exit with code 1 if there are any. FILE may also contain lines with only the name or hash of a game, and need not exist."""
    remember: bool | None
    """Write all games, their recounts and the listed verdicts to the --known file. The next audit recounts only games that have changed."""
    fix: Word | None
    """Correct the listed games where only the result can be wrong: copy their records, unpacked, to the new folder DIR, with the recount as the result, and write a log of the changes. The rest of each record stays unchanged."""
    decisions: Word | None
    """With --fix, write the results in FILE instead: a CSV file with the columns `game` and `new`, such as an edited log of the changes."""
    dead: Word | Iterable[Word] | None
    """The source of dead stones, in the form used by `eval`."""
    include: Word | Iterable[Word] | None
    """Read only files that match GLOB (repeatable)."""
    exclude: Word | Iterable[Word] | None
    """Skip files and folders that match GLOB (repeatable)."""
    files_from: Word | None
    """Read the paths from FILE, one per line; `-` is standard input."""
    labels: Word | Iterable[Word] | None
    """A labels file, in addition to each folder's labels.jsonl (repeatable)."""
    size: Word | Iterable[Word] | None
    """Use only games on boards of these sizes, such as 19 or 9,13x9."""
    limit: Word | None
    """Stop after N games, including skipped games."""
    jobs: Word | None
    """The number of threads; 0 means one per core."""
    rules: Word | None
    """The rules: `auto` (the record's rules), `auto,NAME` (NAME if the record has none), or NAME, which overrides the record. NAME may also be rules in KataGo's notation, as a string or as JSON."""
    komi: Word | None
    """The komi for records that do not state one."""
    encoding: Word | None
    """The text encoding of the records, such as GBK; by default, it is detected."""
    verbose: bool | None
    """Say why games are skipped."""
