#!/usr/bin/env python3
"""Programs of Myrmics on the library beside their serial elision: the same source, linked twice; and beside MPI's.

    tests/regions/run.py --library build/release/lib                       everything that CI runs
    tests/regions/run.py --library build/release/lib --only random --count 20000 --threads 1,2,4,8
    tests/regions/campaign.py --library build/release/lib        random programs on every tree of scheduler nodes
    tests/regions/run.py --simulator build/release/bin/random_simulated --only simulated --count 5000

Exit status 1: something differs, did not end, or said the wrong thing. The first seed that differs is printed."""

import argparse
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
REPO = HERE.parents[1]
PROGRAMS = REPO / "bench/papers/myrmics/programs"
MPI = REPO / "bench/papers/myrmics/mpi"
NAMES = ("jacobi", "matrix", "bitonic", "kmeans", "fft", "ray", "barnes", "md5", "multilevel", "selftest")
TOLERANCES = {"kmeans": 1e-5, "barnes": 1e-4}  # beside MPI, which adds up in another order
PARTS = ("header", "calls", "mistakes", "mixed", "programs", "random", "races", "mpi", "simulated", "ranks")
FLAGS = ["-O2", "-g", "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{REPO / 'include'}"]


SKIPPED = 77  # as CTest is told


class Failed(Exception):
    pass


class Skipped(Exception):
    pass


def command(words, **more):
    result = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **more)
    return result.returncode, result.stdout, result.stderr


def must(words, **more):
    status, out, err = command(words, **more)
    if status != 0:
        raise Failed(f"{' '.join(map(str, words))}: status {status}\n{err[-3000:]}")
    return out


class Built:
    """Programs, each built once."""

    def __init__(self, options, work):
        self.work, self.options = work, options

    def link(self):
        library = self.options.library.resolve()
        return [f"-L{library}", "-lheddle", f"-Wl,-rpath,{library}", *self.options.flags.split()]

    def _build(self, name, words):
        binary = self.work / name
        must([*words, "-o", binary])
        return binary

    def serial(self, source):
        return self._build(f"{source.stem}.serial", ["gcc", "-std=gnu11", *FLAGS, source, PROGRAMS / "elision.c", "-lffi", "-lm"])

    def parallel(self, source):
        words = ["gcc", "-std=gnu11"] if source.suffix == ".c" else ["g++", "-std=c++20"]
        return self._build(f"{source.stem}.{source.suffix[1:]}.heddle", [*words, *FLAGS, source, *self.link(), "-lm"])

    def in_library(self, source):
        """The same in a library, so that its tables are not the program's."""
        library = self._build(f"lib{source.stem}.so", ["gcc", "-std=gnu11", *FLAGS, "-shared", "-fPIC", "-Dmain=main_of_library", source, *self.link()])
        words = ["gcc", "-x", "c", "-", "-x", "none", library, *self.link(), f"-Wl,-rpath,{self.work}"]
        binary = self.work / f"{source.stem}.in_library"
        must([*words, "-o", binary], input="int main_of_library(int, char**);\nint main(int count, char** words) { return main_of_library(count, words); }\n")
        return binary

    def mpi(self, name, kind):
        return self._build(f"{name}.{kind}", [f"mpicc.{kind}", "-std=gnu11", "-O2", MPI / f"{name}.c", "-lm"])


def environment(options, threads):
    settings = dict(setting.split("=", 1) for setting in options.env)
    return {**os.environ, "OMP_NUM_THREADS": str(threads), **settings}


def answer(text):
    """What a program has found: its last line that begins with result or values."""
    lines = [line for line in text.splitlines() if line.startswith(("result", "values"))]
    if not lines or len([line for line in text.splitlines() if not line.startswith(("result", "values", "seconds"))]) > 0:
        raise Failed(f"unexpected output: {text[:500]}")
    return lines[-1]


def same(one, other, tolerance):
    if tolerance == 0:
        return one == other
    a, b = ([float(word) for word in line.split()[1:]] for line in (one, other))
    return len(a) == len(b) and all(math.isclose(x, y, rel_tol=tolerance, abs_tol=tolerance) for x, y in zip(a, b))


def programs(built, options):
    wanted = {}
    for name in NAMES:
        source = PROGRAMS / f"{name}.c"
        wanted[name] = answer(must([built.serial(source)], timeout=60))
        binary = built.parallel(source)
        for threads in options.threads:
            found = answer(must([binary], env=environment(options, threads), timeout=60))
            if found != wanted[name]:  # the same sums in the same order: bit for bit
                raise Failed(f"{name}, {threads} threads: {found}, the elision {wanted[name]}")
    print(f"programs: {len(NAMES)} programs, threads {options.threads}: as the elision")


