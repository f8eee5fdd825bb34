#!/usr/bin/env python3
"""Writes the SWITCHES paper's many-core figures as they come out in virtual time, beside the paper's.

    bench/papers/switches/sim/run.py --build build/release [--output docs/papers/switches/simulated]
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

from harness import lines  # noqa: E402
from papers.switches import paper  # noqa: E402

COLOURS = {"plan": "#2a7f62", "static-for": "#8a6d3b", "dynamic-for": "#7b3fa0", "depend (locked)": "#d1603d",
           "depend (adaptive)": "#3b6ea0"}
KEYS = {"Q12": "q12", "MMULT": "mmult", "SU3": "su3", "SparseLU": "sparselu", "OCEAN": "ocean", "Poisson2D": "poisson2d"}

INPUTS = """\
Xeon Phi 7120 (`machines/knc7120.toml`), 60 of its cores, threads on different cores first. Speed-up over one thread that has a core
to itself: four threads of a core do 2.3 times what one does (fitted to IDWS's tables), so 138 is the most. The median, and in small
print the least and the most of five seeds and of a line's cost halved and doubled.

- `static-for`, `dynamic-for` (one at a time), `tasks` and `depend` stand for the paper's OpenMP; all are Heddle's code, `depend`
  with the `locked` manager (one graph under a lock, as the paper describes OpenMP's). `plan` is Heddle's SWITCHES.
- **Inputs**: serial times (Table 3), the number of threads at which the paper's figure has its peak, loops and tasks. Guesses: the
  work of Figure 1 (0.1 s), tasks of a loop in Figures 7, 8 and 10, how uneven tasks are in 11 and 13. SparseLU is a slice of 40 loops
  of 480 tasks: its blocks of 32 by 32 make 184 us a task. OCEAN is one sweep, a task a row; Poisson2D one iteration, four rows a task.
- **Nothing is fitted** to these figures. What limits an application besides its runtime is not in the simulation: speed-ups are those
  of a runtime's cost and of balance alone, and only the order counts.
- **Memory does not set the peaks** at 120 and 32 threads, as far as the paper's sizes tell: at the paper's best times SU3 moves at most
  1.8 GB in 48 ms (38 GB/s: 240 bytes a site), OCEAN 8.6 GB in 0.26 s (33 GB/s: each half of a sweep reads and writes the grid) and
  one iteration of Poisson2D 10.7 GB in 1.07 s (10 GB/s), of the 140 GB/s that the machine has.
- `plan over the best other`: in Figures 11 to 13 over `tasks` and `depend`, as the paper has no loops there.
- Idle threads stay awake for 200 ms in Figure 1, as Intel's runtime has it, and for Heddle's 0.3 ms in the others. Waking 239
  sleepers one after the other would else be most of Figure 1's time: 2.7 ms a barrier.
- RK4 (Figure 9) is left out: its times are caches'.
"""


# What the paper compares with in Figures 11 to 13; it has no loops there.
TASK_WAYS = ("tasks", "depend (locked)")


def rows_of(build, machines, wanted):
    command = [str(build / "bin/switches_figures"), str(machines), wanted]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise SystemExit(f"run.py: {' '.join(command)}\n{result.stderr}")
    return list(csv.DictReader(result.stdout.splitlines()))


def by(rows, *names):
    groups = defaultdict(list)
    for row in rows:
        groups[tuple(row[name] for name in names)].append(row)
    return groups


def speedup(rows):
    return statistics.median(float(row["speedup"]) for row in rows if row["transfer_percent"] == "100")


def cell(rows):
    speeds = [float(row["speedup"]) for row in rows]
    own = speedup(rows)
    return f"{own:.1f}" if max(speeds) - min(speeds) < 0.02 * own else f"{own:.1f} <sub>{min(speeds):.3g} to {max(speeds):.3g}</sub>"


def ways_of(rows):
    return list(dict.fromkeys(row["way"] for row in rows))


def figure1(rows, folder):
    text = "\n## Figure 1: the same work in ever more tasks, 240 threads\n\n![Figure 1](fig1.svg)\n\n"
    tasks = sorted({int(row["tasks"]) for row in rows})
    text += "| tasks of a loop | " + " | ".join(f"{number:,}" for number in tasks) + " |\n|---|" + "---|" * len(tasks) + "\n"
    found, drawn = by(rows, "way", "tasks"), []
    for way in ways_of(rows):
        text += f"| {way} | " + " | ".join(cell(found[way, str(number)]) for number in tasks) + " |\n"
        drawn.append(lines.Line(way, COLOURS[way], [(number, speedup(found[way, str(number)])) for number in tasks]))
    panel = lines.Panel("four loops", "tasks of each loop", "speed-up", drawn, log2_x=True, x_ticks=tuple(tasks))
    lines.write_svg(folder / "fig1.svg", "As Figure 1: four loops, simulated", "240 threads of a Xeon Phi", [panel])
    return text + "\nThe paper: SWITCHES highest and flattest, OMP-Dependency falls fastest, static loses less than dynamic.\n"


def applications(rows):
    text = "\n## Figures 7, 8 and 10 to 13: the applications\n\n"
    ways = ways_of(rows)
    text += "| figure | application | threads | " + " | ".join(ways) + " | plan over the best other | the paper's |\n"
    text += "|" + "---|" * (len(ways) + 5) + "\n"
    for (number, name), own in by(rows, "figure", "application").items():
        found = by(own, "way")
        speeds = {way: speedup(found[(way,)]) for way in ways if (way,) in found}
        rivals = [way for way in speeds if way != "plan" and (int(number) < 11 or way in TASK_WAYS)]
        gain = speeds["plan"] / max(speeds[way] for way in rivals)
        cells = (cell(found[(way,)]) if (way,) in found else "-" for way in ways)
        text += f"| {number} | {name} | {own[0]['threads']} | " + " | ".join(cells)
        text += f" | {gain:.2f} | {paper.gain(KEYS[name]):.2f} |\n"
    return text


def figure14(rows):
    text = "\n## Figure 14: Poisson2D on 32 threads\n\n"
    tasks = sorted({int(row["tasks"]) for row in rows})
    text += "| tasks of a loop | " + " | ".join(map(str, tasks)) + " |\n|---|" + "---|" * len(tasks) + "\n"
    found = by(rows, "way", "tasks")
    for way in ways_of(rows):
        text += f"| {way} | " + " | ".join(cell(found[way, str(number)]) for number in tasks) + " |\n"
    return text + f"\nThe paper: grain 4 and threads 50:50 gain {paper.SPLIT_GAIN} over the same without the split.\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build/release", type=pathlib.Path)
    parser.add_argument("--output", default=BENCH.parent / "docs/papers/switches/simulated", type=pathlib.Path)
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    machines = BENCH.parent / "machines"
    text = f"# SWITCHES: the many-core figures, simulated\n\n{paper.CITATION}.\n\n"
    text += f"Written by bench/papers/switches/sim/run.py. {INPUTS}"
    text += figure1(rows_of(options.build, machines, "1"), options.output)
    text += applications(rows_of(options.build, machines, "applications"))
    text += figure14(rows_of(options.build, machines, "14"))
    (options.output / "README.md").write_text(text)
    print(options.output / "README.md")


if __name__ == "__main__":
    main()
