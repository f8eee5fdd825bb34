"""How the paper's inputs become arguments of the programs, and what a unit of a program's work takes: bodies take the time of
the MPI program's same step, which is in the paper's tables."""

import math
from dataclasses import dataclass, field

from papers.myrmics import paper

POINTS, CLUSTERS, KMEANS_STEPS = 2_097_152, 16, 8
ELEMENTS = 2_097_152
ROWS, COLS, JACOBI_STEPS = 4096, 1024, 16
WIDTH, HEIGHT = 800, 512
SIDE = 768
MATRIX_TILES = {16: 6, 32: 8, 64: 12, 128: 16, 256: 16, 512: 24}  # along a side: about two for each worker, blocks of 32 at least


@dataclass
class Run:
    program: str
    arguments: list
    options: dict = field(default_factory=dict)

    def words(self):
        options = [f"{name}={','.join(map(str, value)) if isinstance(value, list) else value}" for name, value in self.options.items()]
        return [self.program, *map(str, self.arguments), "--", *options]


def widths(leaves):
    return [1] if leaves == 1 else [1, leaves]


def tasks_of_worker(workers):
    """Of a step: the paper has two to three."""
    return 3 if workers <= 128 else 2


def _even(each, workers, leaves):
    """Tiles of each region: so many for each worker of a leaf. A leaf has one worker more than another where they do not divide."""
    return each * (workers // leaves)


def jacobi(workers, leaves):
    tiles = _even(tasks_of_worker(workers), workers, leaves)
    rows = leaves * tiles * max(1, round(ROWS / (leaves * tiles)))
    return [leaves, tiles, rows, COLS, JACOBI_STEPS, 0], rows * COLS * JACOBI_STEPS / workers


def bitonic(workers, leaves):
    regions = 1 << math.ceil(math.log2(leaves))
    own = ELEMENTS // workers
    stages = int(math.log2(workers))
    return [regions, workers // regions, ELEMENTS, 0, 0], own * math.log2(own) + stages * (stages + 1) // 2 * 2 * own


def kmeans(workers, leaves):
    tiles = _even(tasks_of_worker(workers), workers, leaves)
    points = POINTS // (leaves * tiles)
    return [CLUSTERS, leaves, tiles, points, KMEANS_STEPS], leaves * tiles * points * CLUSTERS * KMEANS_STEPS / workers


def line_weight(line):
    """As programs/ray.h has it."""
    middle = (line + 0.5) / HEIGHT * 2 - 1
    return (1.27 - 0.81 * middle * middle) * WIDTH


def ray(workers, leaves):
    own = HEIGHT // workers
    most = max(sum(line_weight(rank * own + i) for i in range(own)) for rank in range(workers))
    return [WIDTH, HEIGHT, leaves, _even(1, workers, leaves)], most


def matrix(workers, leaves):
    side = 1 if leaves == 1 else 2 if leaves <= 4 else 4
    tiles = MATRIX_TILES[workers]
    return [side, tiles // side, SIDE // tiles, 0, 0], SIDE**3 / workers


PROGRAMS = {"jacobi": jacobi, "ray": ray, "bitonic": bitonic, "kmeans": kmeans, "matrix": matrix}


def strong(program, workers, leaves, **options):
    """Figure 8's run of a program with a tree of so many leaves."""
    arguments, units = PROGRAMS[program](workers, leaves)
    unit = paper.mpi_seconds(program, workers) * paper.MHZ * 1e6 / units
    return Run(program, arguments, {"workers": workers, "widths": widths(leaves), "unit": f"{unit:.6g}", **options})
