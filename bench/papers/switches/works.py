"""What is run: the seven applications, the four loops of Figure 1, the grains of Figure 14; and by whom."""

import glob
import re
import shutil
from dataclasses import dataclass

OMP, PLAN = "papers/switches/programs/omp", "papers/switches/programs/plan"
LOOP_WAYS = ("static", "dynamic", "task", "taskloop")
DEPEND_WAYS = (*LOOP_WAYS, "depend")


@dataclass(frozen=True)
class Application:
    name: str  # as the programs call it
    title: str
    size: int
    grain: int  # iterations that are one task; the same for all ways
    quick_size: int
    quick_grain: int
    ways: tuple


# Sizes for two cores: a run takes 20 to 300 ms. Grains leave 50 to 300 tasks a loop, so that no way suffers from their number.
APPLICATIONS = (
    Application("q12", "Q12", 600_000, 4096, 4000, 128, LOOP_WAYS),
    Application("mmult", "MMULT", 512, 8, 48, 4, LOOP_WAYS),
    Application("rk4", "RK4", 3200, 32, 96, 8, LOOP_WAYS),
    Application("su3", "SU3", 480_000, 2048, 4000, 256, LOOP_WAYS),
    Application("poisson2d", "Poisson2D", 1024, 8, 64, 8, DEPEND_WAYS),
    Application("sparselu", "SparseLU", 60, 1, 12, 1, DEPEND_WAYS),
    Application("ocean", "OCEAN", 2048, 32, 64, 8, DEPEND_WAYS),
)
SPLIT = Application("poisson2d_split", "Poisson2D, 50:50", 1024, 16, 64, 8, DEPEND_WAYS)
LOOPS = Application("loops4", "Four loops", 1 << 22, 0, 1 << 14, 0, ("static", "cyclic", "dynamic", "depend"))

TASKS, QUICK_TASKS = (256, 2048, 16384, 131072, 524288), (16, 512)  # of each loop
GRAINS, QUICK_GRAINS = (1, 2, 4, 8, 16, 32, 64), (4, 16)

PARTS = ("applications", "tasks", "granularity")


def named(name):
    return next(application for application in (*APPLICATIONS, SPLIT, LOOPS) if application.name == name)


@dataclass(frozen=True)
class Way:
    """How an application is run: by which runtime, compiled by whom, written how."""

    name: str
    runtime: str
    compiler: str
    program: str
    word: str


WAYS = (
    *(Way(f"{runtime} {word}", runtime, compiler, OMP, word)
      for runtime, compiler in (("libgomp", "gcc"), ("libomp", "clang"), ("heddle", "gcc"))
      for word in ("static", "cyclic", "dynamic", "task", "taskloop", "depend")),
    Way("plan", "heddle", "gcc", PLAN, "plan"),
    Way("plan, clang", "heddle", "clang", PLAN, "plan"),
    Way("plan, rebalance", "heddle", "gcc", PLAN, "rebalance"),
    Way("plan, rebalance, clang", "heddle", "clang", PLAN, "rebalance"),
    Way("plan, measured", "heddle", "gcc", PLAN, "measured"),
)
SERIAL = {"gcc": Way("serial", "serial", "gcc", OMP, "serial"), "clang": Way("serial, clang", "serial", "clang", OMP, "serial")}
PLANS = ("plan", "plan, clang", "plan, rebalance", "plan, rebalance, clang", "plan, measured")


def is_rival(name):
    """OpenMP on a runtime that is not ours."""
    return name.startswith(("libgomp ", "libomp "))


def clang():
    """The newest clang++; "" when there is none."""
    found = sorted(glob.glob("/usr/bin/clang++-[0-9]*"), key=lambda path: int(re.search(r"\d+$", path).group()))
    return found[-1] if found else shutil.which("clang++") or ""


def ways_of(part, application, available):
    found = [way for way in available if way.program == PLAN or way.word in application.ways]
    if part == "granularity":
        found = [way for way in found if way.name == "plan" or (way.name == "libgomp depend" and application.name != SPLIT.name)]
    if part == "tasks":
        found = [way for way in found if way.name not in PLANS or way.word == "plan"]
    return found


def cells(part, quick):
    """(application, size, grain) of everything that is measured in a part."""
    if part == "applications":
        return [(a, a.quick_size, a.quick_grain) if quick else (a, a.size, a.grain) for a in APPLICATIONS]
    if part == "tasks":
        size = LOOPS.quick_size if quick else LOOPS.size
        return [(LOOPS, size, size // tasks) for tasks in (QUICK_TASKS if quick else TASKS)]
    return [(a, a.quick_size if quick else a.size, grain) for grain in (QUICK_GRAINS if quick else GRAINS)
            for a in (named("poisson2d"), SPLIT)]
