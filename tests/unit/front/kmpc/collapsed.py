#!/usr/bin/env python3
"""usage: collapsed.py <folder of libomp.so.5> <folder to build in>

Builds collapsed.c by clang and runs it on Heddle, and on the libomp that HEDDLE_DISABLE=1 hands over to. Exit status 77:
no clang here."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

CLANG = "clang-19"


def main(kmpc, folder):
    if not shutil.which(CLANG):
        print(f"skipped: {CLANG} is not installed")
        return 77
    program = Path(folder) / "collapsed"
    program.parent.mkdir(parents=True, exist_ok=True)
    source = Path(__file__).resolve().parent / "collapsed.c"
    subprocess.run([CLANG, "-fopenmp", "-O1", "-g", "-Wall", "-Wextra", source, "-o", program], check=True)
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("OMP_", "GOMP_", "KMP_", "HEDDLE_"))}
    kept |= {"LD_LIBRARY_PATH": kmpc, "OMP_DYNAMIC": "false"}
    failed = 0
    for threads in ("1", "2", "3", "8"):
        for disable in ("0", "1"):
            environment = kept | {"OMP_NUM_THREADS": threads, "HEDDLE_DISABLE": disable}
            done = subprocess.run([program], env=environment, timeout=60)
            if done.returncode:
                print(f"with {threads} threads, HEDDLE_DISABLE={disable}: exit status {done.returncode}")
                failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
