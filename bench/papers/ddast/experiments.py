"""What is run for each part of the paper's evaluation; the rows are plain data for session.py.

grain         which block size is coarse (the rule of section 4.2)
tuning        Figures 5 to 8: one parameter of the asynchronous manager at a time
scalability   Figures 9 to 11: every manager and runtime at every number of threads
"""

import math

from harness import verdict

from papers.ddast import arguments, configurations, paper
from papers.ddast.session import Row

VALUES = tuple(2 ** i for i in range(8))  # section 5: doubled from 1 up to 128
TUNED_KERNELS = ("matmul", "sparselu")  # section 5
WORTH_IT = 1.02  # a value must be at least this much faster than the initial one before "tuned" takes it

ASYNC_DBF = {"HEDDLE_DEPENDENCE": "async", **configurations.DBF}
LOCKED_DBF = configurations.Configuration("locked dbf", "heddle", {"HEDDLE_DEPENDENCE": "locked", **configurations.DBF})


def best(samples):
    """The smallest time, as the paper reports it; nan when one run was wrong or failed, inf when none ended."""
    return verdict.summarise(samples).low if samples else math.nan


def median(samples):
    return verdict.summarise(samples).median if samples else math.nan


def state(samples):
    return verdict.summarise(samples).state


def grain_rows(cases, threads, others):
    """Every block size of every kernel: the serial run, the locked manager and the other runtimes."""
    rows = []
    for case in cases:
        if case.grain != "coarse":
            continue
        for block in arguments.BLOCKS:
            if int(case.arguments[0]) >= 4 * block:
                rows.append(Row(arguments.with_block(case, block), threads, [configurations.SERIAL, LOCKED_DBF, *others]))
    return rows


def initial_settings():
    """Table 5 before tuning: where the sweeps start."""
    return {configurations.VARIABLES[name]: initial for name, (initial, _) in paper.PARAMETERS.items()}


def swept(parameter):
    """The start, and each value of one parameter with the others at their start."""
    start = {**ASYNC_DBF, **initial_settings()}
    found = [configurations.Configuration("initial", "heddle", start)]
    for value in VALUES:
        settings = {**start, configurations.VARIABLES[parameter]: str(value)}
        found.append(configurations.Configuration(str(value), "heddle", settings))
    return found


def tuning_rows(cases, threads):
    return [Row(case, threads, swept(parameter), parameter)
            for case in cases if case.kernel in TUNED_KERNELS for parameter in paper.PARAMETERS]


def repetition_spread(samples):
    """How many times as long as the fastest the slowest repetition of the same run took."""
    good = [sample for sample in samples if isinstance(sample, float)]
    return max(good) / min(good) if good else math.inf


def best_parameters(records):
    """The settings of "tuned" by case: for each parameter its fastest value, where it gains more than repetition does."""
    found = {}
    for record in records:
        times = {name: best(samples) for name, samples in record["samples"].items()}
        start = times.pop("initial", math.nan)
        if not times or math.isnan(start):
            continue
        value = min(times, key=lambda name: times[name] if math.isfinite(times[name]) else math.inf)
        if times[value] * max(WORTH_IT, repetition_spread(record["samples"]["initial"])) <= start:
            case = f"{record['kernel']}/{record['grain']}"
            found.setdefault(case, {})[configurations.VARIABLES[record["label"]]] = value
    return found


def scalability_rows(cases, thread_counts, configured):
    """The serial run takes its turns beside the smallest number of threads."""
    rows = []
    for case in cases:
        for threads in thread_counts:
            serial = [configurations.SERIAL] if threads == min(thread_counts) else []
            rows.append(Row(case, threads, [*serial, *configured]))
    return rows


def serial_time(record, records):
    """The best serial time beside a record: of its own run, else of one of the same kernel and grain; nan when there is none."""
    same = [r for r in records if (r["kernel"], r["grain"]) == (record["kernel"], record["grain"])]
    return next((best(r["samples"]["serial"]) for r in (record, *same) if "serial" in r["samples"]), math.nan)
