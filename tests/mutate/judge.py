"""Runs tests on mutants. First each test alone, without a mutant: how long it takes, and which mutants it comes past. Then
each mutant with the tests that come past it, the fastest first, until one fails."""

import concurrent.futures
import ctypes
import json
import mmap
import os
import resource
import signal
import subprocess
import tempfile
import threading
import time

from builder import MOST_MUTANTS

MEMORY = 6 << 30  # a mutant that never stops asking for memory
FILE_SIZE = 256 << 20


def is_model(program):
    return os.path.basename(program).startswith("model")


class Test:
    def __init__(self, program, name, seconds):
        self.program, self.name, self.seconds = program, name, seconds

    def of_model(self):
        return is_model(self.program)


LIBC = ctypes.CDLL(None)
PR_SET_PDEATHSIG = 1


def limits():
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # a mutant that never ends does not outlive this tool
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(command, variables, patience, folder):
    """@returns "passed", "failed" or "late", with the seconds. Time in which this process was stopped itself does not count."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("HEDDLE_", "OMP_", "GTEST_", "MUTANT"))}
    environment.update(variables)
    environment["LSAN_OPTIONS"] = f"detect_leaks={0 if is_model(command[0]) else 1}"  # it does not see the explorer's stacks
    started = last = time.monotonic()
    with subprocess.Popen(command, env=environment, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, start_new_session=True, preexec_fn=limits) as child:
        wait, deadline = 0.002, started + patience
        while True:
            try:
                child.wait(wait)
                break
            except subprocess.TimeoutExpired:
                now = time.monotonic()
                if now - last > wait + 2:
                    deadline += now - last
                last, wait = now, min(wait * 1.5, 0.2)
                if now > deadline:
                    break
        code = child.poll()
        try:
            os.killpg(child.pid, signal.SIGKILL)  # what it may have left behind
        except ProcessLookupError:
            pass
        child.wait()
    verdict = "late" if code is None else "passed" if code == 0 else "failed"
    return verdict, time.monotonic() - started


class Judge:
    def __init__(self, programs, folder, options):
        self.programs, self.options = programs, options
        self.say, self.jobs = options.say, options.jobs
        self.folder = tempfile.mkdtemp(prefix="run-", dir=folder)
        self.slow_ones = os.path.join(folder, "slow_tests.json")
        self.tests, self.left_out = [], []
        self.reached = {}  # a mutant's number: tests, fastest first

    # -- without a mutant
    def names(self, program):
        listed = subprocess.run([program, "--gtest_list_tests"], capture_output=True, text=True, check=True, timeout=120).stdout
        suite, found = "", []
        for line in listed.splitlines():
            name = line.split("#")[0].rstrip()
            if name and not name.startswith(" "):
                suite = name if name.endswith(".") else ""
            elif name and suite:
                found.append(suite + name.strip())
        return [name for name in found if "DISABLED_" not in name]

    def come_past(self, program, name):
        """One test alone. @returns verdict, seconds, and the mutants that it came past."""
        notes = os.path.join(self.folder, f"{threading.get_ident()}.reached")
        with open(notes, "wb") as file:
            file.truncate(MOST_MUTANTS)
        verdict, seconds = run([program], {"GTEST_FILTER": name, "MUTANTS_REACHED": notes}, self.options.slow + 1, self.folder)
        with open(notes, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as memory:
            data = memory[:]
        return verdict, seconds, [number for number, byte in enumerate(data) if byte]

    def look_around(self):
        work = [(program, name) for program in self.programs for name in self.names(program)]
        slow = self.read_slow()
        self.left_out = [(*each, f"takes longer than {self.options.slow:g} s") for each in work if each in slow]
        work = [each for each in work if each not in slow]
        self.say(f"{len(work)} tests, each alone without a mutant")
        told = self.options.clock()
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            running = {pool.submit(self.come_past, *each): each for each in work}
            for count, future in enumerate(concurrent.futures.as_completed(running), 1):
                self.note(running[future], *future.result())
                if self.options.clock() - told > 10:
                    told = self.options.clock()
                    self.say(f"{count} of {len(work)} tests looked at")
        for tests in self.reached.values():
            tests.sort(key=lambda test: test.seconds)
        with open(self.slow_ones, "w", encoding="utf-8") as file:
            json.dump([self.options.slow, [list(each[:2]) for each in self.left_out if "longer" in each[2]]], file)

    def read_slow(self):
        """The tests that the last run, as patient as this one, found too slow: a model may take minutes."""
        try:
            with open(self.slow_ones, encoding="utf-8") as file:
                limit, found = json.load(file)
        except (OSError, ValueError):
            return set()
        return {tuple(each) for each in found} if limit >= self.options.slow else set()

    def note(self, which, verdict, seconds, numbers):
        program, name = which
        if verdict != "passed" or seconds > self.options.slow:
            why = "fails without a mutant" if verdict == "failed" else f"takes longer than {self.options.slow:g} s"
            self.left_out.append((program, name, why))
            return
        test = Test(program, name, seconds)
        self.tests.append(test)
        for number in numbers:
            self.reached.setdefault(number, []).append(test)

    # -- with one
    def tests_for(self, mutant):
        tests = self.reached.get(mutant.number, [])
        return [test for test in tests if test.of_model()] if mutant.kind == "order" else tests

    def bundles(self, tests):
        """Tests of one program at a time: first those that are over at once."""
        by_program = {}
        for test in tests:
            by_program.setdefault(test.program, []).append(test)
        bundles = []
        for program, own in by_program.items():
            bundle, seconds = [], 0.0
            for test in own:
                if bundle and seconds + test.seconds > 1:
                    bundles.append((seconds, program, bundle))
                    bundle, seconds = [], 0.0
                bundle.append(test)
                seconds += test.seconds
            bundles.append((seconds, program, bundle))
        return sorted(bundles, key=lambda bundle: bundle[0])

    def judge(self, mutant):
        """@returns "killed", "late" (killed by the clock), "survived" or "unreached"; and the tests that killed it."""
        tests = self.tests_for(mutant)
        if not tests:
            return "unreached", ""
        for seconds, program, bundle in self.bundles(tests):
            variables = {"GTEST_FILTER": ":".join(test.name for test in bundle), "GTEST_FAIL_FAST": "1", "MUTANT": str(mutant.number),
                         "GTEST_BRIEF": "1"}
            verdict, _ = run([program], variables, self.options.patience + 6 * seconds, self.folder)
            if verdict != "passed":
                names = bundle[0].name + (f" or {len(bundle) - 1} more" if len(bundle) > 1 else "")
                return ("late" if verdict == "late" else "killed"), f"{os.path.basename(program)}: {names}"
        return "survived", ""
