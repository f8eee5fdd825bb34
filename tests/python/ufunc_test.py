"""heddle.ufunc: the results, types, layouts, warnings and errors are numpy's, bit by bit."""

import ctypes
import ctypes.util
import functools
import itertools
import tempfile
import threading
import time
import unittest
import warnings

import heddle
import numpy as np

from heddle import _ufunc

heddle.set_workers(3)
_ufunc.WORTH_S = _ufunc.UNKNOWN = 0  # all is cut, however short it is
N = 140_001  # several chunks, and a last one that is shorter
UFUNCS = [name for name in dir(np) if isinstance(getattr(np, name), np.ufunc) and getattr(np, name).signature is None]


@functools.lru_cache(maxsize=None)
def values(kind, number):
    """An array of a type, with values of all sizes and signs."""
    seed, dtype = np.random.default_rng(number + 1), np.dtype(kind)
    if dtype.kind in "mM":
        return seed.integers(1, 10**6, N).astype(f"{kind}8[s]")
    if dtype.kind in "fc":
        return (seed.standard_normal(N) * 10.0 ** seed.integers(-3, 3, N)).astype(dtype)
    return seed.integers(0, 2 if dtype.kind == "b" else 100, N).astype(dtype)


def operands(ufunc, code):
    made = [values(kind, number) for number, kind in enumerate(code.split("->")[0])]
    is_small = ufunc in (np.left_shift, np.right_shift, np.ldexp, np.power, np.float_power)
    return [array % 7 if is_small and array.dtype.kind in "iu" else array for array in made]


def bits(result):
    """Types, layout and bytes. The stride of a dimension of one element says nothing."""
    strides = lambda one: [stride for stride, length in zip(one.strides, one.shape) if length > 1]  # noqa: E731
    return [(one.dtype, one.shape, strides(one), one.tobytes()) for one in (result if isinstance(result, tuple) else (result,))]


