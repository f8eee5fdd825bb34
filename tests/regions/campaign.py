#!/usr/bin/env python3
"""Random programs on regions, many, on each tree of scheduler nodes: 1 node, 2 and 3 levels, each shared and with threads of its own.
Each must be as the serial elision. Workers (1, 2, 8, 64) and locality (0, 20, 100) follow from the seed.

    tests/regions/campaign.py --library build/release/lib                      20,000 programs a tree
    tests/regions/campaign.py --library build/release/lib --first 20000 --seconds 600
    tests/regions/campaign.py --library build/release/lib --first 4150 --count 50 --tree 3 --dedicated    one piece again

Pieces of 50 seeds go through all trees in turns, so that a campaign that ends early has had as many programs on each. Exit status 1: a
program differs, did not end or died; the seed, the tree, workers and locality are printed."""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import run as checks

PIECE = 50  # seeds a process: what a failure is narrowed down to, when the process dies
WORKERS = (1, 2, 8, 64)
LOCALITIES = (0, 20, 100)
TREES = {"1": [], "2": ["2", "3"], "3": ["2", "2", "2"]}  # levels: workers of a leaf, then children of each node


def settings_of(first, tree, dedicated):
    """Of the piece that begins with this seed: its environment."""
    piece = first // PIECE
    words = TREES[tree] + (["dedicated"] if dedicated else [])
    return {"OMP_NUM_THREADS": str(WORKERS[piece % len(WORKERS)]),
            "HEDDLE_LOCALITY": str(LOCALITIES[piece // len(WORKERS) % len(LOCALITIES)]),
            "HEDDLE_SCHEDULERS": ",".join(words) or "1"}


def run_piece(binary, first, count, settings, wanted, patience):
    what = f"seeds {first} to {first + count - 1}, {' '.join(f'{name}={value}' for name, value in settings.items())}"
    try:
        status, found, err = checks.command([binary, first, count], env={**os.environ, **settings}, timeout=patience)
    except subprocess.TimeoutExpired as late:
        ended = (late.stdout or b"").decode().splitlines()
        raise checks.Failed(f"{what}: no end within {patience} s, {len(ended)} programs have ended") from late
    checks.compare(found, wanted, what)
    if status != 0 or err:
        raise checks.Failed(f"{what}: status {status}, {len(found.splitlines())} programs have ended\n{err[-2000:]}")


def commit():
    result = subprocess.run(["git", "-C", checks.REPO, "describe", "--always", "--dirty"], capture_output=True, text=True, check=False)
    return result.stdout.strip() or "no commit"


def campaign(options, work):
    built = checks.Built(options, work)
    serial, binary = built.serial(checks.HERE / "random.c"), built.parallel(checks.HERE / "random.c")
    trees = [(tree, kind) for tree in options.tree for kind in ((True,) if options.dedicated else (False, True))]
    began = time.monotonic()
    done = 0
    while done < options.count and time.monotonic() - began < options.seconds:
        first = options.first + done
        count = min(PIECE - first % PIECE, options.count - done)  # a piece never crosses a multiple of PIECE
        wanted = checks.must([serial, first, count])
        for tree, dedicated in trees:
            run_piece(binary, first, count, settings_of(first, tree, dedicated), wanted, options.patience)
        done += count
        if done % 1000 < count:
            print(f"{done} programs on each of {len(trees)} trees, {time.monotonic() - began:.0f} s", flush=True)
    return done, len(trees)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", type=pathlib.Path, required=True, help="the folder with libheddle.so")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=20000, help="programs on each tree")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no further piece after so many")
    parser.add_argument("--patience", type=float, default=300, help="seconds for a piece of 50 programs")
    parser.add_argument("--tree", action="append", choices=list(TREES), help="levels of nodes (may be repeated; default all)")
    parser.add_argument("--dedicated", action="store_true", help="only nodes with threads of their own")
    parser.add_argument("--flags", default="", help="for the program, as -fsanitize=thread")
    options = parser.parse_args()
    options.tree = options.tree or list(TREES)
    with tempfile.TemporaryDirectory() as scratch:
        try:
            done, trees = campaign(options, pathlib.Path(scratch))
        except checks.Failed as failure:
            print(f"FAILED at {commit()}: {failure}")
            return 1
    print(f"{done} programs, seeds {options.first} to {options.first + done - 1}, on each of {trees} trees, at {commit()}: as the elision")
    return 0 if done > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
