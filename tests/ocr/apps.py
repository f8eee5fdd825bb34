#!/usr/bin/env python3
"""Builds applications of ocr-apps against an install tree of OCR, runs them and checks their results.

The applications are not part of this repository: --source is the folder apps of ocr-apps. apps.toml says of each one its
sources, flags and arguments, and what it prints when its result is right. They are compiled as they are. Exit status 1: one
failed. An application whose sources are not all there is left out with a note."""

import argparse
import json
import re
import shlex
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import ocr_tree

LIBRARY_FOLDERS = ["macros/macros", "reduction", "reductionEager", "timer/x86", "ocrAppUtils", "spmd"]
HERE = Path(__file__).resolve().parent
FLAGS = ["-O2", "-g", "-w", "-std=gnu99"]  # what the compiler would say of them is not ours to mend
CXX_FLAGS = ["-O2", "-g", "-w", "-std=gnu++11"]


def sources_of(app, source):
    return [source / app["folder"] / name for name in app["sources"]] + [source / name for name in app.get("libraries", [])]


def build(app, tree, options, binary):
    """@returns what is wrong, or nothing"""
    sources = sources_of(app, options.source)
    cxx = any(path.suffix == ".cpp" for path in sources)
    includes = [f"-I{options.source / app['folder']}", *(f"-I{path.parent}" for path in sources)]
    includes += [f"-I{options.source / 'libs/src' / name}" for name in LIBRARY_FOLDERS]
    binary.parent.mkdir(parents=True, exist_ok=True)
    return ocr_tree.build(["g++" if cxx else "gcc", *(CXX_FLAGS if cxx else FLAGS), *app.get("flags", []), *shlex.split(options.flags),
                           *tree.flags(), *includes, *sources, "-o", binary, *tree.link()])


def what_is_wrong(app, outcome):
    if not outcome.ended:
        return "no end in time"
    if outcome.status:
        return f"exit status {outcome.status}"
    missing = [says for says in app["says"] if not re.search(says, outcome.output, re.MULTILINE)]
    numbers = [int(text) for text in re.findall(app["ascending"], outcome.output, re.MULTILINE)] if "ascending" in app else []
    if "ascending" in app and (not numbers or numbers != sorted(numbers)):
        missing.append("numbers in ascending order")
    unwanted = [silent for silent in app.get("silent", []) if re.search(silent, outcome.output, re.MULTILINE)]
    return "; ".join([f"does not say '{text}'" for text in missing] + [f"says '{text}'" for text in unwanted])


def run(app, tree, options, binary, workers):
    environment = tree.environment(workers, options.affinities, ocr_tree.settings(options.env))
    folder = binary.parent
    for name, text in app.get("files", {}).items():
        (folder / name).write_text(text)
    for round_ in range(1, options.repeats + 1):
        outcome = ocr_tree.run([binary, *app.get("args", [])], environment, app.get("timeout", 60), folder)
        if wrong := what_is_wrong(app, outcome):
            break
    if wrong or options.show:
        print(f"{'FAILED ' if wrong else ''}{app['name']}, {workers} workers, run {round_}: {wrong}")
        print("".join(f"      {line}\n" for line in outcome.output.splitlines()[-options.lines:]), end="", flush=True)
    return {"app": app["name"], "workers": workers, "wrong": wrong, "seconds": round(outcome.seconds, 3)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=Path, required=True, help="the folder apps of ocr-apps")
    ocr_tree.add_options(parser)
    parser.add_argument("--show", action="store_true", help="show the last lines of every run")
    parser.add_argument("--lines", type=int, default=10)
    options = parser.parse_args()
    options.source = options.source.resolve()
    tree = ocr_tree.Tree(options.ocr, options.without, options.config)
    table = tomllib.loads((HERE / "apps.toml").read_text())["app"]
    apps = [app for app in table if re.search(options.only, app["name"])]
    there = [app for app in apps if all(path.exists() for path in sources_of(app, options.source))]
    for app in apps:
        if app not in there:
            print(f"left out {app['name']}: its sources are not all in {options.source}")
    with tempfile.TemporaryDirectory() as scratch:
        work = (options.work or Path(scratch)).resolve()
        binaries = {app["name"]: work / app["name"] / "program" for app in there}
        with ThreadPoolExecutor(options.jobs) as pool:
            errors = list(pool.map(lambda app: build(app, tree, options, binaries[app["name"]]), there))
            for app, error in zip(there, errors):
                if error:
                    print(f"FAILED to build {app['name']}\n{error[:2000]}")
            runs = [(app, workers) for app, error in zip(there, errors) if not error
                    for workers in options.workers if workers >= app.get("least_workers", 1)]
        results = [run(app, tree, options, binaries[app["name"]], workers) for app, workers in runs]
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")
    failed = sum(bool(error) for error in errors) + sum(bool(r["wrong"]) for r in results)
    print(f"{len(there)} applications, {len(results)} runs, {failed} failures, {len(apps) - len(there)} left out")
    return 1 if failed or not there else 0


if __name__ == "__main__":
    sys.exit(main())