def mpi(built, options):
    for kind, more in (("openmpi", ["--oversubscribe", "--allow-run-as-root"]), ("mpich", [])):
        if not shutil.which(f"mpicc.{kind}") or not shutil.which(f"mpirun.{kind}"):
            print(f"mpi: {kind} is not installed, left out")
            continue
        for name in NAMES[:-1]:
            wanted = answer(must([built.serial(PROGRAMS / f"{name}.c")], timeout=60))
            binary = built.mpi(name, kind)
            for ranks in options.ranks:
                # Idle ranks of Open MPI spin; MPICH's on few cores, too: what they compute is what counts.
                found = answer(must([f"mpirun.{kind}", *more, "-n", ranks, binary], timeout=100))
                if not same(found, wanted, TOLERANCES.get(name, 0)):
                    raise Failed(f"{name}, {kind}, {ranks} ranks: {found}, the elision {wanted}")
        print(f"mpi: {len(NAMES) - 1} programs, {kind}, ranks {options.ranks}: as the elision")


class Launcher:
    """mpirun of one MPI, for which there is a transport."""

    def __init__(self, kind, options):
        self.kind, self.options = kind, options
        self.more = ["--oversubscribe", "--allow-run-as-root"] if kind == "openmpi" else []

    def why_not(self):
        if not shutil.which(f"mpirun.{self.kind}"):
            return f"mpirun.{self.kind} is not installed"
        plug_in = self.options.library / "heddle" / self.kind / "libheddle_mpi.so"
        return None if plug_in.exists() else f"there is no {plug_in}: it was built without {self.kind}"

    def run(self, ranks, words, threads=1, **env):
        settings = {**environment(self.options, threads), **env}
        return command([f"mpirun.{self.kind}", *self.more, "-n", ranks, *words], env=settings, timeout=200)


# How tests/regions/ranks.c ends: what it prints, and whether the status is 0.
PLACE = r" \[.*ranks\.c:\d+\]"
ENDS = {
    ("spread",): (r"\Apassed\n\Z", True),
    ("moves",): (r"\Apassed\n\Z", True),
    ("many",): (r"\Apassed\n\Z", True),
    ("tables",): (r"\Apassed\n\Z", True),
    ("again",): (r"\Apassed\n\Z", True),
    ("everywhere",): (r"\Apassed\n\Z", True),
    ("computes",): (r"\Apassed\n\Z", True),
    ("forks",): (r"\Apassed\n\Z", True),
    ("starts",): (r"\Apassed\n\Z", True),
    ("first_taken",): (r"\Apassed\n\Z", True),
    ("status",): (r"passed\n", False),
    ("segv",): (r"heddle: error: rank \d on \S+: killed by signal 11 \(SIGSEGV\) in the task of .*ranks\.c:\d+\n", False),
    ("abort",): (r"heddle: error: rank \d on \S+: killed by signal 6 \(SIGABRT\) in the task of .*ranks\.c:\d+\n", False),
    ("kill",): (r"(?i)killed", False),  # the launcher says it
    ("exit",): (r"heddle: error: rank \d on \S+: the program ends \(status 0\) while tasks run, let main return", False),
    ("stop",): (r"heddle: error: rank \d has not been heard of for \d+ seconds \(HEDDLE_LOST\), all ranks end", False),
    ("stops",): (r"heddle: error: rank 1 has not been heard of for \d+ seconds \(HEDDLE_LOST\), all ranks end", False),
    ("stack",): (r"heddle: error: myrmics_run: other ranks know the table of their first run alone", False),
    ("thread",): (r"heddle: error: rank 1 on \S+: the program ends \(status 0\) while the rank serves rank 0, let main return", False),
    ("mistake",): (r"heddle: error: sys_free: 0x\w+ lies inside the object .*" + PLACE, False),
    ("late",): (r"heddle: error: sys_spawn: argument 1: 0x\w+ lies inside the object .*" + PLACE, False),
    ("late", "handled"): (r"told: sys_spawn: argument 1: 0x\w+ lies inside the object .*" + PLACE, True),
    ("taken",): (r"heddle: error: myrmics_run: no range of addresses is free on all ranks; rank 1 on \S+ has there "
                 r"200000000000-200000001000 .*, see", False),
}


