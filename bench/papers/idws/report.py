"""The report: our tables and plots with the paper's own figures beside them, in Markdown."""

import math

from harness import report as harness_report, verdict
from harness.experiment import Quality, head_line, table

from papers.idws import claims, paper, strategies, works

DIFFERENCES = """\
- **Machine.** The paper uses 16 to 244 threads, each on a hardware thread of its own. Here are {cores} cores: 2 threads are the
  paper's setting, 4, 8 and 16 show what a schedule does when threads share cores, where a victim may not be running at all.
- **Sizes.** {states:,} states instead of 16 million, on an eighth of the threads at most; `--states 16000000` is the paper's.
- **Kernels of the loop.** The paper prints neither the number of calls of sin, cos and sinh nor the pattern's parameters; ours
  give the serial totals the proportions of its Table 1 (programs/states.hpp). An iteration costs 25 to 200 ns, much less than
  there (Table 1 gives 12 µs), so that what a schedule costs shows.
- **PRAgMaTIc.** Its kernels are not measured; four loops of their shape are, on a generated mesh (programs/mesh_works.hpp).
- **Rivals.** libgomp and libomp in the place of Intel's OpenMP runtime, oneTBB in that of Cilk Plus. Programs for libomp are
  compiled by clang, all others by GCC.
- **IDWS.** `heddle idws by signals` is the paper's own scheme by its macros. `heddle idws` is Heddle's: a flag that the victim looks at
  between strips of up to 32 µs, open ranges that are taken without asking, and a memory of the last run's split
  (src/loop/idws/README.md says why). `heddle default` is what a program gets that sets nothing.
- **Statistics.** Medians of interleaved rounds; in each a process repeats the loop at least five times and says the median: what schedules
  learn from the first run counts. The paper's programs learn nothing; "First runs" has the first of each process."""

CELL = "A cell: median time over that of the fastest strategy of the row's work; the fastest is bold. The last row: that time, in ms."


def ratio_cell(record, name, fastest):
    if name not in record["samples"]:
        return "-"
    summary = verdict.summarise(record["samples"][name])
    if summary.state != "ok":
        return summary.state
    text = f"{summary.median / fastest:.3f}" if math.isfinite(fastest) else "-"
    return f"**{text}**" if summary.median <= fastest else text


def ratio_table(records):
    names = [s.name for s in strategies.STRATEGIES if any(s.name in r["samples"] for r in records)]
    fastest = [next(iter(claims.medians(r).values()), math.nan) for r in records]
    rows = [[name, *(ratio_cell(r, name, best) for r, best in zip(records, fastest))] for name in names]
    rows.append(["fastest, ms", *map(harness_report.number, fastest)])
    serial = [claims.median(r, strategies.SERIAL.name) for r in records]
    if any(math.isfinite(time) for time in serial):
        rows.append(["serial, ms", *map(harness_report.number, serial)])
    return table(["", *(works.named(r["work"]).title for r in records)], rows)


def records_of(results, *parts):
    return [r for r in results["records"] if r["part"] in parts]


def main_section(results):
    records = records_of(results, "distributions", "kernels")
    parts = [f"## The five distributions and the four kernels\n\n{CELL}\n"] if records else []
    for threads in sorted({r["threads"] for r in records}):
        parts.append(f"### {threads} threads\n\n" + ratio_table([r for r in records if r["threads"] == threads]))
    return "\n".join(parts)


def first_section(results):
    """What schedules learn from the first run is not in it; the paper's programs learn nothing."""
    parts = ["## First runs\n\nThe first repetition of each process, ms (median over processes).\n"]
    for threads in sorted({r["threads"] for r in records_of(results, "distributions")}):
        own = [r for r in records_of(results, "distributions") if r["threads"] == threads and r["first"]]
        names = [s.name for s in strategies.STRATEGIES if any(s.name in r["first"] for r in own)]
        rows = [[name, *(first_cell(r["first"].get(name, [])) for r in own)] for name in names]
        if rows:
            parts.append(f"### First runs, {threads} threads\n\n" + table(["", *(works.named(r["work"]).title for r in own)], rows))
    return "\n".join(parts) if len(parts) > 1 else ""


def first_cell(samples):
    summary = verdict.summarise(samples) if samples else None
    if summary is None:
        return "-"
    return harness_report.number(summary.median) if summary.state == "ok" else summary.state


def paper_section():
    parts = ["## The paper's tables\n\nThe same, from its seconds.\n"]
    for title in paper.TABLES:
        rows = [[name, *("-" if ratio is None else f"**{ratio:.3f}**" if ratio == 1 else f"{ratio:.3f}" for ratio in row)]
                for name, row in zip(paper.STRATEGIES, paper.ratios(title))]
        parts.append(f"### {title}\n\n" + table(["", *(works.named(work).title for work in paper.WORKS)], rows))
    return "\n".join(parts)


