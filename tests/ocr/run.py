#!/usr/bin/env python3
"""Builds the programs of this folder with plain gcc against an install tree of OCR and runs each one at several numbers
of workers. README.md has the header lines that a program may carry."""

import argparse
import json
import re
import shlex
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import ocr_tree

HERE = Path(__file__).resolve().parent
COMPILERS = {".c": ("gcc", "-std=gnu11"), ".cpp": ("g++", "-std=c++20")}
FLAGS = ["-O1", "-g", "-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror"]
HEADER_LINE = re.compile(r"^//\s*(args|env|workers|affinities|status|says|silent|flags|link|timeout|heddle-only|not-sanitized|not-as-threads|args-as-threads):\s*(.*)$")


@dataclass
class Program:
    source: Path
    name: str
    claim: str = ""
    args: list = field(default_factory=list)
    env: dict = field(default_factory=dict)
    workers: list = field(default_factory=list)  # 0: HEDDLE_OCR_WORKERS is not set
    affinities: int = 0
    status: int = 0
    says: list = field(default_factory=list)  # regular expressions: what it prints
    silent: list = field(default_factory=list)  # what it must not print
    flags: list = field(default_factory=list)
    link: list = field(default_factory=list)
    timeout: float = 30.0
    heddle_only: str = ""  # in which way XSOCR differs
    not_sanitized: str = ""  # why it says nothing under a sanitizer
    args_as_threads: list = field(default_factory=list)  # in place of args, there
    not_as_threads: str = ""  # why it is left out where each EDT is a thread of its own to ThreadSanitizer
    binary: Path = Path()


def read_program(source, root):
    program = Program(source, str(source.relative_to(root).with_suffix("")))
    lines = source.read_text().splitlines()
    program.claim = lines[0].lstrip("/ ")
    for line in lines[:30]:
        if match := HEADER_LINE.match(line):
            apply_header(program, match.group(1).replace("-", "_"), match.group(2).strip())
    return program


def apply_header(program, key, value):
    if key == "env":
        program.env |= ocr_tree.settings(shlex.split(value))
    elif key == "workers":
        program.workers = ocr_tree.numbers(value)
    elif key in ("args", "args_as_threads", "flags", "link"):
        getattr(program, key).extend(shlex.split(value.replace("{here}", str(program.source.parent))))
    elif key in ("says", "silent"):
        getattr(program, key).append(value)
    elif key in ("status", "affinities"):
        setattr(program, key, int(value))
    elif key == "timeout":
        program.timeout = float(value)
    else:
        setattr(program, key, value)


def build_program(program, tree, options):
    compiler, standard = COMPILERS[program.source.suffix]
    program.binary = options.work / program.name
    newest = max(path.stat().st_mtime for path in [program.source, *(HERE / "programs").rglob("*.h"), *(HERE.parents[1] / "include/heddle").rglob("ocr/*.hpp"), *tree.folder.glob("include/*.h")])
    if program.binary.exists() and program.binary.stat().st_mtime > newest and options.keep:
        return ""
    program.binary.parent.mkdir(parents=True, exist_ok=True)
    return ocr_tree.build([compiler, standard, *FLAGS, *tree.flags(), *shlex.split(options.flags), *program.flags,
                           f"-I{HERE / 'programs'}", f"-I{HERE.parents[1] / 'include'}", program.source, "-o", program.binary, *tree.link(), *program.link])


def what_is_wrong(program, outcome, patience):
    if not outcome.ended:
        return f"no end after {program.timeout * patience:g} s"
    if outcome.status != program.status:
        return f"exit status {outcome.status}, not {program.status}"
    for wanted in program.says:
        if not re.search(wanted, outcome.output):
            return f"does not say '{wanted}'"
    for unwanted in program.silent:
        if re.search(unwanted, outcome.output):
            return f"says '{unwanted}'"
    return ""


def commands(program, options):
    """ThreadSanitizer wants memory where systems that place it at random may not put it."""
    raced = "-fsanitize=thread" in f"{options.flags} {' '.join(program.flags)}"
    return ["setarch", "-R"] if raced and shutil.which("setarch") else []


def run_program(program, tree, options, workers):
    environment = tree.environment(workers, options.affinities or program.affinities,
                                   ocr_tree.settings(options.env) | program.env)
    if workers == 0:
        del environment["HEDDLE_OCR_WORKERS"]
    for round_ in range(1, options.repeats + 1):
        outcome = ocr_tree.run([*commands(program, options), program.binary, *program.args], environment, program.timeout * options.patience, program.binary.parent)
        wrong = what_is_wrong(program, outcome, options.patience)
        if wrong:
            break
    if wrong:
        print(f"FAILED {program.name}, {workers} workers, run {round_}: {wrong}\n    {program.claim}")
        print("".join(f"      {line}\n" for line in outcome.output.splitlines()[-options.lines:]), end="", flush=True)
    return {"program": program.name, "workers": workers, "wrong": wrong, "seconds": round(outcome.seconds, 3),
            "output": outcome.output[-4000:] if wrong else ""}


def worker_counts(program, options):
    if 0 in program.workers:
        return [0]
    return [n for n in options.workers if not program.workers or n in program.workers]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    ocr_tree.add_options(parser)
    parser.add_argument("--xsocr", action="store_true", help="leave out what XSOCR does otherwise")
    parser.add_argument("--folder", type=Path, default=HERE / "programs", help="other programs, such as examples/ocr")
    parser.add_argument("--as-threads", action="store_true",
                        help="with --flags=-fsanitize=thread on a library that is built without: each EDT is a thread of its own")
    parser.add_argument("--build-only", action="store_true")
    parser.add_argument("--keep", action="store_true", help="do not build again what is newer than its source (with --work)")
    parser.add_argument("--patience", type=float, default=1.0, help="factor on every time limit (sanitizers)")
    parser.add_argument("--list", action="store_true", help="name the programs and their claims, run nothing")
    parser.add_argument("--lines", type=int, default=10, help="lines of output shown of a failure")
    return parser.parse_args()


def main():
    options = parse_arguments()
    root = options.folder.resolve()
    programs = [read_program(path, root) for path in sorted(root.rglob("*")) if path.suffix in COMPILERS]
    programs = [p for p in programs if re.search(options.only, p.name) and not (options.xsocr and p.heddle_only)]
    if "-fsanitize" in options.flags:
        programs = [p for p in programs if not p.not_sanitized]
    if options.as_threads:
        programs = [p for p in programs if not p.not_as_threads]
        for program in programs:
            program.args = program.args_as_threads or program.args
    if options.list:
        print("".join(f"{p.name}: {p.claim}\n" for p in programs), end="")
        return 0
    tree = ocr_tree.Tree(options.ocr, options.without, options.config)
    scratch = None if options.work else tempfile.mkdtemp()
    options.work = (options.work or Path(scratch)).resolve()
    with ThreadPoolExecutor(options.jobs) as pool:
        errors = list(pool.map(lambda p: build_program(p, tree, options), programs))
        for program, error in zip(programs, errors):
            if error:
                print(f"FAILED to build {program.name}\n{error}", flush=True)
        runs = [(p, w) for p, error in zip(programs, errors) if not error for w in worker_counts(p, options)]
        results = [] if options.build_only else list(pool.map(lambda r: run_program(r[0], tree, options, r[1]), runs))
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")
    if scratch:
        shutil.rmtree(scratch)
    failed = sum(bool(error) for error in errors) + sum(bool(r["wrong"]) for r in results)
    print(f"{len(programs)} programs, {len(results)} runs, {failed} failures")
    return 1 if failed or not programs else 0


if __name__ == "__main__":
    sys.exit(main())
