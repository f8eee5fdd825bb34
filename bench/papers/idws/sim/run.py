#!/usr/bin/env python3
"""IDWS Tables 1 to 4 in virtual time, beside the paper's: runs `idws_tables`, and writes docs/papers/idws/simulated.

    cmake --build build/release --target idws_tables && bench/papers/idws/sim/run.py
    bench/papers/idws/sim/run.py --again       the page out of its raw data; nothing is simulated
"""

import pathlib
import statistics
import sys
from collections import defaultdict

BENCH = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(BENCH))

from harness import bars, simulated  # noqa: E402
from harness.experiment import table  # noqa: E402
from papers.idws import paper  # noqa: E402

PARTS = {**{str(number): [str(number)] for number in range(1, 5)}, "longer": ["3", str(1 << 20)], "long": ["3", str(1 << 24)]}
COMMAND = "bench/papers/idws/sim/run.py"
OUTPUT = "docs/papers/idws/simulated"

WORKS = ("Regular", "Random", "Dense End", "Dense Begin", "Periodic")
# Ours, and the paper's row that it stands beside.
RIVALS = {"idws by signals": "IDWS", "idws": "IDWS", "static": "OMP static", "static,1": "OMP static,1", "dynamic": "OMP dynamic",
          "guided (2P)": "OMP guided", "guided (P)": None, "steal": "Cilk+"}
SHOWN = {"idws by signals": "#3b6ea0", "idws": "#2a7f62", "static": "#8a6d3b", "dynamic": "#7b3fa0", "guided (2P)": "#c04ad0",
         "steal": "#d1603d"}
# Cells that something was fitted to, by row and column; tables where not all. The page lists what it was (reading.md).
FITTED = {("guided (2P)", "Regular"), ("guided (2P)", "Random"), ("static,1", "Periodic"), ("idws", "Dense End"), ("idws", "Regular"),
          ("idws", "Random"), ("idws by signals", "Dense End"), ("idws by signals", "Regular"), ("idws by signals", "Random")}
FITTED |= {("dynamic", work) for work in WORKS}
FITTED_ON_PHI = {("guided (2P)", work) for work in ("Dense End", "Periodic")}  # by what a core keeps
NEAR = 1.25  # a prediction is near the paper's within this factor

READING = (BENCH / "papers/idws/sim/reading.md").read_text(encoding="utf-8")


def read(document):
    """{(table, share, schedule, work): [(whether of the usual lines, time over the ideal)]}"""
    found = defaultdict(list)
    for part in ("1", "2", "3", "4"):
        for row in simulated.rows_of(document, part):
            key = int(row["table"]), row["share"], row["schedule"], row["work"]
            found[key].append((row["transfer_percent"] == "100", float(row["over_ideal"])))
    return found


def median(runs):
    return statistics.median(ratio for usual, ratio in runs if usual)


def number(value):
    return f"{value:.2f}" if value < 10 else f"{value:.1f}"


def cell(runs):
    own = median(runs)
    least, most = min(ratio for _, ratio in runs), max(ratio for _, ratio in runs)
    return number(own) if most - least < 0.015 * own else f"{number(own)} <sub>{least:.3g} to {most:.3g}</sub>"


def is_fitted(title, schedule, work):
    return (schedule, work) in FITTED or "Phi" in title and (schedule, work) in FITTED_ON_PHI


def theirs(title, name, work):
    """The paper's time over its IDWS; None when it has none."""
    if name is None:
        return None
    seconds = paper.TABLES[title]
    return seconds[paper.STRATEGIES.index(name)][WORKS.index(work)] / seconds[0][WORKS.index(work)]


def beside(title, schedule, work):
    ratio = theirs(title, RIVALS[schedule], work)
    if ratio is None:
        return ""
    return f" ({ratio:.2f}{', f' if is_fitted(title, schedule, work) else ''})"


def table_of(found, table_number, title):
    text = f"\n## {title}\n"
    for share in ("neighbours", "others"):
        rows = [(schedule, *(cell(found[table_number, share, schedule, work]) + beside(title, schedule, work) for work in WORKS))
                for schedule in RIVALS]
        text += "\n" + table((f"{share} share a core", *WORKS), rows)
    return text


def judged(found):
    """What is predicted: both over their own IDWS; of the two ways to share a core the nearer one."""
    rows = []
    for table_number, title in enumerate(paper.TABLES, 1):
        near, all_of_them, off = 0, 0, []
        for schedule, name in RIVALS.items():
            for work in WORKS:
                wanted = theirs(title, name, work)
                if wanted is None or name == "IDWS" or is_fitted(title, schedule, work):
                    continue
                ours = [median(found[table_number, share, schedule, work]) / median(found[table_number, share, "idws", work])
                        for share in ("neighbours", "others")]
                factor = min((ratio / wanted for ratio in ours), key=lambda f: max(f, 1 / f))
                all_of_them += 1
                near += 1 / NEAR <= factor <= NEAR
                if not 1 / NEAR <= factor <= NEAR:
                    off.append(f"{schedule} on {work} {factor:.2f}")
        rows.append((title, f"{near} of {all_of_them}", "; ".join(off) or "-"))
    return ("\n## Predictions\n\nTime over IDWS, ours by the paper's; a prediction counts as near within a factor of 1.25. Fitted cells do not "
            "count.\n\n" + table(("table", "near", "off"), rows))


def long_table(document):
    """Longer loops, up to the paper's length."""
    text = "\n## Table 3 with longer loops\n\nOne run each; others share a core. Without dynamic and static,1.\n"
    for part, title in (("longer", "2^20 iterations"), ("long", "2^24, as the paper's")):
        found = {(row["schedule"], row["work"]): float(row["over_ideal"]) for row in simulated.rows_of(document, part)}
        schedules = list(dict.fromkeys(schedule for schedule, _ in found))
        text += "\n" + table((title, *WORKS), [(schedule, *(number(found[schedule, work]) for work in WORKS)) for schedule in schedules])
    return text


def draw(path, found):
    panels = []
    for table_number, title in enumerate(paper.TABLES, 1):
        values = {schedule: [median(found[table_number, "others", schedule, work]) for work in WORKS] for schedule in SHOWN}
        panels.append(bars.Panel(title, WORKS, values))
    bars.write_svg(path, ("IDWS Tables 1 to 4, simulated", "times of the ideal; others share a core"), panels, SHOWN)


def write(document, folder):
    found = read(document)
    text = (f"# IDWS: Tables 1 to 4, simulated\n\n{paper.CITATION}.\n\nHeddle's loop schedules, as programs run them, on machines that we do "
            f"not have. {simulated.head(document)}\n\n" + READING)
    text += judged(found) + "\n![times of the ideal](tables.svg)\n"
    for table_number, title in enumerate(paper.TABLES, 1):
        text += table_of(found, table_number, title)
    text += long_table(document)
    draw(folder / "tables.svg", found)
    (folder / "README.md").write_text(text, encoding="utf-8")


def main():
    options = simulated.parse_options(__doc__, OUTPUT)
    options.output.mkdir(parents=True, exist_ok=True)
    write(simulated.kept_of(options, "idws_tables", PARTS, COMMAND), options.output)
    print(options.output / "README.md")


if __name__ == "__main__":
    main()
