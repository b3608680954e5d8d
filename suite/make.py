#!/usr/bin/env python3
"""Computes the fields that follow from a case's board and rules, and writes the levels and their records.

    python3 suite/make.py          after a change to cases: numbers, traps, features and records
    python3 suite/make.py --check  whether anything would change: exit code 1
"""

import json
import string
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
LETTERS = string.ascii_letters
COLORS = ("black", "white")
PAID = {"chinese": 0, "chinese-ogs": 0, "chinese-kgs": 0, "aga": 1, "bga": 1, "french": 1, "aga-button": 1}


class Board:
    """The living and the dead stones of a case."""

    def __init__(self, rows, dead=()):
        self.places = [(x, y) for y, row in enumerate(rows) for x in range(len(row))]
        self.stones = {(x, y): rows[y][x] for x, y in self.places}
        self.dead = {(LETTERS.index(name[0]), LETTERS.index(name[1])) for name in dead}
        self.living = {place: "." if place in self.dead else stone for place, stone in self.stones.items()}
        self.width, self.height = len(rows[0]), len(rows)

    def around(self, place):
        x, y = place
        return [near for near in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)) if near in self.stones]

    def connected(self, start):
        found = [start]
        for place in found:
            found += [near for near in self.around(place) if self.living[near] == self.living[start] and near not in found]
        return found

    def drawn(self, owner):
        return ["".join(owner((x, y)) for x in range(self.width)) for y in range(self.height)]

    def reached(self):
        """The owner of each point under the rule that a point belongs to the only color that it reaches."""
        owners = {}
        for start in self.places:
            if start not in owners:
                region = self.connected(start)
                near = {self.living[next] for place in region for next in [place, *self.around(place)]} - {"."}
                owner = {"X": "B", "O": "W"}[near.pop()] if len(near) == 1 else "."
                if self.living[start] != ".":
                    owner = "B" if self.living[start] == "X" else "W"
                owners.update(dict.fromkeys(region, owner))
        return self.drawn(owners.get)

    def strict(self, owners):
        """The owners without the territory next to chains that have a dame as a liberty."""
        reached, lost = self.reached(), set()
        is_dame = lambda place: reached[place[1]][place[0]] == "."
        for start in self.places:
            if self.living[start] != "." and start not in lost:
                chain = self.connected(start)
                if any(is_dame(near) for place in chain for near in self.around(place)):
                    lost.update(chain)
        regions = {}
        for start in self.places:
            if self.living[start] == "." and start not in regions:
                region = self.connected(start)
                regions.update(dict.fromkeys(region, any(near in lost for place in region for near in self.around(place))))
        return self.drawn(lambda place: "." if regions.get(place) else owners[place[1]][place[0]])

    def counted(self, owners, area, twice=True):
        points = [0, 0]
        for x, y in self.places:
            if owners[y][x] != "." and (area or self.living[x, y] == "."):
                points["BW".index(owners[y][x])] += 1
        if not area and twice:
            for place in self.dead:
                points["OX".index(self.stones[place])] += 1
        return points


def score(case, counted, **changes):
    """Black's and White's scores: the counted points, and everything that does not depend on the owners."""
    case = {"first_pass": None, "group_tax": {"black": 0, "white": 0}} | case | changes
    black, white = counted
    if case["method"] == "territory":
        black, white = black + case["prisoners"]["black"], white + case["prisoners"]["white"]
    if case["handicap"] >= 2 and case["rules"] in PAID:
        white += case["handicap"] - PAID[case["rules"]]
    black, white = black + 0.5 * (case["first_pass"] == "black"), white + 0.5 * (case["first_pass"] == "white")
    return black - case["group_tax"]["black"], white + case["komi"] - case["group_tax"]["white"]


def margin(points):
    return points[0] - points[1]


def traps(case):
    """The margin that each mistake gives, if it changes the margin or the owners."""
    board, whole, owners = Board(case["rows"], case["dead"]), Board(case["rows"]), case["owners"]
    area, reached, alive = case["method"] == "area", board.reached(), whole.reached()
    strict = owners if area else board.strict(owners)
    right, none = board.counted(owners, area), {"black": 0, "white": 0}
    other = "territory" if area else "area"
    made = {
        "counts every surrounded point": (score(case, board.counted(reached, area)), reached),
        "leaves dead stones on the board": (score(case, whole.counted(alive, area)), alive),
        "counts dead stones once": (score(case, board.counted(owners, area, False)), owners),
        "takes groups beside a dame for seki": (score(case, board.counted(strict, area)), strict),
        "forgets the prisoners": (score(case, right, prisoners=none), owners),
        "forgets the handicap": (score(case, right, handicap=0), owners),
        "forgets the button": (score(case, right, first_pass=None), owners),
        "forgets the group tax": (score(case, right, group_tax=none), owners),
        "forgets komi": (score(case, right, komi=0), owners),
        f"counts {other}": (score(case, board.counted(owners if area else reached, not area), method=other), owners),
        "reverses the winner": (score(case, right)[::-1], owners),
    }
    correct = margin(score(case, right))
    if not case["dead"]:
        del made["leaves dead stones on the board"]
    return {name: margin(points) for name, (points, map) in made.items() if margin(points) != correct or map != owners}


