#!/usr/bin/env python3
"""Judge disputed points of finished games without knowing which fill gave which answer.

  blind.py draw RUN_DIR OUT [--seed 72] [--each 15] [--without sixty.csv]
  blind.py engine OUT GAMES_DIR [--engine "gnugo --mode gtp …"]
  blind.py table OUT > blind.csv
  blind.py owed RUN_DIR

RUN_DIR is a run on finished games, made with the page's settings:

  seichi eval --dead auto,estimate --unique --finished \\
    -s linked,majority,checkered,grey,teire,independent --out RUN_DIR GAMES_DIR

`draw` draws --each games of each of four kinds: with or without owed moves, and with different maps of `linked` and
`majority` or of only `linked` and `checkered`. It writes

  OUT/boards.txt  the reader's view: the boards, and for each disputed region the possible answers in random order,
                  without the names of games, results or fills
  OUT/key.json    the data that the reader must not see before judging

A region is a group of adjacent points on which the maps differ. A reader writes OUT/reader.csv with the columns
`board`, `region` and `verdict`: the letter of the right answer, `none`, or `?` for undecided. `engine` writes
OUT/engine.csv of the same form: the engine plays the game to its end, with both colours, and its verdict is the answer
that agrees with the owners of all points of the region at the end. `table` puts the verdicts and the fills together, and
prints the counts to standard error. In games where moves are owed, `owed` counts the points that are territory for `linked`
but not for `majority`, and at how many of them `teire` counts no territory.
"""
import argparse, csv, json, os, random, sys
from collections import Counter

from play_on import Engine, main_lines, play_on

FILLS = ("linked", "majority", "grey", "checkered")
COLUMNS = "ABCDEFGHJKLMNOPQRST"
GNU_GO = "gnugo --mode gtp --japanese-rules --level 10 --never-resign --seed 1"


def owners(board):
    """The owner of each point of a map: `b`, `w`, or `.` for stones, dame, false eyes and eyes in seki."""
    size = len(board)
    return {(x, y): c if (c := board[y][x]) in "bw" else "." for y in range(size) for x in range(size)}


def boards(run_dir):
    """The games of a run, each with the map of each strategy."""
    with open(os.path.join(run_dir, "boards.ndjson"), encoding="utf-8") as f:
        for line in f:
            game = json.loads(line)
            yield game, maps_of(game)


def maps_of(game):
    return {name: owners(answer["map"]) for answer in game["answers"] for name in answer["strategies"]}


def neighbours(point):
    x, y = point
    return {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}


def groups(points):
    """The groups of adjacent points, in the order of the board."""
    left, found = set(points), []
    for start in sorted(points, key=lambda p: (p[1], p[0])):
        if start not in left:
            continue
        group, new = set(), {start}
        while new:
            group |= new
            new = {n for p in new for n in neighbours(p)} & left - group
        left -= group
        found.append(sorted(group, key=lambda p: (p[1], p[0])))
    return found


def vertex(point, size):
    return f"{COLUMNS[point[0]]}{size - point[1]}"


def regions(game, random):
    """The disputed regions: their points, their possible answers, and the answer of each fill as a letter."""
    maps = maps_of(game)
    size = len(game["position"])
    points = [p for p in maps["linked"] if len({maps[fill][p] for fill in FILLS}) > 1]
    found = []
    for group in groups(points):
        said = {fill: "".join(maps[fill][p] for p in group) for fill in FILLS}
        answers = sorted(set(said.values()))
        random.shuffle(answers)
        fills = {fill: "ABCD"[answers.index(answer)] for fill, answer in said.items()}
        found.append({"points": [vertex(p, size) for p in group], "answers": answers, "fills": fills})
    return found


def draw(args):
    chosen = random.Random(args.seed)
    seen = set()
    if args.without:
        with open(args.without, encoding="utf-8", newline="") as f:
            seen = {row["game"] for row in csv.DictReader(f)}
    cells = {(owed, apart): [] for owed in (False, True) for apart in (True, False)}
    for game, maps in boards(args.run_dir):
        apart = maps["linked"] != maps["majority"]
        if game["game"] not in seen and (apart or maps["linked"] != maps["checkered"]):
            cells[game["owed"], apart].append(game)
    games = [(cell, game) for cell, some in cells.items() for game in chosen.sample(some, args.each)]
    chosen.shuffle(games)
    os.makedirs(args.out, exist_ok=True)
    key = []
    with open(os.path.join(args.out, "boards.txt"), "w", encoding="utf-8") as f:
        for number, ((owed, apart), game) in enumerate(games, 1):
            found = regions(game, chosen)
            key.append({"board": number, "game": game["game"], "owed": owed, "apart": apart, "komi": game["komi"],
                        "size": len(game["position"]), "regions": found})
            write_board(f, number, game["position"], found)
    with open(os.path.join(args.out, "key.json"), "w", encoding="utf-8") as f:
        json.dump(key, f)
    print({f"owed={owed} apart={apart}": len(some) for (owed, apart), some in cells.items()}, file=sys.stderr)


def owed(args):
    total = agreed = 0
    for game, maps in boards(args.run_dir):
        if game.get("owed"):
            points = [p for p, owner in maps["linked"].items() if owner != "." and maps["majority"][p] == "."]
            total += len(points)
            agreed += sum(maps["teire"][p] == "." for p in points)
    print(f"{agreed} of {total}")


