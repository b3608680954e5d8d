"""What the adapters in Python share: reads questions, and writes answers."""

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


def only(method, question):
    if question["method"] != method:
        raise ValueError(f"it counts by {method} only")


def square(question):
    """Returns the size of a square board."""
    width, height = question["size"]
    if width != height:
        raise ValueError("it has only square boards")
    return width


def serve(score):
    """Answers each question with what `score` returns for it, or with the error that it raises."""
    for line in sys.stdin:
        question = json.loads(line)
        try:
            answer = score(question)
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"[:200]}
        print(json.dumps({"id": question["id"], **answer}), flush=True)
