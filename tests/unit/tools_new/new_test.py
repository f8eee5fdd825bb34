"""What tools/new writes compiles, is laid out as the rest, and passes the checks of a room."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def new(root, *arguments):
    return subprocess.run([sys.executable, ROOT / "tools/new", "--root", root, *arguments], capture_output=True, text=True)


class New(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def test_a_new_scheduler_and_its_tests_compile_against_the_engine(self):
        self.assertEqual(new(self.root, "schedule", "my_own").returncode, 0)
        test = self.root / "tests/unit/schedule/my_own/my_own_test.cpp"
        result = subprocess.run(["g++", "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only",
                                 f"-I{self.root}/src", f"-I{ROOT}/src", test], capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_a_new_scheduler_passes_the_checks_of_a_room(self):
        new(self.root, "schedule", "my_own")
        for file in ("floors.toml", ".clang-format", "src/graph/scheduler.hpp", "src/graph/urgent_queue.hpp"):
            (self.root / file).parent.mkdir(parents=True, exist_ok=True)
            (self.root / file).write_text((ROOT / file).read_text())
        checks = ["floors", "sizes", "orders", "banned", "names", "todos", "readmes", "paths", "layout"]
        result = subprocess.run([sys.executable, ROOT / "tools/check/main", "--root", self.root, *checks],
                                capture_output=True, text=True)
        self.assertEqual([line for line in result.stdout.splitlines() if "my_own" in line], [])

    def test_a_name_in_another_spelling_is_refused(self):
        result = new(self.root, "schedule", "MyOwn")
        self.assertEqual(result.returncode, 2)
        self.assertIn("not snake_case", result.stderr)

    def test_a_room_that_exists_is_not_overwritten(self):
        new(self.root, "schedule", "mine")
        self.assertIn("exists already", new(self.root, "schedule", "mine").stderr)


if __name__ == "__main__":
    unittest.main()
