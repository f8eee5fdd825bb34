"""The chart: one group of bars per row, as multiples of the better of libgomp and libomp (log scale).

Written as plain SVG, so that nothing has to be installed.
"""

import math

from . import svg
from .report import number
from .runtimes import ALL

COLOURS = {"libgomp": "#9aa5b1", "libomp": "#5b8db8", "heddle": "#d1603d", "onetbb": "#8a6d3b"}
TARGET = "#1b7f4b"

LABEL_X, AXIS_X, AXIS_WIDTH, VALUES_X, WIDTH = 16, 230, 520, 770, 1225
BAR, GROUP_GAP, HEADING_HEIGHT, TOP = 9, 11, 34, 96
LOW, HIGH = 0.05, 20.0  # the axis; what lies outside is cut and marked
TICKS = (0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20)


def _x(multiple):
    clamped = min(max(multiple, LOW), HIGH)
    return AXIS_X + AXIS_WIDTH * math.log(clamped / LOW) / math.log(HIGH / LOW)


def _reference(judged):
    """What counts as 1: the better peer, or Heddle where no peer ended."""
    if math.isfinite(judged.best_peer) and judged.best_peer > 0:
        return judged.best_peer
    heddle = judged.summary.get("heddle")
    return heddle.median if heddle and math.isfinite(heddle.median) and heddle.median > 0 else math.nan


def _bar(summary, colour, reference, y):
    if summary.state != "ok":
        full = svg.rect(AXIS_X, y, AXIS_WIDTH, BAR - 1, colour, 0.25)
        return full + svg.text(AXIS_X + 6, y + BAR - 1.5, summary.state, 9)
    if math.isnan(reference):
        return ""
    multiple = summary.median / reference
    bar = svg.rect(AXIS_X, y, _x(multiple) - AXIS_X, BAR - 1, colour)
    if multiple > HIGH:
        bar += svg.text(AXIS_X + AXIS_WIDTH - 4, y + BAR - 1.5, f"{multiple:.0f}x »", 9, "end", "#ffffff")
    return bar


def _target_mark(judged, reference, top, bottom):
    """The strictest of the row's targets."""
    if math.isnan(reference):
        return ""
    multiples = [judged.value_limit / reference] if judged.value_limit is not None else []
    if judged.ratio_limit is not None and math.isfinite(judged.best_peer):
        multiples.append(judged.ratio_limit)
    return svg.vertical(_x(min(multiples)), top - 2, bottom + 1, TARGET, 2.5) if multiples else ""


def _values(judged, names, y):
    parts = []
    for i, name in enumerate(names):
        summary = judged.summary.get(name)
        content = "-" if summary is None else number(summary.median) if summary.state == "ok" else summary.state
        parts.append(svg.text(VALUES_X + 95 * (i + 1), y, content, 12, "end",
                           weight="bold" if name == "heddle" else "normal"))
    parts.append(svg.text(VALUES_X + 95 * len(names) + 8, y, judged.row.unit, 11, colour="#666666"))
    return "".join(parts)


def _group(judged, names, y):
    bottom = y + BAR * len(names)
    reference = _reference(judged)
    bars = [_bar(judged.summary[name], COLOURS[name], reference, y + BAR * i)
            for i, name in enumerate(names) if name in judged.summary]
    middle = (y + bottom) / 2 + 4
    label = judged.row.row_id.removeprefix("app.")
    mark = {"met": " ✓", "missed": " ✗"}.get(judged.verdict, "")
    colour = "#b00020" if judged.verdict == "missed" else svg.INK
    return (svg.text(LABEL_X, middle, label + mark, 12, colour=colour) + "".join(bars)
            + _target_mark(judged, reference, y, bottom) + _values(judged, names, middle))


def _head(names, subtitle):
    parts = [svg.text(LABEL_X, 28, "The same gcc-built binaries on each runtime; oneTBB with its own", 18, weight="bold"),
             svg.text(LABEL_X, 47, subtitle, 11, colour="#666666")]
    x = LABEL_X
    for name in names:
        parts += [svg.rect(x, 60, 14, 10, COLOURS[name]), svg.text(x + 19, 69, name)]
        x += 35 + 8 * len(name)
    parts += [svg.vertical(x + 4, 58, 72, TARGET, 2.5), svg.text(x + 12, 69, "target for heddle")]
    parts.append(svg.text(WIDTH - 16, 69, "bars: multiple of the better of libgomp and libomp, log scale; shorter is faster", 11,
                       "end", "#666666"))
    parts += [svg.text(VALUES_X + 95 * (i + 1), 88, name, 11, "end", "#666666") for i, name in enumerate(names)]
    return parts


def _axis(bottom):
    parts = []
    for tick in TICKS:
        parts.append(svg.vertical(_x(tick), TOP, bottom, "#888888" if tick == 1 else svg.FAINT))
        parts.append(svg.text(_x(tick), 88, f"{tick:g}x", 10, "middle", "#666666"))
        parts.append(svg.text(_x(tick), bottom + 14, f"{tick:g}x", 10, "middle", "#666666"))
    return parts


def _body(judged, names):
    parts, y, group = [], TOP, None
    for row in judged:
        if row.row.group != group:
            group = row.row.group
            y += HEADING_HEIGHT
            parts.append(svg.text(LABEL_X, y - 10, group, 13, weight="bold"))
        parts.append(_group(row, names, y))
        y += BAR * len(names) + GROUP_GAP
    return parts, y


def write_svg(path, judged, subtitle):
    names = [n for n in ALL if any(n in j.summary for j in judged)]
    body, bottom = _body(judged, names)
    svg.write(path, WIDTH, bottom + 30, [*_head(names, subtitle), *_axis(bottom), *body])
