#!/usr/bin/env python3
"""usage: run.py <folder of libgomp.so.1> <folder of libomp.so.5> <folder to build in>

Builds processes of gcc's and clang's code and runs them on Heddle: each code calls its own library, or gcc's objects
have been linked by clang and call libomp.so.5, too. Exit status 77: no clang here."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
CLANG = "clang-19"


def build_of_objects(folder):
    for name, compiler in (("gcc", "gcc"), ("clang", CLANG)):
        subprocess.run([compiler, "-fopenmp", "-O1", "-g", "-c", f"-DNAME={name}", HERE / "side.c", "-o",
                        folder / f"{name}_side.o"], check=True)
    program = folder / "of_objects"
    subprocess.run([CLANG, "-fopenmp", "-O1", "-g", HERE / "main.c", folder / "gcc_side.o", folder / "clang_side.o", "-o",
                    program], check=True)
    return program


def build(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name, compiler in (("gcc", "gcc"), ("clang", CLANG)):
        subprocess.run([compiler, "-fopenmp", "-O1", "-g", "-fPIC", "-shared", f"-DNAME={name}", HERE / "side.c", "-o",
                        folder / f"lib{name}_side.so"], check=True)
    program = folder / "mixed"
    subprocess.run(["gcc", "-O1", "-g", HERE / "main.c", "-o", program, f"-L{folder}", "-lgcc_side", "-lclang_side",
                    f"-Wl,-rpath,{folder}"], check=True)
    return program


def run(program, folders, threads):
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("OMP_", "GOMP_", "KMP_", "HEDDLE_"))}
    environment = kept | {"LD_LIBRARY_PATH": folders, "OMP_NUM_THREADS": threads}
    done = subprocess.run([program, threads], env=environment, timeout=60)
    if done.returncode:
        print(f"{program.name} with {threads} threads: exit status {done.returncode}")
    return done.returncode != 0


def main(gomp, kmpc, folder):
    if not shutil.which(CLANG):
        print(f"skipped: {CLANG} is not installed")
        return 77
    libraries, objects = build(Path(folder)), build_of_objects(Path(folder))
    failures = [run(libraries, f"{gomp}:{kmpc}", threads) + run(objects, kmpc, threads) for threads in ("2", "4")]
    return any(failures)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
