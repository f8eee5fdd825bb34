#!/usr/bin/env python3
"""Runs the same OpenMP binaries, built by gcc or by clang, on libgomp, on LLVM's libomp and on Heddle, side by side; oneTBB beside them."""

import argparse
import pathlib
import re
import signal
import sys
import tempfile
import time

from harness import build, chart, measure, report, rows, runtimes, verdict

BENCH = pathlib.Path(__file__).resolve().parent
REPO = BENCH.parent

EPILOG = """\
A row is <name>@<threads>. For each row the runtimes take turns (a b c, b c a, ...), one process per
turn; shown are the median, the smallest and largest sample, Heddle's median divided by that of the
better of libgomp and libomp, and whether the targets of targets.toml are met. Graphs of tasks also run
on oneTBB, by programs of its own (peers/tbb), whose figure follows the row. A run that exceeds its
time limit is recorded as "no end" and counts as infinitely long. bench/README.md says what each row
measures and how noise is handled.

examples:
  run.py                                    everything, 5 rounds (about half an hour)
  run.py --quick                            everything, small sizes, 2 rounds: does it work?
  run.py --suite micro --only '^(empty|fib)@'
  run.py --suite apps --json apps.json --svg apps.svg
  run.py --only '^(parallel|barrier)@8' --rounds 9
  run.py --only '^chain' --env HEDDLE_SCHEDULER=dbf
  run.py --compiler clang++-19              Clang's programs, on libomp and Heddle
  run.py --list                             names, time limits and targets
"""


def setting(text):
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise argparse.ArgumentTypeError(f"'{text}' is not NAME=VALUE")
    return name, value


def positive(text):
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return value


