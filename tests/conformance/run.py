#!/usr/bin/env python3
"""Builds the conformance and ABI programs with plain gcc/g++/gfortran -fopenmp and runs each one on a
chosen OpenMP runtime at several thread counts. See README.md for the header lines a program may carry."""

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
COMPILERS = {
    "gcc": {".c": ("gcc", "-std=gnu11"), ".cpp": ("g++", "-std=c++20"), ".f90": ("gfortran", "-cpp")},
    "clang": {".c": ("clang-19", "-std=gnu11"), ".cpp": ("clang++-19", "-std=c++20")},
}
RUNTIMES = {"gcc": "libgomp.so.1", "clang": "libomp.so.5"}  # what a compiler's programs load
COMMON_FLAGS = ["-fopenmp", "-O1", "-g", "-Wall", "-Wno-unknown-pragmas", "-Wno-deprecated-declarations"]
HEADER_LINE = re.compile(r"^\s*(?://|!)\s*(env|args|threads|link|flags|shared|heddle-only|system-only|gcc-only|timeout|races|checked):\s*(.*)$")
EXTRA_LINK = {"gcc": [], "clang": ["-latomic"]}  # gcc's programs call GOMP_atomic_start for what is too wide
EXIT_SKIP = 77
RACE_FLAGS = ["-fsanitize=thread"]
EXIT_RACE = 66


@dataclass
class Program:
    source: Path
    name: str
    claim: str = ""
    env: dict = field(default_factory=dict)
    args: list = field(default_factory=list)
    threads: list = field(default_factory=list)
    link: list = field(default_factory=list)
    flags: list = field(default_factory=list)
    shared: list = field(default_factory=list)
    only_on: str = ""
    only_reason: str = ""
    gcc_only: str = ""  # the reason why other compilers' programs do not count
    races: str = ""  # "found" or "none": built with ThreadSanitizer always; a reason: never
    checked: str = ""  # the reason why it does not run with --checked
    timeout: float = 20.0
    binary: Path = Path()


def read_program(source, root):
    program = Program(source, str(source.relative_to(root).with_suffix("")))
    for number, line in enumerate(source.read_text().splitlines()[:40]):
        if number == 0:
            program.claim = line.lstrip("/! ").strip()
        match = HEADER_LINE.match(line)
        if match:
            apply_header(program, match.group(1), match.group(2).strip())
    return program


def apply_header(program, key, value):
    if key == "env":
        name, _, text = value.partition("=")
        program.env[name.strip()] = text.strip()
    elif key == "threads":
        program.threads = [int(n) for n in value.replace(",", " ").split()]
    elif key in ("args", "link", "flags", "shared"):
        getattr(program, key).extend(value.split())
    elif key == "timeout":
        program.timeout = float(value)
    elif key == "races":
        program.races = value
    elif key == "checked":
        program.checked = value
    elif key == "gcc-only":
        program.gcc_only = value
    else:
        program.only_on = key.removesuffix("-only")
        program.only_reason = value


def find_programs(roots, pattern, compiler):
    programs = []
    for root in roots:
        for source in sorted(root.rglob("*")):
            if source.suffix in COMPILERS[compiler] and not source.stem.startswith("lib"):
                programs.append(read_program(source, root.parent))
    return [p for p in programs if re.search(pattern, p.name)]


def compile_one(source, output, flags, link, compilers):
    headers = [*source.parent.glob("*.h"), *source.parent.glob("*/*.hpp"), *HERE.glob("*.h")]
    newest = max(p.stat().st_mtime for p in [source, *headers])
    compiler, standard = compilers[source.suffix]
    parts = [compiler, standard, *COMMON_FLAGS, *flags, f"-I{HERE}", f"-J{output.parent}" if source.suffix == ".f90" else "",
             str(source), "-o", str(output), *link]
    command = [part for part in parts if part]
    recorded = output.with_name(output.name + ".command")  # the same folder may have been another compiler's
    if output.exists() and output.stat().st_mtime > newest and recorded.exists() and recorded.read_text() == " ".join(command):
        return ""
    output.parent.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        output.unlink(missing_ok=True)
        return done.stderr
    recorded.write_text(" ".join(command))
    return ""


def compilers_of(options):
    """{suffix: (compiler, standard)}; with --cross those for another processor."""
    before = f"{options.cross}-" if options.cross else ""
    return {suffix: (before + name, standard) for suffix, (name, standard) in COMPILERS[options.compiler].items()}


