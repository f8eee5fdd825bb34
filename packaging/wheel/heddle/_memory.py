"""The memory of arrays, as the accesses of a task name it."""

import itertools
import sys

from . import _library
from ._errors import named

MOST_PIECES = 512  # of one array: a tile of 512 rows. Beyond that what lies between the rows is named, too


class Token:
    """Something that tasks read and write and that has no memory of its own: a file, a database, a list.

        log = heddle.Token("log")
        heddle.spawn(append, line, writes=log)
    """

    def __init__(self, name=""):
        self.name = name

    def __repr__(self):
        return f"heddle.Token({self.name!r})"


def pieces_of(address, shape, strides, item):
    """[(address, bytes)] of what an array covers. Rows of a tile are pieces of their own, for its neighbours lie between them."""
    if 0 in shape:
        return []
    size, outer = item, []
    for length, stride in sorted(zip(shape, strides), key=lambda pair: abs(pair[1])):
        if stride < 0:
            address += stride * (length - 1)
            stride = -stride
        if length == 1 or stride == 0:
            continue
        if not outer and stride <= size:
            size += stride * (length - 1)
        else:
            outer.append((length, stride))
    count = 1
    for length, _ in outer:
        count *= length
    while count > MOST_PIECES:
        length, stride = outer.pop(0)
        size += stride * (length - 1)
        count //= length
    starts = itertools.product(*(range(0, length * stride, stride) for length, stride in outer))
    return [(address + sum(start), size) for start in starts]


def _of_interface(found):
    item = int(found["typestr"][2:])
    shape = tuple(found["shape"])
    strides = found.get("strides")
    if strides is None:
        strides, step = [], item
        for length in reversed(shape):
            strides.insert(0, step)
            step *= max(length, 1)
    return pieces_of(found["data"][0], shape, strides, item)


def pieces(where, data):
    """[(address, bytes)] of what may be named in reads= and writes=."""
    from ._futures import Future  # futures are made of tasks, which name memory
    if isinstance(data, (Token, Future)):
        return [(id(data), 1)]
    found = getattr(data, "__array_interface__", None)
    if isinstance(found, dict) and found.get("data") is not None:
        return _of_interface(found)
    try:
        view = memoryview(data)
    except TypeError:
        raise TypeError(f"{where} is {named(data)}, which has no memory that a task could name; give numpy arrays, objects with the "
                        "buffer protocol, or a heddle.Token() that stands for it") from None
    numpy = sys.modules.get("numpy") or __import__("numpy")
    return _of_interface(numpy.asarray(view).__array_interface__)


def listed(data):
    return list(data) if isinstance(data, (list, tuple, set, frozenset)) else [data]


def accesses(reads, writes, own):
    """The array of heddle_access for a task. @param own  address of its future, which whoever takes it as an argument reads"""
    found = {}
    for index, data in enumerate(listed(reads)):
        for piece in pieces(f"heddle.spawn: reads[{index}]", data):
            found[piece] = _library.IN
    for index, data in enumerate(listed(writes)):
        for piece in pieces(f"heddle.spawn: writes[{index}]", data):
            found[piece] = _library.OUT
    found[own, 1] = _library.OUT
    return (_library.Access * len(found))(*((address, size, mode) for (address, size), mode in found.items()))
