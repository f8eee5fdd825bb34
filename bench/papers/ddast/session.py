"""Runs kernels in interleaved rounds, one process a run, and keeps every sample.

A sample is the seconds that the process printed, or a word of harness.measure. Every result is compared with that of
the serial run of the same arguments; a process whose task count is not the expected one is wrong.
"""

import re
from dataclasses import dataclass, field

from harness import experiment, measure

SERIAL_LIMIT_S = 120


class KernelBroken(Exception):
    """The serial version of a kernel does not stand its own test: nothing can be measured with it."""


@dataclass
class Row:
    """What is measured in turns: one case at one number of threads, under several configurations."""

    case: object
    threads: int
    configurations: list
    label: str = ""
    samples: dict = field(default_factory=dict)
    failures: list = field(default_factory=list)
    foreign_cores: float = 0.0

    def record(self):
        return {"kernel": self.case.kernel, "grain": self.case.grain, "threads": self.threads, "label": self.label,
                "samples": self.samples, "failures": self.failures, "foreign_cores": round(self.foreign_cores, 3)}


class Session:
    def __init__(self, builder, found, options):
        self._builder, self._runtimes, self._options = builder, found, options
        self._digests = {}

    def measure(self, rows):
        """Fills the samples of the rows."""
        progress = experiment.Progress(sum(len(row.configurations) for row in rows) * self._options.rounds)
        for row in rows:
            load = measure.Load()
            for turn in range(self._options.rounds):
                for i in range(len(row.configurations)):
                    configuration = row.configurations[(turn + i) % len(row.configurations)]
                    progress.step(f"{row.case.title}, {row.threads} threads, {configuration.name}, "
                                  f"round {turn + 1}/{self._options.rounds}")
                    self._once(row, configuration)
            row.foreign_cores = load.foreign_cores()
            progress.row(f"{row.case.title}, {row.threads} threads{', ' * bool(row.label)}{row.label}")
        return [row.record() for row in rows]

    def command(self, case, *more):
        return [str(self._builder.binary(case.program)), *case.arguments, *more]

    def digest(self, case):
        """Of the serial result, after its own check."""
        if case not in self._digests:
            outcome = measure.execute(self.command(case, "--serial"), self._environment("serial", 1, {}), SERIAL_LIMIT_S)
            if sample_of(outcome, case) in (measure.WRONG, measure.FAILED, measure.NO_END):
                raise KernelBroken(f"{case.title}: the serial run is not right: {outcome.failure or outcome.output}")
            self._digests[case] = re.search(r"^digest (\w+)$", outcome.output, re.M).group(1)
        return self._digests[case]

    def _once(self, row, configuration):
        samples = row.samples.setdefault(configuration.name, [])
        if samples.count(measure.NO_END) >= measure.PATIENCE:
            return
        digest = self.digest(row.case)
        more = ("--serial",) if configuration.runtime == "serial" else ("--expect", digest)
        env = self._environment(configuration.runtime, row.threads, configuration.settings_for(row.case))
        outcome = measure.execute(self.command(row.case, *more), env, self._options.timeout)
        samples.append(sample_of(outcome, row.case))
        if outcome.failure not in ("", measure.NO_END):
            row.failures.append(f"{configuration.name}: {outcome.failure}")

    def _environment(self, runtime, threads, settings):
        chosen = self._runtimes.get(runtime) or next(iter(self._runtimes.values()))
        return chosen.environment(threads, settings)


def sample_of(outcome, case):
    """The seconds, or the word for what went wrong."""
    if outcome.failure:
        return measure.NO_END if outcome.failure == measure.NO_END else measure.FAILED
    rows = {name: (float(value), check)
            for name, value, _, check in re.findall(r"^row (\S+) (\S+) (\S+) (ok|wrong)$", outcome.output, re.M)}
    if "time" not in rows or "tasks" not in rows:
        return measure.FAILED
    right = rows["time"][1] == "ok" and case.tasks in (0, rows["tasks"][0])
    return rows["time"][0] if right else measure.WRONG
