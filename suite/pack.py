#!/usr/bin/env python3
"""Writes the suite as packages for npm, PyPI and crates.io: python3 suite/pack.py FOLDER

    cd FOLDER/npm && npm pack
    cd FOLDER/python && pip wheel --no-deps .
    cd FOLDER/rust && cargo package --allow-dirty
"""

import json
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).parent
NAME, TEXT = "go-scoring-suite", "Boards that every Go scorer should count, with answers, rulings and runners"
LEVELS = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(HERE.glob("*.json"))}
VERSION = LEVELS["area"]["version"]

NPM = {
    "name": NAME, "version": VERSION, "description": TEXT, "license": "CC0-1.0", "type": "module", "keywords": ["go", "baduk", "weiqi", "scoring"],
    "files": ["suite", "CHANGELOG.md", "CITATION.cff"], "exports": {"./*": "./suite/*"}, "bin": {NAME: "suite/run.mjs"},
}
PYTHON = f"""[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "{NAME}"
version = "{VERSION}"
description = "{TEXT}"
license = "CC0-1.0"
readme = "README.md"
requires-python = ">=3.9"

[project.scripts]
{NAME} = "go_scoring_suite.run:main"

[tool.setuptools]
packages = ["go_scoring_suite"]
package-data = {{ go_scoring_suite = ["*.json", "*.sgf", "schema/*.json"] }}
"""
INIT = '''"""The levels of the suite, by name."""

import json
from pathlib import Path

LEVELS = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(Path(__file__).parent.glob("*.json"))}
'''
RUST = f"""[package]
name = "{NAME}"
version = "{VERSION}"
edition = "2021"
description = "{TEXT}"
license = "CC0-1.0"
readme = "README.md"

[workspace]
"""


def library():
    levels = [f'    ("{name}", include_str!("../suite/{name}.json")),' for name in LEVELS]
    head = "//! The levels of the suite as JSON, by name; README.md describes the fields.\n\n/// The name and the JSON of each level.\n"
    return head + f"pub const LEVELS: [(&str, &str); {len(LEVELS)}] = [\n" + "\n".join(levels) + "\n];\n"


def main(folder):
    data = [path for path in HERE.iterdir() if path.suffix in (".json", ".sgf")]
    for package, inside, runners in (("npm", "suite", ["run.mjs"]), ("python", "go_scoring_suite", ["run.py"]), ("rust", "suite", [])):
        top = Path(folder) / package
        (top / inside).mkdir(parents=True)
        for path in data + [HERE / name for name in runners]:
            shutil.copy(path, top / inside / path.name)
        shutil.copytree(HERE / "schema", top / inside / "schema")
        for name in ("README.md", "CHANGELOG.md", "CITATION.cff"):
            shutil.copy(HERE / name, top / name)
    texts = {
        "npm/package.json": json.dumps(NPM, indent=2) + "\n", "python/pyproject.toml": PYTHON,
        "python/go_scoring_suite/__init__.py": INIT, "rust/Cargo.toml": RUST, "rust/src/lib.rs": library(),
    }
    (Path(folder) / "rust/src").mkdir()
    for name, text in texts.items():
        (Path(folder) / name).write_text(text, encoding="utf-8")


main(*sys.argv[1:])
