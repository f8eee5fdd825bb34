#!/usr/bin/env python3
"""Builds and runs the tests of ocxxr, a C++ layer of others on OCR, against an install tree of OCR.

They are not part of this repository: --source is the folder ocxxr with include/ and test/. A test that is called Bad... must not
compile; every other one must end with status 0 in time. Exit status 1: one did not do so."""

import argparse
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import ocr_tree

FLAGS = ["-std=c++11", "-O1", "-g", "-w", "-DOCR_ASSERT"]


def build(name, tree, options, binary):
    """@returns what is wrong, or nothing"""
    folder = options.source / "test" / name
    error = ocr_tree.build(["g++", *FLAGS, *options.flags.split(), *tree.flags(), f"-I{options.source / 'include'}", *sorted(folder.glob("*.cpp")),
                            "-o", binary, *tree.link()])
    if name.startswith("Bad"):
        return "" if error else "compiles, and must not"
    return error


def run(name, tree, options, binary, workers):
    environment = tree.environment(workers, options.affinities, ocr_tree.settings(options.env))
    for _ in range(options.repeats):
        outcome = ocr_tree.run([binary], environment, 30)
        if not outcome.ended or outcome.status:
            return f"{name}, {workers} workers: {'status ' + str(outcome.status) if outcome.ended else 'no end'}: {outcome.said_last(3)}"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=Path, required=True, help="the folder ocxxr")
    ocr_tree.add_options(parser)
    options = parser.parse_args()
    tree = ocr_tree.Tree(options.ocr, options.without, options.config)
    names = sorted(path.name for path in (options.source / "test").iterdir() if list(path.glob("*.cpp")) and options.only in path.name)
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(options.jobs) as pool:
        binaries = {name: Path(scratch) / name for name in names}
        errors = dict(zip(names, pool.map(lambda name: build(name, tree, options, binaries[name]), names)))
        wrong = [f"{name}: {error.splitlines()[0]}" for name, error in errors.items() if error]
        runs = [(name, workers) for name in names if not errors[name] and not name.startswith("Bad") for workers in options.workers]
        wrong += [text for text in pool.map(lambda each: run(each[0], tree, options, binaries[each[0]], each[1]), runs) if text]
    for text in wrong:
        print(f"FAILED {text}")
    print(f"{len(names)} tests, {len(runs)} runs, {len(wrong)} failures")
    return 1 if wrong or not names else 0


if __name__ == "__main__":
    sys.exit(main())
