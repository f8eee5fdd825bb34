#!/usr/bin/env python3
"""Wrong directives: each is refused with a sentence at its place, and nothing is compiled. usage: wrong_test.py HEDDLEC"""

import pathlib
import re
import subprocess
import sys
import tempfile

# A body for main(), or a whole file when it holds "int main"; the words of the message; the line; options.
OSS = [
    ("int x = 0;\n#pragma oss task inn(x)\nx++;", "clause 'inn' is not one of '#pragma oss task'; did you mean 'in'?", 2),
    ("int *p = 0, k = 0, n = 1;\n#pragma oss task in(p[0;n] out(k)\nk++;", "expected ')' at the end of clause 'in'", 2),
    ("int x = 0;\n#pragma oss task out(z)\nx++;", "use of undeclared identifier 'z'", 2),
    ("int n = 0;\n#pragma oss task in(n + 1)\n(void)n;", "a dependence names storage", 2),
    ("int *v = 0;\n#pragma oss task in(v[:])\n(void)v;", "section of unknown length; write v[0;n]", 2),
    ("int v[4];\n#pragma oss task in(v[0;-1])\n(void)v;", "has a length below 0", 2),
    ("int x = 0;\n#pragma oss task inout(x)\nreturn x;", "'return' leaves the task of line 2", 3),
    ("int x = 0;\nfor (;;) {\n#pragma oss task inout(x)\nbreak;\n}", "'break' leaves the task of line 3", 4),
    ("int x = 0;\nfor (;;) {\n#pragma oss task inout(x)\n{ continue; }\n}", "'continue' leaves the task of line 3", 4),
    ("int x = 0;\n#pragma oss task inout(x)\n{ goto end; }\nend: x++;", "'goto' leaves the task of line 2", 3),
    ("{\n#pragma oss task\n}", "expected a statement after '#pragma oss task'", 2),
    ("#pragma oss task\nint x = 5;", "expected a statement after '#pragma oss task'", 1),
    ("int x = 0;\n#pragma oss task out(x) inout(x)\nx++;", "is written by two clauses of one task", 2),
    ("int x = 0;\n#pragma oss tusk out(x)\nx++;", "'tusk' is no directive that heddlec knows; did you mean 'task'?", 2),
    ("int x = 0;\n#pragma oss task device(cuda) out(x)\nx++;", "device(cuda) is not supported", 2),
    ("int x = 0;\n#pragma oss task ndrange(1, 2) out(x)\nx++;", "'ndrange' is not supported", 2),
    ("int x[9];\n#pragma oss taskloop\nwhile (x[0]) x[0]++;", "expected a loop after", 2),
    ("float f;\n#pragma oss taskloop\nfor (f = 0; f < 3; f += 1) {}", "no directive can divide this loop: its variable is no integer", 2),
    ("int i;\n#pragma oss taskloop\nfor (i = 0; i * i < 3; i++) {}", "no directive can divide this loop", 2),
    ("struct { int a; } s = {1};\n#pragma oss task inout(s)\ns.a++;", "its type has no name; give it one", 2),
    ("struct t { int a; } s = {1};\n#pragma oss task inout(s)\ns.a++;", "its type is declared in the function; move it out", 2),
    ("int n = 3;\nint v[n];\nv[0] = 1;\n#pragma oss task\nv[0]++;", "of variable length and cannot be copied", 4),    ("return 0; }\n#pragma oss task inout(*p)\nint f(int *p);\nint g(void) {", "a task function returns nothing, and 'f' does", 2),
    ("return 0; }\n#pragma oss task inout(*q)\nvoid f(int *p);\nint g(void) {", "use of undeclared identifier 'q'", 2),
    ("return 0; }\n#pragma oss task inout(*p) firstprivate(p)\nvoid f(int *p);\nint g(void) {", "says nothing of a function", 2),
    ("return 0; }\n#pragma oss task inout(*p)\nvoid f(int *);\nint g(void) {", "use of undeclared identifier 'p'", 2),
    ("int x = 0;\n#pragma oss taskiter\nfor (int i = 0; i < 4; i++) x++;", "the loop of a taskiter makes no tasks", 2),
    ("int x = 0;\n#pragma oss taskiter\nfor (int i = 0; i < 4; i++) {\n#pragma oss task inout(x)\nx += i;\n}", "the iterations of a taskiter are the same, but 'i'", 2),
    ("int x[9];\n#pragma oss taskloop collapse(2)\nfor (int i = 0; i < 3; i++) x[i] = i;", "collapse(2) wants as many loops", 2),
    ("int x[9];\n#pragma oss taskloop collapse(2)\nfor (int i = 0; i < 3; i++)\nfor (int k = 0; k < i; k++) x[i + k] = i;", "do not depend on each other", 2),
    ("int x[9], n = 2;\n#pragma oss taskloop collapse(n)\nfor (int i = 0; i < 3; i++) x[i] = i;", "collapse takes a constant", 2),
    ("int x = 0;\n#pragma oss task reduction(foo: x)\nx++;", "is no reduction that heddlec knows", 2),
    ("#pragma oss declare reduction(foo : int)\nint x = 0;", "write it as declare reduction(name : type : combiner)", 1),
    ("int x = 0;\n#pragma oss task inout(x) onready(y)\nx++;", "use of undeclared identifier 'y'", 2),
    ("int x = 0;\n#pragma oss critical\nx++;", "is translated by the compiler behind heddlec; add -fopenmp", 2),
]
SWITCHES = [
    ("int a[9];\n#pragma omp parallel\n{\n#pragma omp for schedule(dynamic, 3) depend(out: a)\nfor (int i = 0; i < 9; i++) a[i] = i;\n}",
     "a loop with dependences is static or cross", 4),
    ("int a[9];\n#pragma omp parallel\n{\n#pragma omp for schedule(cros, 4)\nfor (int i = 0; i < 9; i++) a[i] = i;\n}", "did you mean 'cross'?", 4),
    ("int a[9];\n#pragma omp parallel\n{\n#pragma omp for schedule(cross) depend(out: a[0:4])\nfor (int i = 0; i < 9; i++) a[i] = i;\n}",
     "cross needs a chunk of at least 1", 4),
    ("int a[9];\n#pragma omp parallel\n{\n#pragma omp for schedule(cross, 0) depend(out: a[0:4])\nfor (int i = 0; i < 9; i++) a[i] = i;\n}",
     "cross needs a chunk of at least 1", 4),
    ("int a[9];\n#pragma omp parallel\n{\n#pragma omp for schedule(cross, 8) depend(out: a[0:4])\nfor (int i = 0; i < 9; i++) a[i] = i;\n}",
     "is 4 long, the chunk 8", 4),
    ("int x = 0;\n#pragma omp parallel\n{\n#pragma omp task depend(inout: x)\n{\n#pragma omp barrier\nx++;\n}\n}", "a barrier cannot lie in a task", 6),
    ("int x = 0;\n#pragma omp task depend(out: x)\nx++;", "stands in no parallel region", 2),
    ("int x = 0;\n#pragma omp parallel\n{\n#pragma omp task depend(otu: x)\nx++;\n}", "did you mean 'out'?", 4),
    ("int x = 0;\n#pragma omp parallel for reduction(foo: x)\nfor (int i = 0; i < 9; i++) x++;", "is no reduction", 2),
    ("int x = 0;\n#pragma omp parallel\n{\nint y = 1;\n#pragma omp task\ny = 2;\nx = y;\n}", "declare it before the region", 5),    ("int x = 0;\n#pragma omp parallel for lastprivate(x) firstprivate(x)\nfor (int i = 0; i < 9; i++) x = i;", "is firstprivate and lastprivate", 2),
    ("int x[3];\n#pragma omp parallel for lastprivate(x)\nfor (int i = 0; i < 9; i++) x[0] = i;", "lastprivate of 'x', an array", 2),
    ("int x = 0;\n#pragma heddle plan workers(2)\nx++;", "stands before a static region, and there is none", 2),
    ("int x = 0;\n#pragma heddle plan placement(best)\n#pragma omp parallel\n{\n#pragma omp task depend(out: x)\nx = 1;\n}", "placement is one of locality", 2),
    ("int x = 0, n = 3;\n#pragma heddle plan keep(n)\n#pragma omp parallel\n{\n#pragma omp task depend(out: x)\nx = 1;\n}", "keep takes a constant", 2),
    ("int x = 0;\n#pragma heddle laps\nfor (int i = 0; i < 3; i++)\n#pragma omp parallel\n{\n#pragma omp task depend(out: x)\nx = i;\n}", "the laps of this loop differ: 'i'", 2),
    ("int x = 0;\n#pragma heddle laps\nfor (int i = 0; i < 3; i++) {\nx++;\n#pragma omp parallel\n{\n#pragma omp task depend(out: x)\nx = 1;\n}\n}", "there is more than the region in this loop", 2),
]
MYRMICS = [
    ("int x = 0;\n#pragma myrmics task inout(x)\nx++;", "stands before a call of a function", 2),
    ("extern void f(int *);\nint x = 0, y = 0;\n#pragma myrmics task inout(y)\nf(&x);", "is no argument of the call of 'f'", 3),
    ("struct t { int a[9]; };\nextern void f(struct t);\nstruct t x;\n#pragma myrmics task safe(x)\nf(x);", "is a struct by value", 4),
]
CALLS = [
    (["--dialect=fortran"], "--dialect is openmp or switches"),
    (["--graph=x.png"], "choose one of these endings"),
    (["--cc=no-such-compiler"], "install it, or name another by --cc=PROGRAM"),
]


