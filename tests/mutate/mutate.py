#!/usr/bin/env python3
"""Changes a room's source in small ways, and reports which changes no test notices; see README.md."""

import argparse
import concurrent.futures
import os
import random
import shutil
import subprocess
import sys
import threading
import time
import tomllib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from builder import Builder, CannotBuild, sources_of  # noqa: E402
from judge import Judge  # noqa: E402
from report import KILLED, Report, equivalent, read_equivalent  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

ABOUT = """Makes mutants of a room: its source with one small change (< for <=, a statement left out, a condition negated, 4 for 5,
a weaker memory order). A mutant that the tests notice is killed. One that survives is a line whose meaning no test knows."""

EXAMPLES = """examples:
  ./x mutate graph                        every mutant of src/graph
  ./x mutate graph loop --minutes 20      two rooms in one build, as many mutants as 20 minutes allow
  ./x mutate omp --file places.cpp        only mutants of these files; --file again for more
  ./x mutate runtime --limit 300          a sample, the same for the same --seed
  ./x mutate tasks --list                 what would be changed, without building
  ./x mutate tasks --only spawn.cpp:41    a line's mutants
  ./x mutate omp --file places.cpp --programs unit_omp --tests places_test.cpp
                                          one file by one file of tests: nothing else is compiled

How to read it: a survivor is a test that is missing, code that is not needed, or a mutant that means the same as the
original. Write the test; take the code away; give the third kind a row, with its reason, in tests/mutate/equivalent.toml.
tests/mutate/rooms.toml says which test programs judge a room. The report is in build/mutate/ROOM: report.txt, report.json.

All mutants of a room are compiled at once, behind a switch that a program reads when it starts: one build, then some
milliseconds a mutant. Tests run alone first, so that a mutant is judged only by tests that come past it. Memory orders
are judged by the models alone: this machine is stricter than the language. A mutant on which the tests do not end counts
as killed, and is counted apart; one that does not compile counts for nothing. Ends with 1 when the score is below --least."""


def options_of(words):
    parser = argparse.ArgumentParser(prog="./x mutate", description=ABOUT, epilog=EXAMPLES,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rooms", nargs="+", metavar="ROOM", help="a folder of src: graph, dependence, loop/idws ..")
    parser.add_argument("--file", action="append", default=[], metavar="F", help="only files whose path ends so")
    parser.add_argument("--only", action="append", default=[], metavar="F:LINE", help="only the mutants of this line")
    parser.add_argument("--limit", type=int, default=0, metavar="N", help="at most so many mutants, chosen by the seed")
    parser.add_argument("--seed", type=int, default=1, help="of the sample, and of the order; 1")
    parser.add_argument("--minutes", type=float, default=0, metavar="M", help="try mutants for so long; 0: until all are tried")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="compilers, or tests, at a time; all cores")
    parser.add_argument("--programs", default="", metavar="P,P", help="judge by these test programs instead of rooms.toml's")
    parser.add_argument("--tests", action="append", default=[], metavar="F",
                        help="only these of the programs' sources: no other is compiled, or linked; the rooms' library must be built")
    parser.add_argument("--slow", type=float, default=10, metavar="S", help="leave out tests that take longer alone; 10 s")
    parser.add_argument("--patience", type=float, default=5, metavar="S", help="seconds, beside six times what the tests take; 5")
    parser.add_argument("--least", type=float, default=0, metavar="PERCENT", help="end with 1 when a room's score is lower")
    parser.add_argument("--compiler", default="", metavar="C", help="clang++-19 (by ccache where there is one)")
    parser.add_argument("--list", action="store_true", help="print the mutants, and stop")
    parser.add_argument("--root", default=ROOT, help=argparse.SUPPRESS)
    parser.add_argument("--build", default="", help="a build folder; build/release")
    options = parser.parse_args(words)
    options.build = os.path.abspath(options.build or os.path.join(options.root, "build/release"))
    options.clock = time.monotonic
    started = time.monotonic()
    options.say = lambda line: print(f"[{time.monotonic() - started:6.0f} s] {line}", flush=True)
    options.compiler = options.compiler.split() or default_compiler()
    options.link_flags = ["-fsanitize=leak"]  # memory that nobody frees fails a test, as in ./x test
    return options


def default_compiler():
    launcher = ["ccache"] if shutil.which("ccache") else []
    return [*launcher, "clang++-19"]


