"""Runs works in interleaved rounds, one process a run, and keeps every sample.

A sample is the median of the repetitions in the process, in ms, or a word of harness.measure. Every result is compared with
that of the serial run of the same work and size.
"""

import datetime
import os
import re
import subprocess
from dataclasses import dataclass, field

from harness import experiment, measure, verdict

from papers.idws import strategies

# A strategy that takes this many times as long as the fastest is not asked again after two rounds.
HOPELESS, ROUNDS_OF_HOPELESS = 3.0, 2

# While others use more than this many cores, what was measured says little. The kernel counts in steps of 10 ms: a process of
# 100 ms cannot be judged much more finely.
DISTURBED_CORES, TRIES = 0.4, 3

ROW = re.compile(r"^row (\S+) (\S+) (\S+) (ok|wrong)$", re.M)


class WorkBroken(Exception):
    """The serial run of a work failed: nothing can be measured with it."""


@dataclass
class Row:
    """What is measured in turns: one work at one number of threads, by several strategies."""

    part: str
    work: object
    size: int
    threads: int
    strategies: list
    samples: dict = field(default_factory=dict)
    first: dict = field(default_factory=dict)  # of the repetitions in a process the first
    best: dict = field(default_factory=dict)  # and the fastest
    failures: list = field(default_factory=list)
    disturbed: list = field(default_factory=list)  # (strategy, sample) of runs that were repeated
    foreign_cores: float = 0.0

    @property
    def title(self):
        return f"{self.work.title}, {self.threads} threads{' beside a neighbour' * (self.part == 'neighbour')}"

    def record(self, rounds):
        return {"part": self.part, "work": self.work.name, "size": self.size, "threads": self.threads, "rounds": rounds,
                "samples": self.samples, "first": self.first, "best": self.best, "failures": self.failures,
                "disturbed": self.disturbed, "foreign_cores": round(self.foreign_cores, 3),
                "when": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")}


class Neighbour:
    """A process that takes half of one processor as long as it is entered."""

    def __init__(self, binary):
        self._command = [str(binary), str(min(os.sched_getaffinity(0)))]

    def __enter__(self):
        self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE)

    def __exit__(self, *_):
        self._process.stdin.close()
        if self._process.wait(timeout=10) != 0:
            raise WorkBroken(f"{' '.join(self._command)} ended with {self._process.returncode}: nothing was measured beside it")


class Session:
    def __init__(self, binaries, found, options):
        """`binaries`: the path of each program; `found`: the runtimes by name."""
        self._binaries, self._runtimes, self._options = binaries, found, options
        self._digests = {}

    def measure(self, rows, keep):
        """Measures the rows and hands the record of each to `keep`."""
        progress = experiment.Progress(sum(len(row.strategies) for row in rows) * self._options.rounds)
        for row in rows:
            if row.part == "neighbour":
                self._digest(row)  # nobody beside the serial run
                load = measure.Load()
                with Neighbour(self._binaries["neighbour"]):
                    self._rounds(row, progress)
            else:
                load = measure.Load()
                self._rounds(row, progress)
            row.foreign_cores = load.foreign_cores()
            progress.row(row.title)
            keep(row.record(self._options.rounds))

    def _rounds(self, row, progress):
        for turn in range(self._options.rounds):
            for i in range(len(row.strategies)):
                strategy = row.strategies[(turn + i) % len(row.strategies)]
                progress.step(f"{row.title}, {strategy.name}, round {turn + 1}/{self._options.rounds}")
                if not is_hopeless(row.samples, strategy.name):
                    self._once(row, strategy)

    def _once(self, row, strategy):
        more = () if strategy == strategies.SERIAL else ("--expect", self._digest(row))
        outcome = self._undisturbed(row, strategy, more)
        row.samples.setdefault(strategy.name, []).append(sample_of(outcome, "time"))
        row.first.setdefault(strategy.name, []).append(sample_of(outcome, "first"))
        row.best.setdefault(strategy.name, []).append(sample_of(outcome, "best"))
        if outcome.failure not in ("", measure.NO_END):
            row.failures.append(f"{strategy.name}: {outcome.failure}")

    def _undisturbed(self, row, strategy, more):
        """A right run that others disturb is repeated, twice at most; what it took is kept beside the samples."""
        for _ in range(TRIES - 1):
            load = measure.Load()
            outcome = self._execute(row, strategy, more)
            sample = sample_of(outcome, "time")
            alone = row.part == "neighbour" or self._options.quick or load.foreign_cores() < DISTURBED_CORES
            if alone or not isinstance(sample, float):
                return outcome
            row.disturbed.append([strategy.name, sample])
        return self._execute(row, strategy, more)

    def _digest(self, row):
        key = row.work.word, row.size
        if key not in self._digests:
            outcome = self._execute(row, strategies.SERIAL, ())
            if not isinstance(sample_of(outcome, "time"), float):
                raise WorkBroken(f"{row.work.title}: the serial run failed: {outcome.failure or outcome.output}")
            self._digests[key] = re.search(r"^digest (\w+)$", outcome.output, re.M).group(1)
        return self._digests[key]

    def _execute(self, row, strategy, more):
        command = [str(self._binaries[strategy.program]), row.work.word, strategy.schedule, str(row.size), *more]
        chosen = self._runtimes.get(strategy.loads) or next(iter(self._runtimes.values()))
        return measure.execute(command, chosen.environment(row.threads, strategy.settings), self._options.timeout)


def is_hopeless(samples, name):
    medians = {n: verdict.summarise(s).median for n, s in samples.items() if len(s) >= ROUNDS_OF_HOPELESS}
    return name in medians and not medians[name] <= HOPELESS * min((m for m in medians.values() if m == m), default=0)


def sample_of(outcome, name):
    """The milliseconds, or the word for what went wrong."""
    if outcome.failure:
        return measure.NO_END if outcome.failure == measure.NO_END else measure.FAILED
    rows = {row: (float(value), check) for row, value, _, check in ROW.findall(outcome.output)}
    if name not in rows:
        return measure.FAILED
    return rows[name][0] if rows[name][1] == "ok" else measure.WRONG
