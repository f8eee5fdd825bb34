"""Builds the interpreters, and runs one on a text of programs under a setting and a limit of time."""

import os
import re
import select
import shutil
import signal
import subprocess
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SOURCES = os.path.join(HERE, "interpreter")
SANITIZERS = {"plain": [], "asan": ["-fsanitize=address,undefined"], "tsan": ["-fsanitize=thread"]}
COMPILERS = {
    "gcc": ["gcc", "-std=gnu11", "-fopenmp", "-x", "c"],
    "g++": ["g++", "-std=gnu++20", "-fopenmp", "-x", "c++"],
    "clang": ["clang-19", "-std=gnu11", "-fopenmp", "-x", "c"],
    "clang++": ["clang++-19", "-std=gnu++20", "-fopenmp", "-x", "c++"],
    "cxx": ["g++", "-std=gnu++20", "-x", "c++"],
}
# A process that is ended while others' threads run has no leaks to tell of; a race ends it, so that the program is known.
OPTIONS = {
    "ASAN_OPTIONS": "detect_leaks=0:detect_stack_use_after_return=0",
    "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
    "TSAN_OPTIONS": "atexit_sleep_ms=20:halt_on_error=1:second_deadlock_stack=1:report_signal_unsafe=0",
}


PIECE_S = 0.5  # of a patience
LIVE = set()  # processes that run now


def kill_all():
    for process in list(LIVE):
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


class Outcome:
    def __init__(self, kind, program, detail):
        self.kind = kind        # fine, wrong, hang, crash, status
        self.program = program  # the number of the one that failed; None: none can be named
        self.detail = detail


class Runtime:
    """Where programs find their OpenMP: a build of Heddle's lib folder, or the system's."""

    def __init__(self, library):
        self.library = library  # None: libgomp and libomp themselves

    def environment(self):
        if self.library is None:
            return {}
        folders = [os.path.join(self.library, "heddle", door) for door in ("gomp", "kmpc")] + [self.library]
        return {"LD_LIBRARY_PATH": ":".join(folders)}


def newest(folder):
    return max(os.path.getmtime(os.path.join(folder, name)) for name in os.listdir(folder))


class Builder:
    def __init__(self, folder, include, library):
        self.folder = folder
        self.include = include
        self.library = library
        os.makedirs(folder, exist_ok=True)

    def program(self, door, sanitizer):
        """The interpreter's path; built when it is older than its sources."""
        path = os.path.join(self.folder, f"{door}-{sanitizer}")
        extra = []
        if door == "cxx":
            extra = ["-I", self.include, "-L", self.library, "-lheddle", "-pthread"]
        source = "heddle.cpp" if door == "cxx" else "openmp.c"
        self.build(path, [*COMPILERS[door], source, "-x", "none", *SANITIZERS[sanitizer], *extra])
        return path

    def plugin(self, door):
        """A program that loads the interpreter, runs it and unloads it, three times."""
        path = os.path.join(self.folder, f"{door}-plugin.so")
        self.build(path, [*COMPILERS[door], "openmp.c", "-x", "none", "-shared", "-fPIC", "-DATTACK_PLUGIN"])
        loader = os.path.join(self.folder, "loader")
        self.build(loader, ["gcc", "loader.c", "-ldl"])
        return [loader, path]

    def build(self, path, command):
        if os.path.exists(path) and os.path.getmtime(path) > newest(SOURCES):
            return
        sanitized = any(word.startswith("-fsanitize") for word in command)
        flags = ["-O0", "-g1"] if sanitized else ["-O1", "-g"]  # sanitized at -O1 they take six times as long to build
        result = subprocess.run([command[0], *flags, "-Wall", "-Wextra", *command[1:], "-o", path + ".new"], cwd=SOURCES, capture_output=True, text=True)
        if result.returncode != 0:
            raise SystemExit(f"attack: {' '.join(command)} failed:\n{result.stderr}")
        os.replace(path + ".new", path)


def read_progress(process, patience_s):
    """All that it says, and whether it stopped saying anything for too long."""
    text, descriptor = b"", process.stdout.fileno()
    silent = 0.0  # in pieces: a machine that slept, or a frozen process, has not been silent for so long
    while silent < patience_s:
        ready, _, _ = select.select([descriptor], [], [], PIECE_S)
        if not ready:
            silent += PIECE_S
            continue
        piece = os.read(descriptor, 65536)
        if not piece:
            return text, False
        text += piece
        silent = 0.0
    return text, True


def ends(process, patience_s):
    """Whether it ends in time, counted as above."""
    for _ in range(max(1, int(patience_s / PIECE_S))):
        try:
            process.wait(PIECE_S)
            return True
        except subprocess.TimeoutExpired:
            continue
    return False


def run(command, settings, runtime, patience_s, errors):
    """Runs programs; `errors` is where standard error goes. @returns an Outcome"""
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith(("HEDDLE_", "OMP_", "GOMP_", "KMP_"))}
    environment.update(OPTIONS)
    environment.update(runtime.environment())
    environment.update(settings)
    prefix = ["setarch", "-R"] if "tsan" in os.path.basename(command[0]) and shutil.which("setarch") else []
    with open(errors, "wb") as stream:
        process = subprocess.Popen([*prefix, *command], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=stream, start_new_session=True)
        LIVE.add(process)
        text, stuck = read_progress(process, patience_s)
        if not stuck:
            stuck = not ends(process, patience_s)
        try:
            os.killpg(process.pid, signal.SIGKILL)  # of its own session: itself, and children that it has forked
        except ProcessLookupError:
            pass
        process.wait()
        process.stdout.close()
        LIVE.discard(process)
    return judge(text.decode(errors="replace"), process.returncode, stuck)


def judge(text, status, stuck):
    wrong = re.search(r"^wrong (\d+) (.*)$", text, re.M)
    started = [int(number) for number in re.findall(r"^run (\d+)$", text, re.M)]
    last = started[-1] if started else None
    if wrong:
        return Outcome("wrong", int(wrong.group(1)), wrong.group(2))
    ended = re.search(r"^end ", text, re.M)
    if stuck:
        return Outcome("hang", None if ended else last, "the process does not end" if ended else "no progress")
    if status < 0:
        return Outcome("crash", None if ended else last, signal.Signals(-status).name)
    if status != 0:
        return Outcome("status", None if ended else last, f"exit status {status}")
    if not ended:
        return Outcome("status", last, "it ended too early")
    return Outcome("fine", None, "")
