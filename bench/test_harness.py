#!/usr/bin/env python3
"""Claims about the harness: python3 -m unittest discover -s bench"""

import json
import lzma
import math
import pathlib
import sys
import tempfile
import unittest

import tables
from harness import measure, report, rows, runtimes, verdict

BENCH = pathlib.Path(__file__).resolve().parent
TARGETS = verdict.Targets(BENCH / "targets.toml")


def row(row_id, **samples):
    return measure.Measured(row_id, "group", "ns", samples)


class Summaries(unittest.TestCase):
    def test_a_run_without_end_counts_as_infinitely_long_in_the_median(self):
        self.assertEqual(verdict.summarise([1.0, measure.NO_END, 3.0]).median, 3.0)
        self.assertEqual(verdict.summarise([1.0, measure.NO_END, measure.NO_END]).state, measure.NO_END)
        self.assertEqual(verdict.summarise([1.0, measure.NO_END]).median, math.inf)

    def test_one_wrong_result_makes_the_row_wrong(self):
        self.assertEqual(verdict.summarise([1.0, 1.0, measure.WRONG]).state, measure.WRONG)

    def test_an_infinite_value_of_the_program_is_not_a_timeout(self):
        self.assertEqual(verdict.summarise([math.inf, math.inf]).state, verdict.NOT_REACHED)


class Verdicts(unittest.TestCase):
    def test_the_ratio_is_to_the_better_peer(self):
        judged = verdict.judge(row("empty@2", libgomp=[300.0], libomp=[100.0], heddle=[60.0]), TARGETS)
        self.assertAlmostEqual(judged.ratio, 0.6)
        self.assertEqual(judged.verdict, "met")

    def test_a_ratio_above_the_target_is_missed(self):
        judged = verdict.judge(row("empty@2", libgomp=[300.0], libomp=[100.0], heddle=[66.0]), TARGETS)
        self.assertEqual(judged.verdict, "missed")

    def test_a_peer_without_end_is_not_the_better_one(self):
        judged = verdict.judge(row("chain@2", libgomp=[measure.NO_END], libomp=[100.0], heddle=[50.0]), TARGETS)
        self.assertAlmostEqual(judged.ratio, 0.5)

    def test_heddle_without_end_misses_every_target(self):
        judged = verdict.judge(row("chain@2", libgomp=[1.0], heddle=[measure.NO_END]), TARGETS)
        self.assertEqual(judged.verdict, "missed")

    def test_absolute_targets_need_no_peer(self):
        judged = verdict.judge(row("gate_200000@2", heddle=[399.0]), TARGETS)
        self.assertEqual(judged.verdict, "met")

    def test_a_row_with_two_targets_must_meet_both(self):
        slower_than_onetbb = verdict.judge(row("chain@2", libgomp=[300.0], heddle=[60.0], onetbb=[50.0]), TARGETS)
        self.assertLess(slower_than_onetbb.ratio, slower_than_onetbb.ratio_limit)
        self.assertEqual(slower_than_onetbb.verdict, "missed")
        faster = verdict.judge(row("chain@2", libgomp=[300.0], heddle=[60.0], onetbb=[70.0]), TARGETS)
        self.assertEqual(faster.verdict, "met")

    def test_onetbb_is_not_one_of_the_peers_of_the_ratio(self):
        judged = verdict.judge(row("empty@2", libgomp=[300.0], heddle=[60.0], onetbb=[6.0]), TARGETS)
        self.assertAlmostEqual(judged.ratio, 0.2)

    def test_sizes_whose_prices_lie_apart_are_not_flat(self):
        gates = [verdict.judge(row(f"gate_{n}@2", heddle=[ns]), TARGETS) for n, ns in ((5000, 100.0), (20000, 149.0))]
        dear = verdict.judge(row("gate_1000000@2", heddle=[160.0]), TARGETS)
        memory = verdict.judge(row("gate_5000_bytes@2", heddle=[999.0]), TARGETS)
        self.assertTrue(verdict.judge_flat([*gates, memory], TARGETS)[0].met)
        self.assertFalse(verdict.judge_flat([*gates, dear], TARGETS)[0].met)
        self.assertEqual(verdict.judge_flat(gates[:1], TARGETS), [])

    def test_applications_need_both_the_mean_and_the_slowest(self):
        fast = verdict.judge(row("app.fib.fine@2", libgomp=[2.0], heddle=[1.0]), TARGETS)
        slow = verdict.judge(row("app.fib.coarse@2", libgomp=[0.9], heddle=[1.0]), TARGETS)
        self.assertTrue(verdict.judge_apps([fast], TARGETS).met)
        self.assertFalse(verdict.judge_apps([fast, slow], TARGETS).met)


