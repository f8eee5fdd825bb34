"""The report: our tables and plots with the paper's own figures beside them, in Markdown."""

import math

from harness.experiment import Quality, head_line, table

from papers.ddast import arguments, claims, configurations, experiments, figures, paper

NOISY = 0.15  # cores used by others, as in harness.report

DIFFERENCES = """\
- **Machine.** The paper uses 20 to 64 cores, where threads wait for the locks of the task graph; that contention is what
  its manager removes. {cores} cores hardly contend: what shows here is what a manager costs, not what it saves at 64 cores.
- **Sizes.** The problems are smaller and the blocks are smaller still, so that the number of tasks is the paper's while a
  task is as short as the cost of a task allows here.
- **Listing 2.** `async` departs from it in seven points (src/dependence/async/README.md).
- **Baseline.** Nanos++ is not measured. Its place is taken by Heddle's own manager `locked` with the paper's scheduler
  (`dbf`), so that only the manager differs from `async dbf`. `default` is what a user gets who sets nothing.
- **Kernels.** Own sources with own block operations, compiled by plain `g++ -O2 -fopenmp`; the paper calls MKL and ARM PL.
  The pattern of the sparse matrix is not printed in the paper; ours gives its numbers of tasks.
- **OpenMP, not OmpSs.** N-Body's first task of a time step ends with a taskwait; forces are summed in one order, so that
  results can be compared bit by bit.
- **Statistics.** Best of the rounds, as in the paper (section 4), with the median beside it; the rounds are interleaved. The
  speed-up is over the serial run with the same blocks."""


def seconds(value):
    return f"{value * 1000:.4g}" if math.isfinite(value) else "-"


def cell(samples, serial):
    """Speed-up of the best run, then best and median in ms; or the word for what went wrong."""
    if not samples:
        return "-"
    state = experiments.state(samples)
    if state != "ok":
        return state
    fastest = experiments.best(samples)
    faster = f"**{serial / fastest:.2f}** · " if math.isfinite(serial) else ""
    return f"{faster}{seconds(fastest)} · {seconds(experiments.median(samples))}"


def quotes(figure):
    return "".join(f"> Paper, section {section}: {statement}.\n>\n" for section, statement in paper.STATEMENTS[figure]) + "\n"


def images(written, figure):
    return "".join(f"![Figure {figure[3:] or figure}]({name})\n\n" for key, name in written if key == figure)


def arguments_section(results):
    rows = []
    for case in results["cases"]:
        where, machines = paper.ARGUMENTS[case["kernel"]]
        column = 2 + arguments.GRAINS.index(case["grain"])
        theirs = "; ".join(f"{m[0]}: {m[1]}, block {m[column][0]}, {m[column][1]:,} tasks" for m in machines)
        size, block, *steps = case["arguments"]
        ours = f"{size}{f', {steps[0]} steps' if steps else ''}, block {block}, {case['tasks']:,} tasks"
        rows.append((arguments.TITLES[case["kernel"]], case["grain"], ours, f"{theirs} ({where})"))
    return "## Arguments\n\n" + table(("kernel", "grain", "here", "paper"), rows)


def scalability_section(results, written):
    records = results.get("scalability")
    if not records:
        return ""
    parts = ["## Scalability: Figures 9 to 11\n\nA cell: **speed-up over serial** · best · median of the rounds, in ms.\n"]
    for kernel, figure in figures.KERNEL_FIGURES.items():
        own = [r for r in records if r["kernel"] == kernel]
        if not own:
            continue
        parts.append(f"### {arguments.TITLES[kernel]} (Figure {figure[3:]})\n")
        heading = [f"{r['grain']}, {r['threads']} thread{'s' * (r['threads'] > 1)}" for r in own]
        names = [c["name"] for c in results["configurations"] if any(c["name"] in r["samples"] for r in own)]
        rows = [[name, *(cell(r["samples"].get(name, []), experiments.serial_time(r, records)) for r in own)] for name in names]
        parts.append(table(["", *heading], rows))
        parts.append(images(written, figure) + quotes(figure))
    return "\n".join(parts)


def tuning_section(results, written):
    records = results.get("tuning")
    if not records:
        return ""
    parts = ["## Parameters: Figures 5 to 8\n\nSpeed-up over the initial value (best run over best run); the other parameters "
             "are at their initial values: " + ", ".join(f"{n} {v[0]}" for n, v in paper.PARAMETERS.items()) + ".\n"]
    for parameter, figure in figures.PARAMETER_FIGURES.items():
        own = [r for r in records if r["label"] == parameter]
        if not own:
            continue
        initial, tuned = paper.PARAMETERS[parameter]
        parts.append(f"### {parameter} (Figure {figure[3:]}): initially {initial}, after the paper's tuning {tuned}\n")
        rows = [[f"{arguments.TITLES[r['kernel']]}, {r['grain']}, {r['threads']} threads",
                 *(f"{dict(figures.speedups(r)).get(v, math.nan):.3f}" for v in experiments.VALUES)] for r in own]
        parts.append(table(["", *map(str, experiments.VALUES)], rows))
        parts.append(images(written, figure) + quotes(figure))
    parts.append(tuned_text(results.get("tuned", {})))
    return "\n".join(parts)


