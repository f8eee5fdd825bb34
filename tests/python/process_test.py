"""The module in the life of a process: forks, signals, the interpreter's end, subinterpreters, the way in. Each program runs by itself."""

import os
import signal
import subprocess
import sys
import time
import unittest

BEGIN = "import heddle, os, sys, time, threading, signal\n"


def run(program, *, until=None, environment=None, timeout=100):
    """@returns (status, standard output, standard error). until: interrupted as soon as it has said this"""
    process = subprocess.Popen([sys.executable, "-c", BEGIN + program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env={**os.environ, **(environment or {})})
    said = ""
    if until is not None:
        while until not in said:
            said += process.stdout.readline()
        process.send_signal(signal.SIGINT)
    try:
        output, errors = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        process.kill()
        output, errors = process.communicate()
        return "does not end", said + output, errors
    return process.returncode, said + output, errors


class Forks(unittest.TestCase):
    def test_a_forked_child_has_workers_of_its_own(self):
        status, output, errors = run("""
heddle.set_workers(2)
gate = threading.Event()
before = heddle.spawn(gate.wait)
print(heddle.map(abs, range(3)), flush=True)
for round in range(5):
    child = os.fork()
    if child == 0:
        try:
            before.result()
        except heddle.Forked as error:
            assert "make it again here" in str(error)
            ok = sum(heddle.map(abs, range(100))) == 4950 and heddle.spawn(lambda: heddle.spawn(int, "7").result()).result() == 7
            os._exit(0 if ok else 1)
        os._exit(2)
    assert os.waitpid(child, 0)[1] == 0
gate.set()
print(before.result(), heddle.map(abs, range(3)))
""")
        self.assertEqual((status, output), (0, "[0, 1, 2]\nTrue [0, 1, 2]\n"), errors)
        self.assertNotIn("Traceback", errors)  # Python 3.12 and later warn of each fork beside threads

    def test_multiprocessing_with_fork_runs_beside_tasks(self):
        status, output, errors = run("""
import multiprocessing
def child(n):
    return sum(heddle.map(abs, range(n)))
busy = [heddle.spawn(time.sleep, 0.01) for _ in range(100)]
with multiprocessing.get_context("fork").Pool(3) as pool:
    print(pool.map(child, range(20)) == [sum(range(n)) for n in range(20)])
heddle.wait()
""")
        self.assertEqual((status, output), (0, "True\n"), errors)

    def test_a_task_may_fork(self):
        self.assertEqual(run("""
def forks():
    child = os.fork()
    if child == 0:
        os._exit(sum(heddle.map(abs, range(10))))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
print(heddle.map(lambda _: forks(), range(4)))
""")[:2], (0, "[45, 45, 45, 45]\n"))


class Interrupts(unittest.TestCase):
    def test_an_interrupt_ends_a_wait_and_the_tasks_go_on(self):
        status, output, errors = run("""
gate = threading.Event()
future = heddle.spawn(gate.wait)
try:
    print("waits", flush=True)
    future.result()
except KeyboardInterrupt:
    gate.set()
    print("interrupted", future.result())
""", until="waits")
        self.assertEqual((status, output), (0, "waits\ninterrupted True\n"), errors)

    def test_an_interrupt_stops_a_loop_between_iterations(self):
        status, output, errors = run("""
ran = []
def body(i):
    if i == 0: print("runs", flush=True)
    ran.append(i)
    time.sleep(0.01)
try:
    heddle.parallel_for(1000000, body)
except KeyboardInterrupt:
    print(len(ran) < 100000, threading.active_count() >= 1, sum(heddle.map(abs, range(5))))
""", until="runs")
        self.assertEqual((status, output), (0, "runs\nTrue True 10\n"), errors)


class Ends(unittest.TestCase):
    def test_the_interpreter_waits_for_its_tasks(self):
        self.assertEqual(run("""
def late(): time.sleep(0.3); print("late")
def later(): time.sleep(0.1); heddle.spawn(late); print("later")
heddle.spawn(later)
print("main ends", flush=True)
"""), (0, "main ends\nlater\nlate\n", ""))

    def test_exceptions_and_exits_end_it_as_usual(self):
        self.assertEqual(run("heddle.spawn(time.sleep, 0.2); sys.exit(5)")[0], 5)
        status, _, errors = run("heddle.spawn(time.sleep, 0.2)\nraise ValueError('mine')")
        self.assertEqual(status, 1)
        self.assertIn("ValueError: mine", errors)

    def test_a_failure_that_nobody_asked_for_is_told_at_the_end(self):
        status, _, errors = run("def bad(): raise ValueError('lost')\nheddle.spawn(bad); time.sleep(0.1)")
        self.assertEqual(status, 0)
        self.assertRegex(errors, "(?s)the task 'bad' has failed, and nobody has asked.*ValueError: lost")
        self.assertNotIn("_tasks.py", errors)  # the traceback is the program's

    def test_an_interrupt_at_the_end_gives_the_running_tasks_up(self):
        status, output, errors = run("""
def long(): print("runs", flush=True); time.sleep(100)
heddle.spawn(long)
""", until="runs", timeout=60)
        self.assertEqual((status, output), (130, "runs\n"))
        self.assertIn("heddle: interrupted while 1 tasks run at the program's end", errors)

    def test_other_threads_may_still_make_tasks_until_it_ends(self):
        status, _, errors = run("""
def thread():
    for i in range(100000):
        heddle.spawn(int).result()
threading.Thread(target=thread, daemon=True).start()
time.sleep(0.2)
""")
        self.assertEqual(status, 0, errors)
        self.assertNotIn("Fatal", errors)


class Interpreters(unittest.TestCase):
    def test_a_subinterpreter_is_refused_in_words(self):
        program = """
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
try:
    one = interpreters.create("legacy")
except TypeError:
    one = interpreters.create(**({"isolated": False} if sys.version_info >= (3, 8) else {}))
code = '''
import sys
sys.path[:0] = %r
import heddle
try:
    heddle.spawn(int)
except heddle.Error as error:
    print(error)
''' % sys.path
interpreters.run_string(one, code)
"""
        status, output, errors = run(program)
        self.assertEqual(status, 0, errors)
        self.assertIn("this is a subinterpreter, and threads of Heddle can only enter the main interpreter", output)


class WayIn(unittest.TestCase):
    def test_heddle_run_and_python_m_heddle_share_one_engine_with_the_module(self):
        program = ("import heddle; heddle.spawn(int).result(); "
                   "print(len({line.split()[-1] for line in open('/proc/self/maps') if 'libheddle.so' in line}))")
        for command in ([sys.executable, "-m", "heddle", "-c", program], [sys.executable, "-c", program]):
            self.assertEqual(subprocess.run(command, capture_output=True, text=True, timeout=100).stdout, "1\n", command)

    def test_the_module_works_where_openmp_is_handed_back(self):
        self.assertEqual(run("print(heddle.active(), heddle.map(abs, range(3)))", environment={"HEDDLE_DISABLE": "1"})[:2],
                         (0, "False [0, 1, 2]\n"))

    def test_settings_and_workers_come_from_the_environment(self):
        self.assertEqual(run("print(heddle.workers())", environment={"OMP_NUM_THREADS": "3"})[:2], (0, "3\n"))
        self.assertEqual(run("print(heddle.workers())", environment={"OMP_NUM_THREADS": "1"})[:2], (0, "1\n"))
        self.assertEqual(run("heddle.set('HEDDLE_LOOP', 'steal'); print(heddle.map(abs, range(3)))")[:2], (0, "[0, 1, 2]\n"))

    def test_one_worker_is_enough_for_tasks_that_wait(self):
        self.assertEqual(run("""
def fib(n): return n if n < 2 else heddle.spawn(fib, n - 1).result() + heddle.spawn(fib, n - 2).result()
print(heddle.spawn(fib, 10).result(), sum(heddle.map(lambda i: sum(heddle.map(abs, range(i))), range(20))))
""", environment={"OMP_NUM_THREADS": "1"})[:2], (0, "55 1140\n"))


if __name__ == "__main__":
    unittest.main()
