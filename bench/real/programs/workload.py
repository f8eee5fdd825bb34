"""What the Python programs share: the timed section and the lines that run.py reads.

`seconds WALL CPU` is the section between start and finish, without imports and the making of data.
`value NAME NUMBER` is compared with a tolerance, `digest NAME HEX` bit for bit.
"""
import contextlib
import hashlib
import time

import numpy


@contextlib.contextmanager
def timed():
    wall, cpu = time.perf_counter(), time.process_time()
    yield
    print("seconds", time.perf_counter() - wall, time.process_time() - cpu)


def value(name, number):
    print("value", name, float(number).hex())


def digest(name, array):
    flat = numpy.ascontiguousarray(array)
    print("digest", name, hashlib.sha256(flat.tobytes()).hexdigest()[:16])


def table(rows, columns, seed=1):
    """A regression problem: a few columns matter, not linearly, and there is noise."""
    source = numpy.random.default_rng(seed)
    x = source.standard_normal((rows, columns)).astype(numpy.float32)
    y = x[:, 0] * x[:, 1] + numpy.sin(3 * x[:, 2]) + 0.3 * source.standard_normal(rows)
    return x, y.astype(numpy.float32)
