"""What `./x test` says at its end about ctest's logs: how many tests there were, and which took longest."""

import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools/check"))
sys.dont_write_bytecode = True

import tally  # noqa: E402


def entry(number, name, output, seconds, verdict="Test Passed."):
    return (f"{number}/9 Testing: {name}\n{number}/9 Test: {name}\nCommand: \"run\"\nOutput:\n{output}\n<end of output>\n"
            f"Test time = {seconds:6.2f} sec\n{'-' * 58}\n{verdict}\n\n")


class Tally(unittest.TestCase):
    def log(self, *entries, name="tests-0-release.log"):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name) / name
        path.write_text("Start testing: Nov 26\n" + "".join(entries))
        return path

    def test_an_entry_counts_the_tests_that_it_names_or_else_as_one(self):
        log = self.log(entry(1, "unit_base", "[  PASSED  ] 12 tests.", 1), entry(2, "example", "hello", 1))
        self.assertEqual(tally.tally(log.read_text()), (13, 0))

    def test_an_entry_that_ended_badly_has_a_failure_whatever_it_says(self):
        log = self.log(entry(1, "unit_base", "[  PASSED  ] 11 tests.\n[  FAILED  ] 2 tests, listed below:", 1, "Test Failed."),
                       entry(2, "unit_sync", "Segmentation fault", 1, "Test Failed."))
        self.assertEqual(tally.tally(log.read_text()), (11, 3))

    def test_the_slowest_come_first_each_with_the_log_that_has_it(self):
        logs = [self.log(entry(1, "short", "", 0.4), entry(2, "long", "", 302.39)),
                self.log(entry(1, "long", "", 17.8), name="tests-1-asan.log")]
        self.assertEqual(tally.slowest(logs, 2), "302 s long (tests-0-release), 18 s long (tests-1-asan)")

    def test_a_log_that_was_cut_off_is_read_as_far_as_it_goes(self):
        log = self.log(entry(1, "ended", "", 2), "2/9 Testing: killed\nOutput:\nhalf a li")
        self.assertEqual(tally.slowest([log]), "2 s ended (tests-0-release)")
        self.assertEqual(tally.tally(log.read_text()), (1, 1))


if __name__ == "__main__":
    unittest.main()
