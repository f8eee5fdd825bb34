#!/usr/bin/env python3
"""Counts single tests in ctest's logs: `tools/check/tally.py LastTest.log...` prints `N passed, N failed`."""

import re
import sys
from pathlib import Path

# What the programs behind one ctest entry say of their own tests: GoogleTest, tests/conformance/run.py, unittest.
PASSED = re.compile(r"^\[  PASSED  \] (\d+) tests?\.|^(\d+) passed, \d+ failed|^Ran (\d+) tests? in", re.M)
FAILED = re.compile(r"^\[  FAILED  \] (\d+) tests?, listed|^\d+ passed, (\d+) failed|^FAILED \(.*?(?:failures|errors)=(\d+)", re.M)
ENTRY = re.compile(r"^\d+/\d+ Testing: ", re.M)
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


if __name__ == "__main__":
    both = [tally(Path(path).read_text(errors="replace")) for path in sys.argv[1:]]
    print(f"{sum(passed for passed, _ in both)} passed, {sum(failed for _, failed in both)} failed")
