"""What the reader gets: a table in the terminal, and the same with every sample as JSON."""

import datetime
import json
import math
import os
import platform
import subprocess

from .runtimes import NAMES, ONETBB

NOISY_FOREIGN_CORES = 0.15


def number(value):
    """Four digits, no exponent, for values that a person reads."""
    if math.isnan(value):
        return "-"
    if math.isinf(value):
        return "inf"
    if value == 0:
        return "0"
    digits = max(0, 2 - math.floor(math.log10(abs(value))))
    return f"{value:.{min(digits, 6)}f}"


def cell(summary):
    if summary is None:
        return "-"
    if summary.state != "ok":
        return f"{summary.state} ({summary.no_ends} of {summary.tries})" if summary.no_ends else summary.state
    return f"{number(summary.median)} ({number(summary.low)}..{number(summary.high)})"


HEADINGS = ("row", "unit", *NAMES, "ratio", "target", "")
WIDTHS = (27, 4, 26, 26, 26, 7, 10, 6)


def _line(cells):
    return "  ".join(str(c).ljust(w) for c, w in zip(cells, (*WIDTHS, 0))).rstrip()


def heading():
    return _line(HEADINGS) + "\n" + "-" * (sum(WIDTHS) + 2 * len(WIDTHS))


def row_line(judged):
    ratio = "-" if math.isnan(judged.ratio) else f"{judged.ratio:.2f}x"
    remarks = [onetbb_text(judged)] if ONETBB in judged.summary else []
    noisy = f"noisy: others used {judged.row.foreign_cores:.1f} cores" \
        if judged.row.foreign_cores > NOISY_FOREIGN_CORES else ""
    cells = [judged.row.row_id, judged.row.unit, *(cell(judged.summary.get(n)) for n in NAMES), ratio,
             judged.target, judged.verdict]
    remarks += [noisy] if noisy else []
    return "\n".join([_line([*cells, "; ".join(remarks)]), *(f"    {failure}" for failure in judged.row.failures)])


def onetbb_text(judged):
    compared = "" if math.isnan(judged.onetbb_ratio) else f", {judged.onetbb_ratio:.2f}x of it"
    wanted = "" if judged.onetbb_limit is None else f" (wanted {judged.onetbb_limit:g}x)"
    return f"onetbb {cell(judged.summary[ONETBB])}{compared}{wanted}"


def closing(judged, apps, targets, flat=()):
    lines = [f"{f.name}: the dearest of {f.sizes} sizes costs {f.spread:.2f} times the cheapest (wanted {f.limit:g}): "
             f"{'met' if f.met else 'missed'}" for f in flat]
    for verdict in ("met", "missed"):
        named = [j.row.row_id for j in judged if j.verdict == verdict]
        if named:
            lines.append(f"{len(named)} targets {verdict}" + (": " + ", ".join(named) if verdict == "missed" else ""))
    if apps:
        lines.append(f"applications: {apps.fine_geomean_speedup:.3f} times as fast as the better runtime "
                     f"(geometric mean of {apps.fine_rows} fine-grained rows; wanted {targets.fine_geomean_speedup}), "
                     f"{apps.all_geomean_speedup:.3f} over all; slowest {apps.slowest_row} {apps.slowest_speedup:.3f} "
                     f"(wanted {targets.slowest_speedup}): {'met' if apps.met else 'missed'}")
    return "\n".join(lines)


def every_line(every, targets):
    limits = targets.every_row
    slower = "".join(f", {row} {speedup:.3f}" for row, speedup in every.slower)
    return (f"{every.rows} rows: {every.geomean_speedup:.3f} times as fast as libomp, geometric mean (wanted "
            f"{limits['geomean_speedup']}); {len(every.slower)} below {limits['slowest_speedup']}{slower}: "
            f"{'met' if every.met else 'missed'}")


def machine_facts(compiler="g++"):
    return {
        "cpu": _cpu_name(),
        "cores_usable": len(os.sched_getaffinity(0)),
        "kernel": platform.release(),
        "compiler": first_line([compiler, "--version"]),
        "load_average": os.getloadavg(),
    }


def _cpu_name():
    with open("/proc/cpuinfo", encoding="ascii", errors="replace") as info:
        names = [line.split(":", 1)[1].strip() for line in info if line.startswith("model name")]
    return names[0] if names else platform.machine()


def first_line(command):
    return subprocess.run(command, capture_output=True, text=True).stdout.splitlines()[0]


def _plain(value):
    """JSON has neither inf nor nan."""
    return value if math.isfinite(value) else ("inf" if math.isinf(value) else None)


def _row_json(judged):
    row = judged.row
    return {
        "row": row.row_id,
        "group": row.group,
        "unit": row.unit,
        "samples": {name: [s if isinstance(s, str) else _plain(s) for s in samples]
                    for name, samples in row.samples.items()},
        "failures": row.failures,
        "rounds_not_tried": row.given_up,
        "median": {name: _plain(s.median) for name, s in judged.summary.items()},
        "spread": {name: [_plain(s.low), _plain(s.high)] for name, s in judged.summary.items()},
        "state": {name: s.state for name, s in judged.summary.items()},
        "better_peer": _plain(judged.best_peer),
        "ratio": _plain(judged.ratio),
        "onetbb_ratio": _plain(judged.onetbb_ratio),
        "target": judged.target,
        "verdict": judged.verdict,
        "foreign_cores": round(row.foreign_cores, 3),
    }


def write_json(path, judged, apps, flat, facts):
    document = {
        "when": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        **facts,
        "rows": [_row_json(j) for j in judged],
        "apps": None if apps is None else {k: v if isinstance(v, (str, bool)) else _plain(v)
                                           for k, v in vars(apps).items()},
        "flat": [{k: _plain(v) if isinstance(v, float) else v for k, v in vars(f).items()} for f in flat],
    }
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document, file, indent=1)
        file.write("\n")
