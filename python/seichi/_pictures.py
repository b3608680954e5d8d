"""Boards as SVG pictures."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._seichi import Game

Rows = Sequence[str]
"""The letters of a board, row by row, as in `boards.ndjson`."""

_COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
_STYLE = (
    "text{font:.5px sans-serif;fill:#222;text-anchor:middle}.paper{fill:#faf7f0}.wood{fill:#e9cb93}"
    ".line{stroke:#5b4a2c;stroke-width:.05}.black{fill:#111;stroke:#000;stroke-width:.04}"
    ".white{fill:#fdfdfb;stroke:#000;stroke-width:.04}.dead{opacity:.55}"
    ".differs{fill:none;stroke:#0a3bd1;stroke-width:.09}.reason{font:bold .7px sans-serif;fill:#8a0f2e}"
)
_COLORS = {"x": "black", "o": "white", "b": "black", "w": "white"}


def stone_letters(game: Game) -> list[str]:
    """Returns the stones of a game as letters: `x` and `o` are dead stones."""
    rows = []
    for stones, dead in zip(game.stones, game.dead):
        letters = [".XO"[stone].lower() if is_dead else ".XO"[stone] for stone, is_dead in zip(stones, dead)]
        rows.append("".join(letters))
    return rows


def draw(title: str, position: Rows, territory: Rows | None, others: Sequence[Rows]) -> str:
    """Returns a picture of stones and territory. A point has a frame if its owner in any of `others` is different."""
    height, width = len(position), len(position[0])
    size = f'width="{round((width + 2) * 40)}" height="{round((height + 2) * 40)}"'
    svg = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="-1.9 -1.7 {width + 2} {height + 2}" {size}>',
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>",
        f'<rect class="paper" x="-1.9" y="-1.7" width="{width + 2}" height="{height + 2}"/>',
        f'<rect class="wood" x="-.75" y="-.75" width="{width + 0.5}" height="{height + 0.5}" rx=".12"/>',
    ]
    for x in range(width):
        svg.append(f'<path class="line" d="M{x} 0V{height - 1}"/>')
        svg.append(f'<text x="{x}" y="-.97">{_column(x)}</text>')
    for y in range(height):
        svg.append(f'<path class="line" d="M0 {y}H{width - 1}"/>')
        svg.append(f'<text x="-1.25" y="{y + 0.18}">{height - y}</text>')
    for y, row in enumerate(position):
        for x, stone in enumerate(row):
            mark = territory[y][x] if territory else "."
            svg.extend(_point(x, y, f'data-point="{_column(x)}{height - y}"', stone, mark))
            if any(_owner(other[y][x]) != _owner(mark) for other in others):
                svg.append(f'<rect class="differs" x="{x - 0.44}" y="{y - 0.44}" width=".88" height=".88"/>')
    return "\n".join([*svg, "</svg>\n"])


def _point(x: int, y: int, name: str, stone: str, mark: str) -> list[str]:
    """Returns the SVG elements of a point: its stone, and its territory or the reason why it is not territory."""
    point = []
    if stone != ".":
        life, radius = ("dead stone", 0.36) if stone.islower() else ("stone", 0.46)
        point.append(f'<circle class="{life} {_COLORS[stone.lower()]}" {name} cx="{x}" cy="{y}" r="{radius}"/>')
    if mark in "bw":
        place = f'x="{x - 0.15:.2f}" y="{y - 0.15:.2f}" width=".3" height=".3"'
        point.append(f'<rect class="territory {_COLORS[mark]}" {name} {place}/>')
    elif mark in "sf":
        point.append(f'<circle class="wood" cx="{x}" cy="{y}" r=".3"/>')
        point.append(f'<text class="reason" {name} x="{x}" y="{y + 0.18}">{mark}</text>')
    return point


def _owner(letter: str) -> str:
    """Returns the owner of a point, `b` or `w`, or an empty string if it is neither player's territory."""
    return letter if letter in "bw" else ""


def _column(x: int) -> str:
    """Returns the name of a column in letters, skipping I."""
    turn, letter = divmod(x, len(_COLUMNS))
    return (_COLUMNS[turn - 1] if turn else "") + _COLUMNS[letter]
