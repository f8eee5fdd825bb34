"""Traces from end to end: a program of plain gcc runs on Heddle under `heddle run`, and what is written is counted.
HEDDLE_COMMAND names the command under test, HEDDLE_LIBRARY our libgomp.so.1."""

import csv
import json
import os
import resource
import shutil
import signal
import struct
import subprocess
import tempfile
import unittest

COMMAND = os.environ.get("HEDDLE_COMMAND", "build/release/bin/heddle")
LIBRARY = os.environ.get("HEDDLE_LIBRARY", "build/release/lib/heddle/gomp/libgomp.so.1")
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith(("HEDDLE_", "OMP_"))}
MANAGERS = ["direct", "locked", "async"]
STEPS, CHAINS = 20, 3

PROGRAM = r"""
#include <stdio.h>
int main(void) {
  int a[3] = {0, 0, 0}, sum = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int step = 0; step < 20; ++step)
      for (int i = 0; i < 3; ++i) {
#pragma omp task depend(inout : a[i])
        ++a[i];
      }
    for (int i = 0; i < 3; ++i) {
#pragma omp task depend(in : a[i]) depend(inout : sum)
      {
        sum += a[i];
#pragma omp task
        sum += 0;
#pragma omp taskwait
      }
    }
  }
  printf("%d\n", sum);
  return sum == 60 ? 7 : 1;
}
"""
CHAIN_LINES = (9, 10)  # of the first task in PROGRAM: its directive, its body

MODES = r"""
int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(%s : x)
    ;
#pragma omp task depend(%s : x)
    ;
  }
  return 0;
}
"""

FORKS = r"""
#include <sys/wait.h>
#include <unistd.h>
#include <stdlib.h>
static int twice(void) {
  int sum = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 10; ++i) {
#pragma omp task shared(sum) depend(inout : sum)
    ++sum;
  }
  return sum;
}
int main(void) {
  if (twice() != 10) return 1;
  pid_t child = fork();
  if (child == 0) exit(twice() == 10 ? 0 : 1);
  int status = 1;
  waitpid(child, &status, 0);
  return twice() == 10 && status == 0 ? 0 : 1;
}
"""

ENDLESS = r"""
#include <stdio.h>
#include <unistd.h>
int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 5; ++i) {
#pragma omp task
    usleep(100);
  }
  puts("ready");
  fflush(stdout);
  for (;;) pause();
}
"""

BY_NAME = r"""
#include <heddle/heddle.hpp>
heddle::task<int> twice(heddle::future<int> value) {
  co_return 2 * co_await value;  // part
}
int main() {
  int x = 0;
  heddle::spawn([&x] { x = 1; });  // plain
  heddle::wait();
  heddle::spawn([&x] { x = 2; }, heddle::inout(x));  // access
  heddle::spawn({.name = "third"}, [&x] { x = 3; }, heddle::inout(x));  // named
  heddle::event go;
  int gate = 0;
  heddle::spawn({.until = &go}, [] {}, heddle::out(gate));
  const auto value = heddle::async([] { return 4; }, heddle::in(gate));  // value
  const auto next = value.then([](int v) { return v + 1; });  // then
  const auto last = heddle::async(twice(next));  // coroutine
  go.complete();
  const int ten = last.get();
  heddle::wait();
  return x == 3 && ten == 10 ? 0 : 1;
}
"""

SIZES_IN_C = r"""
#include <heddle/heddle.h>
static void work(void* argument) { (void)argument; }
static char data[64], other;
static int spawn(void* address, size_t bytes, uint32_t mode) {
  heddle_access access = {address, bytes, mode};
  heddle_task task = HEDDLE_TASK;
  task.body = work;
  task.accesses = &access;
  task.access_count = 1;
  return heddle_spawn(&task);
}
int main(void) {
  heddle_access all = {data, sizeof data, HEDDLE_IN};
  return spawn(data, sizeof data, HEDDLE_OUT) != HEDDLE_OK || spawn(data, sizeof data, HEDDLE_OUT | HEDDLE_WEAK) != HEDDLE_OK ||
         heddle_wait_for_accesses(&all, 1, 0) != HEDDLE_OK || spawn(&other, SIZE_MAX, HEDDLE_OUT) != HEDDLE_OK ||
         heddle_wait(NULL) != HEDDLE_OK;
}
"""

