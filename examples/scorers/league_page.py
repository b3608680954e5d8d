"""Writes the tables of the league into pages, and the boards on which scorers are wrong."""

import csv
import functools
import json
import re
from datetime import date

from league_notes import LOOKS, NOTES
from league_scorers import LEFT_OUT, SCORERS

TASKS = [(task, method) for task in ("counting", "judging") for method in ("territory", "area")]
BOARDS = 3
NOT_ASKED = "not asked for"
BOARDS_HEAD = """# Boards on which scorers are wrong

For each scorer of [Every scorer on the same games](../../docs/scorers-compared.md), this page shows up to three boards
of `corpus` on which it is wrong and others are right: first the boards that most others get right, then small ones.
Scorers that always agree count as one. `X` and `O` are living stones, `x` and `o` dead ones, `b` and `w` the label's
territory. `?` is an empty point where the answer differs from the label; a scorer without a map shows none.
"""
DRAWN = "corpus"  # boards of other collections have their own licences


def table(header, lines, align=""):
    """Returns a Markdown table. `align` has a letter for each column: `r` aligns it to the right."""
    rule = ["--:" if letter == "r" else "---" for letter in align.ljust(len(header))]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in [header, rule, *lines])


def cell(record, most):
    """Returns a cell of a table of figures: the percentage, with an asterisk if the scorer answered few of the boards."""
    if record is None or not record["games"]:
        return ""
    return f"{100 * record['exact'] / record['games']:.1f}" + "\\*" * (record["games"] < 0.9 * most)


def shown(name):
    is_package = name in [scorer.name for scorer in SCORERS]
    return f"`{name}`" if is_package else f"*seichi* `{name}`"


def merged(rows):
    """Returns the rows of scorers. Scorers with the same cells share a row."""
    names = {}
    for name, *cells in rows:
        names.setdefault(tuple(cells), []).append(shown(name))
    return [[", ".join(same), *cells] for cells, same in names.items()]


def figures(records, task, method):
    here = [record for record in records if (record["task"], record["method"]) == (task, method)]
    corpora = list(dict.fromkeys(record["corpus"] for record in here))
    by_key = {(record["scorer"], record["corpus"]): record for record in here}
    most = {corpus: max(record["games"] for record in here if record["corpus"] == corpus) for corpus in corpora}
    names = list(dict.fromkeys(record["scorer"] for record in here))
    share = lambda name: (sum(r["exact"] for r in here if r["scorer"] == name), sum(r["games"] for r in here if r["scorer"] == name))
    names.sort(key=lambda name: -share(name)[0] / max(share(name)[1], 1))
    rows = merged([name, *[cell(by_key.get((name, corpus)), most[corpus]) for corpus in corpora]] for name in names)
    header = ["scorer", *[f"{corpus} ({most[corpus]})" for corpus in corpora]]
    return table(header, rows, " " + "r" * len(corpora)) if rows else "No such games."


def counts(outcomes):
    """Returns the numbers of right, wrong, declined and missing answers, without zeros at the end."""
    numbers = list(outcomes)
    while len(numbers) > 1 and not numbers[-1]:
        numbers.pop()
    return "/".join(map(str, numbers))


def by_rank(measured):
    """Returns the numbers of right, wrong, declined and missing answers of each scorer. The best scorers come first."""
    total = {}
    for name, (outcomes, _) in measured.items():
        total[name] = [sum(numbers) for numbers in zip(*(level.values() for level in outcomes.values()))]
    return dict(sorted(total.items(), key=lambda entry: (-entry[1][0], entry[1][1])))


def run_of(measured, version):
    """Returns a line about the run: the suite's version, the number of its cases, and the date."""
    cases = max(sum(numbers) for numbers in by_rank(measured).values())
    return f"Version {version} of the suite, {cases} cases, measured on {date.today():%-d %B %Y}:\n\n"