def write_board(f, number, position, found):
    size = len(position)
    marks = {p: str(i) for i, region in enumerate(found, 1) for p in region["points"]}
    f.write(f"== board {number} (X Black, O White, x o dead stones; on the right, the disputed regions)\n")
    head = "   " + " ".join(COLUMNS[:size])
    f.write(head + "   " + head + "\n")
    for y, row in enumerate(position):
        marked = [marks.get(vertex((x, y), size), c) for x, c in enumerate(row)]
        f.write(f"{size - y:2} {' '.join(row)}   {size - y:2} {' '.join(marked)}\n")
    for i, region in enumerate(found, 1):
        f.write(f"region {i}:\n")
        for letter, answer in zip("ABCD", region["answers"]):
            said = " ".join(f"{p}={c}" for p, c in zip(region["points"], answer))
            f.write(f"  {letter}: {said}\n")
    f.write("\n")


def read_key(out):
    with open(os.path.join(out, "key.json"), encoding="utf-8") as f:
        return json.load(f)


def engine(args):
    with open(os.path.join(args.out, "engine.csv"), "w", encoding="utf-8", newline="") as f:
        rows = csv.writer(f, lineterminator="\n")
        rows.writerow(["board", "region", "verdict"])
        for board in read_key(args.out):
            path, _, number = board["game"].rpartition("#")
            with open(os.path.join(args.games_dir, path), encoding="latin-1", newline="") as record:
                nodes = main_lines(record.read())[int(number) - 1]
            judge = Engine(args.engine)
            _, _, verdicts = play_on(judge, nodes, board["size"], board["komi"], 400)
            owner = {p: "b" for p in verdicts["black_territory"]} | {p: "w" for p in verdicts["white_territory"]}
            for p in verdicts["dead"]:
                owner[p] = "w" if judge.ask(f"color {p}") == "black" else "b"
            judge.close()
            for i, region in enumerate(board["regions"], 1):
                said = "".join(owner.get(p, ".") for p in region["points"])
                answers = region["answers"]
                rows.writerow([board["board"], i, "ABCD"[answers.index(said)] if said in answers else "none"])
            f.flush()


def read_verdicts(out, judge):
    with open(os.path.join(out, f"{judge}.csv"), encoding="utf-8", newline="") as f:
        return {(int(row["board"]), int(row["region"])): row["verdict"] for row in csv.DictReader(f)}


def kappa(pairs):
    """Cohen's kappa of pairs of verdicts."""
    total = len(pairs)
    agreed = sum(a == b for a, b in pairs) / total
    first, second = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    by_chance = sum(first[c] * second[c] for c in first) / total**2
    return (agreed - by_chance) / (1 - by_chance)


def ruling(verdict, region):
    """The points of a region that are territory according to a verdict."""
    if verdict == "none":
        return verdict
    return region["answers"]["ABCD".index(verdict)].replace("b", "t").replace("w", "t")


def judged(verdicts, fills):
    """Whether a fill is right about a board, given the verdict and the fill's letter for each region."""
    if any(v not in ("?", letter) for v, letter in zip(verdicts, fills)):
        return "wrong"
    return "undecided" if "?" in verdicts else "right"


def table(args):
    judges = {judge: read_verdicts(args.out, judge) for judge in ("reader", "engine")}
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(["game", "owed", "region", "points", "answers", *FILLS, *judges])
    counts, pairs = Counter(), []
    for board in read_key(args.out):
        owed = "something owed" if board["owed"] else "nothing owed"
        found = board["regions"]
        verdicts = {j: [judges[j][board["board"], i] for i in range(1, len(found) + 1)] for j in judges}
        for i, region in enumerate(found, 1):
            said = [region["fills"][fill] for fill in FILLS]
            rows.writerow([board["game"], "yes" if board["owed"] else "no", i, " ".join(region["points"]),
                           " ".join(region["answers"]), *said, *(verdicts[j][i - 1] for j in judges)])
        pairs += [(ruling(r, region), ruling(e, region))
                  for region, r, e in zip(found, verdicts["reader"], verdicts["engine"]) if r != "?"]
        right = {(j, fill): judged(verdicts[j], [r["fills"][fill] for r in found]) for j in judges for fill in FILLS}
        for (judge, fill), verdict in right.items():
            counts[owed, fill, judge, verdict] += 1
        for fill in FILLS:
            if right["reader", fill] == right["engine", fill]:
                counts[owed, fill, "both", right["reader", fill]] += 1
    for owed in ("nothing owed", "something owed"):
        for fill in FILLS:
            cells = (f"{judge} " + "/".join(str(counts[owed, fill, judge, v]) for v in ("right", "wrong", "undecided"))
                     for judge in ("reader", "engine", "both"))
            print(owed, fill, *cells, sep="\t", file=sys.stderr)
    same = sum(r == e for r, e in pairs)
    print(f"the same answer in {same} of {len(pairs)} regions that the reader decided, kappa {kappa(pairs):.2f}",
          file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("draw")
    command.add_argument("run_dir")
    command.add_argument("out")
    command.add_argument("--seed", type=int, default=72)
    command.add_argument("--each", type=int, default=15)
    command.add_argument("--without", metavar="CSV", help="games not to draw")
    command.set_defaults(run=draw)
    command = commands.add_parser("engine")
    command.add_argument("out")
    command.add_argument("games_dir")
    command.add_argument("--engine", default=GNU_GO)
    command.set_defaults(run=engine)
    command = commands.add_parser("table")
    command.add_argument("out")
    command.set_defaults(run=table)
    command = commands.add_parser("owed")
    command.add_argument("run_dir")
    command.set_defaults(run=owed)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
