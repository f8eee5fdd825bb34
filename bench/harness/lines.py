"""Line charts: panels side by side, each with lines over a common kind of axis, written as plain SVG."""

import math
from dataclasses import dataclass

from . import svg

WIDTH, PANEL_HEIGHT, HEAD, BOTTOM = 1130, 300, 32, 46
LEFT, RIGHT, BETWEEN = 62, 20, 74
GREY = "#666666"
MARGIN, LEGEND_Y, LEGEND_STEP, LEGEND_ROW = 16, 60, 24, 18


@dataclass
class Line:
    name: str
    colour: str
    points: list  # of (x, y)
    dashes: str = ""


@dataclass
class Panel:
    title: str
    x_title: str
    y_title: str
    lines: list
    log2_x: bool = False
    x_ticks: tuple = ()  # none: chosen
    band: tuple = ()  # (low, high) of y that is drawn grey: what repetition alone explains
    base: float | None = 0.0  # the smallest y shown; None: what the lines need
    dots: bool = True


class Axis:
    """Maps the numbers of [low, high] onto pixels."""

    def __init__(self, span, pixels, log2=False):
        self._log2 = log2
        self.low, self.high = span
        self._from, self._to = pixels

    def __call__(self, value):
        low, high, value = (math.log2(v) if self._log2 else v for v in (self.low, self.high, value))
        share = (value - low) / (high - low) if high > low else 0.5
        return self._from + (self._to - self._from) * share


def round_ticks(low, high, wanted=6):
    """At most `wanted` + 1 ticks inside [low, high], at multiples of 1, 2 or 5 times a power of ten."""
    if high <= low:
        return [low]
    power = 10.0 ** math.floor(math.log10((high - low) / wanted))
    step = next(power * m for m in (1, 2, 5, 10) if (high - low) / (power * m) <= wanted)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(i * step, 12) for i in range(first, last + 1)]


def _tick_text(value):
    if abs(value) >= 10_000:
        return f"{value / 1000:g}k"
    return f"{value:.4g}"


def _y_span(panel):
    values = [y for line in panel.lines for _, y in line.points] + list(panel.band)
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    if panel.base is not None:
        return min(panel.base, low), high * 1.05 if high > 0 else 1.0
    margin = max(0.05 * (high - low), 0.01 * abs(high), 1e-9)
    return low - margin, high + margin


def _frame(panel, x_axis, y_axis, box):
    left, top, right, bottom = box
    parts = [svg.text(left, top - 12, panel.title, 13, weight="bold")]
    for tick in round_ticks(y_axis.low, y_axis.high):
        parts.append(svg.horizontal(y_axis(tick), left, right, svg.FAINT))
        parts.append(svg.text(left - 6, y_axis(tick) + 4, _tick_text(tick), 10, "end", GREY))
    for tick in panel.x_ticks or round_ticks(x_axis.low, x_axis.high):
        parts.append(svg.vertical(x_axis(tick), bottom, bottom + 4, GREY))
        parts.append(svg.text(x_axis(tick), bottom + 16, _tick_text(tick), 10, "middle", GREY))
    parts += [svg.horizontal(bottom, left, right, GREY), svg.vertical(left, top, bottom, GREY)]
    parts.append(svg.text((left + right) / 2, bottom + 34, panel.x_title, 11, "middle", GREY))
    parts.append(svg.text(right, top - 12, panel.y_title, 11, "end", GREY))
    return parts


def _panel(panel, box):
    left, top, right, bottom = box
    xs = [x for line in panel.lines for x, _ in line.points] or panel.x_ticks or [1, 2]
    x_axis = Axis((min(xs), max(xs)), (left + 4, right - 4), panel.log2_x)
    y_axis = Axis(_y_span(panel), (bottom, top))
    parts = _frame(panel, x_axis, y_axis, box)
    if panel.band:
        high, low = y_axis(panel.band[1]), y_axis(panel.band[0])
        parts.insert(0, svg.rect(left, high, right - left, round(low - high, 1), "#000000", 0.07))
    for line in panel.lines:
        points = [(x_axis(x), y_axis(y)) for x, y in line.points if math.isfinite(y)]
        if len(points) > 1:
            parts.append(svg.line(points, line.colour, dashes=line.dashes))
        if panel.dots:
            parts += [svg.dot(x, y, line.colour) for x, y in points]
    return parts


def _legend(panels):
    """Every line's name once, in the order of first appearance; and where the legend ends below."""
    seen = {line.name: line for panel in reversed(panels) for line in reversed(panel.lines)}
    parts, x, y = [], MARGIN, LEGEND_Y
    for line in reversed(seen.values()):
        width = 28 + LEGEND_STEP + 7 * len(line.name)
        if x + width > WIDTH:
            x, y = MARGIN, y + LEGEND_ROW
        parts.append(svg.line([(x, y - 4), (x + 22, y - 4)], line.colour, 2.5, line.dashes))
        parts.append(svg.text(x + 28, y, line.name, 12))
        x += width
    return parts, y


def write_svg(path, title, subtitle, panels):
    """Panels stand in rows of two."""
    columns = min(2, len(panels))
    rows = math.ceil(len(panels) / columns)
    width = (WIDTH - LEFT - RIGHT - (columns - 1) * BETWEEN) / columns
    legend, below = _legend(panels)
    parts = [svg.text(MARGIN, 24, title, 17, weight="bold"), svg.text(MARGIN, 41, subtitle, 11, colour=GREY), *legend]
    first, row_height = below + HEAD, PANEL_HEIGHT + BOTTOM + HEAD
    for i, panel in enumerate(panels):
        left = LEFT + (i % columns) * (width + BETWEEN)
        top = first + (i // columns) * row_height
        parts += _panel(panel, (left, top, left + width, top + PANEL_HEIGHT))
    svg.write(path, WIDTH, first + rows * row_height, parts)
