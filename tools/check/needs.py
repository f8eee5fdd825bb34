#!/usr/bin/env python3
"""Needs: what the released files ask of a machine, read off the files.

They load nothing but the C library and each other, no symbol needs a glibc newer than LOWEST, and nothing of the C++
library that is inside them can be seen from outside.

usage: needs.py [--objdump OBJDUMP] [--at-most 2.34] FILE...     prints one line per offence and ends with 1 if there is any
       needs.py --show FILE...                                   prints what each file needs
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

LOWEST = "2.34"  # September 2021: Debian 12, Ubuntu 22.04, RHEL 9, SLES 15 SP6 and newer (docs/platforms.md)
OURS = re.compile(r"libheddle\.so\.1$")
GLIBC = re.compile(r"(?:lib(?:c|m|pthread|dl|rt)\.so\.\d|ld-linux[-\w]*\.so\.\d|ld64\.so\.\d)$")
CXX = re.compile(r"_Z(?:N?K?St|T[IVS]?N?St|n[aw]|d[la]|N9__gnu_cxx|N10__cxxabi)|__cxa_|__gxx_|_Unwind_|__gcc_|__emutls")


def number(version):
    return tuple(map(int, version.split(".")))


def read(file, objdump):
    """@returns the libraries that it needs, {version of glibc: symbols}, and the symbols that it exports"""
    private = subprocess.run([objdump, "-p", file], check=True, capture_output=True, text=True).stdout
    libraries = re.findall(r"^\s+NEEDED\s+(\S+)", private, re.MULTILINE)
    versions, exported = {v: set() for v in re.findall(r"\bGLIBC_([\d.]+)\b", private)}, set()
    table = subprocess.run([objdump, "-T", file], check=True, capture_output=True, text=True).stdout
    for line in table.splitlines():
        words = line.split()
        if len(words) < 4 or not re.fullmatch(r"[0-9a-f]+", words[0]):
            continue
        version = re.search(r"\bGLIBC_([\d.]+)\b", line)
        if version:
            versions.setdefault(version[1], set()).add(words[-1])
        elif "*UND*" not in words:
            exported.add(words[-1])
    return libraries, versions, exported


def offences(file, needed, at_most):
    libraries, versions, exported = needed
    for library in libraries:
        if not OURS.search(library) and not GLIBC.search(library):
            yield f"{file}: loads {library}; only the C library and libheddle.so.1 may be needed at load time"
    for version in sorted(versions, key=number):
        if number(version) > number(at_most):
            yield f"{file}: needs glibc {version}, more than {at_most}, for {', '.join(sorted(versions[version])) or 'a version'}"
    leaks = sorted(name for name in exported if CXX.match(name))
    if leaks:
        yield f"{file}: exports {len(leaks)} symbols of the C++ library inside it, {leaks[0]} for one"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--objdump", default="objdump")
    parser.add_argument("--at-most", default=LOWEST, help=f"the newest glibc that may be needed; {LOWEST} if not given")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("files", nargs="+", type=Path)
    args = parser.parse_args()
    found = []
    for file in args.files:
        needed = read(file, args.objdump)
        if args.show:
            newest = max(needed[1], key=number, default="none")
            print(f"{file}: glibc {newest} ({', '.join(sorted(needed[1].get(newest, [])))}); loads {', '.join(needed[0])}")
        found += offences(file, needed, args.at_most)
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
