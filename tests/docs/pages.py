#!/usr/bin/env python3
"""usage: pages.py <folder for programs> <include> <libheddle's folder> <page.md>...

Compiles and runs the C and C++ of each page as printed. README.md, beside this file, says what a page may leave out.
"""

import pathlib
import re
import subprocess
import sys

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
NOTE = re.compile(r"<!-- (given|check)(?: (c|cpp))?:\s(.*?)\s*-->", re.S)
PIECE = re.compile(f"{NOTE.pattern}|{FENCE.pattern}", re.M | re.S)
AT_FILE_SCOPE = re.compile(r"^(#|static |struct |class |template|namespace |using |constexpr |enum |heddle::co<|heddle::task<)")
COMPILERS = {"c": ["gcc", "-std=gnu11"], "cpp": ["g++", "-std=c++20"]}
MARGIN = {"c": "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n",
          "cpp": "#include <cassert>\n#include <cstdio>\n#include <vector>\n#include <span>\n#include <numeric>\n#include <cmath>\n"
                 "#include <functional>\n#include <string>\n#include <thread>\n#include <algorithm>\n"}


class Page:
    """One page's blocks of one language, as functions of one program."""

    def __init__(self, path, language):
        self.path, self.language = path, language
        self.includes, self.given, self.functions, self.programs = [], [], [], []

    def scope(self, paragraphs):
        """Splits paragraphs into what stands outside of functions, and statements; includes go to the top."""
        outside, statements = [], []
        for paragraph in paragraphs:
            lines = paragraph.splitlines()
            self.includes += [line for line in lines if line.startswith("#include")]
            rest = "\n".join(line for line in lines if not line.startswith("#include"))
            first = next((line for line in rest.splitlines() if not line.startswith("//")), "")
            is_file = AT_FILE_SCOPE.match(first) and not first.startswith("#pragma omp")
            (outside if is_file else statements).append(rest)
        return outside, statements

    def block(self, line, text, checks):
        if re.search(r"^int main\(", text, re.M):
            self.programs.append((line, text))
            return
        number = len(self.functions) + 1
        outside, statements = self.scope(text.split("\n\n"))
        given_outside, given = self.scope([part for text in self.given for part in text.split("\n\n")])
        body = "\n".join(given + [f'#line {line} "{self.path.name}"'] + statements)
        asserts = "\n".join(f"assert({check});" for check in checks)
        function = f"static void block_{number}(void) {{\n{body}\n;\n{asserts}\n}}"
        outside = "\n".join(given_outside + [f'#line {line} "{self.path.name}"'] + outside)
        if self.language == "cpp":
            function = f"namespace page_{number} {{\n{outside}\n{function}\n}}"
        else:
            function = f"{outside}\n{function}"
        self.functions.append((line, function))

    def sources(self):
        """(name, text) of each program that the page makes."""
        suffix = {"c": "c", "cpp": "cpp"}[self.language]
        stem = self.path.stem.lower()
        for line, text in self.programs:
            yield f"{stem}_{line}.{suffix}", f'#line {line} "{self.path.name}"\n{text}'
        if self.functions:
            includes = "\n".join(dict.fromkeys(self.includes))
            names = [(line, f"page_{i}::block_{i}" if self.language == "cpp" else f"block_{i}")
                     for i, (line, _) in enumerate(self.functions, 1)]
            calls = "\n".join(f'  fprintf(stderr, "{self.path.name}:{line}\\n"); {name}();' for line, name in names)
            bodies = "\n\n".join(function for _, function in self.functions)
            yield f"{stem}.{suffix}", f"{MARGIN[self.language]}{includes}\n\n{bodies}\n\nint main(void) {{\n{calls}\n}}\n"


def read(path):
    """The page's programs in C and in C++."""
    text = path.read_text()
    pages = {language: Page(path, language) for language in COMPILERS}
    for piece in PIECE.finditer(text):
        kind, language, note, fence, code = piece.groups()
        if kind == "given":
            for page in pages.values():
                if language in (None, page.language):
                    page.given.append(note)
        elif fence in pages:
            behind = NOTE.match(text, piece.end() + 1)
            checks = [behind.group(3)] if behind and behind.group(1) == "check" else []
            pages[fence].block(text.count("\n", 0, piece.start()) + 2, code, checks)
    return pages


def run(folder, include, library, language, name, text):
    source, program = folder / name, folder / pathlib.Path(name).stem
    source.write_text(text)
    command = [*COMPILERS[language], "-O1", "-Wall", "-Wno-unused", "-fopenmp", f"-I{include}", source, "-o", program,
               f"-L{library}", "-lheddle", "-lm", f"-Wl,-rpath,{library}"]
    built = subprocess.run(command, capture_output=True, text=True)
    if built.returncode:
        return f"does not compile:\n{built.stderr[:4000]}"
    try:
        ran = subprocess.run([program], capture_output=True, text=True, timeout=120, cwd=folder)
    except subprocess.TimeoutExpired:
        return "did not end within 120 s"
    return f"ended with {ran.returncode}:\n{ran.stderr[-2000:]}" if ran.returncode else None


def main(folder, include, library, *paths):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    wrong = blocks = 0
    for path in map(pathlib.Path, paths):
        for language, page in read(path).items():
            blocks += len(page.functions) + len(page.programs)
            for name, text in page.sources():
                complaint = run(folder, include, library, language, name, text)
                if complaint:
                    print(f"{path.name}: {name} {complaint}")
                    wrong += 1
    print(f"{blocks} blocks of {len(paths)} pages, {wrong} programs wrong")
    return 1 if wrong or not blocks else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
