#!/usr/bin/env python3
"""The experiments of the IDWS paper (interrupt-driven work sharing) on Heddle, libgomp, libomp and oneTBB."""

import argparse
import pathlib
import sys
import tempfile

BENCH = pathlib.Path(__file__).resolve().parents[2]
REPO = BENCH.parent
sys.path.insert(0, str(BENCH))

from harness import build, experiment, measure, rows as harness_rows, runtimes  # noqa: E402

from papers import pieces  # noqa: E402
from papers.idws import claims, figures, report, session, strategies, works  # noqa: E402

EPILOG = """\
Five distributions of work over a loop, four kernels of mesh adaptation, and every result compared with the serial run's.
Parts:
  distributions   Tables 1 to 4, left: Regular, Random, Dense End, Dense Begin, Periodic
  kernels         Tables 1 to 4, right: Coarsen, Refine, Swap, Smooth
  overhead        a loop of 100 million iterations without a body; chunks of one iteration (2 threads)
  neighbour       the distributions again, 8 threads, while another process takes half of one core
The output folder gets report.md, the plots as SVG, and results.json with every sample. Rows that are measured replace those of
an earlier run there, the others stay: the experiment can be measured in pieces.

examples:
  run.py                                     everything, 5 rounds (about 25 minutes on two cores)
  run.py --quick                             short loops: does everything run?
  run.py --only distributions --threads 2 --rounds 9
  run.py --works dense_begin,refine --strategies 'libgomp|default'
  run.py --only distributions --states 16000000      as long as the paper's
  run.py --only '' --publish docs/papers/idws        write report and plots again; nothing is measured

The exit status is 1 when a run on Heddle failed, did not end or was wrong; a missed claim does not change it.
"""

OVERHEAD_THREADS = 2
PAPER = pieces.Paper("idws", strategies.clang() or "", claims, figures, report, ours=("heddle ",))


