"""The report: our tables and plots with the paper's own figures beside them, in Markdown."""

import math

from harness import report as harness_report, verdict
from harness.experiment import Quality, head_line, table

from papers.switches import claims, paper, works

DIFFERENCES = """\
- **Machine.** The paper's has 60 cores with four threads each; here are {cores}. What a runtime costs shows less with two threads, and
  loops that wait for each other lose less: the paper's gains grow with the number of threads.
- **Programs.** All are written anew from the paper's words; sizes are cut so that a run takes 20 to 300 ms. Each application is one
  header, with OpenMP's directives and the description of the plan side by side, over the same body. `-O3`, as in the paper.
- **Grain.** All ways cut a loop into the same chunks; the paper tunes each by itself, and its *Task* has one iteration a task.
- **Q12** uses tables of our own making, with the proportions of the benchmark's. **SU3** takes turns between two vectors.
  **OCEAN** keeps either colour in an array of its own. **SparseLU** has {blocks} blocks a side.
- **The split.** On {cores} cores each loop gets half of them for itself. Of two loops that take a and b by themselves, a sweep on two cores
  then takes at least max(a, b), whatever the grain, and (a + b)/2 where both cores share both: the split gains at most
  (a + b)/(2 max(a, b)), which is 1 for equal loops and less for all others. 1.2 is out of reach on two cores by the split alone; there
  is no other share to give, and all data cross between the cores besides. The paper's 24 % are of 32 threads, some of which its
  static assignment leaves idle, and they count the step from one row a task to four, too.
- **Waves.** The plan goes through several laps at once where data outgrow a core's cache (Poisson2D, OCEAN, SU3): order is free
  between the dependences, and no variant of OpenMP has them over laps without a barrier but `depend`, which runs oldest first.
- **Uneven cores.** The host takes a core away for a while: that, not the order of chunks, is why dynamic loops and tasks beat static
  ones here where each datum is used once. Chunks dealt out in turn took as long as a block a thread (one binary, medians of nine
  interleaved rounds: RK4 43.2 and 44.3 ms, Q12 56.7 and 55.0, MMULT 186 and 178). So the plan is also run with `rebalance`, in which
  workers take over what others are late with, and `measured`: placed by the costs of the first lap, longest path first.
- **What is timed.** The work, without set-up; the first time of each process, which starts threads and records the plan, is in the
  table "first". The paper's plans are made when the program is compiled.
- **Results** equal those of the serial program bit for bit, in every repetition: chunks compute the same whatever the order."""

NOISY_SHARE = 0.1


def cell(record, name, fastest=math.nan):
    if name not in record["samples"]:
        return "-"
    summary = verdict.summarise(record["samples"][name])
    if summary.state != "ok":
        return summary.state
    text = harness_report.number(summary.median)
    return f"**{text}**" if summary.median <= fastest else text


def times_table(records, heading, label):
    """Rows are ways, columns the records."""
    names = [way.name for way in (*works.SERIAL.values(), *works.WAYS) if any(way.name in r["samples"] for r in records)]
    fastest = [min((m for name in r["samples"] if (m := claims.median(r, name)) == m), default=math.nan) for r in records]
    rows = [[name, *(cell(r, name, best) for r, best in zip(records, fastest))] for name in names]
    return table([heading, *map(label, records)], rows)


def title_of(record):
    return works.named(record["application"]).title


def applications_section(results):
    records = claims.of_part(results, "applications")
    if not records:
        return ""
    gains = table(("", *map(title_of, records)), [
        ("here: best OpenMP variant / plan", *(f"{claims.gain(r):.3f}" for r in records)),
        ("by the fastest repetitions", *(f"{claims.gain(r, claims.FASTEST):.3f}" for r in records)),
        ("its best OpenMP variant", *(claims.best_openmp(r)[1] for r in records)),
        ("its best plan", *(claims.best_plan(r)[1] for r in records)),
        ("paper: SWITCHES / best OpenMP variant", *(f"{paper.gain(r['application']):.2f}" for r in records)),
        ("its best OpenMP variant", *(paper.PHI[r["application"]][4] for r in records)),
        ("here: speedup of the plan over serial", *(f"{claims.median(r, 'serial') / claims.best_plan(r)[0]:.2f}" for r in records)),
        ("paper: speedup of SWITCHES", *(paper.PHI[r["application"]][2] for r in records))])
    first = table(("first run of a process, ms", *map(title_of, records)), [
        (name, *(harness_report.number(verdict.summarise(r["first"][name]).median) for r in records))
        for name in ("libgomp static", "plan") if all(name in r["first"] for r in records)])
    return f"## The seven applications\n\n{gains}\n{times_table(records, 'ms', title_of)}\n{first}"


