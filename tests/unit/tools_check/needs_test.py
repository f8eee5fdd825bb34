"""tools/check/needs.py names what a file needs or shows that it may not, and lets one pass that needs a C library."""

import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[3] / "tools/check/needs.py"


@unittest.skipUnless(shutil.which("gcc") and shutil.which("objdump"), "gcc or objdump is not installed")
class Needs(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def library(self, name, source, *more):
        path = Path(self.folder.name) / name
        subprocess.run(["gcc", "-shared", "-fPIC", "-x", "c", "-", "-x", "none", "-o", path, *more], input=source, text=True, check=True)
        return str(path)

    def said(self, *words):
        done = subprocess.run([SCRIPT, *words], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1 if done.stdout else 0, done.stderr)
        return done.stdout

    def test_a_file_that_calls_an_old_function_of_the_c_library_passes(self):
        self.assertEqual(self.said(self.library("plain.so", "int puts(const char*); int f(void) { return puts(\"\"); }")), "")

    def test_a_newer_c_library_is_named_with_the_function_that_wants_it(self):
        file = self.library("new.so", "int puts(const char*); int f(void) { return puts(\"\"); }")
        said = self.said("--at-most", "2.1", file)
        self.assertIn("more than 2.1", said)
        self.assertIn("puts", said)

    def test_another_library_is_named(self):
        other = self.library("libother.so", "int g(void) { return 1; }", "-Wl,-soname,libother.so.3")
        file = self.library("user.so", "int g(void); int f(void) { return g(); }", other)
        self.assertIn("loads libother.so.3", self.said(file))

    def test_a_symbol_of_the_cxx_library_that_shows_is_named(self):
        file = self.library("leak.so", "int _ZNSt6vectorIiE4sizeEv(void) { return 1; } int heddle_run(void) { return 2; }")
        said = self.said(file)
        self.assertIn("exports 1 symbols", said)
        self.assertIn("_ZNSt6vectorIiE4sizeEv", said)


if __name__ == "__main__":
    unittest.main()
