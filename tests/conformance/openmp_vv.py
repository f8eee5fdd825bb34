#!/usr/bin/env python3
"""Builds the tests of OpenMP_VV and runs each binary on the runtime of its compiler and on Heddle.

The suite is not part of this repository: git clone https://github.com/OpenMP-Validation-and-Verification/OpenMP_VV
A test passes when it exits with 0. A test that passes on the compiler's runtime and not on Heddle is run again, on
both in turns; it counts as lost when Heddle passes it less often. Exit status 1: at least one is lost."""

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
COMPILERS = {
    "clang": {".c": ["clang-19"], ".cpp": ["clang++-19"]},
    "gcc": {".c": ["gcc"], ".cpp": ["g++"], ".F90": ["gfortran", "-ffree-line-length-none"]},
    "flang": {".F90": ["flang-new-19"]},
}
RUNTIMES = {"clang": "libomp.so.5", "flang": "libomp.so.5", "gcc": "libgomp.so.1"}
FLAGS = ["-O3", "-fopenmp", "-w"]
# Constructs for devices. On a machine without any they run on the host, and say little about a host's runtime.
DEVICE = re.compile(r"^\s*(?:#\s*pragma\s+omp|!\$omp)\b.*\b(?:target|requires|interop|groupprivate)\b", re.I | re.M)
NAMED_SETTING = re.compile(r"test_(\w+?)_env_(\w+)$")


@dataclass(frozen=True)
class Test:
    name: str
    source: Path
    binary: Path

    def environment(self, directory, threads):
        kept = {k: v for k, v in os.environ.items() if not re.match(r"(OMP|GOMP|HEDDLE|KMP)_|LD_", k)}
        if directory:
            kept["LD_LIBRARY_PATH"] = str(directory)
        kept["OMP_NUM_THREADS"] = str(threads)
        setting = NAMED_SETTING.match(self.source.stem)  # test_omp_num_teams_env_2: OMP_NUM_TEAMS=2
        if setting:
            kept[setting.group(1).upper()] = setting.group(2)
        return kept


def find_tests(options):
    tests = []
    for source in sorted((options.suite / "tests").rglob("*")):
        name = str(source.relative_to(options.suite / "tests"))
        if source.suffix not in COMPILERS[options.compiler] or not re.search(options.only, name):
            continue
        if bool(DEVICE.search(source.read_text(errors="replace"))) == (options.kind == "device"):
            tests.append(Test(name, source, options.build_dir / (name + ".out")))
    return tests


def compile_test(test, options):
    if test.binary.exists() and test.binary.stat().st_mtime > test.source.stat().st_mtime:
        return True
    test.binary.parent.mkdir(parents=True, exist_ok=True)
    library = options.suite / "ompvv"
    with tempfile.TemporaryDirectory() as modules:  # two tests at once must not share a module file
        extra = [f"-J{modules}"] if test.source.suffix == ".F90" else []
        if options.compiler == "gcc" and extra:  # the tests include it; flang would have it twice
            extra.append(str(library / "ompvv.F90"))
        if options.compiler == "flang":  # it asks for devices, by LLVM's library on top of either runtime
            folder = [f"-L{options.stock}", f"-Wl,--enable-new-dtags,-rpath,{options.stock}"] if options.stock else []
            extra += ["-lomptarget", *folder]
        command = [*COMPILERS[options.compiler][test.source.suffix], *FLAGS, f"-I{library}", *extra, str(test.source),
                   "-o", str(test.binary), "-lm", *(["-latomic"] if options.compiler == "clang" else [])]
        try:
            done = subprocess.run(command, capture_output=True, timeout=120)
        except subprocess.TimeoutExpired:
            return False
    return done.returncode == 0


def passes(test, directory, threads, limit):
    """Whether it passes, and its last words if not."""
    with tempfile.TemporaryFile() as output:  # a pipe would be kept open by children that outlive the test
        child = subprocess.Popen([str(test.binary)], env=test.environment(directory, threads), stdout=output,
                                 stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True)
        try:
            status = child.wait(limit)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
            return False, f"no end after {limit} s"
        output.seek(0)
        words = output.read()[-2000:].decode(errors="replace").strip().splitlines()
    return status == 0, "" if status == 0 else f"exit status {status}: " + " | ".join(words[-3:])


