"""A scorer that answers each question with an error that lists the question's keys."""

import json
import sys

for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps({"id": question["id"], "error": " ".join(sorted(question))}), flush=True)