def files_of(options):
    files = []
    for room in options.rooms:
        found = sources_of(options.root, room)
        if not found:
            raise SystemExit(f"mutate: there is no room src/{room}, or it has no source; ./x mutate --help says more")
        files += [path for path in found if path not in files]
    if options.file:
        files = [path for path in files if any(path.endswith(end) for end in options.file)]
    if options.only:
        files = [path for path in files if any(path.endswith(place.rpartition(":")[0]) for place in options.only)]
    if not files:
        raise SystemExit(f"mutate: no file of {', '.join(options.rooms)} ends so: {', '.join(options.file + options.only)}")
    return files


def judges_of(options):
    """The programs that judge these rooms, and the parts of src/ that are compiled with mutants in them."""
    with open(os.path.join(HERE, "rooms.toml"), "rb") as file:
        table = tomllib.load(file)["room"]
    programs, through = [], []
    for room in options.rooms:
        row = table.get(room) or table.get(room.split("/")[0])
        if row is None and not options.programs:
            raise SystemExit(f"mutate: tests/mutate/rooms.toml has no row for {room}: write one, or name --programs")
        row = row or {"programs": [], "through": []}
        programs += [name for name in row["programs"] if name not in programs]
        through += [f"src/{room}", *row.get("through", [])]
    if options.tests:  # what other rooms' sources see of the mutants is not asked
        through = [f"src/{room}" for room in options.rooms]
    return options.programs.split(",") if options.programs else programs, through


def chosen(options, builder, rows, report):
    """The mutants to try, in an order that the seed gives; those that mean the same as the original are set aside."""
    lines = {file.path: file.text.splitlines() for file in builder.files}
    for mutant in builder.mutants:
        if equivalent(rows, mutant, lines[mutant.path][mutant.line - 1]):
            report.set_aside.append(mutant)
        elif not options.only or any(f"{mutant.path}:{mutant.line}".endswith(place) for place in options.only):
            report.every.append(mutant)
    order = list(report.every)
    random.Random(options.seed).shuffle(order)
    return order[:options.limit] if options.limit else order


def try_all(mutants, judge, report, options):
    started = told = options.clock()
    lock = threading.Lock()

    def one(mutant):
        nonlocal told
        if options.minutes and options.clock() - started > 60 * options.minutes:
            return
        verdict, by = judge.judge(mutant)
        with lock:
            report.results.append((mutant, verdict, by))
            if options.clock() - told > 5:
                told = options.clock()
                tally = [sum(what == name for _, what, _ in report.results) for name in ("killed", "late", "survived", "unreached")]
                left = (told - started) / len(report.results) * (len(mutants) - len(report.results))
                options.say("{} of {} tried: {} killed, {} by the clock, {} survived, {} unreached; about {:.0f} s left".format(
                    len(report.results), len(mutants), *tally, left))

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for done in [pool.submit(one, mutant) for mutant in mutants]:
            done.result()


def prepare(options, programs):
    """The programs as they are, for the objects that no mutant changes."""
    if options.tests:
        return
    options.say(f"building {' '.join(programs)} as they are")
    done = subprocess.run(["cmake", "--build", options.build, "-j", str(options.jobs), "--target", *programs], capture_output=True, text=True)
    if done.returncode != 0:
        raise CannotBuild(f"{done.stdout[-3000:]}{done.stderr[-1000:]}")


def below(report, least):
    counts = report.counts(report.room_of).values()
    return any(count.tried and 100 * count.killed / count.tried < least for count in counts)


def mutate(options):
    folder = os.path.join(options.root, "build/mutate", "+".join(room.replace("/", "_") for room in options.rooms))
    os.makedirs(folder, exist_ok=True)
    builder, report = Builder(options.root, options.build, folder, options), Report(options.rooms, options)
    builder.find(files_of(options))
    if options.list:
        for mutant in builder.mutants:
            print(f"{mutant.path}:{mutant.line}: [{mutant.kind}] {mutant.change()}")
        return 0
    programs, through = judges_of(options)
    prepare(options, programs)
    judge = Judge(builder.programs(programs, through), folder, options)
    report.dropped = sum(len(file.dropped) for file in builder.files)
    mutants = chosen(options, builder, read_equivalent(), report)
    try:
        judge.look_around()
        for program, name, why in judge.left_out:
            options.say(f"left out: {os.path.basename(program)}: {name} {why}")
        try_all(mutants, judge, report, options)
    finally:
        shutil.rmtree(judge.folder, ignore_errors=True)
    report.write(folder)
    print(f"\n{report.text()}\n\nin {folder}: report.txt, report.json")
    return 1 if below(report, options.least) else 0


def main(words):
    try:
        return mutate(options_of(words))
    except CannotBuild as why:
        print(f"mutate: {why}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