def build(program, options):
    compilers = compilers_of(options)
    program.binary = options.build_dir / program.name
    for library in program.shared:
        source = program.source.parent / library
        output = program.binary.parent / (source.stem + ".so")
        error = compile_one(source, output, ["-shared", "-fPIC", f"-I{HERE.parent.parent / 'include/heddle'}"], [], compilers)
        if error:
            return error
    flags = program.flags + (RACE_FLAGS if looks_for_races(program, options) else [])
    return compile_one(program.source, program.binary, flags, [*program.link, *EXTRA_LINK[options.compiler]], compilers)


def environment(program, options, threads):
    kept = {k: v for k, v in os.environ.items() if not re.match(r"(OMP|GOMP|HEDDLE|KMP)_", k)}
    if options.runtime:
        path = [str(options.runtime), kept.get("LD_LIBRARY_PATH", "")]
        kept["LD_LIBRARY_PATH"] = ":".join(p for p in path if p)
    kept["OMP_NUM_THREADS"] = str(threads)
    if looks_for_races(program, options):
        kept["TSAN_OPTIONS"] = f"exitcode={EXIT_RACE} atexit_sleep_ms=0"
    if options.checked:
        kept["OMP_TOOL_LIBRARIES"] = str(options.checked)
        kept["OMPT_CHECKER_REPORT"] = str(report_of(program))
    return kept | options.env | program.env


def report_of(program):
    return program.binary.with_name(program.binary.name + ".checked")


def build_checker(options):
    """The tool that knows which events may follow which. Returns where it is."""
    output = options.build_dir / "libchecker.so"
    flags = ["-shared", "-fPIC", f"-I{HERE.parent.parent / 'include/heddle'}", f"-I{HERE / 'tools'}"]
    if error := compile_one(HERE / "tools/libchecker.cpp", output, flags, [], COMPILERS["gcc"]):
        sys.exit(error)
    return output


def looks_for_races(program, options):
    return options.races or program.races in ("found", "none")


def command(program, options):
    # ThreadSanitizer has its own places for memory, which a randomised layout may have taken.
    fixed = ["setarch", "-R"] if looks_for_races(program, options) else []
    return [*fixed, *([options.emulator] if options.emulator else []), str(program.binary), *program.args]


def judge(program, options, status):
    """Of a program whose races are looked for: found or not, as it says of itself. @returns what is wrong"""
    wanted = EXIT_RACE if program.races == "found" else 0
    if not looks_for_races(program, options) or wanted == 0:
        return f"exit status {status}\n" if status else ""
    return "" if status == wanted else f"no race was found (exit status {status})\n"


def run_once(program, options, threads):
    """Returns (status, output, seconds); status is passed, failed or skipped."""
    started = time.monotonic()
    report_of(program).unlink(missing_ok=True)
    child = subprocess.Popen(command(program, options), env=environment(program, options, threads),
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                             start_new_session=True, cwd=program.binary.parent)
    try:
        output, _ = child.communicate(timeout=program.timeout * options.patience)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        output, _ = child.communicate()
        return "failed", output.decode(errors="replace") + f"no end after {program.timeout * options.patience:.0f} s\n", time.monotonic() - started
    text = output.decode(errors="replace")
    seconds = time.monotonic() - started
    if options.checked and report_of(program).exists():
        return "failed", "events of the interface for tools that came wrong:\n" + report_of(program).read_text(), seconds
    if child.returncode == EXIT_SKIP:
        return "skipped", text, seconds
    if wrong := judge(program, options, child.returncode):
        return "failed", text + wrong, seconds
    return "passed", text, seconds


def thread_counts(program, options):
    if "OMP_NUM_THREADS" in program.env:
        return [0]  # the program's own header decides; the number is not used
    return [n for n in options.threads if n in program.threads] if program.threads else options.threads


