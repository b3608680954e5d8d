"""Checks the JUnit XML of `seichi gate` and `seichi report` against a schema that CI systems use.

    python3 tests/junit_schema.py PROGRAM [SCHEMA]

The schema is junit-10.xsd of the xUnit plugin of Jenkins, from the source distribution of pytest. It is downloaded
into a temporary folder, and so is lxml if it is not installed: neither is part of this project. If they cannot be
downloaded, the script prints that nothing was checked; any other failure exits with 1.
"""

import csv
import importlib.util
import subprocess
import sys
import tarfile
import tempfile
import venv
from pathlib import Path

SOURCE = "pytest==9.2.0"
SCHEMA = "junit-10.xsd"

# a wall across the board: Black has ten points, White five
GAME = "(;GM[1]FF[4]SZ[5]KM[0]RU[Japanese]RE[{result}]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de]{marks})"
MARKS = "TB[aa:be]TW[ea:ee]"

NAMES = [
    "plain.sgf",
    "folder/in a folder.sgf",
    "quotes \" ' and & <angles> ]]>.sgf",
    "two\nlines.sgf",
    "bell\a, escape \x1b[31m, tab\t, C1 \x85.sgf",
    "対局 é 🀄.sgf",
    "no characters \ufffe \uffff.sgf",
    # would be the same as another if control characters were left out
    "bell, escape , tab, C1 .sgf",
]

SKIPPED = {
    "resigned <\"&.sgf": GAME.format(result="B+R", marks=""),
    "odd\nresult.sgf": GAME.format(result="<\x01\ufffe\"&>", marks=MARKS),
    "broken.sgf": "(;SZ[",
}

# a scorer, and the same one after a change that makes every region neutral
SCORER = Path(__file__).parent.parent / "examples" / "scorers" / "flood.py"
ANSWER = """import json, sys
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], "black": [], "white": []}), flush=True)
"""
RIGHT = ["-s", "linked", "--scorer", f"own='{sys.executable}' '{SCORER.resolve()}'"]
BROKEN = ["-s", "linked", "--scorer", f"own='{sys.executable}' broken.py"]


def skip(why):
    line = "!" * 78
    print(f"{line}\nSKIPPED: the JUnit XML was not checked against a schema: {why}\n{line}", file=sys.stderr)
    sys.exit(0)


