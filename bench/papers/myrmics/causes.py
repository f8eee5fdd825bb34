"""Why rows are missed: for each a run without what is held to be the cause. It is one where the row is met, or comes close, without."""

from papers.myrmics import figures, inputs, paper
from papers.myrmics.inputs import Run

SLOW = {"fast_schedulers": 0}
FREE_EXECUTION = {"worker_execute": 0}


def _best(simulator, sizes, options):
    """Of 1 to 16 workers, for each size of a task, those within 1 % of the top: the fewest."""
    found = []
    for size in sizes:
        runs = {workers: Run("delays", [512, size], {"workers": workers, **options}) for workers in (1, 2, 4, 8, 16)}
        cycles = dict(zip(runs, (row["cycles"] for row in simulator.run(list(runs.values())))))
        found.append(min(workers for workers in cycles if min(cycles.values()) > 0.99 * cycles[workers]))
    return found


def _granularity(simulator, figure, overhead, options, sizes):
    wanted = ", ".join(f"{size / overhead:.1f}" for size in sizes)
    with_it, without = (_best(simulator, sizes, {**options, **extra}) for extra in ({}, FREE_EXECUTION))
    return (figure, f"tasks of {', '.join(f'{size // 1024} K' for size in sizes)}: best number of workers, formula {wanted}",
            "what a worker takes to begin and end a task", ", ".join(map(str, with_it)), ", ".join(map(str, without)))


def _bitonic(simulator):
    together, apart = inputs.strong("bitonic", 512, paper.LEAVES[512]), inputs.strong("bitonic", 512, paper.LEAVES[512])
    apart.arguments[-1] = 0
    rows = simulator.run([together, apart])
    taken = "that a region's three buffers lie under one scheduler"
    return [("10", "bitonic: a scheduler's messages, KiB; paper 4,096", taken, *(f"{row['scheduler_message_bytes'] / 1024:,.0f}" for row in rows)),
            ("9", "bitonic: schedulers busy, percent; paper 33", taken, *(f"{row['scheduler']:.0f}" for row in rows))]


def _levels(simulator):
    """How much three levels are better than two, at 216 and 396 workers."""
    def gain(options):
        gains = []
        for middle in (6, 11):
            workers, rest = 36 * middle, [64, 100, 5000]
            two, three = simulator.run([
                Run("multilevel", [-1, -1, 6 * middle, 6, *rest], {"workers": workers, "widths": [1, 6 * middle], **SLOW, **options}),
                Run("multilevel", [-1, middle, 6, 6, *rest], {"workers": workers, "widths": [1, middle, 6 * middle], **SLOW, **options})])
            gains.append(f"{1 - three['cycles'] / two['cycles']:.0%}")
        return ", ".join(gains)

    takes = {"a scheduler's price of a spawn": {"scheduler_spawn": 0}, "a worker's price of a spawn": {"worker_spawn": 0},
             "the slow mailbox mode": {"slow_per_neighbour": 0}, "the answer that each spawn waits for": {"one_spawn": 0}}
    return [("12b", "three levels better than two, at 216 and 396 workers; paper 15 %", taken, gain({}), gain(options)) for taken, options in takes.items()]


def _smallest(simulator):
    """Of the smallest half-efficient tasks."""
    def both(options):
        small, large = (figures._smallest(simulator, workers, 16, **options) for workers in (64, 4096))
        return f"{small / 1e6:.2f} and {large / 1e6:.2f}: {large / small:.2f}"

    takes = {"that a task that spawns is no load": {"all_are_load": 1}, "that, and locality": {"all_are_load": 1, "locality": 0},
             "that, and a scheduler's price of a spawn": {"all_are_load": 1, "scheduler_spawn": 0}}
    return [("beyond", "smallest half-efficient task at 64 and 4,096 workers, M cycles; aim 1.50", taken, both({}), both(options))
            for taken, options in takes.items()]


def page(simulator, folder, quick):
    rows = [_granularity(simulator, "7b", 16165, {}, (8192, 16384)), _granularity(simulator, "12a", 37407, SLOW, (32768,)),
            *_bitonic(simulator), *_levels(simulator)]
    if not quick:
        rows += _smallest(simulator)
    text = "## Causes: runs without what is held to be one\n\n"
    return figures.Page(text + figures.table(("figure", "row", "taken away", "with it", "without"), rows), [])
