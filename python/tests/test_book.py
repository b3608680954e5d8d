"""The chapter about the package, its examples and its notebook."""

from __future__ import annotations

import base64
import doctest
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from importlib import metadata
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

import seichi
import seichi.boards
from conftest import CORPUS, PROJECT

CHAPTER = (PROJECT / "docs" / "python.md").read_text(encoding="utf-8")
SCORERS = (PROJECT / "docs" / "scorers.md").read_text(encoding="utf-8")
LIBRARIES = (PROJECT / "docs" / "libraries.md").read_text(encoding="utf-8")
EXAMPLES = PROJECT / "python" / "examples"


def blocks(language: str, text: str = CHAPTER) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)


@pytest.fixture(autouse=True)
def the_games(in_a_folder_of_its_own: None) -> None:
    Path("corpus").symlink_to(CORPUS)


def run_examples(examples: list[str]) -> None:
    names: dict[str, object] = {}
    runner = doctest.DocTestRunner(verbose=False)
    for number, block in enumerate(examples):
        test = doctest.DocTestParser().get_doctest(block, names, f"block {number}", "the page", 0)
        runner.run(test, clear_globs=False)
        names.update(test.globs)
    assert runner.summarize().failed == 0


def test_examples_print_documented_output() -> None:
    run_examples(blocks("pycon"))
    run_examples(blocks("pycon", SCORERS))
    assert len(blocks("pycon")) >= 6 and len(blocks("pycon", SCORERS)) == 1


def test_boards_of_sgfmill() -> None:
    pytest.importorskip("sgfmill", reason="sgfmill is not installed")
    run_examples(blocks("pycon", LIBRARIES))


def test_readme_examples_print_documented_output() -> None:
    readme = (PROJECT / "python" / "README.md").read_text(encoding="utf-8")
    run_examples(blocks("pycon", readme))
    # the page of a package has no files next to it
    assert "](" not in readme


def test_wheel_metadata_has_licence_and_readme() -> None:
    facts = metadata.metadata("seichi")
    assert (facts["License-Expression"], facts.get_all("License-File")) == ("MIT", ["LICENSE"])
    assert "Typing :: Typed" in facts.get_all("Classifier", [])
    assert (PROJECT / "python" / "README.md").read_text(encoding="utf-8").strip() in metadata.metadata("seichi").get_payload()


def test_docstring_examples() -> None:
    found = [doctest.testmod(module) for module in (seichi.boards,)]
    assert sum(result.attempted for result in found) >= 4 and all(result.failed == 0 for result in found)


def test_chapter_commands_run() -> None:
    commands = [line for block in blocks("sh") for line in block.splitlines()]
    # the first command built the package for these tests
    assert commands[0] == "python/build" and len(commands) >= 2
    for command in commands[1:]:
        own = command.replace("target/python/bin/python", sys.executable)
        assert own != command, "the command does not use the package's Python"
        assert subprocess.run(own, shell=True, check=False).returncode == 0, command


def test_public_names_are_documented() -> None:
    for name in seichi.__all__:
        thing = getattr(seichi, name)
        if callable(thing):
            assert thing.__doc__, name
    for name in ["territory_scoring", "area_scoring", "guess_dead", "Game", "SkipError", "Error", "evaluate", "Run"]:
        assert name in CHAPTER, name


def test_example_script_draws_pictures() -> None:
    words = [sys.executable, str(EXAMPLES / "look.py"), "strict", "corpus/gnugo", "pictures"]
    printed = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert printed.endswith(".svg\n")


def test_parts_in_chapter_merge_into_the_whole_run() -> None:
    [script] = [block for block in blocks("python") if "import dask" in block]
    Path("games").symlink_to(CORPUS / "gnugo")
    Path("parts.py").write_text(script, encoding="utf-8")
    subprocess.run([sys.executable, "parts.py"], check=True)
    whole = seichi.evaluate("games", output="whole")
    for name in ["games.csv", "mismatches.csv", "skipped.csv", "summary.csv", "pairwise.csv", "boards.ndjson"]:
        assert Path("out", name).read_bytes() == (whole.folder / name).read_bytes(), name


def test_notebook_runs_with_pictures() -> None:
    notebook = nbformat.read(PROJECT / "python" / "notebooks" / "games.ipynb", as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "the notebook is committed with outputs"
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute(cwd=os.getcwd())
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    pictures = [output.data["image/svg+xml"] for output in outputs if "image/svg+xml" in output.get("data", {})]
    assert len(pictures) == 3
    for number, picture in enumerate(pictures):
        assert ElementTree.fromstring(picture).tag.endswith("svg")
        folder = os.environ.get("NOTEBOOK_PICTURES")
        if folder is not None:
            Path(folder, f"{number}.svg").write_text(picture, encoding="utf-8")
    assert any("text/html" in output.get("data", {}) and "teire" in output.data["text/html"] for output in outputs)
    plots = [output.data["image/png"] for output in outputs if "image/png" in output.get("data", {})]
    assert len(plots) == 2
    if folder := os.environ.get("NOTEBOOK_PICTURES"):
        for number, plot in enumerate(plots):
            Path(folder, f"plot{number}.png").write_bytes(base64.b64decode(plot))
    assert not [output for output in outputs if output.output_type == "error"]
