#!/usr/bin/env python3
"""What tasks on regions cost on threads: every row beside its aim (aims.toml). Each row is the median of rounds, each round a process of
its own, all rows in turns. A missed aim is marked and does not change the exit status. Status 1: a program failed, or a result is wrong.

    ./x bench region                        everything, about 10 minutes
    ./x bench region --without-programs     without the ten programs, 2 minutes
    ./x bench region --quick                does everything run?"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
BENCH = HERE.parent
REPO = BENCH.parent
sys.path.insert(0, str(BENCH))
sys.path.insert(0, str(REPO / "tests/regions"))

import run as checks  # noqa: E402  tests/regions/run.py: how programs are built and compared
from harness import raw  # noqa: E402
from papers.myrmics import run as myrmics  # noqa: E402

PATTERNS = ("stencil", "random", "cholesky")
TASKS = 100_000  # of a graph: some 50 ms, so that a pause of the host is a small part


def rows_of(words, env):
    """{name: value} of a program that prints rows."""
    found = {}
    for line in checks.must(words, env=env, timeout=600).splitlines():
        _, name, value, _, verdict = line.split()
        if verdict != "ok":
            raise checks.Failed(f"{' '.join(map(str, words))}: {name} is {verdict}")
        found[name] = float(value)
    return found


class Programs:
    def __init__(self, options):
        self.prices = options.build / "bin/region_prices"
        self.graphs = options.output / "graphs"
        self.options = options
        options.output.mkdir(parents=True, exist_ok=True)
        if not options.as_built:
            subprocess.run(["cmake", "--build", options.build, "--target", "region_prices", "libheddle"], check=True, stdout=subprocess.DEVNULL)
        library = options.build.resolve() / "lib"
        checks.must(["g++", "-std=c++20", "-O2", f"-I{REPO / 'include'}", f"-I{BENCH}", HERE / "graphs.cpp", "-o", self.graphs,
                     f"-L{library}", "-lheddle", f"-Wl,-rpath,{library}"])

    def one_round(self):
        """Every figure once: {row: value, or (value, what it is beside)}."""
        env = {**os.environ, "OMP_NUM_THREADS": str(self.options.workers)}
        few = self.options.quick
        tasks = TASKS // (100 if few else 1)
        found = dict(rows_of([self.prices, 1 if few else 3], env))
        found |= rows_of([self.graphs, "calls", tasks, 1], env)
        for row, workers in (("sys_spawn_dedicated", env["OMP_NUM_THREADS"]), ("sys_spawn_dedicated_one", "1")):
            dedicated = {**env, "OMP_NUM_THREADS": workers, "HEDDLE_SCHEDULERS": "dedicated"}
            found[row] = rows_of([self.graphs, "calls", tasks // 10, 1], dedicated)["sys_spawn"]
        for pattern in PATTERNS:
            for kind in ("EMPTY", "BUSY"):
                both = rows_of([self.graphs, "time", pattern, kind, tasks, 1], env)
                found[f"{pattern}_{kind.lower()}"] = (both[f"{pattern}_objects"], both[f"{pattern}_addresses"])
        gates = {(kind, count): rows_of([self.graphs, "gate", kind, count // (100 if few else 1)], env)
                 for kind, count in (("addresses", 200_000), ("objects", 200_000), ("objects", 1_000_000))}
        found["gate"] = (gates["objects", 200_000]["objects_ns"], gates["addresses", 200_000]["addresses_ns"])
        found["gate_bytes"] = gates["objects", 200_000]["objects_bytes"]
        found["gate_million_bytes"] = (gates["objects", 1_000_000]["objects_bytes"], found["gate_bytes"])
        return found

    def of_myrmics(self):
        """{name: (seconds on one thread, of the elision)}"""
        options = myrmics.parse_options(["--threads", "1", "--rounds", str(self.options.rounds), *(["--quick"] if self.options.quick else [])])
        options.library, options.ranks = self.options.build.resolve() / "lib", 0
        rows, wrong = myrmics.programs(options, checks.Built(options, self.options.output.resolve()))
        if wrong:
            raise checks.Failed("; ".join(wrong))
        return {name: (times["1 threads"], times["elision"]) for name, times in rows}


def median_of(values):
    if isinstance(values[0], tuple):  # the ratio of each round: both were measured side by side
        return statistics.median([ours / other for ours, other in values])
    return statistics.median(values)


def report(figures, aims, programs):
    print(f"\n{'row':62} {'found':>10} {'aim':>9}")
    for name, aim in aims.items():
        if name == "program":
            for program, pair in programs.items():
                show(f"{program}, one thread, to its elision", "", [pair], aim)
        elif name in figures:
            show(aim["about"], "" if "of" in aim else " B" if name.endswith("_bytes") else " ns", figures[name], aim)


def show(about, unit, values, aim):
    found = median_of(values)
    beside = ""
    if isinstance(values[0], tuple):
        ours, other = (statistics.median([pair[at] for pair in values]) for at in (0, 1))
        beside = f"   ({ours:.4g} / {other:.4g})"
    print(f"{about:62} {found:>7.4g}{unit:3} {aim['most']:>9,}{'' if found <= aim['most'] else ' missed'}{beside}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=REPO / "build/release")
    parser.add_argument("--output", type=Path, default=REPO / "build/region", help="where graphs is built and results.json goes")
    parser.add_argument("--rounds", type=int, help="default 7; quick 1")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--as-built", action="store_true", help="do not build region_prices and the library first")
    parser.add_argument("--without-programs", action="store_true")
    parser.add_argument("--quick", action="store_true", help="small: shows that everything runs")
    options = parser.parse_args()
    options.rounds = options.rounds or (1 if options.quick else 7)
    aims = tomllib.loads((HERE / "aims.toml").read_text())
    before = os.getloadavg()[0]
    figures, others = {}, {}
    try:
        programs = Programs(options)
        for at in range(options.rounds):
            for name, value in programs.one_round().items():
                figures.setdefault(name, []).append(value)
            print(f"round {at + 1} of {options.rounds}, load {os.getloadavg()[0]:.1f}", flush=True)
        if not options.without_programs:
            others = programs.of_myrmics()
    except (checks.Failed, subprocess.TimeoutExpired) as failure:
        print(f"FAILED: {failure}")
        return 1
    if unknown := sorted(set(figures) - set(aims)):
        print(f"FAILED: no aim for {', '.join(unknown)}")
        return 1
    report(figures, aims, others)
    if options.quick:
        print("quick: the figures mean nothing")
    about = {"date": time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()), "commit": raw.commit_of(), "cpus": os.cpu_count(),
             "workers": options.workers, "rounds": options.rounds, "load_before": before, "load_after": os.getloadavg()[0]}
    print("\n" + ", ".join(f"{name} {value}" for name, value in about.items()))
    (options.output / "results.json").write_text(json.dumps({"about": about, "figures": figures, "programs": others}, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
