#!/usr/bin/env python3
"""Compiles the headers of include/ocr as users do: each alone and all together, as C11 and C++, with and without
extensions, OCR_ASSERT, NOPRINTS and -DOCR_TYPE_H=x86.h. Every warning is an error."""

import itertools
import shutil
import sys
import tempfile
from pathlib import Path

import ocr_tree

HERE = Path(__file__).resolve().parent
HEADERS = HERE.parent.parent / "include/ocr"
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", f"-I{HEADERS}"]
COMPILERS = [["gcc", "-std=c11"], ["clang-19", "-std=c11"], ["g++", "-std=c++11"], ["g++", "-std=c++20"], ["clang++-19", "-std=c++20"]]
EXTENSIONS = [f"-DENABLE_EXTENSION_{name}" for name in ocr_tree.EXTENSIONS]
TOGETHER = [[], EXTENSIONS], [[], ["-DOCR_ASSERT"], ["-DNOPRINTS"]], [[], ["-DOCR_TYPE_H=x86.h"]]


def sources(folder):
    """{file: the flags it is compiled with}"""
    for path in sorted(HEADERS.rglob("*.h")):
        name = path.relative_to(HEADERS)
        source = folder / f"{path.stem}.c"
        source.write_text(f'#include "{name}"\ntypedef int not_empty;\n')
        for extensions in TOGETHER[0]:
            yield source, extensions
    for parts in itertools.product(*TOGETHER):
        yield HERE / "headers_use.inc", [flag for part in parts for flag in part]


def main():
    compilers = [c for c in COMPILERS if shutil.which(c[0])]
    failures = 0
    with tempfile.TemporaryDirectory() as scratch:
        for source, flags in sources(Path(scratch)):
            for compiler in compilers:
                language = "c++" if "++" in compiler[0] else "c"
                error = ocr_tree.build([*compiler, *WARNINGS, *flags, "-x", language, source])
                if error:
                    failures += 1
                    print(f"{' '.join(compiler)} {source.name} {' '.join(flags)}\n{error}")
    print(f"{failures} failures with {len(compilers)} compilers")
    return 1 if failures or not compilers else 0


if __name__ == "__main__":
    sys.exit(main())
