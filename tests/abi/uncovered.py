#!/usr/bin/env python3
"""Lists the GOMP_* and omp_* entry points of libgomp that no built test program refers to.

What counts is the undefined symbols of the built programs: what the compiler really calls."""

import argparse
import subprocess
import sys
from pathlib import Path

from symbols import exported, find_system_library

# Called by offload plugins only, never by a program.
NOT_FOR_PROGRAMS = ("GOMP_PLUGIN_",)


def referenced_by(program):
    listing = subprocess.run(["nm", "-D", "--undefined-only", str(program)], capture_output=True, text=True).stdout
    return {line.split()[-1].split("@")[0] for line in listing.splitlines() if line.split()}


def is_elf(path):
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=Path, required=True, help="the build directory of run.py")
    parser.add_argument("--library", type=Path, help="whose entry points (default: the system's libgomp.so.1)")
    options = parser.parse_args()
    programs = [p for p in sorted(options.programs.rglob("*")) if is_elf(p)]
    called = set().union(*(referenced_by(p) for p in programs)) if programs else set()
    wanted = {name for name, _ in exported(options.library or find_system_library("libgomp.so.1"))
              if name.startswith(("GOMP_", "omp_")) and not name.startswith(NOT_FOR_PROGRAMS)}
    missing = sorted(wanted - called)
    print("".join(f"{name}\n" for name in missing), end="")
    print(f"{len(wanted) - len(missing)} of {len(wanted)} entry points called by {len(programs)} programs, {len(missing)} not")
    return bool(missing)


if __name__ == "__main__":
    sys.exit(main())
