"""The program's JSON, and the lines that it exchanges with a scorer, conform to docs/schemas."""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from conftest import CORPUS, PROJECT, lines_of_json, printed, program
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

SCHEMAS = {path.stem: json.loads(path.read_text()) for path in sorted((PROJECT / "docs/schemas").glob("*.json"))}

# a scorer that keeps the lines it reads and writes
SCORER = """
import json, sys
with open("lines", "a") as lines:
    for line in sys.stdin:
        answer = json.dumps({"id": json.loads(line)["id"], "black": [], "white": [], "dead": []})
        print(answer, flush=True)
        print(line + answer, file=lines, flush=True)
"""


def strict(schema: Any) -> Any:
    """Returns a schema whose inner objects have no other fields. The published schemas allow them, for later versions."""
    if isinstance(schema, list):
        return [strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {key: strict(part) for key, part in schema.items()}
    is_inner = "properties" in schema and "$schema" not in schema
    return {"additionalProperties": False, **parts} if is_inner else parts


@cache
def validator(name: str) -> Draft202012Validator:
    """Returns the validator of a schema that allows only the fields that it names."""
    schemas = [(f"{other}.json", Resource.from_contents(strict(schema))) for other, schema in SCHEMAS.items()]
    return Draft202012Validator(
        {**strict(SCHEMAS[name]), "unevaluatedProperties": False}, registry=Registry().with_resources(schemas)
    )


def check(name: str, value: Any) -> None:
    """Checks a value against a schema."""
    validator(name).validate(value)


@pytest.mark.parametrize("name", SCHEMAS)
def test_schema_is_valid_and_titled(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])
    assert SCHEMAS[name]["title"]


def test_files_and_output_of_a_run_have_the_form_of_the_schemas() -> None:
    for run, flags in {"a": ["-s", "linked,majority", "--safety"], "b": ["-s", "linked,teire"]}.items():
        printed("eval", CORPUS, *flags, "-o", run)
    check("run", json.loads(Path("a/run.json").read_text()))
    check("report", json.loads(printed("report", "a", "--format", "json")))
    check("compare", json.loads(printed("compare", "a", "b", "--format", "json")))
    explained = json.loads(printed("explain", f"{CORPUS}/article/bamboo-joint.sgf#1", "--format", "json"))
    for board in lines_of_json(Path("a/boards.ndjson").read_text()):
        check("explain", {**explained, "board": board})


def test_other_output_has_the_form_of_the_schemas() -> None:
    for line in lines_of_json(printed("score", CORPUS, "-s", "linked,teire", "--format", "ndjson")):
        check("score", line)
    for line in lines_of_json(printed("score", CORPUS, "-s", "teire", "--safety", "--format", "ndjson")):
        check("score", line)
    check("inspect", json.loads(printed("inspect", CORPUS, "--format", "json")))
    for record in sorted((CORPUS / "rulings").glob("*.sgf")):
        check("explain", json.loads(printed("explain", f"{record}#1", "--all", "--format", "json")))
    baseline = ["--baseline", CORPUS / "baseline.txt", "--format", "json", "-o", "gate"]
    for strategies in ["all", "linked"]:
        check("gate", json.loads(program("gate", CORPUS, "-s", strategies, *baseline).stdout))
    check("gate", json.loads(program("gate", CORPUS / "article", *baseline).stdout))


def test_lines_of_a_scorer_have_the_form_of_the_schemas() -> None:
    Path("scorer.py").write_text(SCORER)
    printed("score", CORPUS, "--scorer", f"own='{sys.executable}' scorer.py", "-s", "own", "--format", "ndjson", "-j1")
    lines = lines_of_json(Path("lines").read_text())
    assert len(lines) > 600
    for question, answer in zip(lines[::2], lines[1::2], strict=True):
        check("question", question)
        check("answer", answer)


@pytest.mark.parametrize("level", sorted((PROJECT / "suite").glob("*.json")), ids=lambda path: path.stem)
def test_levels_of_the_suite_have_the_form_of_their_schema(level: Path) -> None:
    schema = json.loads((PROJECT / "suite/schema/level.json").read_text())
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(json.loads(level.read_text()))


def test_small_endings_have_the_form_of_their_schema() -> None:
    schema = json.loads((PROJECT / "suite/endings/schema.json").read_text())
    Draft202012Validator.check_schema(schema)
    for row in lines_of_json((PROJECT / "suite/endings/sample.jsonl").read_text()):
        Draft202012Validator(schema).validate(row)
