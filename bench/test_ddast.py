#!/usr/bin/env python3
"""Claims about the experiments of the DDAST paper: python3 -m unittest discover -s bench"""

import math
import pathlib
import re
import subprocess
import tempfile
import unittest

from harness import build, lines, measure

from papers.ddast import arguments, claims, configurations, experiments, figures, merge, paper, report, session, traces

BENCH = pathlib.Path(__file__).resolve().parent


def record(samples, **more):
    return {"kernel": "nbody", "grain": "fine", "threads": 2, "label": "", "samples": samples, "failures": [],
            "foreign_cores": 0.0, **more}


def results(*records, quick=False):
    return {"options": {"quick": quick, "rounds": 1}, "scalability": list(records)}


class Kernels(unittest.TestCase):
    """Built with the flags of the benchmark, run on whatever libgomp the loader finds."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.builder = build.Builder(cls.folder.name)
        cls.cases = arguments.cases(arguments.TITLES, quick=True)
        cls.builder.build([case.program for case in cls.cases])

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_kernel(self, kernel, *words):
        command = [str(self.builder.binary(f"papers/ddast/kernels/{kernel}")), *words]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def test_tasks_and_the_serial_run_agree_and_their_number_is_the_expected_one(self):
        for case in self.cases:
            with self.subTest(case=case):
                result = self.run_kernel(case.kernel, *case.arguments)
                self.assertIsInstance(session.sample_of(measure.Outcome(result.stdout), case), float, result.stdout)

    def test_the_serial_run_stands_its_own_test(self):
        for case in self.cases:
            with self.subTest(case=case):
                self.assertIn("ok", self.run_kernel(case.kernel, *case.arguments, "--serial").stdout)

    def test_another_digest_is_a_wrong_result(self):
        for case in self.cases:
            result = self.run_kernel(case.kernel, *case.arguments, "--expect", "12")
            self.assertEqual(session.sample_of(measure.Outcome(result.stdout), case), measure.WRONG)
            self.assertEqual(result.returncode, 1)

    def test_sparse_lu_has_the_task_numbers_of_table_4(self):
        for blocks, tasks in ((64, 11_472), (128, 89_504)):
            self.assertIn(f"row tasks {tasks} ", self.run_kernel("sparselu", str(4 * blocks), "4", "--serial").stdout)

    def test_numbers_above_a_million_are_printed_in_full(self):
        self.assertIn("row tasks 1048584 ", self.run_kernel("nbody", "2048", "4", "4", "--serial").stdout)

    def test_a_block_without_kernel_is_refused_with_the_allowed_ones(self):
        result = self.run_kernel("matmul", "64", "7")
        self.assertEqual(result.returncode, 2)
        self.assertIn("4, 8, 16", result.stderr)


class Arguments(unittest.TestCase):
    def test_fine_blocks_are_half_of_the_coarse_ones(self):
        for quick in (False, True):
            coarse, fine = (
                {c.kernel: int(c.arguments[1]) for c in arguments.cases(arguments.TITLES, quick) if c.grain == g}
                for g in arguments.GRAINS)
            self.assertEqual(coarse, {kernel: 2 * block for kernel, block in fine.items()})

    def test_the_task_numbers_are_those_of_a_machine_of_the_paper(self):
        for case in arguments.cases(arguments.TITLES, quick=False):
            column = 2 + arguments.GRAINS.index(case.grain)
            self.assertIn(case.tasks, [machine[column][1] for machine in paper.ARGUMENTS[case.kernel][1]])


class Configurations(unittest.TestCase):
    class Heddle:
        """Stands for a build that knows locked and adaptive, the latter by default."""

        def value(self, _):
            return "adaptive"

        def understands(self, settings):
            return settings["HEDDLE_DEPENDENCE"] in ("locked", "adaptive")

    def test_an_unknown_manager_is_left_out_with_a_note_and_the_default_is_measured_once(self):
        found, notes = configurations.of_heddle(self.Heddle(), ["locked", "async", "adaptive"])
        self.assertEqual([c.name for c in found], ["locked dbf", "locked", "default dbf", "default"])
        self.assertEqual(len(notes), 2)
        self.assertTrue(any("async" in note and "not know" in note for note in notes))

    def test_without_its_command_heddle_understands_nothing(self):
        self.assertFalse(configurations.Heddle(pathlib.Path("/nowhere/lib/heddle/gomp")).understands({"HEDDLE_WINDOW": "5"}))

    def test_settings_of_a_case_hold_there_only(self):
        coarse, fine = arguments.cases(["matmul"], quick=True)
        tuned = configurations.tuned({"matmul/fine": {"HEDDLE_ASYNC_SPINS": "4"}})
        self.assertEqual(tuned.settings_for(fine)["HEDDLE_ASYNC_SPINS"], "4")
        self.assertNotIn("HEDDLE_ASYNC_SPINS", tuned.settings_for(coarse))


class Sweeps(unittest.TestCase):
    def test_each_value_from_1_to_128_changes_one_parameter_only(self):
        for parameter, variable in configurations.VARIABLES.items():
            initial, *values = experiments.swept(parameter)
            self.assertEqual([c.name for c in values], ["1", "2", "4", "8", "16", "32", "64", "128"])
            for configuration in values:
                changed = {k for k in initial.settings if configuration.settings[k] != initial.settings[k]}
                self.assertLessEqual(changed, {variable})

    def test_a_value_becomes_tuned_when_it_is_two_percent_faster(self):
        own = {"label": "MAX_SPINS", "kernel": "matmul"}
        faster = record({"initial": [1.0], "1": [0.9], "2": [0.95]}, **own)
        same = record({"initial": [1.0], "1": [0.99], "2": [1.1]}, **own)
        self.assertEqual(experiments.best_parameters([faster]), {"matmul/fine": {"HEDDLE_ASYNC_SPINS": "1"}})
        self.assertEqual(experiments.best_parameters([same]), {})

    def test_a_gain_within_what_repetitions_differ_by_is_none(self):
        swept = record({"initial": [1.0, 1.2], "1": [0.9]}, label="MAX_SPINS", kernel="matmul")
        self.assertEqual(experiments.best_parameters([swept]), {})

    def test_a_value_whose_result_was_wrong_never_becomes_tuned(self):
        swept = record({"initial": [1.0], "1": [0.5, measure.WRONG]}, label="MAX_SPINS", kernel="matmul")
        self.assertEqual(experiments.best_parameters([swept]), {})

    def test_the_speedup_is_over_the_initial_value(self):
        swept = record({"initial": [1.0, 3.0], "2": [0.5], "1": [2.0]}, label="MAX_SPINS")
        self.assertEqual(figures.speedups(swept), [(1, 0.5), (2, 2.0)])

    def test_the_grey_band_is_what_repetitions_differ_by(self):
        low, high = figures.repetition_band([record({"initial": [1.0, 1.1]})])
        self.assertAlmostEqual(high, 1.1)
        self.assertAlmostEqual(low, 1 / 1.1)


class Claims(unittest.TestCase):
    def test_the_default_is_held_to_every_manager_and_runtime(self):
        samples = {"default": [1.03], "locked": [2.0], "async dbf": [1.0], "libgomp": [3.0]}
        kept, faster = claims.judge(results(record(samples)))
        self.assertFalse(kept.met)
        self.assertIn("async dbf", kept.measured)
        self.assertTrue(faster.met)

    def test_the_median_decides_not_the_best(self):
        samples = {"default": [1.0, 1.0, 1.0], "locked": [0.5, 1.0, 1.0]}
        self.assertTrue(claims.judge(results(record(samples)))[0].met)

    def test_a_peer_that_did_not_end_is_slower(self):
        samples = {"default": [1.0], "libgomp": [measure.NO_END], "libomp": [1.2]}
        self.assertEqual([c.met for c in claims.judge(results(record(samples)))], [True, False])

    def test_a_wrong_default_meets_nothing(self):
        samples = {"default": [measure.WRONG], "libomp": [1.0]}
        self.assertFalse(any(c.met for c in claims.judge(results(record(samples)))))

    def test_a_quick_run_claims_nothing(self):
        self.assertEqual(claims.judge(results(record({"default": [1.0], "locked": [1.0]}), quick=True)), [])


class Traces(unittest.TestCase):
    ROWS = [{"time_ns": str(t), "tasks_in_graph": str(g), "ready_tasks": str(r)}
            for t, g, r in ((0, 0, 0), (1000, 1, 1), (1500, 9, 2), (2000, 4, 7), (3000, 0, 0))]

    def test_time_begins_with_the_first_task_and_peaks_survive(self):
        points = traces.thinned(self.ROWS, buckets=2)
        self.assertEqual(points[0], [0.0, 9.0, 2.0])
        self.assertEqual(max(p[2] for p in points), 7.0)

    def test_what_follows_the_last_task_is_left_out(self):
        later = [{"time_ns": "9000000", "tasks_in_graph": "0", "ready_tasks": "0"}]
        self.assertEqual(traces.thinned(self.ROWS + later, buckets=2), traces.thinned(self.ROWS, buckets=2))

    def test_a_trace_without_tasks_has_no_points(self):
        self.assertEqual(traces.thinned(self.ROWS[:1]), [])

    def test_the_figures_trace_cases_that_exist(self):
        cases = arguments.cases(arguments.TITLES, quick=False)
        self.assertTrue(all(traces.traced_case(figure, cases) for figure in traces.FIGURES))


class Merging(unittest.TestCase):
    @staticmethod
    def part(cpu, **measured):
        return {"facts": {"cpu": cpu, "compiler": "g++", "machine_before": 1, "machine_after": measured.pop("after", 1)},
                "options": {"rounds": measured.pop("rounds", 5), "quick": False}, "cases": [], "notes": ["n"],
                "configurations": [{"name": "serial"}], **measured}

    def test_pieces_are_put_together_and_shared_entries_kept_once(self):
        whole = merge.merged([self.part("x", tuning=[1]), self.part("x", scalability=[2], rounds=3, after=4),
                              self.part("x", tuning=[3])])
        self.assertEqual((whole["tuning"], whole["scalability"]), ([1, 3], [2]))
        self.assertEqual((whole["notes"], len(whole["configurations"])), (["n"], 1))
        self.assertEqual((whole["options"]["rounds"], whole["facts"]["machine_before"]), (3, 1))

    def test_another_machine_is_refused_by_name(self):
        with self.assertRaisesRegex(ValueError, "y, g"):
            merge.merged([self.part("x"), self.part("y")])


class Pages(unittest.TestCase):
    def test_a_cell_shows_speedup_best_and_median_or_what_went_wrong(self):
        self.assertEqual(report.cell([0.5, 1.0, 0.75], 1.0), "**2.00** · 500 · 750")
        self.assertEqual(report.cell([0.5, measure.WRONG], 1.0), measure.WRONG)
        self.assertEqual(report.cell([measure.NO_END] * 2, 1.0), measure.NO_END)

    def test_every_figure_has_the_words_of_the_paper(self):
        drawn = {*figures.PARAMETER_FIGURES.values(), *figures.KERNEL_FIGURES.values(), *(f.name for f in traces.FIGURES)}
        self.assertEqual(drawn | {"fig15"}, set(paper.STATEMENTS))  # drawn beside the simulated Figure 14

    def test_ticks_are_round_and_inside(self):
        for low, high in ((0, 1.05), (0.9, 1.1), (0, 262_144), (3, 7)):
            ticks = lines.round_ticks(low, high)
            self.assertGreaterEqual(len(ticks), 3)
            self.assertTrue(all(low - 1e-9 <= tick <= high + 1e-9 for tick in ticks))

    def test_a_legend_that_is_too_long_goes_on_in_the_next_row(self):
        with tempfile.NamedTemporaryFile(suffix=".svg") as file:
            drawn = [lines.Line(f"a rather long name, number {i}", "#000000", [(1, 1), (2, 2)]) for i in range(8)]
            lines.write_svg(file.name, "title", "subtitle", [lines.Panel("a", "x", "y", drawn)])
            text = pathlib.Path(file.name).read_text()
            self.assertEqual(text.count("number"), 8)
            self.assertLess(max(float(x) for x in re.findall(r'<text x="([\d.]+)"', text)), lines.WIDTH)

    def test_a_line_without_points_is_drawn_as_nothing(self):
        with tempfile.NamedTemporaryFile(suffix=".svg") as file:
            nowhere = [lines.Line("none", "#000000", []), lines.Line("nan", "#000000", [(1, math.nan)])]
            empty = lines.Panel("b", "x", "y", [], log2_x=True, x_ticks=(1, 2, 4))
            lines.write_svg(file.name, "title", "subtitle", [lines.Panel("a", "x", "y", nowhere), empty])
            self.assertNotIn("circle", pathlib.Path(file.name).read_text())


if __name__ == "__main__":
    unittest.main()
