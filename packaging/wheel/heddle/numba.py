"""numba's parallel functions on Heddle: heddle.numba.use() before the first of them runs.

numba's threading layer "omp" is an OpenMP program. `import heddle` has put Heddle in the place of its runtime, so it has to be chosen,
and nothing else. Forked children may go on using it, which the layer refuses on other runtimes.
"""

import ctypes
import os
import sys

from ._errors import Error

LAYER = "omp"
_is_armed = False


def use():
    """Chooses the layer. Raises heddle.Error where it is too late, or where the layer would run on another runtime."""
    from . import active
    if not active():
        raise Error("heddle.numba.use: Heddle does not answer for OpenMP in this process: HEDDLE_DISABLE is set, or the library could not "
                    "be loaded")
    os.environ["NUMBA_THREADING_LAYER"] = LAYER
    config = _config()
    _refuse_late()
    config.THREADING_LAYER = LAYER
    try:
        from numba.np.ufunc import omppool
    except ImportError as refusal:
        raise Error(f"heddle.numba.use: numba's layer omp cannot be loaded ({refusal}); on Debian and Ubuntu `apt install libgomp1` gives "
                    "the file that it asks for, and calls still go to Heddle") from None
    _refuse_other_runtime(omppool.__file__)
    _arm(omppool)


def threading_layer():
    """What numba's parallel functions run on: "heddle", or the name of numba's layer; None before the first of them."""
    parallel = sys.modules.get("numba.np.ufunc.parallel")
    name = getattr(parallel, "_threading_layer", None)
    return "heddle" if name == LAYER and _is_armed else name


def _config():
    try:
        from numba import config
    except ImportError as refusal:
        raise Error(f"heddle.numba.use: there is no numba in this interpreter ({refusal}); pip install numba") from None
    return config


def _refuse_late():
    from numba.np.ufunc import parallel
    if getattr(parallel, "_is_initialized", False) and parallel._threading_layer != LAYER:
        raise Error(f"heddle.numba.use: too late, numba has started its threads on the layer {parallel._threading_layer!r}; call it before the "
                    "first function with parallel=True runs, best behind `import numba`")


def _refuse_other_runtime(layer):
    """Whose GOMP_parallel the layer calls: the first of the process in the loader's order."""
    for handle in (ctypes.CDLL(None), ctypes.CDLL(layer)):
        function = getattr(handle, "GOMP_parallel", None)
        if function is not None:
            file = _file_of(ctypes.cast(function, ctypes.c_void_p).value)
            if "heddle/gomp/" not in file:
                break
            return
    else:
        file = "no runtime"
    raise Error(f"heddle.numba.use: numba's layer calls {file}, which was loaded before Heddle; `import heddle` first, or start the program "
                "by `python -m heddle`")


class _Information(ctypes.Structure):
    """Dl_info"""
    _fields_ = [("file", ctypes.c_char_p), ("base", ctypes.c_void_p), ("symbol", ctypes.c_char_p), ("address", ctypes.c_void_p)]


def _file_of(address):
    found = _Information()
    dladdr = ctypes.CDLL(None).dladdr
    dladdr.argtypes = [ctypes.c_void_p, ctypes.POINTER(_Information)]
    return found.file.decode(errors="replace") if dladdr(address, ctypes.byref(found)) and found.file else ""


def _arm(omppool):
    """The layer ends a forked child, because GNU's runtime cannot go on there; Heddle can. It asks whether its parent is the process that
    has started the threads, so the child says that it is that process itself."""
    global _is_armed
    if _is_armed:
        return
    _is_armed = True
    start = ctypes.CFUNCTYPE(None, ctypes.c_int)(omppool.launch_threads)
    from numba.np.ufunc import parallel

    def again():
        if parallel._is_initialized:
            start(parallel.NUM_THREADS)

    os.register_at_fork(after_in_child=again)
