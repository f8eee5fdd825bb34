"""`python -m heddle app.py`: this interpreter again, with its OpenMP on Heddle from its first moment. `heddle ...`: the command."""

import os
import sys
from pathlib import Path

PREFIX = Path(__file__).resolve().parent
COMMAND = str(PREFIX / "bin/heddle")
DOORS = {"gomp": "libgomp.so.1", "kmpc": "libomp.so.5"}


def command():
    """What the script `heddle` does."""
    os.execv(COMMAND, [COMMAND, *sys.argv[1:]])


def environment():
    """Both doors, before all else: copies of runtimes that wheels bring along are asked after them."""
    if set(" :") & set(str(PREFIX)):
        sys.exit(f"heddle: the loader takes no path with a blank or a colon, as {PREFIX} has one; `import heddle` works there")
    made = dict(os.environ)
    folders = [str(PREFIX / "lib/heddle" / door) for door in DOORS]
    files = [f"{folder}/{name}" for folder, name in zip(folders, DOORS.values())]
    for variable, own, between in (("LD_PRELOAD", files, " "), ("LD_LIBRARY_PATH", folders, ":")):
        made[variable] = between.join([*own, *filter(None, [made.get(variable)])])
    return made


def main():
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print("usage: python -m heddle [options of the interpreter] app.py [arguments]\n"
              "       python -m heddle -m module [arguments]\n\n"
              "Runs a program with all of its OpenMP on Heddle, as `heddle run python app.py` does; `heddle run --help` says more.")
        return 0 if len(sys.argv) > 1 else 2
    os.execve(sys.executable, [sys.executable, *sys.argv[1:]], environment())


if __name__ == "__main__":
    sys.exit(main())
