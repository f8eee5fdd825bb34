#!/usr/bin/env python3
"""Which dependence manager is best at how many cores and how long tasks: runs simulate_phases, writes a page and a drawing.

    bench/simulate/phases.py --build build/release [--most 4096] [--output docs/phases]
"""

import argparse
import csv
import pathlib
import subprocess
import sys
from collections import defaultdict

BENCH = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(BENCH))

from harness import lines  # noqa: E402

COLOURS = {"adaptive": "#d1603d", "direct": "#3b6ea0", "locked": "#8a6d3b", "async": "#7b3fa0"}
EQUAL = 0.98  # of the best: no worse

TEXT = """\
# Which manager is best: cores by length of tasks, simulated

Written by bench/simulate/phases.py. A prediction: `machines/manycore1024.toml`, a machine that nobody has, with as many cores as the
column says; one thread creates all tasks, four chains of eight for each core. Nothing is fitted.

A cell: the managers within 2 % of the best, and how much of the ideal the best one reaches (all work spread over all cores). In
brackets the same with a line's cost halved and doubled, up to 256 cores. A manager that at a quarter of the cores reached less than a
third of the best one's share was not simulated; nor was anyone (-) where the best one had reached less than 1 %. `~`: the best one's run was cut, and is judged by the work done till then.

"""


def rows_of(build, most):
    command = [str(build / "bin/simulate_phases"), str(BENCH.parent / "machines"), str(most)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise SystemExit(f"phases.py: {' '.join(command)}\n{result.stderr}")
    return list(csv.DictReader(result.stdout.splitlines()))


def winners(efficiencies):
    best = max(efficiencies.values())
    return [name for name in COLOURS if name in efficiencies and efficiencies[name] >= EQUAL * best], best


def cell(found, parts):
    if "100" not in found:
        return "-"
    names, best = winners(found["100"])
    others = []
    for percent in ("50", "200"):
        if percent not in found:
            continue
        other, reached = winners(found[percent])
        others.append(f"{'as well' if other == names else ', '.join(other)} {100 * reached:.0f} %")
    about = "~" if min(parts[name] for name in names) < 1 else ""
    text = "all" if len(names) == len(COLOURS) else ", ".join(names)
    band = f" <sub>({'; '.join(others)})</sub>" if others else ""
    return f"**{text}** {about}{100 * best:.{0 if best >= 0.1 else 1}f} %{band}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build/release", type=pathlib.Path)
    parser.add_argument("--most", type=int, default=4096, help="cores; 4096 take two or three minutes")
    parser.add_argument("--output", default=BENCH.parent / "docs/phases", type=pathlib.Path)
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    found, parts = defaultdict(lambda: defaultdict(dict)), defaultdict(dict)
    for row in rows_of(options.build, options.most):
        key = int(row["cores"]), int(row["task_cycles"])
        found[key][row["transfer_percent"]][row["manager"]] = float(row["efficiency"])
        if row["transfer_percent"] == "100":
            parts[key][row["manager"]] = float(row["part"])
    cores, cycles = sorted({key[0] for key in found}), sorted({key[1] for key in found})
    text = TEXT + "| cycles of a task | " + " | ".join(f"{number:,} cores" for number in cores) + " |\n"
    text += "|---|" + "---|" * len(cores) + "\n"
    panels = []
    for length in cycles:
        text += f"| {length:,} | " + " | ".join(cell(found[number, length], parts[number, length]) for number in cores) + " |\n"
        drawn = [lines.Line(name, COLOURS[name], [(number, 100 * found[number, length]["100"][name])
                                                  for number in cores if name in found[number, length].get("100", {})])
                 for name in COLOURS]
        panels.append(lines.Panel(f"tasks of {length:,} cycles", "cores", "% of the ideal", drawn, log2_x=True,
                                  x_ticks=tuple(cores)))
    lines.write_svg(options.output / "phases.svg", "How much of the ideal each manager reaches", "simulated", panels)
    (options.output / "README.md").write_text(text + "\n![how much of the ideal each manager reaches](phases.svg)\n\n"
                                               f"Shown to {options.most} cores.\n")
    print(options.output / "README.md")


if __name__ == "__main__":
    main()
