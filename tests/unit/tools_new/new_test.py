"""What tools/new writes compiles, is laid out as the rest, passes the checks of a room, and can be chosen by name at once
wherever policies are named: in a copy of the sources, whose library and command are linked anew from it."""

import filecmp
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
BUILD = Path(os.environ.get("HEDDLE_BUILD", ROOT / "build/release"))
COMPILE = ["g++", "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
# For each kind the policy that is made, its table, and the function of it that shows that it serves.
POLICIES = {
    "schedule": ("my_queue", "scheduler_table.hpp", "void put(Task& task, Seat seat) noexcept override {"),
    "dependence": ("my_graph", "dependence_table.hpp", "const Context& context) noexcept override {"),
    "loop": ("my_loop", "loop_table.hpp", "graph::LoopCursor& /*cursor*/) noexcept override {"),
}
VARIABLES = {"schedule": "HEDDLE_SCHEDULER", "dependence": "HEDDLE_DEPENDENCE", "loop": "HEDDLE_LOOP"}


def run(command, **options):
    options.setdefault("timeout", 100)
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)


def new(root, *arguments):
    return run([sys.executable, ROOT / "tools/new", "--root", root, *arguments])


def copy_of_the_sources(root):
    shutil.copytree(ROOT / "src", root / "src")
    (root / "docs").mkdir()
    for file in ("floors.toml", ".clang-format", "ARCHITECTURE.md", "docs/floors.svg"):
        shutil.copy(ROOT / file, root / file)


def files_of(root):
    return {path.relative_to(root) for path in root.rglob("*") if path.is_file()}


