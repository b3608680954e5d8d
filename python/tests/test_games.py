"""Games of records: facts, scores, explanations, pictures and reasons for skipping."""

from __future__ import annotations

import bz2
import pickle
import shutil
import sys
import traceback
import xml.etree.ElementTree as ElementTree
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import seichi
from seichi import _seichi
from conftest import CORPUS, lines_of_json, printed, program
from games import letters, scored_by_the_program, sgf_files

RECORD = "gnugo/13x13-japanese-13503-early.sgf"


def game(name: str = RECORD) -> seichi.Game:
    return seichi.Game.from_sgf((CORPUS / name).read_bytes(), name=name)


def test_scores_equal_program() -> None:
    lines = scored_by_the_program(CORPUS, "-s", "all")
    expected = {(line["game"], line["strategy"]): line for line in lines}
    compared = 0
    for path in sgf_files(CORPUS):
        name = path.relative_to(CORPUS).as_posix()
        for game in seichi.Game.all_from_sgf(path.read_bytes(), name=name):
            assert isinstance(game, seichi.Game)
            # for these games, a labels file has the dead stones
            if name.startswith(("article/", "rulings/")):
                continue
            for answer in game.score("all").values():
                line = expected[game.name, answer.strategy]
                assert answer.margin == line["margin"], line
                assert letters(game, answer) == line["map"], line
                compared += 1
    assert compared > 3000


def test_game_facts() -> None:
    record = "(;GM[1]SZ[5:3]PB[古力]PW[曺薰鉉]DT[2004-01-02]RU[Japanese]KM[2.5]RE[W+0.5];B[ca];W[da];B[cb];W[db];B[cc];W[dc]TB[aa][ba])"
    found = seichi.Game.from_sgf(record, name="x.sgf")
    assert (found.name, found.players, found.date) == ("x.sgf#1", ("古力", "曺薰鉉"), "2004-01-02")
    assert (found.width, found.height, found.moves, found.handicap) == (5, 3, 6, 0)
    assert (found.rules, found.rules_guessed, found.method, found.komi) == ("japanese", None, "territory", 2.5)
    assert found.stones.tolist() == [[0, 0, 1, 2, 0]] * 3
    assert not found.dead.any() and found.prisoners == {"black": 0, "white": 0} and found.encoding == "UTF-8"
    assert found.label is not None
    assert (found.label.result, found.label.margin, found.label.source) == ("W+0.5", -0.5, "RE+TBTW")
    assert found.label.owner is not None and found.label.owner[0].tolist() == [1, 1, 0, 0, 0]
    assert repr(found) == "<Game x.sgf#1: 5×3, 古力 – 曺薰鉉, W+0.5>"
    assert seichi.Game.from_sgf(record.encode("utf-8").replace(b"GM[1]", b"GM[1]CA[UTF-8]")).players == found.players
    assert seichi.Game.from_sgf("(;SZ[9];B[dd])").label is None


def test_text_record_ignores_declared_encoding() -> None:
    record = "(;GM[1]CA[GBK]SZ[9]PB[古力];B[dd])"
    assert seichi.Game.from_sgf(record).players[0] == "古力"
    assert seichi.Game.from_sgf(record.encode("gbk")).players[0] == "古力"
    assert seichi.Game.from_sgf(record.encode("utf-8"), encoding="utf-8").players[0] == "古力"


def test_flags_of_reading_apply_to_scores() -> None:
    record = "(;SZ[5]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][aa])"
    plain = seichi.Game.from_sgf(record)
    assert plain.dead_from == "none" and plain.komi == 0
    changed = seichi.Game.from_sgf(record, rules="chinese", komi=7.5, dead=["marks", "estimate"])
    assert (changed.rules, changed.komi, changed.dead_from, changed.dead.sum()) == ("chinese", 7.5, "estimate", 1)
    # the scores use the same flags, unless a call gives new values
    assert changed.score("linked")["linked"].margin == 15 - 10 - 7.5
    assert changed.score("linked", rules="japanese")["linked"].margin == 10 + 1 - 5 - 7.5
    assert plain.score("linked", dead="estimate")["linked"].margin == 10 + 1 - 5


