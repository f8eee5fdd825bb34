"""The plots, named and laid out as the paper's."""

import math

from harness import lines

from papers.ddast import arguments, configurations, experiments, paper

PARAMETER_FIGURES = {"MAX_DDAST_THREADS": "fig5", "MAX_SPINS": "fig6", "MAX_OPS_THREAD": "fig7", "MIN_READY_TASKS": "fig8"}
KERNEL_FIGURES = {"matmul": "fig9", "sparselu": "fig10", "nbody": "fig11"}
GRAIN_COLOURS = {"coarse": "#5b8db8", "fine": "#d1603d"}


def _lines_by_configuration(records, configured):
    found = []
    for configuration in configured:
        points = []
        for record in records:
            time = experiments.best(record["samples"].get(configuration.name, []))
            if math.isfinite(time) and time > 0:
                points.append((record["threads"], experiments.serial_time(record, records) / time))
        if points:
            found.append(lines.Line(configuration.name, configuration.colour, points, configuration.dashes))
    return found


def scalability(folder, records, configured, subtitle):
    written = []
    for kernel, figure in KERNEL_FIGURES.items():
        panels = []
        for grain in reversed(arguments.GRAINS):  # fine first, as in the paper
            own = [r for r in records if (r["kernel"], r["grain"]) == (kernel, grain)]
            if not any("serial" in r["samples"] for r in own):
                continue
            threads = tuple(r["threads"] for r in own)
            panels.append(lines.Panel(f"{arguments.TITLES[kernel]}, {grain} grain", "threads", "speed-up over serial",
                                      _lines_by_configuration(own, configured),
                                      log2_x=True, x_ticks=threads))
        if panels:
            name = f"{figure}-{kernel}.svg"
            lines.write_svg(folder / name, f"As Figure {figure[3:]}: {arguments.TITLES[kernel]} scalability", subtitle, panels)
            written.append((figure, name))
    return written


def speedups(record):
    """[(value, speed-up over the initial value)] of one sweep."""
    start = experiments.best(record["samples"].get("initial", []))
    times = [(int(name), experiments.best(samples)) for name, samples in record["samples"].items() if name != "initial"]
    return [(value, start / time) for value, time in sorted(times) if math.isfinite(time) and time > 0]


def repetition_band(records):
    """How far repetitions of the same settings lie apart, as speed-ups around 1."""
    spreads = [experiments.repetition_spread(r["samples"].get("initial", [])) for r in records]
    widest = max((s for s in spreads if math.isfinite(s)), default=math.nan)
    return () if math.isnan(widest) else (1 / widest, widest)


def tuning(folder, records, subtitle):
    written = []
    for parameter, figure in PARAMETER_FIGURES.items():
        panels = []
        for kernel in experiments.TUNED_KERNELS:
            own = [r for r in records if r["kernel"] == kernel and r["label"] == parameter]
            drawn = [lines.Line(f"{r['grain']}, {r['threads']} threads", GRAIN_COLOURS.get(r["grain"], "#666666"), speedups(r))
                     for r in own]
            if any(line.points for line in drawn):
                panels.append(lines.Panel(arguments.TITLES[kernel], parameter,
                                          f"speed-up over {paper.PARAMETERS[parameter][0]}", drawn, log2_x=True,
                                          x_ticks=experiments.VALUES, band=repetition_band(own), base=None))
        if panels:
            name = f"{figure}.svg"
            lines.write_svg(folder / name, f"As Figure {figure[3:]}: {parameter}",
                            subtitle + "; grey: what repetitions of one setting differ by", panels)
            written.append((figure, name))
    return written


def grain(folder, records, subtitle):
    panels = []
    for kernel, title in arguments.TITLES.items():
        own = [r for r in records if r["kernel"] == kernel]
        names = {name for r in own for name in r["samples"]}
        drawn = []
        for name in sorted(names, key=["serial", "locked dbf", "default", "libgomp", "libomp"].index):
            points = [(int(r["grain"].split()[-1]), 1000 * time) for r in own
                      if math.isfinite(time := experiments.best(r["samples"].get(name, [])))]
            colour = configurations.COLOURS[name.split(" ")[0]]
            drawn.append(lines.Line(name, colour, points))
        if own:
            panels.append(lines.Panel(title, "block", "ms", drawn, log2_x=True, x_ticks=arguments.BLOCKS))
    if panels:
        lines.write_svg(folder / "grain.svg", "What a block size costs", subtitle, panels)
    return [("grain", "grain.svg")] if panels else []


def traces(folder, records, subtitle):
    written = []
    for record in records:
        panels = []
        for column, what in ((1, "tasks in the graph"), (2, "ready tasks")):
            drawn = [lines.Line(manager, configurations.COLOURS[manager], [(p[0] / 1e6, p[column]) for p in points])
                     for manager, points in record["points"].items()]
            if any(line.points for line in drawn):
                panels.append(lines.Panel(what, "ms", "tasks", drawn, dots=False))
        if not panels:
            continue
        name = f"{record['figure']}-{record['kernel']}.svg"
        title = (f"As Figure {record['figure'][3:]}: {arguments.TITLES[record['kernel']]}, {record['grain']} grain, "
                 f"{record['threads']} threads")
        lines.write_svg(folder / name, title, subtitle, panels)
        written.append((record["figure"], name))
    return written
