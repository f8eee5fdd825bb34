#!/usr/bin/env python3
"""usage: run.py <folder of libgomp.so.1> <folder of libomp.so.5> <folder to build in>

Builds one process of gcc's and clang's code and runs it on Heddle. Exit status 77: no clang here."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
CLANG = "clang-19"


def build(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name, compiler in (("gcc", "gcc"), ("clang", CLANG)):
        subprocess.run([compiler, "-fopenmp", "-O1", "-g", "-fPIC", "-shared", f"-DNAME={name}", HERE / "side.c", "-o",
                        folder / f"lib{name}_side.so"], check=True)
    program = folder / "mixed"
    subprocess.run(["gcc", "-O1", "-g", HERE / "main.c", "-o", program, f"-L{folder}", "-lgcc_side", "-lclang_side",
                    f"-Wl,-rpath,{folder}"], check=True)
    return program


def main(gomp, kmpc, folder):
    if not shutil.which(CLANG):
        print(f"skipped: {CLANG} is not installed")
        return 77
    program = build(Path(folder))
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("OMP_", "GOMP_", "KMP_", "HEDDLE_"))}
    failed = 0
    for threads in ("2", "4"):
        environment = kept | {"LD_LIBRARY_PATH": f"{gomp}:{kmpc}", "OMP_NUM_THREADS": threads}
        done = subprocess.run([program, threads], env=environment, timeout=60)
        if done.returncode:
            print(f"with {threads} threads: exit status {done.returncode}")
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
