"""The header made of a front's lists: a definition with other parameters, or one that no list has, does not compile."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "cmake"))
sys.dont_write_bytecode = True

import exports  # noqa: E402

LISTING = """
:OLD
:NEW OLD
open OLD
open NEW
open_lock NEW
shut NEW open_lock
"""
SIGNATURES = """
# a comment
:types "front/demo/abi.hpp" demo Lock
int open(const char* path, ...)
old int open(int number)
Lock* open_lock(Lock* lock, void (*body)(Lock*)) noexcept
"""
ABI = "#pragma once\nnamespace demo { struct Lock; }\n"
RIGHT = "heddle_open_lock(demo::Lock* lock, void (*)(demo::Lock*)) noexcept { return lock; }"


class Header(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name) / "front/demo"
        self.folder.mkdir(parents=True)
        for name, text in (("exports.txt", LISTING), ("signatures.txt", SIGNATURES), ("abi.hpp", ABI)):
            (self.folder / name).write_text(text)

    def header(self):
        exports.main(["header", str(self.folder / "exports.txt"), str(self.folder / "exports.hpp")])
        return (self.folder / "exports.hpp").read_text()

    def compiles(self, definition):
        self.header()
        source = f'#include "front/demo/exports.hpp"\nextern "C" {definition}\n'
        command = ["g++", "-std=c++20", "-fsyntax-only", "-Werror=missing-declarations", f"-I{self.folder.parents[1]}",
                   "-x", "c++", "-"]
        return subprocess.run(command, input=source, text=True, capture_output=True).returncode == 0

    def test_it_declares_both_versions_with_the_types_namespaces(self):
        text = self.header()
        self.assertIn('#include "front/demo/abi.hpp"\n', text)
        self.assertIn("int heddle_open(const char* path, ...);\n", text)
        self.assertIn("int heddle_old_open(int number);\n", text)
        self.assertIn("demo::Lock* heddle_open_lock(demo::Lock* lock, void (*body)(demo::Lock*)) noexcept;\n", text)

    def test_the_listed_definition_compiles(self):
        self.assertTrue(self.compiles("demo::Lock* " + RIGHT))

    def test_a_definition_with_other_parameters_does_not_compile(self):
        self.assertFalse(self.compiles("int heddle_old_open(long) { return 0; }"))

    def test_a_definition_with_another_result_does_not_compile(self):
        self.assertFalse(self.compiles("const demo::Lock* " + RIGHT))

    def test_a_definition_that_no_list_has_does_not_compile(self):
        self.assertFalse(self.compiles("void heddle_shut() {}"))

    def test_a_use_with_other_parameters_does_not_compile(self):
        self.assertTrue(self.compiles("int heddle_old_open(int n) { return heddle_open(nullptr, n); }"))
        self.assertFalse(self.compiles("int heddle_old_open(int n) { return heddle_open(n); }"))

    def refused(self, line):
        (self.folder / "signatures.txt").write_text(SIGNATURES + line)
        with self.assertRaises(SystemExit) as refusal:
            self.header()
        return str(refusal.exception)

    def test_a_signature_of_no_export_is_refused(self):
        self.assertIn("heddle_close", self.refused("void close()\n"))

    def test_a_line_that_is_no_signature_is_refused_with_its_text(self):
        self.assertIn("void close", self.refused("void close\n"))

    def test_a_function_that_is_listed_twice_is_refused(self):
        self.assertIn("heddle_open", self.refused("int open(int)\n"))


if __name__ == "__main__":
    unittest.main()
