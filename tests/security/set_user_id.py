#!/usr/bin/env python3
"""usage: set_user_id.py <build folder> [-v]: a set-user-id program on Heddle gives its caller nothing.

A program is built, given to root with the set-user-id bit (and one with the set-group-id bit), and started by an
unprivileged user under every variable that Heddle knows and those of libraries that it may load. No file may appear, no
library be loaded, no process be started. The same program with an ordinary caller shows that the ways are there.

Needs root, and a folder whose file system honours set-user-id; says what is missing and ends with 77 otherwise."""

import itertools
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else ROOT / "build/release"
NOBODY = 65534
SKIPPED = 77
PLACES = [BUILD, "/var/tmp", "/tmp", "/opt", "/root"]  # where a file system may honour the bit
KNOWN = re.findall(r'^    \{"(\w+)", Needs::', (ROOT / "src/base/trust.hpp").read_text(), re.M)
SUM = "sum 4950"


class Missing(Exception):
    pass


def build(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise AssertionError(f"{' '.join(map(str, command))}\n{done.stderr}")


class Stage:
    """A folder with the program, copies of the libraries, a folder of the attacker's and one of root's."""

    def __init__(self, place):
        self.folder = Path(tempfile.mkdtemp(prefix="heddle-set-user-id-", dir=place))
        self.folder.chmod(0o755)
        self.loot = self.make_folder("loot", 0o777)
        self.owned = self.make_folder("owned", 0o755)
        self.bin = self.make_folder("loot/bin", 0o755)
        libraries = self.make_folder("libraries", 0o755)
        for file in ("lib/libheddle.so.1", "lib/heddle/gomp/libgomp.so.1", "lib/heddle/kmpc/libomp.so.5"):
            shutil.copy(BUILD / file, libraries)
        self.build_accomplices()
        # For such a program the loader ignores the environment and $ORIGIN: libheddle is found by the program's own path.
        self.link = [f"-Wl,--no-as-needed,-rpath,{libraries}", libraries / "libheddle.so.1", "-ldl"]
        self.programs = {"gcc": self.build_program("gcc", "plain", 0o755)}

    def make_folder(self, name, mode):
        folder = self.folder / name
        folder.mkdir()
        folder.chmod(mode)
        return folder

    def build_accomplices(self):
        self.library = self.loot / "hwloc_accomplice.so"
        build(["gcc", "-shared", "-fPIC", f'-DLOOT="{self.loot}"', HERE / "accomplice.c", "-o", self.library])
        for name in ("libhwloc.so.15", "libmemkind.so.0", "libgomp.so.1", "libomp.so.5"):
            shutil.copy(self.library, self.loot / name)
        for name in ("addr2line", "sh", "gdb"):
            command = self.bin / name
            command.write_text(f"#!/bin/sh\n: >{self.loot}/{name}-ran\n")
            command.chmod(0o755)

    def build_program(self, compiler, name, mode):
        program = self.folder / f"{compiler}-{name}"
        build([compiler, "-O1", "-g", "-fopenmp", HERE / "victim.c", "-o", program, *self.link])
        program.chmod(mode)
        return program

    def all_files(self):
        return {path: path.stat().st_mtime_ns for path in self.folder.rglob("*")}

    def surroundings(self):
        """What an attacker sets for the libraries that a runtime may load, and for the tools it may start."""
        loot = str(self.loot)
        folders = ["PATH", "HWLOC_PLUGINS_PATH", "LD_LIBRARY_PATH", "TMPDIR", "HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME",
                   "XDG_RUNTIME_DIR", "LOCPATH", "GCONV_PATH"]
        return dict.fromkeys(folders, loot) | {
            "PATH": str(self.bin), "LD_PRELOAD": str(self.library), "HWLOC_XMLFILE": f"{loot}/machine.xml",
            "HWLOC_COMPONENTS": "accomplice", "HWLOC_PLUGINS_VERBOSE": "1", "MEMKIND_HBW_NODES": "0",
            "MALLOC_TRACE": f"{loot}/malloc", "LC_ALL": "xx_XX", "NLSPATH": f"{loot}/%N",
            "TSAN_OPTIONS": f"log_path={loot}/tsan"}

    def start(self, program, variables, user=NOBODY):
        environment = self.surroundings() | variables
        return subprocess.run([program], env=environment, cwd=self.loot, user=user, group=user, extra_groups=[],
                              capture_output=True, text=True, timeout=60, errors="backslashreplace")

    def remove(self):
        shutil.rmtree(self.folder)


def honours_the_bit(stage):
    probe = stage.build_program("gcc", "probe", 0o4755)
    run = stage.start(probe, {})
    return "secure 1" in run.stdout


def find_stage():
    if os.geteuid() != 0:
        raise Missing("only root can make a set-user-id program of root's")
    for place in PLACES:
        # An unprivileged caller has to reach it.
        if not Path(place).is_dir() or not all(path.stat().st_mode & stat.S_IXOTH for path in [Path(place), *Path(place).parents]):
            continue
        stage = Stage(place)
        if honours_the_bit(stage):
            return stage
        stage.remove()
    raise Missing(f"no file system here honours the set-user-id bit (nosuid, or no_new_privs); tried {', '.join(map(str, PLACES))}")


def facts(run, word):
    return {line.split(" ", 1)[1] for line in run.stdout.splitlines() if line.startswith(word + " ")}


class SetUserId(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.stage = stage
        cls.compilers = ["gcc"] + (["clang-19"] if shutil.which("clang-19") else [])

    def each_program(self):
        for compiler in self.compilers:
            yield self.stage.build_program(compiler, "set-user-id", 0o4755)
        yield self.stage.build_program("gcc", "set-group-id", 0o2755)

    def expect_nothing(self, program, variables, alone, text):
        before = self.stage.all_files()
        run = self.stage.start(program, variables)
        told = f"{program.name}: {text}\n{run.stdout}{run.stderr}"
        self.assertEqual(run.returncode, 0, told)
        self.assertEqual(facts(run, "secure"), {"1"}, told)
        self.assertIn(SUM, run.stdout, told)
        self.assertEqual(self.stage.all_files(), before, told)
        self.assertEqual(facts(run, "processes"), {"0"}, told)
        self.assertLessEqual(facts(run, "mapped"), alone, told)
        self.assertEqual(facts(run, "open"), set(), told)
        return run

    def test_no_variable_makes_a_file_loads_a_library_or_starts_a_process(self):
        self.assertGreater(len(KNOWN), 50)
        stage = self.stage
        for program in self.each_program():
            alone = facts(stage.start(program, {}), "mapped")
            self.assertTrue(any("libheddle.so.1" in path for path in alone), alone)
            values = [str(stage.owned / "file"), str(stage.loot / "file"), str(stage.library), "1", "true", "verbose",
                      "cores", "all", "\x1b[31m\nheddle: nothing\n"]
            for value in values:
                self.expect_nothing(program, dict.fromkeys(KNOWN, value), alone, f"all variables hold {value!r}")
            named = {"OMP_PLACES": "cores", "HEDDLE_VERIFY": "1", "OMP_NUM_THREADS": "3"}
            for name, value in itertools.product(KNOWN, values[:1]):
                if name not in ("OMP_DISPLAY_ENV", "KMP_SETTINGS"):
                    self.expect_nothing(program, named | {name: value}, alone, f"{name}={value}")

    def test_what_does_not_count_is_said_without_its_value(self):
        program = self.stage.build_program("gcc", "set-user-id", 0o4755)
        run = self.stage.start(program, {"HEDDLE_TRACE": "secret", "HEDDLE_VERIFY": "1", "HEDDLE_\x1b[2J": "x"})
        self.assertEqual(len(run.stderr.splitlines()), 1, run.stderr)
        self.assertIn("HEDDLE_TRACE, HEDDLE_VERIFY: ignored", run.stderr)
        self.assertNotIn("secret", run.stderr)
        self.assertNotIn("\x1b", run.stderr)

    def test_openmps_own_variables_still_count(self):
        program = self.stage.build_program("gcc", "set-user-id", 0o4755)
        run = self.stage.start(program, {"OMP_DISPLAY_ENV": "true", "OMP_NUM_THREADS": "5", "OMP_PLACES": "cores"})
        self.assertIn("OMP_NUM_THREADS = '5'", run.stderr)
        self.assertRegex(run.stderr, r"OMP_PLACES = '\{\d+")

    def test_the_same_program_with_an_ordinary_caller_takes_these_ways(self):
        """Or the tests above would hold of a program that does nothing."""
        plain = self.stage.programs["gcc"]
        trace = self.stage.loot / "trace"
        run = self.stage.start(plain, {"HEDDLE_TRACE": str(trace), "HEDDLE_VERIFY": "1", "LD_LIBRARY_PATH": "", "LD_PRELOAD": ""})
        self.assertIn("secure 0", run.stdout)
        self.assertIn("overlap without being the same", run.stderr)
        self.assertEqual(stat.S_IMODE(trace.stat().st_mode), 0o600)
        trace.unlink()
        self.assertFalse((self.stage.loot / "addr2line-ran").exists(), "a command was found by PATH")
        if os.path.exists("/usr/bin/addr2line"):
            self.assertIn("victim.c:", run.stderr)
            self.assertEqual(facts(run, "processes"), {"1"})


if __name__ == "__main__":
    try:
        stage = find_stage()
    except Missing as missing:
        print(f"skipped: {missing}")
        sys.exit(SKIPPED)
    try:
        unittest.main(verbosity=1)
    finally:
        stage.remove()