def features(case):
    """The features of the game that a scorer has to support for the case."""
    width, height = len(case["rows"][0]), len(case["rows"])
    found = [case["method"], f"tax-{case['tax']}", f"{width}x{height}", "square" if width == height else "oblong"]
    given = {
        "dead-stones": case["dead"], "prisoners": any(case["prisoners"].values()), "komi": case["komi"],
        "handicap": case["handicap"], "button": case.get("first_pass"), "group-tax": case.get("group_tax"),
        "turn": case["to_play"], "record": "sgf" in case, "draw": case["margin"] == 0,
    }
    return found + [name for name, is_given in given.items() if is_given]


def result(case):
    shown = f"{abs(case['margin']):g}"
    return "0" if case["margin"] == 0 else ("B+" if case["margin"] > 0 else "W+") + shown


def complete(case):
    """Returns the case with all fields that follow from the board, the owners and the rules."""
    case = {"first_pass": None} | case
    if case["owners"]:
        board, area = Board(case["rows"], case["dead"]), case["method"] == "area"
        counted = board.counted(case["owners"], area)
        points = score(case, counted)
        case |= {"points": dict(zip(COLORS, points)), "margin": margin(points), "added": margin(points) - margin(counted)}
        made = traps(case)
        order = [trap["mistake"] for trap in case.get("traps", []) if "margin" in trap]
        rank = lambda name: order.index(name) if name in order else len(order)
        case["traps"] = [{"mistake": name, "margin": made[name]} for name in sorted(made, key=rank)]
    winner = "black" if case["margin"] > 0 else "white" if case["margin"] < 0 else "draw"
    case |= {"result": result(case), "winner": winner}
    case["traps"] = [trap for trap in case["traps"] if "margin" in trap]
    if winner == "draw":  # a draw counted as a win has the same margin, but a different winner
        case["traps"] += [{"mistake": f"takes a draw for a win of {color.title()}", "winner": color} for color in COLORS]
    case["features"] = features(case)
    keys = ("id features rows dead to_play rules komi handicap prisoners first_pass sgf method tax owners points margin winner "
            "result added group_tax stated inside ruling source contested thread drawn checked traps").split()
    assert not set(case) - set(keys), set(case) - set(keys)
    return {key: case[key] for key in keys if key in case}


def number(value):
    """Returns a value in which whole numbers have no decimal point."""
    if isinstance(value, float) and value == int(value):
        return int(value)
    if isinstance(value, dict):
        return {key: number(part) for key, part in value.items()}
    return [number(part) for part in value] if isinstance(value, list) else value


def written(level):
    """The text of a level: a line for each field, row and trap."""
    text = lambda value: json.dumps(number(value), ensure_ascii=False)
    head = ["{"] + [f" {text(key)}: {text(value)}," for key, value in level.items() if key != "cases"]
    cases = []
    for case in level["cases"]:
        lines = []
        for key, value in case.items():
            if key in ("rows", "owners", "traps") and value:
                value = "[\n" + ",\n".join(f"    {text(part)}" for part in value) + "\n   ]"
            else:
                value = text(value)
            lines.append(f"   {text(key)}: {value}")
        cases.append("  {\n" + ",\n".join(lines) + "\n  }")
    return "\n".join(head) + '\n "cases": [\n' + ",\n".join(cases) + "\n ]\n}\n"


def record(case):
    """The case as a record, or `None` if no record can show it."""
    if "sgf" in case:
        return case["sgf"] + "\n"
    board = Board(case["rows"], case["dead"])
    owned = lambda owner: [place for place in board.places if case["owners"][place[1]][place[0]] == owner]
    if case["to_play"] or not case["owners"] or not board.dead.isdisjoint(owned(".")):
        return None
    width, height = board.width, board.height
    named = lambda key, places: key + "".join(f"[{LETTERS[x]}{LETTERS[y]}]" for x, y in places) if places else ""
    stones = lambda stone: [place for place in board.places if board.stones[place] == stone]
    empty = lambda owner: [place for place in owned(owner) if board.living[place] == "."]
    size = width if width == height else f"{width}:{height}"
    by_black, by_white = "AW[aa]AB[ab];B[ba];AE[ba][ab];", "AB[aa]AW[ab];W[ba];AE[ba][ab];"
    captures = by_black * case["prisoners"]["black"] + by_white * case["prisoners"]["white"]
    first = case.get("first_pass") or ("black" if captures else None)
    passes = {None: "", "black": ";B[];W[]\n", "white": ";W[];B[]\n"}[first]
    return (
        f"(;FF[4]GM[1]CA[UTF-8]SZ[{size}]RU[{case['rules']}]KM[{number(case['komi'])}]HA[{case['handicap']}]RE[{case['result']}]"
        f"GN[{case['id']}]C[{case['id']}: {case['ruling']}]\n"
        f"{';' if captures else ''}{captures}{named('AB', stones('X'))}{named('AW', stones('O'))}\n{passes}"
        f"{named('TB', empty('B'))}{named('TW', empty('W'))})\n"
    )


def files():
    """The text of each file of the suite, from its cases."""
    for path in sorted(FOLDER.glob("*.json")):
        level = json.loads(path.read_text(encoding="utf-8"))
        level["cases"] = [complete(case) for case in level["cases"]]
        yield path, written(level)
        yield path.with_suffix(".sgf"), "".join(filter(None, map(record, level["cases"])))


def main(arguments):
    changed = [(path, text) for path, text in files() if not path.exists() or path.read_text(encoding="utf-8") != text]
    for path, text in changed:
        print(path.name)
        if arguments != ["--check"]:
            path.write_text(text, encoding="utf-8")
    return int(bool(changed) and arguments == ["--check"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
