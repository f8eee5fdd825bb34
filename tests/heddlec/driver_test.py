#!/usr/bin/env python3
"""What heddlec leaves as it was: other programs, exit statuses, dependency files, lines, launchers.
usage: driver_test.py HEDDLEC"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HEDDLEC = sys.argv[1] if len(sys.argv) > 1 else "heddlec"
INCLUDE = pathlib.Path(__file__).resolve().parents[2] / "include"
TASK = "#include <stdio.h>\nint main(void) {\n  int x = 1;\n#pragma oss task inout(x)\n  x += 2;\n#pragma oss taskwait\n  printf(\"%d\\n\", x);\n  return 0;\n}\n"


class Driver(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.temporary = self.folder / "tmp"
        self.temporary.mkdir()
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def heddlec(self, *words, **options):
        environment = dict(os.environ, TMPDIR=str(self.temporary))
        return subprocess.run([HEDDLEC, *words], capture_output=True, text=True, cwd=self.folder, env=environment, timeout=120, **options)

    def test_a_file_without_directives_becomes_the_backends_object(self):
        self.write("plain.c", "int f(int x) { return x + 1; }\n")
        self.assertEqual(self.heddlec("gcc", "-O2", "-c", "plain.c", "-o", "ours.o").returncode, 0)
        subprocess.run(["gcc", "-O2", "-c", "plain.c", "-o", "theirs.o"], cwd=self.folder, check=True)
        self.assertEqual((self.folder / "ours.o").read_bytes(), (self.folder / "theirs.o").read_bytes())

    def test_openmp_is_left_alone_to_the_last_blank(self):
        self.write("omp.c", "int f(int n) {\n  int s = 0;\n#pragma omp parallel for  reduction(+ :s)\n  for (int i = 0; i < n; i++) s += i;\n  return s;\n}\n")
        self.assertEqual(self.heddlec("gcc", "-O2", "-fopenmp", "-c", "omp.c", "-o", "ours.o").returncode, 0)
        subprocess.run(["gcc", "-O2", "-fopenmp", "-c", "omp.c", "-o", "theirs.o"], cwd=self.folder, check=True)
        self.assertEqual((self.folder / "ours.o").read_bytes(), (self.folder / "theirs.o").read_bytes())

    def test_a_plan_stands_before_a_static_region(self):
        self.write("plan.c", "void f(void) {\n#pragma heddle plan workers(2)\n  ;\n}\n")
        ran = self.heddlec("-c", "plan.c")
        self.assertNotEqual(ran.returncode, 0)
        self.assertIn("'#pragma heddle plan' stands before".replace("'", ""), ran.stderr)
        self.assertIn("plan.c:2:", ran.stderr)

    def test_a_backend_is_identified_through_heddlec(self):
        self.assertIn("Free Software Foundation", self.heddlec("gcc", "--version").stdout)
        self.assertIn("clang version 19", self.heddlec("clang-19", "--version").stdout)

    def test_an_error_of_the_backend_is_its_status_and_its_line(self):
        self.write("bad.c", TASK.replace("x += 2", "x += y"))
        ran = self.heddlec("-c", "bad.c")
        self.assertNotEqual(ran.returncode, 0)
        self.assertIn("bad.c:5:", ran.stderr)

    def test_warnings_of_the_backend_name_the_original_line(self):
        self.write("sub/warns.c", TASK.replace("x += 2;", "{ int unused; x += 2; }"))
        for backend in ("gcc", "clang-19"):
            ran = self.heddlec(backend, "-Wall", "-c", "sub/warns.c", "-o", "warns.o")
            self.assertIn("sub/warns.c:5:", ran.stderr)

    def test_what_is_safe_and_no_argument_is_only_warned_of(self):
        self.write("safe.c", "#include <myrmics.h>\nvoid f(int *); void g(void) {\n  int *p = 0, *q = 0;\n#pragma myrmics task inout(p) safe(q)\n  f(p);\n  (void)q;\n}\n")
        ran = self.heddlec("gcc", "--myrmics-main=g", f"-I{INCLUDE}", "-c", "safe.c", "-o", "safe.o")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn("safe.c:4:", ran.stderr)
        self.assertIn("'q' in clause 'safe' is no argument of the call of 'f'", ran.stderr)

    def test_the_dependency_file_is_the_backends(self):
        self.write("sub/task.h", "#pragma once\nint number(void);\n")
        self.write("sub/task.c", '#include "task.h"\n' + TASK)
        self.assertEqual(self.heddlec("gcc", "-MMD", "-MF", "ours.d", "-MT", "x.o", "-c", "sub/task.c", "-o", "x.o").returncode, 0)
        subprocess.run(["gcc", "-MM", "-MF", "theirs.d", "-MT", "x.o", "sub/task.c"], cwd=self.folder, check=True)
        self.assertEqual((self.folder / "ours.d").read_text(), (self.folder / "theirs.d").read_text())

    def test_two_inputs_become_one_program(self):
        self.write("one.c", TASK)
        self.write("other.c", "int other(int x) {\n#pragma oss task shared(x)\n  x++;\n#pragma oss taskwait\n  return x;\n}\n")
        self.assertEqual(self.heddlec("one.c", "other.c", "-o", "program").returncode, 0)
        self.assertEqual(subprocess.run([self.folder / "program"], capture_output=True, text=True).stdout, "3\n")

    def test_objects_that_were_translated_are_linked_with_heddle(self):
        self.write("one.c", TASK)
        self.assertEqual(self.heddlec("-c", "one.c").returncode, 0)
        self.assertEqual(self.heddlec("one.o", "-o", "program").returncode, 0)
        self.assertEqual(subprocess.run([self.folder / "program"], capture_output=True, text=True).stdout, "3\n")

    def test_headers_with_directives_are_translated(self):
        self.write("inner.h", "#pragma once\nstatic int twice(int x) {\n#pragma oss task shared(x)\n  x *= 2;\n#pragma oss taskwait\n  return x;\n}\n")
        self.write("outer.h", '#pragma once\n#include "inner.h"\n')
        self.write("main.c", '#include <stdio.h>\n#include "outer.h"\n#include "inner.h"\nint main(void) { printf("%d\\n", twice(4)); return 0; }\n')
        ran = self.heddlec("main.c", "-o", "program")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertEqual(subprocess.run([self.folder / "program"], capture_output=True, text=True).stdout, "8\n")

    def test_what_clang_did_not_read_is_an_error_for_gcc(self):
        self.write("skipped.c", "int f(int x) {\n#ifndef __clang__\n#pragma oss task inout(x)\n#endif\n  x++;\n#pragma oss taskwait\n  return x;\n}\n")
        ran = self.heddlec("gcc", "-c", "skipped.c")
        self.assertNotEqual(ran.returncode, 0)
        self.assertIn("skipped.c:3 was skipped when heddlec read it", ran.stderr)
        self.assertEqual(self.heddlec("clang-19", "-c", "skipped.c").returncode, 0)

    def test_nothing_is_left_behind(self):
        self.write("one.c", TASK)
        self.heddlec("-c", "one.c")
        self.assertEqual(list(self.temporary.iterdir()), [])

    def test_the_translated_source_is_complete_and_stable(self):
        self.write("one.c", TASK)
        first = self.heddlec("--emit-source", "-c", "one.c").stdout
        self.assertIn("heddle_compiled_spawn", first)
        self.assertEqual(first, self.heddlec("--emit-source", "-c", "one.c").stdout)
        self.assertEqual(first, subprocess.run([HEDDLEC, "--emit-source", "-c", "one.c"], capture_output=True, text=True, cwd=self.folder,
                                               env=dict(os.environ, OMP_NUM_THREADS="7")).stdout)

    def test_messages_as_json_and_sarif(self):
        self.write("bad.c", TASK.replace("inout(x)", "inn(x)"))
        line = json.loads(self.heddlec("--diagnostics=json", "-c", "bad.c").stderr)
        self.assertEqual((line["line"], line["replacement"]), (4, "in"))
        self.heddlec("--diagnostics=sarif:out.sarif", "-c", "bad.c")
        run = json.loads((self.folder / "out.sarif").read_text())["runs"][0]
        self.assertEqual(run["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"], 4)

    def test_graphs(self):
        self.write("two.c", TASK.replace("#pragma oss taskwait", "#pragma oss task in(x)\n  (void)x;\n#pragma oss taskwait"))
        for name in ("g.dot", "g.json", "g.txt"):
            self.assertEqual(self.heddlec(f"--graph={name}", "-c", "two.c").returncode, 0)
        graph = json.loads((self.folder / "g.json").read_text())
        self.assertEqual([edge["kind"] for edge in graph["dependences"]], ["RAW"])
        self.assertIn("->", (self.folder / "g.dot").read_text())

    def test_cmake_takes_it_as_launcher(self):
        self.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.25)\nproject(p C)\nadd_executable(p one.c)\n")
        self.write("one.c", TASK)
        made = subprocess.run(["cmake", "-S", ".", "-B", "b", f"-DCMAKE_C_COMPILER_LAUNCHER={HEDDLEC}", f"-DCMAKE_C_LINKER_LAUNCHER={HEDDLEC}"],
                              capture_output=True, text=True, cwd=self.folder)
        self.assertEqual(made.returncode, 0, made.stderr)
        built = subprocess.run(["cmake", "--build", "b"], capture_output=True, text=True, cwd=self.folder)
        self.assertEqual(built.returncode, 0, built.stdout + built.stderr)
        self.assertEqual(subprocess.run([self.folder / "b/p"], capture_output=True, text=True).stdout, "3\n")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
