#!/usr/bin/env python3
"""Compares the dynamic symbols and versions of our libgomp.so.1 or libomp.so.5 with the system's, family by family.

libgomp: every GOMP_*, OMP_*, omp_*, GOACC_* and acc_* symbol must exist under the same version, and be the default
version where the system's is. GOMP_PLUGIN_* (for offload plugins, which we never load) is only listed.
libomp: the same for every symbol that a program linked with it can ask for, which is all under its default version,
except its inner ones (__kmp_*, kmp_mutex_impl_info) and what tools ask it for (ompt_*). Objects must be at least
as large as the system's: with HEDDLE_DISABLE=1 the real library's code finds ours instead of its own. Exit status 77: the system has no such library."""

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

REQUIRED = {"libgomp.so.1": ("GOMP", "omp", "GOACC", "acc"),
            "libomp.so.5": ("GOMP", "omp", "ompc", "kmp", "kmpc", "__kmpc")}
INNER = {"kmp_mutex_impl_info"}
CLANG = "clang-19"


def find_system_library(name):
    """The answer of those that look for it, so that no path is written down here."""
    if name == "libomp.so.5":
        done = shutil.which(CLANG) and subprocess.run([CLANG, f"-print-file-name={name}"], capture_output=True, text=True)
        if done and Path(done.stdout.strip()).is_absolute():
            return Path(done.stdout.strip())
        print(f"skipped: {CLANG} and its {name} are not installed")
        sys.exit(77)
    cache = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True).stdout
    for line in cache.splitlines():
        match = re.match(r"\s*libgomp\.so\.1 .*x86-64.*=> (\S+)", line)
        if match:
            return Path(match.group(1))
    sys.exit("the system has no libgomp.so.1 to compare with (apt install libgomp1)")


def exported(library):
    """{(name, '@VERSION' or '@@VERSION')} of the defined functions and objects."""
    done = subprocess.run(["nm", "-D", "--defined-only", "--with-symbol-versions", str(library)],
                          capture_output=True, text=True, check=True)
    symbols = set()
    for line in done.stdout.splitlines():
        kind, name = line.split()[-2:]
        if kind != "A":
            bare, at, version = name.partition("@")
            symbols.add((bare, at + version))
    return symbols


def object_sizes(library):
    """name -> bytes of the exported objects."""
    done = subprocess.run(["nm", "-D", "-S", "--defined-only", str(library)], capture_output=True, text=True, check=True)
    fields = [line.split() for line in done.stdout.splitlines()]
    return {f[3].partition("@")[0]: int(f[1], 16) for f in fields if len(f) == 4 and f[2] in "BDRVbdr"}


def family(name):
    """What stands before the first underscore that is not a leading one."""
    if name.startswith("GOMP_PLUGIN"):
        return "GOMP_PLUGIN"
    return re.match(r"_*[^_]*", name).group()


def soname(library):
    dynamic = subprocess.run(["readelf", "-d", str(library)], capture_output=True, text=True, check=True).stdout
    match = re.search(r"SONAME.*\[(.*)\]", dynamic)
    return match.group(1) if match else ""


def report(system, ours, families_required):
    failures = 0
    families = sorted({family(name) for name, _ in system})
    for name in families:
        wanted = {s for s in system if family(s[0]) == name}
        missing = sorted(wanted - ours)
        required = name in families_required
        print(f"{name}: {len(wanted) - len(missing)} of {len(wanted)}" + ("" if required or not missing else " (not required)"))
        print("".join(f"    missing {symbol}{version}\n" for symbol, version in missing), end="")
        failures += len(missing) if required else 0
    extra = sorted(s for s in ours - system if family(s[0]) in families_required)
    print("".join(f"    not in the system's: {symbol}{version}\n" for symbol, version in extra), end="")
    return failures


def smaller_objects(system, ours):
    found = sorted(name for name in ours if ours[name] < system.get(name, 0))
    print("".join(f"    {name} has {ours[name]} bytes, the system's {system[name]}\n" for name in found), end="")
    return len(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ours", type=Path, required=True, help="our libgomp.so.1 or libomp.so.5")
    parser.add_argument("--system", type=Path, help="the library to compare with (default: the system's)")
    options = parser.parse_args()
    name = options.ours.name
    system = exported(options.system or find_system_library(name))
    if name == "libomp.so.5":  # what stands beside a default version is for programs that think it is libgomp
        system = {s for s in system if s[1].startswith("@@") and s[0] not in INNER}
    failures = report(system, exported(options.ours), REQUIRED[name])
    failures += smaller_objects(object_sizes(options.system or find_system_library(name)), object_sizes(options.ours))
    if soname(options.ours) != name:
        print(f"SONAME is {soname(options.ours) or 'missing'}, not {name}")
        failures += 1
    print(f"{failures} required symbols missing or too small")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
