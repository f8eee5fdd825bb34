#!/usr/bin/env python3
"""Draws the DDAST paper's many-core figures as they come out in virtual time.

    bench/papers/ddast/sim/run.py --build build/release [--output docs/papers/ddast/simulated]

Builds and runs `ddast_figures`, writes an SVG for each of Figures 9 to 12 and 14, and README.md with the numbers beside
what the paper says.
"""

import argparse
import csv
import pathlib
import subprocess
import sys
from collections import defaultdict

HERE = pathlib.Path(__file__).resolve().parent
BENCH = HERE.parents[2]
sys.path.insert(0, str(BENCH))

from harness import lines  # noqa: E402
from papers.ddast import paper  # noqa: E402

KERNELS = {9: "Matmul", 10: "Sparse LU", 11: "N-Body", 12: "Matmul", 14: "Sparse LU"}
MACHINES = {"knl7230": "KNL, 64 cores", "thunderx48": "ThunderX, 48 cores", "power9": "Power9, 40 cores"}
COLOURS = {"locked": "#8a6d3b", "async": "#7b3fa0", "async tuned": "#c04ad0", "adaptive": "#d1603d"}
INFLATED = "locked, tasks 1.5 times as long"
COURSES = {12: "fine grain, KNL, 64 cores", 14: "coarse grain, ThunderX, 48 cores"}

INPUTS = """\
Nothing is fitted to these figures. Inputs, besides the machine files:

- Table 5 of the paper: `async` has its initial parameters (all threads may manage, 20 spins, 6 operations), `async tuned` its
  tuned ones, which are Heddle's defaults. Scheduler `dbf`, no window, as there.
- What a task takes. Matmul on KNL: 1.7 million cycles for a block of 256. The others are guesses from the operations of a block:
  Matmul 2 (ThunderX) and 6 (Power9) of them a cycle, Sparse LU 2 (KNL), 1 (ThunderX) and 4 (Power9), N-Body 20, 30 and 10 cycles
  a pair of bodies. The program spends 1,300 cycles of its own between two tasks.
- N-Body: 1 step instead of 16. Figure 9: at most 16 rounds of Matmul's 16 to 64.
- **Locality.** The paper finds tasks a third shorter under DDAST on KNL, because the runtime's data stay out of the worker's
  cache. A simulation without caches cannot know that: Figure 9 on KNL stands once more with tasks 1.5 times as long under `locked`.
  That column is the only one with such an input. Its speed-up is over the work of the shorter tasks.
- **Reading.** Figure 11's fine grain on KNL comes out as in the paper without any fit: from 32 to 64 cores `locked` falls, `async` gains.
  `adaptive`, Heddle's default, falls as `locked` does: one task creates all of a step, wakes sleepers, and idle cores take
  its lines. Figure 10 is as in the paper but for Power9's fine grain, where one thread would have to create a task every 3,300 cycles:
  1,300 of its own, the rest the manager's. `locked` and `async` cannot, Heddle's default can. The tasks'
  131,072 cycles are a guess (4 operations a cycle; KNL 2, ThunderX 1): with longer ones the producer is no limit, as with coarse grain,
  where all are alike. In Figure 9 nothing but the input of locality tells managers
  apart. The paper's numbers to compare with are words: its plots carry none.
- In small print, for programs of up to 16,384 tasks: the least and the most of five seeds and of a line's cost halved and doubled.
"""


