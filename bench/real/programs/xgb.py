"""XGBoost: python3 xgb.py hist|exact."""
import sys

import workload
import xgboost

method = sys.argv[1]
rows = {"hist": 50_000, "exact": 5_000}[method]
x, y = workload.table(rows, 20)
parameters = {"tree_method": method, "max_depth": 6, "seed": 1, "verbosity": 1}
with workload.timed():
    matrix = xgboost.DMatrix(x, label=y)
    model = xgboost.train(parameters, matrix, num_boost_round=30)
    predicted = model.predict(matrix)
workload.digest("predictions", predicted)
workload.value("error", ((predicted - y) ** 2).mean())
