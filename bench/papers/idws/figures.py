"""The plots, laid out as the paper's Figures 2 to 5: time over that of the fastest strategy, for each work."""

import math

from harness import bars

from papers.idws import claims, paper, strategies, works

COLOURS = {"heddle default": "#d1603d", "heddle idws": "#c04ad0", "libgomp static": "#c3cad1", "libgomp static,1": "#9aa5b1",
           "libgomp dynamic": "#6f7b87", "libgomp guided": "#3f4a54", "libomp static_steal": "#5b8db8", "onetbb auto": "#8a6d3b"}
PAPERS = ("Table 2: two Xeon E5-2643, 16 threads", "Table 4: Xeon Phi, 244 threads")


def multiples(records, names):
    """Columns of one panel: strategy -> for each record the time over the fastest of all strategies there."""
    fastest = [next(iter(claims.medians(record).values()), math.nan) for record in records]
    return {name: [claims.median(record, name) / best for record, best in zip(records, fastest)] for name in names}


def of_paper(table):
    rows = dict(zip(paper.STRATEGIES, paper.ratios(table)))
    values = {ours: rows[theirs] for theirs, ours in paper.COUNTERPARTS.items()}
    titles = tuple(works.named(work).title for work in paper.WORKS)
    return bars.Panel(f"The paper, {table} (as heddle default: IDWS; as onetbb auto: Cilk+)", titles, values)


def panels_of(results, part, names):
    found = []
    of_part = [r for r in results["records"] if r["part"] in part]
    for threads in sorted({r["threads"] for r in of_part}):
        own = [r for r in of_part if r["threads"] == threads]
        titles = tuple(works.named(r["work"]).title for r in own)
        found.append(bars.Panel(f"Here, {threads} threads", titles, multiples(own, names)))
    return found


def draw(folder, results, subtitle):
    measured = {name for record in results["records"] for name in record["samples"]}
    names = [s.name for s in strategies.STRATEGIES if s.name in measured and s.name in COLOURS]
    colours = {name: COLOURS[name] for name in names}
    written = []
    if not names:
        return written
    everywhere = panels_of(results, ("distributions", "kernels"), names)
    if everywhere:
        panels = [*everywhere, *(of_paper(table) for table in PAPERS)]
        for panel in panels:
            panel.values = {name: panel.values[name] for name in names if name in panel.values}
        panels = [panel for panel in panels if panel.values]  # the paper has no counterpart of most strategies
        bars.write_svg(folder / "fig2-5.svg", ("As Figures 2 to 5: time over that of the fastest strategy", subtitle), panels, colours)
        written.append(("fig2-5", "fig2-5.svg"))
    beside = panels_of(results, ("neighbour",), names)
    if beside:
        bars.write_svg(folder / "neighbour.svg", ("Half of one core taken by another process", subtitle), beside, colours)
        written.append(("neighbour", "neighbour.svg"))
    return written
