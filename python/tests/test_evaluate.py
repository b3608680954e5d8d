"""Evaluations: runs equal to the program's, progress, warnings, interruptions, and errors."""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import pickle
import re
import signal
import subprocess
import sys
import textwrap
import threading
import time
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import seichi
from seichi._flags import Flag
from conftest import CORPUS, program


def files(folder: Path) -> dict[str, bytes]:
    """Returns the files of a run, without the times and the command in `run.json`."""
    found = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
    run = json.loads(found["run.json"])
    for key in ["arguments", "started", "seconds", "stage_seconds", "jobs", "digest"]:
        run.pop(key)
    return {**found, "run.json": json.dumps(run).encode()}


@pytest.mark.parametrize(
    ("words", "flags"),
    [
        ([], {}),
        (["-s", "linked,grey", "-j", "1"], {"strategy": ["linked", "grey"], "jobs": 1}),
        (["--dead", "auto,estimate", "--finished"], {"dead": ["auto", "estimate"], "finished": True}),
        (["--limit", "20"], {"limit": 20}),
        (["--part", "1/2"], {"part": "1/2"}),
        (["--size", "9", "--unique"], {"size": 9, "unique": True}),
    ],
)
def test_run_equals_program(words: list[str], flags: dict[str, Flag]) -> None:
    done = program("eval", CORPUS, "-o", "theirs", "-q", *words)
    assert done.returncode == 0, done.stderr.decode()
    run = seichi.evaluate(CORPUS, output="ours", **flags)
    assert run.folder.resolve() == Path("ours").resolve()
    assert files(Path("ours")) == files(Path("theirs"))


def test_run_text_equals_program_output() -> None:
    run = seichi.evaluate(CORPUS, output="out")
    printed = program("eval", CORPUS, "-o", "out").stdout.decode()
    assert printed.startswith(run.text()) and len(run.text()) > 1000
    assert run.figures == json.loads(program("eval", CORPUS, "-o", "out", "--format", "json").stdout)
    assert run.signature in run.text()
    assert repr(run) == f"Run('out'): 347 games, {len(run.strategies)} strategies"
    assert "linked" in run.strategies and "strict" not in run.strategies
    assert run._repr_html_() == "<pre>" + run.text() + "</pre>" and "<" not in run.text()


def test_temporary_run_table_keeps_folder() -> None:
    run = seichi.evaluate(CORPUS, strategy="linked")
    folder, table = run.folder, run.games
    del run
    gc.collect()
    assert folder.exists(), "the table still needs the folder"
    del table
    gc.collect()
    assert not folder.exists()


def test_progress_is_called_on_main_thread() -> None:
    calls: list[tuple[int, int, int]] = []

    def progress(done: int, files: int, games: int) -> None:
        assert threading.current_thread() is threading.main_thread()
        calls.append((done, files, games))

    seichi.evaluate(CORPUS, strategy="linked", progress=progress)
    assert calls[-1] == (350, 350, 350) and calls == sorted(calls)


def test_progress_bar_only_on_request_without_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    seichi.evaluate(CORPUS, strategy="linked")
    assert capfd.readouterr() == ("", "")
    seichi.evaluate(CORPUS, strategy="linked", progress=True)
    printed, bar = capfd.readouterr()
    assert printed == "" and "350 games" in bar and "350/350" in bar


def test_progress_exception_ends_evaluation() -> None:
    def progress(done: int, files: int, games: int) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        seichi.evaluate(CORPUS, output="out", strategy="teire", progress=progress)
    # the first call may come after all files are done
    assert {path.name for path in Path.cwd().iterdir()} <= {"out"}


def test_program_warning_is_python_warning() -> None:
    Path("labels.jsonl").write_text('{"game": "nothing.sgf#1", "result": "B+1"}\n')
    with pytest.warns(seichi.SeichiWarning, match="a label matches no game here: .*nothing.sgf"):
        seichi.evaluate(CORPUS, labels="labels.jsonl", strategy="linked")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(seichi.SeichiWarning):
            seichi.evaluate(CORPUS, labels="labels.jsonl", strategy="linked")


@pytest.mark.parametrize(
    ("flags", "code", "message"),
    [
        ({"dead": "mark"}, 2, "possible values: auto, marks"),
        ({"strategy": "lnked"}, 2, "unknown strategy"),
        ({"min_games": 1000}, 3, "347 of 350 games could be evaluated, fewer than min_games=1000"),
        ({"engine": "nothing"}, 2, 'engine works only with dead="engine"'),
        ({"jobs": -1}, 2, "invalid value '-1' for jobs"),
        ({"strategy": []}, 2, "strategy is an empty list"),
    ],
)
def test_errors_have_program_message_and_exit_code(flags: dict[str, Flag], code: int, message: str) -> None:
    with pytest.raises(seichi.Error) as caught:
        seichi.evaluate(CORPUS, output="out", **flags)
    assert caught.value.exit_code == code and message in str(caught.value)
    assert list(Path.cwd().iterdir()) == []


