"""The runtimes that are measured: those on which one and the same OpenMP binary runs, and oneTBB.

Each has a directory of its own in which the loader finds `libgomp.so.1`, or `libomp.so.5` for programs that Clang built;
LD_LIBRARY_PATH names that directory and nothing else differs, so even the loader's search is the same for all.

oneTBB is no OpenMP runtime: it has programs of its own (bench/peers/tbb) for the same graphs.
"""

import glob
import os
import pathlib
import re
import subprocess
from dataclasses import dataclass

SONAME = "libgomp.so.1"
CLANGS_SONAME = "libomp.so.5"
HEDDLE = "heddle"
NAMES = ("libgomp", "libomp", HEDDLE)
PEERS = ("libgomp", "libomp")
ONETBB = "onetbb"
ALL = (*NAMES, ONETBB)
RUNTIME_VARIABLES = ("OMP_", "GOMP_", "KMP_", "HEDDLE_")


class RuntimeMissing(Exception):
    pass


@dataclass(frozen=True)
class Runtime:
    name: str
    directory: pathlib.Path
    library: pathlib.Path  # what the soname resolves to
    soname: str = SONAME

    def environment(self, threads, extra):
        """The caller's environment without any setting of a runtime, plus the thread count."""
        env = {k: v for k, v in os.environ.items()
               if not k.startswith(RUNTIME_VARIABLES) and k not in ("LD_PRELOAD", "LD_LIBRARY_PATH")}
        env["LD_LIBRARY_PATH"] = str(self.directory)
        env["OMP_NUM_THREADS"] = str(threads)
        env.update(extra)
        return env

    def check_loaded(self, binary):
        """Asks the loader which library the binary gets; a silent fallback would compare a runtime with itself."""
        if self.name == ONETBB:  # it has no rival under its name
            return
        env = self.environment(1, {"LD_TRACE_LOADED_OBJECTS": "1"})
        listing = subprocess.run([str(binary)], env=env, capture_output=True, text=True).stdout
        match = re.search(rf"{re.escape(self.soname)} => (\S+)", listing)
        loaded = pathlib.Path(match.group(1)).resolve() if match else None
        if loaded != self.library:
            raise RuntimeMissing(f"{self.name}: {binary} would load {loaded}, not {self.library}")


def dropped_settings():
    return sorted(k for k in os.environ if k.startswith(RUNTIME_VARIABLES) or k == "LD_PRELOAD")


def _from_loader_cache(soname):
    for ldconfig in ("ldconfig", "/sbin/ldconfig"):
        try:
            listing = subprocess.run([ldconfig, "-p"], capture_output=True, text=True).stdout
        except FileNotFoundError:
            continue
        match = re.search(rf"{re.escape(soname)} \(libc6,x86-64.*?\) => (\S+)", listing) or \
            re.search(rf"{re.escape(soname)} .*? => (\S+)", listing)
        if match:
            return match.group(1)
    return None


def find_libgomp():
    path = subprocess.run(["g++", f"-print-file-name={SONAME}"], capture_output=True, text=True).stdout.strip()
    return path if os.path.isabs(path) else _from_loader_cache(SONAME)


def find_libomp():
    installed = sorted(glob.glob("/usr/lib/llvm-*/lib/libomp.so.5"), key=_llvm_version)
    return installed[-1] if installed else _from_loader_cache("libomp.so.5")


def _llvm_version(path):
    return int(re.search(r"llvm-(\d+)", path).group(1))


def soname_of(compiler):
    """What the programs of a compiler load."""
    return CLANGS_SONAME if "clang" in pathlib.Path(compiler).name else SONAME


def of_compiler(compiler):
    """The runtimes on which its programs run: GNU's library has not Clang's functions."""
    return ALL if soname_of(compiler) == SONAME else ("libomp", "heddle", ONETBB)


def _linked(name, library, work_dir, soname):
    directory = pathlib.Path(work_dir) / name
    directory.mkdir()
    resolved = pathlib.Path(library).resolve()
    (directory / soname).symlink_to(resolved)
    return Runtime(name, directory, resolved, soname)


def _heddle(directory, soname):
    directory = pathlib.Path(directory).resolve()
    library = directory / soname
    return Runtime("heddle", directory, library.resolve(), soname) if library.exists() else None


def _onetbb(work_dir):
    """The library that `g++ -ltbb` finds, where its headers are there too."""
    library = subprocess.run(["g++", "-print-file-name=libtbb.so"], capture_output=True, text=True).stdout.strip()
    command = ["g++", "-xc++", "-E", "-include", "oneapi/tbb/task_group.h", os.devnull, "-o", os.devnull]
    if not os.path.isabs(library) or subprocess.run(command, capture_output=True).returncode != 0:
        return None
    directory = pathlib.Path(work_dir) / ONETBB  # empty: nothing of this kind is put before the loader's own search
    directory.mkdir()
    return Runtime(ONETBB, directory, pathlib.Path(library).resolve())


def find_all(work_dir, wanted, heddle_dir, libomp, soname=SONAME):
    """Runtimes by name, and notes on those that are absent."""
    found, notes = {}, []
    if "libgomp" in wanted:
        library = find_libgomp()
        if library:
            found["libgomp"] = _linked("libgomp", library, work_dir, soname)
        else:
            notes.append("libgomp: not found; install gcc's libgomp1")
    if "libomp" in wanted:
        library = libomp or find_libomp()
        if library and os.path.exists(library):
            found["libomp"] = _linked("libomp", library, work_dir, soname)
        else:
            notes.append("libomp: not found; install libomp5-19 or give --libomp FILE")
    if "heddle" in wanted:
        runtime = _heddle(heddle_dir, soname)
        if runtime:
            found["heddle"] = runtime
        else:
            notes.append(f"heddle: no {soname} in {heddle_dir}; its rows are skipped (build first, or give --heddle DIR)")
    if ONETBB in wanted:
        runtime = _onetbb(work_dir)
        if runtime:
            found[ONETBB] = runtime
        else:
            notes.append("onetbb: not found; install libtbb-dev")
    return found, notes
