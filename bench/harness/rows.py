"""What is measured: every run of every program.

A run is one process; it may print several rows. A row's id is <name>@<threads>.
"""

from dataclasses import dataclass

from .runtimes import HEDDLE, ONETBB


@dataclass(frozen=True)
class Run:
    suite: str  # "micro" or "apps"
    program: str  # source under bench/, without .cpp
    args: tuple
    rows: tuple  # names of the rows that the process prints
    threads: int
    timeout_s: float = 20.0
    quick_args: tuple = ()  # instead of `args` with --quick
    twin: str = ""  # the program for oneTBB that prints the same rows; empty: there is none
    settings: tuple = ()  # pairs of a variable and its value, on every runtime

    @property
    def row_ids(self):
        return tuple(f"{name}@{self.threads}" for name in self.rows)

    @property
    def is_openmp(self):
        """Whether it runs on every OpenMP runtime; else it is written for Heddle by name."""
        return not self.program.startswith(HEDDLE_ONLY)

    def program_on(self, runtime):
        """What runs there; empty: nothing does."""
        if runtime == ONETBB:
            return self.twin
        return self.program if self.is_openmp or runtime == HEDDLE else ""

    @property
    def group(self):
        """The heading under which the rows are shown."""
        title = GROUP_TITLES[self.program.split("/")[1] if self.suite == "micro" else self.suite]
        crowded = f", {self.threads} thread{'s' * (self.threads > 1)}" if self.program == "micro/regions" else ""
        return title + crowded


# Programs that call Heddle by name.
HEDDLE_ONLY = "micro/api_"

GROUP_TITLES = {
    "tasks": "Independent tasks",
    "priorities": "Tasks with priorities",
    "api_tasks": "Tasks by name (heddle.hpp)",
    "api_algorithms": "Algorithms by name (heddle.hpp)",
    "dependences": "Dependent tasks",
    "gate": "Tasks held back by a gate",
    "metg": "Smallest task that pays",
    "regions": "Regions and worksharing",
    "idle": "Sleep and wake-up",
    "startup": "Start of a process",
    "backlog": "Ten million tasks",
    "apps": "Applications",
}

REGION_ROWS = ("parallel", "parallel_for", "for", "for_dynamic", "barrier", "single", "reduction",
               "critical", "ordered", "sections")

OVERSUBSCRIBED = 8

# Programs of micro/ whose rows peers/tbb/ prints too.
TBB_TWINS = ("dependences", "gate", "metg")

GATED = (5_000, 20_000, 200_000, 1_000_000)

APPS = {
    "fib": ("fine", "coarse"),
    "nqueens": ("fine", "coarse"),
    "sort": ("fine", "coarse"),
    "strassen": ("fine", "coarse"),
    "sparselu": ("fine", "coarse"),
    "cholesky": ("fine", "coarse"),
    "matmul": ("fine", "coarse"),
    "nbody": ("fine", "coarse"),
    "heat": ("tasks-fine", "tasks-coarse", "loops-fine", "loops-coarse"),
    "uneven": ("fine", "coarse", "tasks-fine"),
}


def _micro(program, command, threads, rows=None, size=None, quick=None, twin=None, **options):
    args = (command,) if size is None else (command, str(size))
    quick_args = (command, str(quick)) if quick else args
    if twin is None:
        twin = f"peers/tbb/{program}" if program in TBB_TWINS else ""
    return Run("micro", f"micro/{program}", args, rows or (command,), threads,
               quick_args=quick_args, twin=twin, **options)


def micro_runs(threads):
    runs = [_micro("tasks", "empty", t, quick=100_000) for t in dict.fromkeys((1, threads))]
    runs += [_micro("tasks", "fib", t, quick=24) for t in dict.fromkeys((1, threads))]
    runs.append(_micro("tasks", "producers", threads, quick=100_000))
    runs += [_micro("priorities", row, threads, quick=10_000, settings=(("OMP_MAX_TASK_PRIORITY", "100"),))
             for row in ("urgent", "urgent_many", "urgent_mixed", "urgent_depend")]
    runs += api_runs(threads)
    for pattern, quick in (("chain", 30_000), ("chains64", 30_000), ("indep", 30_000),
                           ("stencil", 32_000), ("random", 20_000), ("cholesky", 40)):
        runs.append(_micro("dependences", pattern, threads, quick=quick))
    if threads > 1:
        for command, size in (*(("gate", size) for size in GATED), ("gatechain", 200_000)):
            row = f"{command}_{size}"
            runs.append(_micro("gate", command, threads, (row, f"{row}_bytes"), size=size))
    runs.append(_micro("metg", "metg", threads, timeout_s=60))
    for t in dict.fromkeys((threads, OVERSUBSCRIBED)):
        runs += [_micro("regions", row, t) for row in REGION_ROWS]
    runs.append(_micro("idle", "idle", threads, ("idle", "wakeup"), quick=1))
    runs.append(_micro("startup", "startup", threads, ("startup_region", "startup_process"), quick=5))
    runs.append(_micro("backlog", "backlog", threads, ("backlog_mib", "backlog"), quick=1_000_000,
                       timeout_s=60))
    return runs


def api_runs(threads):
    runs = [_micro("api_tasks", "api_fib", t, quick=20, twin="peers/tbb/tasks") for t in dict.fromkeys((1, threads))]
    runs.append(_micro("api_tasks", "api_independent", threads, quick=100_000, twin="peers/tbb/tasks"))
    for pattern, quick in (("api_chain", 30_000), ("api_stencil", 32_000)):
        runs.append(_micro("api_tasks", pattern, threads, quick=quick, twin="peers/tbb/dependences"))
    for row, quick in (("api_sort", 20_000), ("api_scan", 20_000), ("api_pipeline", 5_000),
                       ("api_per_worker", 100_000), ("api_arena", 1_000)):
        runs.append(_micro("api_algorithms", row, threads, quick=quick, twin="peers/tbb/algorithms"))
    return runs


def app_row(kernel, variant):
    return f"app.{kernel}.{variant}"


def is_fine_app(row_id):
    return row_id.startswith("app.") and row_id.split("@")[0].endswith("fine")


def app_runs(threads):
    return [Run("apps", f"apps/{kernel}/omp", (variant,), (app_row(kernel, variant),), threads,
                timeout_s=30, quick_args=(variant,))
            for kernel, variants in APPS.items() for variant in variants]


def all_runs(suite, threads):
    runs = []
    if suite in ("micro", "all"):
        runs += micro_runs(threads)
    if suite in ("apps", "all"):
        runs += app_runs(threads)
    return runs


# Not a row of any runtime: what the machine itself costs, run before and after.
MACHINE_RUNS = tuple(Run("machine", "micro/machine", (name,), (name,), 2) for name in ("step", "transfer"))
