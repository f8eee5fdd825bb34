"""The workers: one arena for the whole process, made when the first task or loop needs it.

Python threads never run tasks while they wait, so no task sees a KeyboardInterrupt or a lock of the thread that made it; tasks that
wait do run others. A forked child makes an arena of its own. At the interpreter's end all tasks are waited for.
"""

import atexit
import ctypes
import os
import signal
import sys
import threading
import time

from . import _library
from ._errors import Error, need_count
from ._library import library, sentence


# Signals that Python handles, in the main thread: one that a worker got would not wake that thread. Not those that threads raise by a
# fault, and not real-time ones, by which Heddle's threads may interrupt each other.
FOR_PYTHON = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGALRM, signal.SIGCHLD, signal.SIGUSR1, signal.SIGUSR2,
              signal.SIGWINCH}


class Stack(list):
    """Futures of the tasks that a thread runs, and blocks of loops, innermost last. Other threads look at it (_futures.circle)."""

    waits = None  # the future that the innermost waits for, without a timeout


class Here(threading.local):
    """What a thread has: its tasks; whether Python keeps its state."""

    def __init__(self):
        super().__init__()
        self.tasks = Stack()
        self.is_kept = False
        self.task = None  # a heddle_task that is filled in again and again
        self.made = {}  # futures of tasks that this thread has made: not done, or failed and nobody has asked


class Pool:
    """_lock guards all members."""

    def __init__(self):
        self._lock = threading.Lock()
        self._arena = None
        self._wanted = 0  # workers; 0: as many as an OpenMP region would have threads
        self._is_ending = False
        self.records = {}  # id: record; from a task's creation to the end of its body

    def arena(self):
        arena = self._arena
        if arena is not None:
            return arena
        with self._lock:
            if self._arena is None:
                self._make()
            return self._arena

    def _make(self):
        if self._is_ending:
            raise Error("heddle: the interpreter is ending; make tasks before the main thread has returned", _library.SHUT_DOWN)
        _refuse_subinterpreter()
        code = ctypes.c_int(0)
        options = _library.ArenaOptions(ctypes.sizeof(_library.ArenaOptions), self._wanted or library.heddle_workers(), 1, 0)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, FOR_PYTHON)  # workers inherit it
        try:
            arena = library.heddle_arena_make(ctypes.byref(options), ctypes.byref(code))
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if not arena:
            raise Error(f"heddle: no workers: {sentence(code.value)}; heddle.set_workers(n) takes fewer", code.value)
        self._arena = arena

    def workers(self):
        """How many threads run tasks. Seats of entrants stay empty, because no thread enters."""
        return library.heddle_arena_workers(self.arena()) - 1

    def set_workers(self, count):
        count = need_count("heddle.set_workers", "n", count, 0, 1 << 16)
        with self._lock:
            while self.records:
                late = {one.future for one in list(self.records.values())} - {None}
                if any(not future.done() for future in late):
                    raise Error(f"heddle.set_workers: {len(late)} tasks are not done; call it before the first task, or behind heddle.wait()")
                time.sleep(0.001)  # they are about to leave
            arena, self._arena = self._arena, None
            self._wanted = count
            if arena:
                library.heddle_arena_destroy(arena)

    def has(self, future):
        """Whether a task has been made that will bring it."""
        return any(record.future is future for record in list(self.records.values()))

    def end(self):
        """At the interpreter's end: tasks would need an interpreter that is not there any more."""
        with self._lock:
            self._is_ending = True
        try:
            while self.records:
                self._settle_one()
        except KeyboardInterrupt:
            sys.stdout.flush()
            sys.stderr.write(f"heddle: interrupted while {len(self.records)} tasks run at the program's end; they are given up\n")
            sys.stderr.flush()
            os._exit(130)  # the workers cannot be left behind: they would call a finished interpreter
        for future in list(here.made):
            future.report()
        arena, self._arena = self._arena, None
        if arena:
            library.heddle_arena_destroy(arena)

    def _settle_one(self):
        for record in list(self.records.values()):
            future = record.future
            if future is not None:  # else its body is about to end
                future.settled()
                return
        time.sleep(0.001)

    def before_fork(self):
        self._lock.acquire()

    def in_parent(self):
        self._lock.release()

    def in_child(self):
        """The parent's workers are not here. @returns its records"""
        self._lock = threading.Lock()
        self._arena = None
        records, self.records = self.records, {}
        here.tasks = Stack()
        here.made = {}
        here.is_kept = False
        return records


def _refuse_subinterpreter():
    api = ctypes.pythonapi
    api.PyInterpreterState_Get.restype = api.PyInterpreterState_Main.restype = ctypes.c_void_p
    if api.PyInterpreterState_Get() != api.PyInterpreterState_Main():
        raise Error("heddle: this is a subinterpreter, and threads of Heddle can only enter the main interpreter; make tasks there, or "
                    "use a process in place of the subinterpreter. OpenMP in modules runs on Heddle here, too")


def keep_thread(number):
    """Called on a worker in its first body: Python's state of the thread, and its thread-local values, last as long as the thread."""
    here.is_kept = True
    ctypes.pythonapi.PyGILState_Ensure()  # its count does not go back to 0 when the body returns
    threading.current_thread().name = f"heddle-{number}"


here = Here()
pool = Pool()
atexit.register(pool.end)
