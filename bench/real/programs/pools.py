"""What threadpoolctl sees and whether its limit reaches the runtime that works: python3 pools.py."""
import os

import threadpoolctl
import workload
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.utils._openmp_helpers import _openmp_effective_n_threads

x, y = workload.table(2_000, 4)
HistGradientBoostingRegressor(max_iter=2).fit(x, y)
for pool in threadpoolctl.threadpool_info():
    print("pool", pool["user_api"], pool["num_threads"], os.path.basename(pool["filepath"]))
with workload.timed():
    workload.value("threads", _openmp_effective_n_threads())
    with threadpoolctl.threadpool_limits(1, user_api="openmp"):
        workload.value("limited", _openmp_effective_n_threads())
    workload.value("afterwards", _openmp_effective_n_threads())
