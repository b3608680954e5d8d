#!/usr/bin/env python3
"""Surrounds small boards with living walls, so that each level has boards of common sizes.

    python3 suite/enlarge.py NAME...   removes the enlarged cases of these levels and makes them again

The board is extended first at the right edge, then at the lower edge: each new point has
the owner of the edge point next to it, and walls of stones enclose the new territory. An attached corner has a seki with
an eye of two points and an eye of one, so that a scorer that ignores seki gets a different margin. `inside` is the size of the
small board in the upper left corner, which stays unchanged.
`cargo test --test suite` checks these boards like all others.
"""

import itertools
import json
import sys

from make import FOLDER, LETTERS, Board, complete, written

SEKI = ("..X..O.OX", "XXXXOOOOX", "OOOOOXXXX", "XXXXXX..."), ("..B..W.WB", "BBBBWWWWB", "WWWWWBBBB", "BBBBBBBBB")
DRAWN = "a small board, surrounded by a script"
SWAPPED = str.maketrans("XOBW", "OXWB")
SIZES = [(13, 13), (19, 19), (13, 13), (19, 19), (19, 19), (13, 9), (19, 13), (25, 25), (9, 9), (13, 13), (21, 11), (37, 37)]
NUMBERS = ("prisoners/", "handicap/", "button/")  # levels about numbers, which already have larger boards
SHARE = {
    "area": 14, "dead-stones": 14, "false-eyes": 18, "seki": 14, "rules": 14, "territory": 18, "public": 12, "owed-moves": 2,
    "prisoners": 14, "handicap": 14, "button": 12, "nine-by-nine": 20,
}
FROM = {"nine-by-nine": ("dead-stones", "rules")}  # a level that takes its boards from other levels, all of 9 × 9


def turned(rows):
    """The board rotated by 90 degrees."""
    return ["".join(row[x] for row in reversed(rows)) for x in range(len(rows[0]))]


def mirrored(rows):
    return [row[::-1] for row in rows]


def swapped(rows):
    return [row.translate(SWAPPED) for row in rows]


def stretches(edge):
    """The stretches along an edge that have one owner: the first place, the place after the last, and the owner of each."""
    found = []
    for place, owner in enumerate(edge):
        if found and found[-1][2] == owner:
            found[-1][1] = place + 1
        else:
            found.append([place, place + 1, owner])
    return found


def widened(rows, owners, width):
    """The board extended to the right, or `None` if a point of its edge is neutral."""
    more, edge = width - len(rows[0]), "".join(row[-1] for row in owners)
    if more < (1 if width == 9 else 3) or "." in edge:
        return (rows, owners) if more == 0 else None
    added, whole = [""] * len(rows), stretches(edge)
    for start, end, owner in whole:
        stone = "X" if owner == "B" else "O"
        for y in range(start, end):
            beside_other = (y == start and start > 0) or (y == end - 1 and end < len(rows))
            added[y] = stone * more if beside_other else stone + "." * (more - 1)
    return [row + new for row, new in zip(rows, added)], [row + row[-1] * more for row in owners]


def with_seki(rows, owners):
    """The board with a seki of uneven eyes in the upper right corner, which has one owner."""
    owner = owners[0][-1]
    piece, map = (SEKI if owner == "B" else (swapped(part) for part in SEKI))
    piece, map = mirrored(piece), mirrored(map)
    cut = lambda old, new: [row[: -len(new[0])] + new[y] if y < len(new) else row for y, row in enumerate(old)]
    return cut(rows, piece), cut(owners, map)