BY_NAME_IN_C = r"""
#include <heddle/heddle.h>
static void work(void* argument) { ++*(int*)*(void**)argument; }
int main(void) {
  int x = 0;
  void* argument = &x;
  heddle_access access = {&x, sizeof x, HEDDLE_OUT};
  heddle_task first = HEDDLE_TASK;  // first
  first.body = work;
  first.argument = &argument;
  first.argument_bytes = sizeof argument;
  first.accesses = &access;
  first.access_count = 1;
  heddle_task second = first;
  second.name = "second";
  heddle_spawn(&first);
  heddle_spawn(&second);
  heddle_event ends = HEDDLE_EVENT;
  heddle_task third = first;  // the engine runs it by a body of ours
  third.event = &ends;
  heddle_spawn(&third);
  heddle_event_complete(&ends);
  heddle_wait(NULL);
  return x == 3 ? 0 : 1;
}
"""

EARLY_IN_C = r"""
#include <heddle/heddle.h>
static void piece(void* argument) { ++*(int*)*(void**)argument; }
static void whole(void* argument) {
  heddle_access access = {*(void**)argument, sizeof(int), HEDDLE_OUT};
  heddle_task inner = HEDDLE_TASK;  // inner
  inner.flags = HEDDLE_TASK_RANGES;
  inner.body = piece;
  inner.argument = argument;
  inner.argument_bytes = sizeof(void*);
  inner.accesses = &access;
  inner.access_count = 1;
  heddle_spawn(&inner);
}
int main(void) {
  int x = 0;
  void* argument = &x;
  heddle_access access = {&x, sizeof x, HEDDLE_OUT | HEDDLE_WEAK};
  heddle_task outer = HEDDLE_TASK;  // outer
  outer.flags = HEDDLE_TASK_RANGES | HEDDLE_TASK_EARLY;
  outer.body = whole;
  outer.argument = &argument;
  outer.argument_bytes = sizeof argument;
  outer.accesses = &access;
  outer.access_count = 1;
  heddle_spawn(&outer);
  outer.name = "second";
  heddle_spawn(&outer);
  heddle_wait(NULL);
  return x == 2 ? 0 : 1;
}
"""

OVERLAPS = r"""
#include <heddle/heddle.hpp>
#include <span>
int main() {
  int cells[8] = {};
  heddle::spawn([&] { cells[0] = 1; }, heddle::out(std::span(cells, 4)));  // whole
  heddle::spawn([&] { cells[2] = 2; }, heddle::out(cells[2]));  // part
  heddle::wait();
  heddle::spawn([&] { cells[3] = 3; }, heddle::out(cells[3]));  // behind a wait
  heddle::wait();
  heddle::spawn([&] { cells[0] = 1; }, heddle::out(std::span(cells, 4)));
  heddle::spawn([&] { cells[0] = 2; }, heddle::out(cells[0]));  // begins where that begins: in order
  heddle::wait();
  heddle::spawn({.ranges = true}, [&] { cells[0] = 1; }, heddle::out(std::span(cells, 4)));
  heddle::spawn({.ranges = true}, [&] { cells[2] = 2; }, heddle::out(std::span(cells).subspan(2, 2)));
  heddle::wait();
}
"""


def line_of(source, mark):
    """The line of the program that ends with this comment."""
    return next(n for n, line in enumerate(source.lstrip("\n").split("\n"), 1) if line.endswith("// " + mark))


# src/format/trace.hpp
MAPPINGS, RECORDS = 2, 3
TASK_CREATED, WAIT_BEGIN, WAIT_END, MANAGED, REGION_BEGIN = 1, 8, 9, 12, 14


def chunk(kind, payload, worker=1):
    return b"heddleTR" + struct.pack("IIIIIIQ", 1, kind, len(payload), 7, worker, 9, 0) + payload


