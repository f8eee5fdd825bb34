#!/usr/bin/env python3
"""usage: exports.py <libheddle.map> <libheddle.so.1> <nm>: passes when the library exports just what the map lists.

A name that is listed and not defined would be dropped by the linker without a word.
"""

import re
import subprocess
import sys


def main(listing, library, nm):
    with open(listing) as file:
        wanted = set(re.findall(r"^\s+((?:heddle|omp|myrmics|_sys|kt|ar)_\w+);", file.read(), re.M))
    lines = subprocess.run([nm, "-D", "--defined-only", "--with-symbol-versions", library], check=True,
                           capture_output=True, text=True).stdout.splitlines()
    found = {line.split()[-1].partition("@@HEDDLE_1.0")[0] for line in lines if line.endswith("@@HEDDLE_1.0")}
    strangers = [line for line in lines if "HEDDLE_" not in line]
    for name in sorted(wanted - found):
        print(f"listed, but not exported: {name}")
    for line in strangers:
        print(f"exported without a version of ours: {line}")
    return 1 if wanted != found or strangers else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