def neighbour_section(results):
    records = records_of(results, "neighbour")
    parts = ["## A noisy neighbour\n\nA process pinned to one core computes for 5 ms of every 10. " + CELL + "\n"] if records else []
    for threads in sorted({r["threads"] for r in records}):
        parts.append(f"### {threads} threads\n\n" + ratio_table([r for r in records if r["threads"] == threads]))
    return "\n".join(parts)


def overhead_section(results):
    records = records_of(results, "overhead")
    if not records:
        return ""
    parts = ["## What a loop costs by itself\n"]
    for record in records:
        per = "a chunk" if record["work"] == "chunks" else "an iteration"
        rows = [(name, harness_report.number(m), f"{m * 1e6 / record['size']:.3g}") for name, m in claims.medians(record).items()]
        heading = f"### {works.named(record['work']).title}, {record['size']:,} iterations, {record['threads']} threads\n\n"
        parts.append(heading + table(("", "ms", f"ns {per}"), rows))
    return "\n".join(parts)


def claims_section(judged):
    if not judged:
        return ""
    rows = [(c.sentence, c.measured, c.word if c.met else f"**{c.word}**") for c in judged]
    return ("## What Heddle must reach\n\nMedian over median, and where that lies in 90 % of what could be drawn from the rounds; "
            "\"just\": the limit lies within. Rivals are those whose programs the same compiler built. The fastest repetitions: the same, "
            "with the fastest repetition of each process for its median. The fastest of many strategies owes something to luck: by the "
            "other rounds' fastest is the median over the rounds where each round's rival was the fastest in the others.\n\n" + table(("claim", "measured", "met"), rows))


def strategies_section(results):
    rows = [(s["name"], s["compiler"], s["schedule"], s["settings"], s["remark"]) for s in results["strategies"]]
    return "## What is compared\n\n" + table(("name", "compiler", "schedule as written", "settings", "remark"), rows)


def noise_text(results):
    noisy = [f"{r['work']} at {r['threads']} ({r['foreign_cores']:.1f} cores)" for r in results["records"]
             if r["part"] != "neighbour" and r["foreign_cores"] > harness_report.NOISY_FOREIGN_CORES]
    if not noisy:
        return f"No other process used more than {harness_report.NOISY_FOREIGN_CORES} cores meanwhile.\n"
    return (f"**Noisy:** other processes used more than {harness_report.NOISY_FOREIGN_CORES} cores during {len(noisy)} of the rows; "
            f"measure again on a quiet machine before believing them. The first: {', '.join(noisy[:4])}.\n")


def failures_section(results):
    found = dict.fromkeys(failure for r in results["records"] for failure in r["failures"])
    return "## Failures\n\n" + "".join(f"- {failure}\n" for failure in found) if found else ""


def head(results):
    facts, options = results["facts"], results["options"]
    prices = "; ".join(f"{when}: " + ", ".join(f"{n} {v[0]:.3g} {v[1]}" for n, v in facts[when].items())
                       for when in ("machine_before", "machine_after") if when in facts)
    rounds = sorted({r["rounds"] for r in results["records"]})
    lines = head_line(facts) + [f"- Machine: {facts['cpu']}, {facts['cores_usable']} usable cores, Linux {facts['kernel']}, {facts['compiler']}"
             f"{', ' + facts['clang'] if facts['clang'] else ''}.",
             f"- {prices} (a step of a multiply-add chain; a cache line from one thread to the other).",
             f"- Interleaved rounds, each a process of its own: {', '.join(map(str, rounds)) or 'none'}; a strategy three times as "
             "slow as the fastest is asked in two rounds only."]
    lines += [f"- {note}." for note in results["notes"]]
    quick = "\n**Quick run: short loops. It shows that everything works, not how fast it is.**\n" if options["quick"] else ""
    return (f"# IDWS: the paper's experiments on Heddle\n{quick}\n{paper.CITATION}.\n\nThis page is written by "
            "`./x bench papers/idws`; bench/papers/idws/README.md says how to run it.\n\n" + "\n".join(lines) + "\n")


def differences(results):
    states = [r["size"] for r in records_of(results, "distributions", "neighbour")] or [works.STATES]
    return "## What differs from the paper\n\n" + DIFFERENCES.format(cores=results["facts"]["cores_usable"], states=states[0]) + "\n"


def write(path, results, judged, written):
    plots = "".join(f"![{figure}]({name})\n\n" for figure, name in written)
    parts = [head(results), noise_text(results), differences(results), claims_section(judged), main_section(results), plots, first_section(results),
             neighbour_section(results), overhead_section(results), paper_section(), strategies_section(results),
             failures_section(results)]
    path.write_text("\n".join(part for part in parts if part), encoding="utf-8")


def quality(results):
    records = results["records"]
    runs = sum(len(samples) for r in records for samples in r["samples"].values())
    disturbed = sum(len(r["disturbed"]) for r in records)
    return Quality(min((r["rounds"] for r in records), default=0), disturbed / max(1, runs))