def tuned_text(tuned):
    if not tuned:
        return ("No value was faster than the initial one by 2 % and by more than its repetitions differ: `async tuned dbf` is "
                "left out.\n")
    rows = [(case, ", ".join(f"{name}={value}" for name, value in settings.items())) for case, settings in tuned.items()]
    return ("The fastest values, where they gain at least 2 % and more than repetitions of the initial ones differ by, make up "
            "`async tuned dbf`; parameters that are not named here have the runtime's defaults.\n\n" + table(("case", "values"), rows))


def traces_section(results, written):
    if "traces" not in results:
        return ""
    parts = ["## Tasks over time: Figures 12 to 14\n\nRecorded by `heddle run --trace`, window unlimited, scheduler dbf. The "
             "recording itself costs time; the shape counts.\n"]
    for record in results["traces"]:
        figure = record["figure"]
        peaks = ", ".join(f"{manager} at most {max(p[1] for p in points):,.0f} tasks in the graph and "
                          f"{max(p[2] for p in points):,.0f} ready" for manager, points in record["points"].items() if points)
        parts.append(f"### {arguments.TITLES[record['kernel']]}, {record['grain']} (Figure {figure[3:]})\n\n{peaks}\n")
        parts += [f"Not recorded: {failure}\n" for failure in record["failures"]]
        parts.append(images(written, figure) + quotes(figure))
    return "\n".join(parts)


def grain_section(results, written):
    records = results.get("grain")
    if not records:
        return ""
    names = [n for n in ("serial", "locked dbf", "default", "libgomp", "libomp") if any(n in r["samples"] for r in records)]
    rows = [[arguments.TITLES[r["kernel"]], r["grain"], *(cell(r["samples"].get(n, []), math.nan) for n in names)]
            for r in records]
    return ("## Which block is coarse\n\nSection 4.2: coarse is the smallest block with almost the best speed, fine is half of it. "
            "Best · median, in ms.\n\n" + table(("kernel", "", *names), rows) + "\n" + images(written, "grain"))


def claims_section(results):
    found = claims.judge(results)
    if not found:
        return ""
    rows = [(c.sentence, c.measured, "yes" if c.met else "**no**") for c in found]
    return "## What Heddle must reach\n\nMedians at two threads.\n\n" + table(("claim", "measured", "met"), rows)


def noise_text(results):
    noisy = [f"{r['kernel']} {r['grain']} at {r['threads']} ({r['foreign_cores']:.1f} cores)"
             for part in ("grain", "tuning", "scalability") for r in results.get(part, []) if r["foreign_cores"] > NOISY]
    if not noisy:
        return "No other process used more than 0.15 cores meanwhile.\n"
    return (f"**Noisy:** other processes used more than {NOISY} cores during {len(noisy)} of the rows; measure again on a "
            f"quiet machine before believing them. The first: {', '.join(noisy[:4])}.\n")


def failures_text(results):
    found = [failure for part in ("grain", "tuning", "scalability") for r in results.get(part, []) for failure in r["failures"]]
    return "".join(f"- {failure}\n" for failure in dict.fromkeys(found))


def head(results):
    facts, options = results["facts"], results["options"]
    prices = "; ".join(f"{when}: " + ", ".join(f"{n} {v[0]:.3g} {v[1]}" for n, v in facts[when].items())
                       for when in ("machine_before", "machine_after") if when in facts)
    lines = head_line(facts) + [f"- Machine: {facts['cpu']}, {facts['cores_usable']} usable cores, Linux {facts['kernel']}, {facts['compiler']}.",
             f"- {prices} (a step of a multiply-add chain; a cache line from one thread to the other).",
             f"- Interleaved rounds, each a process of its own: {options['rounds']}; default manager of Heddle: `{facts['default_manager']}`."]
    lines += [f"- {note}." for note in results["notes"]]
    quick = "\n**Quick run: tiny arguments. It shows that everything works, not how fast it is.**\n" if options["quick"] else ""
    return (f"# DDAST: the paper's experiments on Heddle\n{quick}\n{paper.CITATION}.\n\nThis page is written by "
            "`./x bench papers/ddast`; bench/papers/ddast/README.md says how to run it.\n\n" + "\n".join(lines) + "\n")


def configurations_section(results):
    measured = {name for r in results.get("scalability", []) for name in r["samples"]}
    rows = [(c["name"], " ".join(f"{k}={v}" for k, v in c["settings"].items()) or "-",
             c["remark"] + ("" if c["name"] in measured or not measured else "; has no row here: the pieces of this run were measured apart"))
            for c in results["configurations"]]
    return "## What is compared\n\n" + table(("name", "settings", "remark"), rows)


def write(path, results, written):
    failures = failures_text(results)
    parts = [head(results), noise_text(results),
             "## What differs from the paper\n\n" + DIFFERENCES.format(cores=results["facts"]["cores_usable"]) + "\n",
             claims_section(results), arguments_section(results), configurations_section(results),
             scalability_section(results, written), tuning_section(results, written), traces_section(results, written),
             grain_section(results, written), "## Failures\n\n" + failures if failures else ""]
    path.write_text("\n".join(part for part in parts if part), encoding="utf-8")


def quality(results):
    records = [r for part in ("tuning", "scalability") for r in results.get(part, [])]
    noisy = sum(r["foreign_cores"] > NOISY for r in records)
    return Quality(results["options"]["rounds"], noisy / max(1, len(records)))