class New(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        copy_of_the_sources(self.root)

    def make(self, kind, name="my_own"):
        made = new(self.root, kind, name)
        self.assertEqual(made.returncode, 0, made.stderr)

    def test_a_new_policy_and_its_tests_compile_without_a_warning(self):
        for kind in POLICIES:
            with self.subTest(kind):
                self.make(kind)
        tests = sorted((self.root / "tests/unit").rglob("*_test.cpp"))
        self.assertEqual({test.parts[-3] for test in tests}, {"schedule", "loop"})
        for source in [*tests, self.root / "src/runtime/policy_tables.cpp"]:
            for compiler in [COMPILE, ["clang++-19", *COMPILE[1:]]]:
                if not shutil.which(compiler[0]):
                    continue
                result = run([*compiler, "-fsyntax-only", f"-I{self.root}/src", source])
                self.assertEqual(result.returncode, 0, result.stderr)

    def test_a_new_policy_passes_the_checks_of_a_room(self):
        before = run([sys.executable, ROOT / "tools/check/main", "--root", self.root, "layout", "picture"]).stdout
        for kind in POLICIES:
            self.make(kind)
            self.make(kind, "my_own_with_a_name_of_many_words")
        checks = ["floors", "sizes", "orders", "banned", "names", "todos", "readmes", "paths", "picture", "layout"]
        result = run([sys.executable, ROOT / "tools/check/main", "--root", self.root, *checks])
        ours = re.compile(r"my_own|_table\.hpp|\[picture\]")
        found = [line for line in result.stdout.splitlines() if ours.search(line)]
        self.assertEqual(found, [], before)
        counted = run([sys.executable, ROOT / "tools/check/main", "--root", self.root, "claims"])
        self.assertNotIn(" rooms on ", counted.stdout, "a page counts the rooms of policies")

    def test_a_new_policy_touches_its_table_and_the_picture_and_nothing_else_outside_its_folders(self):
        for kind, (name, table, _) in POLICIES.items():
            with self.subTest(kind), tempfile.TemporaryDirectory() as folder:
                before = Path(folder) / "before"
                shutil.copytree(self.root, before)
                self.make(kind, name)
                own = {path for path in files_of(self.root) - files_of(before)}
                self.assertEqual({path.parent for path in own} - {Path("tests/unit") / kind / name}, {Path("src") / kind / name})
                changed = {path for path in files_of(before) if not filecmp.cmp(before / path, self.root / path, shallow=False)}
                self.assertEqual(changed, {Path("src/runtime") / table, Path("docs/floors.svg")})

    def test_two_rows_of_one_name_do_not_compile(self):
        sentences = {"schedule": "two schedulers have one name", "dependence": "two dependence managers have one name",
                     "loop": "two loop schedules have one name"}
        for kind, (name, table, _) in POLICIES.items():
            with self.subTest(kind):
                self.make(kind, name)
                path = self.root / "src/runtime" / table
                unique = path.read_text()
                path.write_text(unique.replace(f'"{name}"', '"steal"' if kind != "dependence" else '"direct"'))
                refused = run([*COMPILE, "-fsyntax-only", f"-I{self.root}/src", self.root / "src/runtime/policy_tables.cpp"])
                self.assertNotEqual(refused.returncode, 0)
                self.assertIn(f"static assertion failed: {sentences[kind]}", refused.stderr)
                path.write_text(unique)

    def test_two_loop_schedules_of_one_number_do_not_compile(self):
        path = self.root / "src/runtime/loop_table.hpp"
        path.write_text(path.read_text().replace(".number = 7", ".number = 6"))
        refused = run([*COMPILE, "-fsyntax-only", f"-I{self.root}/src", self.root / "src/runtime/policy_tables.cpp"])
        self.assertIn("two loop schedules have one number", refused.stderr)

    def test_each_new_loop_schedule_gets_a_number_of_its_own(self):
        for name in ("one", "two"):
            self.make("loop", name)
        rows = re.findall(r'\{"(one|two)".*?\.number = (\d+)', (self.root / "src/runtime/loop_table.hpp").read_text(), re.DOTALL)
        self.assertEqual(rows, [("one", "9"), ("two", "10")])

    def test_the_sentence_stands_in_the_row(self):
        self.assertEqual(new(self.root, "loop", "mine", "--about", "chunks that double").returncode, 0)
        self.assertIn('"mine", "chunks that double",', re.sub(r"\s+", " ", (self.root / "src/runtime/loop_table.hpp").read_text()))

    def test_a_name_in_another_spelling_is_refused(self):
        result = new(self.root, "schedule", "MyOwn")
        self.assertEqual(result.returncode, 2)
        self.assertIn("not snake_case", result.stderr)

    def test_what_has_a_name_already_is_not_overwritten(self):
        self.make("schedule", "mine")
        before = files_of(self.root)
        self.assertIn("exists already", new(self.root, "schedule", "mine").stderr)
        for kind, name in (("loop", "steal_most"), ("dependence", "handover"), ("loop", "asked"), ("loop", "auto")):
            refused = new(self.root, kind, name)
            self.assertEqual(refused.returncode, 2)
            self.assertIn(f"{name} has a meaning already", refused.stderr)
        self.assertEqual(files_of(self.root), before)

    def test_a_folder_without_the_table_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertIn("there is no table", new(folder, "loop", "mine").stderr)
            self.assertEqual(files_of(Path(folder)), set())


LIBRARY, COMMAND = "lib/libheddle.so.1", "bin/heddle"


def is_built():
    return all((BUILD / file).is_file() for file in ("build.ninja", COMMAND, LIBRARY, "src/libheddle_simulation.a"))


@unittest.skipUnless(is_built(), f"{BUILD} (HEDDLE_BUILD) holds no library and command with the simulator; it must be up to date")
class Chosen(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.root = Path(folder.name)
        copy_of_the_sources(cls.root)
        for kind, (name, _, function) in POLICIES.items():
            made = new(cls.root, kind, name)
            assert made.returncode == 0, made.stderr
            cls.count_calls(kind, name, function)
        cls.build()

    @classmethod
    def count_calls(cls, kind, name, function):
        """Lets the policy say at the program's end how often its function was called."""
        header = cls.root / "src" / kind / name / f"{name}.hpp"
        text = header.read_text()
        assert function in text
        told = (f'struct Told {{\n  ~Told() {{ std::fprintf(stderr, "{name} served %ld\\n", calls.load()); }}\n'
                "  std::atomic<long> calls{0};\n};\ninline Told told;\n\n")
        text = text.replace(function, f"{function} ++told.calls;", 1).replace("template <class P>", f"{told}template <class P>", 1)
        header.write_text(text.replace("#pragma once\n", "#pragma once\n#include <atomic>\n#include <cstdio>\n", 1))

    @classmethod
    def build(cls):
        """Two files are compiled anew, as the build does it: the tables for threads, and for the simulator."""
        commands = run(["ninja", "-C", BUILD, "-t", "commands", LIBRARY, COMMAND]).stdout.splitlines()
        objects = {"src/runtime/policy_tables.cpp": cls.root / "policies.o", "src/sim/engine.cpp": cls.root / "engine.o"}
        compilers = [subprocess.Popen(cls.anew(commands, f" -c {ROOT / source}", result), shell=True, cwd=BUILD)
                     for source, result in objects.items()]
        assert all([compiler.wait(timeout=200) == 0 for compiler in compilers])
        shutil.copytree(BUILD / "lib/heddle", cls.root / "lib/heddle")
        (cls.root / "bin").mkdir()
        library = cls.anew(commands, f" -o {LIBRARY} ", cls.root / LIBRARY)
        library, replaced = re.subn(r"\S*room_runtime\.dir/runtime/policy_tables\.cpp\.o", str(cls.root / "policies.o"), library)
        assert replaced == 1, library
        command = cls.anew(commands, f" -o {COMMAND} ", f"{cls.root / COMMAND} {cls.root}/policies.o {cls.root}/engine.o")
        for link in (library, command):
            linked = run(["sh", "-c", link], cwd=BUILD)
            assert linked.returncode == 0, linked.stderr
        program = run(["gcc", "-fopenmp", f"-I{ROOT}/include", Path(__file__).with_name("chosen.c"), "-o", cls.root / "chosen", "-ldl"])
        assert program.returncode == 0, program.stderr

    @classmethod
    def anew(cls, commands, part, result):
        """The build's command that holds the part, with the sources of the copy, and with another result."""
        command, = (command for command in commands if part in command)
        command = re.sub(r"-MD -MT \S+ -MF \S+", "", re.sub(r"^: && | && :$", "", command))
        return re.sub(r"-o \S+", f"-o {result}", command.replace(f"{ROOT}/src", f"{cls.root}/src"), count=1)

    def chosen(self, *words, **variables):
        """@returns how often each policy served the program, and what it said."""
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("HEDDLE_", "OMP_", "GOMP_", "LD_"))}
        paths = f"{self.root}/lib:{self.root}/lib/heddle/gomp"
        done = run([self.root / "chosen", *words], env={**clean, "LD_LIBRARY_PATH": paths, "HEDDLE_INLINE": "off", **variables})
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.served(done.stderr), done.stderr

    def served(self, said):
        served = {name: int(calls) for name, calls in re.findall(r"(\w+) served (\d+)", said)}
        self.assertEqual(set(served), {name for name, _, _ in POLICIES.values()}, "it runs on the library of the copy")
        return served

    def heddle(self, *arguments, **options):
        return run([self.root / "bin/heddle", *arguments], **options)

    def test_nobody_is_served_by_a_policy_that_is_not_chosen(self):
        self.assertEqual(set(self.chosen()[0].values()), {0})

    def test_the_environment_chooses_each(self):
        for kind, (name, _, _) in POLICIES.items():
            with self.subTest(kind):
                served, said = self.chosen(HEDDLE_VERBOSE="2", **{VARIABLES[kind]: name})
                self.assertGreater(served.pop(name), 1)
                self.assertEqual(set(served.values()), {0})
                self.assertIn(f"{VARIABLES[kind]} = '{name}'", said)

    def test_the_schedule_of_a_loop_at_runtime_may_be_the_new_one(self):
        served, said = self.chosen(OMP_SCHEDULE="my_loop,100", HEDDLE_LOOP="asked", OMP_DISPLAY_ENV="true")
        self.assertEqual(served["my_loop"], 10000 // 100 + 4, "the chunks, and the last empty one of each thread")
        self.assertIn("OMP_SCHEDULE = 'MY_LOOP,100'", said)

    def test_the_program_chooses_by_heddle_set(self):
        served, _ = self.chosen(*(f"{VARIABLES[kind]}={name}" for kind, (name, _, _) in POLICIES.items()))
        self.assertGreater(min(served.values()), 1, served)

    def test_a_name_that_is_nearly_the_new_one_is_told_once_and_the_default_serves(self):
        for kind, (name, _, _) in POLICIES.items():
            served, said = self.chosen(**{VARIABLES[kind]: name + "x"})
            self.assertEqual(set(served.values()), {0})
            self.assertEqual(said.count(f"(did you mean {name}?); using"), 1, said)

    def test_help_names_them(self):
        for command in ("run", "simulate"):
            text = self.heddle(command, "--help").stdout
            for name, _, _ in POLICIES.values():
                self.assertRegex(text, rf"(?m){name} +new: says here")

    def test_options_of_run_choose_them(self):
        options = ("--loop", "my_loop", "--scheduler", "my_queue", "--dependence", "my_graph")
        done = self.heddle("run", *options, self.root / "chosen")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertGreater(min(self.served(done.stderr).values()), 1, done.stderr)
        wrong = self.heddle("run", "--loop", "my_lop", "true")
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("did you mean my_loop?", wrong.stderr)

    def test_traces_and_the_simulator_know_them_by_name(self):
        raw, graph = self.root / "chosen.raw", self.root / "chosen.json"
        self.chosen(HEDDLE_LOOP="my_loop", HEDDLE_TRACE=str(raw))
        self.assertEqual(self.heddle("graph", raw, "-o", graph).returncode, 0)
        loops = [loop["schedule"] for task in json.loads(graph.read_text())["tasks"] for loop in task.get("loops", [])]
        self.assertIn("my_loop", loops)
        as_recorded = self.simulate(graph)
        self.assertNotEqual(self.simulate(graph, "--loop", "static"), as_recorded)
        self.assertEqual(self.simulate(graph, "--loop", "my_loop"), as_recorded)
        self.assertNotEqual(self.simulate(graph, "--scheduler", "my_queue", "--dependence", "my_graph"), as_recorded)
        wrong = self.heddle("simulate", graph, "--scheduler", "my_qeue")
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("did you mean my_queue?", wrong.stderr)

    def simulate(self, graph, *options):
        """@returns the predicted points."""
        machine = ROOT / "machines/vm2.toml"
        done = self.heddle("simulate", graph, "--machine", machine, "--quick", "--json", "--cores", "2", *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)["points"]


if __name__ == "__main__":
    unittest.main()
