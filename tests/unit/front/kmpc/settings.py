#!/usr/bin/env python3
"""usage: settings.py <libomp.so.5>: KMP_* variables and HEDDLE_DISABLE=1, seen from a process that loads the library.

Every claim runs a child that loads the library by its path and calls it through ctypes, without any compiler.
"""

import glob
import os
import subprocess
import sys
import unittest

LIBRARY = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else ""
PRELUDE = f"import ctypes\nlibrary = ctypes.CDLL({LIBRARY!r})\nlibrary.kmp_get_stacksize_s.restype = ctypes.c_size_t\n"


def child(code, **environment):
    """What a Python process prints and how it ends, with the library loaded."""
    clean = {name: value for name, value in os.environ.items()
             if not name.startswith(("OMP_", "GOMP_", "KMP_", "HEDDLE_"))}
    return subprocess.run([sys.executable, "-c", PRELUDE + code], env=clean | environment, capture_output=True,
                          text=True, timeout=100, check=False)


class Variables(unittest.TestCase):
    def value(self, call, **environment):
        run = child(f"print(library.{call}())", **environment)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        return int(run.stdout)

    def complaint(self, **environment):
        run = child("", **environment)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stderr.splitlines()

    def test_block_time_is_milliseconds_unless_it_says_microseconds(self):
        self.assertEqual(self.value("kmp_get_blocktime", KMP_BLOCKTIME="7"), 7)
        self.assertEqual(self.value("kmp_get_blocktime", KMP_BLOCKTIME="3000us"), 3)
        self.assertEqual(self.value("kmp_get_blocktime", KMP_BLOCKTIME="infinite"), 2**31 - 1)

    def test_block_time_is_what_the_wait_policy_says_unless_it_is_set(self):
        self.assertEqual(self.value("kmp_get_blocktime", OMP_WAIT_POLICY="active"), 2**31 - 1)
        self.assertEqual(self.value("kmp_get_blocktime", OMP_WAIT_POLICY="passive"), 0)
        self.assertEqual(self.value("kmp_get_blocktime", OMP_WAIT_POLICY="passive", KMP_BLOCKTIME="7"), 7)

    def test_stack_size_takes_units(self):
        self.assertEqual(self.value("kmp_get_stacksize_s", KMP_STACKSIZE="1048576"), 1 << 20)
        self.assertEqual(self.value("kmp_get_stacksize_s", KMP_STACKSIZE="3m"), 3 << 20)

    def test_affinity_binds_and_openmps_own_variable_wins(self):
        close, spread, no = 3, 4, 0
        self.assertEqual(self.value("omp_get_proc_bind", KMP_AFFINITY="compact"), close)
        self.assertEqual(self.value("omp_get_proc_bind", KMP_AFFINITY="granularity=fine,scatter"), spread)
        self.assertEqual(self.value("omp_get_proc_bind", KMP_AFFINITY="compact", OMP_PROC_BIND="false"), no)

    def test_explicit_places_are_those_of_the_list(self):
        self.assertEqual(self.value("omp_get_num_places", KMP_AFFINITY="explicit,proclist=[0]"), 1)
        self.assertEqual(self.value("omp_get_num_places", KMP_AFFINITY="explicit,proclist=[0],granularity=core"), 1)
        self.assertEqual(self.value("omp_get_num_places", KMP_AFFINITY="proclist=[0],granularity=core,explicit"), 1)
        self.assertEqual(self.value("omp_get_num_places", KMP_AFFINITY=" explicit, proclist=[ 0 , {0, 0} ] ,verbose"), 2)

    def test_places_are_those_of_its_variables_also_where_openmps_were_shown_before(self):
        count = "print(library.omp_get_num_places())"
        self.assertGreater(int(child(count, KMP_AFFINITY="compact", OMP_DISPLAY_ENV="true").stdout), 0)
        self.assertGreater(int(child(count, KMP_AFFINITY="compact", HEDDLE_VERBOSE="2").stdout), 0)
        subset = {"OMP_PLACES": "threads", "KMP_HW_SUBSET": "1s,1c,1t", "OMP_DISPLAY_ENV": "true"}
        self.assertEqual(child(count, **subset).stdout, "1\n")

    def test_hardware_subset_bounds_the_threads(self):
        self.assertEqual(self.value("omp_get_max_threads", KMP_HW_SUBSET="1c,1t"), 1)
        self.assertEqual(self.value("omp_get_max_threads", KMP_HW_SUBSET="1c", OMP_NUM_THREADS="3"), 3)

    def test_hardware_subset_is_where_the_process_runs(self):
        code = "import os; print(library.omp_get_num_procs(), sorted(os.sched_getaffinity(0)))"
        cpus = sorted(os.sched_getaffinity(0))
        self.assertEqual(child(code, KMP_HW_SUBSET="*s,*c").stdout.split(" ", 1)[1], f"{cpus}\n")
        if len(cpus) > 1:
            self.assertEqual(child(code, KMP_HW_SUBSET=":1t@1").stdout, f"1 [{cpus[1]}]\n")

    def test_more_than_there_is_is_told_and_changes_nothing(self):
        code = "import os; print(sorted(os.sched_getaffinity(0)))"
        run = child(code, KMP_HW_SUBSET="1c@100000")
        self.assertEqual(run.stdout, f"{sorted(os.sched_getaffinity(0))}\n")
        self.assertEqual(run.stderr.count('KMP_HW_SUBSET: invalid value \'1c@100000\''), 1, run.stderr)

    def test_a_wrong_value_is_named_once_and_changes_nothing(self):
        for name, value in (("KMP_BLOCKTIME", "soon"), ("KMP_STACKSIZE", "12parsecs"), ("KMP_AFFINITY", "sideways"), ("KMP_AFFINITY", "compact,granularity=sand"),
                            ("KMP_HW_SUBSET", "2q"), ("KMP_HW_SUBSET", "0c"), ("KMP_HW_SUBSET", "1c@"), ("KMP_LIBRARY", "loud"), ("KMP_DISP_NUM_BUFFERS", "0"), ("KMP_DISP_NUM_BUFFERS", "4097"), ("KMP_TEAMS_PROC_BIND", "sideways"),
                            ("KMP_FORCE_REDUCTION", "hope")):
            lines = self.complaint(**{name: value})
            self.assertEqual(len(lines), 1, lines)
            self.assertIn(f"OMP: Warning #42: {name}: invalid value '{value}': ", lines[0])

    def test_values_and_names_of_others_stay_in_one_line_of_bounded_length(self):
        for name in ("KMP_AFFINITY", "KMP_STACKSIZE", "KMP_UNHEARD_OF\x1b[2J\n" + "Z" * 1000):
            lines = self.complaint(**{name: "x\n\x1b[31m" + "y" * 120000})
            self.assertEqual(len(lines), 1, lines)
            self.assertLess(len(lines[0]), 700)
            self.assertNotIn("\x1b", lines[0])
            self.assertTrue(lines[0].endswith(" (heddle)"), lines[0])

    def test_a_variable_without_counterpart_is_named_once(self):
        lines = self.complaint(KMP_TASKING="1")
        self.assertEqual(len(lines), 1, lines)
        self.assertIn("OMP: Warning #42: KMP_TASKING: has no effect", lines[0])

    def test_warnings_can_be_silenced(self):
        self.assertEqual(self.complaint(KMP_TASKING="1", KMP_STACKSIZE="x", KMP_WARNINGS="0"), [])

    def test_what_needs_nothing_is_quiet(self):
        self.assertEqual(self.complaint(KMP_DUPLICATE_LIB_OK="TRUE", KMP_INIT_AT_FORK="FALSE"), [])

    def test_settings_are_shown_in_libomps_form(self):
        run = child("", KMP_SETTINGS="1", OMP_PLACES="threads()")
        self.assertIn("\nEffective settings:\n", run.stderr)
        self.assertIn("\n   OMP_NUM_THREADS: value is not defined\n   OMP_PLACES='threads'\n", run.stderr)
        run = child("", OMP_DISPLAY_ENV="true", OMP_NUM_THREADS="4,2", OMP_STACKSIZE="3M", OMP_SCHEDULE="dynamic")
        for line in ("OMP_NUM_THREADS='4,2'", "OMP_STACKSIZE='3M'", "OMP_SCHEDULE='dynamic,1'", "OMP_DYNAMIC='FALSE'"):
            self.assertIn(f"\n  [host] {line}\n", run.stderr)

    def test_a_malformed_variable_of_openmps_is_told_in_libomps_form(self):
        lines = self.complaint(OMP_ALLOCATOR="111")
        self.assertEqual(len(lines), 1, lines)
        self.assertRegex(lines[0], "^OMP: Warning #42: OMP_ALLOCATOR")
        self.assertRegex(self.complaint(HEDDLE_WINDOW="x")[0], "^heddle: warning: HEDDLE_WINDOW")

    def test_beside_libgomp_everything_is_libgomps(self):
        gomp = os.path.join(os.path.dirname(LIBRARY), "..", "gomp", "libgomp.so.1")
        code = "import ctypes; kind = ctypes.c_uint(); chunk = ctypes.c_int()\n" \
               "library.omp_get_schedule(ctypes.byref(kind), ctypes.byref(chunk)); print(kind.value, chunk.value)"
        self.assertEqual(child(code).stdout, "1 0\n")
        self.assertEqual(child(code, LD_PRELOAD=gomp).stdout, "2 1\n")


class Refusals(unittest.TestCase):
    def test_a_function_that_is_left_out_is_named(self):
        run = child("library.__kmpc_task_get_depnode()")
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("__kmpc_task_get_depnode, called from", run.stderr)


class HandOver(unittest.TestCase):
    def setUp(self):
        self.real = sorted(glob.glob("/usr/lib/llvm-*/lib/libomp.so.5"))
        if not self.real:
            self.skipTest("no other libomp here")

    def test_disabled_the_real_library_answers(self):
        code = "print(library.omp_get_max_threads(), sorted({l.split()[-1] for l in open('/proc/self/maps') if 'libomp' in l}))"
        run = child(code, HEDDLE_DISABLE="1", OMP_NUM_THREADS="3", HEDDLE_REAL_LIBOMP=self.real[-1])
        self.assertTrue(run.stdout.startswith("3 "), run.stderr)
        self.assertIn(os.path.realpath(self.real[-1]), run.stdout)


if __name__ == "__main__":
    unittest.main()
