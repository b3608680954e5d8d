#!/usr/bin/env python3
"""Records in each case whether another project's scorer gives the right answer: python3 suite/confirm.py NAME COMMAND

Adds NAME to `checked` in the cases where the scorer's margin and owners are right, and removes it from the other cases,
which it prints. The scorer has to give maps and margins. Running `python3 suite/make.py` afterwards changes nothing.
"""

import json
import sys

from make import FOLDER, written
from run import Scorer


def main(name, command):
    scorer = Scorer(command)
    for path in sorted(FOLDER.glob("*.json")):
        level = json.loads(path.read_text(encoding="utf-8"))
        for case in level["cases"]:
            answer, outcome, said = scorer.outcome(case)
            is_whole = outcome == "right" and "black" in answer and "margin" in answer and case["owners"]
            case["checked"] = [check for check in case["checked"] if check != name] + [name] * bool(is_whole)
            if not is_whole:
                print(f"{case['id']}: {said or outcome}")
        path.write_text(written(level), encoding="utf-8")
    scorer.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
