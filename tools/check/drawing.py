"""Draws the floors as an SVG: the top floor above, one box per room, dashed where a room is planned and still empty."""

from html import escape

WIDTH, FLOOR_HEIGHT, MARGIN, LABEL_WIDTH = 960, 58, 16, 40
STYLE = """  <style>
    text { font: 14px system-ui, sans-serif; fill: #24292f; }
    .about { font-size: 12px; fill: #57606a; }
    .level { font-size: 20px; fill: #57606a; }
    .floor { fill: #f6f8fa; stroke: #d0d7de; }
    .room { fill: #ffffff; stroke: #0969da; }
    .empty { fill: none; stroke: #8c959f; stroke-dasharray: 4 3; }
  </style>
"""


def draw(repository):
    floors = sorted(repository.plan["floor"], key=lambda floor: -floor["level"])
    height = 2 * MARGIN + len(floors) * (FLOOR_HEIGHT + 6) - 6
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
             'aria-label="The floors of Heddle, drawn from floors.toml">\n', STYLE,
             f'  <rect width="{WIDTH}" height="{height}" fill="#ffffff"/>\n']
    for index, floor in enumerate(floors):
        parts += draw_floor(repository, floor, MARGIN + index * (FLOOR_HEIGHT + 6))
    return "".join(parts) + "</svg>\n"


def draw_floor(repository, floor, top):
    yield f'  <rect class="floor" x="{MARGIN}" y="{top}" width="{WIDTH - 2 * MARGIN}" height="{FLOOR_HEIGHT}" rx="4"/>\n'
    yield f'  <text class="level" x="{MARGIN + 12}" y="{top + 36}">{floor["level"]}</text>\n'
    left = MARGIN + LABEL_WIDTH
    for name, stands in rooms_of(repository, floor):
        width = 18 + round(7.8 * len(name))
        kind = "room" if stands else "empty"
        yield f'  <rect class="{kind}" x="{left}" y="{top + 6}" width="{width}" height="26" rx="4"/>\n'
        yield f'  <text x="{left + 9}" y="{top + 24}">{escape(name)}</text>\n'
        left += width + 8
    yield f'  <text class="about" x="{MARGIN + LABEL_WIDTH}" y="{top + 49}">{escape(floor["about"])}</text>\n'


def rooms_of(repository, floor):
    """@returns (name, whether it stands) for each room of a floor; "schedule/*" becomes the folders there are."""
    for folder, rooms in (("src", floor.get("rooms", [])), (".", floor.get("outside", []))):
        for room in rooms:
            if room.endswith("/*"):
                inner = sorted(path for path in (repository.root / folder).glob(room) if has_files(path))
                yield from ((path.relative_to(repository.root / folder).as_posix(), True) for path in inner)
                if not inner:
                    yield room, False
            else:
                yield room, has_files(repository.root / folder / room)


def has_files(path):
    return path.is_dir() and any(child.is_file() for child in path.iterdir())
