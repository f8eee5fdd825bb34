"""Who runs a loop: a runtime, the program compiled for it, the schedule that is written there, and the settings.

Schedules that GCC divides itself (static, and static with a chunk) are measured as written; `dynamic` and `guided` as
written, too, because that is what programs say: GCC calls the entry points for nonmonotonic loops then.
"""

import glob
import re
import shutil
from dataclasses import dataclass, field

OF_CLANG = "heddle for clang"
GCC, CLANG, TBB, CXX = "papers/idws/programs/omp", "clang", "peers/tbb/loops", "papers/idws/programs/cxx"
SIGNALS = "papers/idws/programs/signals"


@dataclass(frozen=True)
class Strategy:
    name: str
    runtime: str
    program: str
    schedule: str  # the program's argument
    settings: dict = field(default_factory=dict, hash=False)
    remark: str = ""
    parts: tuple = ("distributions", "kernels", "neighbour")

    @property
    def own(self):
        return self.runtime == "heddle"

    @property
    def compiler(self):
        return "clang" if self.program == CLANG else "gcc"

    @property
    def loads(self):
        """The runtime's name in a session: Heddle has one library for the programs of each compiler."""
        return OF_CLANG if self.own and self.program == CLANG else self.runtime

    @property
    def settings_text(self):
        return " ".join(f"{name}={value}" for name, value in self.settings.items()) or "-"


EVERYWHERE = ("distributions", "kernels", "neighbour", "empty")
DEFAULT = "heddle default"
DEFAULT_OF_CLANG = "heddle default clang"

SERIAL = Strategy("serial", "serial", GCC, "serial", remark="no runtime, one thread")


def _written(runtime, program, names, **more):
    schedules = {"static": "static", "static,1": "static1", "dynamic": "dynamic", "dynamic,64": "dynamic64", "guided": "guided"}
    parts = {"static": EVERYWHERE, "guided": EVERYWHERE, "dynamic": (*Strategy.parts, "chunks")}
    return [Strategy(f"{runtime} {name}", runtime, program, schedules[name], parts=parts.get(name, Strategy.parts), **more)
            for name in names]


SCHEDULES = ("static", "static,1", "dynamic", "dynamic,64", "guided")

HEDDLE_LOOPS = ("static", "dynamic", "guided", "steal", "steal_most", "idws")

STRATEGIES = (
    *_written("libgomp", GCC, SCHEDULES),
    *_written("libomp", CLANG, SCHEDULES),
    Strategy("libomp static_steal", "libomp", CLANG, "runtime", {"OMP_SCHEDULE": "static_steal,64"}, parts=Strategy.parts,
             remark="chunks of 64: with chunks of 1 it takes as long as dynamic"),
    *(Strategy(f"onetbb {name}", "onetbb", TBB, name, parts=EVERYWHERE) for name in ("auto", "affinity")),
    Strategy("onetbb simple", "onetbb", TBB, "simple", remark="grain of 1000"),
    *(Strategy(f"heddle {name}", "heddle", GCC, "runtime", {"HEDDLE_LOOP": name},
               parts=("distributions", "kernels", "neighbour", "chunks") if name == "dynamic" else EVERYWHERE)
      for name in HEDDLE_LOOPS),
    Strategy("heddle dynamic written", "heddle", GCC, "dynamic", parts=(*Strategy.parts, "chunks"),
             remark="schedule(dynamic) of an unmodified program, nothing set"),
    Strategy("heddle guided written", "heddle", GCC, "guided", remark="schedule(guided) of an unmodified program, nothing set"),
    Strategy("heddle idws by signals", "heddle", SIGNALS, "signals", parts=EVERYWHERE,
             remark="the paper's macros as published: heddle/idws.h with IDWS_SIGNALS; each loop starts from equal blocks"),
    Strategy("heddle parallel_for", "heddle", CXX, "default", parts=EVERYWHERE, remark="heddle::parallel_for, parallel_reduce"),
    Strategy(DEFAULT, "heddle", GCC, "runtime", parts=EVERYWHERE, remark="schedule(runtime), nothing set"),
    Strategy(DEFAULT_OF_CLANG, "heddle", CLANG, "runtime", parts=EVERYWHERE, remark="the program that libomp runs, nothing set"),
)


def clang():
    """The newest clang++; "" when there is none."""
    found = sorted(glob.glob("/usr/bin/clang++-[0-9]*"), key=lambda path: int(re.search(r"\d+$", path).group()))
    return found[-1] if found else shutil.which("clang++") or ""


def available(found, pattern, absent):
    """The strategies that can run here and whose names match. `absent`: programs that cannot be built, with the reason."""
    wanted = [s for s in STRATEGIES if s.loads in found and re.search(pattern, s.name)]
    notes = dict.fromkeys(f"{s.loads}: {absent[s.program]}" for s in wanted if s.program in absent)
    return [s for s in wanted if s.program not in absent], list(notes)


def absent_programs(heddle_lib):
    """Programs that cannot be built here, each with what would help."""
    absent = {}
    if not clang():
        absent[CLANG] = "no clang++ to compile programs for it; install clang-19 (the stage `test` of packages.txt)"
    if not (heddle_lib / "libheddle.so").exists():
        absent[CXX] = f"no libheddle.so in {heddle_lib}: parallel_for is left out"
        absent[SIGNALS] = f"no libheddle.so in {heddle_lib}: idws by signals is left out"
    return absent


def of_work(strategies, part, work):
    """Those that are measured there. A loop of 100 million iterations has too many chunks for the strategies of single ones."""
    place = work.name if part == "overhead" else part
    return [strategy for strategy in strategies if place in strategy.parts]
