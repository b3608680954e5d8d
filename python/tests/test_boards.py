"""Boards as arrays: their shapes and types, and scores that equal the program's."""

from __future__ import annotations

import dataclasses
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import seichi
from conftest import CORPUS, printed
from games import letters, scored_by_the_program, sgf_files

STONES = np.array(
    [
        [0, 0, 1, 2, 0, 0, 0],
        [0, 1, 1, 2, 0, 1, 0],
        [1, 1, 2, 2, 0, 0, 0],
        [2, 2, 2, 2, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0],
    ]
)
DEAD = np.zeros(STONES.shape, dtype=bool)
DEAD[1, 5] = True


def test_board_scores_equal_program() -> None:
    compared = 0
    for path in [*sgf_files(CORPUS / "article"), *sgf_files(CORPUS / "gnugo")[::5]]:
        for game in seichi.Game.all_from_sgf(path.read_bytes(), name=path.name):
            assert isinstance(game, seichi.Game)
            for strategy, answer in game.score(["independent", "linked", "flood"]).items():
                if game.method == "territory":
                    scoring = seichi.territory_scoring(game.stones, game.dead, strategy=strategy)
                else:
                    scoring = seichi.area_scoring(game.stones, game.dead)
                assert np.array_equal(scoring.owner, answer.owner), (path, strategy)
                assert np.array_equal(scoring.kind, answer.kind), (path, strategy)
                compared += 1
    assert compared > 200


def test_final_score_equals_the_margins_of_games() -> None:
    compared = 0
    for path in [*sgf_files(CORPUS / "article"), *sgf_files(CORPUS / "gnugo"), *sgf_files(CORPUS / "counting")]:
        for game in seichi.Game.all_from_sgf(path.read_bytes(), name=path.name):
            assert isinstance(game, seichi.Game)
            ending = {name: getattr(game, name) for name in ("rules", "komi", "handicap", "prisoners", "first_pass")}
            for strategy, answer in game.score(["independent", "linked"]).items():
                total = seichi.final_score(game.stones, game.dead, strategy=strategy, **ending)
                assert total.margin == total.black.total - total.white.total == answer.margin, (path, strategy)
                for player in (total.black, total.white):
                    *parts, whole = dataclasses.astuple(player)
                    assert sum(parts) == whole
                assert total.winner == ("draw" if answer.margin == 0 else "white" if answer.margin < 0 else "black")
                assert np.array_equal(total.scoring.owner, answer.owner), (path, strategy)
                compared += 1
    assert compared > 500
    ending = {"rules": "japanese", "komi": 7, "handicap": 0, "prisoners": {"black": 0, "white": 0}}
    values = [{"rules": "aga-button"}, {"rules": "japan"}, {"strategy": "linkd"}, {"komi": 6.3}, {"handicap": -1}, {"first_pass": 3}]
    types = [{"handicap": 0.5}, {"komi": "7"}, {"prisoners": (3, 1)}, {"prisoners": {"black": 3}}]
    for wrong, exception in [*((wrong, ValueError) for wrong in values), *((wrong, TypeError) for wrong in types)]:
        name = "first_pass" if wrong == {"rules": "aga-button"} else next(iter(wrong))
        with pytest.raises(exception, match=None if exception is TypeError else name):
            seichi.final_score(STONES, DEAD, **{**ending, **wrong})


def test_batch_equals_single_boards() -> None:
    batch = np.stack([STONES, STONES[::-1], np.zeros_like(STONES)])
    dead = np.stack([DEAD, DEAD[::-1], DEAD])
    together = seichi.territory_scoring(batch, dead, strategy="teire")
    assert together.owner.shape == together.kind.shape == batch.shape
    assert together.points.shape == (3, 2)
    for number in range(3):
        alone = seichi.territory_scoring(batch[number], dead[number], strategy="teire")
        assert np.array_equal(together.owner[number], alone.owner)
        assert together.points[number].tolist() == alone.points.tolist()
    assert seichi.guess_dead(batch).tolist()[0] == seichi.guess_dead(STONES).tolist()
    assert seichi.territory_scoring(batch[:0], dead[:0]).owner.shape == (0, 5, 7)


def test_dead_stone_counts_for_opponent() -> None:
    scoring = seichi.territory_scoring(STONES, DEAD)
    assert (scoring.owner[1, 5], scoring.kind[1, 5]) == (2, seichi.Kind.TERRITORY)
    assert scoring.kind[0, 2] == seichi.Kind.STONE
    assert seichi.territory_scoring(STONES).owner[1, 5] == 0
    area = seichi.area_scoring(STONES, DEAD)
    assert area.owner[0, 2] == 1 and np.count_nonzero(area.owner) == STONES.size