class Traces(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not shutil.which("gcc"):
            raise unittest.SkipTest("gcc is not installed")
        cls.folder = tempfile.TemporaryDirectory()
        cls.heddle = os.path.join(cls.folder.name, "prefix/bin/heddle")
        library = os.path.join(cls.folder.name, "prefix/lib/heddle/gomp/libgomp.so.1")
        engine = [os.path.join(os.path.dirname(file), "../../libheddle.so.1") for file in (LIBRARY, library)]
        for source, target in ((COMMAND, cls.heddle), (LIBRARY, library), engine):
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy(source, target)
        cls.program = cls.compiled("app", PROGRAM)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def compiled(cls, name, source):
        program = os.path.join(cls.folder.name, name)
        with open(program + ".c", "w") as file:
            file.write(source.lstrip("\n"))
        subprocess.run(["gcc", "-g", "-O1", "-fopenmp", program + ".c", "-o", program], check=True)
        return program

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def run_heddle(self, *words, **how):
        return subprocess.run([self.heddle, *words], env=ENVIRONMENT, capture_output=True, text=True, timeout=100, **how)

    def recorded(self, program, *options):
        """The graph's JSON of one run."""
        output = self.path("graph.json")
        result = self.run_heddle("run", *options, "--graph", output, program)
        self.assertNotIn("heddle", result.stderr)
        with open(output) as file:
            return json.load(file)


class Surroundings(Traces):
    """What the command needs of a machine beside the C library: nothing."""

    def test_without_libdw_functions_have_names_and_a_sentence_says_so(self):
        there = os.path.join(self.folder.name, "no libdw")
        os.makedirs(there, exist_ok=True)
        subprocess.run(["gcc", "-shared", "-x", "c", "/dev/null", "-o", os.path.join(there, "libdw.so.1")], check=True)
        output = self.path("graph.json")
        result = subprocess.run([self.heddle, "run", "--graph", output, self.program], env=ENVIRONMENT | {"LD_LIBRARY_PATH": there},
                                capture_output=True, text=True, timeout=100)
        self.assertEqual(result.stderr.count("libdw.so.1 was not found"), 1)
        with open(output) as file:
            text = file.read()
        self.assertIn("main._omp_fn", text)
        self.assertNotIn("app.c", text)

    def test_it_reserves_addresses_for_simulations_only(self):
        result = self.run_heddle("run", "--trace", self.path("t.json"), "sh", "-c", "grep VmPeak /proc/$PPID/status")
        peak_kib = int(result.stdout.split()[1])
        self.assertLess(peak_kib, 1 << 20, result.stdout)


class ByName(Traces):
    """Tasks of programs in C++ and C."""

    @classmethod
    def setUpClass(cls):
        if not shutil.which("g++"):
            raise unittest.SkipTest("g++ is not installed")
        super().setUpClass()

    @classmethod
    def compiled_by_name(cls, name, source):
        include = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../include")
        engine = os.path.join(cls.folder.name, "prefix/lib/libheddle.so.1")
        with open(os.path.join(cls.folder.name, name), "w") as file:
            file.write(source.lstrip("\n"))
        compiler = ["g++", "-std=c++20"] if name.endswith(".cpp") else ["gcc", "-std=c11", "-Wall", "-Wextra", "-pedantic-errors"]
        program = os.path.join(cls.folder.name, name + ".run")
        subprocess.run([*compiler, "-O2", "-I", include, name, engine, "-Wl,-rpath," + os.path.dirname(engine), "-o", program],
                       check=True, cwd=cls.folder.name)
        return program

    def places(self, program, threads):
        """Name and line of all tasks that were made by name."""
        output = self.path("named.json")
        result = subprocess.run([self.heddle, "run", "--graph", output, program], capture_output=True, text=True, timeout=100,
                                env={**ENVIRONMENT, "OMP_NUM_THREADS": threads})
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        with open(output) as file:
            tasks = json.load(file)["tasks"]
        self.assertTrue(all(task["source"] in (None, os.path.basename(program)[:-4]) for task in tasks))
        return [(task["name"], task["line"]) for task in tasks if task["source"] is not None]

    def test_tasks_in_cxx_are_shown_with_their_names_and_lines(self):
        program = self.compiled_by_name("named.cpp", BY_NAME)
        for threads in ("1", "2"):
            with self.subTest(threads=threads):
                places = self.places(program, threads)
                lines = {mark: line_of(BY_NAME, mark) for mark in ("plain", "access", "named", "value", "then", "coroutine")}
                self.assertLessEqual(set(lines.values()), {line for _, line in places})
                self.assertIn(("third", lines["named"]), places)
                self.assertIn(("int main()", lines["plain"]), places)
                self.assertEqual(len([1 for _, line in places if line == lines["plain"]]), 1)
                parts = [name for name, line in places if line == line_of(BY_NAME, "part")]
                if threads == "1" or parts:  # another thread may have made the value before the coroutine asks for it
                    self.assertEqual(parts, ["heddle::task<int> twice(heddle::future<int>)"], "the part behind co_await")

    def test_tasks_in_c_are_shown_with_their_functions_or_names_and_lines(self):
        program = self.compiled_by_name("named.c", BY_NAME_IN_C)
        line = line_of(BY_NAME_IN_C, "first")
        for threads in ("1", "2"):
            with self.subTest(threads=threads):
                self.assertEqual(self.places(program, threads), [("work", line), ("second", line), ("work", line)])

    def test_the_parts_of_an_early_task_are_shown_as_that_task(self):
        program = self.compiled_by_name("early.c", EARLY_IN_C)
        outer, inner = line_of(EARLY_IN_C, "outer"), line_of(EARLY_IN_C, "inner")
        for threads in ("1", "2"):
            with self.subTest(threads=threads):
                of_outer = {(name + part, outer) for name in ("whole", "second") for part in ("", ": weak access")}
                self.assertEqual(set(self.places(program, threads)), of_outer | {("piece", inner)})
                with open(self.path("named.json")) as file:
                    self.assertNotIn("taskwait depend", file.read())

    def test_the_sizes_of_accesses_are_recorded(self):
        program = self.compiled_by_name("named.c", BY_NAME_IN_C)
        output = self.path("sizes.json")
        self.run_heddle("run", "--graph", output, program)
        with open(output) as file:
            sizes = [access["bytes"] for task in json.load(file)["tasks"] for access in task["accesses"]]
        self.assertEqual(sizes, [4, 4, 4])

    def test_what_only_waits_or_hands_on_has_no_size_and_none_is_beyond_what_json_holds(self):
        program = self.compiled_by_name("sizes.c", SIZES_IN_C)
        output = self.path("sizes.json")
        for threads in ("1", "2"):
            with self.subTest(threads=threads):
                result = self.run_heddle("run", "--threads", threads, "--graph", output, program)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                with open(output) as file:
                    tasks = [task["accesses"] for task in json.load(file)["tasks"]]
                self.assertEqual([access["bytes"] for accesses in tasks for access in accesses], [64, 0, 0, 2**53])

    def test_every_view_shows_the_lines(self):
        program = self.compiled_by_name("named.cpp", BY_NAME)
        named = line_of(BY_NAME, "named")
        dot, chrome, paraver = self.path("named.dot"), self.path("named.json"), self.path("named.prv")
        self.run_heddle("run", "--graph", dot, "--trace", chrome, "--trace", paraver, program)
        with open(dot) as file:
            self.assertIn(f"third\\nnamed.cpp:{named}", file.read())
        with open(chrome) as file:
            events = [event for event in json.load(file)["traceEvents"] if event["name"] == "third"]
        self.assertEqual([event["args"]["source"] for event in events], [f"named.cpp:{named}"])
        with open(chrome) as file:  # those without a name are called by their line
            titles = [event["name"] for event in json.load(file)["traceEvents"] if event.get("cat") == "task"]
        self.assertIn(f"main:{line_of(BY_NAME, 'plain')}", titles)
        with open(self.path("named.pcf")) as file:
            self.assertIn(f"named.cpp:{named}", file.read())

    def test_verify_names_the_lines_of_accesses_that_overlap(self):
        program = self.compiled_by_name("overlaps.cpp", OVERLAPS)
        result = self.run_heddle("run", "--verify", program)
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stderr.count("\n"), 2, result.stderr)
        for mark in ("whole", "part"):
            self.assertIn(f"overlaps.cpp:{line_of(OVERLAPS, mark)} (in int main())", result.stderr)


