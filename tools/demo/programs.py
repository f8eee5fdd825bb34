"""The programs that the demo runs, and what their result means in a sentence."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable

EXAMPLES = Path("examples/openmp")


@dataclass
class Program:
    name: str
    title: str
    source: Path
    meaning: Callable[[float], str]
    flags: list = field(default_factory=list)
    hidden: bool = False  # for the trace only


def gained(what):
    """The sentence where Heddle should gain, which does not claim it where it did not."""
    return lambda ratio: what if ratio > 1.1 else "Nothing gained this time: is the machine busy? --rounds 9 tells more."


def coarse(ratio):
    if ratio > 1.1:
        return "Tasks of a millisecond: runtimes rarely differ here, and a difference is more likely this machine's noise."
    if ratio < 0.9:
        return "Tasks of a millisecond: nothing to gain, and this run was slower; --rounds 9 tells noise from more."
    return "Tasks of a millisecond: nothing is gained, because any runtime is fast enough for them."


PROGRAMS = [
    Program("gate", "20,000 tasks that wait for one slow task of 0.2 s", EXAMPLES / "gate.c",
            gained("On Heddle the price of a task does not grow with the number of tasks that wait.")),
    Program("fib", "Fibonacci with a task for every call, 1.3 million of them", EXAMPLES / "fib.c",
            gained("A task that nobody takes runs on its creator's stack: no lock, no allocation, no shared counter.")),
    Program("triangle", "An uneven loop, schedule(dynamic, 1), a million chunks", EXAMPLES / "triangle.c",
            gained("Each thread has a range of its own and takes from another only when that is empty.")),
    Program("coarse", "Cholesky in tiles, 364 tasks of about a millisecond", EXAMPLES / "cholesky_tasks.c", coarse,
            ["-DTILES=12", "-DSIZE=128"]),
    Program("small", "Cholesky, small enough to look at", EXAMPLES / "cholesky_tasks.c", coarse, ["-DTILES=5", "-DSIZE=64"],
            hidden=True),
]