def run_everywhere(test, options):
    rows = []
    for threads in options.threads:
        stock, stock_says = passes(test, options.stock, threads, options.limit)
        ours, ours_says = passes(test, options.heddle, threads, options.limit)
        row = {"test": test.name, "threads": threads, "stock": stock, "heddle": ours,
               "stock_says": stock_says, "heddle_says": ours_says, "again": []}
        if stock and not ours:
            row["again"] = [(passes(test, options.stock, threads, options.limit)[0],
                             passes(test, options.heddle, threads, options.limit)[0]) for _ in range(options.again)]
        rows.append(row)
    return rows


def lost(row):
    pairs = [(row["stock"], row["heddle"]), *row["again"]]
    return sum(ours for _, ours in pairs) < sum(stock for stock, _ in pairs)


def report(rows, options):
    for row in rows:
        if lost(row):
            again = " ".join(f"{'stock' if s else '-'}/{'heddle' if h else '-'}" for s, h in row["again"])
            print(f"LOST {row['test']} with {row['threads']} threads: {row['heddle_says']} (passed again: {again})")
    for threads in options.threads:
        mine = [r for r in rows if r["threads"] == threads]
        print(f"{threads} threads: {sum(r['stock'] for r in mine)} pass on the compiler's runtime, "
              f"{sum(r['heddle'] for r in mine)} on Heddle, {sum(lost(r) for r in mine)} lost")
    return any(lost(row) for row in rows)


def check_loaded(test, directory, library):
    """Asks the loader: a silent fallback would compare a runtime with itself."""
    env = test.environment(directory, 1) | {"LD_TRACE_LOADED_OBJECTS": "1"}
    listing = subprocess.run([str(test.binary)], env=env, capture_output=True, text=True).stdout
    found = re.search(rf"{re.escape(library)} => (\S+)", listing)
    if found is None or Path(found.group(1)).resolve() != (directory / library).resolve():
        sys.exit(f"{test.name} would load {found and found.group(1)}, not {directory / library}")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", type=Path, required=True, metavar="DIR", help="a checkout of OpenMP_VV")
    parser.add_argument("--compiler", choices=COMPILERS, default="clang", help="(default %(default)s)")
    parser.add_argument("--kind", choices=("host", "device"), default="host",
                        help="tests without, or with, constructs for devices (default %(default)s)")
    parser.add_argument("--heddle", type=Path, metavar="DIR", help="where Heddle's libomp.so.5 (libgomp.so.1) is; default: build/release")
    parser.add_argument("--stock", type=Path, metavar="DIR", help="where the compiler's is; default: where the loader finds it")
    parser.add_argument("--build-dir", type=Path, default=HERE.parent.parent / "build" / "openmp_vv")
    parser.add_argument("--threads", default="2,4,8", help="OMP_NUM_THREADS (default %(default)s)")
    parser.add_argument("--limit", type=float, default=30, help="seconds for a run (default %(default)s)")
    parser.add_argument("--again", type=int, default=5, help="further runs of what seems lost (default %(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="tests built, or run, at once (default %(default)s)")
    parser.add_argument("--only", default="", metavar="REGEX", help="tests whose path matches")
    parser.add_argument("--json", type=Path, help="write every result here")
    options = parser.parse_args()
    options.threads = [int(n) for n in options.threads.split(",")]
    options.build_dir = (options.build_dir / options.compiler).resolve()
    door = {"clang": "kmpc", "flang": "kmpc", "gcc": "gomp"}[options.compiler]
    options.heddle = (options.heddle or HERE.parent.parent / "build/release/lib/heddle" / door).resolve()
    for directory, what in ((options.heddle, RUNTIMES[options.compiler]), (options.suite, "ompvv/ompvv.h")):
        if not (directory / what).exists():
            parser.error(f"{directory} holds no {what}")
    return options


def main():
    options = parse_arguments()
    tests = find_tests(options)
    with ThreadPoolExecutor(options.jobs) as pool:
        built = [t for t, good in zip(tests, pool.map(lambda t: compile_test(t, options), tests)) if good]
        print(f"{len(tests)} tests, {len(built)} build with {options.compiler}", flush=True)
        if not built:
            return 1
        library = RUNTIMES[options.compiler]
        check_loaded(built[0], options.heddle, library)
        if options.stock:
            check_loaded(built[0], options.stock, library)
        rows = [row for part in pool.map(lambda t: run_everywhere(t, options), built) for row in part]
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1) + "\n")
    return report(rows, options)


if __name__ == "__main__":
    sys.exit(main())
