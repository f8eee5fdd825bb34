#!/usr/bin/env python3
"""Compares the dynamic symbols and versions of our libgomp.so.1 with the system's, family by family.

Every GOMP_*, OMP_*, omp_*, GOACC_* and acc_* symbol must exist under the same version, and be the default
version where the system's is. GOMP_PLUGIN_* (for offload plugins, which we never load) is only listed."""

import argparse
import re
import subprocess
import sys
from pathlib import Path

REQUIRED = ("GOMP", "omp", "GOACC", "acc")


def find_system_library():
    """The linker's own answer, so that no path is written down here."""
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


def family(name):
    if name.startswith("GOMP_PLUGIN"):
        return "GOMP_PLUGIN"
    return name.split("_")[0]


def soname(library):
    dynamic = subprocess.run(["readelf", "-d", str(library)], capture_output=True, text=True, check=True).stdout
    match = re.search(r"SONAME.*\[(.*)\]", dynamic)
    return match.group(1) if match else ""


def report(system, ours):
    failures = 0
    families = sorted({family(name) for name, _ in system})
    for name in families:
        wanted = {s for s in system if family(s[0]) == name}
        missing = sorted(wanted - ours)
        required = name in REQUIRED
        print(f"{name}: {len(wanted) - len(missing)} of {len(wanted)}" + ("" if required or not missing else " (not required)"))
        print("".join(f"    missing {symbol}{version}\n" for symbol, version in missing), end="")
        failures += len(missing) if required else 0
    extra = sorted(s for s in ours - system if family(s[0]) in REQUIRED)
    print("".join(f"    not in the system's: {symbol}{version}\n" for symbol, version in extra), end="")
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ours", type=Path, required=True, help="our libgomp.so.1")
    parser.add_argument("--system", type=Path, help="the library to compare with (default: the system's)")
    options = parser.parse_args()
    system = exported(options.system or find_system_library())
    failures = report(system, exported(options.ours))
    if soname(options.ours) != "libgomp.so.1":
        print(f"SONAME is {soname(options.ours) or 'missing'}, not libgomp.so.1")
        failures += 1
    print(f"{failures} required symbols missing")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
