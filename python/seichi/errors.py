"""The exceptions of the package."""

from __future__ import annotations

import re

__all__ = ["Error", "SkipError"]


def in_python(message: str) -> str:
    """Returns a message with the names of the program's flags replaced by keyword arguments."""
    advised = r"add --([a-z-]+) (?:([A-Z]+)|([a-z,]+))(?!\S)"
    message = re.sub(advised, lambda found: f"add --{found[1]}=" + (found[2] or f'"{found[3]}"'), message)
    message = re.sub(r"--([a-z-]+) (\d+)\b", r"--\1=\2", message)
    message = re.sub(r"--([a-z-]+) ([a-z]+)(?=\)|$)", r'--\1="\2"', message)
    return re.sub(r"'?--([a-z][a-z-]*)(?: <[A-Z_/]+>')?", lambda found: found[1].replace("-", "_"), message)


class Error(Exception):
    """The message that the program would print before it ends with an error."""

    exit_code: int
    """The exit code that the program would have: 2 for an error, 3 if nothing could be evaluated."""

    def __init__(self, message: str, exit_code: int = 2) -> None:
        super().__init__(in_python(message), exit_code)
        self.exit_code = exit_code

    def __str__(self) -> str:
        return str(self.args[0])


class SkipError(Error):
    """A game that cannot be scored, or a file without a game. `docs/files.md` lists the reasons."""

    name: str
    """The name of the game, `FILE#NUMBER`, or the name of the file if it has no game."""
    reason: str
    """The reason in one word, such as `bad_size`."""
    stage: str
    """The step at which the game was skipped: `source`, `sgf`, `header`, `replay`, `settle` or `score`."""
    meaning: str
    """The reason in words."""
    detail: str
    """More details; may be empty."""
    byte: int | None
    """The offset in the file, in bytes, if it is known."""

    def __init__(self, name: str, reason: str, stage: str, meaning: str, detail: str, byte: int | None) -> None:
        Exception.__init__(self, name, reason, stage, meaning, detail, byte)
        self.exit_code = 3
        self.name = name
        self.reason = reason
        self.stage = stage
        self.meaning = meaning
        self.detail = detail
        self.byte = byte

    def __str__(self) -> str:
        detail = f": {self.detail}" if self.detail else ""
        byte = "" if self.byte is None else f" (byte {self.byte})"
        return f"{self.name}: {self.reason}{detail}{byte}. {self.meaning}"