class Run(Traces):
    def test_the_exit_status_and_the_output_are_the_programs_and_no_raw_file_stays_behind(self):
        before = set(os.listdir(self.folder.name))
        result = self.run_heddle("run", "--trace", self.path("a.json"), self.program)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (7, "60\n", ""))
        self.assertEqual(set(os.listdir(self.folder.name)) - before, {"a.json"})

    def test_every_task_is_in_the_chrome_trace_once_under_every_manager(self):
        for manager in MANAGERS:
            with self.subTest(manager=manager):
                output = self.path("tasks.json")
                self.run_heddle("run", "-d", manager, "--trace", output, self.program)
                with open(output) as file:
                    events = json.load(file)["traceEvents"]
                tasks = [event for event in events if event.get("cat") == "task"]
                self.assertEqual(len(tasks), STEPS * CHAINS + 2 * CHAINS)
                self.assertEqual(len({event["args"]["task"] for event in tasks}), len(tasks))
                self.assertTrue(all(event["name"].startswith("main._omp_fn") for event in tasks))
                self.assertTrue(any(event["ph"] == "C" and event["name"] == "ready tasks" for event in events))

    def test_each_dependence_is_an_arrow_from_an_end_to_a_beginning(self):
        output, graph = self.path("arrows.json"), self.path("arrows_graph.json")
        self.run_heddle("run", "--trace", output, "--graph", graph, self.program)
        with open(output) as file:
            events = json.load(file)["traceEvents"]
        with open(graph) as file:
            dependences = json.load(file)["dependences"]
        ends = {kind: {event["id"]: event for event in events if event["ph"] == kind} for kind in "sf"}
        self.assertEqual([len(ends["s"]), len(ends["f"])], [len(dependences)] * 2)
        self.assertGreater(len(dependences), STEPS)
        spans = [event for event in events if event.get("cat") == "task"]
        for number, end in ends["f"].items():
            self.assertLessEqual(ends["s"][number]["ts"], end["ts"])
            for event in (ends["s"][number], end):  # each lies in a task's span of its thread
                self.assertTrue([span for span in spans if span["tid"] == event["tid"] and
                                 span["ts"] - 0.0015 <= event["ts"] <= span["ts"] + span["dur"] + 0.0015], event)

    def test_spans_of_one_worker_nest(self):
        output = self.path("nest.json")
        self.run_heddle("run", "-d", "async", "--trace", output, self.program)
        with open(output) as file:
            events = [event for event in json.load(file)["traceEvents"] if event["ph"] == "X"]
        for thread in {event["tid"] for event in events}:
            open_until = []
            for event in [event for event in events if event["tid"] == thread]:
                end = event["ts"] + event["dur"]
                while open_until and open_until[-1] <= event["ts"] + 0.0005:
                    open_until.pop()
                self.assertTrue(not open_until or end <= open_until[-1] + 0.0015, event)
                open_until.append(end)

    def test_counts_rise_from_nothing_and_end_at_nothing(self):
        for manager in MANAGERS:
            with self.subTest(manager=manager):
                output = self.path("counts.csv")
                self.run_heddle("run", "-d", manager, "--trace", output, self.program)
                with open(output) as file:
                    rows = [{key: int(value) for key, value in row.items()} for row in csv.DictReader(file)]
                self.assertEqual(
                    list(rows[0]), ["time_ns", "tasks_in_graph", "ready_tasks", "idle_workers", "managers"]
                )
                self.assertEqual([row["time_ns"] for row in rows], sorted(row["time_ns"] for row in rows))
                for column in ("tasks_in_graph", "ready_tasks", "managers"):
                    self.assertEqual(rows[-1][column], 0, column)
                    self.assertGreaterEqual(min(row[column] for row in rows), 0, column)
                if manager != "direct":  # whose creator may run each task before the next is made
                    self.assertGreater(max(row["tasks_in_graph"] for row in rows), 0)
                self.assertLessEqual(max(row["idle_workers"] for row in rows), 2)

    def test_paraver_gets_three_files_with_a_header_and_ordered_lines(self):
        output = self.path("app.prv")
        self.run_heddle("run", "--trace", output, self.program)
        with open(output) as file:
            header, *lines = file.read().splitlines()
        self.assertRegex(header, r"^#Paraver \(\d\d/\d\d/\d{4} at \d\d:\d\d\):\d+_ns:1\(2\):1:1\(2:1\)$")
        times = [int(line.split(":")[5]) for line in lines]
        self.assertEqual(times, sorted(times))
        self.assertTrue(all(line.count(":") == 7 for line in lines))
        with open(self.path("app.pcf")) as file:
            self.assertIn("main._omp_fn", file.read())
        with open(self.path("app.row")) as file:
            self.assertIn("LEVEL THREAD SIZE 2\nworker 0\n", file.read())

    def test_the_drawing_is_xml(self):
        import xml.etree.ElementTree as tree

        output = self.path("app.svg")
        self.run_heddle("run", "--trace", output, self.program)
        root = tree.parse(output).getroot()
        self.assertTrue(root.tag.endswith("svg"))
        head = [text.text for text in root if text.tag.endswith("text")]
        self.assertEqual(head[0], os.path.basename(self.program))
        self.assertRegex(head[1], rf"^\d\d \w+ \d{{4}}, \d\d:\d\d UTC: .*{os.path.basename(self.program)}$")

    def test_several_forms_come_from_one_run(self):
        names = [self.path(name) for name in ("many.json", "many.svg", "many.raw", "many.dot")]
        result = self.run_heddle(
            "run", "--trace", names[0], "--trace", names[1], "--trace", names[2], "--graph", names[3], self.program
        )
        self.assertEqual(result.returncode, 7)
        self.assertTrue(all(os.path.getsize(name) > 100 for name in names))
        again = self.run_heddle("trace", names[2], "-o", self.path("again.json"))
        self.assertEqual((again.returncode, again.stderr), (0, ""))
        with open(names[0]) as left, open(self.path("again.json")) as right:
            self.assertEqual(left.read(), right.read())

    def test_a_forked_child_is_a_process_of_its_own_in_the_trace(self):
        output = self.path("forks.json")
        result = self.run_heddle("run", "--trace", output, self.compiled("forks", FORKS))
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        with open(output) as file:
            events = json.load(file)["traceEvents"]
        tasks = [event["pid"] for event in events if event.get("cat") == "task"]
        self.assertEqual(sorted(tasks.count(pid) for pid in set(tasks)), [10, 20])

    def test_signals_reach_the_program_and_the_trace_of_a_killed_program_is_good(self):
        output = self.path("killed.json")
        program = self.compiled("endless", ENDLESS)
        process = subprocess.Popen(
            [self.heddle, "run", "--trace", output, program],
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.assertEqual(process.stdout.readline(), "ready\n")
        process.send_signal(signal.SIGTERM)
        _, complaint = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 128 + signal.SIGTERM)
        self.assertIn("nothing was recorded", complaint)  # so little was noted that nothing was written before the end


