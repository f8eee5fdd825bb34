#!/usr/bin/env python3
"""What `heddle` shows of an OCR program: its EDTs by the names of their templates, with the lines in which they are made,
and what their slots got from whom."""

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


ORDERED = """
#include <ocr.h>

static ocrGuid_t make(ocrEdt_t body, const char* name, u32 slots, u16 flags, ocrGuid_t* output) {
  ocrGuid_t from, edt;
  ocrEdtTemplateCreate_internal(&from, body, 0, slots, name);
  ocrEdtCreate(&edt, from, 0, NULL, slots, NULL, flags, NULL_HINT, output);
  return edt;
}

static ocrGuid_t told;
static ocrGuid_t reads(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) { return NULL_GUID; }
static ocrGuid_t last(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) { ocrShutdown(); return NULL_GUID; }
static ocrGuid_t below(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  ocrEventSatisfy(told, depv[0].guid);
  return NULL_GUID;
}
static ocrGuid_t works(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  ocrAddDependence(depv[0].guid, make(below, "below", 1, EDT_PROP_NONE, NULL), 0, DB_MODE_CONST);
  return NULL_GUID;
}

ocrGuid_t mainEdt(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  ocrGuid_t block, ended;
  void* data;
  ocrDbCreate(&block, &data, 128, DB_PROP_NONE, NULL_HINT, NO_ALLOC);
  ocrDbRelease(block);
  ocrEventCreate(&told, OCR_EVENT_STICKY_T, EVT_PROP_TAKES_ARG); /* told here */
  ocrGuid_t reader = make(reads, "reads", 2, EDT_PROP_NONE, NULL), end = make(last, "last", 2, EDT_PROP_NONE, NULL);
  ocrAddDependence(told, reader, 0, DB_MODE_RO);
  ocrAddDependence(block, reader, 1, DB_MODE_EW);
  ocrGuid_t scope = make(works, "works", 1, EDT_PROP_FINISH, &ended);
  ocrAddDependence(ended, end, 0, DB_MODE_RO);
  ocrAddDependence(told, end, 1, DB_MODE_NULL);
  ocrAddDependence(block, scope, 0, DB_MODE_RW);
  return NULL_GUID;
}
"""


def build(options, folder, name, source):
    (folder / f"{name}.c").write_text(source)
    subprocess.run(["gcc", "-g", "-O1", f"-I{options.ocr}/include", folder / f"{name}.c", "-o", folder / name,
                    f"-L{options.ocr}/lib", "-locr_x86", f"-Wl,-rpath,{options.ocr}/lib"], check=True)
    return folder / name


def expect(condition, sentence, seen):
    if not condition:
        sys.exit(f"{sentence}: {seen}")


def check_slots(options, folder):
    binary = build(options, folder, "ordered", ORDERED)
    graph = graph_of(options.heddle, binary, folder, ocr_tree.Tree(options.ocr).environment(2))
    tasks = {task["name"]: task for task in graph["tasks"] if not task["implicit"]}
    ids = {name: task["id"] for name, task in tasks.items()}
    first, second = tasks["reads"]["slots"]
    expect((first["mode"], first["bytes"], first["from"]) == ("RO", 128, [ids["below"]]) and first["event"] is not None,
           "slot 0 of reads gets the block in RO from below, by an event", first)
    expect((second["mode"], second["event"], second["from"]) == ("EW", None, [ids["mainEdt"]]),
           "slot 1 of reads gets the block in EW from mainEdt", second)
    expect(second["block"] == first["block"], "both slots have one block", tasks["reads"]["slots"])
    ended, told = tasks["last"]["slots"]
    expect(sorted(ended["from"]) == sorted([ids["works"], ids["below"]]), "a scope ends with all in it", ended)
    expect((told["mode"], told["block"]) == ("NULL", None), "a slot in NULL gets nothing", told)
    expect(tasks["works"]["scope"] is not None and tasks["works"]["scope"] == tasks["below"]["scope"],
           "works and below are in one scope", (tasks["works"]["scope"], tasks["below"]["scope"]))
    expect([ids["below"], ids["reads"]] in graph["dependences"], "reads waits for below", graph["dependences"])
    dot = folder / "graph.dot"
    subprocess.run([options.heddle, "graph", folder / "trace.raw", "-o", dot], check=True, timeout=60)
    line = 1 + ORDERED[: ORDERED.index("told here")].count("\n")
    for wanted in (f'shape=ellipse, label="sticky event\\nordered.c:{line}"', 'shape=cylinder, label="128 bytes"',
                   'label="EW"', 'label="finish"', f't{ids["below"]} -> e'):
        expect(wanted in dot.read_text(), f"the drawing has {wanted}", dot.read_text())


def check_simulation(options, folder):
    """The recording of an OCR program is played, and what is left out is said."""
    binary = build(options, folder, "ordered", ORDERED)
    (folder / "trace.raw").unlink(missing_ok=True)
    graph_of(options.heddle, binary, folder, ocr_tree.Tree(options.ocr).environment(1))
    played = subprocess.run([options.heddle, "simulate", folder / "graph.json", "--quick", "--json"], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    if "was built without it" in played.stderr:
        return
    expect(played.returncode == 0 and "EDTs of OCR" in played.stdout, "the recording is played, and what is left out is said",
           played.stdout + played.stderr)


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
        check_slots(options, folder)
        check_simulation(options, folder)
        (folder / "trace.raw").unlink()
        binary = build(options, folder, "steps", PROGRAM)
        tasks = graph_of(options.heddle, binary, folder, ocr_tree.Tree(options.ocr).environment(2))["tasks"]
    steps = [task for task in tasks if task["name"] == "step"]
    mains = [task for task in tasks if task["name"] == "mainEdt"]
    if len(steps) != 3 or len(mains) != 1:
        sys.exit(f"three EDTs step and one mainEdt are expected: {[task['name'] for task in tasks]}")
    for task in steps:
        if not re.search(r"steps\.c$", task["source"] or "") or task["line"] != line:
            sys.exit(f"made at steps.c:{line}, shown as {task['source']}:{task['line']}")
    print("EDTs are shown by name and line, with their slots, events, blocks and scopes")


if __name__ == "__main__":
    main()
