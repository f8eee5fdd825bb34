#!/usr/bin/env python3
"""The DDAST paper's many-core figures in virtual time: runs `ddast_figures`, and writes docs/papers/ddast/simulated.

    cmake --build build/release --target ddast_figures && bench/papers/ddast/sim/run.py
    bench/papers/ddast/sim/run.py --again      the page out of its raw data; nothing is simulated
"""

import pathlib
import sys
from collections import defaultdict

BENCH = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(BENCH))

from harness import lines, simulated  # noqa: E402
from harness.experiment import table  # noqa: E402
from papers.ddast import paper  # noqa: E402

PARTS = {"9": ["9"], "10": ["10"], "11": ["11"], "parameters": ["parameters"], "courses": ["courses"]}
COMMAND = "bench/papers/ddast/sim/run.py"
OUTPUT = "docs/papers/ddast/simulated"

KERNELS = {"9": "Matmul", "10": "Sparse LU", "11": "N-Body"}
MACHINES = {"knl7230": "KNL, 64 cores", "thunderx48": "ThunderX, 48 cores", "power9": "Power9, 40 cores"}
COLOURS = {"locked": "#8a6d3b", "async initial": "#3b6ea0", "async": "#7b3fa0", "async as printed": "#c9a227", "async tuned": "#c04ad0", "adaptive": "#d1603d", "Heddle's default": "#2a7f62"}
DEFAULT = "Heddle's default"
INFLATED = "locked, tasks 1.5 times as long"
COURSES = {"12": "Matmul, fine grain, KNL, 64 cores", "13": "N-Body, coarse grain, 2 steps, ThunderX, 48 cores",
           "14": "Sparse LU, coarse grain, ThunderX, 48 cores"}
PARAMETERS = {"5": "MAX_DDAST_THREADS", "6": "MAX_SPINS", "7": "MAX_OPS_THREAD", "8": "MIN_READY_TASKS"}
NEAR_THE_BEST = 0.95  # of the best manager: what the default must reach in each cell

READING = (BENCH / "papers/ddast/sim/reading.md").read_text(encoding="utf-8")


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
        drawn = [lines.Line(manager, COLOURS.get(manager, "#9aa5b1"), [(int(r["cores"]), speed(r)) for r in points])
                 for (manager,), points in groups_of(usual(own), "manager").items()]
        ticks = tuple(sorted({int(row["cores"]) for row in own}))
        panels.append(lines.Panel(f"{MACHINES[machine]}, {grain}", "cores", "speed-up over the work", drawn, log2_x=True,
                                  x_ticks=ticks))
    lines.write_svg(folder / f"fig{number}.svg", f"As Figure {number}: {KERNELS[number]}, simulated",
                    "the engine's own code in virtual time", panels)


def table_of(rows):
    names = list(dict.fromkeys(row["manager"] for row in rows))
    body = []
    for (machine, grain, cores), own in groups_of(rows, "machine", "grain", "cores").items():
        found = {manager: group for (manager,), group in groups_of(own, "manager").items()}
        speeds = {name: speed(usual(group)[0]) for name, group in found.items()}
        gains = f"{speeds['async'] / speeds['locked']:.2f}"
        if INFLATED in speeds:
            gains += f"; {speeds['async'] / speeds[INFLATED]:.2f} over the longer tasks"
        best = max(speeds[name] for name in speeds if name != INFLATED)
        share = speeds[DEFAULT] / best
        moved = ", ".join(f"{float(usual(group)[0]['lines_per_task']):.0f}" for group in found.values())
        body.append((MACHINES[machine].split(",")[0], grain, cores, *(cell(found[name]) if name in found else "-" for name in names),
                     gains, f"{share:.2f}" if share >= NEAR_THE_BEST else f"**{share:.2f}**", moved))
    return table(("machine", "grain", "cores", *names, "async over locked", "the default over the best", "lines a task"), body)


def chosen_text(rows):
    """What "async tuned" stands for in each case."""
    cases = groups_of([row for row in rows if row["figure"].endswith("tuning")], "machine", "grain")
    plain = groups_of([row for row in usual(rows) if row["manager"] == "async" and not row["figure"].endswith("tuning")], "machine", "grain")
    said = []
    for case, tried in cases.items():
        standard = plain[case][-1]
        best = min((standard, *tried), key=lambda row: float(row["ms"]))
        said.append(f"{MACHINES[case[0]].split(',')[0]} {case[1]}: {'as async' if best is standard else best['manager']}")
    return f"`async tuned` is, of six settings at all cores, {'; '.join(said)}.\n"


