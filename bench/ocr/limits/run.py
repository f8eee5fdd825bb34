#!/usr/bin/env python3
"""No fixed limits: a million of each thing takes for each item at most 1.3 times what it takes for ten thousand, and a chain of
EDTs takes no memory, however long it is; bytes of what waits."""

import argparse
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "tests" / "ocr"))
import ocr_tree  # noqa: E402

FEW = 10_000
MOST = {"ready_edts": 1_000_000, "waiting_edts": 1_000_000, "chain_of_events": 1_000_000, "blocks": 1_000_000, "slots": 100_000}
RATIO = 1.3
BYTES = {"edt_1_slot": 192, "edt_4_slots": 256, "edt_and_event": 256, "event": 64, "block_64": 192}  # aims, for each of 200,000
SLACK = 1.02  # pages that are not full, and what the heap keeps for itself
GROWTH_KIB = 2048  # of a long chain over a short one


def measure(binary, tree, what, count, workers):
    """@returns ns for each item, the resident size in KiB"""
    repeats = 1 if count > 10_000_000 else max(3, min(50, 500_000 // count))
    done = subprocess.run([binary, what, str(count), str(repeats)], env=tree.environment(workers), capture_output=True,
                          text=True, timeout=600)
    if done.returncode != 0:
        sys.exit(f"{what} of {count}: {done.stderr.strip()}")
    *times, resident = done.stdout.split()
    return statistics.median(map(float, times[1:] or times)), int(resident)  # the first warms up


def measure_bytes(tree, folder):
    """@returns how many kinds take more bytes than they should"""
    binary = Path(folder) / "bytes"
    error = ocr_tree.build(["gcc", "-O2", "-g", *tree.flags(), HERE / "bytes.c", "-o", binary, *tree.link()])
    if error:
        sys.exit(error)
    missed = 0
    for what, aim in BYTES.items():
        done = subprocess.run([binary, what, "200000"], env=tree.environment(1), capture_output=True, text=True, timeout=120)
        if done.returncode != 0:
            sys.exit(f"{what}: {done.stderr.strip()}")
        got = float(done.stdout)
        missed += got > SLACK * aim
        print(f"{what:16} {got:7.1f} bytes, aim {aim}{'  MISSED' if got > SLACK * aim else ''}", flush=True)
    return missed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ocr", required=True, help="an install tree")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--chain", type=int, default=100_000_000, help="EDTs of the long chain (default %(default)s: 13 s)")
    options = parser.parse_args()
    tree = ocr_tree.Tree(options.ocr)
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        binary = Path(folder) / "limits"
        error = ocr_tree.build(["gcc", "-O2", "-g", *tree.flags(), HERE / "limits.c", "-o", binary, *tree.link()])
        if error:
            sys.exit(error)
        for what, most in MOST.items():
            few, _ = measure(binary, tree, what, FEW, options.workers)
            many, _ = measure(binary, tree, what, most, options.workers)
            missed += many > RATIO * few
            print(f"{what:16} {FEW:>8}: {few:7.1f} ns   {most:>8}: {many:7.1f} ns   ratio {many / few:.2f}"
                  f"{'  MISSED' if many > RATIO * few else ''}", flush=True)
        missed += measure_bytes(tree, folder)
        few, short = measure(binary, tree, "chain_of_edts", FEW, options.workers)
        many, long = measure(binary, tree, "chain_of_edts", options.chain, options.workers)
        missed += (long - short > GROWTH_KIB) + (many > RATIO * few)
        print(f"chain_of_edts    {FEW:>8}: {few:7.1f} ns, {short} KiB   {options.chain}: {many:7.1f} ns, {long} KiB"
              f"{'  MISSED' if long - short > GROWTH_KIB or many > RATIO * few else ''}")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
