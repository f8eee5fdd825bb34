"""Heddle as a backend of joblib: `import heddle.joblib`, then joblib.parallel_backend("heddle") or parallel_config("heddle").

Batches are tasks of Heddle's workers: threads, so nothing is pickled, and no copies are made. joblib calls inside a batch share the same
workers. What a batch runs in OpenMP has one thread, because it is inside a task already.
"""

import concurrent.futures

import joblib as _joblib
from joblib._parallel_backends import FallbackToBackend, SequentialBackend
from joblib.parallel import ParallelBackendBase

from ._futures import Future
from ._loops import worker_count
from ._memory import accesses
from ._pool import here
from ._tasks import submit as submit_task

NAME = "heddle"


class Batch(Future):
    """A batch of joblib's. `get` is what joblib before 1.3 asks it for."""

    def get(self, timeout=None):
        return self.result(timeout)


class HeddleBackend(ParallelBackendBase):
    """The outermost call of joblib.Parallel: batches that end hand in the next ones, and the calling thread sleeps."""

    supports_retrieve_callback = True
    supports_timeout = True
    supports_sharedmem = True
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


def register(make_default=False):
    """Makes joblib know the name. Called by `import heddle.joblib`."""
    _joblib.register_parallel_backend(NAME, HeddleBackend, make_default=make_default)


register()
