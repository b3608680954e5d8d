"""`python -m seichi` is the program: the same arguments, output and exit codes."""

import sys

from . import _seichi


def main() -> int:
    """Runs the program with the arguments of this process, and returns its exit code."""
    sys.stdout.flush()
    return _seichi.run_program(["seichi", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
