"""The plots: speedups of the applications beside the paper's, Figure 1, Figure 14."""

from harness import bars, lines

from papers.switches import claims, paper, works

COLOURS = {"libgomp static": "#9aa5b1", "libgomp dynamic": "#6f7b87", "libgomp taskloop": "#3f4a54", "libgomp depend": "#c3cad1",
           "libomp static": "#7fb0dd", "libomp dynamic": "#5b8db8", "libomp taskloop": "#2f5f8a", "libomp depend": "#b7d3ea",
           "libgomp cyclic": "#8a6d3b", "heddle depend": "#c04ad0", "plan": "#d1603d"}


def speedups(records, names):
    return {name: [claims.median(r, "serial") / claims.median(r, name) for r in records] for name in names}


def applications(folder, results, subtitle):
    records = claims.of_part(results, "applications")
    if not records:
        return []
    names = [name for name in COLOURS if any(name in record["samples"] for record in records)]
    titles = tuple(works.named(record["application"]).title for record in records)
    panels = [bars.Panel("Here: speedup over the serial program", titles, speedups(records, names)),
              bars.Panel("The paper: speedup of SWITCHES over the best OpenMP variant, Xeon Phi", titles,
                         {"plan": [paper.gain(record["application"]) for record in records]})]
    shown = {name: colour for name, colour in COLOURS.items() if name in names or name == "plan"}  # the paper's panel has it always
    bars.write_svg(folder / "applications.svg", ("The seven applications", subtitle), panels, shown)
    return [("applications", "applications.svg")]


def tasks(folder, results, subtitle):
    records = sorted(claims.of_part(results, "tasks"), key=lambda r: -r["grain"])
    if not records:
        return []
    names = [name for name in COLOURS if any(name in record["samples"] for record in records)]
    drawn = [lines.Line(name, COLOURS[name], [(r["size"] // r["grain"], claims.median(r, "serial") / claims.median(r, name))
                                              for r in records if name in r["samples"]]) for name in names]
    ticks = tuple(record["size"] // record["grain"] for record in records)
    lines.write_svg(folder / "figure1.svg", "As Figure 1: four loops, the same work in more and more tasks", subtitle,
                    [lines.Panel("", "tasks of each loop", "speedup over serial", drawn, log2_x=True, x_ticks=ticks)])
    return [("figure1", "figure1.svg")]


def granularity(folder, results, subtitle):
    records = claims.of_part(results, "granularity")
    if not records:
        return []
    drawn = []
    for name, way, colour in (("poisson2d", "plan", "#d1603d"), ("poisson2d_split", "plan", "#c04ad0"),
                              ("poisson2d", "libgomp depend", "#6f7b87")):
        points = [(r["grain"], claims.median(r, way)) for r in records if r["application"] == name and way in r["samples"]]
        drawn.append(lines.Line(f"{way}{', 50:50' if name == 'poisson2d_split' else ''}", colour, points))
    lines.write_svg(folder / "figure14.svg", "As Figure 14: Poisson2D by the grain of its loops, and split 50:50", subtitle,
                    [lines.Panel("", "rows of a task", "ms", drawn, log2_x=True, x_ticks=tuple(sorted({r["grain"] for r in records})))])
    return [("figure14", "figure14.svg")]


def draw(folder, results, subtitle):
    return [*applications(folder, results, subtitle), *tasks(folder, results, subtitle), *granularity(folder, results, subtitle)]
