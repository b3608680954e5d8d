"""An analysis engine for `seichi --ownership-engine`, in the protocol of KataGo: the smallest that finds dead stones.

It reads queries, one line of JSON each, and writes the ownership of each point, row by row from the top left. An area
that one colour surrounds is this colour's, with the stones in it if they fill less than half of it.
"""

import json
import sys

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def board(query):
    """Returns the colour of each point, by (x, y): B, W or None."""
    width, height = query["boardXSize"], query["boardYSize"]
    colors = {(x, y): None for y in range(height) for x in range(width)}
    for color, name in query["initialStones"]:
        colors[COLUMNS.index(name[0]), height - int(name[1:])] = color
    return colors


def regions(colors, own):
    """Returns the connected points without stones of a colour, and the stones of that colour around them."""
    seen, found = set(), []
    for start in colors:
        if colors[start] == own or start in seen:
            continue
        seen.add(start)
        points, around = [start], set()
        for x, y in points:
            for near in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]:
                if near not in colors or near in seen:
                    continue
                if colors[near] == own:
                    around.add(near)
                else:
                    seen.add(near)
                    points.append(near)
        found.append((points, around))
    return found


def ownership(colors):
    value = {"B": 1.0, "W": -1.0, None: 0.0}
    owners = {point: value[color] for point, color in colors.items()}
    alive = set()
    both = [(points, around, own) for own in "BW" for points, around in regions(colors, own)]
    for points, around, own in sorted(both, key=lambda region: len(region[0])):
        stones = [point for point in points if colors[point]]
        if around and 2 * len(stones) < len(points) and not alive.intersection(stones):
            alive |= around
            owners.update(dict.fromkeys(points, value[own]))
    return list(owners.values())


def answer(query):
    if query.get("action") == "query_version":
        return {"id": query["id"], "action": "query_version", "version": "0.1", "git_hash": "none"}
    if "action" in query:
        return {"id": query["id"], "error": "unknown action"}
    return {"id": query["id"], "isDuringSearch": False, "turnNumber": 0, "ownership": ownership(board(query))}


def main():
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