def pip(python, *words):
    """Runs pip. If it is missing or downloads nothing, the check is skipped."""
    done = subprocess.run([python, "-m", "pip", "-q", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        skip(f"pip {words[0]} failed: {done.stderr.strip()[-500:]}")


def with_lxml(folder):
    """Runs this script again, in a separate environment with lxml."""
    try:
        venv.create(folder / "venv", with_pip=True)
    except (OSError, subprocess.CalledProcessError) as error:
        skip(f"failed to create an environment for lxml: {error}")
    python = folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    pip(python, "install", "lxml")
    return subprocess.run([python, *sys.argv], check=False).returncode


def read_schema(folder):
    from lxml import etree

    if len(sys.argv) > 2:
        return etree.XMLSchema(etree.parse(sys.argv[2]))
    pip(sys.executable, "download", "--no-binary", ":all:", "--no-deps", "-d", str(folder / "source"), SOURCE)
    archives = list((folder / "source").iterdir())
    assert len(archives) == 1, f"{SOURCE} came as {archives}"
    with tarfile.open(archives[0]) as archive:
        members = [member for member in archive if member.name.endswith("/" + SCHEMA)]
        assert members, f"{SCHEMA} is not in {archives[0].name}"
        return etree.XMLSchema(etree.parse(archive.extractfile(members[0])))


def write_games(folder):
    games = {name: GAME.format(result="B+5", marks=MARKS) for name in NAMES} | SKIPPED
    for name, text in games.items():
        try:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
        except OSError as error:
            print(f"no file can be called {name!r} here: {error}", file=sys.stderr)


class Check:
    """Runs the program, and checks its output against the schema."""

    def __init__(self, program, schema, folder):
        self.program, self.schema, self.folder = program, schema, folder
        self.documents, self.failures = 0, 0

    def run(self, code, *words):
        done = subprocess.run([self.program, *words], cwd=self.folder, capture_output=True, check=False)
        if done.returncode != code:
            raise SystemExit(f"seichi {' '.join(words)}: exit {done.returncode}, not {code}: {done.stderr.decode()}")
        return done.stdout

    def games(self):
        """The games of the run, including skipped games."""
        names = []
        for file in ["games.csv", "skipped.csv"]:
            with open(self.folder / "run" / file, encoding="utf-8", newline="") as rows:
                names.extend(dict.fromkeys(row["game"] for row in csv.DictReader(rows)))
        return names

    def document(self, what, xml, failing):
        """Checks a document; `failing` says whether it must contain a failure."""
        from lxml import etree

        self.documents += 1
        wrong = []
        try:
            root = etree.fromstring(xml)
        except etree.XMLSyntaxError as error:
            return self.say(what, [f"no XML: {error}"])
        if not self.schema.validate(root):
            wrong.extend(f"line {error.line}: {error.message}" for error in self.schema.error_log)
        for element in [root, *root.iter("testsuite")]:
            found = {"tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped"}
            for attribute, child in found.items():
                number = sum(1 for _ in element.iter(child))
                if element.get(attribute, str(number)) != str(number):
                    wrong.append(f"{element.tag}: {attribute} is {element.get(attribute)}, but there are {number}")
        suite = root.find("testsuite[@name='games']")
        # a gate without a verdict has no games
        names = [case.get("name") for case in suite] if suite is not None else self.games()
        if len(set(names)) != len(names) or len(names) != len(self.games()):
            wrong.append(f"{len(names)} test cases, {len(set(names))} names, {len(self.games())} games")
        if (root.find(".//failure") is not None) != failing:
            wrong.append("no failure" if failing else "a failure")
        return self.say(what, wrong)

    def say(self, what, wrong):
        self.failures += bool(wrong)
        print(f"{what}: {'; '.join(wrong[:5]) or 'valid'}")

    def both(self, what, code, *words):
        """Checks a gate's document on standard output, and that the file has the same one."""
        words = ["gate", "games", "-o", "run", "--no-progress", "--junit", "file.xml", "--format", "junit", *words]
        xml = self.run(code, *words)
        self.document(what, xml, failing=code == 1)
        if (self.folder / "file.xml").read_bytes() != xml:
            self.say(what, ["--junit writes a different document"])


def check(program, schema, folder):
    write_games(folder / "games")
    checks = Check(program, schema, folder)
    (folder / "broken.py").write_text(ANSWER)
    run = ["games", "-o", "run", "-q"]
    checks.run(0, "eval", *run, *BROKEN)
    checks.document("report of mismatches", checks.run(0, "report", "run", "--format", "junit"), True)
    checks.run(0, "eval", *run, *RIGHT)
    checks.document("report without any", checks.run(0, "report", "run", "--format", "junit"), False)
    checks.run(0, "baseline", "accept", "run", "--force")
    checks.both("gate that passes", 0, *RIGHT)
    checks.both("gate that fails", 1, *BROKEN)
    checks.both("gate that fails in several ways", 1, "-s", "grey", *BROKEN, "--max-skip-rate=0")
    checks.both("gate that fails because a strategy is missing", 1, "-s", "grey")
    checks.both("gate without a verdict", 4, *RIGHT, "--baseline", "none.txt")
    checks.run(0, "eval", *run, *BROKEN)
    checks.run(0, "baseline", "accept", "run", "--force")
    checks.both("gate that passes with all fixed", 0, *RIGHT)
    print(f"{checks.documents} documents, {checks.failures} with faults")
    return 1 if checks.failures else 0


def main():
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    sys.argv[1:] = [str(Path(argument).resolve()) for argument in sys.argv[1:]]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if importlib.util.find_spec("lxml") is None:
            return with_lxml(folder)
        return check(sys.argv[1], read_schema(folder), folder)


if __name__ == "__main__":
    sys.exit(main())
