"""Column charts: panels below each other, each with a group of columns for every category, written as plain SVG."""

import math
from dataclasses import dataclass

from . import svg
from .lines import GREY, Axis, round_ticks

WIDTH, PANEL_HEIGHT, MARGIN, LEFT, RIGHT = 1130, 190, 16, 50, 16
LEGEND_Y, LEGEND_ROW, TITLE_HEIGHT, FOOT = 60, 18, 40, 30
GROUP_SHARE = 0.84  # of a category's width; the rest stands between groups


@dataclass
class Panel:
    title: str
    categories: tuple
    values: dict  # series -> a number for each category; None or nan where there is none


def _columns(panel, colours, box, y_axis):
    left, top, right, bottom = box
    step = (right - left) / len(panel.categories)
    width = GROUP_SHARE * step / len(panel.values)
    parts = []
    for i, category in enumerate(panel.categories):
        parts.append(svg.text(left + (i + 0.5) * step, bottom + 16, category, 11, "middle"))
        for j, (series, values) in enumerate(panel.values.items()):
            value = values[i]
            if value is None or math.isnan(value):
                continue
            x = left + (i + (1 - GROUP_SHARE) / 2) * step + j * width
            high = y_axis(min(value, y_axis.high))
            parts.append(svg.rect(x, high, width - 1, round(bottom - high, 1), colours[series]))
            if value > y_axis.high:
                parts.append(svg.text(x + width / 2, top - 3, f"{value:.1f}", 9, "middle", GREY))
    return parts


def _panel(panel, colours, top, most):
    box = (LEFT, top + TITLE_HEIGHT, WIDTH - RIGHT, top + TITLE_HEIGHT + PANEL_HEIGHT)
    left, upper, right, bottom = box
    y_axis = Axis((0, most), (bottom, upper))
    parts = [svg.text(MARGIN, top + 18, panel.title, 13, weight="bold")]
    for tick in round_ticks(0, most):
        parts.append(svg.horizontal(y_axis(tick), left, right, "#888888" if tick == 1 else svg.FAINT))
        parts.append(svg.text(left - 6, y_axis(tick) + 4, f"{tick:g}", 10, "end", GREY))
    return parts + _columns(panel, colours, box, y_axis) + [svg.horizontal(bottom, left, right, GREY)]


def _legend(colours):
    parts, x, y = [], MARGIN, LEGEND_Y
    for name, colour in colours.items():
        width = 40 + 7 * len(name)
        if x + width > WIDTH:
            x, y = MARGIN, y + LEGEND_ROW
        parts += [svg.rect(x, y - 10, 14, 10, colour), svg.text(x + 20, y, name, 12)]
        x += width
    return parts, y


def write_svg(path, head, panels, colours):
    """`head`: title and subtitle; `colours` by series. The axis of all panels ends at 2.5; higher columns say how high."""
    legend, below = _legend(colours)
    title, subtitle = head
    parts = [svg.text(MARGIN, 24, title, 17, weight="bold"), svg.text(MARGIN, 41, subtitle, 11, colour=GREY), *legend]
    height = TITLE_HEIGHT + PANEL_HEIGHT + FOOT
    for i, panel in enumerate(panels):
        parts += _panel(panel, colours, below + 8 + i * height, 2.5)
    svg.write(path, WIDTH, below + 8 + len(panels) * height, parts)
