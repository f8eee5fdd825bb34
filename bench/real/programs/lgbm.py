"""LightGBM with its own switch for reproducible results: python3 lgbm.py."""
import lightgbm
import workload

x, y = workload.table(50_000, 20)
parameters = {"objective": "regression", "num_leaves": 31, "seed": 1, "verbosity": -1,
              "deterministic": True, "force_row_wise": True}
with workload.timed():
    model = lightgbm.train(parameters, lightgbm.Dataset(x, label=y), num_boost_round=30)
    predicted = model.predict(x)
workload.digest("predictions", predicted)
workload.value("error", ((predicted - y) ** 2).mean())
