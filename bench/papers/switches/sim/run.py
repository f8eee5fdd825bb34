#!/usr/bin/env python3
"""The SWITCHES paper's many-core figures in virtual time: runs `switches_figures`, and writes docs/papers/switches/simulated.

    cmake --build build/release --target switches_figures && bench/papers/switches/sim/run.py
    bench/papers/switches/sim/run.py --again       the page out of its raw data; nothing is simulated
"""

import pathlib
import statistics
import sys
from collections import defaultdict

BENCH = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(BENCH))

from harness import lines, simulated  # noqa: E402
from harness.experiment import table  # noqa: E402
from papers.switches import paper  # noqa: E402

PARTS = {part: [part] for part in ("1", "curves", "applications", "14", "sizes", "assignment")}
COMMAND = "bench/papers/switches/sim/run.py"
OUTPUT = "docs/papers/switches/simulated"

COLOURS = {"plan": "#2a7f62", "plan, round robin": "#3b6ea0", "plan, told": "#7fc8a9", "static-for": "#8a6d3b", "dynamic-for": "#7b3fa0",
           "tasks": "#c04ad0", "depend (locked)": "#d1603d", "depend (adaptive)": "#c9a227", "plan, 50:50": "#666666"}
KEYS = {"Q12": "q12", "MMULT": "mmult", "RK4": "rk4", "SU3": "su3", "SparseLU": "sparselu", "OCEAN": "ocean", "Poisson2D": "poisson2d"}
# What the paper compares with in Figures 11 to 13; it has no loops there.
TASK_WAYS = ("tasks", "depend (locked)")
PUBLISHED = "plan, round robin"

READING = (BENCH / "papers/switches/sim/reading.md").read_text(encoding="utf-8")


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


def rivals_of(figure, ways):
    return [way for way in ways if not way.startswith("plan") and (int(figure) < 11 or way in TASK_WAYS)]


def seconds(name, speed):
    """Table 3: the serial time over the speed-up; of SparseLU a part is simulated."""
    serial, theirs = paper.PHI[KEYS[name]][:2]
    return f"-; {theirs}" if name == "SparseLU" else f"{serial / speed:.3g}; {theirs}"


def figure1(document, folder):
    rows = simulated.rows_of(document, "1")
    tasks = sorted({int(row["tasks"]) for row in rows})
    found, drawn, body = by(rows, "way", "tasks"), [], []
    for way in ways_of(rows):
        body.append((way, *(cell(found[way, str(number)]) for number in tasks)))
        drawn.append(lines.Line(way, COLOURS[way], [(number, speedup(found[way, str(number)])) for number in tasks]))
    panel = lines.Panel("four loops", "tasks of each loop", "speed-up", drawn, log2_x=True, x_ticks=tuple(tasks))
    lines.write_svg(folder / "fig1.svg", "As Figure 1: four loops, simulated", "240 threads of a Xeon Phi", [panel])
    return ("\n## Figure 1: the same work in ever more tasks, 240 threads\n\n![Figure 1](fig1.svg)\n\n"
            + table(("tasks of a loop", *(f"{number:,}" for number in tasks)), body)
            + "\nThe paper: SWITCHES highest and flattest, OMP-Dependency falls fastest, static loses less than dynamic.\n")


def curves(document, folder):
    rows = simulated.rows_of(document, "curves")
    panels, body = [], []
    for (figure, name), own in by(rows, "figure", "application").items():
        found = by(own, "way")
        points = {way: [(int(row["threads"]), float(row["speedup"])) for row in runs] for (way,), runs in found.items()}
        ticks = tuple(x for x, _ in points["plan"])
        drawn = [lines.Line(way, COLOURS[way], line) for way, line in points.items()]
        panels.append(lines.Panel(f"Figure {figure}: {name}", "threads", "speed-up", drawn, x_ticks=ticks))
        most = {way: max(line, key=lambda point: point[1]) for way, line in points.items()}
        rival = max(rivals_of(figure, most), key=lambda way: most[way][1])
        best_of = lambda way: f"{most[way][1]:.1f} at {most[way][0]}"  # noqa: E731
        body.append((figure, name, best_of(PUBLISHED), best_of("plan"), best_of("plan, told"), f"{best_of(rival)} ({rival})",
                     f"{most[PUBLISHED][1] / most[rival][1]:.2f}", f"{most['plan'][1] / most[rival][1]:.2f}",
                     f"{paper.gain(KEYS[name]):.2f}", paper.PHI[KEYS[name]][2], seconds(name, most[PUBLISHED][1])))
    lines.write_svg(folder / "fig7-13.svg", "As Figures 7 to 13: the applications over threads, simulated",
                    "Xeon Phi, 60 cores of 4 threads; more than 240 threads share them", panels)
    head = ("figure", "application", "as published", "plan", "plan, told", "the best other", "published over it", "plan over it", "the paper's",
            "the paper's SWITCHES", "s, as published; the paper's (Table 3)")
    return ("\n## Figures 7 to 13 and 15: from 1 thread to 360\n\n![Figures 7 to 13](fig7-13.svg)\n\nThe highest speed-up of each way, and at how "
            "many threads: Figure 15.\n\n" + table(head, body))


