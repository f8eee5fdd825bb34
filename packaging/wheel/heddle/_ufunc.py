"""numpy's elementwise functions on several workers: the same loops on chunks of the arrays, so the same bits.

What decides the result's shape, type and layout is asked of numpy itself, with arrays of no elements. Whatever is unusual (overlapping
arrays, subclasses, objects, errors) is left to numpy on the calling thread.
"""

import functools
import operator
import time
import warnings

import numpy

from . import _kernels, _loops

SMALLEST = 1 << 14  # elements; with fewer there is nothing to cut, and nothing is learned
UNKNOWN = 1 << 18  # elements; with more a kernel of unknown pace is cut at once
WORTH_S = 5e-4  # what numpy would take, at least: to plan, cut and wake takes 0.1 to 0.2 ms
CHUNK_S = 1e-4  # of a chunk, at least: some 20 times what Python needs to begin it
BLOCK = 1 << 13  # numpy's buffer: chunks are multiples of it, so casts are cut where numpy would cut them
LARGEST = 1 << 18  # elements of a chunk, so that the last ones are short
ERRORS = (("divide", "divide by zero"), ("over", "overflow"), ("under", "underflow"), ("invalid", "invalid value"))


class FloatingPoint:
    """Collects what numpy finds on the workers, and says it once on the calling thread, as the caller's numpy.errstate wants it."""

    def __init__(self):
        self._flags = set()  # one step each: several workers add at once

    def note(self, _, flags):
        self._flags.add(flags)

    @property
    def found(self):
        return functools.reduce(operator.or_, self._flags, 0)

    def tell(self, name):
        if not self._flags:
            return
        modes, call = numpy.geterr(), numpy.geterrcall()
        for bit, (kind, text) in enumerate(ERRORS):
            if self.found >> bit & 1:
                _tell(modes[kind], call, text, f"{text} encountered in {name}", self.found)


def _tell(mode, call, text, sentence, flags):
    if mode == "warn":
        warnings.warn(sentence, RuntimeWarning, stacklevel=5)
    elif mode == "raise":
        raise FloatingPointError(sentence)
    elif mode == "print":
        print(f"Warning: {sentence}")
    elif mode == "call" and call is not None:
        call(text, flags)
    elif mode == "log" and call is not None:
        call.write(f"Warning: {sentence}\n")


def _is_plain(array):
    return type(array) in (numpy.ndarray, numpy.memmap) and not array.dtype.hasobject


def _same(one, other):
    return (one.__array_interface__["data"][0] == other.__array_interface__["data"][0] and one.shape == other.shape and
            one.strides == other.strides and one.dtype == other.dtype)


def _overlaps_itself(array):
    """Whether two elements may share bytes."""
    size = array.itemsize
    for length, stride in sorted(zip(array.shape, map(abs, array.strides)), key=lambda pair: pair[1]):
        if length > 1:
            if stride < size:
                return True
            size = stride * (length - 1) + size
    return False