def test_dead_stones_from_array() -> None:
    record = "(;SZ[5]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][aa])"
    plain = seichi.Game.from_sgf(record)
    dead = np.zeros((5, 5), dtype=bool)
    dead[0, 0] = True
    answer = plain.score("linked", dead=dead)["linked"]
    assert (answer.margin, answer.owner[0, 0]) == (10 + 1 - 5, 1)
    assert plain.score("linked")["linked"].margin < answer.margin
    assert "1 dead stone (source: labels file)" in plain.explain(dead=dead).text
    with pytest.raises(ValueError, match=r"shape \[2, 2\]"):
        plain.score(dead=np.zeros((2, 2), dtype=bool))


def test_explanation_equals_program() -> None:
    path = CORPUS / RECORD
    explanation = game().explain(["linked", "flood"])
    assert explanation.text.splitlines()[1:] == printed("explain", path, "-s", "linked,flood").splitlines()[1:]
    [expected] = lines_of_json(printed("explain", path, "-s", "linked,flood", "--format", "json").replace("\n", ""))
    data = explanation.data
    for explained in (data, expected):
        # the program's explanation has only the file's name, and the command that shows it
        for key in ("game", "explain"):
            explained["board"].pop(key)
    assert data == expected
    # a frame for each point where the answers or the label differ
    differing = sum(len(place["points"]) for place in data["differences"])
    assert explanation.svg.count('class="differs"') == differing
    assert str(explanation) == explanation.text
    everything = game().explain(all=True)
    assert everything.text.splitlines()[1:] == printed("explain", path, "--all").splitlines()[1:]


def test_notebook_pictures() -> None:
    answer = game().score("linked")["linked"]
    for picture in [game()._repr_svg_(), answer._repr_svg_(), game().explain()._repr_svg_()]:
        root = ElementTree.fromstring(picture)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        circles = [circle for circle in root.iter("{http://www.w3.org/2000/svg}circle") if circle.get("data-point")]
        assert len(circles) >= np.count_nonzero(game().stones)
    # the squares show the territory of the answer
    squares = [mark for mark in ElementTree.fromstring(answer._repr_svg_()).iter() if "territory" in (mark.get("class") or "")]
    assert len(squares) == np.count_nonzero(answer.owner)


def test_unscorable_game_raises_skip_error() -> None:
    with pytest.raises(seichi.SkipError) as caught:
        seichi.Game.from_sgf("(;GM[1]SZ[9])(;GM[1]SZ[99])", 2, name="two.sgf")
    skip = caught.value
    assert (skip.name, skip.reason, skip.stage, skip.byte) == ("two.sgf#2", "bad_size", "sgf", 13)
    assert skip.detail == "SZ[99] is not a valid board size; each side must be 1 to 52" and "size" in skip.meaning
    assert str(skip).startswith("two.sgf#2: bad_size: SZ[99]")
    assert isinstance(skip, seichi.Error) and skip.exit_code == 3
    copy = pickle.loads(pickle.dumps(skip))
    assert (copy.name, copy.byte, str(copy)) == (skip.name, skip.byte, str(skip))
    with pytest.raises(seichi.SkipError, match="hello.sgf: no_game"):
        seichi.Game.from_sgf("hello", name="hello.sgf")
    with pytest.raises(seichi.Error, match="has no game 2: the number of games is 1"):
        seichi.Game.from_sgf("(;SZ[9])", 2)
    first, second = seichi.Game.all_from_sgf("(;SZ[9])(;SZ[99])")
    assert isinstance(first, seichi.Game) and isinstance(second, seichi.SkipError)


def test_wrong_flag_values_are_errors() -> None:
    plain = game()
    for call, message in [
        (lambda: plain.score("lnked"), "unknown strategy"),
        (lambda: plain.score(dead="mark"), "possible values: auto, marks"),
        (lambda: plain.score(dead="ownership"), "only an evaluation takes dead stones from ownership"),
    ]:
        with pytest.raises(seichi.Error) as caught:
            call()
        assert message in str(caught.value) and caught.value.exit_code == 2
        assert "--help" not in str(caught.value)


def test_flags_without_effect_on_a_game_are_errors() -> None:
    plain = game()
    for name in ["rulez", "labels", "ownership", "jobs", "strategy", "format", "require_safe", "scorer"]:
        for call in [plain.score, plain.explain, lambda **flags: seichi.Game.from_sgf("(;SZ[5];B[aa])", **flags)]:
            with pytest.raises(TypeError, match=f"{name} does not apply to a single game(; these do: dead, encoding, komi|: did you mean )"):
                call(**{name: "x"})


