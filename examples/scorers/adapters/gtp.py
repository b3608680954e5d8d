"""Any GTP engine: lists territory if the engine can, like GNU Go and seichi, or else counts area: python3 gtp.py COMMAND..."""

import functools
import json
import subprocess
import sys

from question import Unsupported, name, only, serve, square, stones

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
engine = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def ask(command):
    engine.stdin.write(command + "\n")
    engine.stdin.flush()
    lines = [engine.stdout.readline()]
    while lines[-1].strip() or not lines[0].strip():
        if not lines[-1]:
            raise EOFError(f"the engine ended at {command}")
        lines.append(engine.stdout.readline())
    if not lines[0].startswith("="):
        raise ValueError(lines[0][1:].strip())
    return "".join(lines)[1:].split()


@functools.cache
def lists_territory():
    """Returns whether the engine lists territory, tested on the first board; some engines give an empty list for any status."""
    for status in ("black_territory", "no_such_status"):
        try:
            ask(f"final_status_list {status}")
        except ValueError:
            return status != "black_territory"
    return False


@functools.cache
def knows_rules():
    return ask("known_command kata-set-rules") == ["true"]


def score(question):
    """Returns the engine's count. The suite has many boards under several rules, but asks the engine only once about each."""
    square(question, largest=25)
    keys = ["size", "rows", "dead", "method", *(["tax", "rules"] if knows_rules() else [])]
    return count(json.dumps({key: question.get(key) for key in keys}))


@functools.cache
def count(text):
    question = json.loads(text)
    side = square(question)
    try:
        ask(f"boardsize {side}")
    except ValueError as why:
        raise Unsupported(f"boardsize {side}: {why}") from why
    for command in ("clear_board", "komi 0"):
        ask(command)
    ask("play white pass")  # otherwise, some engines take Black's stones for handicap stones
    for x, y, stone in stones(question):
        ask(f"play {'black' if stone == 'X' else 'white'} {COLUMNS[x]}{side - y}")
    for color in ("black", "white"):  # the game is over, so that nobody fills another dame
        ask(f"play {color} pass")
    if not lists_territory():
        only("area", question)
        if knows_rules():  # without a button or a group tax, which are added to a score
            tax = "SEKI" if question.get("tax") == "seki" else "NONE"
            ask(f"kata-set-rules koSIMPLEscoreAREAtax{tax}sui0")
        [text] = ask("final_score")
        return {"score": float(text[2:]) * (-1 if text[0] == "W" else 1) if text != "0" else 0}
    if knows_rules() and question.get("rules"):
        ask(f"kata-set-rules {question['rules']}")
    point = lambda text: name(COLUMNS.index(text[0]), side - int(text[1:]))
    black, white, dead = (
        [point(text) for text in ask(f"final_status_list {status}")]
        for status in ("black_territory", "white_territory", "dead")
    )
    living = {name(x, y): stone for x, y, stone in stones(question)}
    for stone in dead:  # some engines list the points of dead stones as territory, others don't
        owner = black if living[stone] == "O" else white
        if stone not in owner:
            owner.append(stone)
    return {"black": black, "white": white, "dead": dead}


serve(score)
