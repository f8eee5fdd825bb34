#!/usr/bin/env python3
"""What `heddle` shows of an OCR program: its EDTs by the names of their templates, with the lines in which they are made."""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import ocr_tree

PROGRAM = """
#include <ocr.h>

static ocrGuid_t step(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  (void)paramc, (void)depc, (void)depv;
  if (paramv[0] == 0) { ocrShutdown(); return NULL_GUID; }
  ocrGuid_t from, edt;
  u64 next = paramv[0] - 1;
  ocrEdtTemplateCreate(&from, step, 1, 0);
  ocrEdtCreate(&edt, from, EDT_PARAM_DEF, &next, EDT_PARAM_DEF, NULL, EDT_PROP_NONE, NULL_HINT, NULL); /* made here */
  return NULL_GUID;
}

ocrGuid_t mainEdt(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  u64 count = 3;
  return step(1, &count, depc, depv);
}
"""


def graph_of(heddle, binary, folder, environment):
    raw = folder / "trace.raw"
    subprocess.run([binary], env=environment | {"HEDDLE_TRACE": str(raw)}, check=True, timeout=60)
    graph = folder / "graph.json"
    subprocess.run([heddle, "graph", raw, "-o", graph], check=True, timeout=60)
    return json.loads(graph.read_text())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ocr", type=Path, required=True, help="the install tree")
    parser.add_argument("--heddle", type=Path, required=True, help="the command")
    options = parser.parse_args()
    line = 1 + PROGRAM[: PROGRAM.index("made here")].count("\n")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "steps.c").write_text(PROGRAM)
        binary = folder / "steps"
        subprocess.run(["gcc", "-g", "-O1", f"-I{options.ocr}/include", folder / "steps.c", "-o", binary,
                        f"-L{options.ocr}/lib", "-locr_x86", f"-Wl,-rpath,{options.ocr}/lib"], check=True)
        tasks = graph_of(options.heddle, binary, folder, ocr_tree.Tree(options.ocr).environment(2))["tasks"]
    steps = [task for task in tasks if task["name"] == "step"]
    mains = [task for task in tasks if task["name"] == "mainEdt"]
    if len(steps) != 3 or len(mains) != 1:
        sys.exit(f"three EDTs step and one mainEdt are expected: {[task['name'] for task in tasks]}")
    for task in steps:
        if not re.search(r"steps\.c$", task["source"] or "") or task["line"] != line:
            sys.exit(f"made at steps.c:{line}, shown as {task['source']}:{task['line']}")
    print("EDTs are shown by name and line")


if __name__ == "__main__":
    main()
