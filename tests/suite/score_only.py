"""Relays GTP to an engine, but does not support lists of stones: python3 score_only.py COMMAND..."""

import subprocess
import sys

engine = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
for command in sys.stdin:
    if command.startswith("final_status_list"):
        print("? unknown status\n", flush=True)
        continue
    engine.stdin.write(command)
    engine.stdin.flush()
    for line in engine.stdout:
        print(line, end="", flush=True)
        if not line.strip():
            break
