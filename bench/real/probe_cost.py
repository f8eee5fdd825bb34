#!/usr/bin/env python3
"""What probe points (traces, OMPT, ThreadSanitizer's order) cost when nobody listens: instructions per construct, counted
by callgrind, with a library as it is and with one built with -DHEDDLE_PROBES=OFF.

    cmake -B build/plain -DHEDDLE_PROBES=OFF && cmake --build build/plain
    python3 bench/real/probe_cost.py --with build/release/lib/heddle/gomp --without build/plain/lib/heddle/gomp
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
KINDS = ("task", "task-depend", "task-alone", "taskwait", "taskgroup", "barrier", "region")


def instructions(program, library, kind, count):
    """All that the process executes, start and end included."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "GOMP_", "HEDDLE_"))}
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", str(program), kind, str(count)],
                          env=clean | {"LD_LIBRARY_PATH": str(library)}, capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or not found:
        sys.exit(f"valgrind {program} {kind}: {done.stderr}")
    return int(found.group(1))


def per_construct(program, library, kind, count, rounds):
    """By the difference of two counts, so that start and end drop out; the median of several rounds."""
    samples = [(instructions(program, library, kind, 2 * count) - instructions(program, library, kind, count)) / count
               for _ in range(rounds)]
    return statistics.median(samples)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--with", dest="probed", required=True, metavar="DIR", help="folder of a libgomp.so.1 of ours")
    parser.add_argument("--without", required=True, metavar="DIR", help="the same, built with -DHEDDLE_PROBES=OFF")
    parser.add_argument("--count", type=int, default=20000)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "probe_cost"
        subprocess.run(["gcc", "-O2", "-fopenmp", HERE / "programs/probe_cost.c", "-o", program], check=True)
        print("| construct | without probe points | with them, nobody listening | more |\n|---|---|---|---|")
        for kind in KINDS:
            without, probed = (per_construct(program, Path(library).resolve(), kind, arguments.count, arguments.rounds)
                               for library in (arguments.without, arguments.probed))
            print(f"| {kind} | {without:.1f} | {probed:.1f} | {probed - without:+.1f} |", flush=True)


if __name__ == "__main__":
    main()
