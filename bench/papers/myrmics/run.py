#!/usr/bin/env python3
"""The experiments of the Myrmics paper: ten programs, each serial, on Heddle and as MPI; and the paper's figures on a simulated
machine of 8 fast and 512 slow cores.

    ./x bench papers/myrmics                      everything, about 10 minutes
    ./x bench papers/myrmics --quick              does everything run?
    ./x bench papers/myrmics --simulated --figure 8
    ./x bench papers/myrmics --publish docs/papers/myrmics

Report, plots and results.json land in build/papers/myrmics; nothing goes into docs unless --publish says so. Exit status 1: a program
differs from its serial elision, or a run did not end; a missed claim does not change it."""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys

BENCH = pathlib.Path(__file__).resolve().parents[2]
REPO = BENCH.parent
sys.path.insert(0, str(BENCH))
sys.path.insert(0, str(REPO / "tests/regions"))

import run as checks  # noqa: E402  tests/regions/run.py: how programs are built and compared

from harness import raw  # noqa: E402
from papers.myrmics import causes, figures, simulated  # noqa: E402

PAGES = {**figures.FIGURES, "causes": causes.page}

# For measurements: two seconds or more on one thread.
SIZES = {"jacobi": (2, 16, 4096, 2048, 60, 1), "matrix": (2, 4, 128, 1, 0), "bitonic": (2, 16, 8388608, 1, 0), "kmeans": (16, 2, 16, 65536, 10),
         "fft": (16, 2048), "ray": (1024, 768, 2, 24), "barnes": (24000, 8, 8, 2), "md5": (64, 4000000, 4),
         "multilevel": (-1, 2, 8, 64, 64, 40, 40000), "selftest": (200000, 50)}
HEAD = """\
# The Myrmics paper on Heddle

S. Lyberis, P. Pratikakis, I. Mavroidis, D. Nikolopoulos, *Myrmics: Scalable, Dependency-aware Task Scheduling on Heterogeneous Manycores*:
regions as dependences, a tree of schedulers that talk by messages. `./x bench papers/myrmics` makes this page; `results.json` has every number.

"""
INPUTS = """\
## The simulated machine

`machines/formic520.toml`: workers are MicroBlaze cores of 10 MHz, schedulers Cortex-A9 that run the runtime 7.5 times as fast (in 12a and 12b
MicroBlaze, too). The rules of `dependence/regions` run in each scheduler, unchanged; what goes from node to node is a message in virtual time.

- **Fitted** to Figure 7a: six numbers, for what a worker and a scheduler take for a spawn and an execution.
- **Chosen while looking at Figure 8**, so its levels are not a prediction: an argument takes 55 % of a one-object task's price; one spawn is under
  way at a time. What no constant was turned for: which of flat and tree wins at which size, the best number of workers, Figures 9, 10 and 11.
- **Chosen while looking at our own results**: "best" in 7b and 12a means within 1 % of the top, "never worse" within 0.5 %; the runs of 4,096 workers have
  two tiles a worker.
- **Inputs**: regions, tiles and sizes are those of the authors' `myrmics_main.c`, by workers; bodies take the time of the MPI program's same step, from the
  paper's own MPI column.
- **As the authors' code**: one spawn under way at a time; a task's data are fetched from who wrote them last, a task ahead, whatever the task names
  (NOTRANSFER is in no message), and a copy for reading serves one task; every task is load of its worker; bytes are counted where they are sent, eight
  words a message, and a task's start names each range of its data. The runs of 4,096 workers are as the library does it: spawns pipelined, NOTRANSFER
  moves nothing, copies stay, tasks that only spawn are no load.
- **Guesses**, named so in the machine file: the bandwidth (two bytes a cycle; half and twice are shown), what a mailbox with more than 50 neighbours
  costs, what a level of regions costs.

"""


def seconds_of(text):
    return float(next(line for line in text.splitlines() if line.startswith("seconds")).split()[1])


def timed(words, env=None):
    out = checks.must(words, env=env, timeout=600)
    return seconds_of(out), checks.answer(out)


def programs(options, built):
    """@returns rows of the table; each result compared with the elision's."""
    rows, wrong = [], []
    for name in checks.NAMES:
        source = checks.PROGRAMS / f"{name}.c"
        arguments = [] if options.quick else SIZES[name]
        ways = {"elision": ([built.serial(source), *arguments], None)}
        for threads in options.threads:
            ways[f"{threads} threads"] = ([built.parallel(source), *arguments], {**os.environ, "OMP_NUM_THREADS": str(threads)})
        if options.ranks and name != "selftest" and checks.shutil.which("mpicc.openmpi"):
            mpi = built.mpi(name, "openmpi")
            ways[f"MPI, {options.ranks} ranks"] = (["mpirun.openmpi", "--oversubscribe", "--allow-run-as-root", "-n", options.ranks, mpi, *arguments], None)
        samples, answers = {way: [] for way in ways}, {}
        for _ in range(options.rounds):
            for way, (words, env) in ways.items():
                spent, answers[way] = timed(words, env)
                samples[way].append(spent)
        for way, found in answers.items():
            if not checks.same(found, answers["elision"], checks.TOLERANCES.get(name, 0) if way.startswith("MPI") else 0):
                wrong.append(f"{name}, {way}: {found}, the elision {answers['elision']}")
        rows.append((name, {way: statistics.median(times) for way, times in samples.items()}))
    return rows, wrong


