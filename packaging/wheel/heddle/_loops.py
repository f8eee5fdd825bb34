"""Loops: parallel_for(), its form by blocks, and map(). Iterations reach the workers by Heddle's loop schedules."""

import contextvars
import ctypes
import sys
import traceback

from . import _library
from ._errors import Error, named, need_callable, need_count
from ._futures import Future
from ._library import library, sentence
from ._pool import here, keep_thread, pool
from ._tasks import name_bytes, name_of, submit

_loops = {}  # id: Loop; while it runs

STOPPED = 1


class Block:
    """Iterations that a worker runs in one go: the maker of the tasks that they make. Were it the loop's task, heddle.wait() in one
    iteration would wait for the tasks of another, which may lie below it on the same stack."""

    __slots__ = ("task", "name", "children")

    def __init__(self, within):
        self.task = getattr(within, "task", within)  # the future of the task that it is a part of
        self.name = within.name
        self.children = {}


class Loop:
    """A running loop. `error` and `stopped` are written once; a second writer would lose, which is right, too."""

    def __init__(self, body):
        self.body = body
        self.task = None  # the future of the task that the loop belongs to: its blocks are in it, wherever they run
        self.context = contextvars.copy_context()
        self.error = None
        self.stopped = False

    def run_block(self, first, last):
        if self.stopped:
            return STOPPED
        stack, block = here.tasks, Block(self.task)
        outer, stack.waits = stack.waits, None
        stack += (block.task, block)
        try:
            self.context.copy().run(self.body, first, last)
        except BaseException as error:
            if self.error is None:
                self.error = error
            self.stopped = True
        finally:
            if here.tasks is stack:  # else this is a forked child
                del stack[-2:]
                stack.waits = outer
            for future in list(block.children):
                future.moves_to(self.task.children)
        return STOPPED if self.stopped else 0


@_library.BlockBody
def _run_block(first, last, key):
    """The body of every loop. Nothing may leave it: ctypes would only print it."""
    try:
        if not here.is_kept:
            keep_thread(library.heddle_worker() - 1)
        return _loops[key].run_block(first, last)
    except BaseException:
        sys.stderr.write("heddle: a loop's block was lost by a fault of the module, please report it:\n" + traceback.format_exc())
        return STOPPED


def _run_here(loop, count, options):
    """On a worker: takes part, and returns when all blocks are over."""
    _loops[id(loop)] = loop
    try:
        code = library.heddle_parallel_for_blocks(_library.Range(0, count, 1), _run_block, id(loop), ctypes.byref(options))
    finally:
        del _loops[id(loop)]
    if loop.error is not None:
        raise loop.error
    if code < 0:
        raise Error(f"heddle: the loop {options.name.decode()!r} is refused: {sentence(code)}", code)


def run_blocks(count, body, options):
    """body(first, last) for blocks of range(count), on the workers. Raises what the first of them has raised; few further blocks begin
    then."""
    run(Loop(body), count, options)


def run(loop, count, options):
    """The same for a loop whose body looks at loop.stopped."""
    if here.tasks:
        loop.task = here.tasks[-1]
        return _run_here(loop, count, options)
    if count <= 0:
        return None
    future = loop.task = Future(options.name.decode())
    own = (_library.Access * 1)((id(future), 1, _library.OUT))
    try:
        submit(lambda: _run_here(loop, count, options), future, own)
        return future.result()
    except KeyboardInterrupt:
        loop.stopped = True  # those that run end their iteration; a second interrupt does not wait for them
        if pool.has(future):
            future.settled()
        raise


def loop_options(where, name, *, grain=0, schedule="automatic", workers=0):
    if schedule not in _library.SCHEDULES:
        raise ValueError(f"{where}: schedule is {named(schedule)}; it takes {', '.join(_library.SCHEDULES)}")
    grain = need_count(where, "grain", grain)
    workers = need_count(where, "workers", workers, 0, 1 << 16)
    return _library.LoopOptions(ctypes.sizeof(_library.LoopOptions), _library.SCHEDULES[schedule], workers, 0, grain, name_bytes(name))


def _whole(where, n):
    """The range that n stands for."""
    return n if isinstance(n, range) else range(need_count(where, "n", n))


def parallel_for(n, function, *, grain=0, schedule="automatic", workers=0, name=None):
    """Calls function(i) once for each i of range(n), in any order and on several workers. n may be a range.

    It gains where the function gives the interpreter's lock away: numpy on large arrays, numba's nogil, ctypes, input and output.
    grain: iterations that stay together. workers: at most so many. schedule: automatic, static, dynamic, guided, idws or steal.
    """
    where = "heddle.parallel_for"
    need_callable(where, function)
    whole = _whole(where, n)
    loop = None

    def body(first, last):
        for i in whole[first:last]:
            if loop.stopped:
                return
            function(i)

    options = loop_options(where, name_of(function, name), grain=grain, schedule=schedule, workers=workers)
    loop = Loop(body)
    run(loop, len(whole), options)


def parallel_for_blocks(n, function, *, grain=0, schedule="automatic", workers=0, name=None):
    """Calls function(first, last) for blocks that together are range(n): for functions with a loop, or numpy, of their own."""
    where = "heddle.parallel_for_blocks"
    need_callable(where, function)
    count = need_count(where, "n", n)
    run_blocks(count, function, loop_options(where, name_of(function, name), grain=grain, schedule=schedule, workers=workers))


def parallel_map(function, *iterables, grain=0, schedule="automatic", workers=0, name=None):
    """[function(x) for x in iterable], on the workers; of several iterables as the built-in map(), up to the end of the shortest."""
    where = "heddle.map"
    need_callable(where, function)
    if not iterables:
        raise TypeError("heddle.map: there is nothing to call the function with; give at least one iterable")
    items = list(zip(*iterables))
    results = [None] * len(items)

    def body(i):
        results[i] = function(*items[i])

    parallel_for(len(items), body, grain=grain, schedule=schedule, workers=workers, name=name_of(function, name))
    return results


def run_chunks(count, grain, body, name):
    """body(first, last) for chunks of `grain` indices each, and a last one that may be shorter."""
    chunks = -(-count // grain)

    def block(first, last):
        for chunk in range(first, last):
            body(chunk * grain, min((chunk + 1) * grain, count))

    run_blocks(chunks, block, loop_options("heddle.ufunc", name, grain=1, schedule="dynamic"))


def worker_count():
    return pool.workers()