def levels(measured, version):
    """Returns the table of the suite's levels: for each scorer, the number of each outcome."""
    total = by_rank(measured)
    first = measured[next(iter(measured))][0]
    cells = lambda outcomes: [counts(outcomes[level].values()) if level in outcomes else "" for level in first]
    rows = merged([name, *cells(measured[name][0])] for name in total)
    header = ["scorer", *[f"{level} ({sum(numbers.values())})" for level, numbers in first.items()]]
    return run_of(measured, version) + table(header, rows, " " + "r" * len(first))


def suite(measured, missing, version):
    """Returns the table of the suite: for each scorer, the number of each outcome, and a package's most frequent mistake."""
    rows, packages = [], [scorer.name for scorer in SCORERS]
    for name, numbers in by_rank(measured).items():
        found = measured[name][1].most_common() if name in packages else []
        named = [f"{mistake} ({number})" for mistake, number in found if number > 2][:1]
        left_out = [f"`{level}`" for level in measured[next(iter(measured))][0] if level not in measured[name][0]]
        if left_out:
            named.append("slow, so not asked about " + ", ".join(left_out))
        rows.append([name, *numbers, ", ".join(named)])
    skipped = [[f"`{name}`", *[""] * 4, f"skipped: {why}"] for name, why in missing.items() if why != NOT_ASKED]
    header = ["scorer", "right", "wrong", "declined", "no answer", "most frequent mistake (cases)"]
    return run_of(measured, version) + table(header, merged(rows) + skipped, " rrrr")


def answers(records, missing):
    rows = []
    for scorer in SCORERS:
        if scorer.name in missing:
            why = missing[scorer.name]
            rows.append([f"`{scorer.name}`", "not measured" if why == NOT_ASKED else f"not installed: {why}", "", ""])
            continue
        for task in scorer.tasks:
            mine = [record for record in records if (record["scorer"], record["task"]) == (scorer.name, task)]
            if not mine:
                continue
            total = {key: sum(record[key] for record in mine) for key in ("asked", "answers", "declined", "timeouts", "failed")}
            ms = sum(record.get("ms", 0) * record["asked"] for record in mine) / total["asked"]
            outcomes = counts([total["answers"], total["declined"], total["timeouts"] + total["failed"]])
            rows.append([f"`{scorer.name}`", task, outcomes, f"{ms:.1f}"])
    return table(["scorer", "discipline", "answers/declined/none", "ms per board"], rows, "  rr")


def packages():
    rows = []
    for scorer in SCORERS:
        where = "pypi" if scorer.source.startswith("pypi") else scorer.source
        rows.append([f"`{scorer.name}`", f"{where}: {scorer.package}", scorer.date, scorer.settings])
    return table(["scorer", "package", "date", "settings"], rows)


def left_out():
    return table(["package", "why it is left out"], LEFT_OUT)


def draw(board, answer):
    """Returns a board as text, with the label's territory, dead stones in lower case, and a mark where the answer differs."""
    # a label that is only a result has no map, so the answer's map is shown
    truth = board["label_map"] or answer["map"] or board["position"]
    plain = lambda owner: "." if owner == "s" else owner

    def point(stone, label, found):
        dead = label in "bw"
        if plain(label) != plain(found) and stone == ".":
            return "?"
        if stone != ".":
            return stone.lower() if dead else stone.upper()
        return plain(label) if dead else "."

    rows = zip(board["position"], truth, answer["map"] or truth)
    return "\n".join(" ".join(map(point, *row)) for row in rows)


@functools.cache
def outcomes(out, run):
    """Returns the margin and the outcome of each game of a run that has an answer; `run` names a folder and a strategy."""
    folder, _, strategy = run.rpartition(":")
    path = out / folder / "games.csv"
    if not path.exists():
        return {}
    with open(path, newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["strategy"] == strategy and row["margin"]]
    return {row["game"]: (row["margin"], row["outcome"]) for row in rows}


def is_same(one, other):
    """Returns whether two scorers give the same margin on all boards that both answer."""
    common = one.keys() & other.keys()
    return bool(common) and all(one[game] == other[game] for game in common)


