"""A scorer that knows every answer of the suite but makes one mistake, and gives only margins: planted.py MISTAKE"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "suite"))
import make


def area_for_territory(case, board):
    return make.score(case, board.counted(board.reached(), True), method="area")


def dead_stay(case, board):
    whole = make.Board(case["rows"])
    return make.score(case, whole.counted(whole.reached(), case["method"] == "area"))


def dead_once(case, board):
    return make.score(case, board.counted(case["owners"], case["method"] == "area", False))


def dame_is_seki(case, board):
    owners = case["owners"] if case["method"] == "area" else board.strict(case["owners"])
    return make.score(case, board.counted(owners, case["method"] == "area"))


def flood(case, board):
    return make.score(case, board.counted(board.reached(), case["method"] == "area"))


def no_komi(case, board):
    return make.score(case, board.counted(case["owners"], case["method"] == "area"), komi=0)


def no_prisoners(case, board):
    return make.score(case, board.counted(case["owners"], case["method"] == "area"), prisoners={"black": 0, "white": 0})


def no_handicap(case, board):
    return make.score(case, board.counted(case["owners"], case["method"] == "area"), handicap=0)


def no_button(case, board):
    return make.score(case, board.counted(case["owners"], case["method"] == "area"), first_pass=None)


def whole_komi(case, board):
    return make.score(case, board.counted(case["owners"], case["method"] == "area"), komi=int(case["komi"]))


def komi_to_black(case, board):
    return make.score(case, board.counted(case["owners"], case["method"] == "area"), komi=-case["komi"])


def whole_points(case, board):
    return int(case["margin"]), 0


def draws_to_white(case, board):
    return case["points"]["black"], case["points"]["white"]


MISTAKES = {
    "flood": flood, "area-for-territory": area_for_territory, "dead-stay": dead_stay,
    "dead-once": dead_once, "dame-is-seki": dame_is_seki, "no-komi": no_komi, "draws-to-white": draws_to_white,
    "no-prisoners": no_prisoners, "no-handicap": no_handicap, "no-button": no_button,
    "whole-komi": whole_komi, "komi-to-black": komi_to_black, "whole-points": whole_points,
}
name = sys.argv[1]
cases = {case["id"]: case for path in make.FOLDER.glob("*.json") for case in json.loads(path.read_text())["cases"]}
for line in sys.stdin:
    question = json.loads(line)
    case = cases[question["id"]]
    margin = make.margin(MISTAKES[name](case, make.Board(case["rows"], case["dead"])))
    answer = {"winner": "black" if margin > 0 else "white"} if name == "draws-to-white" else {"margin": margin}
    print(json.dumps({"id": question["id"], **answer}), flush=True)
