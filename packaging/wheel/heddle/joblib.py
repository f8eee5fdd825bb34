"""Heddle as a backend of joblib: `import heddle.joblib`, then joblib.parallel_backend("heddle") or parallel_config("heddle").

Batches are tasks of Heddle's workers: threads, so nothing is pickled, and no copies are made. joblib calls inside a batch share the same
workers. What a batch runs in OpenMP has one thread, because it is inside a task already.
"""

import concurrent.futures
import importlib.util
import threading

import joblib as _joblib
from joblib._parallel_backends import FallbackToBackend, SequentialBackend
from joblib.parallel import ParallelBackendBase

from ._futures import Future
from ._loops import worker_count
from ._memory import accesses
from ._pool import here
from ._tasks import submit as submit_task

NAME = "heddle"


class BlasLimit:
    """BLAS libraries have threads of their own (OpenBLAS in numpy's wheels), which each batch would start. While calls of joblib run they
    get as many as the first call says, by threadpoolctl, where it is installed."""

    def __init__(self):
        self._lock = threading.Lock()
        self._calls = 0
        self._limit = None

    def begin(self, threads):
        with self._lock:
            self._calls += 1
            if self._calls == 1 and importlib.util.find_spec("threadpoolctl") is not None:
                from threadpoolctl import threadpool_limits
                self._limit = threadpool_limits(threads, user_api="blas")

    def end(self):
        with self._lock:
            self._calls -= 1
            if self._calls == 0 and self._limit is not None:
                self._limit.restore_original_limits()
                self._limit = None


_blas = BlasLimit()


class Batch(Future):
    """A batch of joblib's. `get` is what joblib before 1.3 asks it for."""

    def get(self, timeout=None):
        return self.result(timeout)


class HeddleBackend(ParallelBackendBase):
    """The outermost call of joblib.Parallel: batches that end hand in the next ones, and the calling thread sleeps."""

    supports_retrieve_callback = True
    supports_timeout = True
    supports_sharedmem = True
    supports_inner_max_num_threads = True
    uses_threads = True
    default_n_jobs = -1

    def __init__(self, nesting_level=None, inner_max_num_threads=None, **backend_kwargs):
        super().__init__(nesting_level=nesting_level, inner_max_num_threads=inner_max_num_threads, **backend_kwargs)
        self._open = set()

    def effective_n_jobs(self, n_jobs):
        """n_jobs as joblib means it: -1 all workers, -2 all but one. More than there are workers is as many as there are."""
        if n_jobs == 0:
            raise ValueError("heddle.joblib: n_jobs is 0; it takes a number of workers, or -1 for all")
        if n_jobs is None:
            return 1
        workers = worker_count()
        return min(n_jobs, workers) if n_jobs > 0 else max(workers + 1 + n_jobs, 1)

    def configure(self, n_jobs=1, parallel=None, **_):
        n_jobs = self.effective_n_jobs(n_jobs)
        if n_jobs == 1:
            raise FallbackToBackend(SequentialBackend(nesting_level=self.nesting_level))
        self.parallel = parallel
        return n_jobs

    def start_call(self):
        _blas.begin(self.inner_max_num_threads or 1)

    def stop_call(self):
        _blas.end()

    def submit(self, func, callback=None):
        batch = Batch("joblib batch")
        batch._is_asked = True  # joblib looks at each, unless it has given up
        self._open.add(batch)
        submit_task(func, batch, accesses((), (), id(batch)))
        batch.belongs(False)
        batch.add_done_callback(self._open.discard)
        if callback is not None:
            batch.add_done_callback(callback)
        return batch

    apply_async = submit  # its name before joblib 1.4

    def retrieve_result_callback(self, out):
        return out.result()

    def retrieve_result(self, out, timeout=None):
        try:
            return out.result(timeout)
        except concurrent.futures.TimeoutError:
            raise TimeoutError(f"heddle.joblib: a batch was not done within {timeout} s") from None

    def abort_everything(self, ensure_ready=True):
        """What has not begun is left out; what runs cannot be stopped, but is waited for."""
        batches = list(self._open)
        for batch in batches:
            batch.cancel()
        if not here.tasks:
            for batch in batches:
                batch.settled(0)

    def get_nested_backend(self):
        return NestedBackend(nesting_level=(self.nesting_level or 0) + 1), None


class NestedBackend(HeddleBackend):
    """A call of joblib.Parallel inside a batch: it waits for its batches one by one, and runs them and others meanwhile. In joblib's own
    way of waiting all workers could sleep while what they wait for has nobody to run it."""

    supports_retrieve_callback = False

    def start_call(self):
        """The outermost call has said how many threads BLAS has."""

    def stop_call(self):
        """As start_call()."""


def register(make_default=False):
    """Makes joblib know the name. Called by `import heddle.joblib`."""
    _joblib.register_parallel_backend(NAME, HeddleBackend, make_default=make_default)


register()
