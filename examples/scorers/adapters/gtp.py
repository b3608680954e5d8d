"""Any GTP engine that lists territory, such as GNU Go or seichi: python3 gtp.py COMMAND..."""

import subprocess
import sys

from question import name, serve, square, stones

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


def score(question):
    side = square(question)
    for command in (f"boardsize {side}", "clear_board", "komi 0"):
        ask(command)
    if "rules" in question and ask("known_command kata-set-rules") == ["true"]:
        ask(f"kata-set-rules {question['rules']}")
    for x, y, stone in stones(question):
        ask(f"play {'black' if stone == 'X' else 'white'} {COLUMNS[x]}{side - y}")
    for color in ("black", "white"):  # the game is over: nobody fills another dame
        ask(f"play {color} pass")
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