def rows_of(build, machines, wanted):
    command = [str(build / "bin/ddast_figures"), str(machines), str(wanted)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise SystemExit(f"run.py: {' '.join(command)}\n{result.stderr}")
    return list(csv.DictReader(result.stdout.splitlines()))


def usual(rows):
    """Without those that only make the band."""
    return [row for row in rows if row["transfer_percent"] == "100" and row["seed"] == "1"]


def speed(row):
    return float(row["speedup"]) / (1.5 if row["manager"] == INFLATED else 1)


def cell(rows):
    own, speeds = speed(usual(rows)[0]), [speed(row) for row in rows]
    if max(speeds) - min(speeds) < 0.02 * own:
        return f"{own:.1f}"
    return f"{own:.1f} <sub>{min(speeds):.3g} to {max(speeds):.3g}</sub>"


def groups_of(rows, *names):
    groups = defaultdict(list)
    for row in rows:
        groups[tuple(row[name] for name in names)].append(row)
    return groups


def draw_speedups(folder, number, rows):
    panels = []
    for (machine, grain), own in groups_of(rows, "machine", "grain").items():
        drawn = [lines.Line(manager, COLOURS.get(manager, "#3b6ea0"), [(int(r["cores"]), speed(r)) for r in points])
                 for (manager,), points in groups_of(usual(own), "manager").items()]
        ticks = tuple(sorted({int(row["cores"]) for row in own}))
        panels.append(lines.Panel(f"{MACHINES[machine]}, {grain}", "cores", "speed-up over the work", drawn, log2_x=True,
                                  x_ticks=ticks))
    name = f"fig{number}.svg"
    lines.write_svg(folder / name, f"As Figure {number}: {KERNELS[number]}, simulated",
                    "the engine's own code in virtual time", panels)
    return name


def draw_courses(folder, rows):
    written = []
    for (number,), own in groups_of(rows, "figure").items():
        drawn = [lines.Line(manager, COLOURS[manager], [(int(r["left"]), int(r["in_graph"])) for r in points])
                 for (manager,), points in groups_of(own, "manager").items()]
        name = f"fig{number}.svg"
        panel = lines.Panel(COURSES[int(number)], "tasks that have left the graph", "tasks in the graph", drawn, dots=False)
        lines.write_svg(folder / name, f"As Figure {number}: {KERNELS[int(number)]}, simulated",
                        "the engine's own code in virtual time", [panel])
        written.append((int(number), name))
    return written


def table_of(rows):
    names = list(dict.fromkeys(row["manager"] for row in rows))
    text = "| machine | grain | cores | " + " | ".join(names) + " | async over locked | lines a task |\n"
    text += "|" + "---|" * (len(names) + 5) + "\n"
    for (machine, grain, cores), own in groups_of(rows, "machine", "grain", "cores").items():
        found = {manager: group for (manager,), group in groups_of(own, "manager").items()}
        speeds = {name: speed(usual(group)[0]) for name, group in found.items()}
        gain = max(speeds["async"], speeds["async tuned"]) / speeds["locked"]
        gains = f"{gain:.2f}"
        if INFLATED in speeds:
            gains += f"; {gain * speeds['locked'] / speeds[INFLATED]:.2f} over the longer tasks"
        moved = ", ".join(f"{float(usual(group)[0]['lines_per_task']):.0f}" for group in found.values())
        text += f"| {MACHINES[machine].split(',')[0]} | {grain} | {cores} | "
        text += " | ".join(cell(found[name]) if name in found else "-" for name in names) + f" | {gains} | {moved} |\n"
    return text


def course_table(rows):
    text = "| figure | manager | most tasks in the graph |\n|---|---|---|\n"
    for (number, manager), own in groups_of(rows, "figure", "manager").items():
        text += f"| {number} | {manager} | {max(int(row['in_graph']) for row in own):,} |\n"
    return text


def statements(number):
    return "".join(f"- The paper, section {section}: {words}\n" for section, words in paper.STATEMENTS[f"fig{number}"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build/release", type=pathlib.Path)
    parser.add_argument("--output", default=BENCH.parent / "docs/papers/ddast/simulated", type=pathlib.Path)
    parser.add_argument("--figures", default="9,10,11,course")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    machines = BENCH.parent / "machines"
    text = f"# DDAST: the many-core figures, simulated\n\n{paper.CITATION}.\n\n"
    text += "Written by bench/papers/ddast/sim/run.py. Heddle's engine in virtual time on machines that we do not have.\n\n"
    text += INPUTS
    for wanted in options.figures.split(","):
        rows = rows_of(options.build, machines, wanted)
        if wanted == "course":
            for number, name in draw_courses(options.output, rows):
                text += f"\n## Figure {number}: tasks in the graph, {KERNELS[number]}\n\n![Figure {number}]({name})\n\n"
                text += statements(number)
            text += "\n" + course_table(rows)
            continue
        name = draw_speedups(options.output, int(wanted), rows)
        text += f"\n## Figure {wanted}: {KERNELS[int(wanted)]}\n\n![Figure {wanted}]({name})\n\n"
        text += statements(wanted) + "\nSpeed-up; `async over locked` is the better of both; lines a task in the order of the columns.\n\n"
        text += table_of(rows)
    (options.output / "README.md").write_text(text)
    print(options.output / "README.md")


if __name__ == "__main__":
    main()
