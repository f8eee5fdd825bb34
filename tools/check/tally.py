#!/usr/bin/env python3
"""Counts single tests in ctest's logs: `tools/check/tally.py LastTest.log...` prints the slowest ten entries, then
`N passed, N failed`."""

import re
import sys
from pathlib import Path

# What the programs behind one ctest entry say of their own tests: GoogleTest, tests/conformance/run.py, unittest.
PASSED = re.compile(r"^\[  PASSED  \] (\d+) tests?\.|^(\d+) passed, \d+ failed|^Ran (\d+) tests? in", re.M)
FAILED = re.compile(r"^\[  FAILED  \] (\d+) tests?, listed|^\d+ passed, (\d+) failed|^FAILED \(.*?(?:failures|errors)=(\d+)", re.M)
ENTRY = re.compile(r"^\d+/\d+ Testing: ", re.M)
TOOK = re.compile(r"^Test time = +([\d.]+) sec$", re.M)
ENDED_WELL = re.compile(r"^Test Passed\.$", re.M)


def count(pattern, text):
    return sum(int(number) for match in pattern.finditer(text) for number in match.groups() if number)


def tally(log):
    """The tests of one log. An entry that counts nothing is one test; one that ended badly has a failure at least."""
    passed = failed = 0
    for entry in ENTRY.split(log)[1:]:
        well = ENDED_WELL.search(entry) is not None
        wrong = count(FAILED, entry) if not well else 0
        right = count(PASSED, entry)
        passed += max(right, 1) if well else right
        failed += 0 if well else max(wrong, 1)
    return passed, failed


def slowest(logs, most=10):
    """What to shorten when the whole takes too long: `302 s pressure.policies_of_64 (tests-0-release)` and so on."""
    took = [(float(seconds[1]), entry.split("\n", 1)[0], log.stem)
            for log in map(Path, logs) for entry in ENTRY.split(log.read_text(errors="replace"))[1:] if (seconds := TOOK.search(entry))]
    return ", ".join(f"{seconds:.0f} s {name} ({log})" for seconds, name, log in sorted(took, reverse=True)[:most])


if __name__ == "__main__":
    print(f"slowest: {slowest(sys.argv[1:])}")
    both = [tally(Path(path).read_text(errors="replace")) for path in sys.argv[1:]]
    print(f"{sum(passed for passed, _ in both)} passed, {sum(failed for _, failed in both)} failed")
