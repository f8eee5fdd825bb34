"""Processes made after a parallel region: python3 forks.py loky|fork|fork_inside.

loky starts fresh processes; fork copies this one after its threads have worked, does nothing parallel in the child and
ends it; fork_inside has the children open regions too. Exit status 3 on purpose: it must arrive.
"""
import multiprocessing
import sys

import numpy
import workload
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.model_selection import cross_val_score

x, y = workload.table(8_000, 8)


def fitted(seed):
    model = HistGradientBoostingRegressor(max_iter=10, early_stopping=False, random_state=seed)
    return float(model.fit(x, y).predict(x).sum())


def loky():
    model = HistGradientBoostingRegressor(max_iter=10, early_stopping=False, random_state=1)
    return cross_val_score(model, x, y, cv=4, n_jobs=2)


def in_forks(function):
    with multiprocessing.get_context("fork").Pool(2) as pool:
        return pool.map(function, [1, 2, 3, 4])


if __name__ == "__main__":
    ways = {"loky": loky, "fork": lambda: in_forks(numpy.sqrt), "fork_inside": lambda: in_forks(fitted)}
    with workload.timed():
        before = fitted(1)
        found = ways[sys.argv[1]]()
        after = fitted(1)
    workload.digest("found", numpy.array(found))
    workload.digest("before_and_after", numpy.array([before, after]))
    sys.exit(3)
