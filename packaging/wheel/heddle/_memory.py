"""The memory of arrays, as the accesses of a task name it."""

import ctypes
import functools
import itertools
import struct

from . import _library
from ._errors import named

ACCESS = struct.Struct("@PNI4x")  # heddle_access
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
        strides, step = (), item
        for length in reversed(shape):
            strides = (step, *strides)
            step *= max(length, 1)
    return found["data"][0], shape, tuple(strides), item


def extent(where, data):
    """(address, shape, strides, bytes of an element) of what may be named in reads= and writes=."""
    from ._futures import Future  # futures are made of tasks, which name memory
    if isinstance(data, (Token, Future)):
        return id(data), (1,), (1,), 1
    found = getattr(data, "__array_interface__", None)
    if isinstance(found, dict) and found.get("data") is not None:
        return _of_interface(found)
    try:
        view = memoryview(data)
    except TypeError:
        raise TypeError(f"{where} is {named(data)}, which has no memory that a task could name; give numpy arrays, objects with the "
                        "buffer protocol, or a heddle.Token() that stands for it") from None
    return _address_of(view), view.shape, view.strides, view.itemsize


class _Buffer(ctypes.Structure):
    """Py_buffer"""
    _fields_ = [("address", ctypes.c_void_p), ("object", ctypes.c_void_p), ("length", ctypes.c_ssize_t), ("item", ctypes.c_ssize_t),
                ("read_only", ctypes.c_int), ("dimensions", ctypes.c_int), ("format", ctypes.c_char_p), ("shape", ctypes.c_void_p),
                ("strides", ctypes.c_void_p), ("suboffsets", ctypes.c_void_p), ("internal", ctypes.c_void_p)]


STRIDED = 0x18  # PyBUF_STRIDES: the address of the first element, whatever the strides are


def _address_of(view):
    api, found = ctypes.pythonapi, _Buffer()
    if api.PyObject_GetBuffer(ctypes.py_object(view), ctypes.byref(found), STRIDED) != 0:
        raise BufferError("heddle.spawn: a buffer in reads= or writes= does not give its address")
    address = found.address
    api.PyBuffer_Release(ctypes.byref(found))
    return address


@functools.lru_cache(maxsize=4096)  # tiles are named again and again
def _packed(address, shape, strides, item, mode):
    """The pieces as an array of heddle_access, byte by byte."""
    return b"".join(ACCESS.pack(start, size, mode) for start, size in pieces_of(address, shape, strides, item))


def listed(data):
    return list(data) if isinstance(data, (list, tuple, set, frozenset)) else [data]


def accesses(reads, writes, own):
    """The array of heddle_access for a task. @param own  address of its future, which whoever takes it as an argument reads"""
    modes = {}
    for index, data in enumerate(listed(reads)):
        modes[extent(f"heddle.spawn: reads[{index}]", data)] = _library.IN
    for index, data in enumerate(listed(writes)):
        modes[extent(f"heddle.spawn: writes[{index}]", data)] = _library.OUT
    text = b"".join(_packed(*one, mode) for one, mode in modes.items()) + ACCESS.pack(own, 1, _library.OUT)
    return (_library.Access * (len(text) // ACCESS.size)).from_buffer_copy(text)
