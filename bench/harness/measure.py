"""Runs the programs: interleaved rounds, a time limit for each process, every sample kept.

A sample is a number, or one of the words below. Nothing is thrown away: a run that does not end
counts as infinitely long in the median, a wrong result makes the row wrong.
"""

import os
import re
import resource
import signal
import subprocess
import time
from dataclasses import dataclass, field

NO_END = "no end"
FAILED = "failed"
WRONG = "wrong"

# After this many runs without an end, a runtime is not asked again for that run.
PATIENCE = 2


@dataclass
class Measured:
    """All samples of one row."""

    row_id: str
    group: str
    unit: str = ""
    samples: dict = field(default_factory=dict)  # runtime name -> list of samples
    given_up: dict = field(default_factory=dict)  # runtime name -> rounds not tried any more
    failures: list = field(default_factory=list)  # what the failed processes said
    foreign_cores: float = 0.0  # processors that others used meanwhile

    def add(self, runtime, sample):
        self.samples.setdefault(runtime, []).append(sample)


class Load:
    """Processors used by other processes since `start`: busy time of the machine less our own."""

    def __init__(self):
        self._tick = os.sysconf("SC_CLK_TCK")
        self._wall = time.monotonic()
        self._busy = self._machine_s()
        self._own = self._own_s()

    def _machine_s(self):
        with open("/proc/stat", encoding="ascii") as stat:
            user, nice, system, _idle, _iowait, irq, softirq, steal = map(int, stat.readline().split()[1:9])
        return (user + nice + system + irq + softirq + steal) / self._tick

    @staticmethod
    def _own_s():
        used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum(u.ru_utime + u.ru_stime for u in used)

    def foreign_cores(self):
        wall = time.monotonic() - self._wall
        if wall <= 0:
            return 0.0
        used = (self._machine_s() - self._busy) - (self._own_s() - self._own)
        return max(0.0, used / wall)


def _parse(output):
    """Row name -> (value, unit, check) of one process' output."""
    rows = {}
    for name, value, unit, check in re.findall(r"^row (\S+) (\S+) (\S+) (ok|wrong)$", output, re.M):
        rows[name] = (float(value), unit, check)
    return rows


@dataclass(frozen=True)
class Outcome:
    """How one process ended: `failure` is empty, NO_END, or what it said when it failed."""

    output: str
    failure: str = ""


def execute(command, env, timeout_s):
    process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True, errors="replace", start_new_session=True)
    try:
        output, errors = process.communicate(timeout=timeout_s)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)  # its session is its own: children of the program included
        process.communicate()
        return Outcome("", NO_END)
    # An application whose check fails says so in its row and exits with 1: that is a wrong result.
    # Any other status is a failure even after a right row: a crash at exit must not pass.
    if process.returncode == 0 or any(check == "wrong" for _, _, check in _parse(output).values()):
        return Outcome(output)
    last_words = errors.strip().splitlines()[-1:] or ["nothing on stderr"]
    return Outcome("", f"exit status {process.returncode}: {last_words[0]}")


def _sample(rows, name):
    if name not in rows:
        return FAILED, ""
    value, unit, check = rows[name]
    return (value if check == "ok" else WRONG), unit


class Session:
    def __init__(self, builder, runtimes, options):
        self._builder = builder
        self._runtimes = runtimes
        self._options = options

    def measure(self, run, progress):
        """All rows of one run, each with a sample per round and runtime."""
        measured = {name: Measured(row_id, run.group) for name, row_id in zip(run.rows, run.row_ids)}
        load = Load()
        names = [name for name in self._runtimes if run.program_on(name)]
        for turn in range(self._options.rounds):
            for i in range(len(names)):
                runtime = names[(turn + i) % len(names)]  # no runtime always goes first
                progress(turn, runtime)
                self._once(run, runtime, measured)
        for row in measured.values():
            row.foreign_cores = load.foreign_cores()
        return list(measured.values())

    def _once(self, run, runtime, measured):
        first = next(iter(measured.values()))
        if first.samples.get(runtime, []).count(NO_END) >= PATIENCE:
            for row in measured.values():
                row.given_up[runtime] = row.given_up.get(runtime, 0) + 1
            return
        env = self._runtimes[runtime].environment(run.threads, {**dict(run.settings), **self._options.env})
        args = run.quick_args if self._options.quick else run.args
        timeout_s = self._options.timeout or run.timeout_s
        outcome = execute([str(self._builder.binary(run.program_on(runtime))), *args], env, timeout_s)
        if outcome.failure not in ("", NO_END):
            first.failures.append(f"{runtime}: {outcome.failure}")
        rows = _parse(outcome.output)
        for name, row in measured.items():
            sample, unit = (NO_END, "") if outcome.failure == NO_END else _sample(rows, name)
            row.add(runtime, sample)
            row.unit = unit or row.unit

    def machine(self, runs):
        """What the machine itself costs now: row name -> (value, unit)."""
        prices = {}
        for run in runs:
            outcome = execute([str(self._builder.binary(run.program)), *run.args], dict(os.environ), 30)
            prices.update({name: row[:2] for name, row in _parse(outcome.output).items()})
        return prices