def program_text(rows):
    ways = list(dict.fromkeys(way for _, times in rows for way in times))
    body = [(name, *(f"{times[way]:.3f} ({times[way] / times['elision']:.2f})" if way in times else "" for way in ways)) for name, times in rows]
    return ("## Ten programs on this machine\n\nSeconds, medians of interleaved rounds, and in brackets beside the serial elision. Results are the "
            "elision's bit for bit (MPI's kmeans to 1e-5, barnes to 1e-4).\n\n" + figures.table(("program", *ways), body) + "\n")


def parse_options(given):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--figure", action="append", choices=list(PAGES), help="only this one (may be repeated)")
    parser.add_argument("--simulated", action="store_true", help="the figures alone")
    parser.add_argument("--programs", action="store_true", help="the programs alone")
    parser.add_argument("--quick", action="store_true", help="small: shows that everything runs")
    parser.add_argument("--ranks", type=int, help="of MPI (default 2; quick: none)")
    parser.add_argument("--rounds", type=int, help="default 5; quick 1")
    parser.add_argument("--threads", default="1,2", help="default 1,2")
    parser.add_argument("--runtimes", help="ignored: all is Heddle's")
    parser.add_argument("--heddle", type=pathlib.Path, default=REPO / "build/release/lib/heddle/gomp", help="the folder of Heddle's libgomp.so.1")
    parser.add_argument("--build-dir", type=pathlib.Path, default=REPO / "build/papers/myrmics/programs", help="where programs are built")
    parser.add_argument("--output", type=pathlib.Path, default=REPO / "build/papers/myrmics")
    parser.add_argument("--publish", type=pathlib.Path, help="write the page there, too")
    options = parser.parse_args(given)
    options.threads = [int(word) for word in options.threads.split(",")]
    options.rounds = options.rounds or (1 if options.quick else 5)
    options.ranks = options.ranks or (0 if options.quick else 2)
    options.library, options.flags = options.heddle.resolve().parents[1], ""
    return options


def text_of(pages):
    """The page of its parts: {name: [text, claims, what is kept]}."""
    claims = [claim for name in ("programs", *PAGES) for claim in pages.get(name, ["", []])[1]]
    text = HEAD + (pages["programs"][0] if "programs" in pages else "")
    if claims:
        text += INPUTS + "## What must be so\n\n" + figures.table(("figure", "claim", "", "found"), [
            (c["figure"], c["text"], "met" if c["met"] else "**missed**", c["found"]) for c in claims]) + "\n"
    text += "\n".join(pages[name][0] for name in PAGES if name in pages)
    note = pathlib.Path(__file__).with_name("notes.md")
    return text + ("\n" + note.read_text() if note.exists() else "")


def verdicts(pages):
    """Each claim with its tolerance, what was found, hit or miss."""
    claims = [claim for name in PAGES for claim in pages.get(name, ["", []])[1]]
    width = max((len(claim["text"]) for claim in claims), default=0)
    lines = [f"{c['figure']:>6}  {c['text']:{width}}  {'hit ' if c['met'] else 'MISS'}  {c['found']}" for c in claims]
    return "\n".join([*lines, f"{sum(c['met'] for c in claims)} of {len(claims)} rows are hit"])


def write_page(results, folder):
    """Out of results.json; the programs' times are kept as medians."""
    pages = {}
    if "programs" in results:
        pages["programs"] = [program_text(list(results["programs"].items())), [], {}]
    for name, draw in PAGES.items():
        page = draw(simulated.Kept(results["runs"]), folder, False)
        pages[name] = [page.text, [vars(claim) for claim in page.claims], {}]
    (folder / "README.md").write_text(text_of(pages))


def write(options, text, results):
    for folder in {options.output, options.publish or options.output}:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "README.md").write_text(text)
        (folder / "results.json").write_text(json.dumps(results, indent=1) + "\n")
        if folder != options.output:
            for plot in options.output.glob("*.svg"):
                (folder / plot.name).write_text(plot.read_text())


def main(given):
    options = parse_options(given)
    if options.publish:
        raw.refuse_uncommitted([raw.commit_of()], options.publish)
    options.output.mkdir(parents=True, exist_ok=True)
    results, wrong = {}, []
    kept = options.output / "pages.json"
    pages = json.loads(kept.read_text()) if kept.exists() and not options.quick else {}
    if not (options.simulated or options.figure):
        options.build_dir.mkdir(parents=True, exist_ok=True)
        rows, wrong = programs(options, checks.Built(options, options.build_dir.resolve()))
        pages["programs"] = [program_text(rows), [], dict(rows)]
    program = options.library.parent / "bin/myrmics_simulate"
    if not options.programs and not program.exists():
        subprocess.run(["cmake", "--build", options.library.parent, "--target", "myrmics_simulate"], check=False, stdout=subprocess.DEVNULL)
    if not options.programs and program.exists():
        simulator = simulated.Simulator(program, REPO / "machines/formic520.toml", None if options.quick else options.output / "runs.json")
        for name in options.figure or PAGES:
            page = PAGES[name](simulator, options.output, options.quick)
            pages[name] = [page.text, [vars(claim) for claim in page.claims], {}]
            print(f"figure {name}: {sum(c.met for c in page.claims)} of {len(page.claims)} rows hit", flush=True)
        results["runs"] = simulator.rows()
    if not options.quick:
        kept.write_text(json.dumps(pages) + "\n")
    if "programs" in pages:
        results["programs"] = pages["programs"][2]
    write(options, text_of(pages), results)
    print(verdicts(pages))
    for line in wrong:
        print(f"WRONG {line}")
    print(f"written to {options.output}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
