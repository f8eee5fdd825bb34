"""Tasks and loops of the module heddle, without numpy."""

import array
import asyncio
import concurrent.futures
import contextlib
import decimal
import io
import itertools
import threading
import time
import unittest

import heddle

heddle.set_workers(3)


def fails(text="on purpose"):
    raise LookupError(text)


class Tasks(unittest.TestCase):
    def test_a_task_brings_its_result_and_its_name(self):
        future = heddle.spawn(divmod, 7, 2)
        self.assertEqual(future.result(timeout=100), (3, 1))
        self.assertEqual(future.name, "divmod")
        self.assertTrue(future.done())

    def test_what_a_task_raises_comes_out_of_result_and_of_wait(self):
        with self.assertRaisesRegex(LookupError, "on purpose"):
            heddle.spawn(fails).result()
        heddle.spawn(fails, "waited for")
        with self.assertRaisesRegex(LookupError, "waited for"):
            heddle.wait()
        heddle.wait()  # it has been told

    def test_wait_is_for_what_this_thread_has_made(self):
        gate = threading.Event()
        other = []
        thread = threading.Thread(target=lambda: other.append(heddle.spawn(gate.wait)))
        thread.start()
        thread.join()
        heddle.spawn(int)
        heddle.wait(timeout=100)
        self.assertFalse(other[0].done())
        gate.set()
        other[0].result()

    def test_wait_gives_up_in_time_and_says_how_many_are_late(self):
        gate = threading.Event()
        future = heddle.spawn(gate.wait)
        with self.assertRaisesRegex(concurrent.futures.TimeoutError, "1 of 1 tasks"):
            heddle.wait([future], timeout=0.05)
        with self.assertRaises(concurrent.futures.TimeoutError):
            future.result(timeout=0.01)
        gate.set()
        heddle.wait([future], timeout=100)

    def test_writers_and_readers_of_bytes_go_in_the_order_in_which_they_were_made(self):
        data, seen = array.array("d", [0.0] * 4), []
        for turn in range(200):
            heddle.spawn(lambda turn=turn: data.__setitem__(turn % 4, turn), writes=data)
            heddle.spawn(lambda turn=turn: seen.append((turn, data[turn % 4])), reads=memoryview(data)[turn % 4:turn % 4 + 1])
        heddle.wait()
        self.assertEqual(sorted(seen), [(turn, turn) for turn in range(200)])

    def test_buffers_that_cannot_be_written_are_read(self):
        self.assertEqual(heddle.spawn(len, b"text", reads=[b"text", memoryview(b"other")[::2]]).result(), 4)

    def test_tokens_order_what_has_no_memory(self):
        log, lines = heddle.Token("log"), []
        for number in range(300):
            heddle.spawn(lambda number=number: lines.append(len(lines) == number), writes=log)
        heddle.wait()
        self.assertEqual(lines, [True] * 300)

    def test_readers_run_beside_each_other(self):
        data, both = bytearray(8), threading.Barrier(2)
        futures = [heddle.spawn(both.wait, 20, reads=data) for _ in range(2)]
        self.assertEqual(sorted(future.result() for future in futures), [0, 1])

    def test_futures_among_the_arguments_become_their_results(self):
        first = heddle.spawn(lambda: time.sleep(0.02) or 20)
        second = heddle.spawn(lambda a, b: a + b, first, 1)
        third = heddle.spawn(lambda a, b: a * b, second, second)
        self.assertEqual(third.result(), 441)
        with self.assertRaises(LookupError):
            heddle.spawn(str, heddle.spawn(fails)).result()

    def test_tasks_wait_for_tasks_on_as_many_levels_as_they_like(self):
        def fib(n):
            if n < 2:
                return n
            left = heddle.spawn(fib, n - 1)
            return fib(n - 2) + left.result()
        self.assertEqual(heddle.spawn(fib, 12).result(), 144)

    def test_wait_in_a_task_is_for_its_own_tasks(self):
        def parent(depth):
            mine = [heddle.spawn(parent, depth - 1) for _ in range(2)] if depth else []
            heddle.wait()
            return all(one.done() for one in mine) and all(one.result() for one in mine)
        self.assertTrue(all(heddle.map(parent, [4] * 6)))
        def catches():
            heddle.spawn(fails)
            try:
                heddle.wait()
            except LookupError:
                return "caught"
        self.assertEqual(heddle.spawn(catches).result(), "caught")

    def test_a_task_may_spawn_under_a_lock_and_chains_have_no_end(self):
        lock, left = threading.Lock(), [3000]
        over = threading.Event()
        def link():
            with lock:
                left[0] -= 1
                if left[0]:
                    heddle.spawn(link)
                else:
                    over.set()
        heddle.spawn(link)
        self.assertTrue(over.wait(20))
        data, depth = bytearray(1), [300]
        def named():
            depth[0] -= 1
            if depth[0]:
                heddle.spawn(named, writes=data)
            else:
                over.set()
        over.clear()
        heddle.spawn(named)
        self.assertTrue(over.wait(20))

    def test_children_are_ordered_among_themselves_and_not_behind_their_parent(self):
        data = array.array("d", range(64))
        def halve(first, last):
            if last - first == 1:
                data[first] *= 2
                return
            middle = (first + last) // 2
            view = memoryview(data)
            for one, other in ((first, middle), (middle, last)):
                heddle.spawn(halve, one, other, writes=view[one:other])
            heddle.wait()
        heddle.spawn(halve, 0, 64, writes=data).result()
        self.assertEqual(list(data), [2.0 * i for i in range(64)])

    def test_a_task_that_waits_for_itself_is_told_so(self):
        box = []
        def itself():
            while not box:
                time.sleep(0.001)
            return box[0].result()
        box.append(heddle.spawn(itself))
        with self.assertRaisesRegex(heddle.Deadlock, "itself"):
            box[0].result()

    def test_tasks_that_wait_for_each_other_on_several_workers_are_told_so(self):
        box, told, together = [], [], threading.Barrier(4)
        def waits_for(other):
            together.wait(20)
            try:
                return box[other].result()
            except heddle.Deadlock as error:
                told.append(str(error))
                raise
        heddle.wait()
        box += [heddle.spawn(waits_for, (number + 1) % 3) for number in range(3)]
        together.wait(20)
        for future in box:
            with self.assertRaisesRegex(heddle.Deadlock, "waits for .*, which waits for"):
                future.result(timeout=100)
        self.assertEqual(len(set(told)), 1)

    def test_a_tree_of_tasks_that_wait_is_as_deep_as_its_branches(self):
        deepest = []
        def tree(depth):
            deepest.append(len(heddle._pool.here.tasks))
            if depth:
                branches = [heddle.spawn(tree, depth - 1) for _ in range(2)]
                return sum(branch.result() for branch in branches)
            return 1
        self.assertEqual(heddle.spawn(tree, 11).result(), 2048)
        self.assertLess(max(deepest), 64)

    def test_a_chain_of_waits_is_longer_than_the_stack(self):
        def chain():
            links = [heddle.spawn(int)]
            for _ in range(500):
                links.append(heddle.spawn(lambda before=links[-1]: before.result() + 1))
            return links[-1].result()
        self.assertEqual(heddle.spawn(chain).result(), 500)

    def test_who_waits_for_one_that_runs_elsewhere_takes_nobody_on_top_who_waits_for_it(self):
        for _ in range(3):
            first = heddle.spawn(time.sleep, 0.05)
            second = heddle.spawn(lambda: first.result() or 2)
            third = heddle.spawn(lambda: second.result() + 1)
            self.assertEqual(third.result(), 3)

    def test_what_is_behind_a_task_waits_for_it_wherever_it_runs(self):
        for _ in range(20):
            done, data = [], bytearray(1)
            first = heddle.spawn(lambda: time.sleep(0.003) or done.append(1))
            heddle.spawn(first.result)
            second = heddle.spawn(lambda: len(done), reads=first, writes=data)
            self.assertEqual(second.result(), 1)

    def test_children_of_a_task_that_its_waiter_runs_are_not_ordered_among_the_waiters(self):
        def outer():
            data = bytearray(1)
            def inner():
                return heddle.spawn(lambda: "child", writes=data).result()
            first = heddle.spawn(inner)
            second = heddle.spawn(first.result, writes=data)
            return first.result(), second.result()
        self.assertEqual(heddle.spawn(outer).result(timeout=20), ("child", "child"))

    def test_a_task_that_has_not_begun_can_be_cancelled(self):
        gate, data, ran = threading.Event(), bytearray(1), []
        first = heddle.spawn(gate.wait, writes=data)
        second = heddle.spawn(ran.append, 1, writes=data)
        third = heddle.spawn(ran.append, 2, writes=data)
        self.assertTrue(second.cancel())
        gate.set()
        heddle.wait([first, third])
        self.assertEqual(ran, [2])
        with self.assertRaises(concurrent.futures.CancelledError):
            second.result()

    def test_a_group_waits_raises_and_leaves_out_what_has_not_begun(self):
        ran, data = [], bytearray(1)
        with self.assertRaisesRegex(LookupError, "on purpose"), heddle.Group() as group:
            group.spawn(lambda: time.sleep(0.05) or fails(), writes=data)
            for number in range(50):
                group.spawn(lambda number=number: time.sleep(0.02) or ran.append(number), writes=data)
        self.assertLess(len(ran), 50)
        with heddle.Group() as group:
            for number in range(20):
                group.spawn(ran.append, -1)
        self.assertEqual(ran.count(-1), 20)

    def test_a_failure_that_nobody_asks_for_is_told(self):
        error = io.StringIO()
        with contextlib.redirect_stderr(error):
            heddle.Executor().submit(fails, "forgotten")
            for _ in range(2000):
                if "forgotten" in error.getvalue():
                    break
                time.sleep(0.01)
        self.assertRegex(error.getvalue(), "(?s)task 'fails' has failed.*LookupError: forgotten")

    def test_tasks_have_the_context_of_their_maker(self):
        with decimal.localcontext() as context:
            context.prec = 7
            future = heddle.spawn(lambda: decimal.Decimal(1) / 3)
        self.assertEqual(str(future.result()), "0.3333333")

    def test_concurrent_futures_and_asyncio_take_them(self):
        futures = [heddle.spawn(pow, 2, number) for number in range(10)]
        done = concurrent.futures.as_completed(futures, timeout=100)
        self.assertEqual(sorted(one.result() for one in done), [1 << number for number in range(10)])
        async def main():
            return await asyncio.gather(*(asyncio.wrap_future(heddle.spawn(pow, 3, number)) for number in range(4)))
        self.assertEqual(asyncio.run(main()), [1, 3, 9, 27])

    def test_the_executor_is_one_of_concurrent_futures(self):
        with heddle.Executor() as executor:
            self.assertEqual(list(executor.map(pow, [2, 3], [5, 2])), [32, 9])
            self.assertEqual(executor.submit(int, "11", base=2).result(), 3)
        with self.assertRaisesRegex(RuntimeError, "shut down"):
            executor.submit(int)

    def test_many_threads_call_at_once(self):
        sums, errors = [], []
        def client(seed):
            try:
                futures = [heddle.spawn(sum, range(number)) for number in range(50)]
                total = sum(heddle.map(lambda x: x * seed, range(100))) + sum(one.result() for one in futures)
                sums.append(total - 4950 * seed)
                heddle.wait()
            except BaseException as error:
                errors.append(error)
        threads = [threading.Thread(target=client, args=(seed,)) for seed in range(12)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        self.assertEqual(errors, [])
        self.assertEqual(set(sums), {sum(sum(range(number)) for number in range(50))})
        self.assertEqual(len(sums), 12)

    def test_workers_are_numbered_and_keep_their_thread_local_values(self):
        local, numbers = threading.local(), set()
        def count(_):
            local.count = getattr(local, "count", 0) + 1
            numbers.add(heddle.worker())
            time.sleep(0.001)
            return local.count
        counts = heddle.map(count, range(60))
        self.assertLessEqual(numbers, {0, 1, 2})
        self.assertGreater(max(counts), 1)
        self.assertIsNone(heddle.worker())

    def test_the_number_of_workers_can_change_between_tasks(self):
        heddle.wait()
        for count in (2, 5, 3):
            heddle.set_workers(count)
            self.assertEqual(heddle.workers(), count)
            together = threading.Barrier(count)
            heddle.wait([heddle.spawn(together.wait, 20) for _ in range(count)])
        gate = threading.Event()
        future = heddle.spawn(gate.wait)
        with self.assertRaisesRegex(heddle.Error, "1 tasks are not done"):
            heddle.set_workers(2)
        gate.set()
        future.result()


class Loops(unittest.TestCase):
    def test_each_iteration_runs_once_under_every_schedule(self):
        for schedule, grain in itertools.product(("automatic", "static", "dynamic", "guided", "idws", "steal"), (0, 7)):
            seen = [0] * 1000
            def body(i, seen=seen):
                seen[i] += 1
            heddle.parallel_for(1000, body, schedule=schedule, grain=grain)
            self.assertEqual(seen, [1] * 1000, schedule)

    def test_ranges_and_blocks_cover_what_they_say(self):
        seen = []
        heddle.parallel_for(range(10, -11, -4), seen.append)
        self.assertEqual(sorted(seen), sorted(range(10, -11, -4)))
        blocks = []
        heddle.parallel_for_blocks(1000, lambda first, last: blocks.append((first, last)), grain=64, schedule="dynamic")
        self.assertEqual([i for first, last in sorted(blocks) for i in range(first, last)], list(range(1000)))
        self.assertLessEqual(max(last - first for first, last in blocks), 64)
        heddle.parallel_for(0, fails)

    def test_map_keeps_the_order(self):
        self.assertEqual(heddle.map(pow, range(50), itertools.repeat(2)), [i * i for i in range(50)])
        self.assertEqual(heddle.map(str, []), [])

    def test_iterations_run_beside_each_other(self):
        together = threading.Barrier(2)
        heddle.parallel_for(2, lambda i: together.wait(20), grain=1, schedule="dynamic")

    def test_the_first_exception_stops_the_loop(self):
        ran = []
        with self.assertRaisesRegex(LookupError, "at 5"):
            heddle.parallel_for(100000, lambda i: fails("at 5") if i == 5 else ran.append(time.sleep(0.001)), grain=1, schedule="dynamic")
        self.assertLess(len(ran), 5000)

    def test_wait_in_an_iteration_is_for_its_own_tasks_and_wait_behind_the_loop_for_all(self):
        gate, over = threading.Event(), []
        def body(i):
            if i == 0:
                heddle.spawn(gate.wait, 20)
                while len(over) < 1:
                    time.sleep(0.001)
                gate.set()
            else:
                heddle.spawn(over.append, i)
                heddle.wait(timeout=100)
        heddle.parallel_for(2, body, grain=1, schedule="dynamic")
        ran = []
        def task():
            heddle.parallel_for(4, lambda i: heddle.spawn(lambda: time.sleep(0.02) or ran.append(i)), grain=1, schedule="dynamic")
            heddle.wait()
            return len(ran)
        self.assertEqual(heddle.spawn(task).result(), 4)

    def test_tasks_of_a_block_may_end_as_it_ends(self):
        for _ in range(20):
            seen = []
            def body(i):
                seen.append(i)
                for _ in range(5):
                    heddle.spawn(int)
            heddle.parallel_for(40, body, grain=1, schedule="dynamic")
            self.assertEqual(sorted(seen), list(range(40)))
        heddle.wait()

    def test_an_iteration_that_waits_for_its_own_task_is_told_so_on_every_worker(self):
        box = []
        def itself(i):
            while not box:
                time.sleep(0.001)
            return heddle.parallel_for(3, lambda j: box[0].result(), grain=1, schedule="dynamic")
        box.append(heddle.spawn(lambda: heddle.parallel_for(3, itself, grain=1, schedule="dynamic")))
        with self.assertRaises(heddle.Deadlock):
            box[0].result(timeout=20)

    def test_loops_inside_tasks_and_loops(self):
        def inner(i):
            return sum(heddle.map(lambda j: i * j, range(20)))
        self.assertEqual(heddle.map(inner, range(30)), [190 * i for i in range(30)])
        self.assertEqual(heddle.spawn(inner, 2).result(), 380)


if __name__ == "__main__":
    unittest.main()
