"""What can be held of a page whose samples were not kept: that what it derives follows from what it prints.

Each function takes the page's text, and gives how many cells it recomputed and what does not follow. A printed number stands for all
that round to it.
"""

import math
import re
import statistics

from papers.idws import strategies


class Verdicts:
    def __init__(self):
        self.count, self.wrong = 0, []

    def hold(self, what, shown, values, slack=0.0):
        """`shown`, as printed, must be what one of [low, high] rounds to."""
        self.count += 1
        low, high = values
        step = 0.5 * 10.0 ** -len(shown.partition(".")[2]) + slack
        if not low - step - 1e-9 <= float(shown) <= high + step + 1e-9:
            self.wrong.append(f"{what}: {shown}, where the page's cells give {low:.4g} to {high:.4g}")

    def agree(self, what, said, holds):
        self.count += 1
        if said != holds:
            self.wrong.append(f"{what}: the verdict is {'met' if said else 'missed'}, the figures say {'met' if holds else 'missed'}")

    @property
    def outcome(self):
        return self.count, self.wrong


def span(text):
    """What a printed number may have been. An integer of four digits and more may be of four significant digits only."""
    value = float(text)
    digits = len(text.partition(".")[2])
    step = 0.5 * 10.0 ** -digits
    if "." not in text:
        step = 0.5 * 10.0 ** max(0, len(text.lstrip("-")) - 4)
    return value - step, value + step


def ratio(over, under):
    return over[0] / under[1], over[1] / under[0]


def section(text, heading):
    """From a heading to the next one of its level or above."""
    level = heading.split(" ", 1)[0]
    start = text.index(f"\n{heading}") + 1
    end = re.compile(rf"^#{{1,{len(level)}}} ", re.M).search(text, start + len(heading))
    return text[start:end.start() if end else len(text)]


def tables(text):
    """[[row, ...], ...]: each row its cells, the heading first."""
    found, rows = [], []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if not set(line) <= set("|-"):
                rows.append(cells)
        elif rows:
            found.append(rows)
            rows = []
    return found


def plain(cell):
    return cell.replace("*", "")


# -- DDAST: a cell is **speed-up** · best · median

def ddast(text):
    held, medians = Verdicts(), {}
    for kernel, number in (("Matmul", 9), ("Sparse LU", 10), ("N-Body", 11)):
        heading, *rows = tables(section(text, f"### {kernel} (Figure {number})"))[0]
        cells = {(row[0], column): plain(cell).split(" · ") for row in rows for column, cell in zip(heading[1:], row[1:]) if cell != "-"}
        for (name, column), (speedup, best, median) in cells.items():
            held.hold(f"{kernel}, {column}, {name}", speedup, ratio(span(serial_of(cells, column)), span(best)))
            medians[kernel, column, name] = span(median)
    for sentence, measured, met in tables(section(text, "## What Heddle must reach"))[0][1:]:
        ddast_claim(held, medians, sentence, measured, plain(met) == "yes")
    return held.outcome


def serial_of(cells, column):
    """Of the same column where it was measured there, else of the same grain."""
    if ("serial", column) in cells:
        return cells["serial", column][1]
    return next(cell[1] for (name, other), cell in cells.items() if name == "serial" and other.split(",")[0] == column.split(",")[0])


def ddast_claim(held, medians, sentence, measured, met):
    kernel, grain = re.match(r"(.+), (coarse|fine):", sentence).groups()
    of = {name: value for (k, column, name), value in medians.items() if (k, column) == (kernel, f"{grain}, 2 threads")}
    if limit := re.search(r"at most ([\d.]+) times as long as the fastest of (.+)", sentence):
        shown, rival = re.match(r"([\d.]+) \((.+)\)", measured).groups()
        held.hold(sentence, shown, ratio(of["default"], of[rival]))
        fastest = min(of[name][0] for name in limit[2].split(", "))
        held.agree(f"{sentence}: {rival} is the fastest", True, of[rival][0] <= fastest + 1e-9)
        held.agree(sentence, met, float(shown) <= float(limit[1]))
    else:
        least = re.search(r"at least ([\d.]+) times as fast as the better of libgomp and libomp", sentence)
        held.hold(sentence, measured, ratio(min(of["libgomp"], of["libomp"]), of["default"]))
        held.agree(sentence, met, float(measured) >= float(least[1]))


# -- IDWS: a cell is the median over that of the column's fastest; bold: the fastest

def idws(text):
    held, cells = Verdicts(), {}
    for threads in (2, 4, 8, 16):
        part = section(text, f"### {threads} threads")
        idws_table(held, cells, threads, tables(part)[0])
    beside = {}
    idws_table(held, beside, 8, tables(section(text, "## A noisy neighbour"))[0])
    for sentence, measured, met in tables(section(text, "## What Heddle must reach"))[0][1:]:
        idws_claim(held, beside if "neighbour" in sentence else cells, sentence, measured, plain(met).startswith("yes"))
    return held.outcome


