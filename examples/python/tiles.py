"""A blocked Cholesky factorisation: each tile is a numpy array, each step a task, and the order comes from what tasks read and write.

    python tiles.py [size] [tile]
"""

import os
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # each task's product would start threads of its own

import heddle  # first: before numpy
import numpy as np


def factor(a):
    a[:] = np.linalg.cholesky(a)


def solve(l, a):
    a[:] = np.linalg.solve(l, a.T).T  # a = a l^-T


def update(x, y, a):
    a -= x @ y.T


def cholesky(a, tile):
    """The lower triangle of `a` becomes its factor."""
    count = len(a) // tile
    part = [[a[i * tile:(i + 1) * tile, j * tile:(j + 1) * tile] for j in range(count)] for i in range(count)]
    for k in range(count):
        heddle.spawn(factor, part[k][k], writes=part[k][k], priority=1)
        for i in range(k + 1, count):
            heddle.spawn(solve, part[k][k], part[i][k], reads=part[k][k], writes=part[i][k])
        for i in range(k + 1, count):
            for j in range(k + 1, i + 1):
                heddle.spawn(update, part[i][k], part[j][k], part[i][j], reads=[part[i][k], part[j][k]], writes=part[i][j])
    heddle.wait()


def main():
    size, tile = (int(given) for given in (sys.argv[1:] + ["768", "96"][len(sys.argv) - 1:]))
    rng = np.random.default_rng(1)
    root = rng.standard_normal((size, size))
    matrix = root @ root.T + size * np.eye(size)
    mine = matrix.copy()
    begin = time.perf_counter()
    cholesky(mine, tile)
    took = time.perf_counter() - begin
    error = np.abs(np.tril(mine) - np.linalg.cholesky(matrix)).max()
    print(f"{size} x {size} in tiles of {tile}: {took * 1e3:.0f} ms on {heddle.workers()} workers, largest difference {error:.1e}")
    if not error < 1e-8:
        sys.exit("the factor is wrong")


if __name__ == "__main__":
    main()
