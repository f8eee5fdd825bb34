"""Runs of the simulator: each a process, as many at a time as there are cores; what has been run once is kept."""

import csv
import hashlib
import json
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor


class Simulator:
    def __init__(self, program, machine, kept):
        self._program, self._machine = program, machine
        self._path = kept
        self._key = hashlib.sha256(program.read_bytes() + machine.read_bytes()).hexdigest()
        self._kept = json.loads(kept.read_text()) if kept and kept.exists() else {}
        if self._kept.get("of") != self._key:
            self._kept = {"of": self._key, "rows": {}}

    def run(self, runs):
        """The outcomes, in order."""
        missing = list({tuple(run.words()): run for run in runs if " ".join(run.words()) not in self._kept["rows"]}.values())
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for run, row in zip(missing, pool.map(self._one, missing)):
                self._kept["rows"][" ".join(run.words())] = row
        if missing and self._path:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.write_text(json.dumps(self._kept, indent=0) + "\n")
        return [self._kept["rows"][" ".join(run.words())] for run in runs]

    def _one(self, run):
        result = subprocess.run([self._program, self._machine, *run.words()], capture_output=True, text=True, check=False)
        if result.returncode != 0:
            raise SystemExit(f"run.py: {' '.join(run.words())}\n{result.stderr[:4000]}")
        return {name: float(value) for name, value in next(csv.DictReader(result.stdout.splitlines())).items()}

    def rows(self):
        """All that has been run: the run's words, and what came out."""
        return self._kept["rows"]


class Kept:
    """The same, of runs that have been run: the page's raw data."""

    def __init__(self, rows):
        self._rows = rows

    def run(self, runs):
        return [self._rows[" ".join(run.words())] for run in runs]
