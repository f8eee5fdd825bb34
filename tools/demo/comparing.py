"""One binary on two runtimes, in turns, each result checked by the program itself."""

import os
import re
import statistics
import subprocess
from dataclasses import dataclass

BAR = 48  # columns of the longest bar
LIMIT = 120  # seconds for one run


@dataclass
class Comparison:
    libgomp: float = 0.0
    heddle: float = 0.0
    complaint: str = ""

    @property
    def times_as_fast(self):
        return self.libgomp / self.heddle

    @staticmethod
    def of(binary, library, rounds):
        times = {"libgomp": [], "Heddle": []}
        for _ in range(rounds):
            for name, path in (("libgomp", None), ("Heddle", library)):
                seconds, complaint = timed(binary, path)
                if complaint:
                    return Comparison(complaint=f"on {name}: {complaint}")
                times[name].append(seconds)
        return Comparison(statistics.median(times["libgomp"]), statistics.median(times["Heddle"]))


def timed(binary, library):
    """The seconds that the program prints, or what went wrong."""
    environment = {name: value for name, value in os.environ.items() if name not in ("LD_PRELOAD", "LD_LIBRARY_PATH")}
    if library:
        environment["LD_LIBRARY_PATH"] = str(library)
    try:
        run = subprocess.run([str(binary)], env=environment, text=True, capture_output=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return 0.0, f"no end after {LIMIT} s"
    match = re.fullmatch(r"([0-9.]+) s, result correct\n", run.stdout)
    if run.returncode != 0 or not match:
        return 0.0, (run.stderr or run.stdout or f"status {run.returncode}").strip()
    return max(float(match[1]), 0.0005), ""  # programs print milliseconds


def bars(comparison):
    longest = max(comparison.libgomp, comparison.heddle)
    lines = []
    for name, seconds in (("libgomp", comparison.libgomp), ("Heddle", comparison.heddle)):
        length = max(1, round(seconds / longest * BAR))
        lines.append(f"  {name:<8}{'█' * length}{' ' * (BAR - length)} {seconds:.3f} s, result correct")
    digits = 1 if comparison.times_as_fast >= 1.95 else 2
    return "\n".join(lines) + f"   {comparison.times_as_fast:.{digits}f} times as fast"
