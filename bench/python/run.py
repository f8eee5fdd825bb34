#!/usr/bin/env python3
"""The Python module beside what people use: numpy alone, concurrent.futures, joblib's threading and loky, numba's threading layers.

Rounds take the contenders in turns, in the same run; what is printed is each one's median and its ratio to Heddle's. Results are compared.
Needs numpy; rows of joblib and numba are left out, in words, where these are missing. Times on a busy host mean nothing: look at the
load that is printed first.

usage: bench/python/run.py [--rounds 7] [--only WORD] [--quick] [--json FILE]      the wheel is installed, or build/release is built
"""

import argparse
import concurrent.futures
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
LAYERS = {"heddle": "omp", "libgomp": "omp", "workqueue": "workqueue", "tbb": "tbb"}
NUMBA_ROWS = ("numba prange, even", "numba prange, uneven", "numba prange, short")
SKIPPED = 77

KERNELS = '''
import math, os, sys, time
layer = sys.argv[1]
if layer == "heddle":
    import heddle, heddle.numba
    heddle.numba.use()
import numba, numpy as np
try:
    @numba.njit(parallel=True)
    def even(x):
        total = 0.0
        for i in numba.prange(x.size):
            total += math.sqrt(x[i])
        return total

    @numba.njit(parallel=True)
    def uneven(x):
        total = 0
        for i in numba.prange(3000):
            for j in range(i):
                total += (i * j) & 3
        return total

    @numba.njit(parallel=True)
    def short(x):
        total = 0.0
        for i in numba.prange(256):
            total += x[i]
        return total
    x = np.arange(2_000_000 // int(sys.argv[2]) + 256, dtype=np.float64)
    short(x)
except Exception as refusal:
    lines = [line.strip() for line in str(refusal).splitlines() if line.strip()]
    print(next((line for line in lines if line.startswith(("No threading", "ValueError", "ImportError"))), lines[0]), file=sys.stderr)
    sys.exit(77)
for function, repeat in ((even, 1), (uneven, 1), (short, 50)):
    result = function(x)
    begin = time.perf_counter()
    for _ in range(repeat):
        function(x)
    print(function.__name__, (time.perf_counter() - begin) / repeat, result)
'''


def reach_the_module():
    """Imports heddle first: out of the interpreter's packages, or laid beside this tree's build."""
    if importlib.util.find_spec("heddle") is None:
        folder = tempfile.mkdtemp()
        subprocess.run([sys.executable, ROOT / "tests/python/run.py", ROOT / "build/release", "--stage", folder], check=True)
        sys.path.insert(0, folder)
    os.environ["PYTHONPATH"] = os.pathsep.join(sys.path[:1] + [os.environ.get("PYTHONPATH", "")])
    import heddle
    return heddle


def timed(call):
    begin = time.perf_counter()
    result = call()
    return time.perf_counter() - begin, result


