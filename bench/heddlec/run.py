#!/usr/bin/env python3
"""What heddlec costs: instructions of a replayed task beside a plan by hand, times of compiling, sizes.

usage: run.py HEDDLEC [--rounds 20]

Instructions: callgrind on one thread, 300 laps minus 100, by the tasks of a lap. Compile times: processor time of the
process and its children, best of so many rounds."""

import argparse
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TASKS = 4 * 8192 // 8


def instructions(program, laps):
    ran = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, str(laps)],
                         capture_output=True, text=True, env=dict(os.environ, OMP_NUM_THREADS="1"), check=True)
    return int(re.search(r"Collected : (\d+)", ran.stderr).group(1))


def of_a_task(program):
    return (instructions(program, 300) - instructions(program, 100)) / (200 * TASKS)


def seconds(words, rounds):
    best = None
    for _ in range(rounds):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = took if best is None else min(best, took)
    return best


def tasks_in_c(count):
    lines = "".join("#pragma oss task inout(x)\nx++;\n" for _ in range(count))
    return f"#include <stdio.h>\n#include <stdlib.h>\nint f(int x) {{\n{lines}#pragma oss taskwait\nreturn x;\n}}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("heddlec")
    parser.add_argument("--rounds", type=int, default=20)
    given = parser.parse_args()
    root, heddlec = HERE.parents[1], given.heddlec
    library = pathlib.Path(heddlec).resolve().parents[1] / "lib"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([heddlec, "g++", "-O2", HERE / "directives.cpp", "-o", folder / "directives"], check=True)
        subprocess.run(["g++", "-O2", "-std=c++20", f"-I{root}/include", HERE / "plan.cpp", "-o", folder / "plan", f"-L{library}",
                        "-lheddle", f"-Wl,-rpath,{library}"], check=True)
        ours, hand = of_a_task(folder / "directives"), of_a_task(folder / "plan")
        print(f"instructions of a replayed task: {ours:.1f} by directives, {hand:.1f} by hand, ratio {ours / hand:.3f}")
        empty, four, many, plain = (folder / file for file in ("empty.c", "four.c", "many.c", "plain.c"))
        empty.write_text("int x;\n")
        four.write_text(tasks_in_c(4))
        many.write_text(tasks_in_c(1000))
        passed = seconds([heddlec, "gcc", "-O2", "-c", empty, "-o", folder / "o.o"], given.rounds)
        alone = seconds(["gcc", "-O2", "-c", empty, "-o", folder / "o.o"], given.rounds)
        print(f"C file without directives: {1000 * (passed - alone):.1f} ms more than gcc alone ({1000 * alone:.1f})")
        for file, what in ((four, "C, 4 directives"), (many, "C, 1,000 directives")):
            front = seconds([heddlec, "--emit-source=/dev/null", "-c", file], given.rounds)
            print(f"{what}: heddlec itself {1000 * front:.1f} ms")
        cxx = HERE.parents[1] / "tests/heddlec/programs/oss_tasks.cpp"
        front = seconds([heddlec, "--emit-source=/dev/null", "-c", cxx], max(3, given.rounds // 4))
        whole = seconds(["g++", "-O2", "-std=gnu++20", "-w", "-c", cxx, "-o", folder / "o.o"], max(3, given.rounds // 4))
        print(f"C++, {cxx.name}: heddlec itself {1000 * front:.0f} ms, g++ -O2 -c {1000 * whole:.0f}, ratio {front / whole:.2f}")
        print(f"binary: {os.path.getsize(heddlec) / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