class ClangsPrograms(unittest.TestCase):
    TARGETS = verdict.Targets(BENCH / "targets.toml", runtimes.CLANGS_SONAME)

    def judged(self, row_id, libomp, heddle):
        return verdict.judge(row(row_id, libomp=[libomp], heddle=[heddle]), self.TARGETS)

    def test_every_time_is_held_to_libomp(self):
        self.assertEqual(self.judged("producers@2", 95.0, 100.0).verdict, "met")
        self.assertEqual(self.judged("producers@2", 94.0, 100.0).verdict, "missed")

    def test_memory_is_no_speed(self):
        every = verdict.judge_every([self.judged("chain@2", 200.0, 100.0),
                                     self.judged("gate_20000_bytes@2", 1.0, 100.0)], self.TARGETS)
        self.assertEqual((every.rows, every.slower), (1, ()))
        self.assertTrue(every.met)

    def test_one_slow_row_is_named_however_good_the_mean(self):
        every = verdict.judge_every([self.judged("chain@2", 1000.0, 1.0), self.judged("barrier@2", 9.0, 10.0)], self.TARGETS)
        self.assertEqual([name for name, _ in every.slower], ["barrier@2"])
        self.assertFalse(every.met)

    def test_gcc_s_programs_are_not_judged_so(self):
        self.assertIsNone(verdict.judge_every([self.judged("chain@2", 2.0, 1.0)], TARGETS))

    def test_gnu_s_library_does_not_run_them(self):
        self.assertNotIn("libgomp", runtimes.of_compiler("/usr/bin/clang++-19"))
        self.assertIn("libgomp", runtimes.of_compiler("g++"))


class Rows(unittest.TestCase):
    def test_every_target_names_a_row(self):
        known = {row_id for run in rows.all_runs("all", 2) for row_id in run.row_ids}
        self.assertEqual(set(TARGETS.row_ids()) - known, set())

    def test_every_flat_target_has_several_sizes(self):
        known = [row_id for run in rows.all_runs("all", 2) for row_id in run.row_ids]
        for name in TARGETS.flat:
            stem = name.split("@")[0]
            self.assertGreater(sum(row_id.startswith(f"{stem}_") and "bytes" not in row_id for row_id in known), 2)

    def test_programs_of_their_own_run_on_onetbb_only(self):
        for run in rows.all_runs("all", 2):
            self.assertEqual(run.program_on("heddle"), run.program)
            self.assertIn(run.program_on(runtimes.ONETBB), ("", run.twin))
            if run.twin:
                self.assertTrue((BENCH / f"{run.twin}.cpp").exists())

    def test_no_row_is_measured_twice(self):
        for threads in (1, 2, 8):
            ids = [row_id for run in rows.all_runs("all", threads) for row_id in run.row_ids]
            self.assertEqual(len(ids), len(set(ids)))


class Processes(unittest.TestCase):
    def test_a_process_that_does_not_end_is_stopped_and_recorded(self):
        self.assertEqual(measure.execute(["sleep", "60"], {}, 0.1).failure, measure.NO_END)

    def test_the_last_words_of_a_failed_process_are_kept(self):
        program = "import sys; sys.exit('the reason')"
        self.assertIn("the reason", measure.execute([sys.executable, "-c", program], {}, 20).failure)

    def test_a_crash_after_a_right_row_is_a_failure(self):
        program = "import os; print('row empty 12.5 ns ok', flush=True); os.abort()"
        outcome = measure.execute([sys.executable, "-c", program], {}, 20)
        self.assertEqual(outcome.output, "")
        self.assertIn("exit status -6", outcome.failure)

    def test_a_wrong_result_is_read_from_the_row(self):
        program = "print('row empty 12.5 ns wrong')"
        outcome = measure.execute([sys.executable, "-c", program], {}, 20)
        self.assertIn("wrong", outcome.output)
        self.assertEqual(outcome.failure, "")


class TablesOfKeptRuns(unittest.TestCase):
    def kept(self, name, **samples):
        """A file as run.py writes it, with medians that are wrong."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name) / name
        judged = verdict.judge(row("chain@2", **samples), TARGETS)
        report.write_json(path, [judged], None, [], {})
        document = json.loads(path.read_text(encoding="utf-8"))
        document["rows"][0]["median"] = {runtime: 1.0 for runtime in samples}
        text = json.dumps(document).encode()
        path.write_bytes(lzma.compress(text) if path.suffix == ".xz" else text)
        return path

    def test_medians_come_from_the_samples(self):
        for name in ("run.json", "run.json.xz"):
            found = tables.read([self.kept(name, libgomp=[400.0, 100.0, 300.0], heddle=[50.0, 70.0, 60.0])])
            self.assertEqual(tables.every_row(found)[-1], "| chain@2 | 300 |  |  | 60 | ns | 5.00 |")

    def test_a_peer_without_end_has_no_share_in_the_mean(self):
        found = tables.read([self.kept("run.json", libgomp=[measure.NO_END], libomp=[100.0], heddle=[50.0])])
        self.assertEqual(tables.every_row(found)[-1], "| chain@2 | no end | 100 |  | 50 | ns |  |")
        self.assertEqual(tables.mean(found, tables.as_libgomp)[0], 0)

    def test_a_row_of_two_files_is_not_taken_from_either(self):
        with self.assertRaisesRegex(ValueError, "chain@2"):
            tables.read([self.kept("run.json", heddle=[1.0]), self.kept("again.json", heddle=[2.0])])


class PublishedTables(unittest.TestCase):
    def test_the_pages_show_what_the_raw_data_give(self):
        found = tables.read(tables.files([tables.PUBLISHED]))
        for page, names in ((BENCH.parent / "README.md", ("readme",)), (BENCH / "README.md", ("short", "regions", "means", "rows")),
                            (tables.PUBLISHED / "README.md", ("missed",))):
            text = page.read_text(encoding="utf-8")
            for name in names:
                self.assertIn("\n".join(tables.TABLES[name](found)), text, f"{page.name}: tables.py --table {name}")


if __name__ == "__main__":
    unittest.main()