def test_dead_stone_marks_must_be_boolean() -> None:
    plain = game()
    for marks in [plain.stones, 0.2 * plain.dead, np.full(plain.dead.shape, "x")]:
        with pytest.raises(TypeError, match="dead must be an array of True and False, or of 1 and 0, not of"):
            plain.score("linked", dead=marks)
        with pytest.raises(TypeError, match="marked_dead must be an array of True and False"):
            seichi.territory_scoring(plain.stones, marks)
    same = plain.score("linked", dead=plain.dead.astype(np.int64))["linked"]
    assert same.margin == plain.score("linked")["linked"].margin


def test_function_scores_a_game() -> None:
    asked = []

    def nothing(stones: np.ndarray, dead: np.ndarray, method: str) -> np.ndarray:
        asked.append((stones.shape, int(dead.sum()), method))
        return np.zeros_like(stones)

    plain = game()
    scorers = {"nothing": nothing}
    answers = plain.score(["linked", "nothing"], scorers=scorers)
    assert list(answers) == ["linked", "nothing"] and asked == [((1, 13, 13), 2, "territory")]
    # dead stones count as prisoners, and other points are neutral
    captured = plain.prisoners["black"] - plain.prisoners["white"]
    captured += sum(1 if stone == 2 else -1 for stone in plain.stones[plain.dead])
    assert not answers["nothing"].owner.any() and answers["nothing"].margin == -plain.komi + captured
    assert list(plain.score("nothing", scorers=scorers)) == ["nothing"]
    assert list(plain.score()) == ["independent"]
    assert list(plain.score(scorers=scorers)) == ["independent", "nothing"]
    assert list(plain.score("all")) == seichi.strategies
    assert "nothing" in plain.explain("nothing", scorers=scorers).text
    squares = [mark for mark in ElementTree.fromstring(answers["nothing"]._repr_svg_()).iter() if mark.get("class") == "territory"]
    assert not squares and "nothing" in answers["nothing"].explanation.text

    def broken(stones: np.ndarray, dead: np.ndarray, method: str) -> np.ndarray:
        raise KeyError("no boards")

    with pytest.raises(seichi.Error, match=r"broken has no answer: .*KeyError: 'no boards' \(test_games.py, line \d+\)") as caught:
        plain.score(scorers={"nothing": nothing, "broken": broken})
    assert isinstance(caught.value.__cause__, KeyError)
    assert [frame.name for frame in traceback.extract_tb(caught.value.__cause__.__traceback__)] == ["broken"]
    with pytest.raises(TypeError, match="the scorer linkd is not a function"):
        plain.score(scorers={"linkd": 5})  # type: ignore[dict-item]
    with pytest.raises(TypeError, match="scorers must be a dictionary of names and functions, not function"):
        plain.score(scorers=broken)  # type: ignore[arg-type]


def test_empty_list_of_strategies_scores_nothing() -> None:
    assert game().score([]) == {} == game().score([], scorers={"f": lambda stones, dead, method: stones})


def test_scorer_with_name_of_a_strategy_is_error() -> None:
    for name in ["linked", "teire", "all"]:
        scorers = {name: lambda stones, dead, method: np.zeros_like(stones)}
        for call in [game().score, game().explain, partial(seichi.evaluate, CORPUS, strategy="grey")]:
            with pytest.raises(seichi.Error, match=f"^{name} is a built-in strategy; give the scorer another name$"):
                call(scorers=scorers)


def test_record_from_bytes_like_and_path() -> None:
    path = CORPUS / RECORD
    expected = repr(seichi.Game.from_sgf(path.read_bytes(), name=path.name))
    for record in [bytearray(path.read_bytes()), memoryview(path.read_bytes())]:
        assert repr(seichi.Game.from_sgf(record, name=path.name)) == expected
    assert repr(seichi.Game.from_sgf(path)) == expected
    assert seichi.Game.from_sgf(path, name="other").name == "other#1"


