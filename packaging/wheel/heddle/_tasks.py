"""Tasks: spawn(), groups of them, and an executor for libraries that want one."""

import concurrent.futures
import contextvars
import ctypes
import os
import sys
import traceback

from . import _library, _memory
from ._errors import Error, need_callable, need_count
from ._futures import Future
from ._library import library, sentence
from ._pool import here, keep_thread, pool

_OWN_FILES = {__file__, _memory.__file__, os.path.join(os.path.dirname(__file__), "_loops.py")}
_names = {}  # text: bytes; the engine keeps their addresses as long as the program lasts
MOST_NAMES = 10_000  # a megabyte; more are numbers in names, which no trace could show
_places = {}  # (file, function, line): heddle_place, for as long


class TaskRecord:
    """A task from its creation to the end of its body."""

    __slots__ = ("future", "call", "context", "kept", "end")

    def __init__(self, future, call, kept):
        self.future = future
        self.call = call
        self.context = contextvars.copy_context()  # decimal's precision, numpy 2's errstate: as where the task was made
        self.kept = kept  # arrays that its accesses name: no other may get their addresses
        self.end = None  # the event that the task ends with, where another may run its call

    def run_next(self):
        """In a task that waits for this one: has the worker run it next. What is left in the arena is run oldest first, which would take the
        next one when it waits, and so on. So there is a second engine task; whichever comes first runs the call. Its children have an order of
        their own, as they are its and not the waiting task's."""
        future = self.future
        if future is None:
            return
        task, argument = here.task or _new_task()
        key = argument.value = id(self.end)
        task.accesses, task.access_count, task.event, task.priority = None, 0, None, 0
        task.name, task.flags, task.where = name_bytes(future.name), _library.RANGES, None
        pool.records[key] = self
        own = _library.Task.from_buffer_copy(task)
        if library.heddle_spawn(ctypes.byref(own)) != 0:
            pool.records.pop(key, None)


def _finish(record):
    future = record.future
    if future is None or not future.begins():  # whoever waits for it runs it, or it was cancelled
        if future is not None and future.cancelled():
            _ends(record)
        return
    future.record = None
    stack = here.tasks
    outer, stack.waits = stack.waits, None
    stack.append(future)
    future.stack = stack
    try:
        result = record.context.run(record.call)
    except BaseException as error:  # also SystemExit: it is for whoever waits
        if not future.done():  # else this is a forked child, where it has been given up
            future.set_exception(error.with_traceback(_of_the_program(error.__traceback__)))
    else:
        if not future.done():
            future.set_result(result)
    finally:
        if here.tasks:  # else this is a forked child, which has forgotten them
            stack.pop()
            stack.waits = outer
        record.call = record.kept = record.future = None  # or a failed future would hold itself, by the frames of its traceback
        future.is_over()
        _ends(record)
        del future


def _ends(record):
    """Lets go on what is behind the task; its own engine task may be over already, without having done anything."""
    if record.end is not None:
        library.heddle_event_complete(ctypes.byref(record.end))  # refused, and rightly, the second time


def _of_the_program(trace):
    """The traceback from the first frame that is not the module's."""
    first = trace
    while trace is not None and trace.tb_frame.f_code.co_filename in _OWN_FILES:
        trace = trace.tb_next
    return trace or first


@_library.TaskBody
def _run(address):
    """The body of every task. Nothing may leave it: ctypes would only print it."""
    try:
        if not here.is_kept:
            keep_thread(library.heddle_worker() - 1)
        key = ctypes.c_uint64.from_address(address).value
        record = pool.records[key]
        try:
            _finish(record)
        finally:
            pool.records.pop(key, None)
    except BaseException:
        sys.stderr.write("heddle: a task was lost by a fault of the module, please report it:\n" + traceback.format_exc())


def name_of(function, name=None):
    return name or getattr(function, "__qualname__", None) or getattr(function, "__name__", None) or type(function).__name__


def name_bytes(text):
    if text not in _names and len(_names) >= MOST_NAMES:
        text = "one of many names"
    return _names.setdefault(text, text.encode())


def _place_of(frame):
    code = frame.f_code
    key = (code.co_filename, code.co_name, frame.f_lineno)
    place = _places.get(key)
    if place is None:
        place = _places.setdefault(key, _library.Place(os.fsencode(key[0]), key[1].encode(), key[2], 0))
    return place


def submit(call, future, accesses, *, kept=(), priority=0, frame=None):
    """Makes a task of a call without arguments."""
    record = TaskRecord(future, call, kept)
    arena = pool.arena()
    key = id(record)
    task, argument = here.task or _new_task()
    argument.value = key
    task.accesses, task.access_count = ctypes.addressof(accesses), len(accesses)
    task.name, task.priority = name_bytes(future.name), priority
    task.flags, task.where = _library.RANGES, None
    if frame is not None:
        task.flags, task.where = _library.RANGES | _library.PLACED, ctypes.addressof(_place_of(frame))
    pool.records[key] = record
    future.belongs(True)
    task.event = None
    if len(accesses) == 1:  # its own, by which others wait for it
        record.end = _library.Event()
        task.event = ctypes.addressof(record.end)
        future.record = record
    # Of a task that names memory the order is that of its maker's tasks. Any other may be left in the arena, where it never runs on its
    # maker's stack, below a lock that the maker holds.
    if here.tasks and len(accesses) > 1:
        own = _library.Task.from_buffer_copy(task)  # the task may run inside the call, and make others
        code = library.heddle_spawn(ctypes.byref(own))
    else:
        code = _library.arena_spawn(arena, ctypes.addressof(task))
    if code != 0:
        pool.records.pop(key, None)
        future.belongs(False)
        future.record = None
        _refuse(future.name, code)
    return future


