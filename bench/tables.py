#!/usr/bin/env python3
"""Prints the tables of README.md and bench/README.md again, out of the samples that run.py --json kept."""

import argparse
import json
import lzma
import math
import pathlib
import statistics
import sys

from harness import measure, rows, runtimes, verdict

BENCH = pathlib.Path(__file__).resolve().parent
PUBLISHED = BENCH / "results/2026-11-25-gcc"  # what the pages show

EPILOG = """\
Medians, ratios and means are computed from the samples, never taken over. A row that stands in several files is an error.

examples:
  tables.py                                 the tables of the pages
  tables.py --table rows                    one of them
  tables.py micro.json apps.json            the same of a run of your own (run.py --json)
"""

OPENMP = ("libgomp", "libomp", "heddle")
ALL = ("libgomp", "libomp", runtimes.ONETBB, "heddle")

README = (
    ("independent empty task, one producer; ns", "empty@2"),
    ("fork-join fib without cut-off; ns a task", "fib@2"),
    ("task of a chain; ns", "chain@2"),
    ("task of a stencil; ns", "stencil@2"),
    ("one of 200,000 tasks held back; ns", "gate_200000@2"),
    ("its memory; bytes", "gate_200000_bytes@2"),
    ("smallest task that is half efficient (METG), stencil; ns", "metg@2"),
    ("parallel region; ns", "parallel@2"),
    ("critical section; ns", "critical@2"),
)

SHORT = (
    ("independent empty tasks, one producer", ("empty@2",)),
    ("fork-join fib without cut-off", ("fib@2",)),
    ("one chain / 64 chains", ("chain@2", "chains64@2")),
    ("stencil / random graph / Cholesky pattern", ("stencil@2", "random@2", "cholesky@2")),
    ("200,000 held back by a gate", ("gate_200000@2",)),
    ("the same; bytes a task", ("gate_200000_bytes@2",)),
    ("smallest task that is half efficient (METG), stencil", ("metg@2",)),
    ("by name, from C++: fib / independent / chain / stencil", ("api_fib@2", "api_independent@2", "api_chain@2", "api_stencil@2")),
)

REGIONS = (
    ("parallel / for / barrier / single / reduction; ns", ("parallel@2", "for@2", "barrier@2", "single@2", "reduction@2")),
    ("for, dynamic, 8 chunks / ordered / sections / critical; ns", ("for_dynamic@2", "ordered@2", "sections@2", "critical@2")),
    ("8 threads on 2 cores: parallel / barrier / for, dynamic; ns", ("parallel@8", "barrier@8", "for_dynamic@8")),
    ("8 threads on 2 cores: ordered / critical; ns", ("ordered@8", "critical@8")),
    ("processor time in an idle second; ms", ("idle@2",)),
    ("first region / region after a second of sleep; us", ("startup_region@2", "wakeup@2")),
)


def read(paths):
    """row id -> Judged, of all files."""
    targets = verdict.Targets(BENCH / "targets.toml")
    found = {}
    for path in paths:
        opened = lzma.open if path.suffix == ".xz" else open
        with opened(path, "rt", encoding="utf-8") as file:
            document = json.load(file)
        for row in document["rows"]:
            if row["row"] in found:
                raise ValueError(f"{path}: the row {row['row']} stands in an earlier file, too; name only one of them")
            found[row["row"]] = verdict.judge(_measured(row), targets)
    return found


def _measured(row):
    samples = {name: [math.inf if s == "inf" else s for s in values] for name, values in row["samples"].items()}
    return measure.Measured(row["row"], row["group"], row["unit"], samples)


def number(value):
    """Three digits, all of a large integer."""
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def cell(judged, runtime):
    summary = judged.summary.get(runtime)
    if summary is None:
        return ""
    return number(summary.median) if summary.state == "ok" else summary.state


def joined(texts):
    return " / ".join(texts) if any(texts) else ""


def ratio(value):
    return "" if math.isnan(value) else f"{value:.2f}"


def line(cells):
    return "| " + " | ".join(cells) + " |"


def head(cells):
    return [line(cells), "|" + "---|" * len(cells)]


def mean(found, against, wanted=lambda row_id: True):
    """How many rows, and the geometric mean of how many times as fast Heddle is; only times that ended on all that `against` compares."""
    speedups = [against(j) for row_id, j in found.items() if wanted(row_id) and not verdict.counts_memory(row_id)]
    ended = [s for s in speedups if s > 0 and math.isfinite(s)]
    return len(ended), statistics.geometric_mean(ended) if ended else math.nan


