"""What the module raises, besides TypeError and ValueError for wrong arguments."""


class Error(RuntimeError):
    """Heddle has refused a call. `code` is one of heddle/error.h, or 0 where the module itself refuses."""

    def __init__(self, text, code=0):
        super().__init__(text)
        self.code = code


class Deadlock(Error):
    """A wait would never end, because what it waits for waits for it."""


class Forked(Error):
    """The result belongs to a task of the process that this one was forked from."""


def named(value):
    """A value in a message: short, with its type where that says more."""
    text = repr(value)
    return f"{text if len(text) <= 60 else text[:57] + '...'} ({type(value).__name__})"


def need_callable(where, function):
    if not callable(function):
        raise TypeError(f"{where}: {named(function)} cannot be called; give the function itself, as in {where}(work, x), not what it "
                        "returns")


def need_count(where, what, value, least=0, most=1 << 62):
    """An integer of a range. @returns it as int"""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{where}: {what} is {named(value)}; it takes an integer")
    number = value.__index__()
    if not least <= number <= most:
        raise ValueError(f"{where}: {what} is {number}; it takes {least} to {most}")
    return number
