#!/usr/bin/env python3
"""Let an engine play finished games to the very end, and compare the score
with the recorded result.

A filling strategy scores a finished board at once. This script takes the slow
way: it replays the record in a GTP engine, lets the engine play both sides
(dame, protective moves, captures) until two passes in a row, and takes the
engine's own count, with prisoners and komi.

  play_on.py RUN_DIR GAMES_DIR --games LIST > out.csv
      [--engine "gnugo --mode gtp --japanese-rules --level 1 --never-resign --seed 1"]
      [--cap 400] [--log moves.ndjson]

RUN_DIR    a finished run: its games.csv has the labels, komi and margins
GAMES_DIR  the SGF files that the run read
LIST       a text file, one game per line, named as in games.csv

Every game gets a fresh engine, so neither order nor selection changes a row.
Margins are Black's score minus White's. `played_margin` is `failed` if the
engine refused a move of the record or gave no count. `explained` is 1 if the
played margin equals the recorded one. --log keeps, for every game, the added
moves and the engine's verdict on each point. With --cap 0, the engine plays no
moves, and counts the record's last board as it stands.
"""
import argparse, csv, json, os, re, shlex, subprocess, sys

COLUMNS = "game label komi grey checkered linked played_margin moves_played explained".split()
STATES = ("dead", "seki", "black_territory", "white_territory", "dame")


def main_lines(text):
    """The nodes of each game's main line, as lists of {property: [values]}."""
    games, depth, main, node, prop = [], 0, True, None, None
    for t in re.finditer(r"\[((?:\\.|[^\]\\])*)\]|([()])|(;)|([A-Za-z]+)", text, re.S):
        value, bracket, semicolon, name = t.groups()
        if bracket == "(":
            if depth == 0:
                games.append([])
                main = True
            depth += 1
        elif bracket == ")":
            depth = max(depth - 1, 0)
            main = False  # everything after the end of a branch is a variation
        elif depth == 0:
            continue
        elif semicolon:
            node = {}
            if main:
                games[-1].append(node)
        elif name and node is not None:
            prop = "".join(c for c in name if c.isupper())
        elif value is not None and node is not None and prop:
            node.setdefault(prop, []).append(value)
    return [g for g in games if g]


def point(value, size):
    """An SGF point as a GTP vertex. Values that are not points are passes."""
    v = value.strip().lower()
    if not re.fullmatch("[a-z]{2}", v):
        return "pass"
    x, y = ord(v[0]) - 97, ord(v[1]) - 97
    if x >= size or y >= size:
        return "pass"
    return "ABCDEFGHJKLMNOPQRSTUVWXYZ"[x] + str(size - y)


def rectangle(value):
    """The points of an SGF point or of a compressed rectangle `aa:cc`."""
    a, _, b = value.partition(":")
    b = b or a
    return [chr(x) + chr(y) for y in range(ord(a[1]), ord(b[1]) + 1) for x in range(ord(a[0]), ord(b[0]) + 1)]


def plays(nodes, size):
    """The plays of the record as pairs of (colour, vertex), and the colour that moves next."""
    out, following = [], "black"
    for node in nodes:
        for prop, colour in (("AB", "black"), ("AW", "white")):
            for value in node.get(prop, []):
                out += [(colour, point(p, size)) for p in rectangle(value.strip())]
                if prop == "AB":
                    following = "white"
        for prop, colour, other in (("B", "black", "white"), ("W", "white", "black")):
            for value in node.get(prop, []):
                out.append((colour, point(value, size)))
                following = other
        if node.get("PL"):
            following = "black" if node["PL"][0].strip().upper().startswith("B") else "white"
    return out, following


class Engine:
    """A GTP engine. `ask` returns its answer, and raises ValueError if the answer is an error (`?`)."""

    def __init__(self, command):
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise ValueError("the engine has stopped")
            if line.strip():
                lines.append(line.strip())
            elif lines:
                break
        answer = "\n".join(lines)
        if not answer.startswith("="):
            raise ValueError(f"{command}: {answer}")
        return answer[1:].strip()

    def close(self):
        try:
            self.process.stdin.close()
        except OSError:
            pass  # it has already ended
        self.process.wait()


def play_on(engine, nodes, size, komi, cap):
    """Replays a record and plays on. Returns the margin, the added moves, and the verdicts on the last board."""
    engine.ask(f"boardsize {size}")
    engine.ask("clear_board")
    engine.ask(f"komi {komi}")
    record, colour = plays(nodes, size)
    for c, vertex in record:
        engine.ask(f"play {c} {vertex}")
    moves, passes = [], 0
    while passes < 2 and len(moves) < cap:
        vertex = engine.ask(f"genmove {colour}").upper()
        if vertex == "RESIGN":
            vertex = "PASS"
            engine.ask(f"play {colour} pass")
        passes = passes + 1 if vertex == "PASS" else 0
        moves.append((colour[0].upper(), vertex))
        colour = "white" if colour == "black" else "black"
    score = engine.ask("final_score").split()[0]  # B+3.5, W+0.5 or 0
    margin = 0.0 if score == "0" else float(score[2:]) * (1 if score[0] == "B" else -1)
    verdicts = {state: engine.ask(f"final_status_list {state}").split() for state in STATES}
    return margin, moves, verdicts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run_dir")
    parser.add_argument("games_dir")
    parser.add_argument("--games", required=True, metavar="LIST")
    parser.add_argument("--engine", default="gnugo --mode gtp --japanese-rules --level 1 --never-resign --seed 1")
    parser.add_argument("--cap", type=int, default=400, help="maximum number of added moves")
    parser.add_argument("--log", metavar="FILE", help="moves and verdicts, one line of JSON for each game")
    args = parser.parse_args()

    with open(args.games, encoding="utf-8") as f:
        wanted = [line.rstrip("\n") for line in f if line.strip()]
    rows = {name: {} for name in wanted}
    with open(os.path.join(args.run_dir, "games.csv"), encoding="utf-8", newline="") as f:
        for row in csv.DictReader(f):
            if row["game"] in rows:
                rows[row["game"]][row["strategy"]] = row

    out = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
    out.writeheader()
    log = open(args.log, "w", encoding="utf-8") if args.log else None
    for name in wanted:
        if not rows[name]:
            sys.exit(f"{name} is not in the run")
        first = next(iter(rows[name].values()))
        path, _, number = name.rpartition("#")
        row = {"game": name, "label": first["label_margin"], "komi": first["komi"]}
        row.update({s: rows[name][s]["margin"] for s in ("grey", "checkered", "linked") if s in rows[name]})
        try:
            engine = Engine(args.engine)
        except OSError as error:
            sys.exit(f"{args.engine}: {error}")
        try:
            with open(os.path.join(args.games_dir, path), encoding="latin-1", newline="") as f:
                nodes = main_lines(f.read())[int(number) - 1]
            margin, moves, verdicts = play_on(engine, nodes, int(first["size"]), first["komi"], args.cap)
            row.update(played_margin=f"{margin:g}", moves_played=sum(v != "PASS" for _, v in moves),
                       explained=int(margin == float(first["label_margin"])))
            if log:
                log.write(json.dumps({"game": name, "moves": moves, "margin": margin, "verdicts": verdicts}) + "\n")
                log.flush()
        except (ValueError, OSError, IndexError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            row.update(played_margin="failed", moves_played="", explained=0)
        finally:
            engine.close()
        out.writerow(row)
        sys.stdout.flush()
    if log:
        log.close()


if __name__ == "__main__":
    main()
