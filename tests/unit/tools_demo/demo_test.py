"""The demo says what the run showed: medians, wrong results, runs without an end, and no gain where there was none."""

import os
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools/demo"))
sys.dont_write_bytecode = True

import comparing  # noqa: E402
from building import build_with_one_line  # noqa: E402
from comparing import Comparison, bars, timed  # noqa: E402
from programs import PROGRAMS  # noqa: E402


class Programs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def program(self, body):
        path = self.folder / "program"
        path.write_text("#!/bin/sh\n" + body)
        path.chmod(0o755)
        return path

    def test_a_result_is_taken_from_the_line_that_says_it_is_correct(self):
        self.assertEqual(timed(self.program("echo '0.250 s, result correct'"), None), (0.25, ""))

    def test_a_wrong_result_is_a_complaint_in_the_words_of_the_program(self):
        seconds, complaint = timed(self.program("echo 'row 3 is wrong' >&2; exit 1"), None)
        self.assertIn("row 3 is wrong", complaint)
        self.assertEqual(seconds, 0.0)

    def test_a_time_without_a_checked_result_does_not_count(self):
        self.assertTrue(timed(self.program("echo '0.250 s'"), None)[1])

    def test_a_run_without_an_end_is_told(self):
        with mock.patch.object(comparing, "LIMIT", 0.2):
            self.assertIn("no end", timed(self.program("exec sleep 20"), None)[1])

    def test_only_heddle_gets_the_library_path_whatever_the_user_has_set(self):
        program = self.program('[ -z "$LD_PRELOAD" ] && echo "0.${LD_LIBRARY_PATH:-100} s, result correct"')
        with mock.patch.dict(os.environ, {"LD_LIBRARY_PATH": "999"}):
            comparison = Comparison.of(program, "200", 1)
        self.assertEqual((comparison.libgomp, comparison.heddle), (0.1, 0.2))

    def test_of_several_rounds_the_median_counts(self):
        runs = iter([0.1, 1.0, 0.9, 3.0, 0.2, 2.0])
        with mock.patch.object(comparing, "timed", lambda *_: (next(runs), "")):
            comparison = Comparison.of("any", "any", 3)
        self.assertEqual((comparison.libgomp, comparison.heddle), (0.2, 2.0))

    def test_the_runtime_on_which_it_failed_is_named(self):
        with mock.patch.object(comparing, "timed", lambda _, library: (1.0, "wrong" if library else "")):
            self.assertEqual(Comparison.of("any", "any", 2).complaint, "on Heddle: wrong")


class Words(unittest.TestCase):
    def test_the_longer_bar_is_the_slower_runtime(self):
        slower, faster = bars(Comparison(0.8, 0.2)).split("\n")
        self.assertEqual((slower.count("█"), faster.count("█")), (48, 12))
        self.assertIn("4.0 times as fast", faster)

    def test_no_sentence_claims_a_gain_that_was_not_seen(self):
        for program in PROGRAMS:
            for ratio in (0.5, 0.95, 1.05):
                sentence = program.meaning(ratio)
                self.assertTrue("othing" in sentence, f"{program.name} at {ratio}: {sentence}")

    def test_each_program_is_there(self):
        for program in PROGRAMS:
            self.assertTrue((ROOT / program.source).is_file(), program.source)


class Building(unittest.TestCase):
    def test_a_build_that_fails_is_told_with_the_compilers_words(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch("sys.stderr"), mock.patch("sys.stdout"):
            self.assertFalse(build_with_one_line(Path(folder) / "nothing", ["any"]))


if __name__ == "__main__":
    unittest.main()