class BadInput(Traces):
    def refused(self, *words):
        result = self.run_heddle("run", *words, "sh", "-c", "echo it ran")
        self.assertEqual(result.returncode, 2)
        self.assertNotIn("it ran", result.stdout, "the program started all the same")
        return result.stderr

    def test_a_missing_folder_is_told_before_the_program_starts(self):
        path = self.path("no/such/folder/out.json")
        complaint = self.refused("--trace", path)
        self.assertIn(f"cannot write '{path}': No such file or directory", complaint)
        self.assertIn("mkdir -p", complaint)

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_a_folder_without_permission_is_told_before_the_program_starts(self):
        folder = self.path("locked")
        os.mkdir(folder, 0o500)
        self.assertIn("Permission denied", self.refused("--trace", os.path.join(folder, "out.json")))

    def test_an_unknown_extension_names_the_known_ones(self):
        complaint = self.refused("--trace", self.path("out.pdf"))
        for extension in (".json", ".prv", ".csv", ".svg", ".raw"):
            self.assertIn(extension, complaint)
        self.assertIn(".dot", self.refused("--graph", self.path("out.svg")))

    def test_a_file_that_was_there_is_not_touched_by_the_question_whether_it_can_be_written(self):
        path = self.path("precious.json")
        with open(path, "w") as file:
            file.write("precious")
        self.refused("--trace", path, "--trace", self.path("no/out.json"))
        with open(path) as file:
            self.assertEqual(file.read(), "precious")

    def test_a_full_disk_is_told_after_the_program_and_the_raw_trace_is_kept(self):
        path = self.path("full.json")
        os.symlink("/dev/full", path)
        result = self.run_heddle("run", "--trace", path, self.program)
        self.assertEqual((result.returncode, result.stdout), (7, "60\n"))
        self.assertIn("No space left on device", result.stderr)
        kept = result.stderr.split("heddle trace ")[1].split()[0].strip("'")
        self.assertEqual(self.run_heddle("trace", kept, "-o", self.path("rescued.json")).returncode, 0)
        os.unlink(kept)

    def test_a_trace_that_cannot_grow_ends_and_the_program_goes_on(self):
        environment = {**ENVIRONMENT, "HEDDLE_TRACE": self.path("limited.raw"), "LD_PRELOAD": LIBRARY}
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
        result = subprocess.run(
            [self.program], env=environment, preexec_fn=limit, capture_output=True, text=True, timeout=60
        )
        self.assertEqual((result.returncode, result.stdout), (7, "60\n"))
        self.assertIn("ends here: File too large", result.stderr)
        self.assertEqual(result.stderr.count("the trace"), 1)

    def test_without_a_writable_file_the_program_runs_untraced_and_says_so_once(self):
        environment = {**ENVIRONMENT, "HEDDLE_TRACE": "/no/such/folder/x", "LD_PRELOAD": LIBRARY}
        result = subprocess.run([self.program], env=environment, capture_output=True, text=True, timeout=60)
        self.assertEqual((result.returncode, result.stdout), (7, "60\n"))
        self.assertEqual(result.stderr.count("cannot write the trace '/no/such/folder/x'"), 1)

    def test_a_program_without_openmp_leaves_nothing_and_is_told(self):
        result = self.run_heddle("run", "--trace", self.path("none.json"), "true")
        self.assertEqual(result.returncode, 3)
        self.assertIn("nothing was recorded", result.stderr)
        self.assertFalse(os.path.exists(self.path("none.json")))

    def test_what_is_no_trace_is_refused_and_a_damaged_one_used_as_far_as_it_is_good(self):
        raw = self.path("whole.raw")
        self.run_heddle("run", "--trace", raw, self.program)
        with open(raw, "rb") as file:
            whole = file.read()
        cases = {
            "foreign": (b"#!/bin/sh\n" * 20, 3, "is not a raw trace of Heddle"),
            "empty": (b"", 3, "holds no event"),
            "other_version": (whole[:8] + struct.pack("I", 99) + whole[12:], 3, "another version"),
            "cut": (whole[:-50], 0, "is damaged behind byte"),
            "no_whole_record": (chunk(RECORDS, b"x" * 39), 3, "holds no event"),
            "a_worker_without_records": (whole + chunk(RECORDS, b"", worker=77), 0, "did not end in order"),
        }
        for name, (content, status, sentence) in cases.items():
            with self.subTest(name):
                path = self.path(name + ".raw")
                with open(path, "wb") as file:
                    file.write(content)
                result = self.run_heddle("trace", path, "-o", self.path(name + ".json"))
                self.assertEqual(result.returncode, status, result.stderr)
                self.assertIn(sentence, result.stderr)
        self.assertIn("No such file", self.run_heddle("trace", "/no/such.raw", "-o", self.path("x.json")).stderr)

    def test_time_that_runs_backwards_in_a_damaged_trace_gives_no_endless_lengths(self):
        times = [900, 100, 500, 50]
        events = [REGION_BEGIN, WAIT_BEGIN, WAIT_END, MANAGED]
        records = b"".join(struct.pack("QQQQHHI", time, 1, 2**63, 1, event, 0, 0) for time, event in zip(times, events))
        path = self.path("backwards.raw")
        with open(path, "wb") as file:
            file.write(chunk(RECORDS, records))
        result = self.run_heddle("trace", path, "-o", self.path("backwards.json"))
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(self.path("backwards.json")) as file:
            for event in json.load(file)["traceEvents"]:
                self.assertLess(event.get("dur", 0), 1, event)

    def test_only_files_that_are_regular_ones_are_opened_because_a_trace_names_them(self):
        fifo = self.path("fifo")
        os.mkfifo(fifo)
        maps = f"1000-2000 r-xp 00000000 00:00 1 {fifo}\n3000-4000 r-xp 00000000 00:00 1 /dev/zero\n".encode()
        created = b"".join(struct.pack("QQQQHHI", 5, task, 0, body, TASK_CREATED, 0, 0)
                           for task, body in ((1, 0x1010), (2, 0x3010)))
        path = self.path("names.raw")
        with open(path, "wb") as file:
            file.write(chunk(MAPPINGS, maps) + chunk(RECORDS, created))
        result = self.run_heddle("graph", path, "-o", self.path("names.json"))
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(self.path("names.json")) as file:
            self.assertEqual([task["name"] for task in json.load(file)["tasks"]], ["fifo+0x10", "zero+0x10"])
        result = self.run_heddle("trace", fifo, "-o", self.path("fifo.json"))
        self.assertEqual(result.returncode, 3)

    def test_options_behind_the_program_belong_to_it(self):
        result = self.run_heddle("run", "--trace", self.path("b.json"), "echo", "--trace", "x.json")
        self.assertEqual(result.stdout, "--trace x.json\n")


