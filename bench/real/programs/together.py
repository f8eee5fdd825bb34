"""Three wheels in one process, in turns and then from two threads at once: python3 together.py.

Each brings or loads a libgomp of its own; all of them must end up with one runtime or live side by side.
"""
import concurrent.futures

import lightgbm
import workload
import xgboost
from sklearn.ensemble import HistGradientBoostingRegressor

x, y = workload.table(10_000, 10)


def scikit():
    model = HistGradientBoostingRegressor(max_iter=10, early_stopping=False, random_state=1)
    return model.fit(x, y).predict(x)


def xgb():
    matrix = xgboost.DMatrix(x, label=y)
    return xgboost.train({"tree_method": "hist", "seed": 1}, matrix, 10).predict(matrix)


def lgbm():
    parameters = {"seed": 1, "verbosity": -1, "deterministic": True, "force_row_wise": True}
    return lightgbm.train(parameters, lightgbm.Dataset(x, label=y), 10).predict(x)


users = [scikit, xgb, lgbm]
with workload.timed():
    in_turns = [user() for user in users * 2]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        at_once = [done.result() for done in [pool.submit(user) for user in users * 2]]
for number, predicted in enumerate(in_turns + at_once):
    workload.digest(f"{users[number % 3].__name__}{number}", predicted)
