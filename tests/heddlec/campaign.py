#!/usr/bin/env python3
"""Random programs and damaged directives.

usage: campaign.py HEDDLEC [--programs 500] [--mutations 10000] [--seed N]

Programs: tasks and loops with random dependences on a few variables and sections, as OmpSs-2, as a taskiter, as static
regions of SWITCHES, and as plain OpenMP under --static=require, beside their serial elision. Mutations: directives of tests/heddlec/programs with a word changed, doubled or left out: heddlec must
not crash, and what it accepts must have no directive left and compile."""

import argparse
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ARRAY = 24


def statement(dice, names):
    """@returns a directive's items and a statement that keeps to them"""
    written = dice.choice(names)
    read = dice.sample([name for name in names if name != written], dice.randint(0, 2))
    if dice.random() < 0.4:
        first, length = dice.randrange(ARRAY - 4), dice.randint(1, 4)
        factor = dice.randint(2, 9)
        return (read, ("v", first, length),
                f"for (int j = {first}; j < {first + length}; j++) v[j] = v[j] * {factor} % 9973 + {' + '.join(read) or 1};")
    return read, written, f"{written} = ({written} * {dice.randint(2, 9)} + {' + '.join(read) or 1}) % 9973;"


def clauses(dialect, read, written):
    section = isinstance(written, tuple)
    if dialect in ("oss", "taskiter"):
        target = f"v[{written[1]}; {written[2]}]" if section else written
        return " ".join(([f"in({', '.join(read)})"] if read else []) + [f"inout({target})"])
    # The dialect of SWITCHES says where a section ends, OpenMP how long it is.
    behind = (written[2] if dialect == "static" else written[1] + written[2]) if section else 0
    target = f"v[{written[1]}:{behind}]" if section else written
    return " ".join(([f"depend(in: {', '.join(read)})"] if read else []) + [f"depend(inout: {target})"])


def loop(dice, dialect):
    """@returns a loop that is divided, with waits where the dialect has no dependence on all that it touches"""
    first, length = dice.randrange(ARRAY - 6), dice.randint(0, 6)
    add, grain = dice.randint(1, 9), dice.randint(1, 4)
    text = f"for (int i = {first}; i < {first + length}; i++) v[i] = (v[i] * {add} + i) % 9973;"
    if dialect == "oss":
        return f"#pragma oss taskloop grainsize({grain}) inout(v[i])\n{text}"
    if dialect == "static":
        return f"#pragma omp taskwait\n#pragma omp taskloop grainsize({grain})\n{text}"
    return f"#pragma omp for schedule(static, {grain}) depend(inout: v[0:{ARRAY}])\n{text}"


def program(seed):
    """@returns the dialect and the text"""
    dice = random.Random(seed)
    dialect = dice.choice(["oss", "switches", "static", "taskiter"])
    names = ["a", "b", "c", "d"]
    oss = dialect in ("oss", "taskiter")
    pragma = "#pragma oss task" if oss else "#pragma omp task"
    body = []
    for _ in range(dice.randint(3, 12)):
        read, written, text = statement(dice, names)
        repeated = dice.random() < 0.3
        if repeated:
            body.append(f"for (int i = 0; i < {dice.randint(1, 6)}; i++) {{")
        body.append(f"{pragma} {clauses(dialect, read, written)}\n{{ {text} }}")
        if repeated:
            body.append("}")
        if dice.random() < 0.1:
            body.append("#pragma oss taskwait" if oss else "#pragma omp taskwait")
        if dialect != "taskiter" and dice.random() < 0.25:
            body.append(loop(dice, dialect))
    where = "static " if dice.random() < 0.5 else ""
    lines = ["#include <stdio.h>"]
    declared = f"int a = 1, b = 2, c = 3, d = 4, v[{ARRAY}];"
    lines += [f"{where}{declared}"] if where else []
    lines.append("int main(void) {")
    lines += [declared] if not where else []
    lines.append(f"for (int i = 0; i < {ARRAY}; i++) v[i] = i;")
    if dialect == "taskiter":
        lines.append("#pragma oss taskiter")
    lines.append(f"for (int round = 0; round < {dice.randint(1, 5)}; round++) {{")
    if not oss:
        lines.append("#pragma omp parallel" + ("\n#pragma omp single" if dialect == "static" else ""))
        lines.append("{")
    lines += body
    if not oss:
        lines.append("}")
    lines.append("}")
    if oss:
        lines.append("#pragma oss taskwait")
    lines.append(f"int sum = 0;\nfor (int i = 0; i < {ARRAY}; i++) sum = (sum * 31 + v[i]) % 99991;")
    lines.append('printf("%d %d %d %d %d\\n", a, b, c, d, sum);\nreturn 0;\n}')
    return dialect, "\n".join(lines) + "\n"