class Operands:
    """The arrays of one call, broadcast to its shape. `chunks` cuts them."""

    def __init__(self, arrays, shape):
        self.shape = shape
        self.arrays = [array if array.ndim == 0 else numpy.broadcast_to(array, shape, subok=False) if array.shape != shape else array
                       for array in arrays]
        self._flatten()
        self.axis = self._axis()

    def _flatten(self):
        """Arrays that all lie in memory in one and the same order are cut as if they had one dimension."""
        whole = [array for array in self.arrays if array.ndim]
        for order, flag in (("C", "C_CONTIGUOUS"), ("F", "F_CONTIGUOUS")):
            if len(self.shape) > 1 and all(array.flags[flag] for array in whole):
                self.arrays = [array.reshape(-1, order=order) if array.ndim else array for array in self.arrays]
                self.shape = (int(numpy.prod(self.shape, dtype=numpy.int64)),)
                return

    def _axis(self):
        """The one that lies outermost in the memory of the last array, if it is long enough to be cut."""
        last = self.arrays[-1]
        order = sorted(range(len(self.shape)), key=lambda axis: -abs(last.strides[axis]))
        return next((axis for axis in order if self.shape[axis] >= 64), max(order, key=lambda axis: self.shape[axis]))

    def cut(self, first, last):
        where = (slice(None),) * self.axis + (slice(first, last),)
        return [array[where] if array.ndim else array for array in self.arrays]

    def grain(self, workers, pace):
        """Indices of the axis that make a chunk. @param pace  seconds of an element"""
        length = self.shape[self.axis]
        total = int(numpy.prod(self.shape, dtype=numpy.int64))
        row = max(total // max(length, 1), 1)
        elements = min(max(total // (workers * 4), int(CHUNK_S / pace)), LARGEST)
        chunks = max(elements // row, 1)
        return max(chunks // BLOCK, 1) * BLOCK if row == 1 else chunks


class Ufunc:
    """A numpy ufunc whose calls run on Heddle's workers. Made by heddle.ufunc()."""

    def __init__(self, function):
        self.function = function
        self._pace = {}  # types of the arguments: seconds of an element, the shortest seen
        self.nin, self.nout, self.nargs = function.nin, function.nout, function.nargs
        self.__name__ = self.__qualname__ = getattr(function, "__name__", type(function).__name__)
        self.__doc__ = function.__doc__

    def __repr__(self):
        return f"heddle.ufunc({self.function!r})"

    def __getattr__(self, name):
        if name in ("reduce", "accumulate", "reduceat", "outer", "at"):
            raise AttributeError(f"heddle.ufunc({self.__name__}).{name}: only calls run in parallel; numpy's own is "
                                 f"numpy.{self.__name__}.{name}")
        return getattr(self.function, name)

    def __call__(self, *arguments, out=None, where=True, **options):
        """As numpy's: out=, where=, dtype=, casting=, order=, subok=. Small arrays are done on the calling thread."""
        if not self.nin <= len(arguments) <= self.nargs:
            return self.function(*arguments, out=out, where=where, **options)  # numpy says what is wrong
        size = max((value.size for value in arguments if isinstance(value, numpy.ndarray)), default=0)
        if size < SMALLEST and not _is_wider(arguments):
            return self._by_numpy(arguments, out, where, options)
        types = tuple(value.dtype if isinstance(value, numpy.ndarray) else type(value) for value in arguments)
        pace = self._pace.get(types)
        if size < UNKNOWN if pace is None else size * pace < WORTH_S and not _is_wider(arguments):
            begin = time.perf_counter()
            result = self._by_numpy(arguments, out, where, options)
            self._learn(types, (time.perf_counter() - begin) / max(size, 1))
            return result
        outs = self._outs(arguments[self.nin:], out)
        call = None if outs is None else self._plan(arguments[:self.nin], outs, where, options)
        if call is None:
            return self._by_numpy(arguments, out, where, options)
        results = self._run(*call, types)
        return results[0] if self.nout == 1 else tuple(results)

    def _learn(self, types, pace):
        if pace < self._pace.get(types, 1.0):
            self._pace[types] = pace

    def _by_numpy(self, arguments, out, where, options):
        if out is not None:
            options["out"] = out
        if where is not True:
            options["where"] = where
        return self.function(*arguments, **options)

    def _outs(self, positional, out):
        """[array or None] for each result; None where numpy had better look at it."""
        if positional and out is not None:
            return None
        given = list(positional) if out is None else list(out) if isinstance(out, tuple) else [out]
        if out is not None and len(given) != self.nout:
            return None
        return given + [None] * (self.nout - len(given))

    def _plan(self, inputs, outs, where, options):
        """What _run() takes, or None where numpy does the call itself."""
        if not set(options) <= {"casting", "order", "dtype", "subok"}:
            return None
        arrays = [value if isinstance(value, numpy.ndarray) else numpy.asarray(value) if isinstance(value, (list, tuple)) else value
                  for value in inputs]
        masks = [] if where is True else [numpy.asarray(where)]
        sized = [value for value in arrays if isinstance(value, numpy.ndarray)]
        given = [one for one in outs if one is not None]
        scalars = all(isinstance(value, (numpy.ndarray, numpy.generic, int, float, complex)) for value in arrays)
        if not scalars or not sized or not all(map(_is_plain, sized + given + masks)):
            return None
        try:
            shape = numpy.broadcast_shapes(*(one.shape for one in sized + given + masks))
        except ValueError:
            return None  # numpy says it better
        if numpy.prod(shape, dtype=numpy.int64) < SMALLEST or any(one.shape != shape for one in given):
            return None
        outs = self._results(arrays, outs, (masks, shape), options)
        if outs is None or not _can_be_cut(sized + masks, outs):
            return None
        return arrays, outs, (masks, shape), options

    def _results(self, arrays, outs, masks_and_shape, options):
        """The arrays of results: those given, and new ones of the type and layout that numpy would choose."""
        masks, shape = masks_and_shape
        none = (0,) * len(shape)

        def empty(one):
            return one if not isinstance(one, numpy.ndarray) or one.ndim == 0 else numpy.empty(none, one.dtype)

        given = tuple(None if one is None else empty(one) for one in outs)
        extra = {"out": given} if any(one is not None for one in given) else {}
        if masks:
            extra["where"] = empty(masks[0])
        seen = FloatingPoint()
        try:
            with numpy.errstate(all="call", call=seen.note):
                probe = self.function(*map(empty, arrays), **extra, **options)
        except Exception:
            return None  # numpy says it again, for the arrays that the caller gave
        if seen.found:
            return None  # a scalar does not fit the type: said of the cast, and each chunk would say it of the function
        types = [one.dtype for one in (probe if self.nout > 1 else (probe,))]
        if any(kind.hasobject for kind in types):
            return None
        order = options.get("order", "K")
        made = _allocate([one for one in arrays if isinstance(one, numpy.ndarray)] + masks, shape, types, order)
        return [new if one is None else one for one, new in zip(outs, made)]

    def _run(self, arrays, outs, masks_and_shape, options, types):
        masks, shape = masks_and_shape
        scalars = {index: value for index, value in enumerate(arrays) if not isinstance(value, numpy.ndarray)}
        operands = Operands([value for value in arrays if isinstance(value, numpy.ndarray)] + masks +
                            [one.view(numpy.ndarray) for one in outs], shape)
        seen = FloatingPoint()

        def chunk(first, last):
            cut = operands.cut(first, last)
            inputs = iter(cut)
            given = [scalars[index] if index in scalars else next(inputs) for index in range(self.nin)]
            extra = {"where": next(inputs)} if masks else {}
            out = tuple(inputs)
            begin = time.perf_counter()
            with numpy.errstate(all="call", call=seen.note):
                self.function(*given, out=out, **extra, **options)
            self._learn(types, (time.perf_counter() - begin) / max(out[0].size, 1))

        grain = operands.grain(_loops.worker_count(), self._pace.get(types, 1e-9))
        _loops.run_chunks(operands.shape[operands.axis], grain, chunk, self.__name__)
        seen.tell(self.__name__)
        return outs


def _is_wider(arguments):
    """Whether the result may have more elements than any array: a row and a column."""
    return len({value.shape for value in arguments if isinstance(value, numpy.ndarray) and value.ndim}) > 1


def _can_be_cut(read, outs):
    """Chunks are independent: no result shares memory with what is read (but element by element) or with another result."""
    for number, out in enumerate(outs):
        if _overlaps_itself(out) or not out.flags.writeable:
            return False
        if any(numpy.may_share_memory(out, one) and not _same(out, one) for one in read):
            return False
        if any(numpy.may_share_memory(out, other) for other in outs[:number]):
            return False
    return True


def _allocate(read, shape, types, order):
    """New arrays as numpy's own iterator lays them out for these operands."""
    operands = [numpy.broadcast_to(one, shape) if order == "K" and one.shape != shape and one.ndim == len(shape) else one for one in read]
    flags = [["readonly"]] * len(operands) + [["writeonly", "allocate", "no_subtype"]] * len(types)
    iterator = numpy.nditer([*operands, *[None] * len(types)], ["zerosize_ok", "refs_ok", "multi_index"], flags,
                            op_dtypes=[None] * len(operands) + list(types), order=order, casting="unsafe")
    return iterator.operands[len(operands):]


def ufunc(kernel, types=None, *, name=None):
    """A function of numpy's kind, called with arrays, whose elements are computed on several workers.

    kernel: a numpy ufunc; a function compiled by numba (njit, vectorize); a C function of ctypes, with restype and argtypes of doubles or
    floats, or with types="dd->d" one with the signature of numpy's inner loops.
    """
    function = _kernels.as_ufunc(kernel, types, name)
    signature = getattr(function, "signature", None)  # numba's have none
    if signature is not None:
        raise TypeError(f"heddle.ufunc: {function.__name__} works on whole dimensions ({signature}), not element by element; call "
                        "it in a task for each block, by heddle.spawn or heddle.parallel_for")
    return Ufunc(function)
