#!/usr/bin/env python3
"""Runs XSOCR's own test programs on an install tree of OCR, with all extensions on.

The programs are not part of this repository. --source is the folder ocr/tests/non-regression-tests of XSOCR's sources.
Each NAME.c is built by `gcc -Wall -g -Werror -DOCR_ASSERT`, and run --repeats times at each number of workers. A run must
end in time with status 0, or with the one in NAME.res; NAME_MustFailRun with another than 0. NAME.args has arguments. A
program that asks for an extension that is not given would test nothing: it counts as lost. What a program asks beyond what
Heddle means to do stands in suite_accepted.toml, with the reason. Exit status 1: a program is lost that does not stand
there, or one stands there that is not lost."""

import argparse
import json
import re
import shlex
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import ocr_tree

HERE = Path(__file__).resolve().parent
FLAGS = ["-Wall", "-g", "-Werror", "-DOCR_ASSERT"]


@dataclass
class Program:
    source: Path
    name: str
    arguments: list
    wanted: int  # exit status; of those that must fail any other
    must_fail: bool
    binary: Path


def read_program(source, work):
    beside = {suffix: source.with_suffix(suffix) for suffix in (".args", ".res")}
    read = {suffix: path.read_text().strip() if path.exists() else "" for suffix, path in beside.items()}
    return Program(source, source.stem, shlex.split(read[".args"]), int(read[".res"] or 0),
                   source.stem.endswith("_MustFailRun"), work / source.parent.name / source.stem)


def compile_program(program, tree, options):
    asked = set(re.findall(r"ENABLE_EXTENSION_(\w+)", program.source.read_text(errors="replace")))
    if missing := asked - set(tree.extensions):
        return f"asks for {', '.join(sorted(missing))}, which is not given: it would test nothing"
    program.binary.parent.mkdir(parents=True, exist_ok=True)
    return ocr_tree.build([options.compiler, *FLAGS, *shlex.split(options.flags), *tree.flags(), program.source,
                           "-o", program.binary, *tree.link()])


def what_is_wrong(program, outcome, timeout):
    if not outcome.ended:
        return f"no end after {timeout:g} s"
    if program.must_fail:
        return "" if outcome.status else "exit status 0 of a program that must fail"
    return "" if outcome.status == program.wanted else f"exit status {outcome.status}, not {program.wanted}"


def run_program(program, tree, options, workers):
    """The first run that is wrong, or the last."""
    environment = tree.environment(workers, options.affinities, ocr_tree.settings(options.env))
    for round_ in range(1, options.repeats + 1):
        outcome = ocr_tree.run([program.binary, *program.arguments], environment, options.timeout, program.binary.parent)
        wrong = what_is_wrong(program, outcome, options.timeout)
        if wrong:
            break
    return {"test": program.name, "workers": workers, "wrong": wrong, "round": round_, "status": outcome.status,
            "seconds": round(outcome.seconds, 3), "output": outcome.output[-4000:] if wrong else ""}


def results_of(programs, tree, options):
    with ThreadPoolExecutor(options.jobs) as pool:
        errors = list(pool.map(lambda p: compile_program(p, tree, options), programs))
        built = [p for p, error in zip(programs, errors) if not error]
        results = [{"test": p.name, "workers": w, "wrong": "does not compile: " + error.splitlines()[0], "round": 0, "status": -1,
                    "seconds": 0, "output": error[-4000:]} for p, error in zip(programs, errors) if error for w in options.workers]
        runs = [(p, w) for w in options.workers for p in built]
        return results + list(pool.map(lambda run: run_program(run[0], tree, options, run[1]), runs))


def report(results, options):
    """Prints what was lost. @returns whether that is as expected"""
    accepted = {row["test"]: row for row in tomllib.loads((HERE / "suite_accepted.toml").read_text()).get("accepted", [])}
    lost = {r["test"] for r in results if r["wrong"]}
    for workers in options.workers:
        here = [r for r in results if r["workers"] == workers]
        print(f"{workers} workers: {sum(not r['wrong'] for r in here)} of {len(here)} pass, {options.repeats} runs each")
    for r in sorted((r for r in results if r["wrong"]), key=lambda r: (r["test"], r["workers"])):
        word = f"accepted ({accepted[r['test']]['why']})" if r["test"] in accepted else "LOST"
        print(f"  {word}: {r['test']}, {r['workers']} workers, run {r['round']}: {r['wrong']}")
        if r["test"] not in accepted:
            print("".join(f"      {line}\n" for line in r["output"].strip().splitlines()[-options.lines:]), end="")
    stale = sorted(accepted.keys() & {r["test"] for r in results} - lost)
    for name in stale:
        print(f"  passes, take it off the list: {name}")
    return not (lost - accepted.keys()) and not stale


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=Path, required=True, help="ocr/tests/non-regression-tests of XSOCR's sources")
    ocr_tree.add_options(parser)
    parser.add_argument("--compiler", default="gcc")
    parser.add_argument("--timeout", type=float, default=10, help="seconds a run (default %(default)s)")
    parser.add_argument("--lines", type=int, default=3, help="lines of output shown of what is lost")
    options = parser.parse_args()
    tree = ocr_tree.Tree(options.ocr, options.without, options.config)
    with tempfile.TemporaryDirectory() as scratch:
        work = (options.work or Path(scratch)).resolve()
        programs = [read_program(source, work) for source in sorted(options.source.resolve().rglob("*.c"))]
        programs = [p for p in programs if re.search(options.only, p.name)]
        if not programs:
            parser.error(f"{options.source} has no programs that match '{options.only}'")
        results = results_of(programs, tree, options)
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")
    return 0 if report(results, options) else 1


if __name__ == "__main__":
    sys.exit(main())
