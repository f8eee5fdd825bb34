"""Layout: clang-format has nothing to change."""

import shutil
import subprocess

from repository import Offence

NAME = "layout"
ABOUT = "clang-format changes nothing in src, include, tools, tests and examples (./x format repairs it)"

FOLDERS = ("src", "include", "tools", "tests", "examples", "bench")


def formatted_files(repository):
    """The files that ./x format rewrites. Conformance programs keep the shape that their point needs."""
    return [path for folder in FOLDERS for path in repository.files(folder) if path.suffix in {".hpp", ".cpp", ".h", ".c"}
            and not {"conformance", "templates"} & set(path.parts)]


def check(repository):
    program = shutil.which("clang-format-19")
    if not program:
        return [Offence(".clang-format", 1, "clang-format-19 is not installed (see packages.txt)")]
    files = formatted_files(repository)
    if not files:
        return []
    result = subprocess.run([program, "--dry-run", "-ferror-limit=0", *files], capture_output=True, text=True)
    offences = {}
    for line in result.stderr.splitlines():
        path, _, rest = line.partition(":")
        if "-Wclang-format-violations" in rest:
            name = path.replace(f"{repository.root}/", "")
            offences.setdefault(name, Offence(name, int(rest.partition(":")[0]), "is not as clang-format writes it"))
    return list(offences.values())
