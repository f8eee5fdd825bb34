"""An install tree of OCR (Heddle's <prefix>/lib/heddle/ocr, or XSOCR's OCR_INSTALL): programs are built against it and run
on it. What suite.py, apps.py and run.py share."""

import os
import re
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

EXTENSIONS = ("AFFINITY", "LABELING", "PARAMS_EVT", "COUNTED_EVT", "CHANNEL_EVT", "COLLECTIVE_EVT", "MULTI_OUTPUT_SLOT",
              "LEGACY", "RTITF", "PAUSE", "DB_INFO")
LIBRARY = "libocr_x86.so"


@dataclass
class Outcome:
    """How a run ended. `status` is that of a shell: 128 + the signal's number."""
    status: int
    output: str
    seconds: float
    ended: bool

    def said_last(self, lines=1):
        return "\n".join(self.output.strip().splitlines()[-lines:])


class Tree:
    def __init__(self, folder, without=(), config=""):
        """`config`: the name of a configuration for XSOCR, where {workers} stands for their number."""
        self.folder = Path(folder).resolve()
        self.extensions = [name for name in EXTENSIONS if name not in without]
        self.config = config
        for part in ("include/ocr.h", "lib/" + LIBRARY):
            if not (self.folder / part).exists():
                raise SystemExit(f"{self.folder} has no {part}: --ocr takes an install tree of OCR, such as <prefix>/lib/heddle/ocr")

    def flags(self):
        return [f"-I{self.folder / 'include'}", "-DOCR_TYPE_H=x86.h", *(f"-DENABLE_EXTENSION_{name}" for name in self.extensions)]

    def link(self):
        library = self.folder / "lib"
        return [f"-L{library}", "-locr_x86", "-lpthread", "-lm", f"-Wl,-rpath,{library}"]

    def environment(self, workers, affinities=0, extra=None):
        kept = {k: v for k, v in os.environ.items() if not re.match(r"(OMP|GOMP|HEDDLE|KMP|OCR)_", k)}
        kept["HEDDLE_OCR_WORKERS"] = str(workers)
        if affinities:
            kept["HEDDLE_TOPOLOGY"] = f"numa:{affinities} core:{max(1, workers // affinities)} pu:1"
        if self.config:
            kept["OCR_CONFIG"] = str(Path(self.config.format(workers=workers)).resolve())
        kept["LD_LIBRARY_PATH"] = ":".join(filter(None, [str(self.folder / "lib"), kept.get("LD_LIBRARY_PATH", "")]))
        return kept | (extra or {})


def build(command):
    """Runs a compiler. @returns what it said if it failed, else nothing"""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, errors="replace")
    return done.stderr or f"exit status {done.returncode}" if done.returncode else ""


def run(command, environment, timeout, folder=None):
    started = time.monotonic()
    child = subprocess.Popen([str(part) for part in command], env=environment, cwd=folder, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    ended = True
    try:
        output, _ = child.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        output, _ = child.communicate()
        ended = False
    status = child.returncode if child.returncode >= 0 else 128 - child.returncode
    return Outcome(status, output.decode(errors="replace"), time.monotonic() - started, ended)


def numbers(text):
    return [int(number) for number in text.split(",")]


def settings(pairs):
    return dict(pair.split("=", 1) for pair in pairs)


def add_options(parser):
    """The options of every driver here."""
    parser.add_argument("--ocr", type=Path, required=True, metavar="DIR", help="install tree: include/ocr.h, lib/" + LIBRARY)
    parser.add_argument("--config", default="", metavar="FILE", help="OCR_CONFIG, for XSOCR; {workers} is their number")
    parser.add_argument("--workers", type=numbers, default=[1, 2, 8], metavar="N,...", help="default 1,2,8")
    parser.add_argument("--affinities", type=int, default=0, metavar="N", help="on an emulated machine of so many NUMA nodes")
    parser.add_argument("--repeats", type=int, default=1, help="runs of each program at each number of workers")
    parser.add_argument("--only", default="", metavar="REGEX", help="programs whose name matches")
    parser.add_argument("--without", action="append", default=[], metavar="EXTENSION", help="do not define ENABLE_EXTENSION_...")
    parser.add_argument("--env", action="append", default=[], metavar="NAME=VALUE", help="for every program")
    parser.add_argument("--flags", default="", help="more flags for the compiler")
    parser.add_argument("--jobs", type=int, default=2, help="programs built, and run, at once (default %(default)s)")
    parser.add_argument("--work", type=Path, help="where to build; default: a folder that is removed")
    parser.add_argument("--json", type=Path, help="write every result here")