def call(heddlec, body, options):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "wrong.c"
        source.write_text(f"int main(void) {{\n#line 1\n{body}\nreturn 0; }}\n")
        target = pathlib.Path(folder) / "wrong.o"
        ran = subprocess.run([heddlec, *options, "-c", source, "-o", target], capture_output=True, text=True, timeout=60)
        return ran, target.exists()


def main():
    heddlec, wrong, tried = sys.argv[1], [], 0
    for cases, options in ((OSS, []), (SWITCHES, ["--dialect=switches"]), (MYRMICS, [])):
        for body, words, line in cases:
            ran, made = call(heddlec, body, options)
            tried += 1
            told = [text for text in ran.stderr.splitlines() if words in text]
            place = told and re.search(r"wrong\.c:(\d+):\d+: error: ", told[0])
            if ran.returncode == 0 or made or not place or int(place.group(1)) != line:
                wrong.append(f"{body}\n--- wanted in line {line}: {words}\n--- status {ran.returncode}: {ran.stderr}")
    for options, words in CALLS:
        ran, made = call(heddlec, "int x = 0;\n#pragma oss task inout(x)\nx++;", options)
        tried += 1
        if ran.returncode != 2 or made or words not in ran.stderr:
            wrong.append(f"{options}\n--- wanted: {words}\n--- status {ran.returncode}: {ran.stderr}")
    print("\n\n".join(wrong))
    print(f"{tried} wrong directives and calls, {len(wrong)} of them not refused as they should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
