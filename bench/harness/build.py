"""Compiles the benchmark programs with plain `g++ -O2 -fopenmp`, the way a user's program is built."""

import concurrent.futures
import pathlib
import shlex
import subprocess

from .rows import HEDDLE_ONLY

BENCH = pathlib.Path(__file__).resolve().parent.parent
COMMON = ("-std=c++20", "-O2", f"-I{BENCH}")
FLAGS = ("-fopenmp", *COMMON)
# Programs for a runtime that is no OpenMP: the flags of their folder.
LIBRARIES = {"peers/tbb/": ("-ltbb",)}


class BuildFailed(Exception):
    pass


class Builder:
    def __init__(self, build_dir, compiler="g++", libraries=(), heddle=None):
        """`libraries`: flags behind the source, for all programs. `heddle`: the folder of libheddle.so, for programs
        that call it by name; a program finds it there when it runs."""
        self.build_dir = pathlib.Path(build_dir)
        self.compiler = compiler
        self._libraries = libraries
        self._folders = dict(LIBRARIES)
        if heddle is not None:
            self._folders[HEDDLE_ONLY] = (f"-I{BENCH.parent / 'include'}", f"-L{heddle}", f"-Wl,-rpath,{heddle}", "-lheddle")

    def binary(self, program):
        return self.build_dir / program

    def build(self, programs):
        headers = max(path.stat().st_mtime for path in BENCH.rglob("*.hpp"))
        stale = [p for p in dict.fromkeys(programs) if self._is_stale(p, headers)]
        with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
            list(pool.map(self._compile, stale))
        return len(stale)

    def _command(self, program):
        source, to = str(BENCH / f"{program}.cpp"), str(self.binary(program))
        for folder, libraries in self._folders.items():
            if program.startswith(folder):
                return [self.compiler, *COMMON, source, "-o", to, *libraries]
        return [self.compiler, *FLAGS, source, "-o", to, *self._libraries]

    def _is_stale(self, program, headers_changed):
        binary = self.binary(program)
        recorded = binary.with_suffix(".command")
        if not binary.exists() or not recorded.exists():
            return True
        changed = max(headers_changed, (BENCH / f"{program}.cpp").stat().st_mtime)
        return binary.stat().st_mtime < changed or recorded.read_text() != shlex.join(self._command(program))

    def _compile(self, program):
        binary = self.binary(program)
        binary.parent.mkdir(parents=True, exist_ok=True)
        command = self._command(program)
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode != 0:
            raise BuildFailed(f"{shlex.join(command)}\n{result.stderr}")
        binary.with_suffix(".command").write_text(shlex.join(command))
