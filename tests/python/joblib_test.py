"""heddle as a backend of joblib: what joblib.Parallel promises, on Heddle's workers."""

import sys
import threading
import time
import types
import unittest
import unittest.mock

import heddle
import heddle.joblib
import joblib
import numpy as np
from joblib import Parallel, delayed

heddle.set_workers(3)
has_generators = tuple(map(int, joblib.__version__.split(".")[:2])) >= (1, 3)


def fails_at(i, which):
    if i == which:
        raise LookupError(f"batch {i}")
    return i


def fit(seed):
    """What a model of scikit-learn does: numpy, and a parallel call of its own."""
    rng = np.random.default_rng(seed)
    parts = Parallel(n_jobs=2)(delayed(np.linalg.norm)(rng.standard_normal(50)) for _ in range(4))
    return float(sum(parts))


class Joblib(unittest.TestCase):
    def test_results_come_in_order_from_heddles_workers(self):
        def one(i):
            return i * i, heddle.worker() is not None
        with joblib.parallel_backend("heddle"):
            found = Parallel(n_jobs=3)(delayed(one)(i) for i in range(200))
        self.assertEqual([square for square, _ in found], [i * i for i in range(200)])
        self.assertTrue(all(inside for _, inside in found))
        self.assertEqual(Parallel(n_jobs=2, backend="heddle")(delayed(abs)(i) for i in [-3]), [3])
        self.assertEqual(Parallel(n_jobs=2, backend="heddle")([]), [])

    def test_batches_run_beside_each_other_and_no_more_than_n_jobs_at_once(self):
        running, most, lock = set(), [0], threading.Lock()
        def one(i):
            with lock:
                running.add(i)
                most[0] = max(most[0], len(running))
            time.sleep(0.005)
            with lock:
                running.discard(i)
        Parallel(n_jobs=2, backend="heddle", pre_dispatch="n_jobs", batch_size=1)(delayed(one)(i) for i in range(40))
        self.assertEqual(most[0], 2)

    def test_n_jobs(self):
        with joblib.parallel_backend("heddle"):
            self.assertEqual([joblib.effective_n_jobs(n) for n in (-1, -2, -9, 1, 2, 99)], [3, 2, 1, 1, 2, 3])
            with self.assertRaisesRegex(ValueError, "n_jobs is 0"):
                Parallel(n_jobs=0)(delayed(abs)(i) for i in range(3))
            self.assertEqual(Parallel(n_jobs=1)(delayed(threading.get_ident)() for _ in range(2)), [threading.get_ident()] * 2)

    def test_an_exception_comes_out_and_the_rest_is_left_out(self):
        ran = []
        def one(i):
            ran.append(i)
            time.sleep(0.002)
            return fails_at(i, 7)
        for _ in range(3):
            with self.assertRaisesRegex(LookupError, "batch 7"):
                Parallel(n_jobs=3, backend="heddle")(delayed(one)(i) for i in range(3000))
        self.assertLess(len(ran), 3000)
        self.assertEqual(Parallel(n_jobs=3, backend="heddle")(delayed(abs)(i) for i in range(5)), list(range(5)))

    def test_a_timeout_is_raised_and_the_backend_can_be_used_again(self):
        gate = threading.Event()
        with self.assertRaises(Exception) as caught:
            Parallel(n_jobs=2, backend="heddle", timeout=0.1)(delayed(gate.wait)(20) for _ in range(2))
        gate.set()
        self.assertIn("Timeout", type(caught.exception).__name__)
        self.assertEqual(Parallel(n_jobs=2, backend="heddle", timeout=100)(delayed(abs)(i) for i in range(9)), list(range(9)))

    def test_calls_inside_batches_share_the_workers(self):
        before = threading.active_count()
        with joblib.parallel_backend("heddle", n_jobs=3):
            found = Parallel()(delayed(fit)(seed) for seed in range(12))
            three = Parallel()(delayed(lambda i: Parallel(n_jobs=2)(delayed(fit)(i + j) for j in range(3)))(i) for i in range(4))
        self.assertEqual(found, [fit(seed) for seed in range(12)])
        self.assertEqual(three, [[fit(i + j) for j in range(3)] for i in range(4)])
        self.assertLessEqual(threading.active_count(), before + 3)

    def test_an_exception_inside_a_nested_call(self):
        def outer(i):
            return Parallel(n_jobs=2)(delayed(fails_at)(j, 3 if i == 2 else -1) for j in range(20))
        with joblib.parallel_backend("heddle", n_jobs=3), self.assertRaisesRegex(LookupError, "batch 3"):
            Parallel()(delayed(outer)(i) for i in range(6))

    def test_a_manager_keeps_the_backend_over_calls_and_threads_use_it_at_once(self):
        results = []
        def client(seed):
            with joblib.parallel_backend("heddle"), Parallel(n_jobs=3) as parallel:
                results.append(sum(sum(parallel(delayed(abs)(i + seed) for i in range(50))) for _ in range(5)))
        threads = [threading.Thread(target=client, args=(seed,)) for seed in range(6)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        self.assertEqual(sorted(results), sorted(5 * sum(range(seed, seed + 50)) for seed in range(6)))

    def test_shared_memory_is_shared(self):
        total = np.zeros(1)
        lock = threading.Lock()
        def add(i):
            with lock:
                total[0] += i
        with joblib.parallel_backend("heddle"):
            Parallel(n_jobs=2, require="sharedmem")(delayed(add)(i) for i in range(100))
        self.assertEqual(total[0], 4950)

    @unittest.skipUnless(has_generators, "joblib before 1.3 has no generators")
    def test_generators(self):
        found = Parallel(n_jobs=2, backend="heddle", return_as="generator")(delayed(abs)(i) for i in range(100))
        self.assertEqual(next(found), 0)
        self.assertEqual(list(found), list(range(1, 100)))

    def test_blas_has_one_thread_while_calls_run(self):
        limits = []

        class Limit:
            def __init__(self, threads, user_api):
                limits.append((threads, user_api))

            def restore_original_limits(self):
                limits.append("restored")

        module = types.ModuleType("threadpoolctl")
        module.threadpool_limits = Limit
        module.__spec__ = types.SimpleNamespace(name="threadpoolctl")
        with unittest.mock.patch.dict(sys.modules, threadpoolctl=module):
            with self.assertRaises(LookupError):
                Parallel(n_jobs=2, backend="heddle")(delayed(fails_at)(i, 3) for i in range(9))
            with joblib.parallel_backend("heddle", inner_max_num_threads=3):
                Parallel(n_jobs=2)(delayed(fit)(i) for i in range(4))
        self.assertEqual(limits, [(1, "blas"), "restored", (3, "blas"), "restored"])

    def test_it_can_be_the_default(self):
        self.addCleanup(joblib.register_parallel_backend, "loky", joblib.parallel.BACKENDS["loky"], make_default=True)
        heddle.register_joblib(make_default=True)
        self.assertEqual(set(Parallel(n_jobs=2)(delayed(heddle.worker)() for _ in range(20))) - {0, 1, 2}, set())


if __name__ == "__main__":
    unittest.main()