def test_missing_paths_are_errors() -> None:
    with pytest.raises(seichi.Error, match="failed to open .*nowhere"):
        seichi.evaluate(["nowhere"])
    with pytest.raises(seichi.Error, match="there is no run in .*nowhere"):
        seichi.Run("nowhere")


def test_evaluate_ctrl_c_leaves_no_files() -> None:
    """Sends the signal to another process while it evaluates games."""
    script = textwrap.dedent(
        """
        import sys, seichi
        def progress(done, files, games):
            print(done, flush=True)
        try:
            # a scorer that keeps even a batch of games from ending by itself
            seichi.evaluate(sys.argv[1], output="out", scorer="slow=sleep 1000", scorer_timeout=1000, progress=progress)
        except KeyboardInterrupt:
            print("interrupted")
        """
    )
    words = [sys.executable, "-c", script, str(CORPUS / "gnugo")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert int(process.stdout.readline()) >= 0
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        printed = process.stdout.read().split()
    assert printed[-1] == "interrupted" and process.returncode == 0
    assert time.monotonic() - start < 10
    assert list(Path.cwd().iterdir()) == []


def test_python_m_seichi_ctrl_c_exits_130() -> None:
    words = ["-m", "seichi", "eval", str(CORPUS / "gnugo"), "--scorer", "slow=sleep 1000", "--scorer-timeout", "1000", "-o", "out"]
    with subprocess.Popen([sys.executable, *words], stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        while not list(Path.cwd().glob(".out.*")):
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate()
    assert process.returncode == 130 and "interrupted: nothing was written" in complaint
    assert list(Path.cwd().iterdir()) == []


def test_parallel_evaluations_are_independent() -> None:
    """Two evaluations with different flags at the same time do not mix their settings."""
    found: dict[str, dict[str, bytes]] = {}

    def work(strategy: str) -> None:
        seichi.evaluate(CORPUS, output=strategy, strategy=strategy)
        found[strategy] = files(Path(strategy))

    threads = [threading.Thread(target=work, args=(name,)) for name in ["linked", "grey"]]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    for name in ["linked", "grey"]:
        seichi.evaluate(CORPUS, output=f"{name}-alone", strategy=name)
        assert found[name] == files(Path(f"{name}-alone"))
        assert f"--strategy={name}" in json.loads(Path(name, "run.json").read_text())["arguments"]


def test_odd_paths_are_accepted() -> None:
    odd = Path("-s ü\n")
    odd.mkdir()
    (odd / "x.sgf").write_bytes((CORPUS / "gnugo" / "13x13-japanese-13503-early.sgf").read_bytes())
    run = seichi.evaluate(odd, output="out", strategy="linked")
    assert run.figures["evaluated"] == 1
    if os.name == "posix":
        name = os.fsdecode(b"\xff")
        Path(name).mkdir()
        (Path(name) / "x.sgf").write_bytes((odd / "x.sgf").read_bytes())
        assert seichi.evaluate(name, strategy="linked").figures["evaluated"] == 1


def test_skipped_games_are_a_warning_in_python_words() -> None:
    with pytest.warns(seichi.SeichiWarning, match=r"skipped \d+ of \d+ games \(no_dead_info\): .*add dead=\"auto,estimate\"$"):
        seichi.evaluate(unmarked_games(), strategy="linked")
    with pytest.raises(seichi.Error, match='add dead="auto,estimate"'):
        seichi.evaluate(unmarked_games()[1:], strategy="linked")


def unmarked_games() -> list[Path]:
    """Writes a game that can be evaluated, and nine whose dead stones are not marked. Returns their files."""
    record = (CORPUS / "gnugo" / "13x13-japanese-13503-early.sgf").read_bytes()
    for number in range(10):
        marked = record if number == 0 else re.sub(rb"T[BW](\[[^]]*\]\s*)+", b"", record)
        Path(f"{number}.sgf").write_bytes(marked)
    return sorted(Path.cwd().glob("*.sgf"))


@pytest.mark.parametrize("strategy", [None, "linked"])
def test_evaluate_in_forked_child_ends(strategy: str | None) -> None:
    expected = seichi.evaluate(CORPUS / "article", strategy=strategy).figures
    with multiprocessing.get_context("fork").Pool(2) as pool:
        results = [pool.apply_async(_figures, (strategy,)) for _ in range(4)]
        assert [result.get(timeout=120) for result in results] == [expected] * 4


def _figures(strategy: str | None) -> dict[str, Any]:
    return seichi.evaluate(CORPUS / "article", strategy=strategy).figures


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="only Linux lists the threads of a process")
def test_one_job_starts_one_thread() -> None:
    script = """
import sys, threading
from pathlib import Path
import seichi

tasks, counts, done = Path("/proc/self/task"), [], threading.Event()
before = len(list(tasks.iterdir()))

def count():
    while not done.wait(0.0002):
        counts.append(len(list(tasks.iterdir())))

watcher = threading.Thread(target=count)
watcher.start()
seichi.evaluate(sys.argv[1], strategy="all", jobs=1)
done.set()
watcher.join()
print(max(counts) - before)
"""
    done = subprocess.run([sys.executable, "-c", script, str(CORPUS)], capture_output=True, text=True, check=True)
    # the watcher, the evaluation, its batches, and their only thread
    assert done.stdout == "4\n"


def test_numbers_of_numpy_and_paths_are_flag_values() -> None:
    labels = Path("labels.jsonl")
    labels.write_text("")
    flags: dict[str, Flag] = {"jobs": np.int64(2), "limit": np.uint8(5), "finished": np.bool_(False), "labels": [labels]}
    assert seichi.evaluate(CORPUS, strategy="linked", **flags).figures["games"] == 5
    for value in [object(), b"1", [None]]:
        with pytest.raises(TypeError, match="jobs must be a string, a number or a path, or several of them, not"):
            seichi.evaluate(CORPUS, jobs=value)  # type: ignore[arg-type]


def test_unknown_keyword_is_type_error() -> None:
    with pytest.raises(TypeError, match="seichi eval has no flag min_gams"):
        seichi.evaluate(CORPUS, min_gams=5)
    with pytest.raises(TypeError, match="encodin does not apply to a single game: did you mean encoding?"):
        seichi.Game.from_sgf("(;SZ[5])", encodin="GBK")


def test_run_and_table_survive_pickle() -> None:
    run = seichi.evaluate(CORPUS / "article", output="out", strategy="linked")
    copy = pickle.loads(pickle.dumps(run))
    assert (repr(copy), copy.figures) == (repr(run), run.figures)
    assert pa.table(pickle.loads(pickle.dumps(run.games))).equals(pa.table(run.games))


def test_flags_without_effect_in_python_are_errors() -> None:
    for name, words in [("out", "`output` names the folder"), ("format", "`Run.text"), ("no_progress", "progress=False")]:
        with pytest.raises(TypeError, match=f"{name} does not apply here: .*{words}"):
            seichi.evaluate(CORPUS / "article", **{name: "x"})


def test_temporary_run_is_deleted_without_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run = seichi.evaluate(CORPUS / "article", strategy="linked")
        folder = run.folder
        assert folder.exists()
        del run
        gc.collect()
    assert not folder.parent.exists()


def test_merged_parts_equal_the_whole_run() -> None:
    flags: dict[str, Any] = {"dead": ["auto", "estimate"], "strategy": ["teire", "linked"]}
    whole = seichi.evaluate(CORPUS, output="whole", **flags)
    # in any order, as runs or as folders
    parts = [seichi.evaluate(CORPUS, part=f"{number}/3", output=f"part{number}", **flags) for number in (3, 1, 2)]
    assert sum(part.figures["games"] for part in parts) == whole.figures["games"]
    merged = seichi.merge([*parts[:2], parts[2].folder], output="merged")
    assert merged.figures == whole.figures
    for path in whole.folder.iterdir():
        if path.name != "run.json":
            assert (merged.folder / path.name).read_bytes() == path.read_bytes(), path.name
    with pytest.raises(seichi.Error, match="are not parts of the same games"):
        seichi.merge([parts[0], parts[0]])
    with pytest.raises(seichi.Error, match="part 1/3 of the games is missing"):
        seichi.merge([parts[0], parts[2]])
    with pytest.raises(seichi.Error, match="have different strategies, scorers, settings"):
        seichi.merge([parts[0], seichi.evaluate(CORPUS, part="1/3", strategy="linked")])


def test_merge_without_runs_is_error() -> None:
    with pytest.raises(seichi.Error, match="no runs to merge"):
        seichi.merge([])