def test_stones_accepted_and_rejected_forms() -> None:
    expected = seichi.territory_scoring(STONES, DEAD).owner.tolist()
    for stones in [STONES.tolist(), STONES.astype(np.uint8), STONES.astype(np.int8), np.asfortranarray(STONES)]:
        assert seichi.territory_scoring(stones, DEAD.astype(int).tolist()).owner.tolist() == expected
    for wrong, exception in [
        (STONES * 1.0, TypeError),
        (STONES[0], ValueError),
        (STONES - 1, ValueError),
        ((STONES + 1).astype(np.int8), ValueError),
        (np.zeros((53, 3), dtype=int), ValueError),
        (np.zeros((0, 3), dtype=int), ValueError),
    ]:
        with pytest.raises(exception):
            seichi.territory_scoring(wrong)
    with pytest.raises(ValueError, match="marked_dead has the shape"):
        seichi.territory_scoring(STONES, DEAD[:, :3])
    with pytest.raises(ValueError, match='unknown strategy "lnked"; the strategies are flood'):
        seichi.territory_scoring(STONES, strategy="lnked")


def test_guess_dead_same_seed_same_result() -> None:
    board = seichi.Game.from_sgf(sgf_files(CORPUS / "gnugo")[0].read_bytes()).stones
    assert np.array_equal(seichi.guess_dead(board, 50, seed=3), seichi.guess_dead(board, 50, seed=3))
    assert np.array_equal(seichi.guess_dead(STONES, seed=1), DEAD)


def test_guess_dead_ends_at_its_limits() -> None:
    random = np.random.default_rng(7)
    crowded = random.integers(0, 3, (52, 52), dtype=np.int8) * random.integers(0, 2, (52, 52), dtype=np.int8)
    start = time.monotonic()
    with pytest.raises(TimeoutError, match="timeout"):
        seichi.guess_dead(crowded, 20_000, timeout=0.05)
    assert time.monotonic() - start < 2
    for wrong in [{"playouts": 10**9}, {"playouts": -1}, {"seed": -1}, {"timeout": -1.0}, {"timeout": float("nan")}]:
        with pytest.raises(ValueError, match=next(iter(wrong))):
            seichi.guess_dead(STONES, **wrong)


def test_scoring_releases_the_interpreter_lock() -> None:
    board = seichi.Game.from_sgf(sgf_files(CORPUS / "gnugo")[-1].read_bytes()).stones
    # enough boards for both threads to run before the end, even on a busy machine
    batch = np.repeat(board[None], 20_000, axis=0)
    done = threading.Event()
    thread = threading.Thread(target=lambda: (seichi.guess_dead(batch, playouts=5), done.set()))
    thread.start()
    turns = 0
    while not done.is_set():
        turns += 1
    thread.join()
    # if the lock were held, the loop could not run before the end
    assert turns > 1000


@pytest.mark.parametrize("call", ["seichi.territory_scoring(batch)", "seichi.area_scoring(batch)", "seichi.guess_dead(batch)"])
def test_batch_ctrl_c_ends_early(call: str) -> None:
    script = f"""
import numpy as np, seichi
random = np.random.default_rng(7)
batch = random.integers(0, 3, (300_000, 19, 19), dtype=np.int8)
batch *= random.integers(0, 4, batch.shape, dtype=np.int8) == 0
print("begun", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted")
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "begun\n"
        time.sleep(0.2)
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.stdout.read() == "interrupted\n"
    # the whole batch takes more than ten seconds
    assert time.monotonic() - start < 5


def test_strategy_and_rules_lists() -> None:
    assert printed("list", "rules").split() == [word for pair in seichi.rules.items() for word in pair]
    assert {"linked", "independent", "teire", "flood"} <= set(seichi.strategies)
    assert set(seichi.controls) < set(seichi.strategies)


def test_board_letters() -> None:
    game = seichi.Game.from_sgf((CORPUS / "article" / "corner-seki.sgf").read_bytes(), name="corner-seki.sgf")
    [line] = scored_by_the_program(CORPUS / "article" / "corner-seki.sgf", "-s", "linked")
    assert letters(game, game.score("linked")["linked"]) == line["map"]
