#!/usr/bin/env python3
"""Measures how often games that are safe to score were counted differently.

    calibrate.py STRATEGY YEAR_A YEAR_B

Each YEAR is a folder with three runs of `eval --safety` on the same games:
`marks`, `estimate` and `ownership`, each with the dead stones of that source.
Only the games that count in `marks` are used.
The first table groups the games by the verdict of each run. A game is wrong if
STRATEGY's margin differs from the recorded one. The last column counts the
safe games where the source and the marks differ on a stone (from dead.csv).
The second table shows how many games need no person if 0.1 % may be wrong.
For one year, it finds the certainty from which on the most games are safe, with
at most 0.1 % of these wrong, and tries this certainty on the other year.
"""

import csv
import pathlib
import sys

ALLOWED = 0.001
SOURCES = ("marks", "estimate", "ownership")


def games(run: pathlib.Path, strategy: str) -> dict[str, dict[str, str]]:
    """The rows of a strategy in a run, by the name of the game."""
    with (run / "games.csv").open(encoding="utf-8", newline="") as file:
        return {row["game"]: row for row in csv.DictReader(file) if row["strategy"] == strategy}


def other_stones(run: pathlib.Path) -> int:
    """The number of safe games in which the status of a stone differs from the marks."""
    with (run / "dead.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["stratum"] == "safety=safe"]
    return sum(int(row["games"]) - int(row["same"]) for row in rows)


def wrong(rows: list[dict[str, str]]) -> int:
    """The number of games with a margin that differs from the recorded one."""
    return sum(row["outcome"] != "exact" for row in rows)


def safe_from(rows: list[dict[str, str]], certainty: float) -> list[dict[str, str]]:
    """The games without a doubt, if a chain is clear when it has at least this certainty."""
    return [row for row in rows if row["doubts"] in ("", "unclear") and float(row["certainty"]) >= certainty]


def share(part: int, whole: int) -> str:
    return f"{part:,} ({100 * part / whole:.2f} %)" if whole else "–"


def verdicts(strategy: str, years: list[pathlib.Path]) -> dict[str, list[list[dict[str, str]]]]:
    """Print the first table, and return the rows of each source, year by year."""
    counted = [set(games(year / "marks", strategy)) for year in years]
    found = {}
    print("| dead stones | rules | games | safe | of these wrong | unsure | of these wrong |")
    print("|---|---|--:|--:|--:|--:|--:|")
    for source in SOURCES:
        found[source] = [[row for name, row in games(year / source, strategy).items() if name in names]
                         for year, names in zip(years, counted)]
        for method in ("territory", "area"):
            rows = [row for year in found[source] for row in year if row["method"] == method]
            safe, unsure = ([row for row in rows if row["safety"] == verdict] for verdict in ("safe", "unsure"))
            print(f"| {source} | {method} | {len(rows):,} | {len(safe):,} | {share(wrong(safe), len(safe))} | "
                  f"{len(unsure):,} | {share(wrong(unsure), len(unsure))} |")
        if source != "marks":
            print(f"{source}: stones not as marked in {sum(other_stones(year / source) for year in years)} safe games",
                  file=sys.stderr)
    return found


def main() -> None:
    strategy, *folders = sys.argv[1:]
    years = [pathlib.Path(folder) for folder in folders]
    found = verdicts(strategy, years)
    print("\n| dead stones | chosen on | least certainty | safe, and wrong | tried on | safe, and wrong |")
    print("|---|---|--:|--:|---|--:|")
    for source, rows in found.items():
        for chosen, tried in ((0, 1), (1, 0)):
            levels = sorted({0.0} | {float(row["certainty"]) for row in rows[chosen]})
            fit = [(len(safe), -level) for level in levels if (safe := safe_from(rows[chosen], level))
                   and wrong(safe) <= ALLOWED * len(safe)]
            if not fit:
                print(f"| {source} | {years[chosen].name} | none | | {years[tried].name} | |")
                continue
            level = -max(fit)[1]
            parts = [(safe_from(rows[at], level), rows[at]) for at in (chosen, tried)]
            first, second = (f"{len(safe):,} of {len(of):,}, {wrong(safe)}" for safe, of in parts)
            print(f"| {source} | {years[chosen].name} | {level:g} | {first} | {years[tried].name} | {second} |")


if __name__ == "__main__":
    main()
