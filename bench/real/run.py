#!/usr/bin/env python3
"""Large programs that were not written for us: each on the runtime it came with and on Heddle, in turns.

    python3 bench/real/run.py --heddle build/release/lib/heddle/gomp --python venv/bin/python

Nothing is built differently and nothing is installed: what is missing is named with the command that installs it.
On Heddle means LD_PRELOAD of its libgomp.so.1 and libiomp5.so, which also reaches the copies inside Python wheels;
with --how library-path it means LD_LIBRARY_PATH, and wheels with a copy keep it, beside Heddle in the same process.
The exit status is 1 when a program failed, hung or computed something else on Heddle.
"""
import argparse
import collections
import dataclasses
import hashlib
import json
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import programs

OPENERS = ("GOMP_parallel", "__kmpc_fork_call")  # what compiled code opens a region by
# Settings of a runtime that would make the runs differ from what a user gets.
FOREIGN = ("OMP_", "GOMP_", "KMP_", "HEDDLE_", "LD_PRELOAD", "LD_LIBRARY_PATH")


@dataclasses.dataclass
class Run:
    ended: str              # ok, status N, no end
    wall: float = 0.0
    cpu: float = 0.0
    digests: dict = dataclasses.field(default_factory=dict)
    values: dict = dataclasses.field(default_factory=dict)
    text: str = ""


def environment(threads, heddle=None, extra=()):
    kept = {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}
    kept |= {"OMP_NUM_THREADS": str(threads), "MAGICK_THREAD_LIMIT": str(threads), **dict(extra)}
    return kept | (heddle or {})


def execute(entry, settings, limit):
    """One fresh process in a fresh directory, with the processor time of it and its children."""
    with tempfile.TemporaryDirectory() as place, tempfile.TemporaryFile("w+") as output:
        began = time.perf_counter()
        process = subprocess.Popen(entry.command, env=settings | entry.settings, cwd=place,
                                   stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True)
        ended = wait(process, limit)
        run = Run("", time.perf_counter() - began)
        output.seek(0)
        run.text = output.read()
        if ended is None:
            run.ended = "no end"
            return run
        status, usage = ended
        run.cpu = usage.ru_utime + usage.ru_stime
        run.ended = "ok" if status == entry.status else f"status {status}"
        read_lines(run)
        for name in entry.files:
            path = pathlib.Path(place, name)
            run.digests[name] = hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.exists() else "absent"
        return run


