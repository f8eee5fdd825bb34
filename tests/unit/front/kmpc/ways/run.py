#!/usr/bin/env python3
"""usage: run.py <folder of libomp.so.5> <folder to build in>

Builds ways.c by clang, and by gcc for libomp.so.5, and runs its claims on Heddle; and on the libomp that HEDDLE_DISABLE=1
hands over to, since they are claims about it. Exit status 77: no clang here."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

CLANG = "clang-19"
SOURCE = Path(__file__).resolve().parent / "ways.c"
OF_CLANGS_CODE = ("list", "strict")  # clauses in calls that GCC's parallel regions do not look for

# A claim's name in ways.c, its variables, what standard output must be, how it ends.
CLAIMS = [
    ("vectors", {}, "", 0),
    ("schedule", {}, "", 0),
    ("unchosen", {}, "", 0),
    ("other_schedules", {"OMP_SCHEDULE": "trapezoidal,6", "WANTED_KIND": "101"}, "", 0),
    ("other_schedules", {"OMP_SCHEDULE": "static_steal,6", "WANTED_KIND": "2"}, "", 0),
    ("list", {"OMP_NUM_THREADS": "4"}, "", 0),
    ("late", {"OMP_NUM_THREADS": "2"}, "", 0),
    ("nothing", {}, "", 0),
    ("pool", {}, "", 0),
    ("stays", {"OMP_PLACES": "threads"}, "", 0),
    ("teams", {"OMP_PLACES": "threads"}, "", 0),
    ("defaults", {}, "", 0),
    # 3 threads, not again; 2, and twice 2 in them, not again; 3, since another team was shown in between.
    ("shown", {"OMP_DISPLAY_AFFINITY": "1", "OMP_AFFINITY_FORMAT": "l%L n%n N%N"},
     sorted(["l1 n0 N3", "l1 n1 N3", "l1 n2 N3"] * 2 + ["l1 n0 N2", "l1 n1 N2"] + ["l2 n0 N2", "l2 n1 N2"] * 2), 0),
    ("strict", {"OMP_THREAD_LIMIT": "5"}, "", -signal.SIGABRT),
]


def build(compiler, kmpc, folder):
    program = folder / f"ways_{compiler}"
    command = [compiler, "-fopenmp", "-O1", "-g", "-Wall", "-Wextra", "-Wno-unknown-pragmas"]
    if compiler == "gcc":
        subprocess.run([*command, "-c", SOURCE, "-o", f"{program}.o"], check=True)
        command = ["gcc", f"{program}.o", f"-L{kmpc}", "-lomp", f"-Wl,-rpath-link,{Path(kmpc).parent.parent}"]
        subprocess.run([*command, "-o", program], check=True)
    else:
        subprocess.run([*command, SOURCE, "-o", program], check=True)
    return program


def holds(program, kmpc, claim, disable):
    name, variables, output, status = claim
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("OMP_", "GOMP_", "KMP_", "HEDDLE_"))}
    environment = kept | {"LD_LIBRARY_PATH": kmpc, "HEDDLE_DISABLE": disable} | variables
    done = subprocess.run([program, name], env=environment, timeout=60, capture_output=True, text=True, check=False)
    shown = sorted(done.stdout.splitlines()) if isinstance(output, list) else done.stdout
    if (done.returncode, shown) == (status, output):
        return True
    print(f"{program.name} {name} {variables}, HEDDLE_DISABLE={disable}: {done.returncode}\n{done.stdout}{done.stderr}")
    return False


def main(kmpc, folder):
    if not shutil.which(CLANG):
        print(f"skipped: {CLANG} is not installed")
        return 77
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    results = []
    for compiler in (CLANG, "gcc"):
        program = build(compiler, kmpc, folder)
        claims = [claim for claim in CLAIMS if compiler == CLANG or claim[0] not in OF_CLANGS_CODE]
        results += [holds(program, kmpc, claim, "0") for claim in claims]
        if compiler == CLANG:
            results += [holds(program, kmpc, claim, "1") for claim in CLAIMS]
    return not all(results)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
