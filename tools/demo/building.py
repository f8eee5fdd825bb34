"""Builds Heddle behind one line of progress; the compilers' own words go to a file, and are shown when they fail."""

import os
import re
import subprocess
import sys
from pathlib import Path

STEP = re.compile(rb"^\[(\d+)/(\d+)\]")


def jobs():
    return os.environ.get("HEDDLE_JOBS", str(len(os.sched_getaffinity(0))))


def build_with_one_line(folder: Path, targets):
    """True if `targets` are built in `folder`, which has been configured."""
    log_path = folder.parent / "logs" / "build-demo.log"
    log_path.parent.mkdir(parents=True, exist_ok=True)
    alive = sys.stdout.isatty()
    told = -1
    with open(log_path, "wb") as log:
        process = subprocess.Popen(["cmake", "--build", str(folder), "-j", jobs(), "--target", *targets], stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT)
        for line in process.stdout:
            log.write(line)
            step = STEP.match(line)
            if not step:
                continue
            done, all_of_them = int(step[1]), int(step[2])
            percent = 100 * done // all_of_them
            if alive:
                print(f"\rbuilding Heddle: {done} of {all_of_them} files, {percent} %", end="", flush=True)
            elif percent // 25 > told:
                told = percent // 25
                print(f"building Heddle: {percent} %", flush=True)
        status = process.wait()
    if alive:
        print("\r" + " " * 60 + "\r", end="", flush=True)
    if status != 0:
        sys.stderr.write(log_path.read_text(errors="replace")[-4000:])
        print(f"demo: Heddle could not be built; all of the compilers' words: {log_path}", file=sys.stderr)
    return status == 0