def as_libgomp(judged):
    summaries = judged.summary.get("libgomp"), judged.summary.get("heddle")
    return math.nan if None in summaries else summaries[0].median / summaries[1].median


def as_the_better(judged):
    """Of rows that end on libgomp, so that both means are of the same rows."""
    return 1 / judged.ratio if judged.ratio > 0 and math.isfinite(as_libgomp(judged)) else math.nan


def is_app(row_id):
    return row_id.startswith("app.")


def readme(found):
    table = head(["", "libgomp", "libomp 19", "oneTBB 2021.8", "Heddle"])
    table += [line([label, *(cell(found[row_id], name) for name in ALL)]) for label, row_id in README]
    count, speedup = mean(found, as_the_better, is_app)
    label = f"{count} applications, time beside the better of libgomp and libomp; geometric mean"
    return [*table, line([label, "", "", "", ratio(1 / speedup)])]


def combined(found, lines, names):
    return [line([label, *(joined([cell(found[i], name) for i in ids]) for name in names),
                  joined([ratio(found[i].ratio) for i in ids])]) for label, ids in lines]


def short(found):
    return head(["ns a task", "libgomp", "libomp 19", "oneTBB 2021.8", "Heddle", "to the better OpenMP"]) + combined(found, SHORT, ALL)


def regions(found):
    table = head(["", "libgomp", "libomp 19", "Heddle", "to the better"]) + combined(found, REGIONS, OPENMP)
    means = [mean(found, as_the_better, wanted) for wanted in (rows.is_fine_app, is_app)]
    label = f"{means[0][0]} fine-grained applications / all {means[1][0]}, geometric mean"
    return [*table, line([label, "", "", "", joined([ratio(1 / speedup) for _, speedup in means])])]


def means(found):
    table = head(["times as fast, geometric mean", "rows", "as libgomp", "as the better of libgomp and libomp"])
    for label, wanted in (("all rows that are times and end on libgomp", lambda _: True), ("applications", is_app),
                          ("fine-grained applications", rows.is_fine_app)):
        count, speedup = mean(found, as_libgomp, wanted)
        table.append(line([label, str(count), ratio(speedup), ratio(mean(found, as_the_better, wanted)[1])]))
    return table


def every_row(found):
    table = head(["row", "libgomp", "libomp 19", "oneTBB", "Heddle", "unit", "times as fast as libgomp"])
    for row_id, judged in found.items():
        speedup = as_libgomp(judged)
        table.append(line([row_id, *(cell(judged, name) for name in ALL), judged.row.unit,
                           ratio(speedup) if math.isfinite(speedup) else ""]))
    return table


def missed(found):
    """With each target that is missed, what it is held against."""
    table = head(["row", "Heddle", "target", "to the better OpenMP", "to oneTBB"])
    return table + [line([row_id, cell(j, "heddle"), every_target(j), ratio(j.ratio), ratio(j.onetbb_ratio)])
                    for row_id, j in found.items() if j.verdict == "missed"]


def every_target(judged):
    beside_onetbb = "" if judged.onetbb_limit is None else f"{judged.onetbb_limit:g}x of oneTBB"
    return ", ".join(filter(None, (judged.target, beside_onetbb)))


TABLES = {"readme": readme, "short": short, "regions": regions, "means": means, "rows": every_row, "missed": missed}


def files(paths):
    """A folder stands for the files of a run in it, in the order of the rows on the page."""
    every = []
    for path in paths:
        every += [path / f"{part}.json.xz" for part in ("micro", "gate", "apps")] if path.is_dir() else [path]
    return every


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", choices=TABLES, action="append", help="only this one (may be given again)")
    parser.add_argument("paths", nargs="*", type=pathlib.Path, default=[PUBLISHED], metavar="FILE",
                        help="what run.py --json wrote, plain or .xz, or a folder of bench/results (default: the published run)")
    options = parser.parse_args(arguments)
    try:
        found = read(files(options.paths))
        for name in options.table or TABLES:
            print(f"{name}:", *TABLES[name](found), sep="\n", end="\n\n")
    except KeyError as error:
        sys.exit(f"no file has the row {error}, which the table needs; --table rows needs none")
    except (OSError, ValueError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(sys.argv[1:])
