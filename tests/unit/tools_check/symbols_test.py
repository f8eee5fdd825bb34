"""The check of symbols finds a room that calls a sibling or a room above by a prototype of its own."""

import contextlib
import io
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools/check"))
sys.dont_write_bytecode = True

import symbols  # noqa: E402

FLOORS = """
[[floor]]
level = 0
about = "ground"
rooms = ["base"]
[[floor]]
level = 2
about = "doors"
rooms = ["front/*"]
[rooms]
engine = []
"""


class Symbols(unittest.TestCase):
    """A small repository, and the objects that a build would make of it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / "floors.toml").write_text(FLOORS)

    def build(self, path, text):
        """Compiles src/<path>, which belongs to the room of its folder."""
        source = self.root / "src" / path
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(text)
        room = "room_" + Path(path).parent.as_posix().replace("/", "_")
        target = self.root / f"build/src/CMakeFiles/{room}.dir" / f"{path}.o"
        target.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["g++", "-std=c++20", "-c", str(source), "-o", str(target)], check=True)
        return source

    def run_it(self):
        """@returns the status and the lines printed"""
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            status = symbols.main([str(self.root / "build"), "--root", str(self.root)])
        return status, printed.getvalue().splitlines()

    def assert_found(self, *words):
        status, lines = self.run_it()
        self.assertEqual((status, len(lines)), (1, 2), lines)
        for word in words:
            self.assertIn(word, lines[0])

    def assert_clean(self):
        self.assertEqual(self.run_it()[0], 0, self.run_it()[1])

    def test_a_door_that_calls_its_sibling_is_found(self):
        self.build("front/gomp/locks.cpp", 'extern "C" void set_lock() {}\n')
        self.build("front/kmpc/locks.cpp", 'extern "C" void set_lock();\nvoid f() { set_lock(); }\n')
        self.assert_found("src/front/kmpc", "set_lock", "src/front/gomp")

    def test_a_room_that_calls_one_above_is_found_by_its_readable_name(self):
        self.build("front/c/door.cpp", "namespace door { void opens(int) {} }\n")
        self.build("base/call.cpp", "namespace door { void opens(int); }\nvoid f() { door::opens(1); }\n")
        self.assert_found("src/base", "door::opens(int)", "src/front/c")

    def test_a_variable_of_a_sibling_is_found(self):
        self.build("front/c/door.cpp", "int opened = 1;\n")
        self.build("front/gomp/look.cpp", "extern int opened;\nint f() { return opened; }\n")
        self.assert_found("src/front/gomp", "opened")

    def test_calls_downwards_and_within_a_room_pass(self):
        self.build("base/work.cpp", "void work() {}\n")
        self.build("front/c/own.cpp", "void own() {}\n")
        self.build("front/c/call.cpp", "void work();\nvoid own();\nvoid f() { work(); own(); }\n")
        self.assert_clean()

    def test_inline_functions_belong_to_nobody(self):
        inline = "inline int twice(int x) { return 2 * x; }\nint (*{}())(int) {{ return twice; }}\n"
        self.build("front/c/a.cpp", inline.replace("{}", "a").replace("{{", "{").replace("}}", "}"))
        self.build("front/gomp/b.cpp", "int twice(int x);\nint b() { return twice(2); }\n")
        self.assert_clean()

    def test_a_function_that_two_rooms_define_is_neithers(self):
        self.build("front/c/main.cpp", 'extern "C" void hook() {}\n')
        self.build("front/gomp/main.cpp", 'extern "C" void hook() {}\n')
        self.build("front/kmpc/call.cpp", 'extern "C" void hook();\nvoid f() { hook(); }\n')
        self.assert_clean()

    def test_operators_new_and_delete_are_everybodys(self):
        self.build("front/c/memory.cpp", "#include <cstdlib>\nvoid* operator new(std::size_t bytes) { return std::malloc(bytes); }\n"
                                         "void operator delete(void* block) noexcept { std::free(block); }\n")
        self.build("base/use.cpp", "int* f() { return new int(1); }\n")
        self.assert_clean()

    def test_an_object_whose_source_is_gone_does_not_count(self):
        self.build("front/gomp/locks.cpp", 'extern "C" void set_lock() {}\n')
        old = self.build("front/kmpc/locks.cpp", 'extern "C" void set_lock();\nvoid f() { set_lock(); }\n')
        old.unlink()
        self.assert_clean()

    def test_a_folder_without_objects_is_refused(self):
        with self.assertRaises(SystemExit), contextlib.redirect_stderr(io.StringIO()):
            symbols.main([str(self.root), "--root", str(self.root)])


if __name__ == "__main__":
    unittest.main()