def tasks_section(results):
    records = sorted(claims.of_part(results, "tasks"), key=lambda r: -r["grain"])
    if not records:
        return ""
    return ("## Figure 1: the same work in more tasks\n\nFour loops over {:,} elements; the columns are tasks of each loop.\n\n"
            .format(records[0]["size"]) + times_table(records, "ms", lambda r: f"{r['size'] // r['grain']:,}"))


def granularity_section(results):
    found = claims.of_part(results, "granularity")
    if not found:
        return ""
    grains = sorted({r["grain"] for r in found})
    by = {(r["application"], r["grain"]): r for r in found}
    rows = [(label, *(cell(by[name, g], way) if (name, g) in by else "-" for g in grains))
            for label, name, way in (("plan", "poisson2d", "plan"), ("plan, 50:50", "poisson2d_split", "plan"),
                                     ("libgomp depend", "poisson2d", "libgomp depend"))]
    return ("## Figure 14: Poisson2D by grain, and split\n\n50:50: each of the two loops has half of the workers for itself. The paper gains "
            f"{paper.SPLIT_GAIN:.2f} by it, with a grain of 4 and 32 threads. Columns are rows of a task; ms.\n\n"
            + table(("", *map(str, grains)), rows))


def claims_section(judged):
    rows = [(c.sentence, c.measured, "yes" if c.met else "**no**") for c in judged]
    return "## What Heddle must reach\n\n" + table(("claim", "measured", "met"), rows) if rows else ""


def head(results):
    facts = results["facts"]
    rounds = sorted({r["rounds"] for r in results["records"]})
    disturbed = sum(r["disturbed"] for r in results["records"])
    lines = head_line(facts) + [f"- Machine: {facts['cpu']}, {facts['cores_usable']} usable cores, Linux {facts['kernel']}, {facts['compiler']}"
             f"{', ' + facts['clang'] if facts['clang'] else ''}.",
             f"- Medians of interleaved rounds, each a process of its own: {', '.join(map(str, rounds)) or 'none'}. {disturbed} runs beside "
             "which other processes used more than 0.4 cores were repeated (each twice at most).",
             "- `libgomp`, `heddle`: compiled by gcc, one binary; `libomp`: by clang. `plan`: by either."]
    lines += [f"- {note}." for note in results["notes"]]
    tries = sum(len(samples) for r in results["records"] for samples in r["samples"].values())
    if disturbed > NOISY_SHARE * tries:
        lines.append(f"- **Noisy**: that is {disturbed / tries:.0%} of all runs. Differences below about a fifth say little; measure again "
                     "on a quiet machine.")
    quick = "\n**Quick run: small sizes. It shows that everything works, not how fast it is.**\n" if results["options"]["quick"] else ""
    return (f"# SWITCHES: the paper's experiments on Heddle\n{quick}\n{paper.CITATION}.\n\nThis page is written by "
            "`./x bench papers/switches`; bench/papers/switches/README.md says how to run it.\n\n" + "\n".join(lines) + "\n")


def failures_section(results):
    found = dict.fromkeys(failure for r in results["records"] for failure in r["failures"])
    return "## Failures\n\n" + "".join(f"- {failure}\n" for failure in found) if found else ""


def write(path, results, judged, written):
    plots = "".join(f"![{figure}]({name})\n\n" for figure, name in written)
    differences = DIFFERENCES.format(cores=results["facts"]["cores_usable"], blocks=works.named("sparselu").size)
    parts = [head(results), claims_section(judged), applications_section(results), tasks_section(results),
             granularity_section(results), plots, f"## What differs from the paper\n\n{differences}\n", failures_section(results)]
    path.write_text("\n".join(part for part in parts if part), encoding="utf-8")


def quality(results):
    records = results["records"]
    runs = sum(len(samples) for r in records for samples in r["samples"].values())
    disturbed = sum(r["disturbed"] for r in records)
    return Quality(min((r["rounds"] for r in records), default=0), disturbed / max(1, runs))
