#!/usr/bin/env python3
"""usage: handover.py <libgomp.so.1>: HEDDLE_DISABLE=1 and OpenACC, seen from a process that loads the library.

Every claim runs a child that loads the library by its path and calls it through ctypes, without any compiler.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

LIBRARY = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else ""

PRELUDE = """
import ctypes
library = ctypes.CDLL({library!r})
def others():
    with open("/proc/self/maps") as maps:
        files = {{line.split()[-1] for line in maps if "libgomp.so.1" in line}}
    return sorted(files - {{{library!r}}})
lock = ctypes.byref(ctypes.c_int(0))
"""


def child(code, library=None, **environment):
    """What a Python process prints and how it ends, with the library loaded."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "GOMP_", "HEDDLE_"))}
    source = PRELUDE.format(library=library or LIBRARY) + code
    return subprocess.run([sys.executable, "-c", source], env=clean | environment, capture_output=True, text=True,
                          timeout=100, check=False)


class HandOver(unittest.TestCase):
    def test_without_the_variable_nothing_else_is_loaded(self):
        run = child("print(others(), library.omp_get_max_threads())", OMP_NUM_THREADS="3")
        self.assertEqual(run.stdout, "[] 3\n", run.stderr)

    def test_disabled_the_real_library_answers(self):
        # The real library lets a free lock be unlocked; ours ends the process.
        code = "library.omp_unset_lock(lock); print(len(others()), library.omp_get_max_threads())"
        self.assertEqual(child(code, HEDDLE_DISABLE="1", OMP_NUM_THREADS="3").stdout, "1 3\n")
        self.assertIn("omp_unset_lock, called from", child(code).stderr)

    def test_zero_and_no_mean_not_disabled(self):
        for value in ("", "0", "no", "false"):
            self.assertEqual(child("print(others())", HEDDLE_DISABLE=value).stdout, "[]\n", value)

    def test_a_named_library_is_taken(self):
        real = child("print(others()[0])", HEDDLE_DISABLE="1").stdout.strip()
        with tempfile.TemporaryDirectory() as folder:
            named = shutil.copy(real, os.path.join(folder, "libgomp.so.1"))
            run = child("print(others())", HEDDLE_DISABLE="1", HEDDLE_REAL_LIBGOMP=named)
        self.assertEqual(run.stdout, f"['{named}']\n", run.stderr)

    def test_another_copy_of_heddle_is_not_taken_for_the_real_one(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = shutil.copy(LIBRARY, os.path.join(folder, "libgomp.so.1"))
            run = child("print(len(others()))", HEDDLE_DISABLE="1", HEDDLE_REAL_LIBGOMP=copy)
            self.assertEqual(run.stdout, "1\n", run.stderr)
            self.assertIn("is not the file of another libgomp.so.1", run.stderr)
            run = child("print(len(others()))", HEDDLE_DISABLE="1", LD_LIBRARY_PATH=folder)
            self.assertEqual(run.stdout, "1\n", run.stderr)

    def test_a_wrong_name_is_told_once_and_another_library_is_looked_for(self):
        with tempfile.TemporaryDirectory() as folder:
            text = os.path.join(folder, "text")
            with open(text, "w", encoding="utf-8") as file:
                file.write("no library\n")
            for named, reason in ((folder + "/absent", "is not the file"), (folder, "is not the file"),
                                  (text, "cannot be loaded")):
                run = child("print(len(others()))", HEDDLE_DISABLE="1", HEDDLE_REAL_LIBGOMP=named)
                self.assertEqual((run.stdout, run.returncode), ("1\n", 0), run.stderr)
                self.assertEqual(run.stderr.count("HEDDLE_REAL_LIBGOMP='" + named), 1, run.stderr)
                self.assertIn(reason, run.stderr)
                self.assertIn("unset HEDDLE_REAL_LIBGOMP", run.stderr)

    def test_openacc_is_refused_by_name_and_answered_where_the_answer_is_no(self):
        run = child("print(library.acc_get_num_devices(4), flush=True); library.acc_init(4)")
        self.assertEqual((run.stdout, run.returncode), ("0\n", -6))
        self.assertRegex(run.stderr, r"heddle: acc_init, called from 0x\w+ .*OpenACC.*HEDDLE_DISABLE=1")


if __name__ == "__main__":
    if not LIBRARY:
        sys.exit(__doc__)
    unittest.main()