def parse_options(arguments):
    parser = argparse.ArgumentParser(description=__doc__, epilog=EPILOG,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", choices=("micro", "apps", "all"), default="all")
    parser.add_argument("--only", metavar="REGEX", default="", help="only rows whose id matches, e.g. '^fib@1'")
    parser.add_argument("--threads", type=positive, default=2, metavar="N",
                        help="OMP_NUM_THREADS of the rows; those @1 and @8 come along (default 2)")
    parser.add_argument("--rounds", type=positive, metavar="N", help="turns per runtime and row (default 5, quick 2)")
    parser.add_argument("--quick", action="store_true", help="small sizes: shows that everything runs, not how fast")
    parser.add_argument("--timeout", type=float, metavar="S", help="time limit of a process (default 20, 30 or 60 s by row)")
    parser.add_argument("--compiler", metavar="C", default="g++", help="which builds the programs (default g++); clang++-19's run on libomp and Heddle")
    parser.add_argument("--runtimes", metavar="LIST", help=f"which of {','.join(runtimes.ALL)} to run (default all)")
    parser.add_argument("--heddle", metavar="DIR",
                        help="directory with Heddle's libgomp.so.1, or libomp.so.5 (default build/release/lib/heddle/gomp, or kmpc)")
    parser.add_argument("--libomp", metavar="FILE", help="LLVM's libomp.so.5 (default: the newest installed)")
    parser.add_argument("--env", type=setting, action="append", default=[], metavar="NAME=VALUE",
                        help="set for every run; otherwise no OMP_*, GOMP_*, KMP_* or HEDDLE_* setting is passed on")
    parser.add_argument("--build-dir", type=pathlib.Path, default=REPO / "build/bench", help="where the binaries go")
    parser.add_argument("--json", metavar="F", help="write every sample there")
    parser.add_argument("--svg", metavar="F", help="draw the chart there")
    parser.add_argument("--list", action="store_true", help="name the rows and stop")
    options = parser.parse_args(arguments)
    options.rounds = options.rounds or (2 if options.quick else 5)
    options.env = dict(options.env)
    possible = runtimes.of_compiler(options.compiler)
    options.runtimes = options.runtimes.split(",") if options.runtimes else list(possible)
    unknown = set(options.runtimes) - set(possible)
    if unknown:
        parser.error(f"{options.compiler}'s programs do not run on: {', '.join(sorted(unknown))}")
    door = "gomp" if "libgomp" in possible else "kmpc"
    options.heddle = options.heddle or REPO / "build/release/lib/heddle" / door
    if door == "kmpc":
        options.build_dir = options.build_dir / "clang"
    return options


def chosen_runs(options):
    pattern = re.compile(options.only)
    return [run for run in rows.all_runs(options.suite, options.threads)
            if any(pattern.search(row_id) for row_id in run.row_ids)]


def print_list(runs, targets):
    print(f"{'row':34} {'limit':>6}  {'target':8} program")
    for run in runs:
        for row_id in run.row_ids:
            print(f"{row_id:34} {run.timeout_s:4.0f} s  {targets.text(row_id):8} {run.program} {' '.join(run.args)}")


class Progress:
    """One line on a terminal that says what runs now; nothing when the output is a file."""

    def __init__(self, runs, rounds):
        self._runs, self._rounds = runs, rounds
        self._start = time.monotonic()
        self._live = sys.stderr.isatty()

    def __call__(self, index, run, turn, runtime):
        if not self._live:
            return
        minutes = (time.monotonic() - self._start) / 60
        left = f", about {minutes / index * (self._runs - index):.0f} min left" if index else ""
        print(f"\r\033[K[{index + 1}/{self._runs}{left}] {run.row_ids[0]} round {turn + 1}/{self._rounds} {runtime}",
              end="", file=sys.stderr, flush=True)

    def clear(self):
        if self._live:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


class Stop:
    """Whether the measurement is asked to end (SIGTERM, as timeout sends it): it does so after the row that it measures."""

    def __init__(self):
        self.asked = False
        signal.signal(signal.SIGTERM, self._ask)

    def _ask(self, _number, _frame):
        self.asked = True


def measure_all(runs, session, options, targets):
    judged = []
    stop = Stop()
    progress = Progress(len(runs), options.rounds)
    group = None
    for index, run in enumerate(runs):
        if stop.asked:
            print(f"\nstopped: {len(runs) - index} runs not measured, from {run.row_ids[0]} on")
            break
        measured = session.measure(run, lambda turn, runtime: progress(index, run, turn, runtime))
        progress.clear()
        if run.group != group:
            group = run.group
            print(f"\n{group}")
        for row in measured:
            judged.append(verdict.judge(row, targets))
            print(report.row_line(judged[-1]), flush=True)
    return judged


def print_start(found, notes, options):
    for runtime in found.values():
        print(f"{runtime.name}: {runtime.library}")
    for note in notes:
        print(f"note: {note}")
    dropped = runtimes.dropped_settings()
    if dropped:
        print(f"note: not passed on to the programs: {', '.join(dropped)} (use --env)")
    if options.env:
        print("set for every run: " + " ".join(f"{k}={v}" for k, v in options.env.items()))


def prices_text(prices):
    return ", ".join(f"{name} {value:.3g} {unit}" for name, (value, unit) in prices.items())


def heddle_is_right(judged):
    bad = (measure.WRONG, measure.FAILED, measure.NO_END)
    return all(j.summary["heddle"].state not in bad for j in judged if "heddle" in j.summary)


def run_benchmarks(options, runs, targets, work_dir):
    builder = build.Builder(options.build_dir, options.compiler, heddle=pathlib.Path(options.heddle).resolve().parent.parent)
    found, notes = runtimes.find_all(work_dir, options.runtimes, options.heddle, options.libomp,
                                     runtimes.soname_of(options.compiler))
    if not found:
        sys.exit("no runtime to measure: " + "; ".join(notes))
    wanted = [run.program_on(name) for run in runs for name in found if run.program_on(name)]
    built = builder.build([*(run.program for run in rows.MACHINE_RUNS), *wanted])
    print(f"{built} programs built with {options.compiler} {' '.join(f for f in build.FLAGS if not f.startswith('-I'))}")
    for runtime in found.values():
        for run in [run for run in runs if run.is_openmp][:1]:
            runtime.check_loaded(builder.binary(run.program))
    print_start(found, notes, options)
    session = measure.Session(builder, found, options)
    facts = report.machine_facts(options.compiler)
    before = session.machine(rows.MACHINE_RUNS)
    print(f"machine before: {prices_text(before)}; load {facts['load_average'][0]:.1f}\n")
    print(report.heading())
    judged = measure_all(runs, session, options, targets)
    after = session.machine(rows.MACHINE_RUNS)
    print(f"\nmachine after: {prices_text(after)}")
    apps = verdict.judge_apps(judged, targets)
    verdicts = {"apps": apps, "flat": verdict.judge_flat(judged, targets)}
    print(report.closing(judged, apps, targets, verdicts["flat"]))
    if every := verdict.judge_every(judged, targets):
        print(report.every_line(every, targets))
    finish(options, judged, verdicts, {**facts, "machine_before": before, "machine_after": after,
                                       "runtimes": {name: str(runtime.library) for name, runtime in found.items()}})
    return 0 if heddle_is_right(judged) else 1


def finish(options, judged, verdicts, facts):
    facts["options"] = {"rounds": options.rounds, "threads": options.threads, "quick": options.quick, "env": options.env}
    if options.json:
        report.write_json(options.json, judged, verdicts["apps"], verdicts["flat"], facts)
        print(f"samples: {options.json}")
    if options.svg:
        subtitle = (f"medians of {options.rounds} interleaved rounds; {facts['cpu']}, {facts['cores_usable']} cores, "
                    f"Linux {facts['kernel']}, {facts['compiler']}{'; QUICK RUN' if options.quick else ''}")
        chart.write_svg(options.svg, judged, subtitle)
        print(f"chart: {options.svg}")


def main(arguments):
    options = parse_options(arguments)
    targets = verdict.Targets(BENCH / "targets.toml", runtimes.soname_of(options.compiler))
    runs = chosen_runs(options)
    if options.list:
        print_list(runs, targets)
        return 0
    if not runs:
        sys.exit(f"no row matches '{options.only}'; run.py --list names them")
    with tempfile.TemporaryDirectory(prefix="heddle-bench-") as work_dir:
        try:
            return run_benchmarks(options, runs, targets, work_dir)
        except (build.BuildFailed, runtimes.RuntimeMissing) as error:
            sys.exit(str(error))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
