"""What tools/elsewhere copies into a root: what the working tree holds now."""

import importlib.util
import subprocess
import tempfile
import unittest
from importlib.machinery import SourceFileLoader
from pathlib import Path
from unittest import mock

SCRIPT = Path(__file__).resolve().parents[3] / "tools/elsewhere"


def script():
    loader = SourceFileLoader("elsewhere", str(SCRIPT))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("elsewhere", loader))
    with mock.patch("sys.dont_write_bytecode", True):
        loader.exec_module(module)
    return module


class CopySource(unittest.TestCase):
    def test_a_file_that_was_moved_is_not_left_in_its_old_place_and_what_was_built_stays(self):
        elsewhere = script()
        with tempfile.TemporaryDirectory() as folder:
            tree, roots = Path(folder) / "tree", Path(folder) / "roots"
            (tree / "old").mkdir(parents=True)
            (tree / "old/a.cpp").write_text("a")
            subprocess.run(["git", "init", "-q", str(tree)], check=True)
            place = elsewhere.Place("bookworm", roots, "")
            place.folder.mkdir(parents=True)
            with mock.patch.object(elsewhere, "ROOT", tree):
                place.copy_source()
                (place.folder / "heddle/build").mkdir()
                (place.folder / "heddle/build/a.o").write_text("")
                (tree / "old").rename(tree / "new")
                place.copy_source()
            copied = {str(path.relative_to(place.folder / "heddle")) for path in place.folder.rglob("*") if path.is_file()}
            self.assertEqual(copied, {"new/a.cpp", "build/a.o"})


if __name__ == "__main__":
    unittest.main()