def peers(records, record, out):
    """Returns the outcomes of the other scorers. Of scorers with the same answers, only one is included."""
    chosen = [outcomes(out, record["run"])]
    for other in records:
        if all(other[key] == record[key] for key in ("corpus", "task", "method")):
            found = outcomes(out, other["run"])
            if found and not any(is_same(found, one) for one in chosen):
                chosen.append(found)
    return chosen[1:]


def mismatches(records, out, scorer):
    """Returns the boards on which a scorer is wrong and others are right. Boards that most others get right come first, then
    small boards."""
    found = []
    for record in records:
        folder, _, strategy = record["run"].rpartition(":")
        path = out / folder / "boards.ndjson"
        if record["scorer"] != scorer or record["corpus"] != DRAWN or not path.exists():
            continue
        others = peers(records, record, out)
        for line in path.read_text().splitlines():
            board = json.loads(line)
            answer = next((one for one in board["answers"] if strategy in one["strategies"]), None)
            game = board["game"]
            if answer and answer["outcome"] not in (None, "exact"):
                right = [other[game][1] == "exact" for other in others if game in other]
                if any(right):
                    found.append((-sum(right) / len(right), len(board["position"]), game, right, board, answer, record["task"]))
    return sorted(found, key=lambda entry: entry[:3])


def twin(records, out, scorer):
    """Returns an earlier scorer that gave the same answers in all runs in which this scorer answered, if there is one."""
    runs = lambda name: {(r["corpus"], r["task"], r["method"]): outcomes(out, r["run"]) for r in records if r["scorer"] == name}
    mine = runs(scorer)
    for other in SCORERS[: [one.name for one in SCORERS].index(scorer)]:
        theirs = runs(other.name)
        answered = [table for table in mine if mine[table]]
        if answered and all(is_same(mine[table], theirs.get(table, {})) for table in answered):
            return other.name
    return None


def boards(records, missing, out):
    """Returns up to three boards for each scorer, as Markdown."""
    text = [BOARDS_HEAD]
    for scorer in SCORERS:
        if scorer.name in missing:
            continue
        text.append(f"## {scorer.name}\n")
        same = twin(records, out, scorer.name)
        found = [] if same else mismatches(records, out, scorer.name)
        if same:
            text.append(f"Gives the same margin as `{same}` on every board that both answered.\n")
        elif not found:
            text.append("There is no board of `corpus` on which this scorer is wrong and another is right.\n")
        for _, _, game, right, board, answer, task in found[:BOARDS]:
            note = NOTES.get((scorer.name, game), "")
            margin = f"{'B' if answer['margin'] > 0 else 'W'}+{abs(answer['margin']):g}"
            others = f"{sum(right)} of {len(right)} others are right"
            text.append(f"`{game}`, {task}. Label {board['label']}, answer {margin}; {others}. {note}".strip() + "\n")
            text.append(f"```text\n{draw(board, answer)}\n```\n")
        looks = [[f"`{corpus}`", f"`{game}`", verdict] for corpus, game, verdict in LOOKS.get(scorer.name, [])]
        if looks:
            text.append("Mismatches examined by hand:\n")
            text.append(table(["corpus", "game", "who is wrong"], looks) + "\n")
    return "\n".join(text)


def write_pages(pages, records, missing, measured, version):
    """Replaces the generated parts of `pages`, or prints the tables if there are none. Without records, the parts about games
    are kept."""
    parts = {"packages": packages(), "left-out": left_out(), "suite": suite(measured, missing, version)}
    parts["levels"] = levels(measured, version)
    if records:
        parts |= {f"{task}-{method}": figures(records, task, method) for task, method in TASKS}
        parts["answers"] = answers(records, missing)
    if not pages:
        print("\n\n".join(f"{name}\n\n{text}" for name, text in parts.items() if name not in ("packages", "left-out")))
        return
    for name, part in parts.items():
        mark = re.compile(f"(<!-- league {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        places = [page for page in pages if mark.search(page.read_text())]
        assert len(places) == 1, f"one page must have the part {name}"
        text = mark.sub(lambda found: f"{found[1]}\n{part}\n\n{found[2]}", places[0].read_text())
        places[0].write_text(text)
