"""The few shapes of SVG that our charts are drawn with; each function gives one element as text."""

from html import escape

INK, FAINT = "#222222", "#dddddd"
FONT = "DejaVu Sans, Helvetica, Arial, sans-serif"


def text(x, y, content, size=12, anchor="start", colour=INK, weight="normal"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}" '
            f'font-weight="{weight}">{escape(content)}</text>')


def rect(x, y, width, height, colour, opacity=1.0):
    return (f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0.5):.1f}" height="{height}" fill="{colour}" '
            f'fill-opacity="{opacity}"/>')


def vertical(x, top, bottom, colour, width=1.0):
    return f'<line x1="{x:.1f}" y1="{top:.1f}" x2="{x:.1f}" y2="{bottom:.1f}" stroke="{colour}" stroke-width="{width}"/>'


def horizontal(y, left, right, colour, width=1.0):
    return f'<line x1="{left:.1f}" y1="{y:.1f}" x2="{right:.1f}" y2="{y:.1f}" stroke="{colour}" stroke-width="{width}"/>'


def line(points, colour, width=1.8, dashes=""):
    """A line through points (x, y)."""
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}" '
            f'stroke-linejoin="round"{dashed}/>')


def dot(x, y, colour, radius=3.0):
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{colour}"/>'


def write(path, width, height, elements):
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="{FONT}">')
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join([head, f'<rect width="{width}" height="{height}" fill="#ffffff"/>', *elements, "</svg>"]) + "\n")
