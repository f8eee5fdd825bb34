#!/usr/bin/env python3
"""The experiments of the OCR-Vx paper (the Open Community Runtime on Knights Landing): Seismic measured on this machine,
emulated on other machines' topologies, and simulated on Knights Landing."""

import argparse
import importlib.util
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPO = HERE.parents[2]
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(REPO / "tests/ocr"))
sys.path.insert(0, str(REPO / "bench"))
import ocr_tree  # noqa: E402  (the path above)
import report  # noqa: E402  (the path above)
from harness import raw  # noqa: E402  (the path above)

PARTS = ("simulated", "emulated", "measured")
MACHINES = {"knl7230-snc4-flat": ("malloc", "node", "fast-node"), "xeon-e7-4820x4": ("malloc", "node")}

EPILOG = """\
Parts:
  simulated  the cells of Table 1, as runs of the engine on machines/knl7230*.toml; a sweep of bands and tasks
  emulated   Seismic on machines/hwloc, folded onto this machine: where bands lie, who runs elsewhere
  measured   ns per point and iteration on this machine: sequential, threads by hand, OpenMP, oneTBB, OCR, and XSOCR where it is given
The output folder gets results.json and README.md. A part that is run replaces that part of an earlier run, no other.

examples:
  run.py                                                   simulated and emulated: a minute
  run.py --only measured --rounds 9 --publish docs/papers/ocrvx
  run.py --only measured --xsocr XSOCR_INSTALL --xsocr-config 'w{workers}.cfg'

The exit status is 1 when a result differs from the sequential one, an EDT with an affinity ran elsewhere, or a check on
the simulation fails. Times that were measured do not change it."""


def seismic():
    spec = importlib.util.spec_from_file_location("seismic_run", HERE / "seismic/run.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def simulate(options):
    done = subprocess.run([str(options.table), str(REPO / "machines")], capture_output=True, text=True, timeout=600)
    if done.returncode:
        raise SystemExit(f"{options.table}: {done.stderr}{done.stdout}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def emulate(options):
    rows = []
    tree = ocr_tree.Tree(options.ocr)
    with tempfile.TemporaryDirectory() as scratch:
        program = Path(scratch) / "seismic"
        if error := ocr_tree.build(["gcc", *seismic().FLAGS, *tree.flags(), HERE / "seismic/ocr.c", "-o", program, *tree.link()]):
            raise SystemExit(error)
        for machine, modes in MACHINES.items():
            for mode in modes:
                environment = tree.environment(8) | {"HEDDLE_TOPOLOGY": str(REPO / f"machines/hwloc/{machine}.xml"),
                                                     "HEDDLE_OCR_MEMORY": mode, "HEDDLE_SCHEDULER": "numa"}
                outcome = ocr_tree.run([program, 512, 512, 40, 16, 2], environment, options.timeout)
                found = dict(line.split(" ") for line in outcome.output.splitlines() if line.count(" ") == 1)
                if outcome.status or "hash" not in found:
                    raise SystemExit(f"{machine}, {mode}: status {outcome.status}: {outcome.output}")
                rows.append({"machine": machine, "memory": mode, "bands": 16, "hash": found["hash"],
                             "at_home": int(found["bands_at_home"]), "workers": 40 * 16 * 2 * 2,
                             "foreign": int(found["foreign_workers"])})
    return rows


def measure(options):
    runner = seismic()
    options.trees = {"heddle": ocr_tree.Tree(options.ocr)}
    if options.xsocr:
        options.trees["xsocr"] = ocr_tree.Tree(options.xsocr, ["COLLECTIVE_EVT", "PAUSE"], options.xsocr_config)
    options.include, options.affinities = REPO / "include", 0
    figures, hashes = {}, set()
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as scratch:
        variants = runner.build(options, Path(scratch))
        until, rounds = time.monotonic() + options.seconds, 0
        while rounds < options.rounds and time.monotonic() < until:
            rounds += 1
            for name, variant in variants.items():
                in_ocr = name in {*options.trees, "heddle_cxx"}
                for bands, tasks in [(b, t) for b in options.bands for t in options.tasks] if in_ocr else [(1, 1)]:
                    hash_, ns = runner.run(name, variant, [*options.size, options.iterations, bands, tasks], options.timeout)
                    figures.setdefault(f"{name} {bands} x {tasks}" if in_ocr else name, []).append(ns)
                    hashes.add(hash_)
    return {"figures": figures, "hashes": sorted(hashes), "size": options.size, "iterations": options.iterations,
            "threads": options.threads, "rounds": rounds, "load_before": load, "load_after": os.getloadavg()[0]}


def about():
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "unknown")
    compiler = subprocess.run(["gcc", "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    return {"date": time.strftime("%Y-%m-%d"), "commit": raw.commit_of(), "processor": model, "cpus": os.cpu_count(),
            "system": platform.release(), "compiler": compiler}


def write_page(results, folder):
    (folder / "README.md").write_text(report.page(results, report.checks(results)))


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="simulated,emulated", metavar="LIST", help=f"of {','.join(PARTS)} (default %(default)s)")
    parser.add_argument("--ocr", type=Path, default=REPO / "build/release/lib/heddle/ocr", help="Heddle's install tree of OCR")
    parser.add_argument("--table", type=Path, default=REPO / "build/release/bin/ocrvx_table", help="the simulation's program")
    parser.add_argument("--xsocr", type=Path, help="XSOCR's install tree")
    parser.add_argument("--xsocr-config", default="", metavar="FILE", help="its OCR_CONFIG; {workers} is their number")
    parser.add_argument("--size", type=int, nargs=2, default=[2048, 2048], metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--bands", type=ocr_tree.numbers, default=[2, 8, 32, 128], metavar="N,...")
    parser.add_argument("--tasks", type=ocr_tree.numbers, default=[1, 2], metavar="N,...")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no round of measuring after so long")
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("--publish", type=Path, metavar="DIR", help="write results.json and README.md there")
    options = parser.parse_args()
    options.only = [part for part in options.only.split(",") if part]
    if unknown := set(options.only) - set(PARTS):
        parser.error(f"no such part: {', '.join(unknown)}")
    return options


def main():
    options = parse_arguments()
    if options.publish and options.only:
        raw.refuse_uncommitted([raw.commit_of()], options.publish)
    kept = options.publish / "results.json" if options.publish else None
    results = json.loads(kept.read_text()) if kept and kept.exists() else {}
    if "simulated" in options.only and not options.table.exists():
        subprocess.run(["cmake", "--build", str(REPO / "build/release"), "--target", "ocrvx_table"], check=True)
    for part, function in (("simulated", simulate), ("emulated", emulate), ("measured", measure)):
        if part in options.only:
            results[part] = {"about": about(), "rows": function(options)}
    checks = report.checks(results)
    if options.publish:
        options.publish.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(results, indent=1) + "\n")
        write_page(results, options.publish)
    else:
        print(report.page(results, checks))
    failed = [check for check in checks if not check[1]]
    for sentence, _, figure in failed:
        print(f"FAILED {sentence}: {figure}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
