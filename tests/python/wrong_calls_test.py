"""Wrong calls raise at once, and the sentence says what, where, and what to do. Each row: the call, the type, words of the sentence."""

import ctypes
import unittest

import heddle
import numpy as np

x = np.zeros(100)
bare = ctypes.CDLL(None).abs
ROWS = [
    (lambda: heddle.spawn(3), TypeError, "heddle.spawn: 3 (int) cannot be called; give the function itself"),
    (lambda: heddle.spawn(print, reads=7), TypeError, "heddle.spawn: reads[0] is 7 (int), which has no memory"),
    (lambda: heddle.spawn(print, writes=[x, {}]), TypeError, "heddle.spawn: writes[1] is {} (dict), which has no memory"),
    (lambda: heddle.spawn(print, reads=x[:60], writes=[x[50:], x[:55]]), ValueError, "name the whole once, in writes="),
    (lambda: heddle.spawn(print, priority="high"), TypeError, "priority is 'high' (str); it takes an integer"),
    (lambda: heddle.spawn(print, read=x), TypeError, "read"),
    (lambda: heddle.parallel_for(10, None), TypeError, "heddle.parallel_for: None (NoneType) cannot be called"),
    (lambda: heddle.parallel_for(1.5, print), TypeError, "n is 1.5 (float); it takes an integer"),
    (lambda: heddle.parallel_for(-1, print), ValueError, "n is -1; it takes 0 to"),
    (lambda: heddle.parallel_for(1, print, schedule="fast"), ValueError, "schedule is 'fast' (str); it takes automatic, static"),
    (lambda: heddle.parallel_for(1, print, grain=-2), ValueError, "grain is -2; it takes 0 to"),
    (lambda: heddle.map(print), TypeError, "give at least one iterable"),
    (lambda: heddle.wait([3]), TypeError, "number 0 is 3 (int); it takes futures"),
    (lambda: heddle.set_workers(-1), ValueError, "n is -1; it takes 0 to 65536"),
    (lambda: heddle.set(7, "x"), TypeError, "the name is 7 (int)"),
    (lambda: heddle.set("HEDDLE_SPEED", "x"), ValueError, "HEDDLE_SPEED cannot be 'x'"),
    (lambda: heddle.ufunc(np.matmul), TypeError, "works on whole dimensions"),
    (lambda: heddle.ufunc(lambda a: a), TypeError, "compile it with numba.njit"),
    (lambda: heddle.ufunc(5), TypeError, "is no kernel"),
    (lambda: heddle.ufunc(bare), TypeError, "has argtypes not set and restype c_int"),
    (lambda: heddle.ufunc(bare, types="ii"), ValueError, "it takes numpy's codes"),
    (lambda: heddle.ufunc(bare, types="O->O"), ValueError, "it takes numpy's codes"),
    (lambda: heddle.ufunc(np.add, types="dd->d"), TypeError, "leave it out"),
    (lambda: heddle.ufunc(np.add).reduce(x), AttributeError, "numpy's own is numpy.add.reduce"),
]


class WrongCalls(unittest.TestCase):
    def test_the_sentence_says_what_where_and_what_to_do(self):
        for number, (call, kind, words) in enumerate(ROWS):
            with self.subTest(row=number), self.assertRaises(kind) as caught:
                call()
            self.assertIn(words, str(caught.exception))

    def test_settings_come_before_the_first_task(self):
        heddle.spawn(int).result()
        with self.assertRaisesRegex(heddle.Error, "too late for HEDDLE_LOOP"):
            heddle.set("HEDDLE_LOOP", "steal")

    def test_nothing_is_left_behind_by_a_wrong_call(self):
        heddle.wait(timeout=100)
        self.assertEqual(heddle.spawn(lambda: 5, reads=x, writes=x).result(), 5)  # the same array twice is one access


class Memory(unittest.TestCase):
    """What reads= and writes= name of an array."""

    def named(self, array):
        from heddle._memory import extent, pieces_of
        start = np.asarray(base).__array_interface__["data"][0]
        return [(address - start, size) for address, size in pieces_of(*extent("x", array))]

    def test_pieces_are_the_bytes_of_the_array_and_no_others(self):
        self.assertEqual(self.named(base), [(0, 800)])
        self.assertEqual(self.named(base[2:4, 3:6]), [(184, 24), (264, 24)])
        self.assertEqual(self.named(base[::-1][:2]), [(640, 160)])
        self.assertEqual(self.named(base.T[:, 1]), [(80, 80)])
        self.assertEqual(self.named(base[:, 2]), [(16 + 80 * row, 8) for row in range(10)])
        self.assertEqual(self.named(base[3, ::-3]), [(240, 8), (264, 8), (288, 8), (312, 8)])
        self.assertEqual(self.named(np.broadcast_to(base[1], (5, 10))), [(80, 80)])
        self.assertEqual(self.named(base[:0]), [])

    def test_brute_force_agrees(self):
        rng = np.random.default_rng(5)
        for _ in range(300):
            view = base[tuple(slice(*sorted(rng.integers(0, 11, 2)), rng.integers(1, 4)) for _ in range(2))]
            view = view[:, ::-1] if rng.integers(2) else view.T
            start = base.__array_interface__["data"][0]
            touched = {_offset(view, index, start) + byte for index in np.ndindex(view.shape) for byte in range(8)}
            found = {byte for address, size in self.named(view) for byte in range(address, address + size)}
            self.assertEqual(found, touched)

    def test_many_pieces_become_few_that_hold_them(self):
        tall = np.zeros((3000, 4))
        from heddle._memory import MOST_PIECES, extent, pieces_of
        found = pieces_of(*extent("x", tall[:, 1]))
        self.assertLessEqual(len(found), MOST_PIECES)
        self.assertEqual(sum(size for _, size in found), 2999 * 32 + 8)


def _offset(view, index, start):
    return view.__array_interface__["data"][0] - start + sum(i * stride for i, stride in zip(index, view.strides))


base = np.zeros((10, 10))

if __name__ == "__main__":
    unittest.main()
