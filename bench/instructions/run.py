#!/usr/bin/env python3
"""Instructions per call of Heddle's hot functions, counted by valgrind's callgrind.

    bench/instructions/run.py [--libraries NAME=FOLDER ...]

FOLDER holds a libgomp.so.1 of Heddle's (default: here=build/release/lib/heddle/gomp). Two folders compare two versions. A count
is what the exported function and all that it calls execute, divided by the calls; the first calls, which set things up, are
taken off by the difference of two runs. Counts do not depend on what else the machine does; time does.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROWS = [("alone", "task of one thread alone", "heddle_GOMP_task"), ("none", "spawn without accesses", "heddle_GOMP_task"),
        ("one", "spawn with one access", "heddle_GOMP_task"), ("four", "spawn with four accesses", "heddle_GOMP_task"),
        ("region", "region of one thread", "heddle_GOMP_parallel"),
        ("claim", "a loop's claim", "heddle_GOMP_loop_dynamic_next"),
        ("loop", "next chunk of a loop", "heddle_GOMP_loop_nonmonotonic_dynamic_next")]
FEW, MANY = 2_000, 22_000


def counted(program, folder, kind, count, function, scratch):
    """@returns instructions, inclusive, of `function` in a run with so many calls"""
    out = Path(scratch) / "callgrind.out"
    environment = {"PATH": "/usr/bin:/bin", "LD_LIBRARY_PATH": str(folder), "HEDDLE_INLINE": "off", "OMP_WAIT_POLICY": "passive"}
    result = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", f"--toggle-collect={function}",
                             str(program), kind, str(count)], env=environment, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{kind} on {folder} ended with status {result.returncode}:\n{result.stderr[-2000:]}")
    return int(re.search(r"Collected : (\d+)", result.stderr).group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--libraries", nargs="+", metavar="NAME=FOLDER", default=["here=build/release/lib/heddle/gomp"])
    folders = [one.partition("=")[::2] for one in parser.parse_args().libraries]
    for name, folder in folders:
        if not (ROOT / folder / "libgomp.so.1").exists():
            parser.error(f"{name}: there is no libgomp.so.1 in {folder!r}; ./x build makes one in build/release/lib/heddle/gomp")
    with tempfile.TemporaryDirectory() as scratch:
        program = Path(scratch) / "program"
        subprocess.run(["gcc", "-O2", "-fopenmp", ROOT / "bench/instructions/program.c", "-o", program], check=True)
        print("| instructions | " + " | ".join(name for name, _ in folders) + " |\n|---|" + "---:|" * len(folders))
        for kind, title, function in ROWS:
            cells = []
            for _, folder in folders:
                few, many = (counted(program, ROOT / folder, kind, count, function, scratch) for count in (FEW, MANY))
                cells.append(f"{(many - few) / (MANY - FEW):.1f}")
            print(f"| {title} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
