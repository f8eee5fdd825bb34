#!/usr/bin/env python3
"""Predicts three applications on two threads from a recording on one (specification V8), and looks whether it is so.

    bench/simulate/predict.py --build build/release [--rounds 7] [--machine vm2]

For each application: `heddle run -n 1 --graph` records it; `heddle simulate` says how much sooner two cores are done;
that is taken off the time that one thread takes unrecorded. The measured time on two threads is the median of
interleaved rounds. Ends with 1 when one is off by more than 15 %, or the host is too disturbed to tell.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

BENCH = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(BENCH))

from harness import build  # noqa: E402

TOLERANCE = 0.15

# Tasks of 10,000 cycles and more, of which the simulator claims to know the time.
APPLICATIONS = (
    ("Matmul", "papers/ddast/kernels/matmul", ("1024", "64")),
    ("Sparse LU", "papers/ddast/kernels/sparselu", ("2048", "32")),
    ("N-Body", "papers/ddast/kernels/nbody", ("4096", "128", "4")),
)


def seconds_of(output):
    """The kernel's own time, from its row: `row time SECONDS s ok`."""
    for line in output.splitlines():
        words = line.split()
        if words[:2] == ["row", "time"] and words[-1] == "ok":
            return float(words[2])
    raise SystemExit(f"predict.py: the program does not say that its result is right:\n{output}")


def run(heddle, threads, binary, arguments, more=()):
    command = [heddle, "run", "-n", str(threads), *more, binary, *arguments]
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise SystemExit(f"predict.py: {' '.join(map(str, command))}\n{result.stderr}")
    return seconds_of(result.stdout)


def simulated_s(heddle, graph, machine):
    command = [str(heddle), "simulate", str(graph), "--machine", machine, "--cores", "1,2", "--json"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise SystemExit(f"predict.py: {' '.join(command)}\n{result.stderr}")
    points = json.loads(result.stdout)["points"]
    return [point["median_ns"] / 1e9 for point in points]


def predict(heddle, binary, arguments, options):
    one, two, predicted = [], [], []
    for _ in range(options.rounds):
        with tempfile.TemporaryDirectory() as folder:
            graph = pathlib.Path(folder) / "graph.json"
            before = run(heddle, 1, binary, arguments)
            run(heddle, 1, binary, arguments, ("--graph", graph))
            two.append(run(heddle, 2, binary, arguments))
            one.append((before + run(heddle, 1, binary, arguments)) / 2)
            on_one, on_two = simulated_s(heddle, graph, options.machine)
            predicted.append(one[-1] - (on_one - on_two))
    return one, two, predicted


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build/release", help="Heddle's build folder")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--machine", default="vm2", help="as heddle simulate --machine has it")
    options = parser.parse_args()
    if len(os.sched_getaffinity(0)) < 2:
        raise SystemExit("predict.py: two cores are needed")
    heddle = pathlib.Path(options.build) / "bin/heddle"
    builder = build.Builder(pathlib.Path(options.build) / "bench/programs")
    builder.build([program for _, program, _ in APPLICATIONS])
    print("| application | one thread, ms | two threads, ms | predicted, ms | error | spread of two threads |")
    print("|---|---|---|---|---|---|")
    missed = False
    for name, program, arguments in APPLICATIONS:
        one, two, predicted = predict(heddle, builder.binary(program), arguments, options)
        measured, wanted = statistics.median(two), statistics.median(predicted)
        error = wanted / measured - 1
        missed = missed or abs(error) > TOLERANCE
        print(f"| {name} {' '.join(arguments)} | {1000 * statistics.median(one):.1f} | {1000 * measured:.1f} "
              f"| {1000 * wanted:.1f} | {100 * error:+.1f} % | {min(two) / measured:.2f} to {max(two) / measured:.2f} |",
              flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
