#!/usr/bin/env python3
"""Builds the variants of Seismic and runs them in turns: sequential, threads by hand, OpenMP, oneTBB, and OCR on Heddle and,
if it is given, on XSOCR. Every hash must be that of the sequential variant. Prints the medians of ns per point and iteration."""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[3] / "tests/ocr"))
import ocr_tree  # noqa: E402  (the path above)

FLAGS = ["-O3", "-march=native", "-ffp-contract=off"]


def build(options, folder):
    """{variant: (program, environment)}; what cannot be built is left out with a note."""
    count = options.threads
    plain = {k: v for k, v in os.environ.items() if not re.match(r"(OMP|GOMP|HEDDLE|KMP|OCR)_", k)} | {"OMP_NUM_THREADS": str(count)}
    wanted = {"sequential": (["gcc", *FLAGS, HERE / "sequential.c"], [], plain),
              "threads": (["gcc", *FLAGS, "-pthread", HERE / "threads.c"], [], plain),
              "openmp": (["gcc", *FLAGS, "-fopenmp", HERE / "openmp.c"], [], plain),
              "onetbb": (["g++", "-std=c++20", *FLAGS, HERE / "onetbb.cpp"], ["-ltbb"], plain)}
    gomp = options.ocr.resolve().parent / "gomp"
    if (gomp / "libgomp.so.1").exists():
        wanted["openmp_heddle"] = (["gcc", *FLAGS, "-fopenmp", HERE / "openmp.c"], [], plain | {"LD_LIBRARY_PATH": str(gomp)})
    for name, tree in options.trees.items():
        if name == "heddle":
            flags = ["-std=c++20", *FLAGS, *tree.flags(), f"-I{options.include}"]
            wanted["heddle_cxx"] = (["g++", *flags, HERE / "ocr_cxx.cpp"], tree.link(), tree.environment(count, options.affinities))
        wanted[name] = (["gcc", *FLAGS, *tree.flags(), HERE / "ocr.c"], tree.link(), tree.environment(count, options.affinities))
    variants = {}
    for name, (command, link, environment) in wanted.items():
        program = folder / f"seismic_{name}"
        if error := ocr_tree.build([*command, "-o", program, *link]):
            print(f"left out {name}: {error.splitlines()[0]}", file=sys.stderr)
        else:
            variants[name] = (program, environment)
    return variants


def run(name, variant, arguments, timeout):
    program, environment = variant
    done = subprocess.run([str(program), *map(str, arguments)], env=environment, capture_output=True, text=True, timeout=timeout)
    found = dict(re.findall(r"^(hash|ns_per_point) (\S+)$", done.stdout, re.MULTILINE))
    if done.returncode or len(found) != 2:
        raise SystemExit(f"{name} ended with status {done.returncode}: {done.stdout}{done.stderr}")
    return found["hash"], float(found["ns_per_point"])


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ocr", type=Path, required=True, help="Heddle's install tree of OCR")
    parser.add_argument("--include", type=Path, default=HERE.parents[3] / "include", help="where heddle/ocr.hpp is")
    parser.add_argument("--xsocr", type=Path, help="XSOCR's install tree")
    parser.add_argument("--xsocr-config", default="", metavar="FILE", help="its OCR_CONFIG; {workers} is their number")
    parser.add_argument("--size", type=int, nargs=2, default=[2048, 2048], metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--iterations", type=int, default=50)
    parser.add_argument("--bands", type=ocr_tree.numbers, default=[8], metavar="N,...", help="blocks of rows, a sweep")
    parser.add_argument("--tasks", type=ocr_tree.numbers, default=[1], metavar="N,...", help="EDTs of a block and phase, a sweep")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--affinities", type=int, default=0, help="on an emulated machine of so many NUMA nodes")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--timeout", type=float, default=600)
    parser.add_argument("--quick", action="store_true", help="a small field, one round: are all hashes equal?")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    if options.quick:
        options.size, options.iterations, options.rounds, options.bands, options.tasks = [200, 97], 120, 1, [1, 7], [1, 3]
    options.trees = {"heddle": ocr_tree.Tree(options.ocr)}
    if options.xsocr:
        options.trees["xsocr"] = ocr_tree.Tree(options.xsocr, ["COLLECTIVE_EVT", "PAUSE"], options.xsocr_config)
    return options


def main():
    options = parse_arguments()
    variants_of_ocr = {*options.trees, "heddle_cxx"}
    with tempfile.TemporaryDirectory() as scratch:
        variants = build(options, Path(scratch))
        figures, hashes = {}, {}
        for _ in range(options.rounds):
            for name, variant in variants.items():
                shapes = [(b, t) for b in options.bands for t in options.tasks] if name in variants_of_ocr else [(1, 1)]
                for bands, tasks in shapes:
                    row = f"{name} {bands} x {tasks}" if name in variants_of_ocr else name
                    hash_, ns = run(name, variant, [*options.size, options.iterations, bands, tasks], options.timeout)
                    figures.setdefault(row, []).append(ns)
                    hashes.setdefault(hash_, set()).add(row)
    for row, values in figures.items():
        print(f"{row:24} {statistics.median(values):9.3f} ns a point, {min(values):.3f} to {max(values):.3f}")
    if options.json:
        options.json.write_text(json.dumps({"options": {k: str(v) for k, v in vars(options).items()}, "figures": figures}, indent=1) + "\n")
    if len(hashes) != 1:
        print(f"the results differ: {hashes}")
        return 1
    print(f"all {len(figures)} rows have hash {next(iter(hashes))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
