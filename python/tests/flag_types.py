"""Prints the types of keyword arguments, made from the program's flags:

    python python/tests/flag_types.py > python/seichi/_flag_types.py
"""

from __future__ import annotations

from seichi import _seichi

HEAD = '''"""The keyword arguments of functions, one for each flag of the program. `python/tests/flag_types.py` writes this file."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ._flags import Word
'''

READING = ["encoding", "komi", "rules", "seed", "size"]
"""The flags that say how to read a game."""

NOT_IN_PYTHON = ["out", "format", "color", "no-progress", "quiet"]
"""The flags about the output of a command."""


Flag = tuple[str, str, bool, bool]


def dictionary(name: str, base: str, about: str, flags: list[Flag]) -> str:
    lines = [f"\n\nclass {name}({base}, total=False):", f'    """{about}"""\n']
    for flag, help, takes_value, takes_several in flags:
        kind = "Word | Iterable[Word]" if takes_several else "Word" if takes_value else "bool"
        lines += [f"    {flag.replace('-', '_')}: {kind} | None", f'    """{help}."""']
    return "\n".join(lines) + "\n"


def text() -> str:
    """Returns the text of the file."""
    evaluation = [flag for flag in _seichi.flags_of("eval") if flag[0] not in NOT_IN_PYTHON]
    audit = [flag for flag in _seichi.flags_of("audit") if flag[0] not in NOT_IN_PYTHON]
    score = _seichi.flags_of("score")
    game = [flag for flag in score if flag[0] in READING]
    dead = [flag for flag in score if flag[0] == "dead"]
    # a flag that both commands have must be the same in both
    own = [flag for flag in evaluation if flag not in game + dead]
    assert not {flag[0] for flag in own} & {flag[0] for flag in game + dead}
    return (
        HEAD
        + dictionary("GameFlags", "TypedDict", "The flags of `seichi score` that apply to a single game.", game)
        + dictionary("ReadingFlags", "GameFlags", "The flags for reading a game.", dead)
        + dictionary("EvalFlags", "ReadingFlags", "The flags of `seichi eval`.", own)
        + dictionary("AuditFlags", "TypedDict", "The flags of `seichi audit`.", audit)
    )


if __name__ == "__main__":
    print(text(), end="")
