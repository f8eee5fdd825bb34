"""A public name that has been renamed still compiles for one release, and the compiler says the new name."""

import re
import shutil
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
RENAMES = {  # old: (new, a use of the old name)
    "HEDDLE_TASK_TELLS": ("HEDDLE_TASK_RUN_IF_CANCELLED", "unsigned used = HEDDLE_TASK_TELLS; (void)used;"),
    "HEDDLE_TASK_WHOLE": ("HEDDLE_TASK_WITH_CHILDREN", "unsigned used = HEDDLE_TASK_WHOLE; (void)used;"),
    "heddle_whole": ("heddle_coroutine", "heddle_whole used = HEDDLE_WHOLE; (void)used;"),
    "heddle_told": ("heddle_failure_text", "heddle_told* used = 0; (void)used;"),
    "heddle_event_by_me": ("heddle_event_set_completer", 'heddle_event_by_me(0, "x");'),
    "heddle_join": ("heddle_reduction_combine", "heddle_join(0, 0, 0);"),
    "heddle_whole_begin": ("heddle_coroutine_begin", "heddle_whole_begin(0);"),
}
COMPILERS = [["gcc", "-x", "c", "-std=c99"], ["g++", "-x", "c++", "-std=c++11"], ["clang-19", "-x", "c", "-std=c11"],
             ["clang++-19", "-x", "c++", "-std=c++20"]]


def compile_text(compiler, text):
    done = subprocess.run([*compiler, "-Wall", "-Wextra", "-fsyntax-only", f"-I{ROOT}/include", "-"], input=text, capture_output=True,
                          text=True, env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"})
    return done.returncode, done.stderr


class Renamed(unittest.TestCase):
    def each_compiler(self):
        for compiler in COMPILERS:
            if shutil.which(compiler[0]):
                with self.subTest(compiler=compiler[0]):
                    yield compiler

    def test_old_names_compile_and_the_new_ones_are_said(self):
        uses = "\n".join(f"void use_{i}(void); void use_{i}(void) {{ {use} }}" for i, (_, use) in enumerate(RENAMES.values()))
        for compiler in self.each_compiler():
            status, said = compile_text(compiler, f'#include "heddle/task.h"\n{uses}\n')
            self.assertEqual(status, 0, said)
            for old, (new, _) in RENAMES.items():
                self.assertRegex(said, rf"warning: .*\b{old}\b.* is deprecated: it is now called {new}\b")

    def test_who_uses_no_old_name_is_told_nothing(self):
        for compiler in self.each_compiler():
            self.assertEqual(compile_text(compiler, '#include "heddle/task.h"\n'), (0, ""))

    def test_the_header_has_each_rename_and_no_other(self):
        text = (ROOT / "include/heddle/renamed.h").read_text()
        told = dict.fromkeys(re.findall(r'HEDDLE_NOW_CALLED\("(\w+)"\)', text))
        self.assertEqual(sorted(told), sorted(new for new, _ in RENAMES.values()))


if __name__ == "__main__":
    unittest.main()
