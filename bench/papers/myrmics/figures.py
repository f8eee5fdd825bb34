"""The paper's figures from simulated runs: for each its table, its plot, and what it must show (a Claim)."""

from dataclasses import dataclass

from harness import lines
from papers.myrmics import inputs, paper
from papers.myrmics.inputs import Run

GREEN, RED, BLUE, GREY = "#2a7f62", "#d1603d", "#3b6ea0", "#999999"
POWERS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
FLAT, TREE = 1, 2  # places in the rows of paper.STRONG


@dataclass
class Claim:
    figure: str
    text: str
    met: bool
    found: str


@dataclass
class Page:
    text: str
    claims: list


def table(head, rows):
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head),
                      *("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows)]) + "\n"


def seconds(row):
    return row["cycles"] / (paper.MHZ * 1e6)


def figure7a(simulator, folder, quick):
    kinds = {"all MicroBlaze": {"fast_schedulers": 0}, "fast scheduler": {}, "all fast": {"fast_workers": 1}}
    runs = [Run("empty", [1000, spawns], options) for options in kinds.values() for spawns in (1, 0)]
    cycles = [row["cycles"] / 1000 for row in simulator.run(runs)]
    rows, claims = [], []
    for i, kind in enumerate(kinds):
        ours, theirs = cycles[2 * i:2 * i + 2], paper.SPAWN_EXECUTE[kind]
        rows.append((kind, *(f"{own:,.0f} ({own / their - 1:+.1%})" for own, their in zip(ours, theirs)), *(f"{x:,}" for x in theirs)))
        claims.append(Claim("7a", f"{kind}: within 5 % (fitted)", all(abs(o / t - 1) <= .05 for o, t in zip(ours, theirs)),
                            ", ".join(f"{o / t - 1:+.1%}" for o, t in zip(ours, theirs))))
    text = "## Figure 7a: an empty task of one object, cycles\n\n"
    return Page(text + table(("cores", "spawn", "execute", "paper: spawn", "execute"), rows), claims)


def granularity(simulator, folder, name, overhead, options, quick):
    sizes = [1 << power for power in (range(13, 24, 2) if quick else range(13, 24))]
    runs = {(size, workers): Run("delays", [512, size], {"workers": workers, **options}) for size in sizes for workers in POWERS}
    found = dict(zip(runs, (row["cycles"] for row in simulator.run(list(runs.values())))))
    rows, claims, drawn, right, last, monotone = [], [], [], [], {}, True
    for size in sizes:
        speeds = {workers: found[size, 1] / found[size, workers] for workers in POWERS}
        best = min(w for w in POWERS if speeds[w] > 0.99 * max(speeds.values()))
        formula = size / overhead
        right.append(0.5 <= best / _nearest(formula) <= 2)
        monotone = monotone and all(speeds[w] >= last.get(w, 0) * 0.995 for w in POWERS)
        last = speeds
        rows.append((f"{size // 1024} K", best, f"{formula:.1f}", *(f"{speeds[w]:.1f}" for w in POWERS)))
        drawn.append(lines.Line(f"{size // 1024} K", _shade(len(drawn), len(sizes)), [(w, speeds[w]) for w in POWERS]))
    panel = lines.Panel("512 tasks", "workers", "speed-up", drawn, log2_x=True, x_ticks=POWERS)
    lines.write_svg(folder / f"fig{name}.svg", f"Figure {name}: task size and speed-up", "simulated", [panel])
    claims.append(Claim(name, "best number of workers within a power of two of the task's size over "
                        f"{overhead / 1000:.1f} K cycles", all(right), f"{sum(right)} of {len(right)}"))
    claims.append(Claim(name, "more work a task is never worse (by 0.5 %)", monotone, "so" if monotone else "not so"))
    text = f"## Figure {name}: task size and speed-up, one scheduler\n\n![Figure {name}](fig{name}.svg)\n\n"
    return Page(text + table(("cycles a task", "best", "formula", *map(str, POWERS)), rows), claims)


def _nearest(number):
    return min(POWERS, key=lambda power: max(power / number, number / power))


def _shade(i, n):
    share = i / max(1, n - 1)
    return f"#{int(60 + 150 * share):02x}{int(110 - 20 * share):02x}{int(160 - 100 * share):02x}"


def figure7b(simulator, folder, quick):
    return granularity(simulator, folder, "7b", 16165, {}, quick)


def figure12a(simulator, folder, quick):
    return granularity(simulator, folder, "12a", 37407, {"fast_schedulers": 0}, quick)


def _runs8(programs, workers, **options):
    runs = {}
    for program in programs:
        for number in workers:
            runs[program, number, FLAT] = inputs.strong(program, number, 1, **options)
            if number > 16:
                runs[program, number, TREE] = inputs.strong(program, number, paper.LEAVES[number], **options)
    return runs


def tolerance(ratio):
    return 1.5 if ratio < 2 else 2 if ratio <= 10 else 3


def figure8(simulator, folder, quick):
    workers = (16, 32, 64, 512) if quick else (16, 32, 64, 128, 256, 512)
    runs = _runs8(paper.STRONG, workers)
    found = dict(zip(runs, map(seconds, simulator.run(list(runs.values())))))
    bands = []
    for percent in () if quick else (50, 200):
        other = _runs8(paper.STRONG, workers, bandwidth_percent=percent)
        bands.append(dict(zip(other, map(seconds, simulator.run(list(other.values()))))))
    rows, claims, panels = [], [], []
    for program in paper.STRONG:
        off, drawn = [], {"MPI": [], "flat": [], "tree": [], "flat, paper": [], "tree, paper": []}
        base = paper.mpi_seconds(program, 16) * 16
        for number in workers:
            mpi, theirs = paper.mpi_seconds(program, number), paper.STRONG[program][number]
            cells = [f"{mpi:g}" + ("" if theirs[0] else " *")]
            drawn["MPI"].append((number, base / mpi))
            for kind, name in ((FLAT, "flat"), (TREE, "tree")):
                own = found.get((program, number, kind))
                if own is None:
                    cells.append("")
                    continue
                factor = own / theirs[kind]
                spread = [band[program, number, kind] for band in bands]
                band = f" <sub>{min(spread):.3g} to {max(spread):.3g}</sub>" if spread and max(spread) > 1.02 * min(spread) else ""
                cells.append(f"{own:.3g} / {theirs[kind]:g} = {factor:.2f}{band}")
                drawn[name].append((number, base / own))
                drawn[f"{name}, paper"].append((number, base / theirs[kind]))
                allowed = tolerance(theirs[kind] / mpi)
                if theirs[0] and not 1 / allowed <= factor <= allowed:
                    off.append(f"{name} {number}: {factor:.2f}")
            rows.append((program, number, *cells))
        points = sum((program, number, kind) in found and paper.STRONG[program][number][0] is not None for number in workers for kind in (FLAT, TREE))
        claims.append(Claim("8", f"{program}: ratio to MPI within the tolerance of each point", not off,
                            f"{points - len(off)} of {points}" + (": " + ", ".join(off) if off else "")))
        over = [f"{n}: {found[program, n, TREE] / found[program, n, FLAT]:.2f}" for n in workers if n >= 32
                and found[program, n, TREE] > (1.0 if n >= 256 else 1.15) * found[program, n, FLAT]]
        claims.append(Claim("8", f"{program}: tree at most 1.15 flat from 32 on, at most flat from 256 on", not over, ", ".join(over) or "so"))
        if not quick:
            best = {who: min(workers, key=key) for who, key in
                    (("ours", lambda n: found[program, n, FLAT]), ("paper", lambda n: paper.STRONG[program][n][FLAT]))}
            claims.append(Claim("8", f"{program}: flat's best number of workers within a power of two",
                                0.5 <= best["ours"] / best["paper"] <= 2, f"{best['ours']}, the paper {best['paper']}"))
        panels.append(lines.Panel(program, "workers", "speed-up", [
            lines.Line(name, colour, drawn[name], dashes) for name, colour, dashes in
            (("MPI", GREEN, ""), ("flat", RED, ""), ("tree", BLUE, ""), ("flat, paper", RED, "4 3"), ("tree, paper", BLUE, "4 3"))],
            log2_x=True, x_ticks=workers))
    lines.write_svg(folder / "fig8.svg", "Figure 8: strong scaling", "simulated; dashed: the paper", panels[:3])
    lines.write_svg(folder / "fig8-2.svg", "Figure 8: strong scaling", "simulated; dashed: the paper", panels[3:])
    text = ("## Figure 8: strong scaling, seconds\n\n![Figure 8](fig8.svg)\n![Figure 8](fig8-2.svg)\n\nOurs / the paper's = factor; in small "
            "print with half and twice the guessed bandwidth, where that makes a difference. `*`: MPI needs a power of 4 of cores; between its "
            "neighbours, and not judged.\n\n")
    return Page(text + table(("program", "workers", "MPI (input)", "flat", "tree"), rows), claims)


def figure9(simulator, folder, quick):
    points = [("bitonic", 128), ("bitonic", 512), ("kmeans", 32), ("kmeans", 128), ("kmeans", 512), ("ray", 128), ("ray", 512)]
    found = simulator.run([inputs.strong(program, number, paper.LEAVES[number]) for program, number in points])
    rows, claims = [], []
    for (program, number), row in zip(points, found):
        theirs = paper.BUSY.get((program, number), (None, None))
        rows.append((program, number, f"{row['worker_task']:.0f}", f"{row['worker_runtime']:.0f}", f"{row['scheduler']:.1f}",
                     *("" if x is None else x for x in theirs)))
        for what, own, their in (("workers in tasks", row["worker_task"], theirs[0]), ("schedulers busy", row["scheduler"], theirs[1])):
            if their is not None:
                claims.append(Claim("9", f"{program} {number}, {what}: {their} % within 10 points", abs(own - their) <= 10, f"{own:.0f} %"))
    text = "## Figure 9: where the time goes, percent; the tree\n\n"
    return Page(text + table(("program", "workers", "workers: tasks", "runtime", "schedulers busy", "paper: tasks", "schedulers"), rows), claims)


def figure10(simulator, folder, quick):
    workers = (32, 128, 512) if quick else (32, 64, 128, 256, 512)
    programs = ("bitonic", "kmeans", "ray")
    runs = {(p, n): inputs.strong(p, n, paper.LEAVES[n]) for p in programs for n in workers}
    found = dict(zip(runs, simulator.run(list(runs.values()))))
    rows, claims = [], []
    for program in programs:
        data = [found[program, n]["worker_data_bytes"] for n in workers]
        claims.append(Claim("10", f"{program}: bytes of a worker's data fall with workers", all(b <= a * 1.02 for a, b in zip(data, data[1:])),
                            " ".join(f"{x / 1024:.0f}K" for x in data)))
        own, their = found[program, 512]["scheduler_message_bytes"], paper.SCHEDULER_BYTES[program]
        claims.append(Claim("10", f"{program}: a scheduler's messages at 512 within twice the paper's", 0.5 <= own / their <= 2,
                            f"{own / 1024:.0f} KiB, the paper {their // 1024} KiB"))
        rows += [(program, n, *(f"{found[program, n][what] / 1024:.1f}" for what in ("worker_message_bytes", "worker_data_bytes",
                                                                                   "scheduler_message_bytes"))) for n in workers]
    text = "## Figure 10: traffic of a core, KiB; the tree\n\n"
    return Page(text + table(("program", "workers", "worker's messages", "worker's data", "scheduler's messages"), rows), claims)


def figure11(simulator, folder, quick):
    points = {"matrix": (32, 1), "jacobi": (128, 7), "kmeans": (512, 7)}
    biases = (100, 60, 50, 20, 0) if quick else (100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 0)
    rows, claims, panels = [], [], []
    for program, (number, leaves) in points.items():
        found = dict(zip(biases, simulator.run([inputs.balance(program, number, leaves, p) for p in biases])))
        for p in biases:
            row = found[p]
            theirs = paper.LOCALITY[program][p]
            rows.append((f"{program} {number}", p, f"{seconds(row):.2f}", f"{theirs[0]:.2f}", f"{row['balance']:.0f}", f"{100 - theirs[2]:.0f}",
                         f"{row['worker_data_bytes'] / 1024:.1f}", f"{theirs[1]:.1f}"))
        low = [seconds(found[p]) for p in biases if p <= 50]
        high = [seconds(found[p]) for p in biases if p >= 60]
        claims.append(Claim("11", f"{program}: p at least 60 takes 5 times as long as p at most 50", min(high) >= 5 * max(low),
                            f"{min(high) / max(low):.1f} times"))
        claims.append(Claim("11", f"{program}: from 50 to 0 within 25 %", max(low) <= 1.25 * min(low), f"{max(low) / min(low) - 1:.0%}"))
        moved = found[0]["data_bytes"] / max(1, found[20]["data_bytes"])
        claims.append(Claim("11", f"{program}: p = 0 moves 1.05 to 1.45 times the bytes of p = 20", 1.05 <= moved <= 1.45, f"{moved:.2f}"))
        most = {what: max(found[p][what] for p in biases) or 1 for what in ("cycles", "data_bytes")}
        panels.append(lines.Panel(f"{program}, {number} workers", "p", "percent of the most", [
            lines.Line("time", RED, [(p, 100 * found[p]["cycles"] / most["cycles"]) for p in biases]),
            lines.Line("balance", GREEN, [(p, found[p]["balance"]) for p in biases]),
            lines.Line("data moved", BLUE, [(p, 100 * found[p]["data_bytes"] / most["data_bytes"]) for p in biases])]))
    lines.write_svg(folder / "fig11.svg", "Figure 11: locality against balance", "simulated", panels)
    text = "## Figure 11: locality against balance\n\n![Figure 11](fig11.svg)\n\n"
    return Page(text + table(("program", "p", "seconds", "paper", "balance, %", "paper", "KiB moved, a worker", "paper"), rows), claims)


def figure12b(simulator, folder, quick):
    rest = [64, 100, 5000]
    slow = {"fast_schedulers": 0}

    def flat(n):
        return Run("multilevel", [-1, -1, -1, n, *rest], {"workers": n, "widths": [1], **slow})

    runs = {("flat", n): flat(n) for n in ((1, 6, 36, 138, 210) if quick else (1, 6, 18, 36, 72, 108, 138, 180, 210))}
    for leaves in (36, 66) if quick else (24, 30, 36, 42, 48, 54, 60, 66, 72):
        runs["2 levels", 6 * leaves] = Run("multilevel", [-1, -1, leaves, 6, *rest], {"workers": 6 * leaves, "widths": [1, leaves], **slow})
    for middle in (6, 11) if quick else (6, 7, 8, 9, 10, 11):
        runs["3 levels", 36 * middle] = Run("multilevel", [-1, middle, 6, 6, *rest],
                                            {"workers": 36 * middle, "widths": [1, middle, 6 * middle], **slow})
    found = dict(zip(runs, (row["cycles"] for row in simulator.run(list(runs.values())))))
    base = found["flat", 1]
    kinds = ("flat", "2 levels", "3 levels")
    drawn = [lines.Line(kind, colour, [(n, found[k, n] / base) for k, n in found if k == kind]) for kind, colour in zip(kinds, (RED, BLUE, GREEN))]
    panel = lines.Panel("100 tasks a worker", "workers", "slowdown", drawn)
    lines.write_svg(folder / "fig12b.svg", "Figure 12b: levels of schedulers, weak scaling", "simulated", [panel])
    rows = [(kind, n, f"{cycles / base:.2f}") for (kind, n), cycles in found.items()]
    both = [n for n in (216, 252, 288, 324, 360, 396) if ("2 levels", n) in found and ("3 levels", n) in found]
    gains = {n: 1 - found["3 levels", n] / found["2 levels", n] for n in both}
    claims = [Claim("12b", "from 216 workers on 3 levels are better than 2 by 15 % within 10 points", all(.05 <= g <= .25 for g in gains.values()),
                    ", ".join(f"{n}: {g:.0%}" for n, g in gains.items())),
              Claim("12b", "one scheduler is far slower: twice at 210 as 2 levels at 216", found["flat", 210] >= 2 * found["2 levels", 216],
                    f"{found['flat', 210] / found['2 levels', 216]:.1f} times")]
    text = "## Figure 12b: levels of schedulers, weak scaling, MicroBlaze only\n\n![Figure 12b](fig12b.svg)\n\n"
    return Page(text + table(("schedulers", "workers", "slowdown"), rows), claims)


TILE = 1_000_000  # cycles
# Not as published: spawns are pipelined, NOTRANSFER moves nothing, copies stay valid, tasks that only hand on are no load.
LIBRARY = {"data": "spared", "one_spawn": 0, "all_are_load": 0}


def _weak(workers, fan_out, unit, **options):
    """jacobi3: two tiles a worker, inner regions for leaves, outer ones for nodes above; 4 steps. As the library does it."""
    leaves = max(1, workers // fan_out)
    middle = max(1, leaves // fan_out)
    widths = [1] + ([middle] if middle > 1 else []) + ([leaves] if leaves > 1 else [])
    if fan_out**3 < workers and middle > fan_out:
        widths.insert(1, middle // fan_out)
    return Run("jacobi3", [middle, leaves // middle, 2 * workers // leaves, 1000, 1024, 4],
               {"workers": workers, "widths": widths, "unit": f"{unit:.6g}", **LIBRARY, **options})


def _smallest(simulator, workers, fan_out, **options):
    """The smallest task that is half efficient, cycles: by halving."""
    low, high = 1e4, 1e8
    while high / low > 1.05:
        middle = (low * high) ** 0.5
        row = simulator.run([_weak(workers, fan_out, middle / 1000, **options)])[0]
        ideal = 4 * 2 * middle
        low, high = (low, middle) if row["cycles"] <= 2 * ideal else (middle, high)
    return high


def beyond(simulator, folder, quick):
    most = 1024 if quick else 4096
    rows, claims = [], []
    small, large = (seconds(row) for row in simulator.run([_weak(64, 16, TILE / 1000), _weak(most, 16, TILE / 1000)]))
    claims.append(Claim("beyond", f"jacobi weak, tasks of 1 M cycles: at {most} workers at most twice its time at 64", large <= 2 * small,
                        f"{large:.2f} s and {small:.2f} s: {large / small:.2f} times"))
    rows += [("jacobi weak, 64 workers", f"{small:.3f} s"), (f"jacobi weak, {most} workers, trees of 16", f"{large:.3f} s")]
    fans = (16, 32) if quick else (4, 8, 16, 32)
    times = dict(zip(fans, map(seconds, simulator.run([_weak(most, fan, TILE / 1000) for fan in fans]))))
    rows += [(f"{most} workers, fan-out {fan}", f"{time:.3f} s") for fan, time in times.items()]
    claims.append(Claim("beyond", "the automatic tree (16) within 10 % of the best fan-out", times[16] <= 1.1 * min(times.values()),
                        f"{times[16] / min(times.values()):.2f} times the best"))
    if not quick:
        sizes = {n: _smallest(simulator, n, 16) for n in (64, most)}
        rows += [(f"smallest half-efficient task, {n} workers", f"{size / 1e6:.2f} M cycles") for n, size in sizes.items()]
        claims.append(Claim("beyond", f"smallest half-efficient task at {most} at most 1.5 times that at 64", sizes[most] <= 1.5 * sizes[64],
                            f"{sizes[most] / sizes[64]:.2f} times"))
    return Page(f"## Beyond the paper: {most} workers\n\n" + table(("run", "found"), rows), claims)


FIGURES = {"7a": figure7a, "7b": figure7b, "8": figure8, "9": figure9, "10": figure10, "11": figure11, "12a": figure12a, "12b": figure12b,
           "beyond": beyond}
