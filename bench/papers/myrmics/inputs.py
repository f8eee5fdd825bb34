"""How the paper's inputs become arguments of the programs, and what a unit of a program's work takes: bodies take the time of
the MPI program's same step, which is in the paper's tables."""

import math
from dataclasses import dataclass, field

from papers.myrmics import paper

CLUSTERS, KMEANS_STEPS = 16, 8
ELEMENTS = 2_097_152
JACOBI_STEPS = 16
WIDTH = 800
SIDE = 768

# What the authors' myrmics_main.c runs, by workers: with one scheduler, and with a tree.
JACOBI = {16: ((2, 32, 4096, 1024), None), 32: ((2, 64, 4096, 1024), (4, 64, 4096, 1024)), 64: ((2, 128, 4096, 1024), (8, 128, 4096, 1024)),
          128: ((1, 128, 4096, 1024), (14, 126, 4032, 1040)), 256: ((1, 256, 4096, 1024), (14, 252, 4032, 1040)),
          512: ((1, 512, 4096, 1024), (14, 504, 4032, 1040))}  # regions, tiles, rows, columns
MATRIX = {16: ((1, 4), None), 32: ((1, 6), (2, 3)), 64: ((1, 8), (2, 4)), 128: ((1, 12), (4, 3)), 256: ((1, 16), (4, 4)),
          512: ((1, 24), (4, 6))}  # regions a side, tiles a side of a region
KMEANS = {16: ((1, 16, 131072), None), 32: ((1, 32, 65536), (2, 16, 65536)), 64: ((1, 64, 32768), (4, 16, 32768)),
          128: ((1, 128, 16384), (7, 18, 16644)), 256: ((1, 256, 8192), (7, 36, 8322)), 512: ((1, 512, 4096), (7, 73, 4104))}
BITONIC = {16: 1, 32: 2, 64: 4, 128: 8, 256: 8, 512: 8}  # regions of a tree
RAY = {16: None, 32: (512, 2, 16), 64: (512, 4, 16), 128: (504, 7, 18), 256: (504, 7, 36), 512: (511, 7, 73)}  # lines, regions, tiles
RAY_LINES = 512


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


def _of(table, workers, leaves):
    return table[workers][0 if leaves == 1 else 1]


def jacobi(workers, leaves):
    regions, tiles, rows, columns = _of(JACOBI, workers, leaves)
    return [regions, tiles // regions, rows, columns, JACOBI_STEPS, 0], rows * columns * JACOBI_STEPS / workers


def bitonic(workers, leaves):
    regions = 1 if leaves == 1 else BITONIC[workers]
    own = ELEMENTS // workers
    stages = int(math.log2(workers))
    dummies = 6 if regions == 8 else 0
    return [regions, workers // regions, ELEMENTS, 0, dummies], own * math.log2(own) + stages * (stages + 1) // 2 * 2 * own


def kmeans(workers, leaves):
    regions, tiles, points = _of(KMEANS, workers, leaves)
    return [CLUSTERS, regions, tiles, points, KMEANS_STEPS], regions * tiles * points * CLUSTERS * KMEANS_STEPS / workers


def line_weight(line, lines):
    """As programs/ray.h has it."""
    middle = (line + 0.5) / lines * 2 - 1
    return (1.27 - 0.81 * middle * middle) * WIDTH


def ray(workers, leaves):
    own = RAY_LINES // workers
    most = max(sum(line_weight(rank * own + i, RAY_LINES) for i in range(own)) for rank in range(workers))
    lines, regions, tiles = (RAY_LINES, 1, workers) if leaves == 1 else RAY[workers]
    return [WIDTH, lines, regions, tiles], most


def matrix(workers, leaves):
    side, tiles = _of(MATRIX, workers, leaves)
    return [side, tiles, SIDE // (side * tiles), 0, 5 if side == 4 else 0], SIDE**3 / workers


PROGRAMS = {"jacobi": jacobi, "ray": ray, "bitonic": bitonic, "kmeans": kmeans, "matrix": matrix}


def balance(program, workers, leaves, locality):
    """Figure 11's run."""
    run = strong(program, workers, leaves, locality=locality)
    if program == "matrix":
        run.arguments[2] = 48  # blocks of 48, where Figure 8 has 128
    return run


def strong(program, workers, leaves, **options):
    """Figure 8's run of a program with a tree of so many leaves."""
    arguments, units = PROGRAMS[program](workers, leaves)
    unit = paper.mpi_seconds(program, workers) * paper.MHZ * 1e6 / units
    return Run(program, arguments, {"workers": workers, "widths": widths(leaves), "unit": f"{unit:.6g}", **options})
