"""numba's parallel functions on Heddle. Each program runs by itself, because a process has one threading layer."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

KERNEL = """
import numba, numpy as np
@numba.njit(parallel=True)
def total(x):
    s = 0
    for i in numba.prange(x.size):
        s += x[i] * x[i]
    return s
x = np.arange(100000)
right = int((x * x).sum())
"""


def run(program):
    """@returns (status, standard output, standard error). The program is a file, since numba wants to read it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "program.py"
        file.write_text(program)
        environment = {**os.environ, "OMP_NUM_THREADS": "2", "NUMBA_NUM_THREADS": "2"}
        done = subprocess.run([sys.executable, file], capture_output=True, text=True, timeout=120, env=environment, cwd=folder)
    return done.returncode, done.stdout, done.stderr


class Numba(unittest.TestCase):
    def test_prange_nested_calls_and_a_forked_child_run_on_heddle(self):
        status, output, errors = run("""
import heddle, heddle.numba, os
heddle.numba.use()
""" + KERNEL + """
print(heddle.numba.threading_layer(), total(x) == right, heddle.numba.threading_layer(), numba.threading_layer())
import ctypes
maps = open("/proc/self/maps").read()
print("heddle/gomp/libgomp.so.1" in maps, numba.get_num_threads())
print(heddle.map(lambda i: bool(total(x + i) == ((x + i) ** 2).sum()), range(4)), flush=True)
square = heddle.ufunc(numba.njit(lambda a: a * a + 1))
big = np.linspace(0, 1, 200000)
print(np.array_equal(square(big), big * big + 1), square(big.astype(np.float32)).dtype, flush=True)
child = os.fork()
if child == 0:
    os._exit(0 if total(x) == right else 1)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), total(x) == right)
heddle.numba.use()
""")
        self.assertEqual(status, 0, errors)
        self.assertEqual(output.splitlines(), ["None True heddle omp", "True 2", "[True, True, True, True]", "True float64", "0 True"])

    def test_too_late_is_said(self):
        status, output, errors = run(KERNEL.replace("import numba", "import heddle, heddle.numba, numba") + """
numba.config.THREADING_LAYER = "workqueue"
total(x)
try:
    heddle.numba.use()
except heddle.Error as error:
    print(error)
""")
        self.assertEqual(status, 0, errors)
        self.assertIn("too late, numba has started its threads on the layer 'workqueue'", output)

    def test_a_runtime_that_was_there_before_is_named(self):
        status, output, errors = run("""
import ctypes, ctypes.util, os
if not os.path.exists("/usr/lib/x86_64-linux-gnu/libgomp.so.1"):
    print("there is no other"); raise SystemExit
ctypes.CDLL("/usr/lib/x86_64-linux-gnu/libgomp.so.1", mode=ctypes.RTLD_GLOBAL)
import warnings
warnings.simplefilter("ignore")
import heddle, heddle.numba
try:
    heddle.numba.use()
except heddle.Error as error:
    print(error)
""")
        self.assertEqual(status, 0, errors)
        self.assertRegex(output, "numba's layer calls .*libgomp.so.1.*, which was loaded before Heddle|there is no other")


if __name__ == "__main__":
    unittest.main()
