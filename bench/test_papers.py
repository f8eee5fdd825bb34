#!/usr/bin/env python3
"""Claims about the papers' pages: python3 -m unittest discover -s bench"""

import pathlib
import shutil
import tempfile
import unittest

from harness import experiment, raw, simulated
from papers import check, printed

DOCS = pathlib.Path(__file__).resolve().parents[1] / "docs/papers"


class Pages(unittest.TestCase):
    def test_every_cell_and_figure_comes_from_the_raw_data_or_from_other_cells(self):
        for name in check.PAGES:
            with self.subTest(page=name):
                self.assertEqual(check.check(name)[1], [])

    def test_every_page_of_the_folder_is_checked(self):
        found = {str(page.parent.relative_to(DOCS)) for page in DOCS.rglob("README.md")} - {"."}
        self.assertEqual(found, set(check.PAGES))

    def changed(self, name, change):
        with tempfile.TemporaryDirectory() as folder:
            docs = pathlib.Path(folder)
            shutil.copytree(DOCS / name, docs / name)
            change(docs / name)
            return check.check(name, docs)[1]

    def test_a_figure_changed_by_hand_is_found(self):
        def change(folder):
            page = folder / "README.md"
            page.write_text(page.read_text().replace("17.38 s", "17.48 s", 1))
        self.assertEqual(self.changed("ocrvx", change), ["README.md differs"])

    def test_a_picture_of_another_run_is_found(self):
        def change(folder):
            picture = folder / "fig12b.svg"
            picture.write_text(picture.read_text().replace("</svg>", "<!-- --></svg>"))
        self.assertEqual(self.changed("myrmics", change), ["fig12b.svg differs"])

    def test_a_page_without_raw_data_is_held_to_its_own_cells(self):
        def change(folder):
            page = folder / "README.md"
            page.write_text(page.read_text().replace("| **1.83** · 1003 · 1163 |", "| **1.93** · 1003 · 1163 |"))
        wrong = self.changed("ddast", change)
        self.assertEqual(len(wrong), 1)
        self.assertIn("N-Body, coarse, 2 threads, locked dbf: 1.93", wrong[0])

    def test_a_simulated_page_without_raw_data_is_refused(self):
        wrong = self.changed("idws/simulated", lambda folder: (folder / raw.NAME).unlink())
        self.assertEqual(wrong, [f"there is no {raw.NAME}"])


class Printed(unittest.TestCase):
    def test_a_printed_number_stands_for_all_that_round_to_it(self):
        low, high = printed.span("1.25")
        self.assertAlmostEqual(low, 1.245)
        self.assertAlmostEqual(high, 1.255)

    def test_a_verdict_that_the_figures_do_not_bear_out_is_found(self):
        held = printed.Verdicts()
        held.agree("a", True, False)
        held.hold("b", "1.10", printed.ratio(printed.span("110"), printed.span("100")))
        held.hold("c", "1.30", printed.ratio(printed.span("110"), printed.span("100")))
        count, wrong = held.outcome
        self.assertEqual((count, [sentence[0] for sentence in wrong]), (3, ["a", "c"]))


class Raw(unittest.TestCase):
    def test_what_is_written_is_read_and_equal_documents_are_equal_files(self):
        document = {"records": [{"samples": {"b": [1.5, "no end"], "a": []}}]}
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
            raw.write(pathlib.Path(one), document)
            raw.write(pathlib.Path(other), document)
            self.assertEqual(list(raw.read(pathlib.Path(one))["records"][0]["samples"]), ["b", "a"])
            self.assertEqual(*((pathlib.Path(folder) / raw.NAME).read_bytes() for folder in (one, other)))

    def test_parts_of_different_runs_are_said_apart(self):
        def part(commit):
            return {"about": {"date": "2026-11-25", "commit": commit, "command": "run.py"}, "csv": ""}
        self.assertEqual(simulated.head({"parts": {"1": part("a"), "2": part("a")}}), "Of 2026-11-25, commit a: `run.py`.")
        self.assertIn("2: of 2026-11-25, commit b", simulated.head({"parts": {"1": part("a"), "2": part("b")}}))


class Publishing(unittest.TestCase):
    def test_a_run_replaces_another_only_with_more_rounds_and_fewer_disturbed_runs(self):
        old = experiment.Quality(rounds=5, disturbed=0.15)
        self.assertTrue(experiment.Quality(7, 0.10).may_replace(old))
        self.assertFalse(experiment.Quality(7, 0.15).may_replace(old))
        self.assertFalse(experiment.Quality(5, 0.10).may_replace(old))

    def test_a_run_that_is_not_better_is_refused_unless_it_says_why(self):
        class Options:
            replace = ""
        with tempfile.TemporaryDirectory() as folder:
            Options.output = Options.publish = pathlib.Path(folder)
            (Options.output / "report.md").write_text("a page")
            raw.write(Options.publish, {"rounds": 5})
            quality = lambda results: experiment.Quality(results["rounds"], 0.0)  # noqa: E731
            with self.assertRaisesRegex(experiment.NotBetter, "more rounds and fewer disturbed"):
                experiment.publish(Options, [], {"rounds": 9}, quality)
            Options.replace = "the code of a variant has changed"
            experiment.publish(Options, [], {"rounds": 9}, quality)
            self.assertEqual(raw.read(Options.publish), {"rounds": 9, "replaced": Options.replace})


if __name__ == "__main__":
    unittest.main()