def _new_task():
    """This thread's heddle_task and the bytes that its body gets."""
    argument = ctypes.c_uint64()
    task = _library.Task(bytes=ctypes.sizeof(_library.Task), body=_run, argument=ctypes.addressof(argument), argument_bytes=8,
                         argument_alignment=8)
    here.task = task, argument
    return here.task


def _refuse(name, code):
    if code == _library.OVERLAP:
        raise ValueError(f"heddle.spawn: the task {name!r} names the same bytes twice, and writes them: two arrays in reads= and writes= "
                         "overlap; name the whole once, in writes=")
    raise Error(f"heddle.spawn: the task {name!r} is refused: {sentence(code)}", code)


def _value(argument):
    return argument.result() if isinstance(argument, Future) else argument


def _call_of(function, arguments, named_arguments):
    """The call. Futures among the arguments become their results, or raise what they have raised."""
    waits = any(isinstance(value, Future) for value in (*arguments, *named_arguments.values()))

    def call():
        if not waits:
            return function(*arguments, **named_arguments)
        return function(*map(_value, arguments), **{name: _value(value) for name, value in named_arguments.items()})

    return call


def _make(function, arguments, named_arguments, *, reads, writes, name, priority, frame):
    need_callable("heddle.spawn", function)
    priority = need_count("heddle.spawn", "priority", priority, -(1 << 31), (1 << 31) - 1)
    future = Future(name_of(function, name))
    before = [value for value in (*arguments, *named_arguments.values()) if isinstance(value, Future)]
    accesses = _memory.accesses(_memory.listed(reads) + before, writes, id(future))
    return submit(_call_of(function, arguments, named_arguments), future, accesses, kept=(reads, writes, before), priority=priority,
                  frame=frame)


def spawn(function, *arguments, reads=(), writes=(), name=None, priority=0):
    """Runs function(*arguments) some time on a worker. @returns its Future

    It runs behind the tasks, made before by the same task (or outside of tasks), that write what it reads, or touch what it writes.
    reads, writes: numpy arrays, other buffers, heddle.Token(), or lists of these. Bytes count, not objects: slices that overlap meet.
    Futures among the arguments are replaced by their results. priority: above 0 before others that are ready.
    """
    return _make(function, arguments, {}, reads=reads, writes=writes, name=name, priority=priority, frame=sys._getframe(1))


class Group:
    """Tasks that end together: `with heddle.Group() as group: group.spawn(...)` waits at its end. When one fails, those that have not
    begun are left out, and what it has raised comes out of the block."""

    def __init__(self):
        self.futures = []

    def spawn(self, function, *arguments, reads=(), writes=(), name=None, priority=0):
        """As heddle.spawn()."""
        future = _make(function, arguments, {}, reads=reads, writes=writes, name=name, priority=priority, frame=sys._getframe(1))
        self.futures.append(future)
        return future

    def cancel(self):
        """Leaves out the tasks that have not begun."""
        for future in self.futures:
            future.cancel()

    def wait(self):
        """Waits for all. Raises what the first of them has raised."""
        failed = None
        try:
            for future in self.futures:
                future.settled()
                if failed is None and not future.cancelled() and future.exception() is not None:
                    failed = future.exception()
                    self.cancel()
        except BaseException:
            self.cancel()
            raise
        self.futures = []
        if failed is not None:
            raise failed

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind is None:
            self.wait()
            return
        self.cancel()
        for future in self.futures:
            future.settled()


class Executor(concurrent.futures.Executor):
    """Heddle's workers for libraries that take an executor of concurrent.futures, such as dask or asyncio."""

    def __init__(self):
        self._open = set()
        self._is_shut = False

    def submit(self, function, /, *arguments, **named_arguments):
        if self._is_shut:
            raise RuntimeError("heddle.Executor.submit: it has been shut down; make another one")
        future = _make(function, arguments, named_arguments, reads=(), writes=(), name=None, priority=0, frame=sys._getframe(1))
        self._open.add(future)
        future.belongs(False)  # whoever has an executor asks the future
        future.add_done_callback(self._open.discard)
        return future

    def shutdown(self, wait=True, *, cancel_futures=False):
        self._is_shut = True
        for future in list(self._open):
            if cancel_futures:
                future.cancel()
            if wait:
                future.settled()


def worker():
    """Number of the worker that runs this task, below heddle.workers(); None outside of tasks."""
    return library.heddle_worker() - 1 if here.is_kept else None  # seat 0 of an arena is that of threads that enter


def _forked():
    for record in pool.in_child().values():
        if record.future is not None:
            record.future.forget_process()


os.register_at_fork(before=pool.before_fork, after_in_parent=pool.in_parent, after_in_child=_forked)
