"""From samples to medians, spreads, ratios and the verdict against targets.toml."""

import math
import re
import statistics
import tomllib
from dataclasses import dataclass

from . import measure, rows
from .runtimes import CLANGS_SONAME, ONETBB, PEERS, SONAME

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
    verdict: str  # "met", "missed" or "": of all targets of the row
    ratio_limit: float | None = None  # to the better peer
    value_limit: float | None = None  # of Heddle's median itself
    onetbb_ratio: float = math.nan
    onetbb_limit: float | None = None


class Targets:
    """What is wanted. Of Clang's programs the same of each row, beside their own runtime alone."""

    def __init__(self, path, soname=SONAME):
        with open(path, "rb") as file:
            table = tomllib.load(file)
        self.every_row = table["clang"] if soname == CLANGS_SONAME else None
        self._ratio = table["ratio"]
        self._value = table["value"]
        self._onetbb = table["onetbb"]
        self.flat = table["flat"]
        self.slowest_speedup = table["apps"]["slowest_speedup"]
        self.fine_geomean_speedup = table["apps"]["fine_geomean_speedup"]

    def row_ids(self):
        return [*self._ratio, *self._value, *self._onetbb]

    def ratio(self, row_id):
        if self.every_row:
            return None if counts_memory(row_id) else 1 / self.every_row["slowest_speedup"]
        if row_id.startswith("app."):
            return 1 / self.slowest_speedup
        return self._ratio.get(row_id)

    def value(self, row_id):
        return self._value.get(row_id)

    def onetbb(self, row_id):
        return self._onetbb.get(row_id)

    def text(self, row_id):
        words = []
        if self.value(row_id) is not None:
            words.append(f"{self.value(row_id):g}")
        if self.ratio(row_id) is not None:
            words.append(f"{self.ratio(row_id):.3g}x")
        return " ".join(words)


def counts_memory(row_id):
    """Bytes, or MiB: no speed."""
    return row_id.split("@")[0].endswith(("_bytes", "_mib"))


@dataclass(frozen=True)
class EveryVerdict:
    """All rows of programs that Clang built, whose own runtime is the only peer."""

    geomean_speedup: float
    rows: int
    slower: tuple  # (row, speedup) below the limit, the slowest first
    met: bool


def judge_every(judged, targets):
    """None where this is not asked, or nothing was measured."""
    if not targets.every_row:
        return None
    speedups = {j.row.row_id: 1 / j.ratio for j in judged
                if j.ratio > 0 and math.isfinite(j.ratio) and not counts_memory(j.row.row_id)}
    if not speedups:
        return None
    geomean = statistics.geometric_mean(speedups.values())
    slower = sorted(((row, s) for row, s in speedups.items() if s < targets.every_row["slowest_speedup"]), key=lambda p: p[1])
    return EveryVerdict(geomean, len(speedups), tuple(slower), not slower and geomean >= targets.every_row["geomean_speedup"])


def judge(row, targets):
    summary = {name: summarise(samples) for name, samples in row.samples.items()}
    peers = [summary[p].median for p in PEERS if p in summary and not math.isnan(summary[p].median)]
    best = min(peers) if peers else math.nan
    heddle, onetbb = summary.get("heddle"), summary.get(ONETBB)
    ratio = _ratio(heddle, best)
    onetbb_ratio = _ratio(heddle, onetbb.median if onetbb else math.nan)
    limits = targets.ratio(row.row_id), targets.value(row.row_id), targets.onetbb(row.row_id)
    values = ratio, heddle.median if heddle else math.nan, onetbb_ratio
    return Judged(row, summary, best, ratio, targets.text(row.row_id), _verdict(heddle, zip(values, limits)),
                  limits[0], limits[1], onetbb_ratio, limits[2])


def _ratio(heddle, best):
    if heddle is None or math.isnan(best) or math.isnan(heddle.median):
        return math.nan
    if math.isinf(best):
        return math.nan if math.isinf(heddle.median) else 0.0
    if best == 0:
        return math.nan if heddle.median == 0 else math.inf
    return heddle.median / best


def _verdict(heddle, held):
    """Of pairs (value, limit): a limit that nothing was measured against, or none, says nothing."""
    if heddle is None:
        return ""
    if heddle.state != "ok":
        return "missed"
    judged = [value <= limit for value, limit in held if limit is not None and not math.isnan(value)]
    if not judged:
        return ""
    return "met" if all(judged) else "missed"


@dataclass(frozen=True)
class FlatVerdict:
    """Rows of one name at several sizes, whose price must not depend on the size."""

    name: str
    spread: float  # largest median of Heddle over its smallest
    limit: float
    sizes: int
    met: bool


def judge_flat(judged, targets):
    found = []
    for name, limit in targets.flat.items():
        stem, threads = name.split("@")
        medians = [j.summary["heddle"].median for j in judged
                   if re.fullmatch(rf"{stem}_\d+@{threads}", j.row.row_id) and "heddle" in j.summary]
        if len(medians) > 1:
            spread = max(medians) / min(medians) if all(m > 0 and math.isfinite(m) for m in medians) else math.inf
            found.append(FlatVerdict(name, spread, limit, len(medians), spread <= limit))
    return found


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
