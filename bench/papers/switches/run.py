#!/usr/bin/env python3
"""The experiments of the SWITCHES paper (static dataflow) on Heddle's plans, libgomp and libomp."""

import argparse
import pathlib
import sys
import tempfile

BENCH = pathlib.Path(__file__).resolve().parents[2]
REPO = BENCH.parent
sys.path.insert(0, str(BENCH))

from harness import build, experiment, runtimes  # noqa: E402

from papers import pieces  # noqa: E402
from papers.switches import claims, figures, report, session, works  # noqa: E402

EPILOG = """\
Parts:
  applications   the seven applications of section 7, by every way of OpenMP that fits them and as plans
  tasks          Figure 1: four loops, the same work in 256 to 524,288 tasks each
  granularity    Figure 14: Poisson2D by the grain of its loops, with and without workers of its own for each
The output folder gets report.md, the plots as SVG, and results.json with every sample. Cells that are measured replace those of
an earlier run there, the others stay: the experiment can be measured in pieces.

examples:
  run.py                                        everything, 5 rounds (about 15 minutes on two cores)
  run.py --quick                                small sizes: does everything run?
  run.py --only applications --applications sparselu,ocean --rounds 9
  run.py --only '' --publish docs/papers/switches   write report and plots again; nothing is measured

The exit status is 1 when a run on Heddle failed, did not end or was wrong; a missed claim does not change it.
"""

PAPER = pieces.Paper("switches", works.clang() or "", claims, figures, report, ours=("heddle ", "plan"),
                     of_samples="medians of interleaved rounds, 2 threads")


def parse_options(given):
    parser = argparse.ArgumentParser(description=__doc__, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = tuple(application.name for application in works.APPLICATIONS)
    parser.add_argument("--only", type=experiment.words((*works.PARTS, "")), default=list(works.PARTS), metavar="LIST",
                        help=f"of {','.join(works.PARTS)} (default all)")
    parser.add_argument("--applications", type=experiment.words(names), default=list(names), metavar="LIST",
                        help=f"of {','.join(names)} (default all)")
    parser.add_argument("--threads", type=experiment.thread_counts, default=[2], metavar="LIST", help="of which the largest is used (default 2)")
    pieces.add_options(parser, PAPER.name, "small sizes: shows that everything runs, not how fast")
    return pieces.parsed(parser, given)


def available_ways(options, found):
    """The ways that can run here, and notes on those that cannot."""
    library = options.heddle.resolve().parent.parent / "libheddle.so"
    notes = []
    if not works.clang():
        notes.append("no clang++ to compile programs for libomp; install clang-19 (the stage `test` of packages.txt)")
    if not library.exists():
        notes.append(f"no {library.name} beside {options.heddle}: plans are left out")
    with_clang = works.clang() and "libomp" in found  # whose headers clang needs, and for which its serial run stands
    ways = [way for way in works.WAYS if way.runtime in found and (way.compiler == "gcc" or with_clang)
            and (way.program != works.PLAN or library.exists())]
    return ways, notes


def compiled(options, ways):
    """The path of every program that is needed, by (program, compiler)."""
    lib = options.heddle.resolve().parent.parent
    flags = ("-O3", "-falign-functions=64", f"-I{REPO / 'include'}")
    linked = {works.OMP: flags, works.PLAN: (*flags, f"-L{lib}", f"-Wl,-rpath,{lib}", "-lheddle")}
    compilers = {"gcc": "g++", "clang": works.clang()}
    binaries = {}
    for program, compiler in dict.fromkeys([(works.OMP, "gcc"), *((way.program, way.compiler) for way in ways)]):
        builder = build.Builder(options.build_dir / "switches" / compiler, compilers[compiler], linked[program])
        builder.build([program])
        binaries[program, compiler] = builder.binary(program)
    return binaries


def cells_of(options, ways):
    compilers = dict.fromkeys(way.compiler for way in ways)
    found = []
    for part in works.PARTS:
        for application, size, grain in works.cells(part, options.quick):
            if part not in options.only or (part == "applications" and application.name not in options.applications):
                continue
            serial = [works.SERIAL[compiler] for compiler in compilers] if part != "granularity" else []
            found.append(session.Cell(part, application, size, grain, options.threads[-1],
                                      [*serial, *works.ways_of(part, application, ways)]))
    return [cell for cell in found if cell.ways]


class Store(pieces.Store):
    """The same: part, application, size, grain and threads."""

    KEY = ("part", "application", "size", "grain", "threads")

    @staticmethod
    def place(record):
        order = {application.name: i for i, application in enumerate((*works.APPLICATIONS, works.SPLIT, works.LOOPS))}
        return works.PARTS.index(record["part"]), order[record["application"]], record["grain"], record["threads"]


def measure_everything(options, work_dir, store):
    found, notes = runtimes.find_all(work_dir, options.runtimes, options.heddle, options.libomp)
    if not found:
        sys.exit("no runtime to measure: " + "; ".join(notes))
    if "libomp" in found:  # clang's programs ask for it by its own name
        (found["libomp"].directory / "libomp.so.5").symlink_to(found["libomp"].library)
    ways, unavailable = available_ways(options, found)
    binaries = compiled(options, ways)
    notes += unavailable + [f"not passed on to the programs: {name}" for name in runtimes.dropped_settings()]
    print("\n".join(f"note: {note}" for note in notes))
    store.begin()
    store.results["notes"] = notes
    for runtime in found.values():
        runtime.check_loaded(binaries[works.OMP, "gcc"])
    session.Session(binaries, found, options).measure(cells_of(options, ways), store.keep)


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
        except (build.BuildFailed, runtimes.RuntimeMissing, session.ApplicationBroken) as error:
            sys.exit(str(error))
    return PAPER.finish(options, store.results)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
