"""A scorer that starts a program, does not end it, and writes its process number into a file: python3 child.py FILE"""

import json
import subprocess
import sys
from pathlib import Path

child = subprocess.Popen(["sleep", "600"])
Path(sys.argv[1]).write_text(str(child.pid))
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], "unsupported": "every board"}), flush=True)