def wait(process, limit):
    """Status and resource usage, or None after the limit, when the whole session is ended."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode, usage
        time.sleep(0.005)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    return None


def read_lines(run):
    for words in (line.split() for line in run.text.splitlines()):
        match words:
            case ["seconds", wall, cpu]:
                run.wall, run.cpu = float(wall), float(cpu)
            case ["digest", name, number]:
                run.digests[name] = number
            case ["value", name, number]:
                run.values[name] = float.fromhex(number)


def bindings(entry, settings, limit):
    """The library that GOMP_parallel or __kmpc_fork_call is bound to, per file that calls it, as the loader reports."""
    found = collections.Counter()
    with tempfile.TemporaryDirectory() as place:
        traced = settings | {"LD_DEBUG": "bindings", "LD_DEBUG_OUTPUT": f"{place}/loader"}
        execute(entry, traced, limit)
        for path in pathlib.Path(place).iterdir():
            with path.open(errors="replace") as lines:
                for line in lines:
                    if any(f"`{call}" in line for call in OPENERS) and " to " in line:
                        user, target = line.split("binding file ")[1].split(": normal")[0].split(" to ")
                        found[os.path.basename(user.split(" ")[0]), target.split(" ")[0]] += 1
    return sorted(found)


def same(entry, stock, heddle):
    """identical, or how far apart, or DIFFERENT; what libgomp itself does not repeat is not asked of Heddle."""
    if not stock or not heddle:
        return "nothing to compare"
    reference = stock[0]
    steady = [name for name in reference.digests if len({run.digests.get(name) for run in stock}) == 1]
    for run in heddle:
        if run.digests.keys() != reference.digests.keys() or run.values.keys() != reference.values.keys():
            return "DIFFERENT: other lines"
    apart = max((abs(run.values[name] - old) / max(abs(old), 1e-300) for run in heddle
                 for name, old in reference.values.items()), default=0.0)
    wrong = {name for run in heddle for name in steady if run.digests[name] != reference.digests[name]}
    if apart > entry.tolerance or (wrong and not reference.values):
        return f"DIFFERENT: {' '.join(sorted(wrong)) or f'values by {apart:.1e}'}"
    loose = wrong or set(reference.digests) - set(steady)
    if loose or apart:
        return f"within {apart:.0e}" + (f"; bits of {' '.join(sorted(loose))} vary" if loose else "")
    return "identical"


def in_turns(entry, settings, options):
    """Runs on both, a b, b a, …; a runtime on which it once did not end is not asked again."""
    runs = {"stock": [], "heddle": []}
    for turn in range(1 if entry.once else options.rounds):
        order = list(runs) if turn % 2 == 0 else list(runs)[::-1]
        for name in order:
            if not any(run.ended == "no end" for run in runs[name]):
                runs[name].append(execute(entry, settings[name], options.limit))
    return runs


def reached(bound, libraries):
    """yes: every caller that opens regions got Heddle; part: some did; NO; ?: the loader was not asked."""
    ours = [target in map(str, libraries) for _, target in bound]
    if not ours:
        return "?"
    return "yes" if all(ours) else "part" if any(ours) else "NO"


def summary(entry, runs, bound, libraries):
    good = {name: [run for run in list_ if run.ended == "ok"] for name, list_ in runs.items()}
    bad = {name: sorted({run.ended for run in list_} - {"ok"}) for name, list_ in runs.items()}
    row = {"program": entry.name, "result": same(entry, good["stock"], good["heddle"]), "bad": bad,
           "bound": bound, "ours": reached(bound, libraries)}
    for name, list_ in good.items():
        for field in ("wall", "cpu"):
            samples = sorted(getattr(run, field) for run in list_)
            row[f"{name}_{field}"] = statistics.median(samples) if samples else None
            row[f"{name}_{field}_samples"] = samples
    row["pools"] = {name: [line for line in list_[0].text.splitlines() if line.startswith("pool ")]
                    for name, list_ in good.items() if list_}
    excused = entry.stock_may_hang and bad["stock"] == ["no end"] and not good["stock"]
    row["failed"] = bool(bad["heddle"]) or row["result"].startswith("DIFF") or (not good["stock"] and not excused)
    return row


def show(row):
    def number(name):
        return "-" if row[name] is None else f"{row[name]:.2f}"
    ratio = f"{row['heddle_wall'] / row['stock_wall']:.2f}" if row["heddle_wall"] and row["stock_wall"] else "-"
    said = "; ".join(f"{name}: {', '.join(words)}" for name, words in row["bad"].items() if words)
    print(f"{row['program']:26} {number('stock_wall'):>7} {number('heddle_wall'):>7} {ratio:>6} "
          f"{number('stock_cpu'):>7} {number('heddle_cpu'):>7}  {row['ours']:4}  "
          f"{row['result']}{'; ' + said if said else ''}", flush=True)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heddle", required=True, help="the directory of Heddle's libgomp.so.1")
    parser.add_argument("--python", default=sys.executable, help="a python that has the wheels")
    parser.add_argument("--how", choices=("preload", "library-path"), default="preload")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--limit", type=float, default=60, help="seconds until a run counts as hung")
    parser.add_argument("--only", default="", help="programs with this in their name, any of a comma-separated list")
    parser.add_argument("--env", action="append", default=[], help="NAME=VALUE for all runs")
    parser.add_argument("--no-trace", action="store_true", help="do not ask the loader which library is used")
    parser.add_argument("--json", help="write every sample here")
    return parser.parse_args()


def main():
    options = arguments()
    library = pathlib.Path(options.heddle, "libgomp.so.1").resolve()
    libraries = [library, *library.parent.parent.glob("kmpc/libiomp5.so")]
    if not library.exists():
        sys.exit(f"there is no {library}: build Heddle, or name the directory that has it with --heddle")
    extra = [setting.split("=", 1) for setting in options.env]
    ways = {"preload": {"LD_PRELOAD": " ".join(map(str, libraries))}, "library-path": {"LD_LIBRARY_PATH": str(library.parent)}}
    settings = {"stock": environment(options.threads, extra=extra),
                "heddle": environment(options.threads, ways[options.how], extra)}
    rows = []
    print(f"{options.threads} threads, {options.rounds} rounds, seconds (median); load {os.getloadavg()[0]:.1f}")
    print(f"{'program':26} {'stock':>7} {'Heddle':>7} {'ratio':>6} {'stock':>7} {'Heddle':>7}  ours result")
    print(f"{'':26} {'wall':>7} {'wall':>7} {'':>6} {'cpu':>7} {'cpu':>7}")
    with tempfile.TemporaryDirectory(prefix="heddle-real-") as work:
        for entry in programs.programs(pathlib.Path(work), options.python):
            if not any(word.strip() in entry.name for word in options.only.split(",")):
                continue
            if entry.command[0] is None:
                print(f"{entry.name:26} left out: {entry.needs}")
                continue
            bound = [] if options.no_trace else bindings(entry, settings["heddle"], 3 * options.limit)
            rows.append(summary(entry, in_turns(entry, settings, options), bound, libraries))
            show(rows[-1])
            if options.json:
                report = {"threads": options.threads, "load_after": os.getloadavg(), "rows": rows}
                pathlib.Path(options.json).write_text(json.dumps(report, indent=1))
    sys.exit(any(row["failed"] for row in rows))


if __name__ == "__main__":
    main()
