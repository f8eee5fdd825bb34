"""Heddle for Python: tasks, loops and numpy's elementwise functions on all cores; OpenMP of other modules on the same threads.

    import heddle            # first
    import sklearn.cluster   # its loops and tasks now run on Heddle's threads

    heddle.spawn(work, a, b, reads=a, writes=b)      # a task; its future
    heddle.parallel_for(1000, work)                  # a loop
    heddle.ufunc(numpy.exp)(x, out=y)                # numpy, in parallel
    import heddle.joblib, heddle.numba               # a backend for joblib, a threading layer for numba

What was loaded before stays on the runtime that it has; a warning says so. `python -m heddle app.py` and
`heddle run python app.py` leave nothing behind, because the libraries are there before the interpreter starts.
"""

import ctypes
import os
import warnings
from pathlib import Path

__version__ = "@VERSION@"
__all__ = ["Deadlock", "Error", "Executor", "Forked", "Future", "Group", "LIBRARIES", "PREFIX", "Token", "active", "map", "parallel_for",
           "parallel_for_blocks", "set", "set_workers", "spawn", "ufunc", "wait", "worker", "workers"]

PREFIX = Path(__file__).resolve().parent
LIBRARIES = [PREFIX / "lib/heddle/gomp/libgomp.so.1", PREFIX / "lib/heddle/kmpc/libomp.so.5"]
_RUNTIMES = ("libgomp", "libomp", "libiomp5")


def _loaded():
    """The OpenMP runtimes of this process, by file."""
    try:
        lines = Path("/proc/self/maps").read_text(errors="surrogateescape").splitlines()
    except OSError:
        return set()
    files = {line.split(maxsplit=5)[5] for line in lines if len(line.split(maxsplit=5)) == 6}
    return {file for file in files if Path(file).name.startswith(_RUNTIMES)}


def _disabled():
    return os.environ.get("HEDDLE_DISABLE", "0").strip().lower() not in ("", "0", "false")


def active():
    """Whether Heddle answers for the OpenMP of modules that are imported from now on."""
    return not _disabled() and any("heddle/gomp/" in file for file in _loaded())


def _take_over():
    loaded = _loaded()
    if _disabled():
        return  # not even loaded: there may be no other libgomp to hand over to
    if any("heddle/gomp/" in file for file in loaded):
        return  # run by `heddle run`, or imported twice
    if loaded:
        warnings.warn(f"heddle was imported after {Path(min(loaded)).name} had been loaded: what is bound to that runtime stays on "
                      "it, and its threads come on top of Heddle's; import heddle first, or start by `python -m heddle`",
                      RuntimeWarning, stacklevel=3)
    for library in LIBRARIES:
        # Global: symbols of libraries loaded later are looked for here before in the copies that they bring along.
        ctypes.CDLL(str(library), mode=os.RTLD_NOW | os.RTLD_GLOBAL)


_take_over()

from ._errors import Deadlock, Error, Forked  # noqa: E402  behind _take_over(): the engine of this process is loaded then
from ._futures import Future, wait  # noqa: E402
from ._loops import parallel_for, parallel_for_blocks  # noqa: E402
from ._loops import parallel_map as map  # noqa: E402
from ._memory import Token  # noqa: E402
from ._settings import set, set_workers, workers  # noqa: E402
from ._tasks import Executor, Group, spawn, worker  # noqa: E402


def ufunc(kernel, types=None, *, name=None):
    from ._ufunc import ufunc as make  # needs numpy, and nothing else here does
    return make(kernel, types, name=name)


def register_joblib(make_default=False):
    """As `import heddle.joblib`; with make_default joblib.Parallel takes Heddle where nothing else is said."""
    from . import joblib
    joblib.register(make_default)
