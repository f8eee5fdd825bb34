"""Figures 12 to 14: tasks in the graph and ready tasks over time, under the locked manager, the asynchronous one and the
default.

`heddle run --trace F.csv` records the run. The window is unlimited: a producer that is held back by it would cut the
pyramid off.
"""

import csv
import subprocess
from dataclasses import dataclass

from papers.ddast import arguments, configurations

BUCKETS = 400
MANAGERS = {"locked": {"HEDDLE_DEPENDENCE": "locked"}, "async": {"HEDDLE_DEPENDENCE": "async"}, "default": {}}
COLUMNS = ("tasks_in_graph", "ready_tasks")
TIME_LIMIT_S = 300


@dataclass(frozen=True)
class Figure:
    name: str
    kernel: str
    grain: str
    shortened: tuple = ()  # arguments after size and block that replace the case's own


FIGURES = (
    Figure("fig12", "matmul", "fine"),
    Figure("fig13", "nbody", "coarse", ("2",)),  # two time steps, "for clarity"
    Figure("fig14", "sparselu", "coarse"),
)


def traced_case(figure, cases):
    case = next((c for c in cases if (c.kernel, c.grain) == (figure.kernel, figure.grain)), None)
    if case is None or not figure.shortened:
        return case
    return arguments.Case(case.kernel, case.grain, (*case.arguments[:2], *figure.shortened), 0)


def thinned(rows, buckets=BUCKETS):
    """[ns since the first task, largest value of each column in that stretch] from rows of a trace in order of time; what
    lies before the first task and after the last is left out."""
    rows = [[float(row["time_ns"]), *(float(row[c]) for c in COLUMNS)] for row in rows]
    busy = [i for i, row in enumerate(rows) if any(row[1:])]
    if not busy:
        return []
    rows = rows[busy[0]:busy[-1] + 2]  # with the row that says that nothing is left
    start, end = rows[0][0], rows[-1][0]
    length = max((end - start) / buckets, 1.0)
    found = {}
    for time, *values in rows:
        bucket = min(int((time - start) / length), buckets - 1)
        found[bucket] = [max(pair) for pair in zip(found.get(bucket, values), values)]
    return [[bucket * length, *values] for bucket, values in sorted(found.items())]


class Recorder:
    def __init__(self, session, heddle, runtime, folder):
        self._session, self._heddle, self._runtime, self._folder = session, heddle, runtime, folder

    def record(self, figure, case, threads):
        """{"figure", "points": {manager: [[ns, tasks in graph, ready tasks]]}, "failures"}"""
        result = {"figure": figure.name, "kernel": case.kernel, "grain": case.grain, "threads": threads,
                  "arguments": list(case.arguments), "points": {}, "failures": []}
        for manager in MANAGERS:
            try:
                result["points"][manager] = self._one(figure, case, threads, manager)
            except (OSError, KeyError, ValueError, subprocess.SubprocessError) as error:
                result["failures"].append(f"{manager}: {error}")
        return result

    def _one(self, figure, case, threads, manager):
        path = self._folder / f"{figure.name}-{manager}.csv"
        settings = {**MANAGERS[manager], "HEDDLE_WINDOW": "unlimited", **configurations.DBF}
        env = self._runtime.environment(threads, settings)
        del env["LD_LIBRARY_PATH"]  # `heddle run` finds its library itself
        command = [str(self._heddle.tool), "run", "--trace", str(path),
                   *self._session.command(case, "--expect", self._session.digest(case))]
        result = subprocess.run(command, env=env, capture_output=True, text=True, timeout=TIME_LIMIT_S, check=False)
        if result.returncode != 0:
            words = (result.stderr.strip() or result.stdout.strip() or "nothing said").splitlines()
            raise ValueError(f"exit status {result.returncode}: {words[-1]}")
        with open(path, encoding="utf-8", newline="") as file:
            points = thinned(csv.DictReader(file))
        path.unlink()
        return points
