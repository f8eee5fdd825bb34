#!/usr/bin/env python3
"""Claims about the experiments of the IDWS paper: python3 -m unittest discover -s bench"""

import contextlib
import io
import json
import pathlib
import subprocess
import tempfile
import unittest
from unittest import mock

from harness import build, measure, runtimes

from papers.idws import claims, figures, paper, report, run, session, strategies, works

BENCH = pathlib.Path(__file__).resolve().parent
SCHEDULES = ("runtime", "static", "static1", "dynamic", "dynamic64", "guided", "auto")
LIMITS = claims.limits(BENCH / "targets.toml")
FACTS = {"cpu": "c", "cores_usable": 2, "compiler": "g", "clang": "", "kernel": "k"}


def record(samples, **more):
    return {"part": "distributions", "work": "random", "size": 1000, "threads": 2, "rounds": 1, "samples": samples,
            "first": {}, "failures": [], "foreign_cores": 0.0, **more}


def results(*records, quick=False):
    return {"facts": FACTS, "options": {"quick": quick}, "notes": [], "strategies": [], "records": list(records)}


def judged(*records, quick=False):
    return claims.judge(results(*records, quick=quick), LIMITS)


class Programs(unittest.TestCase):
    """Built with the flags of the benchmark, run on whatever libgomp the loader finds."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.builder = build.Builder(cls.folder.name)
        cls.programs = [strategies.GCC, "papers/idws/programs/neighbour"]
        cls.has_tbb = "onetbb" in runtimes.find_all(cls.folder.name, ["onetbb"], "", "")[0]
        cls.builder.build(cls.programs + [strategies.TBB] * cls.has_tbb)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_program(self, program, *words):
        command = [str(self.builder.binary(program)), *words]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def assert_right(self, program, work, schedule, size):
        result = self.run_program(program, work.word, schedule, size)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIsInstance(session.sample_of(measure.Outcome(result.stdout), "time"), float)

    def test_every_work_has_the_serial_result_under_every_schedule(self):
        for work in works.WORKS:
            for schedule in SCHEDULES:
                for size in ("64", "17"):
                    with self.subTest(work=work.name, schedule=schedule, size=size):
                        self.assert_right(strategies.GCC, work, schedule, size)

    def test_every_work_has_the_serial_result_under_every_partitioner(self):
        if not self.has_tbb:
            self.skipTest("oneTBB is not installed")
        for work in works.WORKS:
            for partitioner in ("auto", "affinity", "simple"):
                with self.subTest(work=work.name, partitioner=partitioner):
                    self.assert_right(strategies.TBB, work, partitioner, "64")

    def test_another_digest_is_a_wrong_result(self):
        for work in works.WORKS:
            result = self.run_program(strategies.GCC, work.word, "static", "64", "--expect", "12")
            self.assertEqual(session.sample_of(measure.Outcome(result.stdout), "time"), measure.WRONG)
            self.assertEqual(result.returncode, 1)

    def test_works_differ(self):
        digests = [self.run_program(strategies.GCC, work.word, "serial", "64").stdout.split()[-1] for work in works.WORKS
                   if work.part != "overhead"]
        self.assertEqual(len(set(digests)), len(digests))

    def test_unknown_names_are_answered_with_the_known_ones(self):
        for words, known in ((("nothing", "static", "64"), "dense_begin"), (("random", "nothing", "64"), "dynamic64"),
                             (("random", "static", "0"), "usage")):
            result = self.run_program(strategies.GCC, *words)
            self.assertEqual(result.returncode, 2)
            self.assertIn(known, result.stderr)

    def test_the_neighbour_goes_when_nobody_listens(self):
        with session.Neighbour(self.builder.binary("papers/idws/programs/neighbour")):
            pass

    def test_a_neighbour_that_cannot_stay_says_so(self):
        result = self.run_program("papers/idws/programs/neighbour", "1000")
        self.assertEqual(result.returncode, 1)
        self.assertIn("processor", result.stderr)


class Paper(unittest.TestCase):
    def test_every_table_has_all_strategies_and_works(self):
        for title, rows in paper.TABLES.items():
            self.assertEqual(len(rows), len(paper.STRATEGIES), title)
            self.assertEqual({len(row) for row in rows}, {len(paper.WORKS), 5}, title)  # Cilk+ has no kernels

    def test_a_ratio_is_over_the_fastest_of_the_column(self):
        ratios = paper.ratios("Table 1: two Xeon E5-2650, 32 threads")
        self.assertEqual(ratios[0][3], 1.0)  # IDWS on Dense Begin
        self.assertAlmostEqual(ratios[4][3], 7.08 / 3.80)
        self.assertIsNone(ratios[5][8])

    def test_every_strategy_of_the_paper_has_a_counterpart_that_is_measured_and_drawn(self):
        names = {strategy.name for strategy in strategies.STRATEGIES}
        self.assertEqual(set(paper.COUNTERPARTS), set(paper.STRATEGIES))
        self.assertLessEqual(set(paper.COUNTERPARTS.values()), names & set(figures.COLOURS))


class Strategies(unittest.TestCase):
    def test_names_are_unique(self):
        names = [strategy.name for strategy in strategies.STRATEGIES]
        self.assertEqual(len(set(names)), len(names))

    def test_strategies_of_an_absent_runtime_or_compiler_are_left_out_with_a_note(self):
        here, notes = strategies.available({"libgomp": 1, "libomp": 1}, "", {strategies.CLANG: "no clang++"})
        self.assertEqual({s.runtime for s in here}, {"libgomp"})
        self.assertEqual(notes, ["libomp: no clang++"])

    def test_parallel_for_needs_the_library(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertIn(strategies.CXX, strategies.absent_programs(pathlib.Path(folder)))
            (pathlib.Path(folder) / "libheddle.so").touch()
            self.assertNotIn(strategies.CXX, strategies.absent_programs(pathlib.Path(folder)))

    def test_a_hundred_million_iterations_are_not_taken_one_by_one(self):
        empty, chunks = works.named("empty"), works.named("chunks")
        names = [s.name for s in strategies.of_work(strategies.STRATEGIES, "overhead", empty)]
        self.assertNotIn("libomp dynamic", names)
        self.assertIn("heddle default", names)
        names = [s.name for s in strategies.of_work(strategies.STRATEGIES, "overhead", chunks)]
        self.assertIn("libgomp dynamic", names)
        self.assertIn("heddle dynamic written", names)

    def test_a_hopeless_strategy_is_asked_twice(self):
        samples = {"slow": [4.0], "fast": [1.0, 1.0]}
        self.assertFalse(session.is_hopeless(samples, "slow"))
        samples["slow"].append(4.0)
        self.assertTrue(session.is_hopeless(samples, "slow"))
        self.assertFalse(session.is_hopeless(samples, "fast"))


class Claims(unittest.TestCase):
    def test_the_default_is_held_to_the_fastest_of_all(self):
        near = {"heddle default": [1.01], "onetbb auto": [1.0], "libgomp static": [3.0]}
        self.assertEqual([c.met for c in judged(record(near))], [True])
        self.assertEqual([c.met for c in judged(record({**near, "libgomp guided": [0.9]}))], [False])

    def test_a_default_is_held_to_programs_of_its_own_compiler(self):
        both = {"heddle default": [1.0], "onetbb auto": [1.0], "heddle default clang": [0.7], "libomp guided": [0.6]}
        self.assertEqual([(c.met, "clang" in c.sentence) for c in judged(record(both))], [(True, False), (False, True)])
        self.assertEqual(len(judged(record({**both, "libomp guided": [0.7]}))), 2)

    def test_the_fastest_repetitions_are_told_beside_the_medians(self):
        row = record({"heddle default": [1.2], "onetbb auto": [1.0]}, best={"heddle default": [0.99], "onetbb auto": [0.9]})
        self.assertIn("fastest repetitions: 1.100", judged(row)[0].measured)

    def test_the_serial_run_is_no_rival(self):
        self.assertTrue(judged(record({"heddle default": [1.0], "onetbb auto": [1.0], "serial": [0.1]}))[0].met)

    def test_sixteen_threads_are_shown_and_not_judged(self):
        self.assertEqual(judged(record({"heddle default": [2.0], "onetbb auto": [1.0]}, threads=16)), [])

    def test_dense_begin_must_leave_static_and_guided_behind(self):
        samples = {"heddle default": [1.0], "libgomp static": [1.5], "libgomp guided": [1.3]}
        self.assertEqual([c.met for c in judged(record(samples, work="dense_begin"))], [True, True, False])

    def test_a_wrong_default_meets_nothing(self):
        samples = {"heddle default": [measure.WRONG], "libgomp static": [1.0], "libgomp guided": [1.0]}
        found = judged(record(samples, work="dense_begin"))
        self.assertEqual(len(found), 3)
        self.assertFalse(any(c.met for c in found))

    def test_a_chunk_is_judged_by_its_own_time(self):
        samples = {"heddle dynamic written": [0.02]}  # ms for a thousand
        self.assertEqual([c.met for c in judged(record(samples, part="overhead", work="chunks"))], [False])

    def test_beside_a_neighbour_every_static_and_guided_strategy_is_a_rival(self):
        samples = {"heddle default": [1.0], "onetbb auto": [0.5], "libgomp guided": [1.1]}
        beside = {"part": "neighbour", "threads": 8}
        self.assertEqual([c.met for c in judged(record(samples, **beside))], [True])
        self.assertEqual([c.met for c in judged(record({**samples, "libgomp static": [0.9]}, **beside))], [False])

    def test_a_limit_within_what_the_rounds_vary_is_missed_just(self):
        wide = {"heddle default": [0.9, 1.05, 1.2], "onetbb auto": [0.9, 1.0, 1.1]}
        self.assertEqual([c.word for c in judged(record(wide))], ["no, just"])
        narrow = {"heddle default": [1.1, 1.1, 1.1], "onetbb auto": [1.0, 1.0, 1.001]}
        self.assertEqual([c.word for c in judged(record(narrow))], ["no"])

    def test_a_quick_run_claims_nothing(self):
        self.assertEqual(judged(record({"heddle default": [1.0], "onetbb auto": [1.0]}), quick=True), [])


class Disturbances(unittest.TestCase):
    """A session whose runs end at once, on a machine where others use as many cores as the test says."""

    def samples_beside(self, cores, time="1.5 ms ok"):
        row = session.Row("distributions", works.named("random"), 64, 2, [strategies.SERIAL])
        runs = []
        one = session.Session({}, {}, run.parse_options(["--rounds", "1"]))
        one._execute = lambda *_: runs.append(1) or measure.Outcome(f"row time {time}\nrow first {time}\n")
        load = mock.Mock(return_value=mock.Mock(foreign_cores=lambda: cores))
        with mock.patch.object(measure, "Load", load):
            one._once(row, strategies.SERIAL)
        return row.samples["serial"], len(runs), row.disturbed

    def test_a_run_is_repeated_while_others_work_and_every_time_is_kept(self):
        self.assertEqual(self.samples_beside(0.0), ([1.5], 1, []))
        self.assertEqual(self.samples_beside(1.0), ([1.5], 3, [["serial", 1.5]] * 2))

    def test_a_wrong_result_is_not_tried_again(self):
        self.assertEqual(self.samples_beside(1.0, "1.5 ms wrong"), ([measure.WRONG], 1, []))


class Pieces(unittest.TestCase):
    """What was measured before stays until it is measured again."""

    def store(self, folder, **facts):
        with contextlib.redirect_stdout(io.StringIO()):
            return run.Store(pathlib.Path(folder) / "results.json", {**FACTS, **facts}, run.parse_options([]))

    def test_a_row_replaces_the_earlier_one_and_leaves_the_others(self):
        with tempfile.TemporaryDirectory() as folder:
            first = self.store(folder)
            first.keep(record({"serial": [1.0]}, work="smooth", part="kernels"))
            first.keep(record({"serial": [1.0]}))
            second = self.store(folder)
            second.keep(record({"serial": [2.0]}))
            kept = json.loads((pathlib.Path(folder) / "results.json").read_text())["records"]
            self.assertEqual([(r["work"], r["samples"]["serial"]) for r in kept], [("random", [2.0]), ("smooth", [1.0])])

    def test_results_of_another_machine_are_not_mixed_in(self):
        with tempfile.TemporaryDirectory() as folder:
            self.store(folder).keep(record({"serial": [1.0]}))
            self.assertEqual(self.store(folder, cpu="another").results["records"], [])

    def test_a_wrong_run_on_heddle_is_an_error_and_one_elsewhere_is_not(self):
        self.assertFalse(run.is_right(results(record({"heddle default": [1.0, measure.WRONG]}))))
        self.assertTrue(run.is_right(results(record({"heddle default": [1.0], "libomp static": [measure.NO_END]}))))


class Pages(unittest.TestCase):
    def test_the_fastest_is_bold_and_what_went_wrong_is_said(self):
        row = record({"a": [2.0, 3.0, 4.0], "b": [6.0], "c": [measure.WRONG]})
        self.assertEqual([report.ratio_cell(row, name, 3.0) for name in "abcd"], ["**1.000**", "2.000", "wrong", "-"])

    def test_report_and_plots_are_written_for_whatever_was_measured(self):
        rows = [record({"heddle default": [1.0], "libgomp static": [9.0], "libgomp guided": [measure.NO_END]}),
                record({"heddle default": [1.0]}, part="neighbour", threads=8),
                record({"heddle default": [1.0]}, part="overhead", work="empty")]
        for some in ([], rows[:1], rows):
            with tempfile.TemporaryDirectory() as folder:
                whole, path = results(*some), pathlib.Path(folder)
                written = figures.draw(path, whole, "subtitle")
                report.write(path / "report.md", whole, judged(*some), written)
                text = (path / "report.md").read_text()
                self.assertIn("Table 4", text)
                self.assertTrue(all((path / name).exists() and name in text for _, name in written))

    def test_one_strategy_alone_has_plots(self):
        """Whatever --strategies left: neither a colour of its own nor a counterpart in the paper's panels is promised."""
        for strategy, plots in (("heddle idws", ["fig2-5.svg"]), ("libgomp dynamic", ["fig2-5.svg"]), ("libomp guided", [])):
            with self.subTest(strategy=strategy), tempfile.TemporaryDirectory() as folder:
                figures.draw(pathlib.Path(folder), results(record({strategy: [1.0]})), "")
                self.assertEqual([path.name for path in pathlib.Path(folder).iterdir()], plots)

    def test_a_column_above_the_axis_says_how_high_it_is(self):
        with tempfile.TemporaryDirectory() as folder:
            figures.draw(pathlib.Path(folder), results(record({"heddle default": [1.0], "libgomp static": [9.0]})), "")
            self.assertIn(">9.0<", (pathlib.Path(folder) / "fig2-5.svg").read_text())


if __name__ == "__main__":
    unittest.main()
