"""libheddle.so.1 as Python calls it: the structures and functions of include/heddle/*.h that the module needs.

ctypes.CDLL gives the interpreter's lock away during a call, so other Python threads run while one waits inside Heddle.
"""

import ctypes
import os
from pathlib import Path

PREFIX = Path(__file__).resolve().parent
SONAME = "libheddle.so.1"

IN, OUT = 0, 1  # enum heddle_access_mode
RANGES, PLACED = 2, 16  # enum heddle_task_flag
OVERLAP, DEADLOCK, SHUT_DOWN, EARLY_WAIT, TIMED_OUT = -8, -10, -11, -15, -18  # enum heddle_error
SCHEDULES = {"automatic": 0, "static": 1, "dynamic": 2, "guided": 3, "idws": 6, "steal": 7}  # enum heddle_loop_schedule

TaskBody = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
BlockBody = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)


class Access(ctypes.Structure):
    """heddle_access"""
    _fields_ = [("address", ctypes.c_void_p), ("bytes", ctypes.c_size_t), ("mode", ctypes.c_uint32)]


class Place(ctypes.Structure):
    """heddle_place"""
    _fields_ = [("file", ctypes.c_char_p), ("function", ctypes.c_char_p), ("line", ctypes.c_uint32), ("column", ctypes.c_uint32)]


class Event(ctypes.Structure):
    """heddle_event: has not happened when it is made."""
    _fields_ = [("words", ctypes.c_uint64 * 6)]


class Task(ctypes.Structure):
    """heddle_task"""
    _fields_ = [("bytes", ctypes.c_uint32), ("flags", ctypes.c_uint32), ("body", TaskBody), ("argument", ctypes.c_void_p),
                ("argument_bytes", ctypes.c_size_t), ("argument_alignment", ctypes.c_size_t), ("copy", ctypes.c_void_p),
                ("accesses", ctypes.c_void_p), ("access_count", ctypes.c_size_t), ("group", ctypes.c_void_p),
                ("event", ctypes.c_void_p), ("priority", ctypes.c_int32), ("worker", ctypes.c_uint32), ("name", ctypes.c_char_p),
                ("where", ctypes.c_void_p)]


class Range(ctypes.Structure):
    """heddle_range"""
    _fields_ = [("first", ctypes.c_int64), ("last", ctypes.c_int64), ("step", ctypes.c_int64)]


class LoopOptions(ctypes.Structure):
    """heddle_loop_options"""
    _fields_ = [("bytes", ctypes.c_uint32), ("schedule", ctypes.c_uint32), ("threads", ctypes.c_uint32),
                ("reserved", ctypes.c_uint32), ("grain", ctypes.c_uint64), ("name", ctypes.c_char_p)]


class ArenaOptions(ctypes.Structure):
    """heddle_arena_options"""
    _fields_ = [("bytes", ctypes.c_uint32), ("workers", ctypes.c_uint32), ("entrants", ctypes.c_uint32),
                ("reserved", ctypes.c_uint32)]


FUNCTIONS = {  # name: (result, arguments)
    "heddle_arena_make": (ctypes.c_void_p, [ctypes.POINTER(ArenaOptions), ctypes.POINTER(ctypes.c_int)]),
    "heddle_arena_destroy": (None, [ctypes.c_void_p]),
    "heddle_arena_workers": (ctypes.c_uint32, [ctypes.c_void_p]),
    "heddle_spawn": (ctypes.c_int, [ctypes.POINTER(Task)]),
    "heddle_worker": (ctypes.c_uint32, []),
    "heddle_workers": (ctypes.c_uint32, []),
    "heddle_event_complete": (ctypes.c_int, [ctypes.POINTER(Event)]),
    "heddle_event_wait": (ctypes.c_int, [ctypes.POINTER(Event), ctypes.c_char_p, ctypes.c_size_t]),
    "heddle_event_wait_for": (ctypes.c_int, [ctypes.POINTER(Event), ctypes.c_uint64]),
    "heddle_parallel_for_blocks": (ctypes.c_int, [Range, BlockBody, ctypes.c_void_p, ctypes.POINTER(LoopOptions)]),
    "heddle_error_string": (ctypes.c_char_p, [ctypes.c_int]),
    "heddle_set": (ctypes.c_int, [ctypes.c_char_p, ctypes.c_char_p]),
}


def _open():
    try:  # one engine in a process: that of `heddle run`, or the one that the OpenMP libraries have brought along
        return ctypes.CDLL(SONAME, mode=os.RTLD_NOW | os.RTLD_NOLOAD)
    except OSError:
        pass
    path = PREFIX / "lib" / SONAME
    try:
        return ctypes.CDLL(str(path), mode=os.RTLD_NOW)
    except OSError as refusal:
        raise ImportError(f"heddle cannot load {path}: {refusal}; install the wheel that `./x package wheel` makes, for this machine "
                          "and a glibc of 2.34 or newer") from None


def _load():
    library = _open()
    for name, (result, arguments) in FUNCTIONS.items():
        try:
            function = getattr(library, name)
        except AttributeError:
            raise ImportError(f"the libheddle.so.1 of this process has no {name}: it is older than the module heddle; start the "
                              "program with the `heddle` of the same version, or without `heddle run`") from None
        function.restype, function.argtypes = result, arguments
    return library


library = _load()
# The same with the interpreter's lock held: it makes a task and runs none, so it is over sooner than the lock would change hands.
arena_spawn = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(("heddle_arena_spawn", library))


def sentence(code):
    """What a negative code means."""
    return library.heddle_error_string(code).decode()
