"""What a program sets before its first task: Heddle's variables, and how many workers."""

import errno

from ._errors import Error, named
from ._library import library
from ._pool import pool


def set(name, value):
    """Sets what the environment variable `name` of Heddle's stands for (docs/environment.md): heddle.set("HEDDLE_LOOP", "steal").
    Only before the first task, loop or OpenMP construct of the process."""
    if not isinstance(name, str):
        raise TypeError(f"heddle.set: the name is {named(name)}; it takes a string such as \"HEDDLE_SCHEDULER\"")
    code = library.heddle_set(name.encode(), str(value).encode())
    if code == errno.EINVAL:
        raise ValueError(f"heddle.set: {name} cannot be {value!r}; standard error says what is allowed. It takes HEDDLE_SCHEDULER, "
                         "HEDDLE_DEPENDENCE, HEDDLE_LOOP, HEDDLE_INLINE, HEDDLE_WINDOW, HEDDLE_SIGNALS and HEDDLE_ASYNC_*")
    if code == errno.EBUSY:
        raise Error(f"heddle.set: too late for {name}, the process has used tasks, loops or OpenMP already; call it first, or set the "
                    "environment variable")
    if code != 0:
        raise Error(f"heddle.set: {name} is not set, because this process does not run on Heddle (HEDDLE_DISABLE); unset that variable")


def set_workers(n):
    """From now on n threads run tasks and loops; 0: as many as an OpenMP region would have. Not while tasks are there."""
    pool.set_workers(n)


def workers():
    """How many threads run tasks and loops. Starts them."""
    return pool.workers()