def idws_table(held, cells, threads, rows):
    heading, *body = rows
    for at, work in enumerate(heading[1:], 1):
        column = {row[0]: plain(row[at]) for row in body if row[0] and row[0] not in ("fastest, ms", "serial, ms") and is_number(row[at])}
        held.hold(f"{threads} threads, {work}: the fastest", min(column.values(), key=float), (1.0, 1.0))
        cells.update({(threads, work, name): span(value) for name, value in column.items()})


def is_number(cell):
    return re.fullmatch(r"\**[\d.]+\**", cell) is not None


def idws_claim(held, cells, sentence, measured, met):
    found = re.match(r"(\D+), (\d) threads( beside a neighbour)?(, clang)?: (.*)", sentence)
    shown = re.match(r"([\d.]+), [\d.]+ to [\d.]+ \((.+?)\)", measured)
    if found is None or shown is None:
        return
    work, threads, _, clang, _ = found.groups()
    default = strategies.DEFAULT_OF_CLANG if clang else strategies.DEFAULT
    ours, theirs = (cells.get((int(threads), work, name)) for name in (default, shown[2]))
    if ours is None or theirs is None:
        return
    held.hold(sentence, shown[1], ratio(ours, theirs))
    limit = re.search(r"at most ([\d.]+) times", sentence)
    gain = re.search(r"at least ([\d.]+) times as fast", sentence)
    most = float(limit[1]) if limit else 1 / float(gain[1]) if gain else 1.0
    if abs(float(shown[1]) - most) > 0.0006:
        held.agree(sentence, met, float(shown[1]) <= most)


# -- SWITCHES: ms; ratios of the best OpenMP variant to the best plan

def switches(text):
    held = Verdicts()
    summary, times, *_ = tables(section(text, "## The seven applications"))
    names = times[0][1:]
    ms = {(row[0], name): span(plain(cell)) for row in times[1:] for name, cell in zip(names, row[1:]) if cell != "-"}
    shown = {row[0]: dict(zip(summary[0][1:], row[1:])) for row in reversed(summary[1:])}  # ours stand above the paper's
    for name in names:
        rival, plan = shown["its best OpenMP variant"][name], shown["its best plan"][name]
        held.hold(f"{name}: best OpenMP variant / plan", shown["here: best OpenMP variant / plan"][name], ratio(ms[rival, name], ms[plan, name]))
        for what, chosen in ((rival, is_openmp), (plan, lambda way: way.startswith("plan"))):
            fastest = min(value[0] for (way, column), value in ms.items() if column == name and chosen(way))
            held.agree(f"{name}: {what} is the fastest of its kind", True, ms[what, name][0] <= fastest + 1e-9)
        held.hold(f"{name}: over serial", shown["here: speedup of the plan over serial"][name], ratio(ms["serial", name], ms[plan, name]))
    switches_claims(held, text, names, shown)
    return held.outcome


def is_openmp(way):
    return way.startswith(("libgomp ", "libomp "))


def switches_claims(held, text, names, shown):
    gains = [float(shown["here: best OpenMP variant / plan"][name]) for name in names]
    for sentence, measured, met in tables(section(text, "## What Heddle must reach"))[0][1:]:
        figure = re.match(r"[\d.]+", measured)[0]
        if limit := re.search(r"at least ([\d.]+)", sentence):
            held.agree(sentence, plain(met) == "yes", float(figure) >= float(limit[1]))
        elif limit := re.search(r"at most ([\d.]+) times", sentence):
            held.agree(sentence, plain(met) == "yes", float(figure) <= float(limit[1]))
        if sentence.startswith("all seven"):
            mean = statistics.geometric_mean(gains)
            held.hold(sentence, figure, (mean, mean), 0.0005)
        elif (name := sentence.partition(":")[0]) in names:
            held.agree(f"{sentence}: as in the table", True, math.isclose(float(figure), float(shown["here: best OpenMP variant / plan"][name])))


# -- DDAST simulated, as published on 23 November 2026: speed-ups, and what async gains over locked

def ddast_simulated(text):
    held = Verdicts()
    for number in (9, 10, 11):
        heading, *rows = tables(section(text, f"## Figure {number}:"))[0]
        for row in rows:
            cells = {name: span(cell.split(" ")[0]) for name, cell in zip(heading, row) if cell != "-" and is_number(cell.split(" ")[0])}
            better = max((cells[name] for name in ("async", "async tuned")), key=lambda value: value[1])
            what = f"Figure {number}, {', '.join(row[:3])} cores"
            gains = dict(zip(heading, row))["async over locked"].split("; ")
            held.hold(f"{what}: async over locked", gains[0], ratio(better, cells["locked"]))
            if len(gains) > 1:
                longer = cells["locked, tasks 1.5 times as long"]
                held.hold(f"{what}: over the longer tasks", gains[1].split(" ")[0], ratio(better, longer))
    return held.outcome
