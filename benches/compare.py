#!/usr/bin/env python3
"""Compares the cost of an evaluation with the cost of reading the files, in one run.

    cargo build --release --bins --examples
    python3 benches/compare.py [FOLDER ...] [-- more arguments of `seichi eval`]

Every command runs once per round, so other load on the machine affects all commands equally. The figures are medians over
the rounds. `cpu` is the user and system time of the command and its children, and `ratio` is this time divided by that of
`cat`. Only Python's standard library is needed; `.tar.zst` is left out if `zstd` is not installed.
"""

import argparse
import resource
import shutil
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent


def run(*commands):
    """Runs commands at the same time. Returns their processor time and the elapsed time, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    children = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for command in commands]
    failed = [child.args for child in children if child.wait() != 0]
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if failed:
        sys.exit(f"compare.py: failed: {failed[0]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall


def archives(folders, place):
    """Makes an archive of each kind from the folders' records, sorted by name, and yields its kind and path."""
    files = sorted(
        (path, f"{number}/{path.relative_to(folder)}")
        for number, folder in enumerate(folders)
        for path in folder.rglob("*")
        if path.suffix.lower() in (".sgf", ".sgfs", ".mgt")
    )
    with zipfile.ZipFile(place / "games.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path, name in files:
            archive.write(path, name)
    yield ".zip", place / "games.zip"
    for kind, mode in [(".tar", "w"), (".tar.gz", "w:gz"), (".tar.bz2", "w:bz2")]:
        with tarfile.open(place / f"games{kind}", mode) as archive:
            for path, name in files:
                archive.add(path, name)
        yield kind, place / f"games{kind}"
    if shutil.which("zstd"):
        subprocess.run(["zstd", "-q", "-k", place / "games.tar"], check=True)
        yield ".tar.zst", place / "games.tar.zst"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path, default=[HERE / "corpus"], metavar="FOLDER")
    parser.add_argument("--target", type=Path, default=HERE / "target", help="cargo's target folder")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--no-archives", action="store_true", help="only loose files")
    words = sys.argv[1:]
    cut = words.index("--") if "--" in words else len(words)
    options = parser.parse_args(words[:cut])
    more = words[cut + 1 :]
    # `-s` adds to the strategies given before, so they are removed to run a single one
    is_strategy = [word in ("-s", "--strategy") for word in more]
    but_strategies = [word for word, *named in zip(more, is_strategy, [False, *is_strategy]) if not any(named)]
    seichi = options.target / "release/seichi"
    parse = options.target / "release/examples/parse_only"
    for program in (seichi, parse):
        if not program.exists():
            sys.exit(f"compare.py: {program} is missing: build it first, or use --target")
    folders = [folder.resolve() for folder in options.folders]

    with tempfile.TemporaryDirectory() as place:
        place = Path(place)

        def evaluate(jobs, *paths, out="run", options=more):
            return [seichi, "eval", *paths, *options, "-q", "-j", str(jobs), "-o", place / out]

        loose = lambda jobs, **rest: evaluate(jobs, *folders, **rest)
        cat = ["sh", "-c", 'find "$@" -type f -print0 | xargs -0 cat', "sh", *folders]
        commands = {
            "cat": [cat],
            "sgf-parse, read and parsed once": [[parse, "1", *folders]],
            "sgf-parse, read and parsed 3 times": [[parse, "3", *folders]],
            "loose files, all strategies, 1 job": [loose(1)],
            "loose files, all strategies, 2 jobs": [loose(2)],
            "loose files, one strategy, 1 job": [loose(1, options=[*but_strategies, "-s", "linked"])],
            "loose files, two copies of 1 job at once": [loose(1), loose(1, out="copy")],
        }
        if not options.no_archives:
            for kind, path in archives(folders, place):
                for jobs in (1, 2):
                    commands[f"{kind}, all strategies, {jobs} job{'s' * (jobs - 1)}"] = [evaluate(jobs, path)]
        taken = {name: [] for name in commands}
        for _ in range(options.rounds):
            for name, command in commands.items():
                taken[name].append(run(*command))

    cpu, wall = ({name: statistics.median(time[of] for time in times) for name, times in taken.items()} for of in (0, 1))
    once, thrice = (cpu[name] for name in commands if name.startswith("sgf-parse"))
    parsed = (thrice - once) / 2
    all_loose = "loose files, all strategies, 1 job"
    print(f"{'':42}{'cpu s':>9}{'ratio':>8}{'wall s':>9}")
    for name in commands:
        print(f"{name:42}{cpu[name]:9.3f}{cpu[name] / cpu['cat']:8.2f}{wall[name]:9.3f}")
    print(f"{'sgf-parse, only parsing':42}{parsed:9.3f}{parsed / cpu['cat']:8.2f}")
    print()
    print(f"all strategies divided by only parsing with sgf-parse: {cpu[all_loose] / parsed:.2f}")
    faster = wall[all_loose] / wall["loose files, all strategies, 2 jobs"]
    most = 2 * wall[all_loose] / wall["loose files, two copies of 1 job at once"]
    print(f"two jobs are {faster:.2f} times as fast as one; two copies at once do {most:.2f} times the work of one")
    for name in commands:
        if name.startswith(".") and name.endswith("1 job"):
            speed = cpu[all_loose] / cpu[name]
            print(f"{name.split(',')[0]}: {speed:.2f} times as fast as loose files, by cpu")


main()
