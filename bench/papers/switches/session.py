"""Runs each cell in interleaved rounds, one process a run, and keeps every sample: ms, or a word of harness.measure."""

import datetime
import re
from dataclasses import dataclass, field

from harness import experiment, measure

from papers.switches import works

DISTURBED_CORES, TRIES = 0.4, 3  # a run beside which others use more is repeated, twice at most
ROW = re.compile(r"^row (\S+) (\S+) (\S+) (ok|wrong)$", re.M)


class ApplicationBroken(Exception):
    """The serial run failed: nothing can be measured with it."""


@dataclass
class Cell:
    part: str
    application: object
    size: int
    grain: int
    threads: int
    ways: list
    samples: dict = field(default_factory=dict)
    first: dict = field(default_factory=dict)  # of the repetitions of each process the first, which starts and records
    best: dict = field(default_factory=dict)  # and the fastest
    failures: list = field(default_factory=list)
    disturbed: int = 0

    @property
    def title(self):
        return f"{self.part}: {self.application.title}, grain {self.grain}, {self.threads} threads"

    def record(self, rounds):
        return {"part": self.part, "application": self.application.name, "size": self.size, "grain": self.grain,
                "threads": self.threads, "rounds": rounds, "samples": self.samples, "first": self.first, "best": self.best,
                "failures": self.failures, "disturbed": self.disturbed,
                "when": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")}


def sample_of(outcome, name):
    """The milliseconds, or the word for what went wrong."""
    if outcome.failure:
        return measure.NO_END if outcome.failure == measure.NO_END else measure.FAILED
    rows = {row: (float(value), check) for row, value, _, check in ROW.findall(outcome.output)}
    if name not in rows:
        return measure.FAILED
    return rows[name][0] if rows[name][1] == "ok" else measure.WRONG


class Session:
    def __init__(self, binaries, found, options):
        """`binaries`: path by (program, compiler); `found`: the runtimes by name."""
        self._binaries, self._runtimes, self._options = binaries, found, options
        self._digests = {}

    def measure(self, cells, keep):
        progress = experiment.Progress(sum(len(cell.ways) for cell in cells) * self._options.rounds)
        for cell in cells:
            for turn in range(self._options.rounds):
                for i in range(len(cell.ways)):
                    way = cell.ways[(turn + i) % len(cell.ways)]
                    progress.step(f"{cell.title}, {way.name}, round {turn + 1}/{self._options.rounds}")
                    self._once(cell, way)
            progress.row(cell.title)
            keep(cell.record(self._options.rounds))

    def _once(self, cell, way):
        more = () if way.word == "serial" else ("--expect", self._digest(cell))
        for _ in range(TRIES):
            load = measure.Load()
            outcome = self._execute(cell, way, more)
            alone = self._options.quick or load.foreign_cores() < DISTURBED_CORES
            if alone or not isinstance(sample_of(outcome, "time"), float):
                break
            cell.disturbed += 1
        cell.samples.setdefault(way.name, []).append(sample_of(outcome, "time"))
        cell.first.setdefault(way.name, []).append(sample_of(outcome, "first"))
        cell.best.setdefault(way.name, []).append(sample_of(outcome, "best"))
        if outcome.failure not in ("", measure.NO_END):
            cell.failures.append(f"{cell.title}, {way.name}: {outcome.failure}")

    def _digest(self, cell):
        """Of the serial run: grains do not change a result."""
        key = cell.application.name, cell.size
        if key not in self._digests:
            outcome = self._execute(cell, works.SERIAL["gcc"], ())
            if not isinstance(sample_of(outcome, "time"), float):
                raise ApplicationBroken(f"{cell.application.title}: the serial run failed: {outcome.failure or outcome.output}")
            self._digests[key] = re.search(r"^digest (\w+)$", outcome.output, re.M).group(1)
        return self._digests[key]

    def _execute(self, cell, way, more):
        command = [str(self._binaries[way.program, way.compiler]), cell.application.name, way.word, str(cell.size),
                   str(cell.grain), *more]
        chosen = self._runtimes.get(way.runtime) or next(iter(self._runtimes.values()))
        return measure.execute(command, chosen.environment(cell.threads, {}), self._options.timeout)
