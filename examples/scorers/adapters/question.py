"""The shared part of the adapters in Python: reads questions and writes answers."""

import json
import string
import sys

LETTERS = string.ascii_letters


def name(x, y):
    return LETTERS[x] + LETTERS[y]


def stones(question):
    """Returns the living stones as (x, y, "X" or "O"), from the top."""
    dead = set(question["dead"])
    rows = enumerate(question["rows"])
    return [(x, y, stone) for y, row in rows for x, stone in enumerate(row) if stone != "." and name(x, y) not in dead]


class Unsupported(Exception):
    """Raised for rules, a size or a shape that the scorer does not support."""


def only(method, question):
    if question["method"] != method:
        raise Unsupported(f"it counts by {method} only")


def square(question, smallest=1, largest=52):
    """Returns the size of a square board."""
    width, height = question["size"]
    if width != height or not smallest <= width <= largest:
        raise Unsupported(f"it has only square boards from {smallest}x{smallest} to {largest}x{largest}")
    return width


def paid(question, score, winner_with):
    """Returns a score, or only the winner if the game is a draw that the scorer counts as a win: see `winner_with(komi)`."""
    knows_rules = question["method"] == "area" and question["handicap"] < 2 and not question.get("first_pass")
    if knows_rules and score == question["komi"]:
        winner = winner_with(question["komi"])
        if winner != "draw":
            return {"winner": winner}
    return {"score": score}


def serve(score):
    """Answers each question with the value that `score` returns, or with the reason why there is no answer."""
    for line in sys.stdin:
        question = json.loads(line)
        try:
            answer = score(question)
        except Unsupported as why:
            answer = {"unsupported": str(why)}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"[:200]}
        print(json.dumps({"id": question["id"], **answer}), flush=True)