class Graph(Traces):
    def test_the_graph_has_every_task_with_its_parent_and_the_chains_edges(self):
        for manager in MANAGERS:
            with self.subTest(manager=manager):
                graph = self.recorded(self.program, "-d", manager)
                self.assertEqual((graph["format"], graph["version"]), ("heddle-graph", 1))
                tasks = [task for task in graph["tasks"] if not task["implicit"]]
                self.assertEqual(len(tasks), STEPS * CHAINS + 2 * CHAINS)
                nested = [task for task in tasks if not graph["tasks"][task["parent"]]["implicit"]]
                self.assertEqual(len(nested), CHAINS)
                # each chain; the readers behind it; the chain of the sum
                self.assertEqual(len(graph["dependences"]), (STEPS - 1) * CHAINS + CHAINS + CHAINS - 1)
                self.assertTrue(all(before < after for before, after in graph["dependences"]))

    def test_names_and_lines_are_those_of_the_source(self):
        graph = self.recorded(self.program)
        first = [task for task in graph["tasks"] if not task["implicit"]][0]
        self.assertRegex(first["name"], r"^main\._omp_fn\.\d$")
        if first["line"] is not None:  # the command was built with libdw
            self.assertEqual(os.path.basename(first["source"]), "app.c")
            self.assertIn(first["line"], CHAIN_LINES)

    def test_durations_accesses_and_waits_are_there(self):
        graph = self.recorded(self.program)
        tasks = [task for task in graph["tasks"] if not task["implicit"]]
        self.assertTrue(all(task["ended_ns"] >= task["started_ns"] >= task["created_ns"] for task in tasks))
        self.assertTrue(all(task["duration_ns"] <= task["ended_ns"] - task["started_ns"] for task in tasks))
        first = tasks[0]["accesses"]
        self.assertEqual([access["mode"] for access in first], ["out"])
        self.assertRegex(first[0]["address"], r"^0x[0-9a-f]+$")
        two = [task for task in tasks if len(task["accesses"]) == 2]
        self.assertEqual(len(two), CHAINS)
        self.assertEqual(sorted(access["mode"] for access in two[0]["accesses"]), ["in", "out"])

    def test_every_pair_of_modes_gives_the_edge_of_the_table(self):
        modes = ["in", "out", "inout", "mutexinoutset"]  # GCC 12 knows no inoutset; see tests/unit/tools_trace
        for first in modes:
            for second in modes:
                with self.subTest(first=first, second=second):
                    program = self.compiled("modes", MODES % (first, second))
                    graph = self.recorded(program)
                    beside = first == second and first in ("in", "mutexinoutset")
                    self.assertEqual(len(graph["dependences"]), 0 if beside else 1)

    def test_dot_can_be_limited_and_is_well_formed(self):
        raw = self.path("dot.raw")
        self.run_heddle("run", "--trace", raw, self.program)
        dot = self.path("few.dot")
        self.assertEqual(self.run_heddle("graph", raw, "-o", dot, "--first", "5").returncode, 0)
        with open(dot) as file:
            text = file.read()
        self.assertEqual(text.count("[label="), 5)
        self.assertTrue(text.startswith("digraph tasks {") and text.endswith("}\n"))
        self.assertEqual(self.run_heddle("graph", raw, "-o", dot, "--first", "0").returncode, 2)
        self.assertEqual(self.run_heddle("graph", raw, "-o", dot).returncode, 0)
        with open(dot) as file:
            self.assertGreater(sum("dashed" in line for line in file), 0)
        self.assertEqual(self.run_heddle("graph", raw, "-o", dot, "--no-creation").returncode, 0)
        with open(dot) as file:
            edges = [line for line in file if "->" in line]
        self.assertGreater(len(edges), 0)
        self.assertFalse([line for line in edges if "dashed" in line])

    def test_edges_do_not_depend_on_the_run(self):
        graphs = [self.edges_by_birth(self.recorded(self.program, "-d", manager)) for manager in MANAGERS]
        self.assertEqual(len(graphs[0]), 3 * 19 + 3 + 2)  # chains; their readers; the sum
        self.assertEqual(len({json.dumps(edges) for edges in graphs}), 1)

    @staticmethod
    def edges_by_birth(graph):
        """Tasks by their places among their siblings: whose child comes first in the order of all is a matter of the run."""
        names, children = [], {}
        for task in graph["tasks"]:
            parent = task["parent"]
            place = children[parent] = children.get(parent, -1) + 1
            names.append((names[parent] if parent is not None else []) + [place])
        return sorted([names[before], names[after]] for before, after in graph["dependences"])


if __name__ == "__main__":
    unittest.main()
