#!/usr/bin/env python3
"""Claims about the experiments of the SWITCHES paper: python3 -m unittest discover -s bench"""

import pathlib
import subprocess
import tempfile
import unittest

from harness import build, measure

from papers.switches import claims, figures, paper, report, run, session, works

BENCH = pathlib.Path(__file__).resolve().parent
LIMITS = claims.limits(BENCH / "targets.toml")
FACTS = {"cpu": "c", "cores_usable": 2, "compiler": "g", "clang": "", "kernel": "k"}
FLAGS = ("-O3", f"-I{BENCH.parent / 'include'}")


def record(part, application, samples, **more):
    return {"part": part, "application": application, "size": 1000, "grain": 10, "threads": 2, "rounds": 1, "samples": samples,
            "first": {}, "failures": [], "disturbed": 0, **more}


def results(*records, quick=False):
    return {"facts": FACTS, "options": {"quick": quick}, "notes": [], "records": list(records)}


def judged(*records, quick=False):
    return claims.judge(results(*records, quick=quick), LIMITS)


class Programs(unittest.TestCase):
    """Built with the flags of the benchmark, run on whatever libgomp the loader finds."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        builder = build.Builder(cls.folder.name, libraries=FLAGS)
        builder.build([works.OMP])
        cls.program = str(builder.binary(works.OMP))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_program(self, *words):
        return subprocess.run([self.program, *map(str, words)], capture_output=True, text=True, check=False)

    def test_every_application_has_the_serial_result_by_every_way(self):
        for application in (*works.APPLICATIONS, works.SPLIT, works.LOOPS):
            for way in application.ways:
                with self.subTest(application=application.name, way=way):
                    result = self.run_program(application.name, way, application.quick_size, application.quick_grain or 32)
                    self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
                    self.assertIsInstance(session.sample_of(measure.Outcome(result.stdout), "time"), float)

    def test_another_result_than_the_expected_one_is_wrong(self):
        result = self.run_program("mmult", "static", 32, 4, "--expect", "0123456789abcdef")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(session.sample_of(measure.Outcome(result.stdout), "time"), measure.WRONG)

    def test_unknown_words_are_refused_with_what_there_is(self):
        for words, what in ((("rk5", "static", 32, 4), "rk4"), (("rk4", "depend", 32, 4), "taskloop"), (("rk4",), "usage")):
            result = self.run_program(*words)
            self.assertEqual(result.returncode, 2)
            self.assertIn(what, result.stderr)


class Claims(unittest.TestCase):
    def test_the_plan_is_held_against_the_fastest_openmp_variant_that_is_not_ours(self):
        samples = {"libgomp static": [10.0], "libomp task": [9.0], "heddle task": [1.0], "plan": [9.1], "plan, clang": [9.5]}
        claim = judged(record("applications", "q12", samples))[0]
        self.assertTrue(claim.met)
        self.assertEqual(claim.measured, "0.989 (plan beside libomp task)")
        self.assertFalse(judged(record("applications", "q12", {**samples, "libomp task": [8.0]}))[0].met)

    def test_figure_1_is_judged_by_its_largest_number_of_tasks_only(self):
        samples = {"libgomp static": [10.0], "libgomp cyclic": [20.0], "libgomp depend": [900.0], "plan": [15.0]}
        self.assertEqual(judged(record("tasks", "loops4", samples, size=1 << 22, grain=16)), [])
        self.assertEqual([c.met for c in judged(record("tasks", "loops4", samples, size=1 << 22, grain=8))], [True, False, True])

    def test_the_split_is_judged_by_the_best_grain_of_either(self):
        cells = [record("granularity", name, {"plan": [ms]}, grain=grain)
                 for name, grain, ms in (("poisson2d", 4, 12.0), ("poisson2d", 8, 13.0), ("poisson2d_split", 4, 11.0),
                                         ("poisson2d_split", 8, 9.0))]
        self.assertEqual([(c.measured, c.met) for c in judged(*cells)], [("1.333", True)])

    def test_nothing_is_claimed_of_a_quick_run(self):
        self.assertEqual(judged(record("applications", "q12", {"libgomp static": [10.0], "plan": [20.0]}), quick=True), [])


class Pages(unittest.TestCase):
    def test_report_and_plots_hold_what_was_measured_and_what_the_paper_says(self):
        samples = {"serial": [20.0], "libgomp static": [10.0], "libgomp depend": [11.0], "plan": [8.0]}
        found = results(record("applications", "ocean", samples), record("tasks", "loops4", samples),
                        record("granularity", "poisson2d", samples), record("granularity", "poisson2d_split", {"plan": ["wrong"]}))
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            written = figures.draw(folder, found, "here")
            report.write(folder / "report.md", found, judged(*found["records"]), written)
            text = (folder / "report.md").read_text(encoding="utf-8")
            self.assertEqual([name for name, _ in written], ["applications", "figure1", "figure14"])
        for what in ("1.250", f"{paper.gain('ocean'):.2f}", "wrong", "![figure14](figure14.svg)"):
            self.assertIn(what, text)

    def test_a_run_without_heddle_is_drawn_beside_the_paper(self):
        found = results(record("applications", "ocean", {"serial": [20.0], "libgomp static": [10.0]}))
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual([name for name, _ in figures.draw(pathlib.Path(folder), found, "here")], ["applications"])

    def test_a_wrong_plan_makes_the_run_fail_and_a_rival_s_does_not(self):
        self.assertFalse(run.is_right(results(record("tasks", "loops4", {"plan": ["wrong"]}))))
        self.assertTrue(run.is_right(results(record("tasks", "loops4", {"libgomp task": ["failed"], "plan": [1.0]}))))


if __name__ == "__main__":
    unittest.main()