def ufunc_rows(heddle, quick):
    import numpy as np
    for name, size in (("exp", 10**5), ("exp", 10**6), ("exp", 10**7), ("add", 10**7), ("arctan2", 10**6)):
        size = size // 10 if quick else size
        function = getattr(np, name)
        arrays = [np.linspace(0.1, 2, size) + i for i in range(function.nin)]
        outs = {one: np.empty(size) for one in ("heddle", "numpy")}
        calls = {"heddle": heddle.ufunc(function), "numpy": function}
        yield f"{name} of {size:,} doubles", {one: (lambda one=one: calls[one](*arrays, out=outs[one])[::size // 512].tobytes()) for one in calls}


def call_rows(heddle, quick):
    count = 200 if quick else 2000
    executor = concurrent.futures.ThreadPoolExecutor(heddle.workers())

    def futures(submit):
        return [future.result() for future in [submit(abs, -i) for i in range(count)]]

    yield f"{count} empty calls, spawn or submit", {"heddle": lambda: futures(heddle.spawn), "threads": lambda: futures(executor.submit)}
    yield f"map over {count} empty calls", {"heddle": lambda: heddle.map(abs, range(count)),
                                            "threads": lambda: list(executor.map(abs, range(count)))}


def joblib_rows(heddle, quick):
    import heddle.joblib  # noqa: F401
    import numpy as np
    from joblib import Parallel, delayed
    workers, names = heddle.workers(), {"heddle": "heddle", "threading": "threading", "loky": "loky"}
    arrays = [np.full(20_000, float(i)) for i in range(20 if quick else 200)]
    large = [np.full(400_000, float(i)) for i in range(4 if quick else 16)]

    def rows(function, items):
        return {one: (lambda one=one: Parallel(n_jobs=workers, backend=names[one])(delayed(function)(item) for item in items)) for one in names}

    yield f"{len(arrays)} batches of numpy, 0.2 ms each", rows(np.linalg.norm, [np.sort(one) for one in arrays])
    yield f"{len(large)} batches with 3 MB each", rows(_heavy, large)
    yield f"{500 if not quick else 50} empty batches", rows(abs, range(500 if not quick else 50))


def _heavy(array):
    import numpy
    return float(numpy.sin(array).sum())


def numba_rows(rounds, quick):
    """{row: {layer: [seconds]}}. A process has one layer, so each sample is a process of its own."""
    found, results, refused = {}, {}, set()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "kernels.py"
        file.write_text(KERNELS)
        for _ in range(rounds):
            for layer, name in LAYERS.items():
                if layer in refused:
                    continue
                environment = {**os.environ, "NUMBA_THREADING_LAYER": name}
                run = subprocess.run([sys.executable, file, layer, "10" if quick else "1"], env=environment, capture_output=True, text=True)
                if run.returncode == SKIPPED:
                    print(f"numba's layer {layer} is left out: {run.stderr.strip()}")
                    refused.add(layer)
                    continue
                if run.returncode != 0:
                    sys.exit(run.stderr)
                for line in run.stdout.splitlines():
                    row, seconds, result = line.split()
                    found.setdefault(f"numba prange, {row}", {}).setdefault(layer, []).append(float(seconds))
                    reference = results.setdefault(row, float(result))
                    if abs(float(result) - reference) > 1e-9 * abs(reference):
                        sys.exit(f"numba's {row} gives {result} on {layer}, and {reference} before")
    return found


def measure(name, contenders, rounds):
    """{contender: [seconds]}, in turns; the first round is not counted."""
    samples, reference = {one: [] for one in contenders}, None
    for number in range(rounds + 1):
        for one, call in contenders.items():
            seconds, result = timed(call)
            reference = result if reference is None else reference
            if result != reference:
                sys.exit(f"{name}: {one} gives another result")
            if number:
                samples[one].append(seconds)
    return samples


def show(name, samples):
    medians = {one: statistics.median(times) for one, times in samples.items()}
    mine = medians["heddle"]
    others = "  ".join(f"{one} {seconds * 1e3:.3f} ms ({mine / seconds:.2f})" for one, seconds in medians.items() if one != "heddle")
    print(f"{name:38} heddle {mine * 1e3:.3f} ms  {others}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", default="", help="rows whose name has this word")
    parser.add_argument("--quick", action="store_true", help="small sizes: does everything run?")
    parser.add_argument("--json", type=Path, help="all samples")
    options = parser.parse_args()
    heddle = reach_the_module()
    print(f"{heddle.workers()} workers; load before the run {os.getloadavg()[0]:.1f}. In brackets: Heddle's time divided by the other's")
    found = {}
    kinds = [(ufunc_rows, "numpy"), (call_rows, None), (joblib_rows, "joblib")]
    for kind, needed in kinds:
        if needed is not None and importlib.util.find_spec(needed) is None:
            print(f"rows of {needed} are left out: it is not installed")
            continue
        for name, contenders in kind(heddle, options.quick):
            if options.only in name:
                found[name] = measure(name, contenders, options.rounds)
                show(name, found[name])
    if importlib.util.find_spec("numba") is None:
        print("rows of numba are left out: it is not installed")
    elif any(options.only in name for name in NUMBA_ROWS):
        rows = {name: samples for name, samples in numba_rows(options.rounds, options.quick).items() if options.only in name}
        for name, samples in rows.items():
            show(name, samples)
        found.update(rows)
    if options.json:
        options.json.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
