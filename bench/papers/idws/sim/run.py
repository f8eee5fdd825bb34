#!/usr/bin/env python3
"""Writes IDWS Tables 1 to 4 as they come out in virtual time, beside the paper's.

    bench/papers/idws/sim/run.py --build build/release [--output docs/papers/idws/simulated]
"""

import argparse
import csv
import pathlib
import statistics
import subprocess
import sys
from collections import defaultdict

BENCH = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(BENCH))

from harness import bars  # noqa: E402
from papers.idws import paper  # noqa: E402

WORKS = ("Regular", "Random", "Dense End", "Dense Begin", "Periodic")
# Ours, and the paper's row that it stands beside.
RIVALS = {"idws": "IDWS", "static": "OMP static", "static,1": "OMP static,1", "dynamic": "OMP dynamic",
          "guided (2P)": "OMP guided", "guided (P)": None, "steal": "Cilk+"}
SHOWN = {"idws": "#2a7f62", "static": "#8a6d3b", "dynamic": "#7b3fa0", "guided (2P)": "#c04ad0", "steal": "#d1603d"}

INPUTS = """\
Heddle's loop schedules, as programs run them, on machines that we do not have. Times of the ideal (all work spread evenly over
cores that are busy to the end): the median, and in small print the least and the most of five seeds and of a line's cost halved
and doubled. **Paper**: its time over its IDWS.

- **Fitted**, for each machine: what an iteration costs (the rows of guided: Regular, Random), the dense part of the loop (IDWS on
  Dense End), one in how many iterations of Periodic works (static,1); for Xeon Phi also how fast threads are that share a core
  (Periodic under static,1; Regular of Table 4 over Table 3), and that a core keeps a line for 30 % of a flight.
- **Predicted**: all of static, dynamic, idws and steal but these cells, and Dense Begin. `guided` on Dense Begin is predicted.
- **Not known**: which threads share a core. Both are shown: *neighbours* (0 and 1 on one), *others* (0 and 61, or 0 and 16).
- `guided (2P)` is Intel's, half a P-th of the rest at a time, which the paper used; `guided (P)` is libgomp's. `steal` stands
  beside Cilk+.
- Line costs of the Sandy Bridge machines are from memory: their file says so.
- Loops have 2^16 iterations, the paper's 2^24: with 537 for each of 122 threads and 268 for each of 244 idws ends up to 15 % late,
  on Periodic, where few iterations do all the work, up to 22 % (25 % where lines cost twice as much), and guided's failed
  compare-exchanges show. `tests/unit/sim/loop_test.cpp` holds idws within 5 % on Dense Begin with 2^18.
- **What is off**: static on Dense Begin of Table 3 lies between both ways to share a core. dynamic is a third too fast in Table 3, near
  the paper in Table 4, and 2 to 3 times too fast on Sandy Bridge, whose line costs are guesses: a grab took 133 to 160 ns there.
"""


def rows_of(build, machines, iterations):
    command = [str(build / "bin/idws_tables"), str(machines), *([str(iterations)] if iterations else [])]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise SystemExit(f"run.py: {' '.join(command)}\n{result.stderr}")
    found = defaultdict(list)
    for row in csv.DictReader(result.stdout.splitlines()):
        key = int(row["table"]), row["share"], row["schedule"], row["work"]
        found[key].append((row["transfer_percent"] == "100", float(row["over_ideal"])))
    return found


def cell(runs):
    own = statistics.median(ratio for usual, ratio in runs if usual)
    least, most = min(ratio for _, ratio in runs), max(ratio for _, ratio in runs)
    shown = f"{own:.2f}" if own < 10 else f"{own:.1f}"
    return shown if most - least < 0.015 * own else f"{shown} <sub>{least:.3g} to {most:.3g}</sub>"


def there(title, name, work):
    if name is None:
        return ""
    table = paper.TABLES[title]
    column = WORKS.index(work)
    return f" (**{table[paper.STRATEGIES.index(name)][column] / table[0][column]:.2f}**)"


def table_of(found, number, title):
    text = f"\n## {title}\n"
    for share in ("neighbours", "others"):
        text += f"\n| {share} share a core | " + " | ".join(WORKS) + " |\n|---|" + "---|" * len(WORKS) + "\n"
        for schedule, name in RIVALS.items():
            cells = (cell(found[number, share, schedule, work]) + there(title, name, work) for work in WORKS)
            text += f"| {schedule} | " + " | ".join(cells) + " |\n"
    return text


def draw(path, found):
    panels = []
    for number, title in enumerate(paper.TABLES, 1):
        values = {}
        for schedule in SHOWN:
            values[schedule] = [statistics.median(r for usual, r in found[number, "others", schedule, work] if usual)
                                for work in WORKS]
        panels.append(bars.Panel(title, WORKS, values))
    bars.write_svg(path, ("IDWS Tables 1 to 4, simulated", "times of the ideal; others share a core"), panels, SHOWN)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build/release", type=pathlib.Path)
    parser.add_argument("--output", default=BENCH.parent / "docs/papers/idws/simulated", type=pathlib.Path)
    parser.add_argument("--iterations", type=int, default=0, help="of each loop; 0: as the program has it")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    found = rows_of(options.build, BENCH.parent / "machines", options.iterations)
    text = f"# IDWS: Tables 1 to 4, simulated\n\n{paper.CITATION}.\n\nWritten by bench/papers/idws/sim/run.py. {INPUTS}"
    for number, title in enumerate(paper.TABLES, 1):
        text += table_of(found, number, title)
    draw(options.output / "tables.svg", found)
    text += "\n![times of the ideal](tables.svg)\n"
    (options.output / "README.md").write_text(text)
    print(options.output / "README.md")


if __name__ == "__main__":
    main()