def outcome(function, *arguments, **options):
    """What a call gives, or raises, and what it warns of."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            result = bits(function(*arguments, **options))
        except Exception as error:
            result = type(error), str(error)
    return result, sorted({(one.category, str(one.message)) for one in told}, key=str)


class SameAsNumpy(unittest.TestCase):
    def same(self, ufunc, *arguments, **options):
        self.assertEqual(outcome(heddle.ufunc(ufunc), *arguments, **options), outcome(ufunc, *arguments, **options),
                         f"{ufunc} {options}")

    def test_every_loop_of_every_ufunc(self):
        self.assertGreater(len(UFUNCS), 80)
        for name in UFUNCS:
            ufunc = getattr(np, name)
            codes = [code for code in ufunc.types if not set(code) & set("OgGe?BHILQbhlqFSUV")] or ufunc.types[:1]
            for code in codes[:4]:
                if "O" not in code:
                    with self.subTest(name=name, code=code):
                        self.same(ufunc, *operands(ufunc, code))

    def test_layouts(self):
        base = np.random.default_rng(1).standard_normal((500, 300))
        cube = np.random.default_rng(2).standard_normal((40, 90, 101))
        for array in (base, base.T, base[::2], base[:, ::3], base[::-1], base[:, 1:], np.asfortranarray(base), cube.transpose(1, 0, 2),
                      cube[:, ::-1], cube.swapaxes(0, 2)[:, 3:], np.broadcast_to(base[0], (500, 300)), base.reshape(1, -1), base.reshape(2, -1)[:, 5:]):
            for order in "KACF":
                self.same(np.exp, array, order=order)
            self.same(np.add, array, array)
            self.same(np.arctan2, array, array[..., :1])

    def test_broadcasting(self):
        row, column, box = np.arange(900.0), np.arange(400.0)[:, None], np.ones((2, 1, 900))
        for pair in ((row, column), (column, row), (box, column), (row, 3), (2.5, column + row), (column, np.float32(2)), (row + column, [1.0] * 900)):
            self.same(np.multiply, *pair)
            self.same(np.divmod, *pair)
        self.same(np.add, np.ones((3, 90000)), np.ones((4, 90000)))  # numpy's own error

    def test_types_and_scalars(self):
        small, large = np.arange(N, dtype=np.int8), np.arange(N, dtype=np.float32)
        for pair in ((small, 3), (small, 300), (large, 1e300), (large, np.float64(3)), (large, np.array(3.0)), (small, large), (large, 1j),
                     (small, True), (large, np.array([3.0]))):
            self.same(np.add, *pair)
        self.same(np.add, small, large, dtype=np.float64)
        self.same(np.add, large, large, dtype=np.int32)  # refused by numpy's rules of casting
        self.same(np.add, large, large, dtype=np.int32, casting="unsafe")

    def test_out_and_where(self):
        x, mask = np.linspace(-3, 3, N), np.arange(N) % 3 == 0
        for function in (np.sin, heddle.ufunc(np.sin)):
            out = np.full(N, 7.0)
            self.assertIs(function(x, out=out, where=mask), out)
            np.testing.assert_array_equal(out, np.where(mask, np.sin(x), 7.0))
        for out in (np.empty(N, np.float32), np.empty(N, np.int16), np.empty((3, N)), np.empty(N - 1), np.empty((2 * N,))[::2]):
            for casting in ("same_kind", "unsafe"):
                a, b = out.copy(), out.copy()
                self.assertEqual(outcome(heddle.ufunc(np.sin), x, out=a, casting=casting), outcome(np.sin, x, out=b, casting=casting))
                if a.shape[-1] == N and outcome(np.sin, x, out=b, casting=casting)[0][0] is not TypeError:
                    np.testing.assert_array_equal(a, b)
        whole, part = np.empty(N), np.empty(N)
        self.assertIs(heddle.ufunc(np.modf)(x, whole, part)[1], part)
        np.testing.assert_array_equal(whole, np.modf(x)[0])
        second = heddle.ufunc(np.modf)(x, out=(None, part))
        self.assertIs(second[1], part)
        np.testing.assert_array_equal(second[0], np.modf(x)[0])

    def test_results_that_overlap_what_is_read(self):
        for shift in (0, 1, 5000):
            a, b = np.arange(2.0 * N), np.arange(2.0 * N)
            np.add(a[:N], a[shift:N + shift], out=a[shift:N + shift])
            heddle.ufunc(np.add)(b[:N], b[shift:N + shift], out=b[shift:N + shift])
            np.testing.assert_array_equal(a, b)
        a, b = np.arange(float(N)), np.arange(float(N))
        np.sqrt(a, out=a[::-1])
        heddle.ufunc(np.sqrt)(b, out=b[::-1])
        np.testing.assert_array_equal(a, b)
        fixed = np.arange(float(N))
        fixed.flags.writeable = False
        with self.assertRaisesRegex(ValueError, "read-only"):
            heddle.ufunc(np.sqrt)(fixed, out=fixed)

    def test_warnings_and_errors_of_floating_point(self):
        x = np.linspace(1, 2, N)
        x[[5, N - 1]] = 0, -1
        for ufunc, mode in itertools.product((np.log, np.reciprocal, np.sqrt, np.exp), ("warn", "raise", "ignore")):
            with np.errstate(all=mode):
                self.same(ufunc, x)
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            heddle.ufunc(np.log)(x)
        self.assertEqual({one.filename for one in told}, {__file__})
        seen = []
        with np.errstate(all="call", call=lambda text, flags: seen.append(text)):
            heddle.ufunc(np.log)(x)
        self.assertEqual(sorted(seen), ["divide by zero", "invalid value"])

    def test_subclasses_objects_and_small_arrays_are_numpys_own(self):
        masked = np.ma.masked_less(np.linspace(-1, 1, N), 0)
        self.assertIsInstance(heddle.ufunc(np.abs)(masked), np.ma.MaskedArray)
        self.same(np.add, np.array([1, "a"], dtype=object), 1)
        self.assertEqual(heddle.ufunc(np.sqrt)(4.0), 2.0)
        self.assertIsInstance(heddle.ufunc(np.sqrt)(4.0), np.float64)
        self.same(np.abs, [1.0, 4.0])
        self.same(np.sqrt, np.empty((0, 3)))
        with tempfile.NamedTemporaryFile() as file:
            on_disk = np.memmap(file, np.float64, "w+", shape=(N,))
            on_disk[:] = np.arange(N)
            out = np.memmap(file, np.float64, "r+", shape=(N,))
            self.same(np.sqrt, on_disk)
            self.assertIs(heddle.ufunc(np.negative)(on_disk + 0, out=out), out)
            self.assertEqual(on_disk[3], -3)

    def test_wrong_calls_are_refused_as_numpy_does(self):
        x = np.ones(N)
        self.same(np.add, x)
        self.same(np.add, x, x, x, x)
        self.same(np.sin, x, out=(x, x))
        self.same(np.sin, x, colour="red")
        self.same(np.sin, "text")
        self.same(np.sin, x, x.copy(), out=x)

    def test_inside_a_task_and_from_many_threads(self):
        x = np.linspace(0, 1, N)
        exp = heddle.ufunc(np.exp)
        results = heddle.map(lambda i: exp(x + i), range(8))
        for i, result in enumerate(results):
            np.testing.assert_array_equal(result, np.exp(x + i))


class CKernels(unittest.TestCase):
    def setUp(self):
        self.library = ctypes.CDLL(ctypes.util.find_library("m"))

    def test_scalar_functions_of_c_become_ufuncs(self):
        x, y = np.linspace(0.1, 3, N), np.linspace(3, 0.1, N)
        for name, count, kind, ctype in (("cbrt", 1, np.float64, ctypes.c_double), ("cbrtf", 1, np.float32, ctypes.c_float),
                                         ("fmod", 2, np.float64, ctypes.c_double), ("fmodf", 2, np.float32, ctypes.c_float)):
            function = getattr(self.library, name)
            function.restype, function.argtypes = ctype, [ctype] * count
            given = [x.astype(kind), y.astype(kind)][:count]
            result = heddle.ufunc(function)(*given)
            self.assertEqual(result.dtype, kind)
            for index in (0, 1, N // 2, N - 1):
                self.assertEqual(result[index], function(*(one[index] for one in given)))
            np.testing.assert_allclose(result, np.cbrt(given[0]) if count == 1 else np.fmod(*given), rtol=1e-5)

    def test_inner_loops_of_numpys_kind(self):
        loop = ctypes.CFUNCTYPE(None, ctypes.POINTER(ctypes.c_void_p), ctypes.POINTER(ctypes.c_ssize_t), ctypes.POINTER(ctypes.c_ssize_t), ctypes.c_void_p)

        @loop
        def triple(args, dims, steps, _):
            read = np.ctypeslib.as_array(ctypes.cast(args[0], ctypes.POINTER(ctypes.c_int32)), (dims[0],))
            written = np.ctypeslib.as_array(ctypes.cast(args[1], ctypes.POINTER(ctypes.c_int32)), (dims[0],))
            written[:] = read * 3

        function = heddle.ufunc(triple, types="i->i", name="triple")
        x = np.arange(N, dtype=np.int32)
        np.testing.assert_array_equal(function(x), x * 3)
        self.assertEqual(function.__name__, "triple")

    def test_what_would_not_gain_is_left_to_numpy(self):
        threads = []
        pace = [0.0]
        loop = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)

        @loop
        def kernel(*_):
            threads.append(threading.get_ident())
            time.sleep(pace[0])

        self.addCleanup(setattr, _ufunc, "WORTH_S", _ufunc.WORTH_S)
        self.addCleanup(setattr, _ufunc, "UNKNOWN", _ufunc.UNKNOWN)
        _ufunc.WORTH_S, _ufunc.UNKNOWN = 0.05, 1 << 18
        x, me = np.zeros(N), threading.get_ident()
        fast = heddle.ufunc(kernel, types="d->d")
        [fast(x) for _ in range(3)]
        self.assertEqual(set(threads), {me})
        pace[0] = 0.2
        slow = heddle.ufunc(kernel, types="d->d")
        slow(x)
        threads.clear()
        slow(x)
        self.assertNotIn(me, threads)
        self.assertGreater(len(threads), 1)


if __name__ == "__main__":
    unittest.main()
