#!/usr/bin/env python3
"""Notes in each case whether someone else's scorer gives its answer: python3 suite/confirm.py NAME COMMAND

Adds NAME to `checked` of the cases where the scorer's margin and owners are right, and removes it from the others, which it
prints. The scorer has to give maps and margins. `python3 suite/make.py` has nothing to change after that.
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
