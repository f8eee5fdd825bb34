"""Futures: what a task returns or raises, for threads and for other tasks.

They are futures of concurrent.futures: wait(), as_completed() and asyncio.wrap_future() take them. A task that waits for one runs other
tasks meanwhile; any other thread sleeps, and can be interrupted.
"""

import concurrent.futures
import ctypes
import sys
import threading
import time
import traceback

from . import _library
from ._errors import Deadlock, Error, Forked, named
from ._library import library, sentence
from ._pool import here

_PENDING = ("PENDING", "RUNNING")
# A task that waits runs others on its stack, and these may wait, too. So many deep it begins no awaited task itself any more, and sleeps before
# it runs another, twice as long with each: or Python's limit of recursion would be met.
DEEP = 48
LOOK_S = 0.2  # so often the main thread looks for an interrupt: one that comes as it falls asleep does not wake it (seen with Python 3.11)


_INSTEAD = "give the value on as an argument, heddle.spawn(next, future), in place of waiting"


def circle(future, stack):
    """The futures over which a task on `stack` that waits for `future` waits for one on its own stack; none when that is not so.
    A task cannot go on before those above it on its worker's stack, of which the innermost may wait."""
    found = []
    while future is not None and future not in found:
        found.append(future)
        if future.stack is None:  # it has not begun
            return []
        if future.stack is stack:
            return found
        future = future.stack.waits
    return []


def made_here():
    """The futures that heddle.wait() is for: of the tasks that this task has made, or this block of a loop, or outside of both this thread."""
    return here.tasks[-1].children if here.tasks else here.made


