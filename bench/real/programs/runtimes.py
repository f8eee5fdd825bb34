"""Two wheels that bring different OpenMP runtimes, in one process: python3 runtimes.py.

scikit-learn's wheel has a libgomp, MKL's asks for Intel's libiomp5. In turns, from two threads at once, and MKL inside of
what scikit-learn's threads call. The number of threads in the end says whether they share a pool.
"""
import concurrent.futures
import ctypes
import glob
import os
import sys

os.environ["MKL_THREADING_LAYER"] = "INTEL"
import numpy  # noqa: E402
import threadpoolctl  # noqa: E402
import workload  # noqa: E402
from sklearn.ensemble import HistGradientBoostingRegressor  # noqa: E402

ROW_MAJOR, NO_TRANS, SIZE = 101, 111, 700
mkl = ctypes.CDLL(glob.glob(os.path.join(sys.prefix, "lib", "libmkl_rt.so*"))[0])
x, y = workload.table(20_000, 10)
left = numpy.random.default_rng(2).standard_normal((SIZE, SIZE))


def scikit():
    model = HistGradientBoostingRegressor(max_iter=20, early_stopping=False, random_state=1)
    return model.fit(x, y).predict(x)


def product():
    out, number = numpy.zeros((SIZE, SIZE)), ctypes.POINTER(ctypes.c_double)
    matrix, result = left.ctypes.data_as(number), out.ctypes.data_as(number)
    for _ in range(10):
        mkl.cblas_dgemm(ROW_MAJOR, NO_TRANS, NO_TRANS, SIZE, SIZE, SIZE, ctypes.c_double(1), matrix, SIZE, matrix, SIZE,
                        ctypes.c_double(0), result, SIZE)
    return out


users = [scikit, product]
with workload.timed():
    in_turns = [user() for user in users * 3]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        at_once = [done.result() for done in [pool.submit(user) for user in users * 2]]
for number, result in enumerate(in_turns + at_once):
    workload.digest(f"{users[number % 2].__name__}{number}", result)
print("pool threads", len(os.listdir("/proc/self/task")))
for pool in threadpoolctl.threadpool_info():
    print("pool", pool["user_api"], pool["num_threads"], os.path.basename(pool["filepath"]))