def applications(document):
    rows = simulated.rows_of(document, "applications")
    ways, body = ways_of(rows), []
    for (figure, name), own in by(rows, "figure", "application").items():
        found = by(own, "way")
        body.append((figure, name, own[0]["threads"], *(cell(found[way,]) if (way,) in found else "-" for way in ways)))
    return ("\n## The same at the paper's peaks\n\nWith what five seeds and a line's cost halved and doubled change, in small print.\n\n"
            + table(("figure", "application", "threads", *ways), body))


def figure14(document):
    rows = simulated.rows_of(document, "14")
    tasks = sorted({int(row["tasks"]) for row in rows})
    found = by(rows, "way", "tasks")
    body = [(way, *(cell(found[way, str(number)]) for number in tasks)) for way in ways_of(rows)]
    return ("\n## Figure 14: Poisson2D on 32 threads\n\n" + table(("tasks of a loop", *map(str, tasks)), body)
            + f"\nThe paper: grain 4 and threads 50:50 gain {paper.SPLIT_GAIN} over the same without the split.\n")


def sizes(document, folder):
    rows = simulated.rows_of(document, "sizes")
    panels, body = [], []
    for (name,), own in by(rows, "application").items():
        found = by(own, "way", "figure")
        sets = list(dict.fromkeys(row["figure"] for row in own))
        ways = ways_of(own)
        drawn = [lines.Line(way, COLOURS[way], [(i + 1, speedup(found[way, data])) for i, data in enumerate(sets)]) for way in ways]
        panels.append(lines.Panel(f"{name}, {own[0]['threads']} threads", "data set", "speed-up", drawn, x_ticks=(1, 2, 3)))
        body += [(name if way == ways[0] else "", way, *(cell(found[way, data]) for data in sets)) for way in ways]
    lines.write_svg(folder / "fig17-18.svg", "As Figures 17 and 18: data sets DS1 to DS3, simulated", "Xeon Phi", panels)
    return ("\n## Figures 17 and 18: three sizes\n\n![Figures 17 and 18](fig17-18.svg)\n\n" + table(("application", "way", "DS1", "DS2", "DS3"), body))


def assignment(document):
    rows = simulated.rows_of(document, "assignment")
    threads = list(dict.fromkeys(row["threads"] for row in rows))
    body = []
    for (name,), own in by(rows, "application").items():
        found = by(own, "assignment", "threads")
        body += [(name if policy == "compact" else "", policy, *(cell(found[policy, count]) for count in threads))
                 for policy in ("compact", "scatter", "hybrid")]
    return "\n## Assignment (section 5), round robin\n\n" + table(("application", "policy", *(f"{count} threads" for count in threads)), body)


def write(document, folder):
    text = f"# SWITCHES: the many-core figures, simulated\n\n{paper.CITATION}.\n\n{simulated.head(document)}\n\n" + READING
    text += curves(document, folder) + figure1(document, folder) + applications(document) + figure14(document)
    text += sizes(document, folder) + assignment(document)
    (folder / "README.md").write_text(text, encoding="utf-8")


def main():
    options = simulated.parse_options(__doc__, OUTPUT)
    options.output.mkdir(parents=True, exist_ok=True)
    write(simulated.kept_of(options, "switches_figures", PARTS, COMMAND), options.output)
    print(options.output / "README.md")


if __name__ == "__main__":
    main()
