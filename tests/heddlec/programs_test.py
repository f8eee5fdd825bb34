#!/usr/bin/env python3
"""Each program of programs/ says in its first lines what it prints. It is compiled by heddlec with each backend, and run
with 1, 2, 3 and 8 threads. Without an `expect` line the serial elision (the backend alone, directives ignored) is the
judge. `flags` are the backend's, which the elision does without.

usage: programs_test.py HEDDLEC [--only NAME] [--backends gcc,clang-19]"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
THREADS = (1, 2, 3, 8)
CXX = {"gcc": "g++", "clang-19": "clang++-19"}


def said(source, word):
    match = re.search(rf"^// {word}: (.*)$", source.read_text(), re.M)
    return match.group(1) if match else None


def build(command, source, backend, target, flags=()):
    compiler = CXX[backend] if source.suffix == ".cpp" else backend
    words = [*command, compiler, "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas", "-pthread", *flags]
    return subprocess.run([*words, source, "-o", target, "-lm"], capture_output=True, text=True, timeout=120)


def run(program, threads):
    environment = dict(os.environ, OMP_NUM_THREADS=str(threads))
    return subprocess.run([program], capture_output=True, text=True, timeout=120, env=environment)


def expected_of(source, folder):
    written = said(source, "expect")
    if written is not None:
        return written.replace("|", "\n") + "\n"
    plain = folder / "plain"
    made = build([], source, "gcc", plain)
    if made.returncode != 0:
        raise SystemExit(f"{source.name} alone: {made.stderr}")
    return run(plain, 1).stdout


def judge(heddlec, source, backend):
    """@returns what went wrong, as lines"""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        options = [heddlec] + ([f"--dialect={said(source, 'dialect')}"] if said(source, "dialect") else [])
        options += (said(source, "options") or "").split()
        made = build(options, source, backend, folder / "program", (said(source, "flags") or "").split())
        if made.returncode != 0:
            return [f"{source.name} by {backend}: status {made.returncode}\n{made.stderr}"]
        wrong = []
        expected, status = expected_of(source, folder), int(said(source, "status") or 0)
        for threads in THREADS:
            ran = run(folder / "program", threads)
            if ran.stdout != expected or ran.returncode != status:
                wrong.append(f"{source.name} by {backend}, {threads} threads: status {ran.returncode}\n"
                             f"--- expected\n{expected}--- printed\n{ran.stdout}{ran.stderr}")
        return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("heddlec")
    parser.add_argument("--only", default="")
    parser.add_argument("--backends", default="gcc,clang-19")
    given = parser.parse_args()
    wrong, ran = [], 0
    for source in sorted((HERE / "programs").glob("*.c*")):
        if given.only not in source.name:
            continue
        for backend in given.backends.split(","):
            found = judge(given.heddlec, source, backend)
            print(f"{'wrong' if found else 'right'}  {source.name} by {backend}", flush=True)
            wrong += found
            ran += 1
    print("\n".join(wrong))
    print(f"{ran} programs built, {len(wrong)} failures, each run with {', '.join(map(str, THREADS))} threads")
    return 1 if wrong or ran == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
