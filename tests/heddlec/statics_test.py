#!/usr/bin/env python3
"""What --static does not translate, and why it says so: each region below stays as it is written, to the last byte of the
object, and the remark names what stands in the way. usage: statics_test.py HEDDLEC"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

HEDDLEC = sys.argv[1] if len(sys.argv) > 1 else "heddlec"
HEAD = "#include <omp.h>\n#include <stdio.h>\n#include <stdlib.h>\nextern void other(int *);\nextern int number;\nint *blocks[9];\nint shared;\nstatic int own;\n#line 1\n"

# A function, the words of the reason, the line of the remark.
CASES = [
    ("void f(int n) {\n#pragma omp parallel\n#pragma omp single\nfor (int i = 0; i < n; i++)\nif (blocks[i]) {\n#pragma omp task\nblocks[i] = malloc(4);\n}\n}",
     "reads 'blocks[i]', which a task may write: 'blocks[i]' in line 7"),
    ("void f(int *a) {\n#pragma omp parallel\n{\nint id = omp_get_thread_num();\n#pragma omp for\nfor (int i = 0; i < 9; i++) a[i] = id;\n}\n}",
     "it uses the thread number or the like, by 'omp_get_thread_num'"),
    ("void f(int *a) {\n#pragma omp parallel for\nfor (int i = 0; i < 9; i++) a[i] = omp_get_thread_num();\n}",
     "a task or loop uses the thread number or the like, by 'omp_get_thread_num'"),
    ("static int me(void) { return omp_get_thread_num(); }\nvoid f(int *a) {\n#pragma omp parallel for\nfor (int i = 0; i < 9; i++) a[i] = me();\n}",
     "a task or loop uses the thread number or the like, by 'omp_get_thread_num'"),
    ("void f(int *a) {\n#pragma omp parallel for schedule(dynamic, 2)\nfor (int i = 0; i < 9; i++) a[i] = i;\n}",
     "schedule(dynamic) decides at run time who runs what"),
    ("void f(int *a, int n) {\n#pragma omp parallel\n#pragma omp single\nfor (int i = 0; i < n; i++) {\nother(a);\n#pragma omp task\na[i] = i;\n}\n}",
     "creation code calls 'other', whose effects are unknown"),
    ("void f(int *a, int n) {\nint i;\n#pragma omp parallel\n#pragma omp single\nfor (i = 0; i < n; i++) {\n#pragma omp task firstprivate(i)\na[i] = i;\n}\n}",
     "creation code writes 'i', which is declared outside of the region; declare it where it begins"),
    ("void f(int *a, int n) {\n#pragma omp parallel\n{\nint mine = 0;\n#pragma omp for\nfor (int i = 0; i < n; i++) mine += a[i];\n#pragma omp critical\nshared += mine;\n}\n}",
     "'#pragma omp critical' stands between the tasks"),
    ("void f(int *a, int n) {\n#pragma omp parallel\n{\nint mine = 0;\n#pragma omp for\nfor (int i = 0; i < n; i++) { mine += i; a[i] = mine; }\n}\n}",
     "each thread has a 'mine' of its own, which this loop uses before it sets it"),
    ("void f(int *a) {\n#pragma omp parallel\n#pragma omp single\nfor (int i = 0; i < number; i++) {\n#pragma omp task\nother(a);\n}\n}",
     "reads 'number', which a task may write: it calls 'other', whose effects are unknown"),
    ("void f(int *a) {\n#pragma omp parallel\n#pragma omp single\n{\n#pragma omp task\nshared = a[0];\n#pragma omp taskwait\nfor (int i = 0; i < shared; i++) {\n#pragma omp task\na[i] = i;\n}\n}\n}",
     "reads 'shared', which a task may write: 'shared' in line 6"),
    ("void f(int *a, int n) {\nint sum = 0;\n#pragma omp parallel\n{\n#pragma omp for reduction(+ : sum)\nfor (int i = 0; i < n; i++) sum += i;\nif (sum > 9) {\n#pragma omp for\nfor (int i = 0; i < n; i++) a[i] = i;\n}\n}\n}",
     "reads 'sum', which a reduction writes"),
    ("void f(int *a) {\n#pragma omp parallel\n#pragma omp single\n{\nint x = 1;\n#pragma omp task shared(x)\na[0] = x;\n#pragma omp taskwait\n}\n}",
     "a task shares 'x', which is declared in the region"),
    ("void f(int *a, int n) {\n#pragma omp parallel for\nfor (int i = 0; i < n; i++) {\n#pragma omp parallel for\nfor (int k = 0; k < n; k++) a[k] = i;\n}\n}",
     "a parallel region stands in it"),
    ("void f(int *a, int n) {\n#pragma omp parallel for ordered\nfor (int i = 0; i < n; i++) {\n#pragma omp ordered\na[0] = i;\n}\n}", "'#pragma omp ordered' stands in a task or loop"),
    ("void f(int *a, int n) {\n#pragma omp parallel\n#pragma omp single\nfor (int i = 0; i < n; i++) {\n#pragma omp task if (i > 3)\na[i] = i;\n}\n}",
     "clause 'if' of a task decides at run time who runs it"),
    ("int mine;\n#pragma omp threadprivate(mine)\nvoid f(int *a, int n) {\n#pragma omp parallel for\nfor (int i = 0; i < n; i++) { mine = i; a[i] = mine; }\n}", "'mine' is threadprivate"),
    ("void f(int *a) {\n#pragma omp parallel\n{\nprintf(\"here\");\n#pragma omp for\nfor (int i = 0; i < 9; i++) a[i] = i;\n}\n}", "creation code calls 'printf'"),
    ("void f(int *a) {\n#pragma omp parallel\na[0] = 1;\n}", "creation code writes memory: 'a[0]'"),
    ("void f(int *a) {\n#pragma omp parallel\n{\n#pragma omp task\na[0]++;\n}\n}", "each thread makes this task; put it into a single"),
    ("void f(int *a, int n) {\n#pragma omp parallel\n#pragma omp single\n#pragma omp taskloop num_tasks(strict : 4)\nfor (int i = 0; i < n; i++) a[i] = i;\n}",
     "the modifier 'strict:' of clause 'num_tasks' is not supported"),
    ("void f(int *a, int n) {\nint k = 1;\n#pragma omp parallel\n#pragma omp single\n#pragma omp taskloop default(firstprivate)\nfor (int i = 0; i < n; i++) a[i] = i + k;\n}",
     "default(firstprivate) is not supported"),
    ("void f(void) {\n#pragma omp parallel\n;\n}", "it has no tasks and no loops"),
    ("int main(void) {\nint a[9];\n#pragma omp parallel for\nfor (int i = 0; i < 9; i++) a[i] = i;\nreturn a[3] - 3;\n}", "it runs once only"),
    ("void f(int *a, int n) {\n#pragma omp parallel\n#pragma omp single\nfor (int i = 0; i < n; i++) {\n#pragma omp task depend(iterator(k = 0 : i), in : a[k])\na[i] = i;\n}\n}",
     "'#pragma omp task' stands between the tasks"),
    ("void f(int *a) {\nint x[4] = {1};\n#pragma omp parallel\n#pragma omp single\n{\n#pragma omp task firstprivate(x)\na[0] = x[0];\n}\n}", "a task has a copy of the array 'x'"),
    ("void f(int *a, int n, int *p) {\n#pragma omp parallel\n#pragma omp single\nfor (int i = 0; i < *p; i++) {\n#pragma omp task\na[i] = n;\n}\n}",
     "reads '*p', which a task may write: 'a[i]' in line 6"),
    ("void set(void) { own = 5; }\nvoid f(int *a) {\n#pragma omp parallel\n#pragma omp single\nfor (int i = 0; i < own; i++) {\n#pragma omp task\n{ set(); a[i] = i; }\n}\n}",
     "reads 'own', which a task may write: 'own' in line 1"),
]

REGION = "#pragma omp parallel\n#pragma omp single\n{\n#pragma omp task shared(box)\n%s\n#pragma omp taskwait\nfor (int i = 0; i < %s; i++) {\n#pragma omp task\na[i] = 1;\n}\n}\n}"
ATOMS = "void f(double *a) {\n%s\n" + REGION
SET = "struct Box { int n; void set(int v) { n = v; } int get() const { return n; } Box &operator+=(int v) { n += v; return *this; } };\n"
LEAK = "struct Box;\nstatic Box *last;\nstruct Box { int n; Box(int v) : n(v) { last = this; } };\n"
LOOP = "void f(int *a) {\n#pragma omp parallel for\nfor (int i = 0; i < 9; i++) {\n%s\n}\n}"
ME = "a task or loop uses the thread number or the like, by 'omp_get_thread_num'"

# The same of C++, with words of the command line.
CXX_CASES = [
    # An object is known to its member functions, its operators, its constructors, and by a pointer to a member.
    (SET + ATOMS % ("Box box{4};", "box.set(8);", "box.n"), "reads 'box.n', which a task may write: 'n' in line 1"),
    (SET + ATOMS % ("Box box{4};", "box += 4;", "box.n"), "reads 'box.n', which a task may write: 'n' in line 1"),
    (LEAK + ATOMS % ("Box box(4);", "last->n = 8;", "box.n"), "reads 'box.n', which a task may write: 'last->n'"),
    (SET + ATOMS % ("Box box{4}; int Box::*const n = &Box::n;", "box.*n = 8;", "box.n"), "reads 'box.n', which a task may write: 'box.*n'"),
    # References.
    ("static const int *p;\nstatic void keep(const int &x) { p = &x; }\n" + ATOMS % ("int box = 4; keep(box);", "box = 8;", "*p"), "reads '*p', which a task may write: 'box'"),
    ("#include <algorithm>\n" + ATOMS % ("int box = 4;", "box = 8;", "std::min(box, 99)"), "reads 'box', which a task may write: 'box'"),
    (ATOMS % ("int box = 4, other = 3;", "(a[0] > 1 ? box : other) = 8;", "box"), "reads 'box', which a task may write"),
    ("#include <new>\n" + ATOMS.replace("a[i] = 1;", ";") % ("int box = 4, *p = &box;", "new (p) int(8);", "box"), "reads 'box', which a task may write"),
    (ATOMS.replace("a[i] = 1;", ";") % ("int box = 4; auto set = [&] { box = 8; };", "set();", "box"), "reads 'box', which a task may write"),
    ("struct Box { static int log(int); };\nvoid f(double *a) {\n" + REGION.replace(" shared(box)", "") % ("a[0] = 1;", "Box::log(4)"), "creation code calls 'Box::log', whose effects are unknown"),
    ("static int box;\ntemplate <class T> T max(T x, T y) { box++; return x + y; }\n" + ATOMS % ("", "a[0] = 1;", "max(box, 4)"), "creation code calls 'max<>', whose effects are unknown"),
    # What runs where it is not written.
    (LOOP % "if (int t = omp_get_thread_num()) a[i] = t;", ME),
    (LOOP % "if (int t = omp_get_thread_num(); t > 0) a[i] = t;", ME),
    (LOOP % "while (int t = omp_get_thread_num()) { a[i] = t; break; }", ME),
    (LOOP % "switch (int t = omp_get_thread_num()) { default: a[i] = t; }", ME),
    (LOOP % "switch (int t = omp_get_thread_num(); t) { default: a[i] = t; }", ME),
    (LOOP % "for (; int t = omp_get_thread_num();) { a[i] = t; break; }", ME),
    ("#include <initializer_list>\n" + LOOP % "for (int t : {omp_get_thread_num()}) a[i] = t;", ME),
    ("static int me(int t = omp_get_thread_num()) { return t; }\n" + LOOP % "a[i] = me();", ME),
    ("struct Box { int t = omp_get_thread_num(); };\n" + LOOP % "Box box{}; a[i] = box.t;", ME),
    ("struct Part { int t; Part() { t = omp_get_thread_num(); } };\nstruct Box { Part part; Box() {} };\n" + LOOP % "Box box; a[i] = box.part.t;", ME),
    # Destructors: of a local, a temporary, a parameter, a part.
    ("struct Box { int *to; ~Box() { *to = omp_get_thread_num(); } };\n" + LOOP % "Box box{a + i};", ME),
    ("struct Box { int *to; ~Box() { *to = omp_get_thread_num(); } };\n" + LOOP % "Box{a + i};", ME),
    ("struct Box { int *to; ~Box() { *to = omp_get_thread_num(); } };\nstatic void take(Box box) { box.to++; }\n" + LOOP % "take({a + i});", ME),
    ("struct Part { int *to; ~Part() { *to = omp_get_thread_num(); } };\nstruct Box { Part part; };\n" + LOOP % "Box box{{a + i}};", ME),
    ("static int box = 4;\nstruct Guard { ~Guard() { box = 8; } };\n" + ATOMS % ("", "{ Guard guard; a[0] = 1; }", "box"), "reads 'box', which a task may write: 'box' in line 2"),
    ("struct Guard { ~Guard(); };\nvoid f(int *a) {\n#pragma omp parallel\n#pragma omp single\n{\nGuard guard;\n#pragma omp task\na[0] = 1;\n}\n}", "creation code calls '~Guard', whose effects are unknown"),
    ("#include <cstddef>\nvoid f(std::byte *box, int *n, int *a) {\n" + REGION % ("box[0] = std::byte{8};", "*n"), "reads '*n', which a task may write: 'box[0]'"),
]
# C again, about types and functions.
C_CASES = [
    ("#include <string.h>\nvoid f(char *box, int *a) {\n" + REGION % ("box[0] = 0;", "(int)strlen(box)"), "reads 'strlen(box)', which a task may write: 'box[0]'"),
    ("#include <string.h>\nvoid f(char *box, int *a) {\n" + REGION % ("box[0] = 0;", "memcmp(box, \"9\", 1) + 1"), "which a task may write: 'box[0]'"),
    ("void f(char *box, int *a) {\n" + REGION % ("box[0] = 0;", "atoi(box)"), "reads 'atoi(box)', which a task may write: 'box[0]'"),
    ("union Both { float x; int n; };\nvoid f(union Both *box, union Both *b, double *a) {\n" + REGION % ("box->x = 8;", "b->n"), "reads 'b->n', which a task may write: 'box->x'"),
    ("union Both { float x[2]; struct { int n; } in; };\nvoid f(union Both *box, union Both *b, double *a) {\n" + REGION % ("box->x[0] = 8;", "b->in.n"), "reads 'b->in.n', which a task may write: 'box->x[0]'"),
    ("typedef int four __attribute__((vector_size(16)));\nvoid f(four *box, int *b, double *a) {\n" + REGION % ("*box = (four){8};", "*b"), "reads '*b', which a task may write: '*box'"),
    ("typedef int four __attribute__((vector_size(16)));\nvoid f(double *a) {\nfour box = {4};\n" + REGION % ("box[0] = 8;", "box[0]"), "reads 'box[0]', which a task may write: 'box[0]'"),
    ("typedef int any __attribute__((may_alias));\nvoid f(any *box, float *b, double *a) {\n" + REGION % ("*box = 8;", "*b"), "reads '*b', which a task may write: '*box'"),
    ("struct any { int n; } __attribute__((may_alias));\nvoid f(struct any *box, float *b, double *a) {\n" + REGION % ("box->n = 8;", "*b"), "reads '*b', which a task may write: 'box->n'"),
    ("void f(_Complex double *box, double *b, int *a) {\n" + REGION % ("__real__ *box = 8;", "*b"), "reads '*b', which a task may write: '__real__ *box'"),
]
ALIAS = "void f(float *box, int *b, double *a) {\n" + REGION % ("*box = 8;", "*b")


class Statics(unittest.TestCase):
    def setUp(self):
        self.kept = tempfile.TemporaryDirectory()
        self.addCleanup(self.kept.cleanup)
        self.folder = pathlib.Path(self.kept.name)

    def heddlec(self, *words):
        return subprocess.run([HEDDLEC, *words], capture_output=True, text=True, cwd=self.folder, timeout=120)

    def stays(self, name, text, words, flags=()):
        compiler = "g++" if name.endswith("pp") else "gcc"
        words_of = [compiler, "-O1", "-w", "-fopenmp", *flags, "-c", name, "-o"]
        head = HEAD.replace("int *blocks", "#define malloc(n) (int *)malloc(n)\nint *blocks") if compiler == "g++" else HEAD
        (self.folder / name).write_text(head + text + "\n")
        ran = self.heddlec("--static", "-Rheddle-static", *words_of, "ours.o")
        self.assertEqual(ran.returncode, 0, text + ran.stderr)
        self.assertIn("remark: this region stays as it is written: ", ran.stderr, text)
        self.assertIn(words, ran.stderr, text)
        subprocess.run([*words_of, "theirs.o"], cwd=self.folder, check=True)
        self.assertEqual((self.folder / "ours.o").read_bytes(), (self.folder / "theirs.o").read_bytes(), text)

    def becomes(self, name, text, flags=()):
        (self.folder / name).write_text(HEAD + text + "\n")
        ran = self.heddlec("--static=require", "g++" if name.endswith("pp") else "gcc", "-O1", "-w", "-fopenmp", *flags, "-c", name, "-o", "ours.o")
        self.assertEqual(ran.returncode, 0, text + ran.stderr)
        self.assertIn(b"heddle_", (self.folder / "ours.o").read_bytes(), text)

    def test_what_is_not_static_stays_and_says_why(self):
        for text, words in CASES + C_CASES:
            self.stays("f.c", text, words)

    def test_what_is_not_static_of_cxx_stays_and_says_why(self):
        for text, words in CXX_CASES:
            self.stays("f.cpp", text, words)

    def test_without_strict_aliasing_all_types_meet(self):
        self.stays("f.c", ALIAS, "reads '*b', which a task may write: '*box'", ["-fno-strict-aliasing"])
        self.becomes("f.c", ALIAS)
        self.becomes("f.c", ALIAS, ["-fno-strict-aliasing", "-fstrict-aliasing"])

    def test_what_only_looks_is_still_static(self):
        self.becomes("f.cpp", SET + ATOMS % ("Box box{4};", "a[0] = 2;", "box.get()"))
        self.becomes("f.cpp", "struct Box { int n; int get() const { return n; } ~Box() { n = 0; } };\n" + LOOP % "Box box{i}; a[i] = box.get();")
        self.becomes("f.cpp", "#include <algorithm>\n" + ATOMS % ("int box = 4, most = 9;", "a[0] = 2;", "std::min(box, most)"))
        self.becomes("f.c", "__attribute__((const)) int twice(int);\nvoid f(int n, int box, int *a) {\n" + REGION % ("a[0] = 2;", "twice(n)"))

    def test_require_makes_an_error_of_it_and_warn_a_warning(self):
        (self.folder / "f.c").write_text(HEAD + CASES[0][0] + "\n")
        ran = self.heddlec("gcc", "-fopenmp", "--static=require", "-c", "f.c", "-o", "f.o")
        self.assertNotEqual(ran.returncode, 0)
        self.assertIn("f.c", ran.stderr.replace("<stdin>", "f.c"))
        self.assertIn(": error: this region stays", ran.stderr)
        self.assertFalse((self.folder / "f.o").exists())
        ran = self.heddlec("gcc", "-fopenmp", "--static=warn", "-c", "f.c", "-o", "f.o")
        self.assertEqual(ran.returncode, 0)
        self.assertIn(": warning: this region stays", ran.stderr)

    def test_without_fopenmp_it_is_refused(self):
        (self.folder / "f.c").write_text("int x;\n")
        ran = self.heddlec("gcc", "--static", "-c", "f.c")
        self.assertEqual(ran.returncode, 2)
        self.assertIn("add -fopenmp", ran.stderr)
        ran = self.heddlec("gcc", "-fopenmp", "--static=often", "-c", "f.c")
        self.assertEqual(ran.returncode, 2)
        self.assertIn("'warn' or 'require'", ran.stderr)

    def test_what_clang_cannot_read_goes_to_the_backend(self):
        (self.folder / "f.c").write_text("int f(int n) {\n  int twice(int x) { return n * x; }\n  int s = 0;\n#pragma omp parallel for reduction(+ : s)\n"
                                         "  for (int i = 0; i < n; i++) s += twice(i);\n  return s;\n}\n")
        ran = self.heddlec("gcc", "-fopenmp", "--static", "-Rheddle-static", "-c", "f.c", "-o", "f.o")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn("Clang cannot read this file", ran.stderr)
        self.assertTrue((self.folder / "f.o").exists())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