OWN_MPI = """#define MYRMICS_NO_COMPAT_NAMES
#include <mpi.h>
#include <myrmics.h>
static void start(void) {}
static func_t table[] = {(func_t)start};
int main(int count, char** words) {
  MPI_Init(&count, &words);
  return myrmics_run(table, NULL, 0);
}
"""


def ranks_of(launcher, built, options):
    for name in NAMES:
        wanted = answer(must([built.serial(PROGRAMS / f"{name}.c")], timeout=60))
        binary = built.parallel(PROGRAMS / f"{name}.c")
        for count in options.ranks:
            status, out, err = launcher.run(count, [binary])
            if status != 0 or answer(out) != wanted:
                raise Failed(f"{name}, {launcher.kind}, {count} ranks: status {status}, {out[-300:]}{err[-2000:]}, the elision {wanted}")
    binary, serial = built.parallel(HERE / "random.c"), built.serial(HERE / "random.c")
    wanted = {seed: int(value, 16) for seed, value in (line.split() for line in must([serial, options.first, options.count]).splitlines())}
    for count, threads in zip(options.ranks, (2, 1, 1, 1)):
        status, out, err = launcher.run(count, [binary, options.first, options.count, "ranks"], threads)
        found = dict.fromkeys(wanted, 0)
        for line in out.splitlines():  # each rank has what its own tasks have seen
            seed, value = line.split()
            found[seed] = (found[seed] + int(value, 16)) % 2**64
        if status != 0 or found != wanted:
            bad = [seed for seed in wanted if found[seed] != wanted[seed]]
            raise Failed(f"random, {launcher.kind}, {count} ranks: status {status}, seeds {bad[:5]}\n{err[-2000:]}")
    binary = built.parallel(HERE / "ranks.c")
    for words, (pattern, succeeds) in ENDS.items():
        begin = time.monotonic()
        status, out, err = launcher.run(2, [binary, *words], 2 if words[0] in ("everywhere", "forks") else 1, HEDDLE_LOST="3")
        took = time.monotonic() - begin
        if (status == 0) != succeeds or not re.search(pattern, out + err) or took > 20:
            raise Failed(f"ranks {words}, {launcher.kind}: status {status} after {took:.1f} s, wanted {pattern}\n{out}{err}")
    status, out, err = launcher.run(2, [built.in_library(HERE / "ranks.c"), "again"])
    if status != 0 or out != "passed\n":
        raise Failed(f"tables in a library, {launcher.kind}: status {status}\n{out}{err}")
    own_mpi = built.work / f"own_mpi.{launcher.kind}"
    if shutil.which(f"mpicc.{launcher.kind}"):
        must([f"mpicc.{launcher.kind}", "-x", "c", f"-I{REPO / 'include'}", "-", "-x", "none", *built.link(), "-o", own_mpi], input=OWN_MPI)
        status, _, err = launcher.run(2, [own_mpi])
        if status == 0 or "heddle: error: myrmics_run: the program has initialised MPI itself" not in err:
            raise Failed(f"a program that has initialised MPI, {launcher.kind}: status {status}\n{err}")
    print(f"ranks: {launcher.kind}, {options.ranks} ranks: {len(NAMES)} programs and {options.count} random ones as the elision, "
          f"{len(ENDS)} ends as they should be")


def ranks(built, options):
    launchers = [Launcher(kind, options) for kind in ("openmpi", "mpich")]
    reasons = [reason for launcher in launchers if (reason := launcher.why_not())]
    for reason in reasons:
        print(f"ranks: {reason}, left out")
    if len(reasons) == len(launchers):
        raise Skipped
    for launcher in launchers:
        if not launcher.why_not():
            ranks_of(launcher, built, options)


def compare(found, wanted, what):
    for one, other in zip(found.splitlines(), wanted.splitlines()):
        if one != other:
            raise Failed(f"{what}: seed {other.split()[0]}: {one.split()[1:]}, the elision {other.split()[1:]}")
    if len(found.splitlines()) != len(wanted.splitlines()):
        raise Failed(f"{what}: {len(found.splitlines())} of {len(wanted.splitlines())} programs have ended")