def curves(document, number, folder):
    rows = simulated.rows_of(document, number)
    drawn = [row for row in rows if row["figure"] == number]
    draw_speedups(folder, number, drawn)
    text = f"\n## Figure {number}: {KERNELS[number]}\n\n![Figure {number}](fig{number}.svg)\n\n"
    text += statements(number) + "\nSpeed-up over the work. The default's share is bold where it is below 0.95.\n\n"
    return text + table_of(drawn) + "\n" + chosen_text(rows)


def parameter_text(document, folder):
    rows = simulated.rows_of(document, "parameters")
    text = ("\n## Figures 5 to 8: one parameter at a time, KNL, 64 cores\n\nSpeed-up over Table 5's initial values, the other parameters "
            "being at these. The fine Sparse LU and N-Body have a quarter of their tasks and more. Last column: all four at their tuned values.\n")
    panels = []
    for number, name in PARAMETERS.items():
        body, drawn = [], []
        for (kernel, grain), own in groups_of(rows, "kernel", "grain").items():
            start = next(float(r["ms"]) for r in own if r["manager"] == "initial")
            tuned = start / next(float(r["ms"]) for r in own if r["manager"] == "tuned")
            points = [(int(r["manager"]), start / float(r["ms"])) for r in own if r["figure"] == number]
            body.append((f"{kernel}, {grain}", *(f"{gain:.2f}" for _, gain in points), f"{tuned:.2f}"))
            drawn.append(lines.Line(f"{kernel}, {grain}", KERNEL_COLOURS[kernel], points, "" if grain == "fine" else "5 4"))
        panels.append(lines.Panel(f"Figure {number}: {name}", name, "speed-up", drawn, log2_x=True, x_ticks=tuple(x for x, _ in points),
                                  base=None))
        text += f"\n### Figure {number}: {name}\n\n" + statements(number) + "\n"
        text += table(("", *(str(x) for x, _ in points), "tuned"), body)
    lines.write_svg(folder / "fig5-8.svg", "As Figures 5 to 8: the four parameters, simulated", "KNL, 64 cores", panels)
    return text + "\n![Figures 5 to 8](fig5-8.svg)\n"


KERNEL_COLOURS = {"Matmul": "#3b6ea0", "Sparse LU": "#2a7f62", "N-Body": "#d1603d"}


def course_text(document, folder):
    rows = simulated.rows_of(document, "courses")
    text, peaks = "", []
    for number, title in COURSES.items():
        own = groups_of([row for row in rows if row["figure"] == number], "series", "manager")
        panels = []
        for series, x_title, y_title, scale in (("in graph", "tasks that have left the graph", "tasks in the graph", 1), ("busy", "ms", "busy threads", 1e3)):
            drawn = [lines.Line(manager, COLOURS.get(manager, "#9aa5b1"), [(float(r["x"]) / scale, float(r["y"])) for r in points])
                     for (kind, manager), points in own.items() if kind == series]
            panels.append(lines.Panel(title if series == "in graph" else "and busy threads", x_title, y_title, drawn, dots=False))
        lines.write_svg(folder / f"fig{number}.svg", f"As Figure {number}, simulated", "the engine's own code in virtual time", panels)
        also = " and 15" if number == "14" else ""
        text += f"\n## Figure {number}{also}: {title}\n\n![Figure {number}](fig{number}.svg)\n\n" + statements(number)
        text += statements("15") if also else ""
        for (kind, manager), points in own.items():
            if kind == "in graph":
                busy = [float(r["y"]) for r in own["busy", manager]]
                peaks.append((number, manager, f"{max(int(float(r['y'])) for r in points):,}", f"{sum(busy) / len(busy):.1f}",
                              f"{float(own['busy', manager][-1]['x']) / 1e3:,.1f}"))
    return text + "\n" + table(("figure", "manager", "most tasks in the graph", "busy threads, mean", "ms"), peaks)


def statements(number):
    return "".join(f"- The paper, section {section}: {words}\n" for section, words in paper.STATEMENTS[f"fig{number}"])


def write(document, folder):
    text = f"# DDAST: the many-core figures, simulated\n\n{paper.CITATION}.\n\n"
    text += f"Heddle's engine in virtual time on machines that we do not have. {simulated.head(document)}\n\n" + READING
    for number in KERNELS:
        text += curves(document, number, folder)
    text += parameter_text(document, folder) + course_text(document, folder)
    (folder / "README.md").write_text(text, encoding="utf-8")


def main():
    options = simulated.parse_options(__doc__, OUTPUT)
    options.output.mkdir(parents=True, exist_ok=True)
    write(simulated.kept_of(options, "ddast_figures", PARTS, COMMAND), options.output)
    print(options.output / "README.md")


if __name__ == "__main__":
    main()