def run_programs(heddlec, count, seed):
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for number in range(count):
            dialect, text = program(seed + number)
            source = folder / "program.c"
            source.write_text(text)
            options = {"switches": ["--dialect=switches"], "static": ["--static=require"]}.get(dialect, [])
            flags = ["-fopenmp"] if dialect == "static" else []
            subprocess.run(["gcc", "-O0", "-w", source, "-o", folder / "plain"], check=True)
            made = subprocess.run([heddlec, *options, "gcc", "-O1", "-w", *flags, source, "-o", folder / "ours"], capture_output=True, text=True)
            expected = subprocess.run([folder / "plain"], capture_output=True, text=True).stdout
            good = made.returncode == 0
            for threads in (1, 3) if good else ():
                ran = subprocess.run([folder / "ours"], capture_output=True, text=True, timeout=60,
                                     env=dict(os.environ, OMP_NUM_THREADS=str(threads)))
                good = good and ran.stdout == expected and ran.returncode == 0
            if not good:
                wrong += 1
                print(f"program {seed + number} ({dialect}) is wrong:\n{text}{made.stderr}", flush=True)
    print(f"{count} generated programs, {wrong} wrong")
    return wrong


DIRECTIVE = re.compile(r"^[ \t]*#pragma (?:oss|omp|myrmics).*(?:\\\n.*)*$", re.M)
JUNK = ["(", ")", "[", "]", ":", ";", ",", "in", "out", "inn", "depend", "0", "-1", "x", "v[", "{", "}", "task", "for", "cross", "\"", "schedule(", "reduction(", "&", "..."]


def mutated(dice, text):
    """@returns the text with one directive damaged"""
    directives = list(DIRECTIVE.finditer(text))
    chosen = dice.choice(directives)
    words = re.findall(r"\w+|\s+|.", chosen.group(), re.S)
    at = dice.randrange(2, len(words))
    what = dice.randrange(4)
    if what == 0:
        words[at:at + 1] = []
    elif what == 1:
        words.insert(at, dice.choice(JUNK))
    elif what == 2:
        words[at] = dice.choice(JUNK)
    else:
        words.insert(at, words[at])
    return text[:chosen.start()] + "".join(words) + text[chosen.end():]


def run_mutations(heddlec, count, seed):
    dice = random.Random(seed)
    sources = [path for path in sorted((HERE / "programs").glob("*.c")) if DIRECTIVE.search(path.read_text())]
    crashed = left = refused = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for number in range(count):
            source = dice.choice(sources)
            text = mutated(dice, source.read_text())
            path = folder / "mutated.c"
            path.write_text(text)
            options = ["--dialect=switches"] if "dialect: switches" in text else []
            options += ["--static"] if "--static" in text else []
            options += ["-fopenmp"] if "flags: -fopenmp" in text else []
            ran = subprocess.run([heddlec, *options, "--emit-source", "-c", path], capture_output=True, text=True, timeout=60)
            if ran.returncode not in (0, 1, 2):
                crashed += 1
                print(f"mutation {number} of {source.name}: status {ran.returncode}\n{ran.stderr[-2000:]}", flush=True)
                (pathlib.Path.cwd() / f"crash-{seed}-{number}.c").write_text(text)
            elif ran.returncode != 0:
                refused += 1
                if ": error: " not in ran.stderr:
                    crashed += 1
                    print(f"mutation {number} of {source.name}: refused without a word", flush=True)
            elif re.search(r"^[ \t]*#pragma (oss|myrmics)\b", ran.stdout, re.M) or ("--dialect=switches" in options and re.search(r"^[ \t]*#pragma omp (task|for|parallel)\b", ran.stdout, re.M)):
                left += 1
                print(f"mutation {number} of {source.name}: accepted with a directive left", flush=True)
    print(f"{count} damaged directives: {refused} refused, {crashed} crashes, {left} accepted with a directive left")
    return crashed + left


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("heddlec")
    parser.add_argument("--programs", type=int, default=500)
    parser.add_argument("--mutations", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    return 1 if run_programs(given.heddlec, given.programs, given.seed) + run_mutations(given.heddlec, given.mutations, given.seed) else 0


if __name__ == "__main__":
    sys.exit(main())