def run_program(program, options):
    results = []
    for threads in thread_counts(program, options):
        for _ in range(options.repeat):
            status, output, seconds = run_once(program, options, threads)
            results.append({"name": program.name, "threads": threads, "status": status,
                            "seconds": round(seconds, 3), "output": output if status != "passed" else ""})
            if status == "failed":
                print(f"FAILED {program.name} with {threads} threads ({seconds:.2f} s): {program.claim}")
                print("".join(f"    {line}\n" for line in output.splitlines()[-25:]), end="", flush=True)
                break
    return results


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--system", action="store_true", help="run on the system's libgomp (libomp)")
    where.add_argument("--runtime", type=Path, metavar="DIR", help="run on the libgomp.so.1 (libomp.so.5) in this directory")
    where.add_argument("--build-only", action="store_true")
    parser.add_argument("--compiler", choices=COMPILERS, default="gcc", help="whose programs (default %(default)s)")
    parser.add_argument("--cross", help="built for another processor: what its compilers' names begin with, as aarch64-linux-gnu")
    parser.add_argument("--emulator", help="what runs a program of that processor, as qemu-aarch64")
    parser.add_argument("--build-dir", type=Path, default=HERE.parent.parent / "build" / "conformance")
    parser.add_argument("--threads", default="1,2,4,8", help="thread counts (default %(default)s)")
    parser.add_argument("--only", default="", metavar="REGEX", help="programs whose name matches")
    parser.add_argument("--env", action="append", default=[], metavar="K=V", help="for every program")
    parser.add_argument("--races", action="store_true", help="build all with ThreadSanitizer: a program with a race fails")
    parser.add_argument("--checked", action="store_true", help="each program under a tool that checks the order of events")
    parser.add_argument("--jobs", type=int, default=2, help="programs built at once (default %(default)s)")
    parser.add_argument("--run-jobs", type=int, default=1, help="programs run at once (default %(default)s)")
    parser.add_argument("--repeat", type=int, default=1, help="runs of each program at each thread count")
    parser.add_argument("--patience", type=float, default=1.0, help="factor on every time limit (sanitizers)")
    parser.add_argument("--json", type=Path, help="write every result here")
    parser.add_argument("--list", action="store_true", help="name the programs and their claims, run nothing")
    options = parser.parse_args()
    options.threads = [int(n) for n in options.threads.split(",")]
    options.env = dict(pair.split("=", 1) for pair in options.env)
    if options.runtime:
        options.runtime = options.runtime.resolve()
        library = RUNTIMES[options.compiler]
        if not (options.runtime / library).exists():
            parser.error(f"{options.runtime} holds no {library}; build Heddle first")
    options.build_dir = options.build_dir.resolve()
    return options


def build_all(programs, options):
    with ThreadPoolExecutor(options.jobs) as pool:
        errors = list(pool.map(lambda p: build(p, options), programs))
    broken = [(p, e) for p, e in zip(programs, errors) if e]
    for program, error in broken:
        print(f"FAILED to build {program.name}\n{error}")
    return broken


def split_by_runtime(programs, options):
    here = "system" if options.system else "heddle"
    meant = [p for p in programs if p.only_on in ("", here)]
    left_out = [p for p in programs if p.only_on not in ("", here)]
    for program in left_out:
        print(f"skipped {program.name}: {program.only_on} only: {program.only_reason}")
    return meant, left_out


def run_all(programs, options):
    results = []
    with ThreadPoolExecutor(options.run_jobs) as pool:
        for done, part in enumerate(pool.map(lambda p: run_program(p, options), programs), 1):
            results += part
            if done % 25 == 0 or done == len(programs):
                print(f"{done} of {len(programs)} programs, {sum(r['status'] == 'failed' for r in results)} failures", flush=True)
    return results


def main():
    options = parse_arguments()
    roots = [HERE, HERE.parent / "abi"] if options.compiler == "gcc" else [HERE]  # the calls in abi/ are GCC's
    programs = find_programs(roots, options.only, options.compiler)
    if options.compiler != "gcc":
        for program in programs:
            if program.gcc_only:
                print(f"skipped {program.name}: gcc only: {program.gcc_only}")
        programs = [p for p in programs if not p.gcc_only]
    if options.races:
        programs = [p for p in programs if p.races in ("", "found", "none")]
    if options.checked:
        programs = [p for p in programs if not p.checked and p.races not in ("found", "none")]
        options.checked = build_checker(options)
    if options.list:
        print("".join(f"{p.name}: {p.claim}\n" for p in programs), end="")
        return 0
    started = time.monotonic()
    broken = build_all(programs, options)
    print(f"built {len(programs) - len(broken)} programs in {time.monotonic() - started:.1f} s", flush=True)
    if options.build_only:
        return bool(broken)
    built = [p for p in programs if p not in [b for b, _ in broken]]
    meant, left_out = split_by_runtime(built, options)
    started = time.monotonic()
    results = run_all(meant, options)
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")
    count = {s: sum(r["status"] == s for r in results) for s in ("passed", "failed", "skipped")}
    failed = count["failed"] + len(broken)
    print(f"{count['passed']} passed, {failed} failed, {count['skipped'] + len(left_out)} skipped "
          f"({len(meant)} programs, {time.monotonic() - started:.1f} s)")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
