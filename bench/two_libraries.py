#!/usr/bin/env python3
"""The rows of short tasks on two builds of Heddle's libgomp.so.1, in turns: what one cost then and costs now, on one machine.

Builds nothing: `./x bench --quick --suite micro` has built the programs once, and the two lib folders are given. One line a sample on
standard output, medians on standard error."""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys

PROGRAMS = pathlib.Path(__file__).resolve().parents[1] / "build/bench/micro"
ROWS = [("tasks", "empty", 1), ("tasks", "empty", 2), ("tasks", "fib", 1), ("tasks", "fib", 2), ("tasks", "producers", 2),
        *(("dependences", graph, 2) for graph in ("chain", "chains64", "indep", "stencil", "random", "cholesky")), ("metg", "metg", 2)]


def sample(library, program, row, threads):
    environment = os.environ | {"LD_LIBRARY_PATH": f"{library}/heddle/gomp:{library}", "OMP_NUM_THREADS": str(threads)}
    run = subprocess.run([PROGRAMS / program, row], env=environment, stdout=subprocess.PIPE, text=True, timeout=60, check=True)
    words = run.stdout.split()
    if words[-1] != "ok":
        sys.exit(f"{library}: {run.stdout}")
    return float(words[2])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("then", type=pathlib.Path, help="a lib folder")
    parser.add_argument("now", type=pathlib.Path, help="another one")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    libraries = {"then": options.then.resolve(), "now": options.now.resolve()}
    print("library,row,ns")
    for program, row, threads in ROWS:
        samples = {name: [] for name in libraries}
        for _ in range(options.rounds):
            for name, library in libraries.items():
                samples[name].append(sample(library, program, row, threads))
                print(f"{name},{row}@{threads},{samples[name][-1]:g}", flush=True)
        then, now = (statistics.median(samples[name]) for name in libraries)
        print(f"{row}@{threads}: {then:.1f}, {now:.1f}: {now / then:.2f}", file=sys.stderr)


if __name__ == "__main__":
    main()
