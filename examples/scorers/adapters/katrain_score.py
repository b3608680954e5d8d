"""KaTrain (PyPI: katrain, 1.20.0): counts a finished game under Japanese rules, from the ownership that KataGo gives.

KataGo's analysis engine is the command after the name of this file.
"""

import json
import os
import subprocess
import sys
from types import SimpleNamespace

from question import Unsupported, only, serve, stones

os.environ |= {"KIVY_NO_CONSOLELOG": "1", "KIVY_NO_FILELOG": "1", "KIVY_NO_ARGS": "1"}
from katrain.core.game import Game  # noqa: E402

engine = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
COLUMNS = "ABCDEFGHJKLMNOPQRST"


def ownership(question, player):
    """Returns the owner of each point, from 1 (Black's) to -1 (White's), with a colour to move."""
    width, height = question["size"]
    placed = [["B" if stone == "X" else "W", f"{COLUMNS[x]}{height - y}"] for x, y, stone in stones(question)]
    query = {"id": "", "boardXSize": width, "boardYSize": height, "rules": "japanese", "komi": 0, "moves": [], "maxVisits": 1}
    query |= {"initialStones": placed, "initialPlayer": player, "includeOwnership": True}
    query["overrideSettings"] = {"reportAnalysisWinratesAs": "BLACK"}
    engine.stdin.write(json.dumps(query) + "\n")
    engine.stdin.flush()
    return json.loads(engine.stdout.readline())["ownership"]


def score(question):
    only("territory", question)
    width, height = question["size"]
    if not 2 <= min(width, height) <= max(width, height) <= 19:
        raise Unsupported("KataGo has boards from 2x2 to 19x19")
    node, parent = (SimpleNamespace(ownership=ownership(question, player)) for player in "BW")
    node.parent, node.score, node.format_score = parent, None, lambda score: score
    placed = [SimpleNamespace(coords=(x, height - 1 - y), player="B" if stone == "X" else "W") for x, y, stone in stones(question)]
    game = SimpleNamespace(rules="japanese", current_node=node, board_size=(width, height), stones=placed, komi=0)
    game.prisoner_count = {"B": 0, "W": 0}
    game.katrain = SimpleNamespace(log=lambda *_: None)
    counted = Game.manual_score.fget(game)
    if counted is None:
        raise ValueError("it does not count the board: the owners of too many points are uncertain")
    return {"score": counted}


serve(score)