class Future(concurrent.futures.Future):
    """The result of heddle.spawn()."""

    def __init__(self, name=""):
        super().__init__()
        self.name = name
        self._event = None  # made by the first task that waits; _condition guards it
        self._is_asked = False  # for what it has raised
        self.children = {}  # what the task has made in its order, and what is not done or has failed unasked
        self._maker = made_here()
        self.stack = None  # pool.Stack of the worker that runs it or has run it
        self.record = None  # of a task that has not begun and need not wait for others

    def belongs(self, to_its_maker):
        """Whether heddle.wait() without futures is for it."""
        if to_its_maker:
            self._maker[self] = None
        else:
            self._maker.pop(self, None)

    def moves_to(self, maker):
        """Of one whose maker is over: heddle.wait() is for it where it is for `maker`'s."""
        self._maker = maker
        maker[self] = None
        if self.done() and (self._is_asked or self._state == "CANCELLED_AND_NOTIFIED" or self._exception is None):
            maker.pop(self, None)  # is_over() may have looked before

    def __repr__(self):
        return f"<heddle.Future {self.name} {self._state.lower()}>"

    def result(self, timeout=None):
        self._ask(timeout)
        return super().result(0 if self.done() else timeout)

    def exception(self, timeout=None):
        self._ask(timeout)
        return super().exception(0 if self.done() else timeout)

    def settled(self, timeout=None):
        """Waits, whatever comes of it. @returns whether it is done"""
        self._await(timeout)
        return self.done()

    def cancel(self):
        """Takes the task back if it has not begun. @returns whether it has been"""
        cancelled = super().cancel()
        if cancelled:
            self.is_over()
        return cancelled

    def begins(self):
        """@returns whether the caller is the one who runs the task"""
        with self._condition:
            return self._state in ("PENDING", "CANCELLED") and self.set_running_or_notify_cancel()

    def _ask(self, timeout):
        self._is_asked = True
        self._await(timeout)
        if self.done():
            self._maker.pop(self, None)

    def _await(self, timeout):
        """Outside of tasks, and where another worker runs the task: sleeps. Were others run on top meanwhile, they might wait for what lies
        below them. Else runs tasks until this one is over: itself first, if it need not wait for others."""
        if self.done():
            return
        if not here.tasks:
            self._sleep(timeout)
            return
        stack = here.tasks
        if self in stack:
            raise Deadlock(f"heddle: the task {stack[-1].name!r} waits for {self.name!r}, which is that task itself or lies below it on "
                           f"the stack of the same worker; {_INSTEAD}", _library.DEADLOCK)
        if timeout is not None:
            self._await_event(timeout)
            return
        stack.waits = self  # before it looks for a circle: of the tasks of one the last to wait sees all
        try:
            self._refuse_circle(stack)
            if len(stack) > DEEP:
                self._sleep(1e-4 * 2 ** min(len(stack) - DEEP, 13))
            else:
                self._begin()
            if self.stack is not None:
                self._refuse_circle(stack)
                self._sleep(None)
            else:
                self._await_event(None)
        finally:
            stack.waits = None

    def _begin(self):
        """Has this worker run the task next, if it can."""
        record, self.record = self.record, None
        if record is not None:
            record.run_next()

    def _refuse_circle(self, stack):
        found = circle(self, stack)
        # Tasks may have ended between two steps. What is found twice the same, and is not done, has stood still all the time.
        if found and circle(self, stack) == found and not any(one.done() for one in found):
            chain = ", which waits for ".join(repr(one.name) for one in found)
            raise Deadlock(f"heddle: the task {stack[-1].name!r} waits for {chain}, which lies below the first on the stack of the same "
                           f"worker; {_INSTEAD}", _library.DEADLOCK)

    def _sleep(self, timeout):
        end = None if timeout is None else time.monotonic() + timeout
        longest = LOOK_S if threading.current_thread() is threading.main_thread() else None
        while not self.done():
            left = None if end is None else end - time.monotonic()
            if left is not None and left <= 0:
                return
            with self._condition:
                if self._state in _PENDING:
                    self._condition.wait(min((one for one in (left, longest) if one is not None), default=None))

    def _await_event(self, timeout):
        with self._condition:
            if self._state not in _PENDING:
                return
            if self._event is None:
                self._event = _library.Event()
            event = self._event
        circle = ctypes.create_string_buffer(512)
        if timeout is None:
            code = library.heddle_event_wait(ctypes.byref(event), circle, len(circle))
        else:
            code = library.heddle_event_wait_for(ctypes.byref(event), max(int(timeout * 1e9), 0))
        if code == _library.DEADLOCK:
            raise Deadlock(f"heddle: {circle.value.decode(errors='replace')}", code)
        if code not in (0, _library.TIMED_OUT):
            raise Error(f"heddle: a wait inside the task {here.tasks[-1].name!r} is refused: {sentence(code)}", code)

    def is_over(self):
        """Behind the result: wakes the tasks that wait."""
        with self._condition:
            event = self._event
            has_failed = self._exception is not None and not self._is_asked
            self.children = {}  # who has failed among them tells so when it goes
            self.record = None
        if not has_failed:
            self._maker.pop(self, None)
        if event is not None:
            library.heddle_event_complete(ctypes.byref(event))  # refused, and rightly, when it was cancelled twice

    def forget_process(self):
        """In a forked child: nobody will run the task here, and somebody may have held the lock."""
        self._condition = threading.Condition()
        self._event = None
        self._is_asked = True
        if not self.done():
            self.set_exception(Forked(f"heddle: the task {self.name!r} belongs to the process that this one was forked from; make it "
                                      "again here"))

    def report(self):
        """Says what nobody has asked for."""
        error = self._exception
        if error is None or self._is_asked:
            return
        self._is_asked = True
        told = "".join(traceback.format_exception(type(error), error, error.__traceback__))
        sys.stderr.write(f"heddle: the task {self.name!r} has failed, and nobody has asked for its result:\n{told}")

    def __del__(self):
        if sys is not None and not sys.is_finalizing() and "_is_asked" in self.__dict__:
            self.report()


def wait(futures=None, timeout=None):
    """Waits for these tasks, or for all that this task or thread has made. Raises what the first of them has raised; TimeoutError when
    they are not all done in time."""
    chosen = list(made_here()) if futures is None else listed(futures)
    end = None if timeout is None else time.monotonic() + timeout
    if here.tasks and timeout is None:  # what no other worker has begun, before it sleeps for the rest
        for future in chosen:
            if getattr(future, "record", None) is not None:
                future.settled()
    for future in chosen:
        settle(future, None if end is None else max(end - time.monotonic(), 0))
    late = sum(not future.done() for future in chosen)
    if late:
        raise concurrent.futures.TimeoutError(f"heddle.wait: {late} of {len(chosen)} tasks are not done after {timeout} s")
    failed = [error for error in (future.exception() for future in chosen if not future.cancelled()) if error is not None]
    if failed:
        raise failed[0]


def listed(futures):
    if isinstance(futures, concurrent.futures.Future):
        return [futures]
    chosen = list(futures)
    for index, future in enumerate(chosen):
        if not isinstance(future, concurrent.futures.Future):
            raise TypeError(f"heddle.wait: number {index} is {named(future)}; it takes futures, as heddle.spawn() returns them")
    return chosen


def settle(future, timeout):
    if isinstance(future, Future):
        future.settled(timeout)
    else:
        concurrent.futures.wait([future], timeout)
