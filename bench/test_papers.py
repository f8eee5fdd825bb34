#!/usr/bin/env python3
"""Claims about the papers' pages: python3 -m unittest discover -s bench"""

import argparse
import contextlib
import io
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest
from unittest import mock

from harness import experiment, raw, simulated
from papers import check, pieces, printed

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
            facts = {"facts": {"commit": "1234567"}}
            raw.write(Options.publish, {"rounds": 5, **facts})
            quality = lambda results: experiment.Quality(results["rounds"], 0.0)  # noqa: E731
            with self.assertRaisesRegex(experiment.NotBetter, "more rounds and fewer disturbed"):
                experiment.publish(Options, [], {"rounds": 9, **facts}, quality)
            Options.replace = "the code of a variant has changed"
            experiment.publish(Options, [], {"rounds": 9, **facts}, quality)
            self.assertEqual(raw.read(Options.publish), {"rounds": 9, **facts, "replaced": Options.replace})

    def test_a_measured_run_of_files_that_are_not_committed_is_refused(self):
        class Options:
            output = publish = pathlib.Path("nowhere")
        for facts in ({"commit": "1234567-dirty"}, {"commit": "unknown"}, {}):
            with self.subTest(facts=facts), self.assertRaisesRegex(SystemExit, "Commit what `git status` lists"):
                experiment.publish(Options, [], {"facts": facts}, None)


class Pieces(unittest.TestCase):
    """What was measured before stays, and stays said to be of its own commit."""

    class Store(pieces.Store):
        KEY = ("part",)
        place = staticmethod(lambda record: record["part"])

    def store(self, folder, commit, **facts):
        facts = {"cpu": "c", "cores_usable": 2, "compiler": "g", "clang": "", "date": commit, "commit": commit, "command": "run.py", **facts}
        with contextlib.redirect_stdout(io.StringIO()):
            return self.Store(pathlib.Path(folder) / "results.json", facts, argparse.Namespace(quick=False))

    def test_facts_change_only_when_something_is_measured(self):
        with tempfile.TemporaryDirectory() as folder:
            first = self.store(folder, "a")
            first.begin()
            first.keep({"part": "2", "samples": {}})
            again = self.store(folder, "b")
            self.assertEqual(again.results["facts"]["commit"], "a")
            again.begin()
            self.assertEqual(again.results["facts"]["commit"], "b")

    def test_records_of_earlier_commits_are_said_and_hold_up_a_page_when_they_were_not_committed(self):
        with tempfile.TemporaryDirectory() as folder:
            for commit, part in (("a-dirty", "2"), ("b", "1")):
                store = self.store(folder, commit)
                store.begin()
                store.keep({"part": part, "samples": {}})
            self.assertEqual([(r["part"], r["commit"]) for r in store.results["records"]], [("1", "b"), ("2", "a-dirty")])
            self.assertIn("Some rows are of commit a-dirty.", experiment.head_line(store.results["facts"])[0])
            options = argparse.Namespace(publish=pathlib.Path(folder), output=pathlib.Path(folder))
            with self.assertRaisesRegex(SystemExit, "commit 'a-dirty'"):
                pieces.publish(options, [], store.results, None)
            store.keep({"part": "2", "samples": {}})
            self.assertEqual(experiment.head_line(store.results["facts"]), ["- Of b, commit b: `run.py`."])

    def test_results_of_another_machine_are_replaced(self):
        with tempfile.TemporaryDirectory() as folder:
            self.store(folder, "a").keep({"part": "1", "samples": {}})
            self.assertEqual(self.store(folder, "a", cpu="another").results["records"], [])


class Committed(unittest.TestCase):
    """What stands in a page as its commit, and that a page has one."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in ("source.txt", f"{raw.PAGES}/idws/README.md"):
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_text("first")
        outside = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}  # a hook has set them
        self.enterContext(mock.patch.dict(os.environ, outside, clear=True))
        for words in (["init", "-q"], ["add", "."], ["-c", "user.name=n", "-c", "user.email=e", "commit", "-qm", "all"]):
            subprocess.run(["git", "-C", str(self.root), *words], check=True)

    def options(self, **given):
        return argparse.Namespace(**{"output": self.root / raw.PAGES / "idws", "only": "", "again": False, "build": self.root, **given})

    def kept_of(self, options):
        """A page of two parts; the program says what is in the file."""
        with mock.patch.object(raw, "REPOSITORY", self.root), mock.patch.object(raw.commit_of, "__defaults__", (self.root,)), \
                mock.patch.object(simulated, "csv_of", lambda program, words: (self.root / "source.txt").read_text()):
            return simulated.kept_of(options, "program", {"1": [], "2": []}, "run.py")

    def test_pages_that_publishing_writes_leave_the_tree_clean(self):
        (self.root / raw.PAGES / "idws/README.md").write_text("second")
        self.assertRegex(raw.commit_of(self.root), "^[0-9a-f]{7,}$")
        (self.root / "source.txt").write_text("second")
        self.assertRegex(raw.commit_of(self.root), "^[0-9a-f]{7,}-dirty$")

    def test_outside_a_repository_there_is_no_commit(self):
        shutil.rmtree(self.root / ".git")
        self.assertEqual(raw.commit_of(self.root), "unknown")

    def test_a_simulated_page_of_changed_files_is_refused_and_stays(self):
        self.kept_of(self.options())
        (self.root / "source.txt").write_text("second")
        with self.assertRaisesRegex(SystemExit, "Commit what `git status` lists"):
            self.kept_of(self.options())
        document = self.kept_of(self.options(again=True))
        self.assertEqual(document["parts"]["1"]["csv"], "first")

    def test_a_part_of_changed_files_does_not_stay_beside_new_ones(self):
        (self.root / "source.txt").write_text("second")
        elsewhere = self.root / "elsewhere"
        self.assertIn("-dirty", self.kept_of(self.options(output=elsewhere))["parts"]["2"]["about"]["commit"])
        shutil.copy(elsewhere / raw.NAME, self.root / raw.PAGES / "idws" / raw.NAME)
        (self.root / "source.txt").write_text("first")
        for options in (self.options(only="1"), self.options(again=True)):
            with self.assertRaisesRegex(SystemExit, "-dirty' cannot be repeated"):
                self.kept_of(options)
        self.kept_of(self.options())


if __name__ == "__main__":
    unittest.main()
