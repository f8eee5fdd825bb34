"""Random environments in which a program must do the same."""

import random
import re
from pathlib import Path

TABLES = Path(__file__).resolve().parents[2] / "src/runtime"


def policies(kind):
    """The names in a table of policies."""
    names = tuple(re.findall(r'^    \{"(\w+)",', (TABLES / f"{kind}_table.hpp").read_text(), re.M))
    assert names, f"{kind}_table.hpp has no rows that look like rows"
    return names


MANAGERS = policies("dependence")
CHOICES = [  # per cent, variable, values
    (60, "HEDDLE_DEPENDENCE", MANAGERS),
    (30, "HEDDLE_SCHEDULER", policies("scheduler")),
    (15, "HEDDLE_TOPOLOGY", ("numa:2 pu:1", "numa:4 core:2 pu:1")),
    (10, "HEDDLE_NUMA_PATIENCE", ("0", "20", "1000")),  # never: tasks that spin for each other may wait for ever (docs/numa.md)
    (10, "HEDDLE_ASYNC_MANAGERS", ("1", "2", "all")),
    (10, "HEDDLE_ASYNC_SPINS", ("1", "20", "1000")),
    (10, "HEDDLE_ASYNC_OPERATIONS", ("1", "8", "128")),
    (10, "HEDDLE_ASYNC_READY", ("1", "4", "1000")),
    (20, "HEDDLE_ASYNC_AS_PRINTED", ("1",)),
    (25, "HEDDLE_LOOP", ("asked", *policies("loop"))),
    (10, "HEDDLE_INLINE", ("off",)),
    (10, "HEDDLE_SIGNALS", ("on",)),
    (10, "HEDDLE_VERIFY", ("1",)),
    (15, "HEDDLE_LINGER", ("0", "1", "20")),
    (20, "OMP_WAIT_POLICY", ("active", "passive")),
    (15, "OMP_PROC_BIND", ("true", "false", "close", "spread", "primary")),
    (10, "OMP_PLACES", ("cores", "threads", "{0},{1}", "{0:2}")),
    (50, "OMP_CANCELLATION", ("true", "false")),
    (20, "OMP_MAX_ACTIVE_LEVELS", ("1", "2", "5")),
    (30, "OMP_SCHEDULE", ("static", "dynamic,3", "guided", "auto", "monotonic:dynamic,2", "idws", "steal,4")),
    (20, "OMP_MAX_TASK_PRIORITY", ("0", "5", "100")),
    (10, "OMP_STACKSIZE", ("2M", "9M")),
    (10, "OMP_NUM_THREADS", ("1", "3", "2,2", "nonsense")),
    (5, "OMP_DISPLAY_ENV", ("true", "verbose")),
    (10, "GOMP_SPINCOUNT", ("0", "100", "infinite")),
    (10, "KMP_BLOCKTIME", ("0", "1", "infinite")),
    (5, "KMP_LIBRARY", ("throughput", "turnaround")),
    (5, "KMP_AFFINITY", ("compact", "scatter", "none")),
]
# Where nothing blocks: these change how many threads there are, or who runs a task.
FREE_CHOICES = [
    (25, "HEDDLE_WINDOW", ("1", "2", "16", "100", "5000", "unlimited")),
    (10, "OMP_DYNAMIC", ("true",)),
    (10, "OMP_THREAD_LIMIT", ("1", "2", "5")),
]
SMALL_STACKS = ("16k", "20k", "64k")
MODES = ("plain",) * 8 + ("fork", "exec", "thread", "mask", "leave", "exit", "dlclose")


def random_settings(dice, programs):
    statements = [statement for program in programs for statement in program.every()]
    kinds = {statement.kind for statement in statements}
    blocks = bool(kinds & {"wait", "meet", "fulfil"})
    settings = {}
    for per_cent, name, values in CHOICES + ([] if blocks else FREE_CHOICES):
        if dice.randrange(100) < per_cent:
            settings[name] = dice.choice(values)
    if kinds <= {"program", "parallel", "deep"}:
        settings["OMP_STACKSIZE"] = dice.choice(SMALL_STACKS)
        settings.pop("HEDDLE_VERIFY", None)
    if any(statement.words.get("fp") == 3 for statement in statements):
        settings.pop("OMP_STACKSIZE", None)
    return settings


def random_mode(dice):
    return dice.choice(MODES)


def generator_of(seed):
    return random.Random(seed)
