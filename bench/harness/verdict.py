"""From samples to medians, spreads, ratios and the verdict against targets.toml."""

import math
import statistics
import tomllib
from dataclasses import dataclass

from . import measure, rows
from .runtimes import PEERS

NOT_REACHED = "not reached"


@dataclass(frozen=True)
class Summary:
    """One runtime's samples of one row. `median` is inf when the median run did not end."""

    median: float
    low: float
    high: float
    state: str  # "ok", "no end", "failed", "wrong", or "not reached" when the program itself says inf
    no_ends: int
    tries: int


def summarise(samples):
    tries = len(samples)
    no_ends = samples.count(measure.NO_END)
    for bad in (measure.WRONG, measure.FAILED):
        if bad in samples:
            return Summary(math.nan, math.nan, math.nan, bad, no_ends, tries)
    values = [math.inf if s == measure.NO_END else s for s in samples]
    median = _median(values)
    state = "ok" if math.isfinite(median) else measure.NO_END if no_ends else NOT_REACHED
    return Summary(median, min(values), max(values), state, no_ends, tries)


def _median(values):
    ordered = sorted(values)
    middle = len(ordered) // 2
    if len(ordered) % 2 == 0 and math.isinf(ordered[middle]):
        return math.inf
    return statistics.median(ordered)


@dataclass(frozen=True)
class Judged:
    row: measure.Measured
    summary: dict  # runtime -> Summary
    best_peer: float  # inf when no peer ended, nan when none was run
    ratio: float  # Heddle over best_peer; nan when not comparable
    target: str
    verdict: str  # "met", "missed" or ""


class Targets:
    def __init__(self, path):
        with open(path, "rb") as file:
            table = tomllib.load(file)
        self._ratio = table["ratio"]
        self._value = table["value"]
        self.slowest_speedup = table["apps"]["slowest_speedup"]
        self.fine_geomean_speedup = table["apps"]["fine_geomean_speedup"]

    def row_ids(self):
        return [*self._ratio, *self._value]

    def ratio(self, row_id):
        if row_id.startswith("app."):
            return 1 / self.slowest_speedup
        return self._ratio.get(row_id)

    def value(self, row_id):
        return self._value.get(row_id)

    def text(self, row_id):
        if self.value(row_id) is not None:
            return f"{self.value(row_id):g}"
        return f"{self.ratio(row_id):.3g}x" if self.ratio(row_id) is not None else ""


def judge(row, targets):
    summary = {name: summarise(samples) for name, samples in row.samples.items()}
    peers = [summary[p].median for p in PEERS if p in summary and not math.isnan(summary[p].median)]
    best = min(peers) if peers else math.nan
    heddle = summary.get("heddle")
    ratio = _ratio(heddle, best)
    return Judged(row, summary, best, ratio, targets.text(row.row_id), _verdict(row.row_id, heddle, ratio, targets))


def _ratio(heddle, best):
    if heddle is None or math.isnan(best) or math.isnan(heddle.median):
        return math.nan
    if math.isinf(best):
        return math.nan if math.isinf(heddle.median) else 0.0
    if best == 0:
        return math.nan if heddle.median == 0 else math.inf
    return heddle.median / best


def _verdict(row_id, heddle, ratio, targets):
    if heddle is None:
        return ""
    if heddle.state != "ok":
        return "missed"
    if targets.value(row_id) is not None:
        return "met" if heddle.median <= targets.value(row_id) else "missed"
    limit = targets.ratio(row_id)
    if limit is None or math.isnan(ratio):
        return ""
    return "met" if ratio <= limit else "missed"


@dataclass(frozen=True)
class AppsVerdict:
    fine_geomean_speedup: float
    fine_rows: int
    all_geomean_speedup: float
    slowest_speedup: float
    slowest_row: str
    met: bool


def judge_apps(judged, targets):
    """None unless Heddle and a peer finished at least one application."""
    speedups = {j.row.row_id: 1 / j.ratio for j in judged
                if j.row.row_id.startswith("app.") and j.ratio > 0 and math.isfinite(j.ratio)}
    fine = [s for row_id, s in speedups.items() if rows.is_fine_app(row_id)]
    if not speedups:
        return None
    geomean = statistics.geometric_mean(fine) if fine else math.nan
    slowest_row = min(speedups, key=speedups.get)
    slowest = speedups[slowest_row]
    met = geomean >= targets.fine_geomean_speedup and slowest >= targets.slowest_speedup
    return AppsVerdict(geomean, len(fine), statistics.geometric_mean(speedups.values()), slowest, slowest_row, met)