def random(built, options):
    source = HERE / "random.c"
    serial, binary = built.serial(source), built.parallel(source)
    step = 500
    for threads in options.threads:
        for first in range(options.first, options.first + options.count, step):
            count = min(step, options.first + options.count - first)
            wanted = must([serial, first, count])
            status, found, err = command([binary, first, count], env=environment(options, threads), timeout=300)
            what = f"random, {threads} threads {' '.join(options.env)}"
            compare(found, wanted, what)
            if status != 0:
                raise Failed(f"{what}, seeds from {first}: status {status}\n{err[-2000:]}")
    print(f"random: {options.count} programs, threads {options.threads} {' '.join(options.env)}: as the elision")


def races(built, options):
    """Programs built with ThreadSanitizer: the random ones are not accused, one with a race is."""
    tsan = ["-fsanitize=thread", "-O1"]
    fixed = ["setarch", "-R"] if command(["setarch", "-R", "true"])[0] == 0 else []
    empty = built.work / "empty"
    must(["gcc", *tsan, "-x", "c", "-", "-o", empty], input="int main(void) { return 0; }")
    if any(command([*fixed, empty])[0] != 0 for _ in range(8)):
        print("races: ThreadSanitizer cannot start on this machine, left out")
        return
    binaries = {}
    for source, words in (("random.c", ["gcc", "-std=gnu11"]), ("race.cpp", ["g++", "-std=c++20"])):
        binaries[source] = built.work / f"{source}.races"
        must([*words, *FLAGS, *tsan, HERE / source, *built.link(), "-o", binaries[source]])
    for threads in options.threads:
        env = environment(options, threads)
        status, _, err = command([*fixed, binaries["random.c"], options.first, options.count], env=env, timeout=300)
        if status != 0:
            raise Failed(f"races, random, {threads} threads: status {status}\n{err[:3000]}")
        for what in ("same", "different")[:threads]:  # one thread does not meet itself
            _, out, err = command([*fixed, binaries["race.cpp"], what], env=env, timeout=100)
            found = "data race" in err
            if not out or found != (what == "different"):
                raise Failed(f"races, {what} regions, {threads} threads: {'a' if found else 'no'} race is seen\n{err[:3000]}")
    print(f"races: {options.count} programs, threads {options.threads}: none is accused, and the race is found")


