#!/usr/bin/env python3
"""The prices of OCR's calls: each program of this folder runs on Heddle and, if it is given, on XSOCR in turns. Prints the
medians in ns, their ratio, and what Heddle aims at (aims.toml); a missed aim is marked and does not change the exit status.
Status 1: a program failed."""

import argparse
import json
import os
import re
import statistics
import sys
import tempfile
import time
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests/ocr"))
import ocr_tree  # noqa: E402  (the path above)

FLAGS = ["-O2", "-Wall", "-Wextra", "-Wno-unused-parameter", "-Wno-unused-function"]


def measure(program, environment, options):
    """ns of one run: the median of its repeats but the first, which warms up."""
    outcome = ocr_tree.run([program, options.repeats + 1, options.count], environment, options.timeout)
    if outcome.status or not outcome.ended:
        return None, f"{'status ' + str(outcome.status) if outcome.ended else 'no end'}: {outcome.said_last()}"
    values = re.findall(r"^[0-9.]+$", outcome.output, re.MULTILINE)
    if len(values) != options.repeats + 1 or len(values) != len(outcome.output.splitlines()):
        return None, f"says: {outcome.output.strip()}"
    return statistics.median([float(value) for value in values[1:]]), ""


def build_all(names, trees, folder):
    programs = {}
    for who, tree in trees.items():
        for name in names:
            program = folder / f"{name}_{who}"
            if error := ocr_tree.build(["gcc", *FLAGS, *tree.flags(), HERE / f"{name}.c", "-o", program, *tree.link()]):
                raise SystemExit(f"{name} for {who}: {error}")
            programs[name, who] = program
    return programs


def report(figures, aims, workers):
    print(f"\n{workers} workers, ns              {'Heddle':>10} {'XSOCR':>10} {'ratio':>7} {'aim':>7}")
    for name, row in figures.items():
        median = {who: statistics.median(values) for who, values in row.items() if values}
        ours, theirs = median.get("heddle"), median.get("xsocr")
        aim = aims.get(name, {}).get(f"workers_{workers}")
        missed = " missed" if aim and ours and ours > aim else ""
        ratio = f"{ours / theirs:7.2f}" if ours and theirs else "      -"
        print(f"{name:24} {ours or 0:10.1f} {theirs or 0:10.1f} {ratio} {aim or '':>7}{missed}")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ocr", type=Path, required=True, help="Heddle's install tree of OCR")
    parser.add_argument("--xsocr", type=Path, help="XSOCR's install tree")
    parser.add_argument("--xsocr-config", default="", metavar="FILE", help="its OCR_CONFIG; {workers} is their number")
    parser.add_argument("--workers", type=ocr_tree.numbers, default=[1, 2], metavar="N,...")
    parser.add_argument("--rounds", type=int, default=15, help="runs of each, in turns (default %(default)s)")
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no round after so long, for each number of workers")
    parser.add_argument("--repeats", type=int, default=5, help="measurements in a run (default %(default)s)")
    parser.add_argument("--count", type=int, default=20000, help="operations in a measurement (default %(default)s)")
    parser.add_argument("--only", default="", help="programs whose name has this in it")
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--quick", action="store_true", help="one round of few: does everything run?")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    if options.quick:
        options.rounds, options.repeats, options.count = 1, 1, 1000
    return options


def main():
    options = parse_arguments()
    trees = {"heddle": ocr_tree.Tree(options.ocr)}
    if options.xsocr:
        trees["xsocr"] = ocr_tree.Tree(options.xsocr, ["COLLECTIVE_EVT", "PAUSE"], options.xsocr_config)
    names = [path.stem for path in sorted(HERE.glob("*.c")) if options.only in path.stem]
    aims = tomllib.loads((HERE / "aims.toml").read_text())
    failures, everything = [], {}
    with tempfile.TemporaryDirectory() as scratch:
        programs = build_all(names, trees, Path(scratch))
        for workers in options.workers:
            figures = {name: {who: [] for who in trees} for name in names}
            until = time.monotonic() + options.seconds
            for _ in range(options.rounds):
                if time.monotonic() > until:
                    break
                for name in names:
                    for who, tree in trees.items():
                        value, error = measure(programs[name, who], tree.environment(workers), options)
                        if error:
                            failures.append(f"{name} on {who}, {workers} workers: {error}")
                        else:
                            figures[name][who].append(value)
            report(figures, aims, workers)
            everything[workers] = figures
    for failure in sorted(set(failures)):
        print(f"FAILED {failure} ({failures.count(failure)} times)")
    if options.json:
        about = {"date": time.strftime("%Y-%m-%d"), "cpus": os.cpu_count(), "rounds": max((len(values) for row in everything.values() for who in row.values() for values in who.values()), default=0),
                 "repeats": options.repeats,
                 "count": options.count, "load_at_end": os.getloadavg()[0]}
        options.json.write_text(json.dumps({"about": about, "ns": everything}, indent=1) + "\n")
    return 1 if any(" on heddle," in failure for failure in failures) else 0


if __name__ == "__main__":
    sys.exit(main())
