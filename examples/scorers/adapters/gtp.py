"""Any GTP engine that counts, such as GNU Go, Leela Zero or seichi: python3 gtp.py COMMAND..."""

import functools
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


@functools.cache
def lists(status):
    try:
        ask(f"final_status_list {status}")
    except ValueError:
        return False
    return True


def surrounded(question, dead, seki):
    """Returns the regions that living stones of one colour surround, unless one of these is in seki."""
    living = {name(x, y): stone for x, y, stone in stones(question) if name(x, y) not in dead}
    width, height = question["size"]
    territory, seen = {"X": [], "O": []}, set(living)
    for start in ((x, y) for y in range(height) for x in range(width)):
        region, borders, open_points = [], set(), [start]
        while open_points:
            x, y = open_points.pop()
            point = name(x, y)
            if point in living:
                borders.add("seki" if point in seki else living[point])
            elif point not in seen:
                seen.add(point)
                region.append(point)
                near = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
                open_points += [(x, y) for x, y in near if 0 <= x < width and 0 <= y < height]
        if borders in ({"X"}, {"O"}):
            territory[borders.pop()] += region
    return territory["X"], territory["O"]


def score(question):
    side = square(question)
    for command in (f"boardsize {side}", "clear_board", "komi 0"):
        ask(command)
    if "rules" in question and ask("known_command kata-set-rules") == ["true"]:
        ask(f"kata-set-rules {question['rules']}")
    for x, y, stone in stones(question):
        ask(f"play {'black' if stone == 'X' else 'white'} {COLUMNS[x]}{side - y}")
    if "rules" in question:  # the game is over: nobody fills another dame
        for color in ("black", "white"):
            ask(f"play {color} pass")
    if ask("known_command final_status_list") != ["true"]:
        [text] = ask("final_score")[:1]
        return {"score": 0 if text == "0" else float(text[2:]) * (1 if text[0] in "Bb" else -1)}
    point = lambda text: name(COLUMNS.index(text[0]), side - int(text[1:]))
    points = lambda status: [point(text) for text in ask(f"final_status_list {status}")]
    dead = points("dead")
    # an engine that has no list of territory refuses it, or lists nothing for any word
    if not lists("black_territory") or lists("no_such_status"):
        black, white = surrounded(question, dead, points("seki"))
        return {"black": black, "white": white, "dead": dead}
    black, white = points("black_territory"), points("white_territory")
    living = {name(x, y): stone for x, y, stone in stones(question)}
    for stone in dead:  # some engines list the points of dead stones as territory, others don't
        owner = black if living[stone] == "O" else white
        if stone not in owner:
            owner.append(stone)
    return {"black": black, "white": white, "dead": dead}


serve(score)