def simulated(built, options):
    if not options.simulator:
        print("simulated: no simulator, left out")
        return
    if not options.simulator.exists():
        raise Failed(f"no simulator {options.simulator}")
    serial, machine = built.serial(HERE / "random.c"), REPO / "machines/formic520.toml"
    step = 500

    def one(levels, first, count, fault="none"):
        status, found, err = command([options.simulator, machine, first, count, levels, fault])
        return found, must([serial, first, count]), status, err

    pieces = [(levels, first, min(step, options.first + options.count - first)) for levels in (1, 2, 3)
              for first in range(options.first, options.first + options.count, step)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for piece, (found, wanted, status, err) in zip(pieces, pool.map(lambda piece: one(*piece), pieces)):
            compare(found, wanted, f"simulated, {piece[0]} levels")
            if status != 0:
                raise Failed(f"simulated, {piece}: status {status}\n{err[-2000:]}")
    print(f"simulated: {options.count} programs for each of 1, 2 and 3 levels: as the elision")
    for fault in ("no_cure", "no_reset"):
        found, wanted, _, _ = one(3, 0, 100, fault)
        wrong = sum(a != b for a, b in zip(found.splitlines(), wanted.splitlines()))
        wrong = max(wrong, len(wanted.splitlines()) - len(found.splitlines()))
        if wrong == 0:
            raise Failed(f"simulated, {fault}: 100 programs do not notice")
        print(f"simulated: {fault}: {wrong} of 100 programs notice")


def header(built, options):
    """C11 and C++, both compilers, with and without the names of the small library, alone and after the system's headers."""
    texts = {"plain": "#include <myrmics.h>\n",
             "bare": "#define MYRMICS_NO_COMPAT_NAMES\n#include <myrmics.h>\nint f(void);\nint f(void) { return puts(\"\"); }\n",
             "after": "#include <stdio.h>\n#include <string.h>\n#include <limits.h>\n#include <float.h>\n#include <myrmics.h>\n"}
    use = ("void t(rid_t r);\nvoid t(rid_t r) { void* p = sys_alloc(64, r); unsigned y = TYPE_INOUT_ARG; sys_spawn(1, &p, &y, 1);"
           " sys_wait(&p, &y, 1); sys_wait_on(&p, 1); sys_free(p); sys_rfree(sys_ralloc(r, 0)); }\n")
    count = 0
    for compiler, language in (("gcc", "c11"), ("clang-19", "c11"), ("g++", "c++11"), ("g++", "c++20"), ("clang++-19", "c++11")):
        if not shutil.which(compiler):
            continue
        for name, text in texts.items():
            kind = "c" if language == "c11" else "c++"
            status, _, err = command([compiler, f"-std={language}", "-x", kind, *FLAGS, "-c", "-", "-o", "/dev/null"], input=text + use)
            if status != 0 or err:
                raise Failed(f"header, {compiler} -std={language}, {name}:\n{err}")
            count += 1
    print(f"header: {count} ways to compile it")


def calls(built, options):
    for source in sorted(HERE.glob("calls*.c")) + sorted(HERE.glob("calls*.cpp")):
        binary = built.parallel(source)
        for threads in options.threads:
            full = ["full"] if threads == options.threads[-1] else []  # a million tasks, once
            status, out, err = command([binary, *full], env=environment(options, threads), timeout=100)
            if status != 0 or not out.endswith("passed\n"):
                raise Failed(f"{source.name}, {threads} threads: status {status}\n{out[-1000:]}{err[-1000:]}")
    print(f"calls: threads {options.threads}: passed")


def mixed(built, options):
    """OpenMP's regions, tasks by name and tasks on regions in one process; OpenMP on Heddle's library."""
    gomp = options.library.resolve() / "heddle/gomp"
    if not (gomp / "libgomp.so.1").exists():
        raise Failed(f"no libgomp.so.1 in {gomp}")
    binary = built.work / "mixed"
    must(["g++", "-std=c++20", "-fopenmp", *FLAGS, HERE / "mixed.cpp", *built.link(), "-o", binary])
    for threads in options.threads:
        env = {**environment(options, threads), "LD_LIBRARY_PATH": str(gomp)}
        status, out, err = command([binary], env=env, timeout=100)
        if status != 0 or out != "passed\n":
            raise Failed(f"mixed, {threads} threads: status {status}\n{out[-1000:]}{err[-1000:]}")
    print(f"mixed: threads {options.threads}: passed")


def mistakes(built, options):
    """Each mistake of mistakes.c ends the program with its line, or comes to the handler."""
    source = HERE / "mistakes.c"
    binary = built.parallel(source)
    wanted = re.findall(r'^MISTAKE\(\s*(\w+),\s*"((?:[^"\\]|\\.)*)"\)', source.read_text(), re.MULTILINE)
    for name, text in wanted:
        pattern = text.replace("\\\\", "\\")
        env = environment(options, 2)
        if name.startswith("verify"):
            env["HEDDLE_VERIFY"] = "1"
        for more in ([], ["handled"]):
            status, out, err = command([binary, name, *more], env=env, timeout=60)
            line = out if more else err
            if (status == 0) != bool(more) or not re.search(pattern, line) or (not more and err.count("\n") != 1):
                raise Failed(f"mistake {name} {more}: status {status}, wanted {pattern}\n{out}{err}")
            if not more and not re.match(r"heddle: error: \w+: .*, .*", err):
                raise Failed(f"mistake {name}: {err}")
    print(f"mistakes: {len(wanted)} mistakes, ending and handled")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", type=pathlib.Path, help="the folder with libheddle.so")
    parser.add_argument("--simulator", type=pathlib.Path, help="the program random_simulated")
    parser.add_argument("--only", default=",".join(PARTS), help=f"of {','.join(PARTS)}")
    parser.add_argument("--threads", default="1,2,4,8")
    parser.add_argument("--ranks", default="1,2,4,7")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=200, help="random programs")
    parser.add_argument("--env", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--flags", default="", help="for the programs, as -fsanitize=thread")
    parser.add_argument("--work", type=pathlib.Path, help="where programs are built")
    options = parser.parse_args()
    options.threads = [int(word) for word in options.threads.split(",")]
    options.ranks = [int(word) for word in options.ranks.split(",")]
    parts = options.only.split(",")
    if unknown := set(parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    with tempfile.TemporaryDirectory() as scratch:
        work = (options.work or pathlib.Path(scratch)).resolve()
        work.mkdir(parents=True, exist_ok=True)
        built = Built(options, work)
        for part in parts:
            try:
                globals()[part](built, options)
            except Skipped:
                if len(parts) == 1:
                    return SKIPPED
            except (Failed, subprocess.TimeoutExpired) as failure:
                print(f"FAILED {part}: {failure}")
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