def test_games_and_answers_survive_pickle() -> None:
    two = (CORPUS / RECORD).read_bytes() + (CORPUS / "article" / "corner-seki.sgf").read_bytes()
    for one in [*seichi.Game.all_from_sgf(two, name="two.sgf", komi=3), seichi.Game.from_sgf("(;SZ[5]PB[古力])")]:
        assert isinstance(one, seichi.Game)
        copy = pickle.loads(pickle.dumps(one))
        assert (repr(copy), copy.komi, copy.dead.tolist()) == (repr(one), one.komi, one.dead.tolist())
        answer = one.score("linked", dead=one.dead)["linked"]
        again = pickle.loads(pickle.dumps(answer))
        assert (repr(again), again.owner.tolist()) == (repr(answer), answer.owner.tolist())
        assert str(again.explanation) == str(answer.explanation)
        assert copy.label is None or pickle.loads(pickle.dumps(copy.label)).result == copy.label.result


def test_types_name_their_module() -> None:
    native = [thing for thing in vars(_seichi).values() if isinstance(thing, type)]
    assert len(native) >= 3 and {thing.__module__ for thing in native} == {"seichi._seichi"}


def test_record_with_many_games() -> None:
    record = b"".join(path.read_bytes() for path in sgf_files(CORPUS / "gnugo")[:50])
    games = seichi.Game.all_from_sgf(record, name="all.sgf")
    assert [game.name for game in games] == [f"all.sgf#{number}" for number in range(1, len(games) + 1)]
    assert len(games) == 50


def test_python_m_seichi_equals_program(tmp_path: Path) -> None:
    for words in [("list", "strategies"), ("eval", "nowhere"), ("--version",), ("gate", CORPUS, "--baseline", "none")]:
        script = Path(sys.executable).with_name("seichi")
        one, two = program(*words), program(*words, program=[str(script)])
        assert (one.returncode, one.stdout, one.stderr) == (two.returncode, two.stdout, two.stderr)
    assert program("eval", "nowhere").returncode == 2
    assert program("list", "strategies").stdout.decode().count("\n") >= len(seichi.strategies)


def test_games_reads_folders_and_archives() -> None:
    shutil.make_archive("games", "zip", CORPUS / "article")
    Path("folder").mkdir()
    Path("folder", "bad.sgf").write_text("(;SZ[99])(;SZ[5]KM[0]RE[B+25]AB[cc])")
    Path("folder", "nothing.sgf").write_text("")
    there = [game.name for game in seichi.games(CORPUS / "article") if isinstance(game, seichi.Game)]
    here = [game for game in seichi.games(Path("games.zip")) if isinstance(game, seichi.Game)]
    assert sorted(game.name for game in here) == sorted(f"games.zip!/{name}" for name in there) and len(there) > 30
    found = list(seichi.games(["folder"], dead="none"))
    assert [game.name for game in found] == ["bad.sgf#1", "bad.sgf#2", "nothing.sgf"]
    assert [type(game) for game in found] == [seichi.SkipError, seichi.Game, seichi.SkipError]
    with pytest.raises(seichi.Error, match="nowhere"):
        list(seichi.games("nowhere"))
    with pytest.raises(TypeError, match="strategy does not apply"):
        seichi.games("folder", strategy="linked")


def test_games_of_a_large_record_are_numbered_through() -> None:
    record = "(;SZ[5]KM[0]RE[B+25]AB[cc])" * 300
    with bz2.open("games.sgf.bz2", "wt") as file:
        file.write(record)
    names = [game.name for game in seichi.games("games.sgf.bz2")]
    assert names == [f"games.sgf.bz2#{number}" for number in range(1, 301)]
    last = list(seichi.games("games.sgf.bz2"))[-1]
    assert pickle.loads(pickle.dumps(last)).name == "games.sgf.bz2#300"


def test_game_of_a_run_is_read_with_its_flags() -> None:
    shutil.make_archive("games", "zip", CORPUS / "gnugo")
    run = seichi.evaluate(["games.zip"], output="out", strategy="linked", komi=5, rules="chinese")
    row = next(iter(run.games))
    game = run.game(row["game"])
    assert (game.name, game.rules, game.komi) == (row["game"], row["rules"], row["komi"])
    assert game.score("linked")["linked"].margin == row["margin"]
    skipped = next(iter(run.skipped), None)
    assert skipped is None or skipped["game"]
    with pytest.raises(seichi.Error, match="do not contain the game games.zip!/none.sgf#1"):
        run.game("games.zip!/none.sgf#1")