def enlarged(case, size, attach, turns=0, mirror=False, swap=False):
    """The case on a board of this size, or `None` if its edges do not allow this."""
    board = Board(case["rows"], case["dead"])
    shown = lambda place: board.stones[place].translate(str.maketrans("XO", "xo")) if place in board.dead else board.stones[place]
    rows, owners = board.drawn(shown), case["owners"]
    for _ in range(turns):
        rows, owners = turned(rows), turned(owners)
    if mirror:
        rows, owners = mirrored(rows), mirrored(owners)
    if swap:
        table = str.maketrans("XOxo", "OXox")
        rows, owners = [row.translate(table) for row in rows], swapped(owners)
    inside, (width, height) = [len(rows[0]), len(rows)], size
    if inside[0] > width or inside[1] > height:
        return None
    wide = widened(rows, owners, width)
    if wide and attach:
        if width - inside[0] < 9 or len({row[-1] for row in owners}) > 1:
            return None
        wide = with_seki(*wide)
    if not wide:
        return None
    # the transposed board is extended in the same way, which extends the board downwards
    transposed = lambda part: ["".join(column) for column in zip(*part)]
    high = widened(*map(transposed, wide), height)
    if not high:
        return None
    rows, owners = map(transposed, high)
    dead = sorted(LETTERS[x] + LETTERS[y] for y, row in enumerate(rows) for x, stone in enumerate(row) if stone in "xo")
    new = {**case, "rows": [row.upper() for row in rows], "owners": owners, "dead": dead, "inside": inside}
    if swap:
        new["prisoners"] = {"black": case["prisoners"]["white"], "white": case["prisoners"]["black"]}
    return new


def decides(case):
    """Whether the margin of each trap differs from the answer's."""
    return all(trap.get("margin") != case["margin"] for trap in case["traps"])


def differs(case):
    made = [trap["margin"] for trap in case["traps"] if "margin" in trap]
    return decides(case) and len({*made}) == len(made)


def tuned(case):
    """The case with prisoners and komi that give every mistake a different margin, where possible."""
    given = case["prisoners"], case["komi"]
    tried = [given] + [
        ({"black": black, "white": white}, komi)
        for komi in (case["komi"], 6.5, 5.5, 3, 7)
        for black, white in ((0, 0), (3, 1), (1, 4), (7, 2), (2, 9))
        if case["method"] == "territory" or (black, white) == (0, 0)
    ]
    for prisoners, komi in tried:
        changed = complete({**case, "prisoners": prisoners, "komi": komi})
        if differs(changed):
            return changed
    return complete(case)


def checks(case):
    """The checks that apply to an enlarged board: a full search would take too long."""
    return [check for check in case["checked"] if check in ("count", "teire", "independent")]


def is_base(case):
    is_plain = case["owners"] and not case["to_play"] and "sgf" not in case and "inside" not in case
    if case["id"].startswith(NUMBERS):
        return is_plain and len(case["rows"]) < 9 and checks(case)
    return is_plain and not case["handicap"] and not case.get("first_pass") and checks(case)


def variant(case, number, is_right, sizes=SIZES):
    """The case on a larger board, with swapped colours in every second case, or `None`."""
    exchanges = number % 2 == 1 and not case["komi"] and "group_tax" not in case
    for size, turn in itertools.product(sizes[number % len(sizes):] + sizes, range(8)):
        new = enlarged(case, size, False, turn % 4, turn >= 4, exchanges)
        if new:
            new = {key: value for key, value in new.items() if key not in ("contested", "thread")}
            name = f"{case['id']}-on-{size[0]}x{size[1]}{'-exchanged' if exchanges else ''}"
            new = tuned(new | {"id": name, "drawn": DRAWN, "checked": checks(case)})
            if decides(new) and is_right(new):
                return new
    return None


def variants(level, is_right=lambda case: True):
    """The enlarged cases of a level, spread evenly over its cases and over the sizes."""
    name, cases, sizes = level["level"], level["cases"], SIZES
    if name in FROM:
        cases, sizes = [], [(9, 9)]
        for source in FROM[name]:
            for case in json.loads((FOLDER / f"{source}.json").read_text(encoding="utf-8"))["cases"]:
                cases.append({**case, "id": f"{name}/{case['id'].replace('/', '-')}"})
    wanted, bases, made = SHARE.get(name, 0), list(filter(is_base, cases)), []
    # bases whose edges do not allow an extension are skipped
    order = sorted(range(len(bases)), key=lambda at: (at * wanted % len(bases) >= wanted, at))
    for at in order:
        if len(made) < wanted and (new := variant(bases[at], len(made), is_right, sizes)):
            made.append(new)
    return made


def main(names):
    for name in names:
        path = FOLDER / f"{name}.json"
        level = json.loads(path.read_text(encoding="utf-8"))
        level["cases"] = [case for case in level["cases"] if case["drawn"] != DRAWN]
        level["cases"] += variants(level)
        path.write_text(written(level), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
