#!/usr/bin/env python3
"""usage: wrong_calls_test.py <include>

Compiles each case of wrong_calls.cpp: the compiler must say the sentence, in at most 15 lines.
"""

import pathlib
import shutil
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(__file__).with_name("wrong_calls.cpp")
MOST_LINES = 15
SENTENCES = {
    1: "in(x) of a temporary: it is gone when the task runs",
    2: "an access to a pointer p: write *p for what it points to",
    3: "an access to a pointer p: write *p for what it points to",
    4: "the body takes no arguments",
    5: "what it uses is said by in, out, inout",
    6: "a task of a group is made by group.run(body, ...)",
    7: "the options of a task come first",
    8: "what it uses is said by in, out, inout",
    9: "in(x) of a temporary: it is gone when the task runs",
    10: "a plan's branch gives a bool, an integer or an enum",
}
CASES = {"g++": list(SENTENCES)}
if shutil.which("clang++-19"):
    CASES["clang++-19"] = [2, 4]  # the others differ in the sentence alone
include = None


def compiled(compiler, case):
    return subprocess.run([compiler, "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{include}", f"-DCASE={case}",
                           "-fsyntax-only", SOURCE], capture_output=True, text=True, check=False)


class WrongCalls(unittest.TestCase):
    def test_the_right_calls_compile(self):
        for compiler in CASES:
            answer = compiled(compiler, 0)
            self.assertEqual(answer.returncode, 0, answer.stderr)

    def test_a_wrong_call_is_answered_by_a_sentence(self):
        for compiler, cases in CASES.items():
            for case in cases:
                with self.subTest(compiler=compiler, case=case):
                    answer = compiled(compiler, case)
                    self.assertNotEqual(answer.returncode, 0, "it compiles")
                    self.assertIn(SENTENCES[case], answer.stderr)
                    self.assertLessEqual(len(answer.stderr.splitlines()), MOST_LINES, answer.stderr)


if __name__ == "__main__":
    include = sys.argv.pop(1)
    unittest.main()