def parse_options(given):
    parser = argparse.ArgumentParser(description=__doc__, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = tuple(work.name for work in works.WORKS)
    parser.add_argument("--only", type=experiment.words((*works.PARTS, "")), default=list(works.PARTS), metavar="LIST",
                        help=f"of {','.join(works.PARTS)} (default all)")
    parser.add_argument("--works", type=experiment.words(names), default=list(names), metavar="LIST",
                        help=f"of {','.join(names)} (default all)")
    parser.add_argument("--strategies", default="", metavar="REGEX", help="only strategies whose names match")
    parser.add_argument("--threads", type=experiment.thread_counts, default=[2, 4, 8, 16], metavar="LIST",
                        help="for distributions and kernels (default 2,4,8,16)")
    parser.add_argument("--states", type=experiment.positive, metavar="N",
                        help=f"iterations of the distributions (default {works.STATES}, quick {works.QUICK_STATES})")
    pieces.add_options(parser, PAPER.name, "short loops: shows that everything runs, not how fast", runtimes.ALL)
    return pieces.parsed(parser, given)


def compiled(options, found, chosen):
    """The path of every program that is needed."""
    gcc = build.Builder(options.build_dir)
    wanted = [strategies.GCC, "papers/idws/programs/neighbour", *(run.program for run in harness_rows.MACHINE_RUNS)]
    wanted += [strategies.TBB] if runtimes.ONETBB in found else []
    gcc.build(wanted)
    binaries = {program: gcc.binary(program) for program in wanted}
    binaries["neighbour"] = gcc.binary("papers/idws/programs/neighbour")
    programs = {strategy.program for strategy in chosen}
    if of_library := [program for program in (strategies.CXX, strategies.SIGNALS) if program in programs]:
        lib = options.heddle.resolve().parent.parent
        cxx = build.Builder(options.build_dir, libraries=(f"-I{REPO / 'include'}", f"-L{lib}", f"-Wl,-rpath,{lib}", "-lheddle"))
        cxx.build(of_library)
        binaries.update({program: cxx.binary(program) for program in of_library})
    if strategies.CLANG in programs:
        clang = build.Builder(options.build_dir / "clang", strategies.clang())
        clang.build([strategies.GCC])
        binaries[strategies.CLANG] = clang.binary(strategies.GCC)
    for name, runtime in found.items():
        if name != strategies.OF_CLANG:
            runtime.check_loaded(binaries[strategies.GCC])
        elif strategies.CLANG in binaries:
            runtime.check_loaded(binaries[strategies.CLANG])
    return gcc, binaries


def rows_of(options, chosen):
    found = []
    for part in works.PARTS:
        fixed = {"overhead": [OVERHEAD_THREADS], "neighbour": [works.NEIGHBOUR_THREADS]}
        for threads in fixed.get(part, options.threads):
            for work in works.of_part(part):
                own = strategies.of_work(chosen, part, work)
                if part in options.only and work.name in options.works and own:
                    serial = [strategies.SERIAL] if part in ("distributions", "kernels") and threads == options.threads[0] else []
                    found.append(session.Row(part, work, work.size_of(options), threads, [*serial, *own]))
    return found


def described(strategy):
    return {"name": strategy.name, "compiler": strategy.compiler, "schedule": strategy.schedule, "settings": strategy.settings_text,
            "remark": strategy.remark}


class Store(pieces.Store):
    """The same: part, work and threads."""

    KEY = ("part", "work", "threads")
    LISTS = ("notes", "strategies", "records")

    @staticmethod
    def place(record):
        order = {work.name: i for i, work in enumerate(works.WORKS)}
        return works.PARTS.index(record["part"]), record["threads"], order[record["work"]]


def measure_everything(options, work_dir, store):
    found, notes = runtimes.find_all(work_dir, options.runtimes, options.heddle, options.libomp)
    if not found:
        sys.exit("no runtime to measure: " + "; ".join(notes))
    if "libomp" in found:  # clang's programs ask for it by its own name
        (found["libomp"].directory / runtimes.CLANGS_SONAME).symlink_to(found["libomp"].library)
    door = options.heddle.resolve().parent / "kmpc"
    if "heddle" in found and (door / runtimes.CLANGS_SONAME).exists():
        found[strategies.OF_CLANG] = runtimes.find_all(work_dir, ["heddle"], door, "", runtimes.CLANGS_SONAME)[0]["heddle"]
    chosen, unavailable = strategies.available(found, options.strategies,
                                               strategies.absent_programs(options.heddle.resolve().parent.parent))
    gcc, binaries = compiled(options, found, chosen)
    notes += unavailable + [f"not passed on to the programs: {n}" for n in runtimes.dropped_settings()]
    print("\n".join(f"note: {note}" for note in notes))
    store.begin()
    store.add("notes", notes)
    store.add("strategies", map(described, chosen))
    machine = measure.Session(gcc, found, options)
    store.results["facts"]["machine_before"] = machine.machine(harness_rows.MACHINE_RUNS)
    session.Session(binaries, found, options).measure(rows_of(options, chosen), store.keep)
    store.results["facts"]["machine_after"] = machine.machine(harness_rows.MACHINE_RUNS)
    store.write()


def is_right(results):
    return PAPER.is_right(results)


def write_page(results, folder):
    PAPER.write(results, folder, "README.md")


def main(given):
    options = parse_options(given)
    options.output.mkdir(parents=True, exist_ok=True)
    store = Store(options.output / "results.json", PAPER.machine_facts(options), options)
    if options.only == [""]:
        return PAPER.finish(options, store.results)
    with tempfile.TemporaryDirectory(prefix="heddle-papers-") as work_dir:
        try:
            measure_everything(options, work_dir, store)
        except (build.BuildFailed, runtimes.RuntimeMissing, session.WorkBroken) as error:
            sys.exit(str(error))
    return PAPER.finish(options, store.results)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
